"""Repairs of contradictory clues: the smallest sets of clues to remove, with proofs that no smaller set suffices."""

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
    """A smallest set of clues whose removal makes the puzzle feasible. Removing fewer clues does not suffice.

    Attributes
    ----------
    clues
        {(family, element): the clue in words}; empty if there is a solution with all clues.
    solution
        A solution that satisfies the rules and all other clues.
    """

    clues: Mapping[Clue, str]
    solution: Any

    @property
    def where(self) -> tuple[Any, ...]:
        """Return the elements that the removed clues refer to."""
        return places(self.clues)

    @property
    def message(self) -> str:
        """Return a sentence that names the clues to remove."""
        none = "the puzzle has a solution; no clue has to go"
        return told(self.clues.values(), none, "one clue to remove", "smallest set of clues to remove")


def repairs(
    built: BuiltModel, limit: int = 1, *, first: Sequence[Any] = (), time_limit: float | None = None
) -> list[Repair]:
    """Return at most `limit` of the smallest sets of clues whose removal makes the puzzle feasible. The list is empty
    if the puzzle stays infeasible even without clues.

    The sets are the minimum hitting sets of the conflicts, which SCIP finds one by one: whenever the remaining clues
    contradict each other, a conflict among them becomes one more set to hit. So each result has two proofs: a solution
    that satisfies the other clues, and conflicts that no smaller set hits. The objective is ignored.

    Parameters
    ----------
    limit
        The largest number of sets to return.
    first
        Elements whose clues are preferred: sets with clues on these elements come first, and list these clues first, in
        the order of `first`.
    time_limit
        In seconds.

    Raises
    ------
    UnsupportedPuzzle
        If `Clues` does not support the model.
    TimeLimitReached
        If a set was not proved smallest in time, or the list was not proved complete.
    """
    limit, watch = validate_int(limit, "limit", 1), Stopwatch()
    expect(first, Sequence, "a sequence of elements")
    clues = Clues(built, time_limit=time_limit)
    order = clues.in_order(first)

    def clash_left(removed: frozenset[Clue]) -> list[Clue] | None:
        return clues.clashing([clue for clue in order if clue not in removed])

    found = smallest(order, clash_left, limit=limit, time_limit=watch.remaining(time_limit))
    if first and found:
        # there may be other sets, with the clue that is wanted most
        if len(found) == limit and not any(order[0] in own for own in found):
            left = watch.remaining(time_limit)
            rest = smallest(order[1:], lambda removed: clash_left(removed | {order[0]}), time_limit=left)
            found += [[order[0], *own] for own in rest if len(own) + 1 == len(found[0])]
        found = sorted(found, key=lambda own: [order.index(clue) for clue in own])[:limit]
    return [_repair(built, clues, removed) for removed in found]


def _repair(built: BuiltModel, clues: Clues, removed: list[Clue]) -> Repair:
    values = clues.solution([clue for clue in clues.words if clue not in removed])
    assert values is not None  # SCIP found one when it looked for a conflict
    return Repair({clue: clues.words[clue] for clue in removed}, built.decode(values))
