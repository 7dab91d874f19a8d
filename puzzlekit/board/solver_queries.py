"""The queries of a board in a notebook. SCIP adds the reasons why a puzzle has no solution."""

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

FEW = 5  # Check offers at most this many repairs


class SolverQueries(Queries):
    """The object that answers a board's buttons in a notebook. SCIP finds conflicting clues and repairs (clues to
    remove).

    Parameters
    ----------
    game
        The puzzle type's functions.
    solve, solutions
        See `Queries`.
    formulations
        {name: function that builds a model}. SCIP looks for conflicting clues in these models.
    generate
        The puzzle type's generator `(size, size, *, seed) -> puzzle`, or None.
    """

    def __init__(
        self,
        game: PuzzleAdapter,
        solve: Callable[..., Any],
        solutions: Callable[..., list[Any]],
        formulations: Mapping[str, Build],
        generate: Callable[..., Any] | None = None,
    ):
        super().__init__(game, solve, solutions)
        self._formulations, self.generate = formulations, generate
        self._blamed: tuple[Any, Iterator[Reason]] | None = None

    def checked(self, puzzle: Any, *, entries: State, recent: Sequence[Element] = ()) -> Checked:
        """Return the results for Check, see `Queries.checked`.

        If a puzzle has no solution, the first call returns clues that contradict each other as `blame`, or None if
        clues violate a rule directly. Each later call returns the next repair as `repair`. Clues of `recent` elements
        are preferred.
        """
        found = super().checked(puzzle, entries=entries, recent=recent)
        if found.solutions:
            self._blamed = None
        return found

    def _reason(self, puzzle: Any, recent: Sequence[Element]) -> Reason:
        """Return the next result of `_reasons`. After the last result, start again with the first."""
        asked = puzzle, recent
        if self._blamed is None or self._blamed[0] != asked:
            self._blamed = asked, self._reasons(*asked)
        if reason := next(self._blamed[1], None):
            return reason
        self._blamed = None
        return self._reason(puzzle, recent)

    def _reasons(self, puzzle: Any, recent: Sequence[Element]) -> Iterator[Reason]:
        """Yield (blame, repair, more), as in `Checked`, for each reason why a puzzle has no solution. `more` is whether
        another reason follows."""
        conflict = partial(conflicts.minimal_conflict, first=recent, time_limit=PATIENCE)
        first = None if self.game.clue_conflicts(puzzle) else self._asked(puzzle, conflict)
        yield first, None, first is None or bool(getattr(first, "clues", ()))
        ways = self._asked(puzzle, partial(conflicts.repairs, limit=FEW, first=recent, time_limit=PATIENCE))
        if isinstance(ways, list) and ways:
            yield from ((None, repair, number < len(ways)) for number, repair in enumerate(ways, start=1))
        else:  # if there are no repairs, even the board without clues has no solution
            yield self._asked(puzzle, conflict) if isinstance(ways, list) else ways, None, False

    def _asked(self, puzzle: Any, question: Callable[[Any], Any]) -> Any:
        """Return the result of the function `question` on a model of the puzzle, or the error that
        prevented a result."""
        try:
            return conflicts.asked(puzzle, self._formulations, question)
        except (UnsupportedPuzzle, TimeLimitReached) as error:
            return error
