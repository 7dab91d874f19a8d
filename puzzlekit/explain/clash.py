"""Which clues cannot stand together: a smallest set of them."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from puzzlekit.explain.certificate import Certificate
from puzzlekit.explain.oracle import Oracle
from puzzlekit.explain.premises import Premises, elements_in, premises
from puzzlekit.explain.search import Program
from puzzlekit.explain.words import sentence, spoken, stated
from puzzlekit.scip.model import BuiltModel
from puzzlekit.scip.rows import Row


@dataclass(frozen=True)
class Clash:
    """Clues that contradict each other under the rules, none of which can be spared.

    Attributes
    ----------
    premises
        The rules with these clues alone.
    clues
        The clues as rows; empty if the rules alone have no solution.
    proof
        A sum of rows that is a contradiction, or None where it takes SCIP's search to see it.
    """

    premises: Premises
    clues: tuple[Row, ...]
    proof: Certificate | None

    @property
    def where(self) -> tuple[Any, ...]:
        """The elements that the clues stand on."""
        places = (_clue(row)[1] if self._named(row) else row.place for row in self.clues)
        return tuple(dict.fromkeys(element for place in places for element in elements_in(place)))

    @property
    def message(self) -> str:
        """The clash in a sentence."""
        if not self.clues:
            return "the rules alone contradict each other"
        clues = list(dict.fromkeys(self._told(row) for row in self.clues))
        listed = " and ".join([", ".join(clues[:-1]), clues[-1]] if len(clues) > 1 else clues)
        how = "a sum of rules shows it" if self.proof else "a search shows it"
        return f"these clues contradict each other, and none of them can be spared: {listed} ({how})"

    def _told(self, row: Row) -> str:
        return spoken(self.premises, _clue(row)[1]) if self._named(row) else stated(self.premises, row)

    def _named(self, row: Row) -> bool:
        """Whether the row belongs to a clue that goes by its own name, such as "clue 3"."""
        return row.family in self.premises.clues

    @property
    def reason(self) -> str:
        """The proof in words, or that there is none."""
        return sentence(self.premises, self.proof) if self.proof else "There is no solution. A search shows it."


def clash(
    built: BuiltModel, families: Collection[str] | None = None, *, time_limit: float | None = None
) -> Clash | None:
    """Clues that cannot stand together, as few as can be made by leaving out one after another; None if all can.

    The multipliers of a contradictory sum of rows say which clues to look at first (Farkas); what is left is tested
    clue by clue by SCIP.

    Parameters
    ----------
    families
        The names of the families whose rows are the clues; without it, those whose rows have one variable each.

    Raises
    ------
    Unsuited
        If the model cannot be asked; TimeLimitReached.
    """
    model, oracle = premises(built), Oracle(built, time_limit=time_limit)
    names = (set(model.clues) or _single(model)) if families is None else set(families)
    clues = [row for row in model.rows if row.family in names]
    if oracle.solvable(()):
        return None
    found = Program(replace(model, rows=(*model.rows, *oracle.cuts))).refute()
    if found and found.certificate:
        used = {_clue(term.row) for term in found.certificate.terms}
        kept = [row for row in clues if _clue(row) in used]
    else:
        kept = clues
    for clue in dict.fromkeys(map(_clue, kept)):
        fewer = [other for other in kept if _clue(other) != clue]
        if not oracle.solvable([other for other in clues if not any(other is own for own in fewer)]):
            kept = fewer
    rules = (*(row for row in model.rows if row.family not in names), *oracle.cuts)
    left = replace(model, rows=(*rules, *kept))
    found = Program(left).refute()
    return Clash(left, tuple(kept), found.certificate if found else None)


def _clue(row: Row) -> tuple[str | None, Any]:
    """What one clue is: the rows of a family about the same first part of a place."""
    return row.family, row.place[0] if isinstance(row.place, tuple) and row.place else row.place


def _single(model: Premises) -> set[str]:
    """The families whose rows have one variable each."""
    sizes: dict[Any, int] = {}
    for row in model.rows:
        sizes[row.family] = max(len(row.coefficients), sizes.get(row.family, 0))
    return {family for family, size in sizes.items() if size == 1}
