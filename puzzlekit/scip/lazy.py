"""Rows that are added only where a candidate breaks them: what a reader writes.

A lazy family is a family with the values of a candidate as its third argument. It yields rows that hold for every
solution and that this candidate breaks, and nothing if there are none. In ten lines:

    @lazy.family
    def no_cycles(puzzle, v, values):
        for cycle in cycles([edge for edge, value in values.x.items() if value == 1]):
            yield cycle[0], quicksum(v.x[edge] for edge in cycle) <= len(cycle) - 1

It stands in FAMILIES like any other; in a model of one's own, `lazy.attach(model, v, puzzle, no_cycles)` does the
same. How SCIP is made to ask it is in `puzzlekit.scip.handler`.
"""

import functools
import inspect
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model

from puzzlekit.core.errors import PuzzleError, called, expect, validate_int
from puzzlekit.scip.constraints import check_model, check_owner
from puzzlekit.scip.handler import LazyFamily, Separate, serve
from puzzlekit.scip.locking import locked

__all__ = ["LazyFamily", "attach", "family"]


def family(separate: Separate | None = None, *, fractional: Separate | None = None, every: int = 1) -> Any:
    """Decorate a function `(puzzle, v, values)` as a lazy family: `@family` or `@family(fractional=function)`.

    Raises
    ------
    PuzzleError
        If the function does not take these three, or `every` is not 1 or more.
    """
    every = validate_int(every, "every", 1)
    for function in (separate, fractional):
        if function is not None:
            _check(function)
    if separate is None:
        return functools.partial(family, fractional=fractional, every=every)
    return LazyFamily(separate, fractional, every)


def _check(function: Any) -> None:
    expect(function, Callable, "a function (puzzle, v, values)")  # type: ignore[arg-type]
    try:
        taken = len(inspect.signature(function).parameters)
    except ValueError:  # of some functions in C
        taken = 0
    if taken != 3:
        name = getattr(function, "__name__", called(function))
        raise PuzzleError(f"lazy family {name} takes other arguments; expected (puzzle, v, values)")


def attach(model: Model, v: SimpleNamespace, puzzle: Any, *families: LazyFamily) -> None:
    """Add lazy families to a model in its problem stage: all of them or, where one is refused, none.

    Parameters
    ----------
    model
        A SCIP model; `puzzlekit.scip.solve` solves it.
    v
        Namespace of dicts of its variables; the families get values of the same shape.
    puzzle
        Handed to the families as it is.

    Raises
    ------
    PuzzleError
        If one of these is something else, a variable is another model's, or the model is being solved.
    """
    check_model(model)
    expect(v, SimpleNamespace, "scip.variables(x=x)")
    check_owner(model, v)
    for one in families:
        if not isinstance(one, LazyFamily):
            told = getattr(one, "__name__", type(one).__name__)
            raise PuzzleError(f"found {told}, expected a function decorated with @lazy.family")
    with locked(model):
        serve(model, v, puzzle, *families)
