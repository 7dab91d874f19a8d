"""Record a SCIP run as plain data, node by node, to show how branch-and-bound works."""

import re
import threading
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, Variable

from puzzlekit import scip
from puzzlekit.core.clock import Stopwatch
from puzzlekit.core.errors import expect, validate_int
from puzzlekit.scip import BuiltModel, Progress, Result
from puzzlekit.scip.solver import in_problem_stage
from puzzlekit.scip.tree.recorder import Recorder
from puzzlekit.scip.tree.run import Record

# features of SCIP that `record` switches off by default, each with the parameters that do so
FAITHFUL: Mapping[str, Mapping[str, Any]] = {
    "presolving": {"presolving/maxrounds": 0, "misc/usesymmetry": 0},
    "separation": {"separating/maxrounds": 0, "separating/maxroundsroot": 0},
    "propagation": {"propagating/maxrounds": 0, "propagating/maxroundsroot": 0, "conflict/enable": False},
    "heuristics": {},  # one parameter for each heuristic, see `_set_faithful`
    "restarts": {"presolving/maxrestarts": 0},
    "strong branching": {"branching/mostinf/priority": 1_000_000},  # branch on the variable nearest to a half instead
}
MOST_NODES = 1_000_000  # the most nodes that a caller may request
EXACT_LP = {"lp/disablecutoff": 1}  # each LP is solved to optimality, even if its bound already prunes the node


class RecordingStopped(scip.Stopped):
    """The error for a recording that the reader interrupted. `record` has the nodes recorded so far."""

    def __init__(self, result: Result, record: Record):
        super().__init__(result)
        self.record = record


def record(
    built: Model | BuiltModel,
    variables: Mapping[Hashable, Variable] | SimpleNamespace | None = None,
    *,
    faithful: bool = True,
    max_nodes: int = 5000,
    time_limit: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
) -> Record:
    """Solve a model like `scip.solve`, and return a record of its branch-and-bound tree.

    Parameters
    ----------
    built
        A BuiltModel or a SCIP model. The record's `fractions` are the values of the BuiltModel's indicators, or of the
        SCIP model's variables. For `variables={1: x}` or `scip.variables(x={1: x})`, the fractions are `{(1, "x"):
        value}`.
    faithful
        If true, record the textbook's method: presolving, separation, propagation (with conflict analysis), heuristics,
        restarts and strong branching are switched off, and lazy families cut off only integral points. If false, SCIP
        runs with its default settings, and the tree has only the nodes that SCIP then needs.
    max_nodes
        The run ends after this number of nodes; then the record's `capped` is true.
    time_limit, progress, stop
        The parameters of `scip.solve` with these names.

    Raises
    ------
    RecordingStopped
        If the reader stops the run. The error has the record so far.
    PuzzleError
        If `built` is not a model, or `max_nodes` is not a whole number from 1 to a million, or if `scip.solve` raises
        it.

    Reference
    ---------
    Report, section 2.1.2.

    Examples
    --------
    >>> from puzzlekit import sudoku
    >>> from puzzlekit.scip import tree
    >>> from puzzlekit.sudoku import model_assignment
    >>> run = tree.record(model_assignment.build(sudoku.load("tiny_4x4")))
    >>> run.root.depth, run.result.status
    (0, 'solved')
    """
    max_nodes = validate_int(max_nodes, "max_nodes", 1, MOST_NODES)
    expect(built, (Model, BuiltModel), "a SCIP model or a BuiltModel")
    own = built if isinstance(built, BuiltModel) else _as_built(built, variables)
    recorder = Recorder(own)

    def prepare(model: Model) -> None:
        if faithful:
            _set_faithful(model)
        model.setParam("limits/totalnodes", max_nodes)
        recorder.begin(model)

    def recorded(result: Result) -> Record:
        return recorder.finish(result, switched_off=tuple(FAITHFUL) if faithful else (), max_nodes=max_nodes)

    watch = Stopwatch()
    try:
        result = scip.solve(own, time_limit=time_limit, progress=progress, stop=stop, prepare=prepare)
        if recorder.endless and result.status in ("solved", "infeasible"):
            # without propagation, SCIP drops nodes whose LP is unbounded, and then calls a feasible model infeasible
            answer = scip.solve(own, time_limit=watch.remaining(time_limit), progress=progress, stop=stop)
            result = replace(answer, seconds=watch.elapsed, nodes=result.nodes)
    except scip.Stopped as stopped:
        raise RecordingStopped(stopped.result, recorded(stopped.result)) from None
    return recorded(result)


def _as_built(model: Model, variables: Any) -> BuiltModel:
    """Return a reader's SCIP model as a BuiltModel. Its indicators are the variables: {(key, group): variable}."""
    with in_problem_stage(model, variables) as (_, asked, _):
        v = asked if isinstance(asked, SimpleNamespace) else scip.variables(x=asked)
    stated = {(key, group): variable for group, members in vars(v).items() for key, variable in members.items()}
    return BuiltModel(model, v, decode=lambda values: values, indicators=stated)


def _set_faithful(model: Model) -> None:
    for settings in (*FAITHFUL.values(), EXACT_LP):
        model.setParams(settings)
    model.setParams({key: -1 for key in model.getParams() if re.fullmatch(r"heuristics/\w+/freq", key)})
