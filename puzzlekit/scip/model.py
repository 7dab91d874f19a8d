"""Models of puzzles: variables keyed by the puzzle's objects, constraints grouped into families.

A family is a function `(puzzle, v)` that yields `(place, row)`: one constraint of a puzzle's rule for each place where
the rule holds. The family's name names the rule everywhere: in SCIP, in `violations`, in the chapter.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from pyscipopt import Expr, Model, Variable, quicksum
from pyscipopt.scip import ExprCons

from puzzlekit.core.errors import PuzzleError, expect, expect_function, validate_args
from puzzlekit.core.grid import LPValues
from puzzlekit.scip.constraints import LinearConstraint, comparison, name
from puzzlekit.scip.handler import LazyFamily, forget, serve
from puzzlekit.scip.locking import locked

Family = Callable[..., Iterable[tuple[Any, "ExprCons | Bounds"]]]


@dataclass(frozen=True)
class Bounds:
    """New bounds of one variable, which a family may yield instead of a constraint."""

    variable: Variable
    lower: float
    upper: float


@validate_args
def new_model(title: str) -> Model:
    """Return an empty, silent SCIP model that is safe to use. Every model of the course begins here."""
    model = Model(title)
    model.hideOutput()
    make_safe(model)
    return model


def make_safe(model: Model) -> None:
    """Switch off a feature that gave wrong answers: SCIP 10.0.2 upgrades `sum x = 2 y` to an XOR constraint and then
    calls feasible boards infeasible (data/results/scip_xor.md). Symmetry handling stays on, although it may end the
    process: that is rare, and graph colouring takes thirty times as long without it (data/results/scip_crash.md)."""
    model.setParam("constraints/linear/upgrade/xor", False)


def variables(**groups: Mapping[Hashable, Variable]) -> SimpleNamespace:
    """Return the variables of a model as a namespace, one dict for each letter: `variables(x=x, flow=flow)`."""
    return SimpleNamespace(**groups)


class BuiltModel:
    """A puzzle's model, ready to be solved, with the functions that lead back to the puzzle.

    Parameters
    ----------
    model
        The SCIP model, or None where nothing is left to decide.
    v
        Namespace of dicts of variables, see `variables`.
    decode
        `values -> Solution`, for values shaped as `v`.
    decisions
        The binary variables that determine the solution, or sums of variables that are 0 or 1 at every solution, such
        as the sum over the two directions of an edge, where boards do not differ by direction. Other integer variables
        need a `no_good`.
    indicators
        `{(element, state): linear expression or number}`: 1 where the element is in that state; or a function that
        returns the dict when it is first needed, which saves time.
    display_names
        `{state: words}` for a state that explanations call by other words, "cell (1,1) is water", and in the same dict
        `{element: words}` for such an element, "the colour of house 1 is red". Or a function that returns the dict.
    clues
        `{(family, element): words}`: information that the puzzle gives and could leave out, such as a given cell or a
        count. The family's constraints about the element (the first part of their place) are one clue, and no other
        constraint, bound or variable comes from the clue. Or a function that returns the dict; None where clues are not
        separate constraints.
    stop_at_first
        Whether the objective only guides the search, which then stops at the first solution.
    no_good
        `values -> row` that forbids this solution, where the puzzle type has a stronger no-good cut than the general
        one.
    infeasible_reason
        The reason why there is no solution, if it is known before any search.
    named
        Whether constraints are named after family and place. Naming takes a fifth of a build's time; fast builds save
        it.
    """

    def __init__(
        self,
        model: Model | None,
        v: SimpleNamespace,
        *,
        decode: Callable[[SimpleNamespace], Any],
        decisions: Iterable[Expr] = (),  # a Variable is an Expr
        indicators: Mapping[tuple, Any] | Callable[[], Mapping[tuple, Any]] | None = None,
        display_names: Mapping[Any, str] | Callable[[], Mapping[Any, str]] | None = None,
        clues: Mapping[tuple[str, Any], str] | Callable[[], Mapping[tuple[str, Any], str]] | None = None,
        stop_at_first: bool = False,
        no_good: Callable[[SimpleNamespace], ExprCons] | None = None,
        infeasible_reason: str | None = None,
        named: bool = True,
    ):
        expect(v, SimpleNamespace, "scip.variables(x=x)")
        expect(decisions, Iterable, "the variables that determine a solution")
        expect_function(decode, "values")
        self.model: Any = model  # None where nothing is left to decide
        self.v = v
        self.decode = decode
        self.decisions = tuple(decisions)
        self._statements = indicators or {}
        self._said = display_names or {}
        self._clues = clues
        self.stop_at_first = stop_at_first
        self.infeasible_reason = infeasible_reason
        self.families: dict[str, Family] = {}
        self.rows: dict[str, tuple[str, Any]] = {}
        self.bounding: set[str] = set()  # the families that set bounds
        self._no_good = no_good
        self.named = named
        self._freed = False

    def add(self, families: Iterable[Family], puzzle: Any) -> "BuiltModel":
        """Add every constraint of these families, named after its family and place, and return the model. A lazy family
        adds its constraints during each solve."""
        expect(families, Iterable, "families")
        for family in families:
            if not (callable(family) or isinstance(family, LazyFamily)):
                raise PuzzleError(f"found {type(family).__name__}, expected a family: a function (puzzle, v)")
            title = family.__name__
            if title in self.families:
                raise PuzzleError(f"family {title} is in the model already; expected each family once")
            own = [] if isinstance(family, LazyFamily) else [_pair(item, title) for item in family(puzzle, self.v)]
            with locked(self.model):
                self.families[title] = family
                if isinstance(family, LazyFamily):
                    serve(self.model, self.v, puzzle, family)
                for place, row in own:
                    self._add_row(place, row, title)
        return self

    @validate_args
    def add_cuts(self, cuts: Iterable[LinearConstraint]) -> None:
        """Add constraints that lazy families found in an earlier solve, so that the next solve need not find them
        again."""
        with locked(self.model):
            for cut in cuts:
                total = quicksum(value * vars(self.v)[group][key] for (group, key), value in cut.coefficients.items())
                self._add_row(cut.index, comparison(cut.lower, total, cut.upper), str(cut.family))

    def _add_row(self, place: Any, row: ExprCons | Bounds, family: str) -> None:
        if isinstance(row, Bounds):
            self.model.chgVarLb(row.variable, row.lower)
            self.model.chgVarUb(row.variable, row.upper)
            self.bounding.add(family)
        elif not self.named:
            self.model.addCons(row)
        else:
            title = name(family, place)
            self.rows[title] = (family, place)
            self.model.addCons(row, name=title)

    def no_good(self, values: SimpleNamespace) -> ExprCons:
        """Return a no-good cut, which every solution satisfies except the one with these values."""
        return self._no_good(values) if self._no_good else self._differs(values)

    @validate_args
    def forbid(self, values: SimpleNamespace) -> None:
        """Add a no-good cut that forbids the solution with these values."""
        row = self.no_good(values)
        with locked(self.model):
            self.model.addCons(row, name=name("no_good", self.model.getNConss()))

    @property
    def has_objective(self) -> bool:
        """Return whether the objective counts, so that only the best boards are solutions."""
        return not (self.solved_by_deduction or self.stop_at_first) and bool(self.model.getObjective().terms)

    def _differs(self, values: SimpleNamespace) -> ExprCons:
        value_of = dict(_pairs(self.v, values))
        decisions = self.decisions
        if any(_evaluate(x, value_of) not in (0, 1) for x in decisions):  # a sum whose bounding family was left out
            parts = (term.vartuple[0] for x in decisions for term in x.terms if len(term))
            decisions = tuple({x.ptr(): x for x in parts}.values())
        if wrong := [x for x in decisions if isinstance(x, Variable) and not _is_binary(x)]:
            raise PuzzleError(f"the decision {wrong[0]} is not binary; expected decisions of 0 or 1, or a no_good")
        ones = [x for x in decisions if _evaluate(x, value_of) == 1]
        zeros = [x for x in decisions if _evaluate(x, value_of) == 0]
        return quicksum(zeros) - quicksum(ones) >= 1 - len(ones)

    @property
    def indicators(self) -> Mapping[tuple, Any]:
        """Return (element, state) -> linear expression or number: 1 where the element is in that state."""
        if callable(self._statements):
            self._statements = self._statements()
        return self._statements

    @property
    def display_names(self) -> Mapping[Any, str]:
        """Return state or element -> its words in explanations, where they are not simply its name."""
        if callable(self._said):
            self._said = self._said()
        return self._said

    @property
    def clues(self) -> Mapping[tuple[str, Any], str] | None:
        """Return (family, element) -> the clue in words, or None if clues are not separate constraints of the model."""
        if callable(self._clues):
            self._clues = self._clues()
        return self._clues

    @validate_args
    def fractions(self, values: SimpleNamespace) -> LPValues:
        """Return `{(element, state): number}`: the values of the indicators at these values, without zeros."""
        value_of = dict(_pairs(self.v, values))
        numbers = {key: _evaluate(expression, value_of) for key, expression in self.indicators.items()}
        return {key: number for key, number in numbers.items() if abs(number) > 1e-9}

    @property
    def solved_by_deduction(self) -> bool:
        """Return whether nothing was left to decide, so that there is no model."""
        return self.model is None and not self._freed

    def free(self) -> None:
        """Free SCIP's memory. The model cannot be used afterwards."""
        if self.model is not None:
            with locked(self.model):
                forget(self.model)
                self.model.free()
                self.model, self.decisions, self._statements, self.v = None, (), {}, variables()
                self._freed = True


ROWS = (ExprCons, Bounds)  # the types of constraints that a family yields


def _pair(item: Any, family: str) -> tuple[Any, "ExprCons | Bounds"]:
    if isinstance(item, tuple) and len(item) == 2 and isinstance(item[1], ROWS):
        return item
    found = item[1] if isinstance(item, tuple) and len(item) == 2 else item
    raise PuzzleError(
        f"{family} yields {type(found).__name__}, expected pairs (place, row) with ==, <= or >= in the row"
    )


def _pairs(v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[int, float]]:
    for group, members in vars(v).items():
        numbers = getattr(values, group)
        for key, variable in members.items():
            yield variable.ptr(), numbers[key]


def _is_binary(x: Variable) -> bool:
    return x.vtype() != "CONTINUOUS" and x.getLbOriginal() >= 0 and x.getUbOriginal() <= 1


def _evaluate(expression: Any, value_of: Mapping[int, float]) -> float:
    if not isinstance(expression, Expr):
        return float(expression)
    total = 0.0
    for term, coefficient in expression.terms.items():
        (variable,) = term.vartuple or (None,)
        total += coefficient * (1.0 if variable is None else value_of[variable.ptr()])
    return total
