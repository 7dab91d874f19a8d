"""What a board in a notebook asks of SCIP: what any board asks, and why a puzzle has no solution."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.check import Checked
from puzzlekit.board.layout import State
from puzzlekit.board.queries import PATIENCE, Queries, Reason
from puzzlekit.core.errors import TimeLimitReached, UnsupportedPuzzle
from puzzlekit.core.grid import Element
from puzzlekit.reasoning import conflicts
from puzzlekit.scip.enumeration import Build

FEW = 5  # repairs that are offered


class SolverQueries(Queries):
    """The package's answers about one puzzle after another: SCIP's.

    Parameters
    ----------
    game
        The puzzle type's functions.
    solve, solutions
        See `Queries`.
    formulations
        name -> build, for clues that contradict each other.
    """

    def __init__(
        self,
        game: PuzzleAdapter,
        solve: Callable[..., Any],
        solutions: Callable[..., list[Any]],
        formulations: Mapping[str, Build],
    ):
        super().__init__(game, solve, solutions)
        self._formulations = formulations
        self._blamed: tuple[Any, Iterator[Reason]] | None = None

    def checked(self, puzzle: Any, *, entries: State, recent: Sequence[Element] = ()) -> Checked:
        """The same. Of a puzzle without a solution: at first the clues that contradict each other (None where that is
        visible), then each time one more repair, those of `recent` elements first."""
        found = super().checked(puzzle, entries=entries, recent=recent)
        if found.solutions:
            self._blamed = None
        return found

    def _reason(self, puzzle: Any, recent: Sequence[Element]) -> Reason:
        """The next of the reasons why there is no solution, and after the last the first."""
        asked = puzzle, recent
        if self._blamed is None or self._blamed[0] != asked:
            self._blamed = asked, self._reasons(*asked)
        if reason := next(self._blamed[1], None):
            return reason
        self._blamed = None
        return self._reason(puzzle, recent)

    def _reasons(self, puzzle: Any, recent: Sequence[Element]) -> Iterator[Reason]:
        """What Check says of a puzzle without a solution, one after the other, and whether there is more."""
        conflict = partial(conflicts.minimal_conflict, first=recent, time_limit=PATIENCE)
        first = None if self.game.clue_conflicts(puzzle) else self._asked(puzzle, conflict)
        yield first, None, first is None or bool(getattr(first, "clues", ()))
        ways = self._asked(puzzle, partial(conflicts.repairs, limit=FEW, first=recent, time_limit=PATIENCE))
        if isinstance(ways, list) and ways:
            yield from ((None, repair, number < len(ways)) for number, repair in enumerate(ways, start=1))
        else:  # without ways, the board itself is to blame
            yield self._asked(puzzle, conflict) if isinstance(ways, list) else ways, None, False

    def _asked(self, puzzle: Any, question: Callable[[Any], Any]) -> Any:
        """What a model of the puzzle answers, or the reason why it does not."""
        try:
            return conflicts.asked(puzzle, self._formulations, question)
        except (UnsupportedPuzzle, TimeLimitReached) as error:
            return error
