"""Lazy constraints as a reader writes them. They are added only when a candidate (an integral point that SCIP would
otherwise accept as a solution) violates them.

A lazy family is a family with the values of a candidate as its third argument. It yields constraints that every
solution satisfies and this candidate violates, or nothing. For example:

    @lazy.family
    def no_cycles(puzzle, v, values):
        for cycle in cycles([edge for edge, value in values.x.items() if value == 1]):
            yield cycle[0], quicksum(v.x[edge] for edge in cycle) <= len(cycle) - 1

A chapter's FAMILIES can contain a lazy family like any other family; `lazy.attach(model, v, puzzle, no_cycles)` adds
the family to a model of your own. The module `puzzlekit.scip.handler` makes SCIP call the family.
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
    """Decorate a function `(puzzle, v, values)`, so that it becomes a `LazyFamily`: `@family`, or
    `@family(fractional=function)`. See `LazyFamily` for the parameters.

    Raises
    ------
    PuzzleError
        If a function does not take these three arguments, or `every` is less than 1.
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
    except ValueError:  # some functions in C have no signature
        taken = 0
    if taken != 3:
        name = getattr(function, "__name__", called(function))
        raise PuzzleError(f"found the lazy family {name} with other parameters, expected (puzzle, v, values)")


def attach(model: Model, v: SimpleNamespace, puzzle: Any, *families: LazyFamily) -> None:
    """Add lazy families to a model in its problem stage. If the function refuses one of the families, it adds none.

    Parameters
    ----------
    model
        A SCIP model; `puzzlekit.scip.solve` solves it.
    v
        The model's variables: a namespace of dicts, as `scip.variables` returns it. The families get values in the same
        form.
    puzzle
        The puzzle that is passed to the families.

    Raises
    ------
    PuzzleError
        If an argument has the wrong type, a variable belongs to another model, or the model is being solved.
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
