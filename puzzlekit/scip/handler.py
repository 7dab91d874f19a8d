"""The course's only constraint handler: it adds constraints of lazy families where a candidate violates them.

A hand-written constraint handler has many ways to answer wrongly under the status "optimal" (forgotten locks, symmetry,
a misspelt callback or result). Here a reader writes only constraints (see `puzzlekit.scip.lazy`), and the handler
checks each of them.
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
from puzzlekit.scip.locking import locked
from puzzlekit.scip.stopping import stop_search

Separate = Callable[[Any, SimpleNamespace, SimpleNamespace], Iterable[tuple[Any, ExprCons]]]

TOLERANCE = 1e-6  # SCIP's feasibility tolerance: a smaller violation counts as satisfied
LAST = -5_000_000  # after everything else: integrality (0) and linear constraints (-1,000,000)


@dataclass(eq=False)
class LazyFamily:
    """A family whose constraints are added where a candidate violates them; made by `@lazy.family`.

    Attributes
    ----------
    separate
        Function `(puzzle, v, values)` that yields `(place, row)` for constraints that these values violate; integers
        are ints.
    fractional
        Function of the same form for LP solutions, whose values are fractions. Only constraints that the point violates
        are added.
    every
        `fractional` is called where the depth in the search tree is a multiple of this number.
    last
        Whether the family only sees candidates that satisfy all families before it.
    """

    separate: Separate
    fractional: Separate | None = None
    every: int = 1
    last: bool = False
    __name__: str = ""  # the name of `separate`, and of the family's constraints

    def __post_init__(self) -> None:
        functools.update_wrapper(self, self.separate)

    def __call__(self, puzzle: Any, v: SimpleNamespace, values: SimpleNamespace) -> Iterable[tuple[Any, ExprCons]]:
        """Return the constraints that the family yields at these values, so that a reader can try the family."""
        return self.separate(puzzle, v, values)


def serve(model: Model, v: SimpleNamespace, puzzle: Any, *families: LazyFamily) -> None:
    """Apply these families in every solve of the model, which must be in its problem stage and held by the caller."""
    if (handler := _handler(model)) is None:
        handler = Handler()
        _handlers[hash(model)] = ref(model), handler
        calls_python(model)
        told = "rows added where a candidate breaks them"
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
    """Return the constraints added since the last solve began, in order."""
    handler = _handler(model)
    return tuple(handler.cuts) if handler else ()


def failure(model: Model) -> BaseException | None:
    """Return the exception that ended the last solve in a lazy family, or None."""
    handler = _handler(model)
    return handler.failure if handler else None


def _guarded(otherwise: int) -> Callable[[Callable[..., dict]], Callable[..., dict]]:
    """Decorate a callback so that an exception stops the solve. SCIP would print the exception and lose it, or end the
    process; so the handler keeps it and returns `otherwise`, which must be a result that SCIP accepts in this
    callback."""

    def guard(callback: Callable[..., dict]) -> Callable[..., dict]:
        @functools.wraps(callback)
        def guarded(self: "Handler", *arguments: Any) -> dict:
            self.begin()
            if self.failure is None:
                try:
                    return callback(self, *arguments)
                except BaseException as error:  # whatever the reader's family raises, SystemExit too
                    if isinstance(error, KeyboardInterrupt):  # its frames would keep the thread until garbage
                        error = error.with_traceback(None)  # collection, in which the next interrupt could be lost
                    self.failure = error
            stop_search(self.model)
            return {"result": otherwise}

        return guarded

    return guard


@dataclass
class _Served:
    """A lazy family with its puzzle, and the model's variables in the shape of the family's third argument."""

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
        """Return a SCIP solution (None: the current one) in the shape of `v`. Integers are rounded if the point is
        known to be integral."""
        values: dict[str, dict] = {group: {} for group in vars(self.v)}
        for group, key, variable, integral in self.places:
            value = model.getSolVal(solution, variable)
            values[group][key] = round(value) if integral and whole else value
        return SimpleNamespace(**values)

    def found(self, separate: Separate, values: SimpleNamespace) -> Iterator[tuple[ExprCons, LinearConstraint]]:
        """Yield the constraints of a family, each as the family yields it and as plain data."""
        given = separate(self.puzzle, self.v, values)
        if not isinstance(given, Iterable):
            told = f"lazy family {self.family.__name__} gives {type(given).__name__}"
            raise PuzzleError(f"{told}, expected pairs (place, row), by yield or in a list")
        for item in given:
            place, row = item if isinstance(item, tuple) and len(item) == 2 else (None, item)
            yield row, as_linear_constraint(row, self.keys, self.family.__name__, place)


class Handler(Conshdlr):
    """The constraint handler that enforces all lazy families of one model. Only SCIP calls it.

    `needs` lists the callbacks without which the answers would be wrong. A subclass with a callback that SCIP does not
    have, and so would never call, is refused.
    """

    needs = ("conscheck", "consenfolp", "consenfops", "conslock", "constrans")

    def __init_subclass__(cls) -> None:
        unknown = [title for title in vars(cls) if title.startswith("cons") and not hasattr(Conshdlr, title)]
        missing = [title for title in cls.needs if not callable(getattr(cls, title))]
        if unknown or missing:
            told = f"found {', '.join([*unknown, *missing])} in {cls.__name__}"
            raise PuzzleError(f"{told}, expected SCIP's callbacks, {', '.join(cls.needs)} among them")

    def __init__(self) -> None:
        self.cuts: list[LinearConstraint] = []
        self.failure: BaseException | None = None
        self.served: list[_Served] = []
        self.idle = True  # no solve is under way

    # Callbacks of SCIP

    def consinit(self, constraints: Any) -> None:
        """Begin a solve."""
        self.begin()

    def consexit(self, constraints: Any) -> None:
        """End a solve: the transformed problem is freed."""
        self.idle = True

    def constrans(self, sourceconstraint: Any) -> dict:
        """Create the transformed problem's own constraint. PySCIPOpt would share the original constraint and drop it
        with the transformed problem: the next solve of the same model would end the process."""
        return {"targetcons": self.model.createCons(self, HANDLER)}

    def conslock(self, constraint: Any, locktype: Any, nlockspos: int, nlocksneg: int) -> None:
        """Lock each variable in both directions: its rise or fall may violate a lazy constraint, so no dual argument
        may fix it."""
        both = nlockspos + nlocksneg
        for served in self.served:
            for _, _, variable, _ in served.places:
                self.model.addVarLocksType(variable, locktype, both, both)

    @_guarded(SCIP_RESULT.INFEASIBLE)
    def conscheck(self, constraints: Any, solution: Any, *_: Any) -> dict:
        """Accept or reject a candidate that a heuristic or a relaxation found."""
        broken = next(self._broken(solution), None)
        return {"result": SCIP_RESULT.FEASIBLE if broken is None else SCIP_RESULT.INFEASIBLE}

    @_guarded(SCIP_RESULT.INFEASIBLE)
    def consenfolp(self, constraints: Any, nusefulconss: int, solinfeasible: bool) -> dict:
        """Accept the LP's integral point, or cut it off."""
        return {"result": SCIP_RESULT.INFEASIBLE if solinfeasible else self._enforce()}

    @_guarded(SCIP_RESULT.INFEASIBLE)
    def consenfops(self, constraints: Any, nusefulconss: int, solinfeasible: bool, objinfeasible: bool) -> dict:
        """Accept or cut off SCIP's pseudo solution, at a node without an LP."""
        return {"result": SCIP_RESULT.INFEASIBLE if solinfeasible else self._enforce()}

    @_guarded(SCIP_RESULT.DIDNOTFIND)
    def conssepalp(self, constraints: Any, nusefulconss: int) -> dict:
        """Cut off a fractional point, with the families that have a function for it."""
        added = self._add(self._broken_by_fractions())
        return {"result": SCIP_RESULT.CONSADDED if added else SCIP_RESULT.DIDNOTFIND}

    # Helpers of the callbacks

    def begin(self) -> None:
        """Forget the last solve. If the model was solved before, SCIP checks its known solutions before it calls
        `consinit`; an exception that a family raises there must not be forgotten."""
        if self.idle:
            self.cuts, self.failure, self.idle = [], None, False

    def _enforce(self) -> int:
        return SCIP_RESULT.CONSADDED if self._add(self._broken(None)) else SCIP_RESULT.FEASIBLE

    def _broken(self, solution: Any) -> Iterator[tuple[ExprCons, LinearConstraint]]:
        """Yield the constraints that an integral candidate violates. A satisfied constraint raises PuzzleError: it
        would not cut the candidate off, and SCIP would call the handler for ever."""
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
                    told = f"lazy family {plain.family} yields {plain} at {plain.index}, which the candidate keeps"
                    raise PuzzleError(f"{told}; expected a row that it breaks")
                yield row, plain

    def _broken_by_fractions(self) -> Iterator[tuple[ExprCons, LinearConstraint]]:
        depth = self.model.getDepth()
        for served in self.served:
            if served.family.fractional and depth % served.family.every == 0:
                values = served.values(self.model, None, whole=False)
                found = served.found(served.family.fractional, values)
                yield from (pair for pair in found if is_broken(pair[1], values, TOLERANCE))

    def _add(self, found: Iterable[tuple[ExprCons, LinearConstraint]]) -> int:
        """Add constraints for the rest of this solve, and return their number."""
        before = len(self.cuts)
        for row, plain in list(found):
            self.model.addCons(row, name=name(str(plain.family), plain.index))
            self.cuts.append(plain)
        return len(self.cuts) - before


# By the model's hash, which is its address. No code of ours runs when a model is freed (no `consfree`, no dictionary
# of weak keys): Python would raise a pending interrupt there, and the interrupt would be lost.
_handlers: dict[int, tuple[ref[Model], Handler]] = {}
_calling: dict[int, ref[Model]] = {}  # by hash: models for which SCIP calls Python, event handlers too


def _handler(model: Model) -> Handler | None:
    """Return the model's handler or None. An earlier model may have had the same address."""
    kept, handler = _handlers.get(hash(model), (None, None))
    return handler if kept and kept() == model else None


def calls_python(model: Model) -> None:
    """Note that SCIP calls a handler of this model. SCIP calls it once more when it frees the model, so that must
    happen before Python ends."""
    _calling[hash(model)] = ref(model)


def forget(model: Model) -> None:
    """Drop all data of a model that is about to be freed: PySCIPOpt keeps every handler for ever."""
    _calling.pop(hash(model), None)
    if handler := _handler(model):
        handler.served, handler.cuts = [], []
        del _handlers[hash(model)]


@atexit.register
def _free_all() -> None:
    """Free all models that are left, while Python can still be called: SCIP calls the handlers when it frees a
    model."""
    for model in [kept() for kept in _calling.values()]:
        if model is not None and ((handler := _handler(model)) is None or handler.idle):
            with contextlib.suppress(PuzzleError), locked(model):  # freed already, or at work in a thread
                model.free()
