"""Make the puzzles of data/battleship/, and larger sets on which models of Battleship are measured.

python tools/make_battleship_data.py                 everything in data/battleship/
python tools/make_battleship_data.py tiny            only one part: tiny, figure, sizes or large (minutes)
python tools/make_battleship_data.py bench FOLDER    the benchmark's instances, a folder for each family
python tools/make_battleship_data.py check           check every file of data/battleship/ again

Every puzzle comes from a seed or from a picture below. CP-SAT counts its solutions before the file is written.
"""

import random
from collections.abc import Iterator
from functools import partial

from puzzle_files import counted_by, run

from puzzlekit import battleship
from puzzlekit.battleship.generate import FLEETS, clued
from puzzlekit.core.clock import Deadline
from puzzlekit.engines.uniqueness import UniquenessChecker

Named = Iterator[tuple[str, battleship.Puzzle]]

TYPED = {
    "tiny_three": "fleet: 1x2 1x1\n... 2\n... ?\n... 1\n? ? ?",
    "tiny_parts": "fleet: 1x3 1x2 1x1\n.... ?\n.*.. ?\n.... ?\n~..* 2\n? ? ? ?",
    "tiny_empty": "fleet: 1x2 1x1\n... ?\n... ?\n... ?\n? ? ?",
    "tiny_line": "fleet: 1x3 1x1\n...... 4\n1 ? ? 1 ? ?",
    "tiny_clash": "fleet: 1x2 1x1\no.. ?\n.*. 2\n... ?\n? ? ?",
    "tiny_no_solution": "fleet: 1x3 1x1\n.... 1\n.... 1\n.... 1\n.... 1\n1 1 1 1",
}
SEVERAL = {"tiny_three": 6, "tiny_parts": 4, "tiny_empty": 24, "tiny_line": 2, "tiny_clash": 0, "tiny_no_solution": 0}
TINY = {  # rows, columns, seed, fleet, number of hidden counts
    "tiny_4x4": (4, 4, 2, ((3, 1), (2, 1), (1, 1)), 0),
    "tiny_5x5": (5, 5, 4, ((3, 1), (2, 2), (1, 1)), 4),
}
FIGURE = """\
^~~~~<>~~~
#~~~~~~~~~
v~~o~<##>~
~~~~~~~~~~
~~~~~~~~^~
o~<#>~~~v~
~~~~~~~~~~
~~~~~~o~~~
~~^~~~~~~~
o~v~~~~~~~"""  # Figure 4.1 of the report; there, the top end in row 5 stands in column 10
SIDES = {"six": (6, 6), "eight": (8, 8), "ten": (10, 10), "fifteen": (15, 15), "twenty": (20, 20), "thirty": (30, 20)}
EASY = {6: 8, 8: 14, 10: 22, 15: 50, 20: 100, 30: 150}  # rows -> clues of an easy puzzle, about a quarter of the cells
SEEDS = {  # seeds of the benchmark's larger families; a hard board of 30 rows takes many minutes to make
    "twenty_easy": range(1, 5),
    "twenty_hard": range(1, 5),
    "thirty_easy": range(1, 4),
    "thirty_hard": range(1, 2),
}
FAMILIES = {f"{name}_{level}": (name, level) for name in SIDES for level in ("easy", "hard")}
KEPT = {"twenty_kept": ("twenty", "hard")}  # made by an incremental SAT solver: other boards, in half a minute each
FAMILIES |= KEPT


def tiny() -> Named:
    """Yield puzzles that every formulation and a brute-force count can solve."""
    yield from ((name, battleship.parse(picture)) for name, picture in TYPED.items())
    for name, (height, width, seed, fleet, hidden) in TINY.items():
        yield name, battleship.generate(height, width, seed=seed, fleet=fleet, hidden=hidden, engine="cp_sat")


def figure() -> Named:
    """Yield Figure 4.1 of the report, corrected, with clues of our own."""
    board = battleship.Solution(tuple(FIGURE.split("\n")))
    bare = battleship.Puzzle(("." * 10,) * 10, (None,) * 10, (None,) * 10, FLEETS[10, 10])
    deadline = Deadline(None, "no puzzle generated")
    judge = UniquenessChecker(battleship.solutions, battleship.ENGINES, "cp_sat", deadline)
    yield "report_figure_4_1", clued(bare, board, random.Random(1), judge)


def sizes() -> Named:
    """Yield an easy and a hard puzzle of each size of Table 4.2, and one with half of its counts hidden."""
    for name in ("six", "eight", "ten", "fifteen"):
        yield from both(name)
    yield "untold_10", battleship.generate(10, 10, seed=1, hidden=10, engine="cp_sat")


def large() -> Named:
    """Yield larger puzzles, with fleets of our own."""
    yield from both("twenty")
    yield from both("thirty")


PARTS = {"tiny": tiny, "figure": figure, "sizes": sizes, "large": large}


def both(name: str) -> Named:
    """Yield the easy and the hard puzzle of seed 1."""
    yield f"easy_{SIDES[name][0]}", make(name, "easy", 1)
    yield f"hard_{SIDES[name][0]}", make(name, "hard", 1)


def make(name: str, level: str, seed: int, engine: str = "cp_sat") -> battleship.Puzzle:
    """Generate a puzzle with one solution and the usual fleet; a hard one has no redundant clue."""
    height, width = SIDES[name]
    return battleship.generate(height, width, seed=seed, clues=EASY[height] * (level == "easy"), engine=engine)


def benchmark(family: str) -> Named:
    """Yield the instances of one family."""
    name, level = FAMILIES[family]
    for seed in SEEDS.get(family, range(1, 9)):
        yield f"{family}_{seed}", make(name, level, seed, "cadical" if family in KEPT else "cp_sat")


def told(puzzle: battleship.Puzzle) -> str:
    """Describe a puzzle in a few words."""
    return f"{len(puzzle.given)} clues"


if __name__ == "__main__":
    solutions = counted_by(battleship.ENGINES["cp_sat"], SEVERAL)
    families = {family: partial(benchmark, family) for family in FAMILIES}
    run(__doc__, battleship, PARTS, solutions, told, families)
