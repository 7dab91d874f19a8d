"""The savings of a callback: a model of Slitherlink in one search, or solved again as long as there are several loops.

python tools/slitherlink_resolving.py INSTANCES --csv data/results/slitherlink_loops.csv

Each board is solved with the proof that its solution is the only one, by the plain model `single_loop` in two ways in
turn: `lazy`, one search in which a callback adds the cuts; and `solved again`, which rebuilds and solves the model
after each round of cuts. Both add the same cuts for the same drawing. The seconds are processor time, the median of
REPEATS. The run is `resolving`.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from types import SimpleNamespace

from pyscipopt import quicksum

from puzzlekit import bench, scip, slitherlink
from puzzlekit.core import union_find
from puzzlekit.core.grid import Edge
from puzzlekit.course.results import Results
from puzzlekit.scip import enumeration, lazy
from puzzlekit.slitherlink import model_single_loop
from puzzlekit.slitherlink.graph import missed, spoilt

HEADER = ("instance", "way", "status", "seconds", "solves")  # as in slitherlink_circuit.py
FAMILIES = tuple(family for family in model_single_loop.FAMILIES if family is not model_single_loop.one_loop)
REPEATS = 3


def forbidden(puzzle: slitherlink.Puzzle, drawn: list[Edge]) -> Iterator[tuple[Edge, ...]]:
    """Yield sets of drawn edges that no solution contains: a loop that misses a clue, or a loop and another edge."""
    for loop in union_find.cycle_components(drawn):
        if missed(puzzle, loop):
            yield loop
    yield from ((*loop, other) for loop, other in spoilt(drawn) if not missed(puzzle, loop))


@lazy.family
def cut_off(puzzle: slitherlink.Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple]:
    """Forbid these edges in a callback."""
    for edges in forbidden(puzzle, [edge for edge, value in values.x.items() if value]):
        yield edges, quicksum(v.x[edge] for edge in edges) <= len(edges) - 1


def in_one_search(puzzle: slitherlink.Puzzle) -> tuple[int, int]:
    """Return the number of solutions, two at most, and of solves."""
    built = model_single_loop.build(puzzle, (*FAMILIES, cut_off))
    found = enumeration.several(puzzle, built, slitherlink.violations, 2).solutions
    built.free()
    return len(found), 1


def solved_again(puzzle: slitherlink.Puzzle) -> tuple[int, int]:
    """Return the number of solutions, two at most, and of solves."""
    cuts: list[list] = []
    found, solves = 0, 0
    while found < 2:
        built = model_single_loop.build(puzzle, FAMILIES)
        for edges in cuts:
            built.model.addCons(quicksum(built.v.x[edge] for edge in edges) <= len(edges) - 1)
        result = scip.solve(built)
        solves += 1
        drawn = sorted(built.decode(result.values).drawn) if result.status == "solved" else []
        built.free()
        if not drawn:
            break
        wrong = [list(edges) for edges in forbidden(puzzle, drawn)]
        found += not wrong
        cuts += wrong or [drawn]
    return found, solves


WAYS = {"lazy": in_one_search, "solved again": solved_again}


def runs(files: list[Path]) -> Iterator[tuple]:
    """Yield the rows of the results."""
    for path in files:
        puzzle = slitherlink.parse(path.read_text(encoding="utf-8").strip())
        seconds: dict[str, list[float]] = {way: [] for way in WAYS}
        solves = {}
        for way, solve in REPEATS * [*WAYS.items()]:
            start = time.process_time()
            found, solves[way] = solve(puzzle)
            seconds[way].append(time.process_time() - start)
            assert found == 1
        yield from ((path.stem, way, "solved", f"{median(seconds[way]):.6f}", solves[way]) for way in WAYS)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("instances", nargs="+", type=Path)
    parser.add_argument("--csv", type=Path, required=True)
    given = parser.parse_args()
    results = Results(given.csv, HEADER, bench.about(), "resolving")
    for row in runs(bench.find_instances(given.instances)):
        results.add([row])
        print(*row, flush=True)


if __name__ == "__main__":
    main()
