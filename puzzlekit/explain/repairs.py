"""Which clues to leave out where they contradict each other: the smallest sets of them, each with a proof that it works
and that no smaller one does."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puzzlekit.clock import Stopwatch
from puzzlekit.errors import listed, whole
from puzzlekit.explain.clues import Clue, Clues
from puzzlekit.explain.hitting import smallest
from puzzlekit.explain.premises import elements_in
from puzzlekit.scip.model import BuiltModel


@dataclass(frozen=True)
class Repair:
    """Clues without which there is a solution. With fewer clues left out, whichever they are, there is none.

    Attributes
    ----------
    clues
        (family, element) -> the clue in words; empty if there is a solution as it is.
    solution
        A solution that keeps the rules and all other clues.
    """

    clues: Mapping[Clue, str]
    solution: Any

    @property
    def where(self) -> tuple[Any, ...]:
        """The elements that the clues stand on."""
        return tuple(dict.fromkeys(element for _, place in self.clues for element in elements_in(place)))

    @property
    def message(self) -> str:
        """The repair in a sentence."""
        words = list(self.clues.values())
        if not words:
            return "there is a solution, and no clue has to be left out"
        if len(words) == 1:
            return f"there is a solution once this clue is left out: {words[0]}"
        return f"there is a solution once these clues are left out, and no fewer will do: {listed(words)}"


def repairs(built: BuiltModel, limit: int = 1, *, time_limit: float | None = None) -> list[Repair]:
    """At most `limit` of the smallest sets of clues whose removal leaves a solution; none if the board itself has none.

    They are minimum hitting sets of the clashes, which SCIP finds while it looks for them: where the clues that are
    left contradict each other, a clash among them is one more set to be hit. So each is proved twice, by a solution
    that keeps the other clues, and by clashes that no fewer clues hit. An objective does not count here.

    Raises
    ------
    Unsuited
        If the model cannot be asked, see `Clues`.
    TimeLimitReached
        If it was not proved in time that a set is among the smallest ones, or that there is no other.
    """
    limit, watch = whole(limit, "limit", 1), Stopwatch()
    clues = Clues(built, time_limit=time_limit)

    def clash_left(removed: frozenset[Clue]) -> list[Clue] | None:
        return clues.clashing([clue for clue in clues.words if clue not in removed])

    found = smallest(list(clues.words), clash_left, limit=limit, time_limit=watch.left(time_limit))
    return [_repair(built, clues, removed) for removed in found]


def _repair(built: BuiltModel, clues: Clues, removed: list[Clue]) -> Repair:
    point = clues.board([clue for clue in clues.words if clue not in removed])
    assert point is not None  # SCIP has found one when it was asked for a clash
    return Repair({clue: clues.words[clue] for clue in removed}, built.read(point.shaped))
