"""Make the puzzles of data/battleship/, and larger sets on which models of Battleship are measured.

python tools/make_battleship_data.py                 everything in data/battleship/
python tools/make_battleship_data.py tiny            one part of it alone: tiny, sizes or large (minutes)
python tools/make_battleship_data.py bench FOLDER    the benchmark's instances, a folder for each family
python tools/make_battleship_data.py check           every file of data/battleship/ once more

Every puzzle comes from a seed or stands below as it was typed; CP-SAT counts its solutions before it is written.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from puzzlekit import battleship
from puzzlekit.errors import PuzzleError

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data" / "battleship"
Named = Iterator[tuple[str, battleship.Puzzle]]

TYPED = {
    "tiny_three": "fleet: 1x2 1x1\n... 2\n... ?\n... 1\n? ? ?",
    "tiny_parts": "fleet: 1x3 1x2 1x1\n.... ?\n.*.. ?\n.... ?\n~..* 2\n? ? ? ?",
    "tiny_empty": "fleet: 1x2 1x1\n... ?\n... ?\n... ?\n? ? ?",
    "tiny_line": "fleet: 1x3 1x1\n...... 4\n1 ? ? 1 ? ?",
    "tiny_no_solution": "fleet: 1x3 1x1\n.... 1\n.... 1\n.... 1\n.... 1\n1 1 1 1",
}
SEVERAL = {"tiny_three": 6, "tiny_parts": 4, "tiny_empty": 24, "tiny_line": 2, "tiny_no_solution": 0}
TINY = {  # rows, columns, seed, fleet, counts that are not told
    "tiny_4x4": (4, 4, 2, ((3, 1), (2, 1), (1, 1)), 0),
    "tiny_5x5": (5, 5, 4, ((3, 1), (2, 2), (1, 1)), 4),
}
SIZES = (6, 8, 10, 15)  # of Table 4.2
EASY = {6: 8, 8: 14, 10: 22, 15: 50, 20: 100, 30: 150}  # rows -> clues of an easy puzzle, about a quarter of the cells
HARD = {20: 40, 30: 75}  # rows -> clues of a hard one, where one without a clue to spare takes minutes to make
FAMILIES = {  # rows, columns, seeds, clues
    "six_easy": (6, 6, range(1, 9), EASY[6]),
    "six_minimal": (6, 6, range(1, 9), 0),
    "eight_easy": (8, 8, range(1, 9), EASY[8]),
    "eight_minimal": (8, 8, range(1, 9), 0),
    "ten_easy": (10, 10, range(1, 9), EASY[10]),
    "ten_minimal": (10, 10, range(1, 9), 0),
    "fifteen_easy": (15, 15, range(1, 9), EASY[15]),
    "fifteen_minimal": (15, 15, range(1, 9), 0),
    "twenty_easy": (20, 20, range(1, 5), EASY[20]),
    "twenty_hard": (20, 20, range(1, 5), HARD[20]),
    "twenty_minimal": (20, 20, range(1, 5), 0),
    "thirty_easy": (30, 20, range(1, 4), EASY[30]),
    "thirty_hard": (30, 20, range(1, 4), HARD[30]),
    "thirty_minimal": (30, 20, range(1, 4), 0),
}


def tiny() -> Named:
    """Puzzles that every formulation and a brute-force count can solve."""
    yield from ((name, battleship.parse(picture)) for name, picture in TYPED.items())
    for name, (height, width, seed, fleet, hidden) in TINY.items():
        yield name, battleship.generate(height, width, seed=seed, fleet=fleet, hidden=hidden, engine="cp_sat")


def sizes() -> Named:
    """An easy and a minimal puzzle of each size of Table 4.2, and one whose counts are half untold."""
    for n in SIZES:
        yield f"easy_{n}", make(n, n, 1, EASY[n])
        yield f"minimal_{n}", make(n, n, 1, 0)
    yield "untold_10", battleship.generate(10, 10, seed=1, hidden=10, engine="cp_sat")


def large() -> Named:
    """Larger puzzles, with fleets of our own."""
    for n in (20, 30):
        yield f"easy_{n}", make(n, 20, 1, EASY[n])
        yield f"hard_{n}", make(n, 20, 1, HARD[n])


PARTS = {"tiny": tiny, "sizes": sizes, "large": large}


def make(height: int, width: int, seed: int, clues: int) -> battleship.Puzzle:
    """A puzzle with one solution and the usual fleet; 0 clues: none to spare."""
    return battleship.generate(height, width, seed=seed, clues=clues, engine="cp_sat")


def benchmark(family: str) -> Named:
    """The instances of one family."""
    height, width, seeds, clues = FAMILIES[family]
    for seed in seeds:
        yield f"{family}_{seed}", make(height, width, seed, clues)


def save(folder: Path, puzzles: Named) -> None:
    """Write each puzzle as NAME.txt, with NAME.answer.txt beside it if there is one solution.

    Raises
    ------
    PuzzleError
        If the number of solutions is not the one that the puzzle is meant to have.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, puzzle in puzzles:
        found = solutions(name, puzzle)
        (folder / f"{name}.txt").write_text(f"{puzzle}\n", encoding="utf-8")
        if len(found) == 1:
            (folder / f"{name}.answer.txt").write_text(f"{found[0]}\n", encoding="utf-8")
        print(f"{name}: {len(puzzle.given)} clues", flush=True)


def solutions(name: str, puzzle: battleship.Puzzle) -> tuple[battleship.Solution, ...]:
    """All solutions of a puzzle of this name. Raises PuzzleError if they are not as many as expected."""
    expected = SEVERAL.get(name, 1)
    found = battleship.PEERS["cp_sat"](puzzle, expected + 1).solutions
    if len(found) != expected:
        raise PuzzleError(f"{name}: found {len(found)} solutions, expected {expected}")
    return found


def check() -> None:
    """Count the solutions of every puzzle in data/battleship/, and compare the answer that stands beside it."""
    for name in battleship.names():
        found = solutions(name, battleship.load(name))
        answer = DATA / f"{name}.answer.txt"
        if answer.exists() != (len(found) == 1):
            raise PuzzleError(f"{name}: found {len(found)} solutions, expected an answer where there is one")
        if answer.exists() and answer.read_text(encoding="utf-8") != f"{found[0]}\n":
            raise PuzzleError(f"{name}: found another answer beside it than its only solution")
    print(f"{len(battleship.names())} puzzles are as they should be")


def main() -> None:
    """Make the part that is named, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=[*PARTS, "bench", "check"], help="default: all of the data")
    parser.add_argument("folder", nargs="?", type=Path, help="where the benchmark's instances go")
    parser.add_argument("--family", choices=FAMILIES, help="this family of the benchmark alone")
    given = parser.parse_args()
    if (given.part == "bench") != (given.folder is not None):
        parser.error("a folder is needed for bench, and for nothing else")
    if given.part == "bench":
        for family in [given.family] if given.family else FAMILIES:
            save(given.folder / family, benchmark(family))
    elif given.part == "check":
        check()
    else:
        for part in [given.part] if given.part else PARTS:
            save(DATA, PARTS[part]())


if __name__ == "__main__":
    main()
