"""What a lazy family saves: the undirected model of Slitherlink, solved again as long as there are several loops.

python tools/slitherlink_resolving.py INSTANCES --csv data/results/slitherlink_loops.csv

Each board is solved with the proof that its solution is the only one, in two ways in turn: by `single_loop_fast`, one
search with a lazy family; and by `single_loop` without one, which is built and solved anew with a row for each loop
that cannot stay. The run is `resolving`.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

from pyscipopt import quicksum

from puzzlekit import bench, scip, slitherlink, union_find
from puzzlekit.grid import Edge
from puzzlekit.results import Results
from puzzlekit.slitherlink import model_single_loop
from puzzlekit.slitherlink.graph import missed, spoilt

HEADER = ("instance", "way", "status", "seconds", "solves")  # of slitherlink_circuit.py, too
FAMILIES = tuple(family for family in model_single_loop.FAMILIES if family is not model_single_loop.one_loop)


def forbidden(puzzle: slitherlink.Puzzle, drawn: list[Edge]) -> Iterator[tuple[Edge, ...]]:
    """Edges of a drawing that no solution has all: a loop that misses a clue, or a loop and an edge elsewhere."""
    for loop in union_find.cycle_components(drawn):
        if missed(puzzle, loop):
            yield loop
    yield from ((*loop, other) for loop, other in spoilt(drawn) if not missed(puzzle, loop))


def resolve(puzzle: slitherlink.Puzzle) -> tuple[int, int]:
    """(solutions, two at most; solves) by hand."""
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


def runs(files: list[Path]) -> Iterator[tuple]:
    """One row of the results after another."""
    for path in files:
        puzzle = slitherlink.parse(path.read_text(encoding="utf-8").strip())
        start = time.perf_counter()
        unique = slitherlink.is_unique(puzzle, "single_loop_fast")
        yield path.stem, "lazy", "solved", f"{time.perf_counter() - start:.6f}", 1
        start = time.perf_counter()
        found, solves = resolve(puzzle)
        assert unique == (found == 1)
        yield path.stem, "solved again", "solved", f"{time.perf_counter() - start:.6f}", solves


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
