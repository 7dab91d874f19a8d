"""What a board asks of the package's engines when Hint, Check, Why or Next step is pressed; it runs beside the page."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from puzzlekit import explain
from puzzlekit.board import answers
from puzzlekit.board.notes import Notes
from puzzlekit.board.sheet import Game, State
from puzzlekit.clock import Stopwatch
from puzzlekit.errors import NoSolution, PuzzleError, TimeLimitReached, Unsuited

PATIENCE = 30.0  # seconds for the solutions, and for the clues that clash
SOON = 3.0  # seconds for a proof


class Search:
    """The package's answers about one puzzle after another.

    Parameters
    ----------
    game
        The room's functions.
    """

    def __init__(self, game: Game):
        self.game = game
        self._known: tuple[Any, list[Any]] | None = None

    def solutions(self, puzzle: Any) -> list[Any]:
        """Two solutions, or all; remembered, so that a second hint comes at once."""
        if self._known is None or self._known[0] != puzzle:
            self._known = puzzle, self.game.solutions(puzzle, 2, time_limit=PATIENCE)
        return self._known[1]

    def checked(self, puzzle: Any) -> tuple[list[Any], explain.Clash | PuzzleError | None]:
        """The same, and if there is none and no two clues clash visibly, the clues that contradict each other, or why
        they are not known."""
        found = self.solutions(puzzle)
        if found or not self.game.formulations or self.game.clashes(puzzle):
            return found, None
        try:
            return found, explain.asked(puzzle, self.game.formulations, partial(explain.clash, time_limit=PATIENCE))
        except (Unsuited, TimeLimitReached) as error:
            return found, error

    def proof(self, puzzle: Any, question: Callable[..., Any], entries: State, notes: Notes) -> Any:
        """What `question(built, candidates=..., time_limit=...)` of `explain` finds for a board with these entries and
        notes.

        A `Clash`, if the clues contradict each other.

        Raises
        ------
        NoSolution
            If the entries or notes are to blame.
        TimeLimitReached
        """
        explain.get_ready()
        watch = Stopwatch()

        def asked(built: Any) -> Any:
            known = answers.candidates(self.game, built, entries, notes)
            try:
                return question(built, candidates=known, time_limit=watch.left(SOON))
            except NoSolution:
                with suppress(Unsuited, TimeLimitReached):
                    if clash := explain.clash(built, time_limit=PATIENCE):
                        return clash
                raise

        try:
            return explain.asked(puzzle, self.game.formulations, asked)
        except TimeLimitReached:
            raise TimeLimitReached(f"no short proof was found within {SOON:g} s") from None
