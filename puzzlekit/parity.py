"""Is the reader's model the reference model (`same_model`), or does it at least admit the same boards
(`same_solutions`)? Two texts of one model stay together by these."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model

from puzzlekit import unique
from puzzlekit.errors import PuzzleError
from puzzlekit.rows import Row, in_words, rows
from puzzlekit.scip import BuiltModel, variables

SHOWN = 3  # how many differing rows a report shows of each family
MANY = 500  # boards of one tiny puzzle, no more than that


@dataclass(frozen=True)
class Comparison:
    """Whether two models agree, and a report that says where they do not.

    It is true or false in a condition, and its report is what a notebook shows.
    """

    same: bool
    report: str

    def __bool__(self) -> bool:
        return self.same

    def __repr__(self) -> str:
        return self.report


def same_model(mine: tuple[Model, Any] | BuiltModel, reference: BuiltModel) -> Comparison:
    """Compare variables (name of the dict, key, type, bounds), rows and objective; names of rows do not count.

    Parameters
    ----------
    mine
        `(model, x)` or `(model, scip.variables(x=x, flow=flow))`, or a BuiltModel. A bare dict is compared with
        `reference.v.x`.
    reference
        The package's model.

    Raises
    ------
    PuzzleError
        If a row is not linear.
    """
    model, v = (mine.model, mine.v) if isinstance(mine, BuiltModel) else mine
    if not isinstance(v, SimpleNamespace):
        v = variables(x=v)
    remarks = _compare_variables(v, reference.v)
    if remarks:  # rows over different variables cannot be compared
        return Comparison(False, "\n".join(["The variables differ:", *remarks]))
    own, twice = _distinct(rows(model, v))
    target, _ = _distinct(rows(reference.model, reference.v, reference.rows))
    remarks = [*_compare_objectives(model, v, reference), *_compare_rows(own, target, reference)]
    notes = [f"(A remark only: {twice} rows are stated twice; was a cell run again?)"] if twice else []
    if remarks:
        return Comparison(False, "\n".join(["The models differ:", *remarks, *notes]))
    size = sum(len(members) for members in vars(v).values())
    return Comparison(True, "\n".join([f"The same model: {size} variables, {len(target)} rows.", *notes]))


def _distinct(found: Iterable[Row]) -> tuple[dict[tuple, Row], int]:
    """Rows by what they say, whatever their order, scale and sign; and how many were said twice."""
    stated = [(_normal_form(row), row) for row in found]
    by_form = dict(stated)
    return by_form, len(stated) - len(by_form)


def _normal_form(row: Row) -> tuple:
    terms = sorted(((repr(key), value) for key, value in row.coefficients.items() if value), key=lambda term: term[0])
    sides = [row.lower, row.upper]
    scale = _common_divisor([value for _, value in terms])
    if terms and terms[0][1] < 0:
        scale, sides = -scale, sides[::-1]
    return (
        tuple((key, round(value / scale, 9)) for key, value in terms),
        *(None if side is None else round(side / scale, 9) + 0.0 for side in sides),
    )


def _common_divisor(values: list[float]) -> float:
    if not values:
        return 1.0
    if all(float(value).is_integer() for value in values):
        return float(math.gcd(*(int(value) for value in values)))
    return abs(values[0])


def _compare_variables(v: SimpleNamespace, reference: SimpleNamespace) -> list[str]:
    remarks = []
    for group in sorted(vars(v) | vars(reference)):
        own, target = getattr(v, group, {}), getattr(reference, group, {})
        missing, extra = [key for key in target if key not in own], [key for key in own if key not in target]
        if missing:
            remarks.append(f"- missing: {len(missing)} variables {group}, such as {in_words((group, missing[0]))}")
        if extra:
            remarks.append(
                f"- in your model only: {len(extra)} variables {group}, such as {in_words((group, extra[0]))}"
            )
        for key in own:
            if key in target and (found := _domain(own[key])) != (expected := _domain(target[key])):
                remarks.append(f"- {in_words((group, key))} is {found}, expected {expected}")
                break
    return remarks


def _domain(variable: Any) -> str:
    return f"{variable.vtype().lower()} from {variable.getLbOriginal():g} to {variable.getUbOriginal():g}"


def _compare_objectives(model: Model, v: SimpleNamespace, reference: BuiltModel) -> list[str]:
    own, target = _objective(model, v), _objective(reference.model, reference.v)
    return [] if own == target else [f"- the objective differs: found {_told(own)}, expected {_told(target)}"]


def _objective(model: Model, v: SimpleNamespace) -> tuple[str, dict]:
    groups = vars(v).items()
    costs = {(group, key): x.getObj() for group, members in groups for key, x in members.items() if x.getObj()}
    return (model.getObjectiveSense() if costs else "none", costs)


def _told(objective: tuple[str, dict]) -> str:
    sense, costs = objective
    return sense if not costs else f"{sense} {Row(None, None, costs, None, None)}"


def _compare_rows(own: Mapping[tuple, Row], target: Mapping[tuple, Row], reference: BuiltModel) -> list[str]:
    missing = [row for form, row in target.items() if form not in own]
    extra = {form[0]: row for form, row in own.items() if form not in target}
    remarks = []
    for family in reference.families:
        lacking = [row for row in missing if row.family == family]
        total = sum(row.family == family for row in target.values())
        if lacking:
            remarks.append(f"- {family}: {len(lacking)} of {total} rows are missing")
            told = [_lacking(row, extra) for row in lacking]  # all of them, for each takes its near row out of extra
            remarks += told[:SHOWN]
    others = list(extra.values())
    if others:
        remarks.append(f"- {len(others)} rows are not in the reference")
        remarks += [f"    {row}" for row in others[:SHOWN]]
    return remarks


def _lacking(row: Row, extra: dict[tuple, Row]) -> str:
    """A missing row; if the reader has one over the same sum, both, and it is no longer an extra one."""
    near = extra.pop(_normal_form(row)[0], None)
    return f"    expected {row}" + (f"\n    found    {near}" if near else "")


def same_solutions(
    build_a: Callable[[Any], BuiltModel], build_b: Callable[[Any], BuiltModel], puzzles: Iterable[Any]
) -> Comparison:
    """Do two formulations admit the same boards? All boards of each (tiny) puzzle are compared.

    `build_a` is the formulation in question, `build_b` the trusted one. The report shows the first board found that
    is wrongly admitted or wrongly shut out; puzzles are taken in order, so put the smallest first.

    Raises
    ------
    PuzzleError
        If a puzzle has too many boards to compare them all.
    """
    compared = 0
    for puzzle in puzzles:
        if difference := _difference(build_a(puzzle), build_b(puzzle), puzzle):
            return Comparison(False, f"The boards differ. Of the puzzle\n{puzzle}\nthis board is {difference}")
        compared += 1
    return Comparison(True, f"The same boards on all {compared} puzzles.")


def _difference(mine: BuiltModel, trusted: BuiltModel, puzzle: Any) -> str | None:
    right = {board for board, _ in islice(unique.boards(trusted), MANY)}
    trusted.free()
    if len(right) == MANY:
        raise PuzzleError(f"found {MANY} boards of one puzzle and more, expected fewer: add clues\n{puzzle}")
    seen = set()
    for board, _ in unique.boards(mine):
        if board not in right:
            return f"wrongly admitted:\n{board}"
        seen.add(board)
    mine.free()
    shut_out = sorted(right - seen, key=str)
    return f"wrongly shut out:\n{shut_out[0]}" if shut_out else None
