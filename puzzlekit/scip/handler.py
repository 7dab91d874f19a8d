"""The course's only constraint handler. It adds the constraints of lazy families that a candidate violates. A candidate
is an integral point that SCIP would otherwise accept as a solution.

If a hand-written constraint handler has a mistake (a missing lock, symmetry handling left on, a misspelt callback or
result), SCIP may return a wrong answer with the status "optimal". Here a reader writes only constraints (see
`puzzlekit.scip.lazy`), and the handler checks each of them.
"""

import atexit
import contextlib
import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any
from weakref import ref

from pyscipopt import SCIP_RESULT, Conshdlr, Model, Variable
from pyscipopt.scip import ExprCons

from puzzlekit.core.errors import PuzzleError
from puzzlekit.scip.constraints import HANDLER, LinearConstraint, as_linear_constraint, is_broken, keys, name
from puzzlekit.scip.locking import locked, stop_search

Separate = Callable[[Any, SimpleNamespace, SimpleNamespace], Iterable[tuple[Any, ExprCons]]]

TOLERANCE = 1e-6  # SCIP's feasibility tolerance: a smaller violation counts as satisfied
LAST = -5_000_000  # priority of a check after all others: integrality has 0, linear constraints have -1,000,000


@dataclass(eq=False)
class LazyFamily:
    """A family of constraints that are added only when a candidate violates them. Readers make it with `@lazy.family`.

    Attributes
    ----------
    separate
        Function `(puzzle, v, values)` that yields `(place, row)` for each constraint that the values of a candidate
        violate. Values of integer variables are ints.
    fractional
        A function of the same form for LP solutions, whose values are fractions. Only constraints that the LP solution
        violates are added.
    every
        `fractional` is called at nodes of the search tree whose depth is a multiple of this number.
    last
        Whether the family receives only candidates that satisfy all families before it.
    """

    separate: Separate
    fractional: Separate | None = None
    every: int = 1
    last: bool = False
    __name__: str = ""  # the name of `separate`, and of the family's constraints

    def __post_init__(self) -> None:
        functools.update_wrapper(self, self.separate)

    def __call__(self, puzzle: Any, v: SimpleNamespace, values: SimpleNamespace) -> Iterable[tuple[Any, ExprCons]]:
        """Return the constraints that the family yields at these values. A reader can test a family this way."""
        return self.separate(puzzle, v, values)


def serve(model: Model, v: SimpleNamespace, puzzle: Any, *families: LazyFamily) -> None:
    """Apply these lazy families in every later solve of the model. The caller must have locked the model
    (`locking.locked`) in its problem stage."""
    if (handler := _handler(model)) is None:
        handler = Handler()
        _handlers[hash(model)] = ref(model), handler
        calls_python(model)
        told = "constraints added when a candidate violates them"
        model.includeConshdlr(handler, HANDLER, told, enfopriority=LAST, chckpriority=LAST, maxprerounds=0)
        # SCIP's symmetry propagator ignores lazy constraints, and SCIP skips a handler without a constraint.
        model.setParam("misc/usesymmetry", 0)
        model.addPyCons(model.createCons(handler, HANDLER))
    if any(family.fractional for family in families):
        model.setParam(f"constraints/{HANDLER}/sepafreq", 1)
    handler.served += [_Served(family, puzzle, v) for family in families]


def is_lazy(model: Model) -> bool:
    """Return whether the model has lazy families."""
    return _handler(model) is not None


def cuts(model: Model) -> tuple[LinearConstraint, ...]:
    """Return the constraints that lazy families added since the last solve began, in order."""
    handler = _handler(model)
    return tuple(handler.cuts) if handler else ()


def failure(model: Model) -> BaseException | None:
    """Return the exception that a lazy family raised and that ended the last solve, or None if there was none."""
    handler = _handler(model)
    return handler.failure if handler else None


def _guarded(otherwise: int) -> Callable[[Callable[..., dict]], Callable[..., dict]]:
    """Return a decorator for a callback of SCIP. If the callback raises an exception, the handler stores it, stops the
    solve, and returns `otherwise`, a result that SCIP accepts in this callback.

    Without this decorator, SCIP would print and lose the exception, or crash.
    """

    def guard(callback: Callable[..., dict]) -> Callable[..., dict]:
        @functools.wraps(callback)
        def guarded(self: "Handler", *arguments: Any) -> dict:
            self.begin()
            if self.failure is None:
                try:
                    return callback(self, *arguments)
                except BaseException as error:  # any exception of the reader's family, including SystemExit
                    if isinstance(error, KeyboardInterrupt):  # its frames would keep the thread until garbage
                        error = error.with_traceback(None)  # collection, in which the next interrupt could be lost
                    self.failure = error
            stop_search(self.model)
            return {"result": otherwise}

        return guarded

    return guard


@dataclass
class _Served:
    """A lazy family with its puzzle and the model's variables `v`. The family gets values in the same form as `v`."""

    family: LazyFamily
    puzzle: Any
    v: SimpleNamespace
    keys: dict[int, Any] = field(init=False)
    places: list[tuple[str, Any, Variable, bool]] = field(init=False)

    def __post_init__(self) -> None:
        places = [(group, key, x) for group, members in vars(self.v).items() for key, x in members.items()]
        self.keys = keys(self.v)
        self.places = [(*place, place[2].vtype() != "CONTINUOUS") for place in places]

    def values(self, model: Model, solution: Any, *, whole: bool) -> SimpleNamespace:
        """Return the values of a SCIP solution as a namespace of dicts like `v`. If `solution` is None, return the
        values of the current LP or pseudo solution. If `whole` is true, values of integer variables are rounded to
        ints."""
        values: dict[str, dict] = {group: {} for group in vars(self.v)}
        for group, key, variable, integral in self.places:
            value = model.getSolVal(solution, variable)
            values[group][key] = round(value) if integral and whole else value
        return SimpleNamespace(**values)

    def found(self, separate: Separate, values: SimpleNamespace) -> Iterator[tuple[ExprCons, LinearConstraint]]:
        """Yield each constraint that the function `separate` yields at these values, as a pair: SCIP's constraint, and
        the constraint as plain data."""
        given = separate(self.puzzle, self.v, values)
        if not isinstance(given, Iterable):
            told = f"lazy family {self.family.__name__} returns {type(given).__name__}"
            raise PuzzleError(f"{told}, expected pairs (place, row): yield them or return a list")
        for item in given:
            place, row = item if isinstance(item, tuple) and len(item) == 2 else (None, item)
            yield row, as_linear_constraint(row, self.keys, self.family.__name__, place)


class Handler(Conshdlr):
    """The constraint handler that enforces all lazy families of one model. Only SCIP calls its methods.

    `needs` lists the callbacks that are needed for right answers. A subclass with a misspelt callback is refused,
    because SCIP would never call it.
    """

    needs = ("conscheck", "consenfolp", "consenfops", "conslock", "constrans")

    def __init_subclass__(cls) -> None:
        unknown = [title for title in vars(cls) if title.startswith("cons") and not hasattr(Conshdlr, title)]
        missing = [title for title in cls.needs if not callable(getattr(cls, title))]
        if unknown or missing:
            told = f"found {', '.join([*unknown, *(f'no {title}' for title in missing)])} in {cls.__name__}"
            raise PuzzleError(f"{told}, expected SCIP's callbacks, including {', '.join(cls.needs)}")

    def __init__(self) -> None:
        self.cuts: list[LinearConstraint] = []
        self.failure: BaseException | None = None
        self.served: list[_Served] = []
        self.idle = True  # no solve is under way

    # Callbacks of SCIP

    def consinit(self, constraints: Any) -> None:
        """Prepare for a new solve (SCIP's callback)."""
        self.begin()

    def consexit(self, constraints: Any) -> None:
        """Mark the handler as idle, when SCIP frees the transformed problem after a solve (SCIP's callback)."""
        self.idle = True

    def constrans(self, sourceconstraint: Any) -> dict:
        """Return a new constraint for the transformed problem. Without this callback, PySCIPOpt would share the
        original constraint and free it with the transformed problem; the next solve would then crash the process."""
        return {"targetcons": self.model.createCons(self, HANDLER)}

    def conslock(self, constraint: Any, locktype: Any, nlockspos: int, nlocksneg: int) -> None:
        """Lock each variable in both directions: a larger or a smaller value may violate a lazy constraint, so SCIP
        must not fix the variable by a dual argument."""
        both = nlockspos + nlocksneg
        for served in self.served:
            for _, _, variable, _ in served.places:
                self.model.addVarLocksType(variable, locktype, both, both)

    @_guarded(SCIP_RESULT.INFEASIBLE)
    def conscheck(self, constraints: Any, solution: Any, *_: Any) -> dict:
        """Return SCIP's result for a candidate of a heuristic or relaxation: feasible, unless the candidate violates a
        lazy constraint."""
        broken = next(self._broken(solution), None)
        return {"result": SCIP_RESULT.FEASIBLE if broken is None else SCIP_RESULT.INFEASIBLE}

    @_guarded(SCIP_RESULT.INFEASIBLE)
    def consenfolp(self, constraints: Any, nusefulconss: int, solinfeasible: bool) -> dict:
        """Add the lazy constraints that the integral LP solution of a node violates, and return SCIP's result for this
        solution."""
        return {"result": SCIP_RESULT.INFEASIBLE if solinfeasible else self._enforce()}

    @_guarded(SCIP_RESULT.INFEASIBLE)
    def consenfops(self, constraints: Any, nusefulconss: int, solinfeasible: bool, objinfeasible: bool) -> dict:
        """Add the lazy constraints that the pseudo solution of a node without an LP violates, and return SCIP's result
        for this solution."""
        return {"result": SCIP_RESULT.INFEASIBLE if solinfeasible else self._enforce()}

    @_guarded(SCIP_RESULT.DIDNOTFIND)
    def conssepalp(self, constraints: Any, nusefulconss: int) -> dict:
        """Add the lazy constraints that the fractional LP solution violates, and return SCIP's result. Only families
        with a function `fractional` yield such constraints."""
        added = self._add(self._broken_by_fractions())
        return {"result": SCIP_RESULT.CONSADDED if added else SCIP_RESULT.DIDNOTFIND}

    # Helpers of the callbacks

    def begin(self) -> None:
        """Discard the data of the last solve, at the first callback of a new solve. This callback may come before
        `consinit`, because SCIP first checks known solutions of earlier solves. An exception that a family raises in
        such a check must not be discarded."""
        if self.idle:
            self.cuts, self.failure, self.idle = [], None, False

    def _enforce(self) -> int:
        return SCIP_RESULT.CONSADDED if self._add(self._broken(None)) else SCIP_RESULT.FEASIBLE

    def _broken(self, solution: Any) -> Iterator[tuple[ExprCons, LinearConstraint]]:
        """Yield the lazy constraints that an integral candidate violates, each as a pair: SCIP's constraint, and the
        constraint as plain data. Raises PuzzleError if a family yields a constraint that the candidate satisfies: such
        a constraint would not cut off the candidate, and SCIP would call the handler forever."""
        seen: dict[int, SimpleNamespace] = {}
        quiet = True
        for served in self.served:
            if served.family.last and not quiet:
                continue
            if (values := seen.get(id(served.v))) is None:
                values = seen[id(served.v)] = served.values(self.model, solution, whole=True)
            for row, plain in served.found(served.family.separate, values):
                quiet = False
                if not is_broken(plain, values, TOLERANCE):
                    told = f"lazy family {plain.family} yields {plain} at {plain.index}, but the candidate satisfies it"
                    raise PuzzleError(f"{told}; yield only constraints that the candidate violates")
                yield row, plain

    def _broken_by_fractions(self) -> Iterator[tuple[ExprCons, LinearConstraint]]:
        depth = self.model.getDepth()
        for served in self.served:
            if served.family.fractional and depth % served.family.every == 0:
                values = served.values(self.model, None, whole=False)
                found = served.found(served.family.fractional, values)
                yield from (pair for pair in found if is_broken(pair[1], values, TOLERANCE))

    def _add(self, found: Iterable[tuple[ExprCons, LinearConstraint]]) -> int:
        """Add constraints to the model for the rest of this solve, and return their number."""
        before = len(self.cuts)
        for row, plain in list(found):
            self.model.addCons(row, name=name(str(plain.family), plain.index))
            self.cuts.append(plain)
        return len(self.cuts) - before


# The keys are hashes of models. A model's hash is its address. No Python code of ours may run when a model is freed (no
# `consfree`, no dictionary of weak keys): Python would raise a pending interrupt in this code and lose the interrupt.
_handlers: dict[int, tuple[ref[Model], Handler]] = {}
_calling: dict[int, ref[Model]] = {}  # models with a constraint handler or an event handler in Python


def _handler(model: Model) -> Handler | None:
    """Return the handler of a model's lazy families, or None. The models are compared because an earlier model may have
    had the same address."""
    kept, handler = _handlers.get(hash(model), (None, None))
    return handler if kept and kept() == model else None


def calls_python(model: Model) -> None:
    """Register a model whose event or constraint handler is Python code, so that the model is freed before Python
    ends: SCIP calls this code when the model is freed."""
    _calling[hash(model)] = ref(model)


def forget(model: Model) -> None:
    """Discard the data that the handler of a model holds, before the model is freed. PySCIPOpt never frees a
    handler."""
    _calling.pop(hash(model), None)
    if handler := _handler(model):
        handler.served, handler.cuts = [], []
        del _handlers[hash(model)]


@atexit.register
def _free_all() -> None:
    """Free all registered models at the end of the program, while Python can still run the handlers that SCIP calls."""
    for model in [kept() for kept in _calling.values()]:
        if model is not None and ((handler := _handler(model)) is None or handler.idle):
            with contextlib.suppress(PuzzleError), locked(model):  # freed already, or at work in a thread
                model.free()
