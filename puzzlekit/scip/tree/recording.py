"""Recording of a SCIP run as plain data, node by node: a look inside branch-and-bound."""

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

FAITHFUL: Mapping[str, Mapping[str, Any]] = {
    "presolving": {"presolving/maxrounds": 0, "misc/usesymmetry": 0},
    "separation": {"separating/maxrounds": 0, "separating/maxroundsroot": 0},
    "propagation": {"propagating/maxrounds": 0, "propagating/maxroundsroot": 0, "conflict/enable": False},
    "heuristics": {},  # one parameter for each heuristic, see `_set_faithful`
    "restarts": {"presolving/maxrestarts": 0},
    "strong branching": {"branching/mostinf/priority": 1_000_000},  # branch on the variable nearest to a half instead
}
MOST_NODES = 1_000_000  # nodes that a record can hold
EXACT_LP = {"lp/disablecutoff": 1}  # an LP is solved to its end, even where its bound is bad enough already


class RecordingStopped(scip.Stopped):
    """An interrupt of the run by the reader. `record` holds the nodes recorded so far."""

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
    """Solve a model and record its branch-and-bound tree; otherwise like `scip.solve`.

    Parameters
    ----------
    built
        A built model, whose indicators give the fractions; or a SCIP model, where each variable stands for itself:
        the fractions of `variables={1: x}` or `scip.variables(x={1: x})` are `{(1, "x"): value}`.
    faithful
        Show the textbook's method: presolving, separation, propagation (with conflict analysis), heuristics, restarts
        and strong branching switched off; lazy families then cut off integral points only. Otherwise SCIP runs with its
        default settings, and the tree shows the nodes that remain.
    max_nodes
        The run ends after this many nodes, and the record's `capped` is true.

    Raises
    ------
    RecordingStopped
        A scip.Stopped, with the record so far.
    PuzzleError
        If `built` is no model or `max_nodes` is no whole number from 1 to a million, and as in `scip.solve`.

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
    expect(built, (Model, BuiltModel), "a SCIP model or a built one")
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
            # without propagation SCIP drops nodes whose LP is unbounded: a feasible model was called infeasible
            answer = scip.solve(own, time_limit=watch.remaining(time_limit), progress=progress, stop=stop)
            result = replace(answer, seconds=watch.elapsed, nodes=result.nodes)
    except scip.Stopped as stopped:
        raise RecordingStopped(stopped.result, recorded(stopped.result)) from None
    return recorded(result)


def _as_built(model: Model, variables: Any) -> BuiltModel:
    """Return a reader's own model as a built model whose indicators are its variables."""
    with in_problem_stage(model, variables) as (_, asked, _):
        v = asked if isinstance(asked, SimpleNamespace) else scip.variables(x=asked)
    stated = {(key, group): variable for group, members in vars(v).items() for key, variable in members.items()}
    return BuiltModel(model, v, decode=lambda values: values, indicators=stated)


def _set_faithful(model: Model) -> None:
    for settings in (*FAITHFUL.values(), EXACT_LP):
        model.setParams(settings)
    model.setParams({key: -1 for key in model.getParams() if re.fullmatch(r"heuristics/\w+/freq", key)})
