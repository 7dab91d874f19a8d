"""Models of puzzles: variables keyed by the puzzle's objects, constraints grouped into families.

A family is a function `(puzzle, v)` that states one rule of the puzzle. It yields pairs `(place, row)`: the constraint
`row` for each `place` where the rule applies, such as a cell. The family's name names the rule everywhere: in SCIP, in
`violations`, in the chapter.
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
    """New bounds of one variable. A family may yield them instead of a constraint."""

    variable: Variable
    lower: float
    upper: float


@validate_args
def new_model(title: str) -> Model:
    """Return an empty SCIP model that prints nothing and has safe settings. Raises PuzzleError if the title is not a
    text."""
    model = Model(title)
    model.hideOutput()
    make_safe(model)
    return model


def make_safe(model: Model) -> None:
    """Switch off a feature of SCIP that gave wrong answers: SCIP 10.0.2 upgrades `sum x = 2 y` to an XOR constraint and
    then calls feasible boards infeasible (data/results/scip_xor.md).

    Symmetry handling stays on, although it can crash the process: crashes are rare, and graph colouring takes thirty
    times as long without it (data/results/scip_crash.md).
    """
    model.setParam("constraints/linear/upgrade/xor", False)


def variables(**groups: Mapping[Hashable, Variable]) -> SimpleNamespace:
    """Return a namespace with the dicts of a model's variables, such as `variables(x=x, flow=flow)`."""
    return SimpleNamespace(**groups)


class BuiltModel:
    """A puzzle's model, ready to be solved, with functions that convert its values back to the puzzle's terms.

    Parameters
    ----------
    model
        The SCIP model, or None if deduction has solved the puzzle; then `v` holds the values.
    v
        Namespace of dicts of variables, see `variables`.
    decode
        Function `values -> Solution`. The values have the form of `v`.
    decisions
        The binary variables that determine the solution. A sum of variables that is 0 or 1 at every solution is
        allowed, too, such as the sum over the two directions of an edge if the direction does not matter. If variables
        that are not binary determine the solution, the model needs a `no_good`.
    indicators
        `{(element, state): linear expression or number}`: The value is 1 if the element is in that state. A function
        that returns this dict may be given instead; it is called when the dict is first needed.
    display_names
        `{state or element: words}` with the words that explanations use instead of the name of a state or element:
        "water" in "cell (1,1) is water", "the colour of house 1" in "the colour of house 1 is red". Or a function that
        returns this dict.
    clues
        `{(family, element): the clue in words}`, for each clue that the puzzle could leave out, such as a given cell or
        a count. A clue consists of the family's constraints whose place is the element, or is a tuple that begins with
        the element; no other constraint, bound or variable depends on the clue. Or a function that returns this dict;
        None if clues are not separate constraints.
    stop_at_first
        Whether the objective only guides the search, which then stops at the first solution.
    no_good
        Function `values -> row` that returns a no-good cut, which forbids the solution with these values; None for the
        general no-good cut.
    infeasible
        Whether it is known before any search that there is no solution.
    named
        Whether constraints get names from their family and place. Naming takes a fifth of a build's time, so fast
        builds omit it.
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
        infeasible: bool = False,
        named: bool = True,
    ):
        expect(v, SimpleNamespace, "scip.variables(x=x)")
        expect(decisions, Iterable, "the variables that determine a solution")
        expect_function(decode, "values")
        self.model: Any = model  # None if deduction has solved the puzzle
        self.v = v
        self.decode = decode
        self.decisions = tuple(decisions)
        self._statements = indicators or {}
        self._said = display_names or {}
        self._clues = clues
        self.stop_at_first = stop_at_first
        self.infeasible = infeasible
        self.families: dict[str, Family] = {}
        self.rows: dict[str, tuple[str, Any]] = {}
        self.bounding: set[str] = set()  # the families that set bounds
        self._no_good = no_good
        self.named = named
        self._freed = False

    def add(self, families: Iterable[Family], puzzle: Any) -> "BuiltModel":
        """Add all constraints of these families to the model, and return this BuiltModel. Constraints are named after
        their family and place. A lazy family adds its constraints later, during each solve."""
        expect(families, Iterable, "families")
        for family in families:
            if not (callable(family) or isinstance(family, LazyFamily)):
                raise PuzzleError(f"found {type(family).__name__}, expected a family: a function (puzzle, v)")
            title = family.__name__
            if title in self.families:
                raise PuzzleError(f"found family {title} twice, expected each family once in a model")
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
        """Add constraints that lazy families found in an earlier solve, so that the next solve does not have to find
        them again."""
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
        """Return a no-good cut: a constraint that only the solution with these values violates."""
        return self._no_good(values) if self._no_good else self._differs(values)

    @validate_args
    def forbid(self, values: SimpleNamespace) -> None:
        """Add a no-good cut that forbids the solution with these values."""
        row = self.no_good(values)
        with locked(self.model):
            self.model.addCons(row, name=name("no_good", self.model.getNConss()))

    @property
    def has_objective(self) -> bool:
        """Return whether the model has an objective, so that only the best boards are solutions. Return False if the
        objective only guides the search."""
        return not (self.solved_by_deduction or self.stop_at_first) and bool(self.model.getObjective().terms)

    def _differs(self, values: SimpleNamespace) -> ExprCons:
        value_of = dict(_pairs(self.v, values))
        decisions = self.decisions
        if any(_evaluate(x, value_of) not in (0, 1) for x in decisions):  # the model lacks the family that bounds a sum
            parts = (term.vartuple[0] for x in decisions for term in x.terms if len(term))
            decisions = tuple({x.ptr(): x for x in parts}.values())
        if wrong := [x for x in decisions if isinstance(x, Variable) and not _is_binary(x)]:
            raise PuzzleError(f"the decision {wrong[0]} is not binary; make all decisions binary, or pass no_good")
        ones = [x for x in decisions if _evaluate(x, value_of) == 1]
        zeros = [x for x in decisions if _evaluate(x, value_of) == 0]
        return quicksum(zeros) - quicksum(ones) >= 1 - len(ones)

    @property
    def indicators(self) -> Mapping[tuple, Any]:
        """Return {(element, state): linear expression or number}. The value is 1 if the element is in that state."""
        if callable(self._statements):
            self._statements = self._statements()
        return self._statements

    @property
    def display_names(self) -> Mapping[Any, str]:
        """Return {state or element: words} with the words that explanations use instead of the name of a state or
        element."""
        if callable(self._said):
            self._said = self._said()
        return self._said

    @property
    def clues(self) -> Mapping[tuple[str, Any], str] | None:
        """Return {(family, element): the clue in words}, or None if clues are not separate constraints of the model."""
        if callable(self._clues):
            self._clues = self._clues()
        return self._clues

    @validate_args
    def fractions(self, values: SimpleNamespace) -> LPValues:
        """Return {(element, state): number}: the values of all indicators, without zeros, at the point `values`, which
        has the form of `v`."""
        value_of = dict(_pairs(self.v, values))
        numbers = {key: _evaluate(expression, value_of) for key, expression in self.indicators.items()}
        return {key: number for key, number in numbers.items() if abs(number) > 1e-9}

    @property
    def solved_by_deduction(self) -> bool:
        """Return whether deduction has solved the puzzle, so that there is no SCIP model."""
        return self.model is None and not self._freed

    def free(self) -> None:
        """Free SCIP's memory. The model cannot be used afterwards."""
        if self.model is not None:
            with locked(self.model):
                forget(self.model)
                self.model.free()
                self.model, self.decisions, self._statements, self.v = None, (), {}, variables()
                self._freed = True


def _pair(item: Any, family: str) -> tuple[Any, "ExprCons | Bounds"]:
    if isinstance(item, tuple) and len(item) == 2 and isinstance(item[1], ExprCons | Bounds):
        return item
    found = item[1] if isinstance(item, tuple) and len(item) == 2 else item
    raise PuzzleError(
        f"{family} yields {type(found).__name__}, expected pairs (place, row), where row has ==, <= or >="
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
