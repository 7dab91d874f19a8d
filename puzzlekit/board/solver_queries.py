"""The queries of a board in a notebook: those of every board, and SCIP's reason why a puzzle has no solution."""

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

FEW = 5  # the most repairs that Check offers


class SolverQueries(Queries):
    """The queries about one puzzle after another, with conflicting clues and repairs from SCIP.

    Parameters
    ----------
    game
        The puzzle type's functions.
    solve, solutions
        See `Queries`.
    formulations
        name -> build, the models in which conflicting clues are found.
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
        """Return the findings of `Queries.checked`. For a puzzle without a solution, the first call returns the clues
        that contradict each other (None if they violate a rule by themselves), and each later call one more repair,
        with the clues of `recent` elements first."""
        found = super().checked(puzzle, entries=entries, recent=recent)
        if found.solutions:
            self._blamed = None
        return found

    def _reason(self, puzzle: Any, recent: Sequence[Element]) -> Reason:
        """Return the next reason why there is no solution; after the last one, the first again."""
        asked = puzzle, recent
        if self._blamed is None or self._blamed[0] != asked:
            self._blamed = asked, self._reasons(*asked)
        if reason := next(self._blamed[1], None):
            return reason
        self._blamed = None
        return self._reason(puzzle, recent)

    def _reasons(self, puzzle: Any, recent: Sequence[Element]) -> Iterator[Reason]:
        """Yield the reasons that Check gives for a puzzle without a solution, each with whether more follow."""
        conflict = partial(conflicts.minimal_conflict, first=recent, time_limit=PATIENCE)
        first = None if self.game.clue_conflicts(puzzle) else self._asked(puzzle, conflict)
        yield first, None, first is None or bool(getattr(first, "clues", ()))
        ways = self._asked(puzzle, partial(conflicts.repairs, limit=FEW, first=recent, time_limit=PATIENCE))
        if isinstance(ways, list) and ways:
            yield from ((None, repair, number < len(ways)) for number, repair in enumerate(ways, start=1))
        else:  # without repairs, the empty board itself has no solution
            yield self._asked(puzzle, conflict) if isinstance(ways, list) else ways, None, False

    def _asked(self, puzzle: Any, question: Callable[[Any], Any]) -> Any:
        """Return a model's answer to a question about the puzzle, or the error that prevented it."""
        try:
            return conflicts.asked(puzzle, self._formulations, question)
        except (UnsupportedPuzzle, TimeLimitReached) as error:
            return error
