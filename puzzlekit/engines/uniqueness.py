"""What generators share: while a puzzle is made, somebody is asked again and again whether it has another solution."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import TimeLimitReached, validate_choice
from puzzlekit.engines import EngineResult

Clue = TypeVar("Clue")
Board = TypeVar("Board")


@dataclass(frozen=True)
class UniquenessChecker:
    """Who finds the solutions of a puzzle in the making.

    Attributes
    ----------
    solutions
        The puzzle type's own function, which asks SCIP.
    engines
        Its ENGINES.
    engine
        The name of one of them to be asked instead, or None.
    deadline
        When the generator has to end.
    """

    solutions: Callable[..., Sequence[Any]]
    engines: Mapping[str, Callable[..., EngineResult]]
    engine: str | None
    deadline: Deadline

    def __post_init__(self) -> None:
        if self.engine is not None:
            validate_choice(self.engine, self.engines, "engine")

    def two(self, puzzle: Any) -> Sequence[Any]:
        """Two solutions of this puzzle, or all. Raises TimeLimitReached."""
        left = self.deadline.remaining()
        if self.engine is None:
            try:
                return self.solutions(puzzle, 2, time_limit=left)
            except TimeLimitReached:  # with solutions of a puzzle that nobody has seen
                raise self.deadline.reached() from None
        answer = self.engines[self.engine](puzzle, 2, time_limit=left)
        if answer.status == "unknown":
            raise self.deadline.reached()
        return answer.solutions


class ClueChoice(Generic[Clue, Board]):
    """Chooses clues that leave no other board than the one that is wanted; boards found once are remembered.

    Parameters
    ----------
    keeps
        Whether a board has what a clue says.
    others
        Other boards than the one wanted that have what these clues say; none if it is proved that there are none.
    """

    def __init__(self, keeps: Callable[[Board, Clue], bool], others: Callable[[Sequence[Clue]], Sequence[Board]]):
        self._keeps, self._others = keeps, others
        self._known: list[Board] = []

    def other(self, clues: Sequence[Clue]) -> Board | None:
        """Another board with these clues, or None if that is proved."""
        for known in self._known:
            if all(self._keeps(known, clue) for clue in clues):
                return known
        found = self._others(clues)
        self._known += found
        return found[0] if found else None

    def enough(self, order: Sequence[Clue], first: Sequence[Clue] = ()) -> list[Clue]:
        """Clues that leave no other board, after some first ones: each shuts out one that those before it left."""
        chosen = list(first)
        while (wrong := self.other(chosen)) is not None:
            chosen.append(next(clue for clue in order if not self._keeps(wrong, clue)))
        return chosen

    def fewest(self, chosen: Sequence[Clue], rng: random.Random, least: int = 0) -> list[Clue]:
        """The same without those that can be spared one after another, as long as there are more than `least`."""
        kept = list(chosen)
        for clue in rng.sample(kept, len(kept)):
            fewer = [other for other in kept if other != clue]
            if len(kept) > least and self.other(fewer) is None:
                kept = fewer
        return kept
