"""What generators share: while a puzzle is made, somebody is asked again and again whether it has another solution."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from puzzlekit.clock import Deadline
from puzzlekit.engines import EngineResult
from puzzlekit.errors import TimeLimitReached, validate_choice


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
