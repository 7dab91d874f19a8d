"""The campaign of chapter 8: how far does the search for the fewest clues of a 9x9 grid come?

python tools/minimum_clues.py report_figure_8_1 --time-limit 120 --csv data/results/fewest_clues.csv

Each grid is the solution of a puzzle in data/sudoku. CaDiCaL is the follower; its time for the small unavoidable sets
counts. There is a row for each change of a bound: after `seconds`, and `cpu_seconds` of the processor, `bound` clues
are proved necessary, and `clues` clues are known to suffice. In the end SCIP confirms that they leave one solution.
Windows does not tell the load of the machine, which the table notes: use Linux or macOS.
"""

import argparse
import os
import time
from collections.abc import Iterator
from pathlib import Path

from puzzlekit import bench, sudoku
from puzzlekit.course.results import Results
from puzzlekit.sudoku.minimum_clues import FewestClues, FewestCluesSearch

GREEDY = 25  # clues; of larger sets, only the last one of a descent gets a row
HEADER = ("grid", "seconds", "cpu_seconds", "bound", "clues")


class Trace:
    """The rows of the results for one grid."""

    def __init__(self, name: str):
        self.name, self.rows, self.known = name, list[tuple](), (0, 0)
        self.start = time.perf_counter(), time.process_time()

    def note(self, found: FewestClues) -> None:
        """Add a row if a bound has changed; the greedy descent at the beginning gets only its last row."""
        if (found.bound, found.clues) != self.known:
            if self.rows and self.known[0] == found.bound and found.clues == self.known[1] - 1 >= GREEDY:
                self.rows.pop()
            self.known = found.bound, found.clues
            passed = time.perf_counter() - self.start[0], time.process_time() - self.start[1]
            self.rows.append((self.name, *(f"{seconds:.3f}" for seconds in passed), *self.known))
            if found.clues <= GREEDY:
                print(*self.rows[-1], flush=True)


def runs(names: list[str], time_limit: float) -> Iterator[tuple]:
    """Yield the rows of the results."""
    for name in names:
        grid = sudoku.solve(sudoku.load(name))
        trace = Trace(name)
        found = FewestCluesSearch(grid, "cadical", time_limit=time_limit, show=trace.note).run()
        trace.note(found)
        assert sudoku.solutions(found.puzzle) == [grid]
        yield from trace.rows
        print(name, found, str(found.puzzle).replace("\n", ""), flush=True)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+")
    parser.add_argument("--time-limit", type=float, default=120.0)
    parser.add_argument("--csv", type=Path, required=True)
    given = parser.parse_args()
    load = f"load of the machine before: {os.getloadavg()[0]:.2f}"
    results = Results(given.csv, HEADER, f"{bench.about()}\n{load}")
    for row in runs(given.names, given.time_limit):
        results.add([row])
    results.say(f"{bench.about()}\n{load}, after: {os.getloadavg()[0]:.2f}")


if __name__ == "__main__":
    main()
