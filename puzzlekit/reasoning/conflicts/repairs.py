"""Which clues to leave out where they contradict each other: the smallest sets of them, each with a proof that it works
and that no smaller one does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from puzzlekit.core.clock import Stopwatch
from puzzlekit.core.errors import expect, validate_int
from puzzlekit.reasoning.conflicts.conflict import Clue, Clues, places, told
from puzzlekit.reasoning.conflicts.hitting_sets import smallest
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
        return places(self.clues)

    @property
    def message(self) -> str:
        """The repair in a sentence."""
        none = "there is a solution, and no clue has to be left out"
        return told(self.clues.values(), none, "one clue to remove", "smallest set of clues to remove")


def repairs(
    built: BuiltModel, limit: int = 1, *, first: Sequence[Any] = (), time_limit: float | None = None
) -> list[Repair]:
    """At most `limit` of the smallest sets of clues whose removal leaves a solution; none if the board itself has none.

    They are minimum hitting sets of the clashes, which SCIP finds while it looks for them: where the clues that are
    left contradict each other, a clash among them is one more set to be hit. So each is proved twice, by a solution
    that keeps the other clues, and by clashes that no fewer clues hit. An objective does not count here.

    Parameters
    ----------
    limit
        How many sets.
    first
        Elements: sets with clues that stand on these come first, and these clues are told first, in this order.
    time_limit
        In seconds.

    Raises
    ------
    UnsupportedPuzzle
        If the model cannot be asked, see `Clues`.
    TimeLimitReached
        If it was not proved in time that a set is among the smallest ones, or that there is no other.
    """
    limit, watch = validate_int(limit, "limit", 1), Stopwatch()
    expect(first, Sequence, "a sequence of elements")
    clues = Clues(built, time_limit=time_limit)
    order = clues.in_order(first)

    def clash_left(removed: frozenset[Clue]) -> list[Clue] | None:
        return clues.clashing([clue for clue in order if clue not in removed])

    found = smallest(order, clash_left, limit=limit, time_limit=watch.remaining(time_limit))
    if first and found:
        # there may be others, with the clue that is wanted most
        if len(found) == limit and not any(order[0] in own for own in found):
            left = watch.remaining(time_limit)
            rest = smallest(order[1:], lambda removed: clash_left(removed | {order[0]}), time_limit=left)
            found += [[order[0], *own] for own in rest if len(own) + 1 == len(found[0])]
        found = sorted(found, key=lambda own: [order.index(clue) for clue in own])[:limit]
    return [_repair(built, clues, removed) for removed in found]


def _repair(built: BuiltModel, clues: Clues, removed: list[Clue]) -> Repair:
    values = clues.solution([clue for clue in clues.words if clue not in removed])
    assert values is not None  # SCIP has found one when it was asked for a clash
    return Repair({clue: clues.words[clue] for clue in removed}, built.decode(values))
