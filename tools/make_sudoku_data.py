"""Make the puzzles of data/sudoku/, and larger sets on which models of Sudoku are measured.

python tools/make_sudoku_data.py                 everything in data/sudoku/ but the report's figures
python tools/make_sudoku_data.py tiny            one part of it alone: tiny, clues, hard, squares or few
python tools/make_sudoku_data.py bench FOLDER    the benchmark's instances, a folder for each family
python tools/make_sudoku_data.py check           every answer in data/sudoku/ once more, the report's too

Every puzzle comes from a seed or stands below as it was typed; CaDiCaL judges that its solution is the only one.
"""

from collections.abc import Callable
from itertools import count
from pathlib import Path

from puzzlekit import sudoku
from puzzlekit.errors import PuzzleError

DATA = Path(__file__).resolve().parents[1] / "data" / "sudoku"

TYPED = {  # name -> picture, number of solutions
    "tiny_4x4": ("1...\n..2.\n.3..\n...4", 1),
    "tiny_two_solutions": ("..1.\n...2\n3.4.\n....", 2),
    "tiny_no_solution": (".4..\n...3\n..4.\n....", 0),
    "tiny_empty": ("....\n....\n....\n....", 288),
}
TINY = {  # name -> rows and columns of a box, clues, seed
    "tiny_minimal": (2, 2, 0, 8),
    "tiny_eight_clues": (2, 2, 8, 2),
    "tiny_full": (2, 2, 16, 3),
    "tiny_boxes_2x3": (2, 3, 0, 17),
    "tiny_boxes_3x2": (3, 2, 0, 24),
}
CLUES = {  # the numbers of clues in the report's Table 3.1
    "clues_36": 36,
    "clues_32a": 32,
    "clues_32b": 32,
    "clues_31": 31,
    "clues_29": 29,
    "clues_26": 26,
    "clues_23a": 23,
    "clues_23b": 23,
    "clues_22a": 22,
    "clues_22b": 22,
}


def make(p: int, q: int, seed: int, clues: int = 0) -> sudoku.Puzzle:
    """A puzzle with one solution, minimal unless it stops at a number of clues."""
    return sudoku.generate(p, q, seed=seed, clues=clues, engine="cadical")


def save(folder: Path, name: str, puzzle: sudoku.Puzzle, expected: int = 1) -> None:
    """Write NAME.txt, and NAME.answer.txt if the solution is the only one.

    Raises
    ------
    PuzzleError
        If the number of solutions is not the expected one.
    """
    found = sudoku.PEERS["cadical"](puzzle, expected + 1).solutions
    if len(found) != expected:
        raise PuzzleError(f"{name}: found {len(found)} solutions, expected {expected}")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.txt").write_text(f"{puzzle}\n", encoding="utf-8")
    if expected == 1:
        (folder / f"{name}.answer.txt").write_text(f"{found[0]}\n", encoding="utf-8")
    print(f"{name}: {len(puzzle.given)} clues", flush=True)


def tiny(folder: Path = DATA) -> None:
    """Puzzles that every formulation and a brute-force count can solve."""
    for name, (picture, expected) in TYPED.items():
        save(folder, name, sudoku.parse(picture), expected)
    for name, (p, q, clues, seed) in TINY.items():
        save(folder, name, make(p, q, seed, clues))


def clues(folder: Path = DATA) -> None:
    """Puzzles as in the report's Table 3.1: each takes the next seed that reaches its number of clues."""
    seeds = count(1)
    for name, number in CLUES.items():
        seed, puzzle = next((seed, found) for seed in seeds if len((found := make(3, 3, seed, number)).given) == number)
        print(f"seed {seed}: ", end="")
        save(folder, name, puzzle)


PARTS: dict[str, Callable[[], None]] = {"tiny": tiny, "clues": clues}
if __name__ == "__main__":
    for part in PARTS.values():
        part()
