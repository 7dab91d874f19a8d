"""The sizes of all formulations' models of stored boards, and how much their LPs settle: data/results/model_sizes.csv.

    uv run python tools/model_sizes.py [PUZZLE ...]

There are no times, so the numbers are the same on every machine. `settled` counts the elements of the board (cells,
edges, bridges) whose state is the right one at *every* point of the LP relaxation, without the objective and the lazy
families. Elements that deduction settles before a model is built count, too. `settled` is empty if the model is not
linear.
"""

import argparse
import contextlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pyscipopt import Expr, quicksum

from puzzlekit import bench, scip
from puzzlekit.core.errors import PuzzleError, UnsupportedPuzzle
from puzzlekit.course.conclusion.atlas import places
from puzzlekit.course.results import Results
from puzzlekit.scip import BuiltModel

TABLE = Path(__file__).resolve().parents[1] / "data" / "results" / "model_sizes.csv"
SEARCH = "backtracking_fast"  # a search that seldom needs a model, and then another formulation's
HEADER = ("file", "formulation", "variables", "constraints", "elements", "settled")
NEARLY = 1e-6
LIMIT = 60.0  # seconds for solving a model, whose solution gives the right states


def right_states(built: BuiltModel) -> set[tuple[Any, Any]]:
    """Return (element, state) for each element, at a solution."""
    result = scip.solve(built, time_limit=LIMIT)
    values = built.v if built.solved_by_deduction else result.values
    return {item for item, value in built.fractions(values).items() if value > 0.5}


def settled(built: BuiltModel, right: Iterable[tuple[Any, Any]]) -> int:
    """Return the number of right states that hold at every point of the LP relaxation.

    Minimize the sum of their indicators, drop the states that do not hold at the minimum, and repeat until all hold.
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
    """Return the models of all formulations that take the puzzle."""
    models = {}
    for name, build in package.FORMULATIONS.items():
        if name == SEARCH:
            continue
        with contextlib.suppress(UnsupportedPuzzle):
            models[name] = build(puzzle)
    return models


def measured(puzzle_type: str, file: str) -> Iterator[tuple]:
    """Yield a row for each formulation that takes the board; only elements with indicators in all models count."""
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
    parser.add_argument("puzzles", nargs="*", default=list(dict.fromkeys(place.puzzle for place in places())))
    parser.add_argument("--csv", type=Path, default=TABLE)
    given = parser.parse_args()
    for puzzle_type in given.puzzles:
        results = Results(given.csv, HEADER, bench.about(), run=puzzle_type)
        for place in places():
            if place.board and place.puzzle == puzzle_type:
                results.add(list(measured(puzzle_type, place.board)))


if __name__ == "__main__":
    main()
