"""CP-SAT's circuit constraint beside repeated solves: Slitherlink with one arc in each direction of an edge.

python tools/slitherlink_circuit.py INSTANCES --csv data/results/slitherlink_loops.csv

Each board is solved with the proof that its solution is the only one, by two models: the model of Slitherlink's
`cp_sat`, which is solved again as long as there are several loops, and this model with `add_circuit`, in which no
candidate has several loops. Both begin with the edges that `deduce` settles, and with the constraints for the smallest
loops. Both use CP-SAT's default settings. The run is `circuit`.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from puzzlekit import bench, slitherlink
from puzzlekit.course.results import Results
from puzzlekit.engines import Settled, cp_sat
from puzzlekit.engines.cp_sat import answer
from puzzlekit.engines.rounds import Stated
from puzzlekit.slitherlink.statement import problem

HEADER = ("instance", "way", "status", "seconds", "solves")  # as in slitherlink_resolving.py


def lazy(puzzle: slitherlink.Puzzle, model: Any) -> Stated:
    """State the model of Slitherlink's `cp_sat`."""
    return cp_sat.state(problem(puzzle), model)


def circuit(puzzle: slitherlink.Puzzle, model: Any) -> Stated:
    """State the model of `lazy` with a circuit constraint, so no candidate has several loops. A point off the loop has
    an arc to itself."""
    open_ = problem(puzzle)
    stated = cp_sat.state(open_, model)
    if isinstance(open_, Settled):
        return stated
    x = {edge: model.get_bool_var_from_proto_index(item) for item, edge in enumerate(open_.keys[: open_.deciding])}
    x |= {edge: model.new_constant(one) for edge, one in open_.known.items()}
    place = {point: number for number, point in enumerate(puzzle.at)}
    arcs = [(number, number, model.new_bool_var("")) for number in place.values()]
    for edge, drawn in x.items():
        there, back = model.new_bool_var(""), model.new_bool_var("")
        model.add(there + back == drawn)
        arcs += [(place[edge.a], place[edge.b], there), (place[edge.b], place[edge.a], back)]
    model.add_circuit(arcs)
    return stated


WAYS = {"lazy": lazy, "circuit": circuit}


def runs(files: list[Path], time_limit: float) -> Iterator[tuple]:
    """Yield the rows of the results."""
    for path in files:
        puzzle = slitherlink.parse(path.read_text(encoding="utf-8").strip())
        proved = set()
        for way, state in WAYS.items():
            found = answer(partial(state, puzzle), 2, time_limit=time_limit, workers=1)
            if found.status != "unknown":
                proved.add(found.solutions)
            seconds = found.build_seconds + found.solve_seconds + found.unique_seconds
            yield path.stem, way, found.status, f"{seconds:.6f}", None
        assert len(proved) <= 1, f"{path.stem}: the two ways disagree"


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("instances", nargs="+", type=Path)
    parser.add_argument("--time-limit", type=float, default=60.0, help="seconds a board")
    parser.add_argument("--csv", type=Path, required=True)
    given = parser.parse_args()
    results = Results(given.csv, HEADER, bench.about(), "circuit")
    for row in runs(bench.find_instances(given.instances), given.time_limit):
        results.add([row])
        print(*row, flush=True)


if __name__ == "__main__":
    main()
