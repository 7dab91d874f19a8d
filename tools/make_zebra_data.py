"""Make the puzzles of data/zebra/.

python tools/make_zebra_data.py                 everything in data/zebra/
python tools/make_zebra_data.py tiny            only one part: tiny, classic or sizes
python tools/make_zebra_data.py check           count the solutions of every file again, and compare the answers
python tools/make_zebra_data.py bench FOLDER    the measured puzzles of data/results/README.md (some minutes)

Every puzzle comes from a seed or from a picture below. CP-SAT counts its solutions before the file is written.
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from puzzle_files import check, expect, save

from puzzlekit import zebra
from puzzlekit.core.errors import counted

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data" / "zebra"
Named = Iterator[tuple[str, zebra.Puzzle]]

TWO = "houses: 2\nattributes:\ncolour: blue, red.\npet: cat, dog.\ndrink: milk, tea.\nclues:\n"
THREE = "houses: 3\nattributes:\ncolour: blue, green, red.\npet: cat, dog, fox.\ndrink: milk, tea, water.\nclues:\n"
FOUR = "houses: 4\nattributes:\nname: Ada, Bo Lee, Cy, Mary-Ann.\nfruit: fig, kiwi, pear, plum.\nclues:\n"
FLAT = "houses: 3\nattributes:\ncolour: blue, green, red.\npet: cat, dog, fox.\nclues:\n"
TYPED = {
    "tiny_two": TWO + "red right of blue.\ncat = red.\ntea not = cat.",
    "tiny_kinds": THREE
    + "red left of blue.\ncat = green.\nmilk at 2.\ndog next to milk.\ncat not = tea.\ndog not at 3.",
    "tiny_not": THREE
    + "red not next to blue.\nred not right of green.\ncat not at 3.\ncat not = green.\nfox not left of dog.\n"
    + "fox not next to milk.\nwater not = dog.\nwater not at 1.",
    "tiny_four": FOUR
    + "Mary-Ann next to fig.\nBo Lee = plum.\npear left of plum.\nkiwi at 4.\nCy not = kiwi.\nCy not at 1.",
    "tiny_several": FLAT + "red = cat.\nblue next to dog.",
    "tiny_free": FLAT,
    "tiny_clash": THREE + "red at 1.\nblue at 1.\ncat = dog.\ntea next to red.\nmilk = fox.",
    "tiny_no_solution": THREE + "red right of blue.\ncat = red.\ncat not at 3.\nblue not at 1.\ntea next to fox.",
    "tiny_none": THREE
    + "tea = cat.\nwater = dog.\ntea next to dog.\nwater next to fox.\nfox next to cat.\nred at 2.\nred not = fox.\n"
    + "red not = cat.\nblue left of red.\nblue = dog.",
}  # fmt: skip
SEVERAL = {"tiny_several": 4, "tiny_free": 36, "tiny_clash": 0, "tiny_no_solution": 0, "tiny_none": 0}
LIFE = """houses: 5
attributes:
colour: blue, green, ivory, red, yellow.
nationality: Englishman, Japanese, Norwegian, Spaniard, Ukrainian.
drink: coffee, milk, orange juice, tea, water.
cigarette: Chesterfields, Kools, Lucky Strike, Old Gold, Parliaments.
pet: dog, fox, horse, snails, zebra.
clues:
Englishman = red.
Spaniard = dog.
coffee = green.
Ukrainian = tea.
green right of ivory.
Old Gold = snails.
Kools = yellow.
milk at 3.
Norwegian at 1.
Chesterfields next to fox.
Kools next to horse.
Lucky Strike = orange juice.
Japanese = Parliaments.
Norwegian next to blue."""

SIZES = {"four": (4, 4, 0), "five": (5, 5, 0), "five_spare": (5, 5, 3), "long": (6, 4, 0), "six": (6, 6, 0)}
SEED = 2
MANY = 50
BENCH = {5: 8, 8: 3}  # houses: number of puzzles


def tiny() -> Named:
    """Yield puzzles that the model and a brute-force count can solve."""
    yield from ((name, zebra.parse(picture)) for name, picture in TYPED.items())


def classic() -> Named:
    """Yield the puzzle that the report solves, from Life International, 1962."""
    yield "life_1962", zebra.parse(LIFE)


def sizes() -> Named:
    """Yield puzzles of our own; one has three redundant clues."""
    for name, (houses, attributes, extra) in SIZES.items():
        yield name, zebra.generate(houses, attributes, seed=SEED, extra=extra)


def settled(houses: int, seed: int) -> zebra.Puzzle:
    """Generate a large puzzle: random true clues, and then houses of values until there is one solution."""
    puzzle = zebra.generate(houses, houses, seed=seed, unique=False)
    while len(found := zebra.ENGINES["cp_sat_plain"](puzzle).solutions) > 1:
        one, other = (solution.filled for solution in found)
        cell = next(cell for cell in puzzle.cells if one[cell] != other[cell])
        clue = zebra.Clue(one[cell], "at", cell.column + 1)
        puzzle = zebra.Puzzle(houses, puzzle.attributes, (*puzzle.clues, clue))
    return puzzle


def bench(folder: Path) -> None:
    """Write the puzzles to be measured: minimal ones, and with 12 houses those of `settled` from at least 100 clues."""
    for side, number in BENCH.items():
        made = ((f"seed_{seed}", zebra.generate(side, side, seed=seed)) for seed in range(1, number + 1))
        save(folder / f"zebra_{side}", made, None, told)
    seeds = (seed for seed in range(1, 100) if len(zebra.generate(12, 12, seed=seed, unique=False).clues) >= 100)
    save(folder / "zebra_12", ((f"seed_{seed}", settled(12, seed)) for seed in islice(seeds, 8)), None, told)


PARTS = {"tiny": tiny, "classic": classic, "sizes": sizes}


def told(puzzle: zebra.Puzzle) -> str:
    """Describe a puzzle in a few words."""
    sides = f"{counted(puzzle.houses, 'house')}, {counted(len(puzzle.attributes), 'attribute')}"
    return f"{sides}, {counted(len(puzzle.clues), 'clue')}"


def solutions(name: str, puzzle: zebra.Puzzle) -> tuple[zebra.Solution, ...]:
    """Return the solutions of the puzzle of this name. Raises PuzzleError if their number is not the expected one."""
    return expect(name, zebra.ENGINES["cp_sat"](puzzle, MANY).solutions, SEVERAL.get(name, 1))


def main() -> None:
    """Make the named part of the data, or all parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=[*PARTS, "check", "bench"], help="default: all of the data")
    parser.add_argument("folder", nargs="?", type=Path, help="where the puzzles of bench go")
    given = parser.parse_args()
    if given.part == "check":
        check(zebra, solutions)
    elif given.part == "bench":
        bench(given.folder or parser.error("bench needs a folder"))
    else:
        for part in [given.part] if given.part else PARTS:
            save(DATA, PARTS[part](), solutions, told)


if __name__ == "__main__":
    main()
