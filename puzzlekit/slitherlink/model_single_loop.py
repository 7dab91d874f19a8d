"""Slitherlink model with one variable for each edge: x[edge] is 1 if the loop uses the edge.

The families are in `families`. `build_fast` uses only the edges that deduction leaves open, and stronger constraints.
"""

from types import SimpleNamespace
from typing import Any

from pyscipopt import Model

from puzzlekit import scip
from puzzlekit.core.errors import validate_args
from puzzlekit.engines.scip import model_of
from puzzlekit.scip import BuiltModel, name
from puzzlekit.slitherlink import wording
from puzzlekit.slitherlink.families import demand, no_branch, no_dead_end, one_loop, some_loop
from puzzlekit.slitherlink.puzzle import Puzzle, Solution
from puzzlekit.slitherlink.statement import problem, stated

__all__ = ["FAMILIES", "build", "build_fast", "indicators"]
__all__ += ["demand", "no_branch", "no_dead_end", "one_loop", "some_loop"]

FAMILIES = (demand, no_branch, no_dead_end, one_loop, some_loop)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return `{(edge, state): expression}`; the expression is 1 if the edge has this state, 0 or 1."""
    return stated(puzzle, v.x)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Build the model with a variable for each edge."""
    model = scip.new_model("slitherlink")
    v = scip.variables(x={edge: model.addVar(name("x", edge), vtype="B") for edge in puzzle.edges})
    return BuiltModel(
        model,
        v,
        decode=lambda values: Solution.of(puzzle, (edge for edge, value in values.x.items() if value)),
        decisions=v.x.values(),
        indicators=indicators(puzzle, v),
        display_names=lambda: wording.words(puzzle),
        clues=lambda: wording.clues(puzzle),
    ).add(families, puzzle)


@validate_args
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """Build the model with variables only for the edges that deduction leaves open.

    It has constraints for the smallest loops, and shorter lazy constraints; see `statement`.
    """
    return model_of(problem(puzzle), _tuned_model, lambda drawn: stated(puzzle, drawn))


def _tuned_model() -> Model:
    """Return a SCIP model without most plugins that solves an LP at every other node; see data/results/."""
    model = scip.lightweight_model("slitherlink")
    model.setParam("lp/solvefreq", 2)
    return model
