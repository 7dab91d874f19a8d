"""Which clues cannot stand together: a smallest set of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puzzlekit.errors import listed
from puzzlekit.explain.certificate import Certificate
from puzzlekit.explain.clues import Clue, Clues
from puzzlekit.explain.premises import Premises, elements_in
from puzzlekit.explain.words import sentence
from puzzlekit.scip.model import BuiltModel


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
        return f"these clues contradict each other, and none of them can be spared: {listed(words)} ({how})"

    @property
    def reason(self) -> str:
        """The proof in words, or that there is none."""
        return sentence(self.premises, self.proof) if self.proof else "There is no solution. A search shows it."


def clash(built: BuiltModel, *, time_limit: float | None = None) -> Clash | None:
    """Clues that cannot stand together, as few as can be made by leaving out one after another; None if all can.

    An objective does not count here.

    Raises
    ------
    Unsuited
        If the model cannot be asked, see `Clues`.
    TimeLimitReached
        If it was not proved in time that each of the clues takes part.
    """
    clues = Clues(built, time_limit=time_limit)
    found = clues.clashing(clues.words)
    if found is None:
        return None
    left, proof = clues.refuted(found)
    return Clash(left, {clue: clues.words[clue] for clue in found}, proof)
