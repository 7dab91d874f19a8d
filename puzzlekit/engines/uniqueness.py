"""Uniqueness checks for generators: while a generator makes a puzzle, it repeatedly searches for a second solution."""

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
    """A search for a second solution of an unfinished puzzle, which a generator calls repeatedly.

    Attributes
    ----------
    solutions
        The puzzle type's function `solutions`, which uses SCIP.
    engines
        The puzzle type's ENGINES: {name: engine}.
    engine
        The name of the engine to use instead of SCIP, or None.
    deadline
        The deadline of the generator.
    """

    solutions: Callable[..., Sequence[Any]]
    engines: Mapping[str, Callable[..., EngineResult]]
    engine: str | None
    deadline: Deadline

    def __post_init__(self) -> None:
        if self.engine is not None:
            validate_choice(self.engine, self.engines, "engine")

    def two(self, puzzle: Any) -> Sequence[Any]:
        """Return two solutions of this puzzle, or all if there are fewer. Raise TimeLimitReached at the deadline."""
        left = self.deadline.remaining()
        if self.engine is None:
            try:
                return self.solutions(puzzle, 2, time_limit=left)
            except TimeLimitReached:  # this error would carry solutions of a puzzle that the reader has not seen
                raise self.deadline.reached() from None
        answer = self.engines[self.engine](puzzle, 2, time_limit=left)
        if answer.status == "unknown":
            raise self.deadline.reached()
        return answer.solutions


class ClueChoice(Generic[Clue, Board]):
    """A search for clues that only one board satisfies, the wanted board. The search stores every unwanted board that
    it finds, and checks later clues against these boards first.

    Parameters
    ----------
    keeps
        Function (board, clue) that returns whether the board satisfies the clue.
    others
        Function that returns unwanted boards that satisfy all of the given clues; an empty sequence if it is proved
        that there is no such board.
    """

    def __init__(self, keeps: Callable[[Board, Clue], bool], others: Callable[[Sequence[Clue]], Sequence[Board]]):
        self._keeps, self._others = keeps, others
        self._known: list[Board] = []

    def other(self, clues: Sequence[Clue]) -> Board | None:
        """Return an unwanted board that satisfies these clues, or None if it is proved that there is none."""
        for known in self._known:
            if all(self._keeps(known, clue) for clue in clues):
                return known
        found = self._others(clues)
        self._known += found
        return found[0] if found else None

    def enough(self, order: Sequence[Clue], first: Sequence[Clue] = ()) -> list[Clue]:
        """Return clues that only the wanted board satisfies: the clues `first`, followed by clues of `order`. Each clue
        of `order` in the result excludes an unwanted board that satisfies all clues before it."""
        chosen = list(first)
        while (wrong := self.other(chosen)) is not None:
            chosen.append(next(clue for clue in order if not self._keeps(wrong, clue)))
        return chosen

    def fewest(self, chosen: Sequence[Clue], rng: random.Random, least: int = 0) -> list[Clue]:
        """Return `chosen` without unnecessary clues, but with at least `least` clues. A clue is unnecessary if the
        other clues exclude all unwanted boards. Clues are tried in random order."""
        kept = list(chosen)
        for clue in rng.sample(kept, len(kept)):
            fewer = [other for other in kept if other != clue]
            if len(kept) > least and self.other(fewer) is None:
                kept = fewer
        return kept
