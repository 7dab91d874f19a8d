"""What generators share: while a puzzle is made, somebody is asked again and again whether it has another solution."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from puzzlekit.clock import Deadline
from puzzlekit.errors import TimeLimitReached, one_of
from puzzlekit.peers import PeerResult


@dataclass(frozen=True)
class Judge:
    """Who finds the solutions of a puzzle in the making.

    Attributes
    ----------
    solutions
        The room's own function, which asks SCIP.
    peers
        The room's PEERS.
    engine
        The name of one of them to be asked instead, or None.
    deadline
        When the generator has to end.
    """

    solutions: Callable[..., Sequence[Any]]
    peers: Mapping[str, Callable[..., PeerResult]]
    engine: str | None
    deadline: Deadline

    def __post_init__(self) -> None:
        if self.engine is not None:
            one_of(self.engine, self.peers, "engine")

    def two(self, puzzle: Any) -> Sequence[Any]:
        """Two solutions of this puzzle, or all. Raises TimeLimitReached."""
        left = self.deadline.left()
        if self.engine is None:
            try:
                return self.solutions(puzzle, 2, time_limit=left)
            except TimeLimitReached:  # with solutions of a puzzle that nobody has seen
                raise self.deadline.reached() from None
        answer = self.peers[self.engine](puzzle, 2, time_limit=left)
        if answer.status == "unknown":
            raise self.deadline.reached()
        return answer.solutions
