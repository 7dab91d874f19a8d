"""The spanning-tree model of the circuit board.

x[edge] is 1 if the edge is drawn, and y[point] is 1 if the point has three edges. Report, equations (5.1b)-(5.1g). The
constraints are in `families`; (5.1f) and (5.1g) are the variables' types. The objective (5.1a) is omitted, because it
is constant by (5.1d).
"""

from functools import partial

from pyscipopt import Model

from puzzlekit import scip
from puzzlekit.circuit.families import TREE, indicators, no_cycle, stated, tree_model
from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.circuit.search import searched
from puzzlekit.circuit.statement import problem
from puzzlekit.core.errors import UnsupportedPuzzle, validate_args
from puzzlekit.engines import Problem, Settled
from puzzlekit.engines.scip import model_of
from puzzlekit.scip import BuiltModel, name

__all__ = ["FAMILIES", "build", "build_after_search", "build_fast", "indicators", "no_cycle"]

FAMILIES = TREE
LARGE = 120  # boards with more points are large, see `_tuned_model`


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the report's model (5.1), corrected, with these constraint families. Raise UnsupportedPuzzle if the puzzle
    has endpoints."""
    _check(puzzle)
    model = scip.new_model("spanning tree")
    v = scip.variables(
        x={edge: model.addVar(name("x", edge), vtype="B") for edge in puzzle.edges},
        y={point: model.addVar(name("y", point), vtype="B") for point in puzzle.points},
    )
    return tree_model(puzzle, model, v, families)


def _check(puzzle: Puzzle) -> None:
    if puzzle.endpoints:
        raise UnsupportedPuzzle("found endpoints, expected none in the spanning-tree model; use 'shortest_path'")


@validate_args
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """Return the model (5.1) with variables only for edges that deduction does not decide, and with stronger
    constraints. See `statement`.

    The additional constraints concern squares, pairs of points, and cut-sets. Raise UnsupportedPuzzle if the puzzle has
    endpoints.
    """
    _check(puzzle)
    return _model(puzzle, problem(puzzle))


@validate_args
def build_after_search(puzzle: Puzzle) -> BuiltModel:
    """Return the model of `build_fast`, after a short search for the solution. See the module `search`.

    If the search proves that there is exactly one solution or none, the returned BuiltModel has this result instead of
    a model. Raise UnsupportedPuzzle if the puzzle has endpoints.
    """
    _check(puzzle)
    return _model(puzzle, searched(puzzle, problem(puzzle)))


def _model(puzzle: Puzzle, statement: Problem | Settled) -> BuiltModel:
    return model_of(statement, partial(_tuned_model, puzzle), lambda x: stated(puzzle, x, x))


def _tuned_model(puzzle: Puzzle) -> Model:
    """Return an empty model with settings that were the fastest on our puzzles (data/results/).

    SCIP learns one clause from each conflict, at the first unique implication point, as SAT solvers do. On small
    boards, SCIP solves an LP only at every second depth of its search tree.
    """
    model = scip.set_cp_emphasis(scip.lightweight_model("spanning tree"), depth_first=False)
    model.setParams({"conflict/fuiplevels": 1, "lp/solvefreq": 1 if len(puzzle.points) > LARGE else 2})
    return model
