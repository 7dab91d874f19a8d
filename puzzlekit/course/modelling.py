"""Converters of constraints and models, and common remarks of checks.

A *converter* is a function that checks and converts a reader's attempt; see `puzzlekit.course.exercise`. A *remark* is
a sentence about an error in an attempt.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from types import SimpleNamespace
from typing import Any

from pyscipopt import Expr, Model
from pyscipopt.scip import ExprCons

from puzzlekit import scip
from puzzlekit.core.errors import PuzzleError, TimeLimitReached, counted
from puzzlekit.course.exercise import Converter, Remark, attempted, function, theirs, unlike
from puzzlekit.course.model_comparison import Comparison
from puzzlekit.course.sentences import Named, shown
from puzzlekit.scip import enumeration
from puzzlekit.scip.constraints import (
    LinearConstraint,
    as_linear_constraint,
    comparison,
    is_broken,
    keys,
    linear_constraints,
)
from puzzlekit.scip.handler import TOLERANCE, LazyFamily, is_lazy
from puzzlekit.scip.model import Bounds, BuiltModel, Family
from puzzlekit.scip.solver import in_problem_stage

PATIENCE = 20.0  # seconds for enumerating all boards of one tiny puzzle
SIGNS = "<=, >= or == between sums of variables"


def linear(row: Any, v: SimpleNamespace) -> LinearConstraint:
    """Return a SCIP constraint as plain data. Raise Remark if `row` is not a constraint, is not linear, or has a
    variable that is not in `v`."""
    if isinstance(attempted(row), bool):
        raise Remark(f"found {row}, a comparison without variables; expected a constraint with {SIGNS}")
    if not isinstance(row, ExprCons):
        raise unlike(row, f"a constraint with {SIGNS}")
    if not isinstance(row.expr, Expr) or any(len(term) > 1 for term in row.expr.terms):
        raise Remark("your constraint is not linear; expected a sum of numbers times variables, such as 2 * x + y <= 3")
    key_of = keys(v)
    if any(variable.ptr() not in key_of for term in row.expr.terms for variable in term.vartuple):
        raise Remark("your constraint uses a variable of another model; use only the variables that your function gets")
    sides = [side for side in (row._lhs, row._rhs) if side is not None]
    if not all(map(math.isfinite, [*sides, *row.expr.terms.values()])):
        raise Remark("your constraint has an infinite number or nan; expected finite numbers")
    return as_linear_constraint(row, key_of, "your constraints", None)


def one_row(takes: str) -> Converter:
    """Return a converter of functions that take the variables `takes`, such as "a b c", and return one constraint.

    The converter calls the function and returns this constraint as plain data, with keys such as ("x", "a").
    """

    def kind(attempt: Any) -> LinearConstraint:
        own = scip.new_model("attempt")
        v = SimpleNamespace(x={name: own.addVar(name, vtype="I", ub=10) for name in takes.split()})
        return function(takes, lambda found: linear(found, v))(attempt)(*v.x.values())

    return kind


def pairs(first: str, second: str) -> Converter:
    """Return a converter of iterables of pairs, such as generators, to lists of pairs. `first` and `second` name the
    parts of a pair in remarks."""
    expected = f"pairs ({first}, {second})"

    def kind(found: Any) -> list[tuple[Any, Any]]:
        many = isinstance(found, Iterable) and not isinstance(found, str | bytes | Mapping | ExprCons | Expr)
        if not many:
            raise unlike(found, f"several {expected}; write yield {first}, {second} or return a list of pairs")
        with theirs():
            items = list(found)
        if isinstance(found, tuple) and len(items) == 2 and not all(map(_is_pair, items)):
            raise Remark(f"found one pair, expected a list of {expected}; write yield, or return a list of pairs")
        for item in items:
            if not _is_pair(attempted(item)):
                what = counted(len(item), "thing") if isinstance(item, tuple) else shown(item)
                raise Remark(f"found {what}, expected {expected}; write 'yield {first}, {second}' for each {first}")
        return [(place, thing) for place, thing in items]

    return kind


def _is_pair(item: Any) -> bool:
    return isinstance(item, tuple | list) and len(item) == 2


def family(attempt: Any) -> Family:
    """Convert a reader's constraint family, a function `(puzzle, v)`, to a family that raises Remark if the reader's
    family fails or yields anything but linear constraints.

    If the reader's family uses a wrong key of `v`, the remark names the right keys.
    """
    own = function("puzzle v", pairs("place", "constraint"))(attempt)

    def your_rows(puzzle: Any, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        for place, row in own(puzzle, Named("v", v)):
            if isinstance(row, Bounds):
                row = comparison(row.lower, row.variable + 0, row.upper)
            linear(row, v)
            yield place, row

    return your_rows


def lazy_family(attempt: Any) -> LazyFamily:
    """Convert a reader's lazy family, a function `(puzzle, v, values)`, to a lazy family that raises Remark if the
    reader's family yields a wrong constraint.

    The constraints must be linear, and the candidate `values` must violate them.
    """
    if not isinstance(attempted(attempt), LazyFamily):
        if callable(attempt):
            raise Remark("found a plain function, expected a lazy family; decorate it with @lazy.family")
        raise Remark(f"found {shown(attempt)}, expected a lazy family; pass the function itself, without ()")
    fractional = _lazy_rows(attempt.fractional, whole=False) if attempt.fractional else None
    return LazyFamily(_lazy_rows(attempt.separate, whole=True), fractional, attempt.every)


def _lazy_rows(attempt: Any, *, whole: bool) -> Any:
    own = function("puzzle v values", pairs("place", "constraint"))(getattr(attempt, "separate", attempt))

    def your_rows(puzzle: Any, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        for place, row in own(puzzle, Named("v", v), Named("values", values)):
            plain = linear(row, v)
            if whole and not is_broken(plain, values, TOLERANCE):
                raise Remark(
                    f"your family yields {plain}, but the candidate satisfies it; yield only violated constraints"
                )
            yield place, row

    return your_rows


def model(found: Any) -> tuple[Model, SimpleNamespace]:
    """Convert a pair (model, x) to (model, v), where v is a namespace of dicts of variables. Raise Remark if the pair
    is wrong.

    The model must have linear constraints. x is a dict of the model's variables, or a namespace of such dicts.
    """
    if isinstance(attempted(found), BuiltModel):
        found = found.model, found.v
    if not isinstance(found, tuple | list) or len(found) != 2 or not isinstance(found[0], Model):
        raise unlike(found, "a pair (model, x) of a SCIP model and a dict of its variables")
    own, x = found
    if not isinstance(x, Mapping | SimpleNamespace):
        raise Remark(f"found {shown(x)} after the model, expected a dict of its variables: return model, x")
    v = x if isinstance(x, SimpleNamespace) else scip.variables(x=x)
    if not any(vars(v).values()):
        raise Remark("found no variables after the model, expected a dict of them: return model, x")
    try:
        with in_problem_stage(own, v):
            own.hideOutput()  # otherwise a reader's Model() would log the check's solve
            if is_lazy(own):
                raise Remark("found a lazy family in your model, expected only plain constraints")
            stated = linear_constraints(
                own, SimpleNamespace(own={variable.ptr(): variable for variable in own.getVars()})
            )
            sides = [(own.getLhs(row), own.getRhs(row)) for row in own.getConss(transformed=False)]
    except PuzzleError as error:
        raise Remark(str(error)) from error
    if any(group != "own" for row in stated for group, _ in row.coefficients):
        raise Remark("a constraint of your model uses another model's variable; run the cells of both models again")
    if not all(low < own.infinity() and high > -own.infinity() for low, high in sides):
        raise Remark("a constraint of your model has an infinite number or nan; expected finite numbers")
    if not own.getVars():
        raise Remark("found a model without variables, expected at least one; add them with model.addVar")
    return own, v


def binaries(expected: str) -> Converter:
    """Return a converter of pairs (model, x), where x is a dict of binary variables. `expected` describes the variables
    in remarks."""

    def kind(found: Any) -> tuple[Model, SimpleNamespace]:
        own, v = model(found)
        x = getattr(v, "x", None)
        if not isinstance(x, dict):
            raise Remark(f"found no dict x after the model; return model, x, where x has {expected}")
        loose = (key for key, one in x.items() if one.vtype() == "CONTINUOUS" or one.getUbOriginal() > 1)
        if (key := next(loose, None)) is not None:
            told = " and ".join(map(str, key)) if isinstance(key, tuple) else str(key)
            raise Remark(f"the variable x of {told} is not binary; add every variable with vtype='B'")
        return own, v

    return kind


# Remarks


def wrong_size(found: Sequence, built: BuiltModel, where: str) -> str | None:
    """Return a remark if `found` is not the pair (number of variables, number of constraints) of this model, else None.
    Free the model. `where` names the model in the remark."""
    expected = (built.model.getNVars(), built.model.getNConss())
    built.free()
    right = [what for what, own, real in zip(("variables", "constraints"), found, expected, strict=True) if own == real]
    told = f"only the number of {right[0]} is right" if right else "neither number is right"
    return None if len(right) == 2 else f"for {where} your answer is {', '.join(map(str, found))}: {told}"


def unlike_the_model(compared: Comparison) -> str | None:
    """Return a remark that names the families in which the compared models differ, or None if they agree. The remark
    omits the constraints, which are the answer of the exercise."""
    told = [line for line in compared.report.splitlines() if not line.startswith(" ")]
    return None if compared else "\n".join(told)


def wrong_boards(built: BuiltModel, puzzle: Any, right: Set) -> str | None:
    """Return a remark on the first board that this model wrongly admits or excludes, or None if there is no such board.
    Free the model. `right` is the set of all boards that the model should admit."""
    left = set(right)
    try:
        for board, _ in enumeration.enumerate_solutions(built, time_limit=PATIENCE):
            if board not in right:
                return f"your constraints admit this invalid board:\n{board}\nof the puzzle\n{puzzle}"
            left.discard(board)
    except TimeLimitReached:
        return f"with your constraints, enumeration takes over {PATIENCE:g} s on a tiny puzzle:\n{puzzle}"
    finally:
        built.free()
    if not left:
        return None
    return f"your constraints exclude this valid board:\n{min(left, key=str)}\nof the puzzle\n{puzzle}"


def not_alone(solutions: Sequence) -> str | None:
    """Return a remark if a puzzle has no solution or several solutions, or None if it has exactly one. `solutions` has
    two of the puzzle's solutions, or all if there are fewer."""
    if len(solutions) == 1:
        return None
    if not solutions:
        return "the puzzle has no solution"
    return "the puzzle has several solutions, such as\n" + "\nand\n".join(map(str, solutions))
