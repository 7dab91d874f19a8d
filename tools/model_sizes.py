"""How large each formulation's model of a stored board is, and how much its LP settles: data/results/model_sizes.csv.

    uv run python tools/model_sizes.py [PUZZLE ...]

No times: the numbers are the same on every machine. `settled` counts the elements of the board (cells, edges, bridges)
whose state is the right one at *every* point of the LP relaxation, which leaves out the objective and all lazy
families. What deduction settles before a model is built counts, too. It is empty where the model is not linear.
"""

import argparse
import contextlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pyscipopt import Expr, quicksum

from puzzlekit import bench, scip
from puzzlekit.core.errors import PuzzleError, UnsupportedPuzzle
from puzzlekit.course.conclusion.atlas import PLACES
from puzzlekit.course.results import Results
from puzzlekit.scip import BuiltModel

TABLE = Path(__file__).resolve().parents[1] / "data" / "results" / "model_sizes.csv"
SEARCH = "backtracking_fast"  # a search and then, seldom, the model of another formulation
HEADER = ("file", "formulation", "variables", "constraints", "elements", "settled")
NEARLY = 1e-6
LIMIT = 60.0  # seconds for the solution to compare with


def right_states(built: BuiltModel) -> set[tuple[Any, Any]]:
    """(element, state) for each element, at a solution."""
    result = scip.solve(built, time_limit=LIMIT)
    values = built.v if built.solved_by_deduction else result.values
    return {item for item, value in built.fractions(values).items() if value > 0.5}


def settled(built: BuiltModel, right: Iterable[tuple[Any, Any]]) -> int:
    """How many of the right states no point of the LP relaxation leaves.

    The least value of their sum shows points that leave some; without those it is asked again, until none does.
    """
    stated: Mapping[tuple, Any] = {item: built.indicators[item] for item in right}
    left = {item for item, value in stated.items() if isinstance(value, Expr)}
    known = len(stated) - len(left)
    while left:
        built.model.setObjective(quicksum(stated[item] for item in left), "minimize")
        at_point = built.fractions(scip.relax(built).values)
        if not (leaving := {item for item in left if at_point.get(item, 0.0) < 1 - NEARLY}):
            break
        left -= leaving
    return known + len(left)


def built(package: Any, puzzle: Any) -> dict[str, BuiltModel]:
    """The models of all formulations that take the puzzle."""
    models = {}
    for name, build in package.FORMULATIONS.items():
        if name == SEARCH:
            continue
        with contextlib.suppress(UnsupportedPuzzle):
            models[name] = build(puzzle)
    return models


def measured(puzzle_type: str, file: str) -> Iterator[tuple]:
    """A row for each formulation that takes the board; the elements are those of which all of them speak."""
    package = bench.find_package(puzzle_type)
    models = built(package, package.load(file))
    right = right_states(next(iter(models.values()))).intersection(*(model.indicators for model in models.values()))
    for name, model in models.items():
        size = (0, 0) if model.solved_by_deduction else (model.model.getNVars(), model.model.getNConss())
        try:
            share: int | str = settled(model, right)
        except PuzzleError:  # products of variables
            share = ""
        yield file, name, *size, len(right), share
        model.free()


def main() -> None:
    """Measure one board after another."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzles", nargs="*", default=list(dict.fromkeys(place.puzzle for place in PLACES)))
    parser.add_argument("--csv", type=Path, default=TABLE)
    given = parser.parse_args()
    for puzzle_type in given.puzzles:
        results = Results(given.csv, HEADER, bench.about(), run=puzzle_type)
        for place in PLACES:
            if place.board and place.puzzle == puzzle_type:
                results.add(list(measured(puzzle_type, place.board)))


if __name__ == "__main__":
    main()
