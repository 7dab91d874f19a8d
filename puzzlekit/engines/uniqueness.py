"""Uniqueness checks for generators: while a puzzle is made, a solver looks again and again for another solution."""

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
    """The solver that finds the solutions of a puzzle in the making.

    Attributes
    ----------
    solutions
        The puzzle type's function `solutions`, which uses SCIP.
    engines
        The puzzle type's ENGINES.
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
        """Return two solutions of this puzzle, or all if there are fewer. Raises TimeLimitReached."""
        left = self.deadline.remaining()
        if self.engine is None:
            try:
                return self.solutions(puzzle, 2, time_limit=left)
            except TimeLimitReached:  # its solutions are of a puzzle that no reader has seen
                raise self.deadline.reached() from None
        answer = self.engines[self.engine](puzzle, 2, time_limit=left)
        if answer.status == "unknown":
            raise self.deadline.reached()
        return answer.solutions


class ClueChoice(Generic[Clue, Board]):
    """A choice of clues that leave no other board than the wanted one. Boards found once are remembered.

    Parameters
    ----------
    keeps
        Function (board, clue) that returns whether the board satisfies the clue.
    others
        Function of clues that returns other boards than the wanted one that satisfy the clues; none if it is proved
        that there are none.
    """

    def __init__(self, keeps: Callable[[Board, Clue], bool], others: Callable[[Sequence[Clue]], Sequence[Board]]):
        self._keeps, self._others = keeps, others
        self._known: list[Board] = []

    def other(self, clues: Sequence[Clue]) -> Board | None:
        """Return another board with these clues, or None if it is proved that there is none."""
        for known in self._known:
            if all(self._keeps(known, clue) for clue in clues):
                return known
        found = self._others(clues)
        self._known += found
        return found[0] if found else None

    def enough(self, order: Sequence[Clue], first: Sequence[Clue] = ()) -> list[Clue]:
        """Return clues that leave no other board, after the `first` ones: each excludes a board that the clues before
        it leave."""
        chosen = list(first)
        while (wrong := self.other(chosen)) is not None:
            chosen.append(next(clue for clue in order if not self._keeps(wrong, clue)))
        return chosen

    def fewest(self, chosen: Sequence[Clue], rng: random.Random, least: int = 0) -> list[Clue]:
        """Drop clues one after another that are not needed, as long as more than `least` remain, and return the
        others."""
        kept = list(chosen)
        for clue in rng.sample(kept, len(kept)):
            fewer = [other for other in kept if other != clue]
            if len(kept) > least and self.other(fewer) is None:
                kept = fewer
        return kept
