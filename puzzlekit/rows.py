"""The rows of a model as plain data, so that they can be compared, relaxed, explained and printed."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, Variable

from puzzlekit.errors import PuzzleError

VariableKey = tuple[str, Hashable]


@dataclass(frozen=True)
class Row:
    """A linear row as plain data: `lower <= sum of coefficients[key] * variable <= upper`.

    `family` and `place` say where it comes from (None in a model that was not built by families);
    a variable's key is the name of its dict and its key in there, such as `("x", (Cell(0, 0), 5))`.
    """

    family: str | None
    place: Any
    coefficients: Mapping[VariableKey, float]
    lower: float | None
    upper: float | None

    def __str__(self) -> str:
        terms = [f"{_sign(value)}{in_words(key)}" for key, value in self.coefficients.items()]
        shown = terms if len(terms) <= 4 else [*terms[:2], "+ ...", terms[-1]]
        middle = " ".join(shown).removeprefix("+ ")
        if self.lower is None or self.upper is None:
            sides = [(">=", self.lower), ("<=", self.upper)]
            return middle + "".join(f" {sign} {side:g}" for sign, side in sides if side is not None)
        return (
            f"{middle} == {self.lower:g}"
            if self.lower == self.upper
            else f"{self.lower:g} <= {middle} <= {self.upper:g}"
        )


def _sign(value: float) -> str:
    size = "" if abs(value) == 1 else f"{abs(value):g} "
    return ("- " if value < 0 else "+ ") + size


def in_words(key: VariableKey) -> str:
    """A variable's key as the notebook writes it: `x[cell (1,1), 5]`."""
    name, index = key
    parts = index if isinstance(index, tuple) else (index,)
    return f"{name}[{', '.join(str(part) for part in parts)}]"


def check_owner(model: Model, v: SimpleNamespace) -> None:
    """Raise PuzzleError if one of these variables is not this model's.

    SCIP answers for another model's variables silently, and wrongly, or ends the process.
    """
    known = {variable.ptr() for variable in model.getVars()}
    for group, members in vars(v).items():
        if not isinstance(members, Mapping):
            raise PuzzleError(f"found {group} as {type(members).__name__}, expected a dict of variables")
        for key, variable in members.items():
            if not isinstance(variable, Variable) or variable.ptr() not in known:
                place = in_words((group, key))
                raise PuzzleError(f"{place} is no variable of this model; run the cells that make both once more")


def rows(model: Model, v: SimpleNamespace, origin: Mapping[str, tuple[str, Any]] | None = None) -> list[Row]:
    """All rows of a model in its problem stage; `origin` gives a row's family and place by its name.

    Raises
    ------
    PuzzleError
        If a row is not linear.
    """
    key_of = {variable.ptr(): (group, key) for group, members in vars(v).items() for key, variable in members.items()}
    return [_row(model, constraint, key_of, origin or {}) for constraint in model.getConss(transformed=False)]


def _row(model: Model, constraint: Any, key_of: Mapping[int, Any], origin: Mapping[str, tuple[str, Any]]) -> Row:
    if not constraint.isLinear():
        raise PuzzleError(
            f"row {constraint.name} is not linear; expected a sum of variables, ==, <= or >= and a number"
        )
    coefficients: dict[Any, float] = {}
    own: Any = model.getConsVars(constraint)
    values: Any = model.getConsVals(constraint)
    for variable, value in zip(own, values, strict=True):
        key = key_of.get(variable.ptr(), ("another variable", variable.name))
        coefficients[key] = coefficients.get(key, 0.0) + value
    family, place = origin.get(constraint.name, (None, None))
    lower, upper = (_side(model, side) for side in (model.getLhs(constraint), model.getRhs(constraint)))
    return Row(family, place, coefficients, lower, upper)


def _side(model: Model, side: float) -> float | None:
    return None if model.isInfinity(abs(side)) else side
