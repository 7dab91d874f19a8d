"""The model of Slitherlink with one variable for each edge: x[edge] is 1 if the loop uses the edge.

The constraint families are in `families`. `build_fast` has variables only for edges that deduction does not decide, and
stronger constraints.
"""

from types import SimpleNamespace
from typing import Any

from pyscipopt import Model

from puzzlekit import scip
from puzzlekit.core.errors import validate_args
from puzzlekit.engines.scip import model_of
from puzzlekit.scip import BuiltModel, name
from puzzlekit.slitherlink import rules
from puzzlekit.slitherlink.families import demand, no_branch, no_dead_end, one_loop, some_loop
from puzzlekit.slitherlink.puzzle import Puzzle, Solution
from puzzlekit.slitherlink.statement import problem, stated

__all__ = ["FAMILIES", "build", "build_fast", "indicators"]
__all__ += ["demand", "no_branch", "no_dead_end", "one_loop", "some_loop"]

FAMILIES = (demand, no_branch, no_dead_end, one_loop, some_loop)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return `{(edge, state): expression}` for the states 0 and 1. The expression is 1 if the edge has this state,
    otherwise 0."""
    return stated(puzzle, v.x)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the model with a variable for each edge, and with these constraint families."""
    model = scip.new_model("slitherlink")
    v = scip.variables(x={edge: model.addVar(name("x", edge), vtype="B") for edge in puzzle.edges})
    return BuiltModel(
        model,
        v,
        decode=lambda values: Solution.of(puzzle, (edge for edge, value in values.x.items() if value)),
        decisions=v.x.values(),
        indicators=indicators(puzzle, v),
        display_names=lambda: rules.words(puzzle),
        clues=lambda: rules.clues(puzzle),
    ).add(families, puzzle)


@validate_args
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """Return the model with variables only for edges that deduction does not decide.

    It has additional constraints for the smallest loops, and its lazy constraints have fewer edges. See `statement`.
    """
    return model_of(problem(puzzle), _tuned_model, lambda drawn: stated(puzzle, drawn))


def _tuned_model() -> Model:
    """Return an empty model that solves an LP only at every second depth of the tree (measured in data/results/)."""
    model = scip.lightweight_model("slitherlink")
    model.setParam("lp/solvefreq", 2)
    return model
