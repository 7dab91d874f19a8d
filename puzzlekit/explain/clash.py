"""Which clues cannot stand together: a smallest set of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from puzzlekit.errors import Unsuited
from puzzlekit.explain.certificate import Certificate
from puzzlekit.explain.oracle import Oracle
from puzzlekit.explain.premises import Premises, elements_in, premises
from puzzlekit.explain.search import Program
from puzzlekit.explain.words import sentence
from puzzlekit.scip.model import BuiltModel
from puzzlekit.scip.rows import Row

Clue = tuple[str, Any]  # family, element


@dataclass(frozen=True)
class Clash:
    """Clues that contradict each other under the rules, none of which can be spared.

    With these clues alone, whatever the others say, there is no solution; and if any one of them is left untold, the
    others no longer contradict each other.

    Attributes
    ----------
    premises
        The rules with these clues alone.
    clues
        (family, element) -> the clue in words; empty if there is no solution even with no clue at all.
    proof
        A sum of rows that is a contradiction, or None where it takes SCIP's search to see it.
    """

    premises: Premises
    clues: Mapping[Clue, str]
    proof: Certificate | None

    @property
    def where(self) -> tuple[Any, ...]:
        """The elements that the clues stand on."""
        return tuple(dict.fromkeys(element for _, place in self.clues for element in elements_in(place)))

    @property
    def message(self) -> str:
        """The clash in a sentence."""
        how = "a sum of rules shows it" if self.proof else "a search shows it"
        words = list(self.clues.values())
        if not words:
            return f"no clue is to blame but the board itself, which has no solution even without clues ({how})"
        if len(words) == 1:
            return f"this clue contradicts the rules by itself: {words[0]} ({how})"
        listed = f"{', '.join(words[:-1])} and {words[-1]}"
        return f"these clues contradict each other, and none of them can be spared: {listed} ({how})"

    @property
    def reason(self) -> str:
        """The proof in words, or that there is none."""
        return sentence(self.premises, self.proof) if self.proof else "There is no solution. A search shows it."


def clash(built: BuiltModel, *, time_limit: float | None = None) -> Clash | None:
    """Clues that cannot stand together, as few as can be made by leaving out one after another; None if all can.

    The multipliers of a contradictory sum of rows say which clues to look at first (Farkas); what is left is tested
    clue by clue by SCIP. An objective does not count here.

    Raises
    ------
    Unsuited
        If the model does not say which of its rows are clues, or a family sets bounds, in which clues may hide; or if
        it cannot be asked, see `premises`.
    TimeLimitReached
        If it was not proved in time that each of the clues takes part.
    """
    model, oracle, named = premises(built), Oracle(built, time_limit=time_limit), _named(built)
    rows: dict[Clue, list[Row]] = {}
    for row in model.rows:
        if (clue := _clue(row)) in named:
            rows.setdefault(clue, []).append(row)

    def contradict(clues: list[Clue]) -> bool:
        return not oracle.solvable(row for clue, own in rows.items() if clue not in clues for row in own)

    def refuted(clues: list[Clue]) -> tuple[Premises, Certificate | None]:
        rules = (row for row in model.rows if _clue(row) not in rows)
        left = replace(model, rows=(*rules, *oracle.cuts, *(row for clue in clues for row in rows[clue])))
        found = Program(left).refute()
        return left, found.certificate if found else None

    kept = list(rows)
    if not contradict(kept):
        return None
    if proof := refuted(kept)[1]:
        used = {_clue(term.row) for term in proof.terms}
        kept = [clue for clue in kept if clue in used]
    for clue in tuple(kept):
        fewer = [other for other in kept if other != clue]
        if contradict(fewer):
            kept = fewer
    left, proof = refuted(kept)
    return Clash(left, {clue: named[clue] for clue in kept}, proof)


def _named(built: BuiltModel) -> Mapping[Clue, str]:
    if built.clues is None:
        raise Unsuited("this model does not say which of its rows are clues; expected BuiltModel(..., clues=...)")
    if built.bounding:
        raise Unsuited(f"{min(built.bounding)} sets bounds, in which clues may hide; expected rows")
    return built.clues


def _clue(row: Row) -> Clue:
    """Which clue a row may belong to: its family, and the first part of its place."""
    return str(row.family), row.place[0] if isinstance(row.place, tuple) and row.place else row.place
