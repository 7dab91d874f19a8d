"""Our decision diagrams beside Graphillion's, which are written in C++: data/results/zdd.csv.

    OMP_NUM_THREADS=1 uv run --with graphillion python tools/graphillion_peer.py --largest 9

Both packages count the cycles of a grid of n x n points, and the paths from one corner to the opposite one. Seconds are
processor time, from the graph to the count. Both counts must agree.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import networkx as nx

from puzzlekit import bench, zdd
from puzzlekit.course.results import Results

TABLE = Path(__file__).resolve().parents[1] / "data" / "results" / "zdd.csv"
HEADER = ("counted", "n", "count", "ours", "graphillion")
SMALLEST = 6


def timed(count: Callable[[], Any]) -> tuple[float, int]:
    """Return the processor seconds of a count, and the number of sets."""
    start = time.process_time()
    number = int(count())
    return time.process_time() - start, number


def measured(n: int) -> Iterator[tuple]:
    """Yield the rows of a grid, with both packages' times. Raises ValueError if their counts differ."""
    from graphillion import GraphSet

    graph = nx.grid_2d_graph(n, n)
    corners = (0, 0), (n - 1, n - 1)
    GraphSet.set_universe([*graph.edges])
    for counted, ours, theirs in (
        ("cycles", lambda: zdd.cycles(graph).count(), lambda: GraphSet.cycles().len()),
        ("paths", lambda: zdd.paths(graph, *corners).count(), lambda: GraphSet.paths(*corners).len()),
    ):
        (own, number), (peer, other) = timed(ours), timed(theirs)
        if number != other:
            raise ValueError(f"{counted} of {n} x {n} points: found {number} and {other}")
        yield counted, n, number, f"{own:.6f}", f"{peer:.6f}"


def main() -> None:
    """Count on grids of growing size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--largest", type=int, default=9, metavar="N")
    parser.add_argument("--csv", type=Path, default=TABLE)
    given = parser.parse_args()
    results = Results(given.csv, HEADER, f"{bench.about()} Seconds of the processor.")
    for n in range(SMALLEST, given.largest + 1):
        results.add(measured(n))


if __name__ == "__main__":
    main()
