"""Make the puzzles of data/zebra/.

python tools/make_zebra_data.py                 everything in data/zebra/
python tools/make_zebra_data.py tiny            only one part: tiny, classic or sizes
python tools/make_zebra_data.py check           count the solutions of every file again, and compare the answers
python tools/make_zebra_data.py bench FOLDER    the measured puzzles of data/results/README.md (some minutes)

Every puzzle comes from a seed or from a picture below. CP-SAT counts its solutions before the file is written.
"""

from collections.abc import Iterator
from functools import partial
from itertools import islice

from puzzle_files import counted_by, run

from puzzlekit import zebra
from puzzlekit.core.errors import counted

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


def minimal(side: int, number: int) -> Named:
    """Return so many minimal puzzles."""
    return ((f"seed_{seed}", zebra.generate(side, side, seed=seed)) for seed in range(1, number + 1))


def large() -> Named:
    """Return puzzles with 12 houses: those of `settled` from at least 100 clues."""
    seeds = (seed for seed in range(1, 100) if len(zebra.generate(12, 12, seed=seed, unique=False).clues) >= 100)
    return ((f"seed_{seed}", settled(12, seed)) for seed in islice(seeds, 8))


PARTS = {"tiny": tiny, "classic": classic, "sizes": sizes}
FAMILIES = {f"zebra_{side}": partial(minimal, side, number) for side, number in BENCH.items()} | {"zebra_12": large}


def told(puzzle: zebra.Puzzle) -> str:
    """Describe a puzzle in a few words."""
    sides = f"{counted(puzzle.houses, 'house')}, {counted(len(puzzle.attributes), 'attribute')}"
    return f"{sides}, {counted(len(puzzle.clues), 'clue')}"


if __name__ == "__main__":
    solutions = counted_by(zebra.ENGINES["cp_sat"], SEVERAL)
    run(__doc__, zebra, PARTS, solutions, told, FAMILIES, answered=False)
