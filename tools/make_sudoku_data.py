"""Make the puzzles of data/sudoku/, and larger sets on which models of Sudoku are measured.

python tools/make_sudoku_data.py                 everything in data/sudoku/ except the report's figures
python tools/make_sudoku_data.py tiny            only one part: tiny, clues, hard, squares or few
python tools/make_sudoku_data.py bench FOLDER    the benchmark's instances, a folder for each family
python tools/make_sudoku_data.py rank            rank the seeds from which the hard ones were chosen (five minutes)
python tools/make_sudoku_data.py check           check every file of data/sudoku/ again, the report's too

Every puzzle comes from a seed or from a picture below. CaDiCaL counts its solutions before the file is written.
"""

import sys
from collections.abc import Iterator
from functools import partial
from itertools import count

import few_clues
from puzzle_files import counted_by, run

from puzzlekit import bench, sudoku
from puzzlekit.core.errors import PuzzleError

Named = Iterator[tuple[str, sudoku.Puzzle]]

TYPED = {
    "tiny_4x4": "1...\n..2.\n.3..\n...4",
    "tiny_two_solutions": "..1.\n...2\n3.4.\n....",
    "tiny_no_solution": ".4..\n...3\n..4.\n....",
    "tiny_clash": "1.2.\n..1.\n1...\n....",
    "tiny_empty": "....\n....\n....\n....",
}
SEVERAL = {"tiny_two_solutions": 2, "tiny_no_solution": 0, "tiny_clash": 0, "tiny_empty": 288}  # the others have one
TINY = {  # rows and columns of a box, seed, clues; 0 clues: a minimal puzzle
    "tiny_minimal": (2, 2, 8, 0),
    "tiny_eight_clues": (2, 2, 2, 8),
    "tiny_full": (2, 2, 3, 16),
    "tiny_boxes_2x3": (2, 3, 17, 0),  # these two need more than singles
    "tiny_boxes_3x2": (3, 2, 24, 0),
}
CLUES = {  # name -> number of clues, as in the report's Table 3.1
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
HARD_SEEDS = (164, 352, 193, 104, 131, 324)  # the hardest of the seeds 1 to 1000, see `rank`
FEW = {"clues_17a": 3, "clues_17b": 5, "clues_17c": 19}  # name -> seed of few_clues.search
FAMILIES = {  # rows and columns of a box, seeds, clues
    "nine_hard": (3, 3, range(1, 21), 0),
    "nine_very_hard": (3, 3, HARD_SEEDS, 0),
    "sixteen_minimal": (4, 4, range(1, 9), 0),
    "twentyfive_400": (5, 5, range(1, 9), 400),
    "twentyfive_300": (5, 5, range(1, 9), 300),
    "twentyfive_minimal": (5, 5, range(1, 3), 0),
}


def make(p: int, q: int, seed: int, clues: int = 0) -> sudoku.Puzzle:
    """Generate a puzzle with one solution, minimal unless a number of clues is given."""
    return sudoku.generate(p, q, seed=seed, clues=clues, engine="cadical")


def tiny() -> Named:
    """Yield puzzles that every formulation and a brute-force count can solve."""
    yield from ((name, sudoku.parse(picture)) for name, picture in TYPED.items())
    yield from ((name, make(*how)) for name, how in TINY.items())


def clues() -> Named:
    """Yield puzzles as in the report's Table 3.1, each from the next seed that reaches its number of clues."""
    seeds = count(1)
    for name, number in CLUES.items():
        tries = (make(3, 3, seed, number) for seed in seeds)
        yield name, next(puzzle for puzzle in tries if len(puzzle.given) == number)


def hard() -> Named:
    """Yield minimal puzzles that presolving does not settle: SCIP opens a node."""
    yield from ((f"hard_{i}", make(3, 3, seed)) for i, seed in enumerate(HARD_SEEDS[:2], start=1))


def squares() -> Named:
    """Yield two minimal 16x16 grids, and a 25x25 grid with many clues."""
    yield "square_16a", make(4, 4, 1)
    yield "square_16b", make(4, 4, 2)
    yield "square_25", make(5, 5, 1, 400)


def few() -> Named:
    """Yield the puzzles with the fewest clues that `few_clues.py` finds. Raises PuzzleError unless all engines agree
    that the solution is unique."""
    for name, seed in FEW.items():
        puzzle = few_clues.search(seed)
        counts = [len(engine(puzzle, 2).solutions) for engine in sudoku.ENGINES.values()]
        expected = int(name[len("clues_") :][:2])
        if len(puzzle.given) != expected or set(counts) != {1} or not sudoku.is_unique(puzzle):
            raise PuzzleError(
                f"{name}: found {len(puzzle.given)} clues and {counts} solutions, expected {expected} and 1"
            )
        yield name, puzzle


PARTS = {"tiny": tiny, "clues": clues, "hard": hard, "squares": squares, "few": few}


def benchmark(family: str) -> Named:
    """Yield the instances of one family."""
    p, q, seeds, number = FAMILIES[family]
    for seed in seeds:
        yield f"{family}_{seed}", make(p, q, seed, number)


def told(puzzle: sudoku.Puzzle) -> str:
    """Describe a puzzle in a few words."""
    return f"{len(puzzle.given)} clues"


def rank(seeds: range = range(1, 1001), shown: int = 20) -> None:
    """Print the seeds on which the default formulation works hardest: nodes first, then seconds."""
    work = []
    for seed in seeds:
        row = bench.measure("sudoku", str(seed), str(make(3, 3, seed)), "assignment_fast", uniqueness=True)
        work.append((row.nodes, row.seconds, seed))
    for nodes, seconds, seed in sorted(work, reverse=True)[:shown]:
        print(f"seed {seed}: {nodes} nodes, {seconds:.3f} s")


if __name__ == "__main__":
    if sys.argv[1:] == ["rank"]:
        rank()
    else:
        solutions = counted_by(sudoku.ENGINES["cadical"], SEVERAL)
        families = {family: partial(benchmark, family) for family in FAMILIES}
        run(__doc__, sudoku, PARTS, solutions, told, families)
