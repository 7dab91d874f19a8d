"""Kinds of constraints and models for `puzzlekit.course.exercise`, and common remarks of checks."""

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
    """Convert a constraint to plain data. Raises Remark for any other value, if the constraint is not linear, or if it
    has a variable that is not in `v`."""
    if isinstance(attempted(row), bool):
        raise Remark(f"found {row}, a comparison without variables; expected a constraint with {SIGNS}")
    if not isinstance(row, ExprCons):
        raise unlike(row, f"a constraint with {SIGNS}")
    if not isinstance(row.expr, Expr) or any(len(term) > 1 for term in row.expr.terms):
        raise Remark("your constraint is not linear; expected a sum of numbers times variables, such as 2 * x + y <= 3")
    key_of = keys(v)
    if any(variable.ptr() not in key_of for term in row.expr.terms for variable in term.vartuple):
        raise Remark("your constraint has a variable that was not handed in; expected those of this call only")
    sides = [side for side in (row._lhs, row._rhs) if side is not None]
    if not all(map(math.isfinite, [*sides, *row.expr.terms.values()])):
        raise Remark("your constraint has a number that is infinite or not a number (nan); expected finite ones")
    return as_linear_constraint(row, key_of, "your constraints", None)


def one_row(takes: str) -> Converter:
    """Return a kind (it converts attempts, see `course.exercise`) for functions that take these variables, such as
    "a b c", and return one constraint. It calls the function and returns the constraint as plain data with keys
    such as ("x", "a")."""

    def kind(attempt: Any) -> LinearConstraint:
        own = scip.new_model("attempt")
        v = SimpleNamespace(x={name: own.addVar(name, vtype="I", ub=10) for name in takes.split()})
        return function(takes, lambda found: linear(found, v))(attempt)(*v.x.values())

    return kind


def pairs(first: str, second: str) -> Converter:
    """Return the kind of iterables of pairs, `pairs("place", "row")`, converted to lists; a generator will do."""
    expected = f"pairs ({first}, {second})"

    def kind(found: Any) -> list[tuple[Any, Any]]:
        many = isinstance(found, Iterable) and not isinstance(found, str | bytes | Mapping | ExprCons | Expr)
        if not many:
            raise unlike(found, f"many {expected}; write yield {first}, {second} or return a list of them")
        with theirs():
            items = list(found)
        if isinstance(found, tuple) and len(items) == 2 and not all(map(_is_pair, items)):
            raise Remark(f"found one pair, expected many {expected}; write yield, or return a list of them")
        for item in items:
            if not _is_pair(attempted(item)):
                what = counted(len(item), "thing") if isinstance(item, tuple) else shown(item)
                raise Remark(f"found {what}, expected {expected}; write yield {first}, {second} with one {first}")
        return [(place, thing) for place, thing in items]

    return kind


def _is_pair(item: Any) -> bool:
    return isinstance(item, tuple | list) and len(item) == 2


def family(attempt: Any) -> Family:
    """Check a family `(puzzle, v)`: its constraints are linear. A wrong key of `v` gets a list of the right keys. A
    kind."""
    own = function("puzzle v", pairs("place", "constraint"))(attempt)

    def your_rows(puzzle: Any, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        for place, row in own(puzzle, Named("v", v)):
            if isinstance(row, Bounds):
                row = comparison(row.lower, row.variable + 0, row.upper)
            linear(row, v)
            yield place, row

    return your_rows


def lazy_family(attempt: Any) -> LazyFamily:
    """Check a lazy family `(puzzle, v, values)`: its constraints are linear, and violated by the candidate.
    It is a kind, see `course.exercise`."""
    if not isinstance(attempted(attempt), LazyFamily):
        if callable(attempt):
            raise Remark("decorate your function with @lazy.family; expected a lazy family")
        raise Remark(f"found {shown(attempt)}, expected a lazy family; pass the function itself, without ()")
    fractional = _lazy_rows(attempt.fractional, whole=False) if attempt.fractional else None
    return LazyFamily(_lazy_rows(attempt.separate, whole=True), fractional, attempt.every)


def _lazy_rows(attempt: Any, *, whole: bool) -> Any:
    own = function("puzzle v values", pairs("place", "constraint"))(getattr(attempt, "separate", attempt))

    def your_rows(puzzle: Any, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        for place, row in own(puzzle, Named("v", v), Named("values", values)):
            plain = linear(row, v)
            if whole and not is_broken(plain, values, TOLERANCE):
                raise Remark(f"your family yields {plain}, which the candidate satisfies; expected violated ones")
            yield place, row

    return your_rows


def model(found: Any) -> tuple[Model, SimpleNamespace]:
    """Check a pair (model, x) with linear constraints, where x is a dict of variables or a namespace of such dicts, and
    return it as (model, v). It is a kind, see `course.exercise`."""
    if isinstance(attempted(found), BuiltModel):
        found = found.model, found.v
    if not isinstance(found, tuple | list) or len(found) != 2 or not isinstance(found[0], Model):
        raise unlike(found, "a pair (model, x) of a SCIP model and a dict of its variables")
    own, x = found
    if not isinstance(x, Mapping | SimpleNamespace):
        raise Remark(f"found {shown(x)} beside the model, expected a dict of its variables: return model, x")
    v = x if isinstance(x, SimpleNamespace) else scip.variables(x=x)
    if not any(vars(v).values()):
        raise Remark("found no variables beside the model, expected a dict of them: return model, x")
    try:
        with in_problem_stage(own, v):
            own.hideOutput()  # otherwise a reader's Model() would log the check's solve
            if is_lazy(own):
                raise Remark("your model has a lazy family; expected one of constraints alone")
            stated = linear_constraints(
                own, SimpleNamespace(own={variable.ptr(): variable for variable in own.getVars()})
            )
            sides = [(own.getLhs(row), own.getRhs(row)) for row in own.getConss(transformed=False)]
    except PuzzleError as error:
        raise Remark(str(error)) from error
    if any(group != "own" for row in stated for group, _ in row.coefficients):
        raise Remark("a constraint of your model has another model's variable; run the cells that make both once more")
    if not all(low < own.infinity() and high > -own.infinity() for low, high in sides):
        raise Remark("a constraint of your model compares with a number that is infinite or not a number (nan)")
    if not own.getVars():
        raise Remark("found a model without variables, expected some; add them with model.addVar")
    return own, v


def binaries(expected: str) -> Converter:
    """Return the kind of pairs (model, x), where x is a dict of binary variables; `expected` describes them."""

    def kind(found: Any) -> tuple[Model, SimpleNamespace]:
        own, v = model(found)
        x = getattr(v, "x", None)
        if not isinstance(x, dict):
            raise Remark(f"found no variables x beside the model; expected a dict with {expected}")
        loose = (key for key, one in x.items() if one.vtype() == "CONTINUOUS" or one.getUbOriginal() > 1)
        if (key := next(loose, None)) is not None:
            told = " and ".join(map(str, key)) if isinstance(key, tuple) else str(key)
            raise Remark(f"the variable x of {told} is not binary; add each variable with vtype='B'")
        return own, v

    return kind


# Remarks


def wrong_size(found: Sequence, built: BuiltModel, where: str) -> str | None:
    """Return the remark on a wrong pair (variables, constraints) of this model, or None; free the model."""
    expected = (built.model.getNVars(), built.model.getNConss())
    built.free()
    right = [what for what, own, real in zip(("variables", "constraints"), found, expected, strict=True) if own == real]
    told = f"the number of {right[0]} is right, the other is not" if right else "neither number is right"
    return None if len(right) == 2 else f"for {where} you say {', '.join(map(str, found))}: {told}"


def unlike_the_model(compared: Comparison) -> str | None:
    """Return the remark on a model that differs from the reference, or None: the families that differ, without their
    constraints, which are the answer."""
    told = [line for line in compared.report.splitlines() if not line.startswith(" ")]
    return None if compared else "\n".join(told)


def wrong_boards(built: BuiltModel, puzzle: Any, right: Set) -> str | None:
    """Return the remark on the first board that this model wrongly admits or excludes, or None; free the model."""
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
    """Return the remark on a puzzle without exactly one solution, or None; pass at most two solutions."""
    if len(solutions) == 1:
        return None
    first, second = map(str, solutions) if solutions else ("", "")
    return f"it has several solutions, such as\n{first}\nand\n{second}" if solutions else "it has no solution"
