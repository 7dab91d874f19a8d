"""What rows are: rules of the puzzle, clues, facts and bounds; of what they speak, and what they weigh."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from puzzlekit.grid import Element, Label
from puzzlekit.scip.constraints import LinearConstraint

BOUND, KNOWN, ASSUMED = "bound", "known", "assumed"  # families of rows that no model has
RULE, SEEN, LITTLE, NOTHING = Fraction(1), Fraction(1, 8), Fraction(1, 100), Fraction(0)  # what using a row once weighs


def implies(row: LinearConstraint, claim: LinearConstraint) -> bool:
    """Whether a row says what a claim says, or more: the same sum, perhaps some times, with a side that is as tight."""
    if not row.coefficients or row.coefficients.keys() != claim.coefficients.keys():
        return False
    key, value = next(iter(claim.coefficients.items()))
    times = row.coefficients[key] / value if value else 0.0
    if not times or any(number != times * claim.coefficients[key] for key, number in row.coefficients.items()):
        return False
    least, most = (row.lower, row.upper) if times > 0 else (row.upper, row.lower)
    if claim.lower is not None:
        return least is not None and least / times >= claim.lower
    return most is not None and most / times <= claim.upper  # type: ignore[operator]  # a claim has one side


def is_elsewhere(row: LinearConstraint) -> bool:
    """Whether a clue about one place stands elsewhere, and has to be looked up."""
    place = row.index if isinstance(row.index, tuple) else ()
    return not is_claim(row) and any(isinstance(first, Label) for first in place[:1])


def is_claim(row: LinearConstraint) -> bool:
    """Whether the row is something known or assumed, rather than a rule of the puzzle or a clue."""
    return row.family in (KNOWN, ASSUMED)


def about(claim: LinearConstraint) -> tuple[Any, bool]:
    """What a claim is about, and whether it says that this is not so."""
    return claim.index, claim.lower is None


def is_rule(row: LinearConstraint) -> bool:
    """Whether the row is a rule of the puzzle or a clue about several variables: what counts in a proof."""
    return row.family not in (BOUND, KNOWN, ASSUMED) and len(row.coefficients) > 1


def weight(row: LinearConstraint) -> Fraction:
    """What it weighs to use a row once: a rule 1, a clue or something known little, a bound nothing."""
    if row.family == BOUND:
        return NOTHING
    return RULE if is_rule(row) else LITTLE


def elements_in(place: Any) -> Iterator[Any]:
    """The elements of the board that a place or a variable's key speaks of."""
    if isinstance(place, Element):
        yield place
    elif isinstance(place, Iterable) and not isinstance(place, str):
        for part in place:
            yield from elements_in(part)
