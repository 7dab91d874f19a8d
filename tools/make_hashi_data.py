"""Make the puzzles of data/hashi/.

python tools/make_hashi_data.py                 everything in data/hashi/
python tools/make_hashi_data.py tiny            only one part: tiny, table, sizes or loose
python tools/make_hashi_data.py check           count the solutions of every file again, and compare the answers

Every puzzle comes from a seed or from a picture below. CaDiCaL counts its solutions before the file is written.
"""

import csv
from collections.abc import Iterator

from puzzle_files import counted_by, run

from puzzlekit import hashi
from puzzlekit.core.grid import DATA
from puzzlekit.engines import EngineResult

TABLE = DATA / "report" / "report_table_a4_hashi.csv"
Named = Iterator[tuple[str, hashi.Puzzle]]

TYPED = {
    "tiny_pair": "1.1",
    "tiny_square": "2.2\n...\n2.2",
    "tiny_two_solutions": "3.3\n...\n3.3",
    "tiny_no_solution": "1.1\n...\n1.1",
    "tiny_clash": "4.2\n...\n1..",
    "tiny_neighbours": "13\n.3\n.1",
    "tiny_uncrossed": "433\n3.2\n21.",
}
TINY = {"tiny_six": (6, 4, 57), "tiny_crossing": (7, 5, 46), "tiny_eight": (8, 5, 46)}  # islands, side, seed
SEVERAL = {"tiny_two_solutions": 2, "tiny_no_solution": 0, "tiny_clash": 0}  # all others but the loose ones have one
SIZES = {"islands_25": (25, 9, 27), "islands_50": (50, 14, 1), "islands_100": (100, 18, 1)}
SIZES |= {"islands_200": (200, 25, 1), "islands_300": (300, 30, 1), "islands_400": (400, 34, 1)}
LOOSE = {"loose_36": (36, 11, 2), "loose_100": (100, 18, 1)}  # few double bridges and no cycles, many solutions
MANY = 3  # the most solutions of a loose puzzle that are counted
SEVERAL |= dict.fromkeys(LOOSE, MANY)


def tiny() -> Named:
    """Yield puzzles that every formulation and a brute-force count can solve."""
    yield from ((name, hashi.parse(picture)) for name, picture in TYPED.items())
    for name, (islands, side, seed) in TINY.items():
        yield name, hashi.generate(islands, side, seed=seed, double=0.3, extra=0.2, engine="cadical")


def table() -> Named:
    """Yield puzzles with the sides and the numbers of islands of the report's Table A.4, from the seeds 1, 2, ..."""
    with TABLE.open(newline="", encoding="utf-8") as file:
        for index, row in enumerate(csv.DictReader(file), start=1):
            side, islands = int(row["n"]), int(row["islands"])
            yield f"table_a4_{index:02}", hashi.generate(islands, side, seed=index, engine="cadical")


def sizes() -> Named:
    """Yield puzzles from a teaching size up to 400 islands."""
    for name, (islands, side, seed) in SIZES.items():
        shares = {"double": 0.3, "extra": 0.15} if name == "islands_25" else {}  # more cycles, more crossings
        yield name, hashi.generate(islands, side, seed=seed, engine="cadical", **shares)


def loose() -> Named:
    """Yield puzzles whose numbers alone admit many disconnected boards."""
    for name, (islands, side, seed) in LOOSE.items():
        yield name, hashi.generate(islands, side, seed=seed, double=0.25, extra=0.05, unique=False)


PARTS = {"tiny": tiny, "table": table, "sizes": sizes, "loose": loose}


def some(puzzle: hashi.Puzzle, limit: int) -> EngineResult:
    """Return some solutions, at most MANY."""
    return hashi.ENGINES["cadical"](puzzle, min(limit, MANY))


def told(puzzle: hashi.Puzzle) -> str:
    """Describe a puzzle in a few words."""
    return f"{len(puzzle.islands)} islands, {len(puzzle.bridges)} possible bridges"


if __name__ == "__main__":
    run(__doc__, hashi, PARTS, counted_by(some, SEVERAL), told)
