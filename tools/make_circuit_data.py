"""Make the puzzles of data/circuit/, and larger sets on which models of the circuit board are measured.

python tools/make_circuit_data.py                 everything in data/circuit/
python tools/make_circuit_data.py bench FOLDER    the benchmark's instances, a folder for each family
python tools/make_circuit_data.py check           check every file of data/circuit/ again

Every puzzle comes from a seed or from a picture below. CP-SAT counts its solutions before the file is written.
"""

from collections.abc import Iterator
from functools import partial

import pandas as pd
from puzzle_files import counted_by, run

from puzzlekit import circuit
from puzzlekit.core.grid import DATA
from puzzlekit.engines import EngineResult

Named = Iterator[tuple[str, circuit.Puzzle]]

TYPED = {
    "tiny_3x3": "o.o.o\n.....\n#.o.o\n.....\no.o.o",
    "tiny_colours": "o.o.o.o\n.......\no.o.o.o",
    "tiny_no_solution": "#.#.o.o.o\n.........\no.o.o.o.#\n.........\no.o.o.o.o",
}
some = partial(circuit.generate, unique=False)
MADE = {
    "tiny_4x4": lambda: circuit.generate(4, seed=1),
    "tiny_rectangle": lambda: circuit.generate(3, 5, seed=2),
    "tiny_two_solutions": lambda: some(3, 4, seed=1, hints=0),
    "tiny_three_solutions": lambda: some(3, 5, seed=4, hints=0),
    "tiny_path": lambda: some(4, 5, seed=13, hints=0, endpoints=True),
    "tiny_path_detour": lambda: some(4, 5, seed=30, hints=0, endpoints=True),
    "board_5x5": lambda: circuit.generate(5, seed=1),
    "board_6x6": lambda: some(6, seed=71, hints=7),
    "board_8x8": lambda: circuit.generate(8, seed=1),
    "board_10x10": lambda: circuit.generate(10, seed=1),
    "board_12x12": lambda: circuit.generate(12, seed=1),
    "path_8x8": lambda: some(8, seed=PATH_SEED, hints=PATH_HINTS, endpoints=True),
}
PATH_SEED, PATH_HINTS = 9, 26
SEVERAL = {  # name -> number of solutions; the other puzzles have one. Of paths, only the shortest are solutions
    "tiny_colours": 0,
    "tiny_no_solution": 0,
    "tiny_two_solutions": 2,
    "tiny_three_solutions": 3,
    "tiny_path": 2,
    "board_6x6": 2,
}
MOST = {3: 8, 4: 14, 5: 24, 6: 34, 7: 48, 8: 62, 9: 80, 10: 98}  # side -> the most points for which a tree was found
BOARDS = 8  # boards in each family of one size
FIRST_HINTS = 100  # hints of the 20 x 20 boards, on which only the first solution is measured


def data() -> Named:
    """Yield the puzzles of data/circuit/."""
    yield from ((name, circuit.parse(picture)) for name, picture in TYPED.items())
    yield from ((name, make()) for name, make in MADE.items())


def as_in_the_report() -> Named:
    """Yield for each line of the report's Table A.1 a board with as many points, on the smallest possible square."""
    table = pd.read_csv(DATA / "report" / "report_table_a1_circuit_cm1.csv")
    for line, points in enumerate(table["vertices"], start=1):
        side = next(side for side, most in MOST.items() if most >= points)
        tries = (circuit.generate(side, seed=seed, points=points) for seed in range(100 * line, 100 * line + 100))
        yield f"report_{line:02d}", next(puzzle for puzzle in tries if len(puzzle.points) == points)


def squares(side: int) -> Named:
    """Return boards with one solution and no redundant hint."""
    return ((f"size_{side}_{seed}", circuit.generate(side, seed=seed)) for seed in range(1, BOARDS + 1))


def first(side: int, hints: int) -> Named:
    """Return boards with several solutions."""
    return ((f"first_{side}_{seed}", some(side, seed=seed, hints=hints)) for seed in range(1, BOARDS + 1))


def paths(side: int, hints: int) -> Named:
    """Return boards with endpoints."""
    made = ((seed, some(side, seed=seed, hints=hints, endpoints=True)) for seed in range(1, BOARDS + 1))
    return ((f"path_{side}_{seed}", puzzle) for seed, puzzle in made)


FAMILIES = {"report": as_in_the_report}
FAMILIES |= {f"size_{side}": partial(squares, side) for side in (6, 8, 10, 12, 15)}
FAMILIES |= {f"path_{side}": partial(paths, side, hints) for side, hints in ((6, 6), (8, 10), (10, 18))}
FAMILIES |= {"first_20": partial(first, 20, FIRST_HINTS)}


def engine(puzzle: circuit.Puzzle, limit: int) -> EngineResult:
    """Solve a puzzle: CP-SAT minimises paths."""
    return circuit.ENGINES["cp_sat" if puzzle.endpoints else "cadical"](puzzle, limit)


def told(puzzle: circuit.Puzzle) -> str:
    """Describe a puzzle in a few words."""
    return f"{len(puzzle.points)} points, {len(puzzle.given)} given edges"


if __name__ == "__main__":
    solutions = counted_by(engine, SEVERAL)
    run(__doc__, circuit, {"data": data}, solutions, told, FAMILIES, answered=False)
