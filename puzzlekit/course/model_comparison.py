"""Comparison of the reader's model with a reference model: by their constraints (`same_model`), or by the boards that
they admit (`same_solutions`). The function `broken_without` finds the rules that a constraint family enforces."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model

from puzzlekit.core.errors import PuzzleError, called, counted, expect, expect_function
from puzzlekit.core.grid import Violation
from puzzlekit.scip import BuiltModel, enumeration, handler, variables
from puzzlekit.scip.constraints import (
    LinearConstraint,
    Sums,
    check_model,
    check_owner,
    contains_duplicate,
    in_words,
    linear_constraints,
    merge_duplicates,
    same_number,
    written,
)

SHOWN = 3  # the most differing constraints of a family that a report shows
MANY = 500  # number of boards of a tiny puzzle at which enumeration stops with an error


@dataclass(frozen=True)
class Comparison:
    """The result of a comparison of two models: whether they agree, and a report of their differences.

    A comparison is true if the models agree. A notebook shows the report.
    """

    same: bool
    report: str

    def __bool__(self) -> bool:
        return self.same

    def __repr__(self) -> str:
        return self.report


def same_model(
    mine: tuple[Model, Any] | BuiltModel, reference: BuiltModel, keys: Mapping[Any, Any] | None = None
) -> Comparison:
    """Compare the variables (name of the dict, key, type, bounds), constraints and objective of two models. Return a
    Comparison, which is true if the models agree.

    Names of constraints are ignored. Keys agree if they are equal in Python, such as 1 and NumPy's 1. A constraint
    agrees with its multiples, and `x >= 1` agrees with `x == 1` if x is at most 1. Whole numbers are compared exactly,
    and other numbers to twelve digits (0.1 + 0.2 equals 0.3), see `scip.constraints.same_number`.

    Parameters
    ----------
    mine
        The reader's model: `(model, x)`, `(model, scip.variables(x=x, flow=flow))`, or a BuiltModel. If x is a dict of
        variables, it is compared with `reference.v.x`.
    reference
        The package's model.
    keys
        {key in `mine`: key in `reference`}, for all dicts of variables. Keys that are not listed are the same in both
        models.

    Raises
    ------
    PuzzleError
        If a constraint is not linear, a variable belongs to another model, the reference is not a built model, a model
        has lazy families (their constraints are unknown before a solve), or `keys` gives two variables the same key.
    """
    expect(reference, BuiltModel, "a built reference model")
    model, v = _opened(mine)
    v = _with_keys(v, {} if keys is None else keys)
    if reference.model is None:
        raise PuzzleError("found a reference without a model, expected a built model that was not freed")
    check_model(reference.model)
    if handler.is_lazy(model) or handler.is_lazy(reference.model):
        raise PuzzleError("found lazy families, whose constraints are not fixed; compare boards with same_solutions")
    remarks = [*_compare_variables(v, reference.v), *_strangers(model, v)]
    if remarks:  # constraints over different variables cannot be compared
        return Comparison(False, "\n".join(["The variables differ:", *remarks]))
    rows = linear_constraints(model, v)
    _, twice = merge_duplicates(rows)
    own, _ = merge_duplicates(_both_sides(rows, v))
    rows = linear_constraints(reference.model, reference.v, reference.rows)
    target, _ = merge_duplicates(_both_sides(rows, reference.v))
    remarks = [*_compare_objectives(model, v, reference), *_compare_rows(own, target, reference)]
    again = "was a cell run twice, or does a list repeat an entry?"
    notes = [f"({counted(twice, 'duplicate constraint')}: {again})"] if twice else []
    if remarks:
        return Comparison(False, "\n".join(["The models differ:", *remarks, *notes]))
    size, number = sum(len(members) for members in vars(v).values()), sum(map(len, target.values()))
    return Comparison(True, "\n".join([f"The same model: {size} variables, {number} constraints.", *notes]))


def _opened(mine: tuple[Model, Any] | BuiltModel) -> tuple[Model, SimpleNamespace]:
    if isinstance(mine, BuiltModel):
        mine = mine.model, mine.v
    if not isinstance(mine, tuple) or len(mine) != 2 or not isinstance(mine[0], Model):
        raise PuzzleError(f"found {called(mine)}, expected a pair (model, x) or a built model")
    model, v = mine
    v = v if isinstance(v, SimpleNamespace) else variables(x=v)
    check_owner(model, v)
    return model, v


def _with_keys(v: SimpleNamespace, keys: Mapping[Any, Any]) -> SimpleNamespace:
    """Return the reader's variables, {key: variable} in each group, with their keys translated by `keys`, {reader's
    key: reference's key}. Keys that are not in `keys` stay. Raises PuzzleError if two variables get the same key."""
    expect(keys, Mapping, "a dict {your key: the reference's key}")
    groups: dict[str, dict] = {}
    for name, members in vars(v).items():
        groups[name] = own = {}
        for key, variable in members.items():
            if (other := keys.get(key, key)) in own:
                raise PuzzleError(f"found two variables {name} with the key {other}; give each variable its own key")
            own[other] = variable
    return SimpleNamespace(**groups)


def _both_sides(rows: Iterable[LinearConstraint], v: SimpleNamespace) -> list[LinearConstraint]:
    """Return the constraints. An inequality becomes an equation if only the largest, or only the smallest, possible
    value of its sum satisfies it: x >= 1 becomes x == 1 for a binary x."""
    groups = vars(v).items()
    ends = {(name, key): (x.getLbOriginal(), x.getUbOriginal()) for name, own in groups for key, x in own.items()}
    told = []
    for row in rows:
        spans = [sorted(value * end for end in ends[key]) for key, value in row.coefficients.items()]
        least, most = map(sum, zip(*spans, strict=True)) if spans else (0.0, 0.0)
        if row.lower is not None and same_number(row.lower, most):
            row = replace(row, upper=row.lower)
        elif row.upper is not None and same_number(row.upper, least):
            row = replace(row, lower=row.upper)
        told.append(row)
    return told


def _compare_variables(v: SimpleNamespace, reference: SimpleNamespace) -> list[str]:
    remarks = []
    for group in sorted(vars(v) | vars(reference)):
        own, target = getattr(v, group, {}), getattr(reference, group, {})
        for what, here, there in (("missing", target, own), ("in your model only", own, target)):
            others = [key for key in here if key not in there]
            if others:
                example = in_words((group, others[0]))
                remarks.append(f"- {what}: {counted(len(others), 'variable')} {group}, such as {example}")
        others = [key for key in own if key in target and _domain(own[key]) != _domain(target[key])]
        if others:
            found, expected = _domain(own[others[0]]), _domain(target[others[0]])
            more = f" (and {counted(len(others) - 1, 'more variable')})" if len(others) > 1 else ""
            remarks.append(f"- {in_words((group, others[0]))} is {found}, expected {expected}{more}")
    return remarks


def _domain(variable: Any) -> str:
    lower, upper = written(variable.getLbOriginal()), written(variable.getUbOriginal())
    return f"{variable.vtype().lower()} from {lower} to {upper}"


def _strangers(model: Model, v: SimpleNamespace) -> list[str]:
    """Return a list with a remark if the model has variables that are not in `v`, else an empty list. The usual cause
    is that the cell that adds the variables ran twice."""
    handed = {variable.ptr() for members in vars(v).values() for variable in members.values()}
    others = [variable.name for variable in model.getVars() if variable.ptr() not in handed]
    if not others:
        return []
    what = f"{counted(len(others), 'variable')}, such as {others[0]}"
    return [f"- in your model but not in your dict: {what}; run the cells again, from the model on"]


def _compare_objectives(model: Model, v: SimpleNamespace, reference: BuiltModel) -> list[str]:
    own, target = _objective(model, v), _objective(reference.model, reference.v)
    (sense, costs, constant), (right_sense, right_costs, right_constant) = own, target
    same = sense == right_sense and costs.keys() == right_costs.keys() and same_number(constant, right_constant)
    if same and all(same_number(cost, right_costs[key]) for key, cost in costs.items()):
        return []
    others = [
        key for key in {**costs, **right_costs} if not same_number(costs.get(key, 0.0), right_costs.get(key, 0.0))
    ]
    shown = [f"{written(costs.get(key, 0.0))} {in_words(key)}" for key in others[:SHOWN]]
    with_ = f", with {', '.join(shown)}" if shown and _told(*own) == _told(*target) else ""
    return [f"- the objective differs: found {_told(*own)}{with_}, expected {_told(*target)}"]


def _objective(model: Model, v: SimpleNamespace) -> tuple[str, dict, float]:
    """Return the objective as (sense, {(group, key): cost}, constant)."""
    groups = vars(v).items()
    costs = {(group, key): x.getObj() for group, members in groups for key, x in members.items() if x.getObj()}
    return model.getObjectiveSense() if costs else "none", costs, model.getObjoffset()


def _told(sense: str, costs: dict, constant: float) -> str:
    words = [sense, str(LinearConstraint(None, None, costs, None, None)) if costs else ""]
    return " ".join(filter(None, [*words, f"+ {written(constant)}" if constant else ""])).replace("+ -", "- ")


def _compare_rows(own: Sums, target: Sums, reference: BuiltModel) -> list[str]:
    expected = [row for rows in target.values() for row in rows]
    missing = [row for row in expected if not contains_duplicate(row, own)]
    extra = [row for rows in own.values() for row in rows if not contains_duplicate(row, target)]
    over = {frozenset(row.coefficients): row for row in missing}  # the reader may have tried to write one of these
    remarks = []
    for family in (*reference.families, None):
        lacking = [row for row in missing if row.family == family]
        total = sum(row.family == family for row in expected)
        if lacking:
            where = family or "constraints outside any family"
            remarks.append(f"- {where}: {len(lacking)} of {total} constraints are missing or different")
            for row in lacking[:SHOWN]:
                remarks.append(f"    expected {row}")
                alike = [near for near in extra if near.coefficients.keys() == row.coefficients.keys()]
                remarks += [f"    found    {_beside(near, row)}" for near in alike]
    others = [row for row in extra if frozenset(row.coefficients) not in over]
    if others:
        remarks.append(f"- in your model only: {counted(len(others), 'constraint')}")
        remarks += [f"    {row}" for row in others[:SHOWN]]
    return remarks


def _beside(found: LinearConstraint, expected: LinearConstraint) -> str:
    """Return the text of the constraint `found`. If the constraint `expected` has the same text, add the coefficients
    that differ."""
    found = replace(found, coefficients={key: found.coefficients[key] for key in expected.coefficients})
    told = str(found)
    if told != str(expected):
        return told
    others = (key for key, value in expected.coefficients.items() if not same_number(value, found.coefficients[key]))
    return told + "".join(f", with {written(found.coefficients[key])} {in_words(key)}" for key in islice(others, SHOWN))


def same_solutions(
    build_a: Callable[[Any], BuiltModel], build_b: Callable[[Any], BuiltModel], puzzles: Iterable[Any]
) -> Comparison:
    """Compare the boards that two formulations admit as solutions of each (tiny) puzzle. All boards are enumerated.
    Return a Comparison, which is true if both formulations admit the same boards.

    `build_a` is the formulation in question, and `build_b` the trusted formulation. Both are functions: puzzle ->
    BuiltModel. The report shows the first board that is wrongly admitted or wrongly excluded. Puzzles are compared in
    the given order, so put the smallest first.

    Raises
    ------
    PuzzleError
        If a puzzle has MANY boards or more, there is no puzzle, or an argument has the wrong type.
    Unbounded
        If a model has an objective that can be improved without limit.
    """
    for build in (build_a, build_b):
        expect(build, Callable, "a function that builds a puzzle's model")  # type: ignore[arg-type]
        expect_function(build, "puzzle")
    if isinstance(puzzles, str) or not isinstance(puzzles, Iterable):
        raise PuzzleError(f"found {called(puzzles)}, expected several puzzles in a list")
    compared = 0
    for puzzle in puzzles:
        if difference := _difference(build_a(puzzle), build_b(puzzle), puzzle):
            return Comparison(False, f"The boards differ. Puzzle:\n{puzzle}\n{difference}")
        compared += 1
    if not compared:
        raise PuzzleError("found no puzzles, expected at least one, so that boards can be compared")
    return Comparison(True, f"The same boards on all {compared} puzzles.")


def broken_without(
    formulation: Any, left_out: str, puzzle: Any, violations: Callable[[Any, Any], Iterable[Violation]]
) -> tuple[str, ...]:
    """Return the names of the rules that are violated if a family is left out of a formulation, as a sorted tuple.

    All boards that the other families admit are checked. The tuple is empty if these boards satisfy all rules.

    Parameters
    ----------
    formulation
        A module with `FAMILIES` and `build(puzzle, families)`.
    left_out
        The name of the family that is left out.
    puzzle
        A tiny puzzle.
    violations
        The puzzle type's checker: function (puzzle, board) -> violations.

    Raises
    ------
    PuzzleError
        If there are too many boards to check all of them.
    Unbounded
        If the model without the family has an objective that can be improved without limit.
    """
    kept = [family for family in formulation.FAMILIES if family.__name__ != left_out]
    boards = _boards(formulation.build(puzzle, kept), puzzle)
    return tuple(sorted({violation.rule for board in boards for violation in violations(puzzle, board)}))


def _boards(built: BuiltModel, puzzle: Any) -> set[Any]:
    found = {board for board, _ in islice(enumeration.enumerate_solutions(built), MANY)}
    built.free()
    if len(found) == MANY:
        raise PuzzleError(f"found {MANY} or more boards of one puzzle, expected fewer: add clues\n{puzzle}")
    return found


def _difference(mine: BuiltModel, trusted: BuiltModel, puzzle: Any) -> str | None:
    right = _boards(trusted, puzzle)
    seen = set()
    for board, _ in enumeration.enumerate_solutions(mine):
        if board not in right:
            return f"invalid board admitted:\n{board}"
        seen.add(board)
    mine.free()
    shut_out = sorted(right - seen, key=str)
    return f"valid board excluded:\n{shut_out[0]}" if shut_out else None
