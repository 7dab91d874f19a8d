"""What a board asks when Hint, Check, Solve or Next step is pressed, by whatever answers: SCIP, or an engine of a page.

Steps are those of `deduce`. Proofs are for `solver_queries`, which adds them where SCIP is at hand.
"""

from collections.abc import Callable, Sequence
from typing import Any

from puzzlekit import grid
from puzzlekit.board import answers, notes, told_steps
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.answers import Answer, Blamed
from puzzlekit.board.check import Blame, Checked
from puzzlekit.board.game_state import GameState
from puzzlekit.board.layout import State
from puzzlekit.errors import NoShortProof, NoSolution, PuzzleError, TimeLimitReached
from puzzlekit.grid import Element, Step

PATIENCE = 30.0  # seconds for the solutions, and for what is to blame where there is none

Reason = tuple[Blame, Blamed | None, bool]  # that there is no solution, as of `Checked`: blame, repair, more


class Queries:
    """The answers about one puzzle after another.

    Parameters
    ----------
    game
        The puzzle type's functions.
    solve
        `(puzzle, time_limit=...) -> Solution`, for the Solve button.
    solutions
        `(puzzle, limit, time_limit=...) -> list`: at most so many; fewer are all. Raises TimeLimitReached.
    """

    proves = False  # whether `why` has an answer
    looking = "Looking for a step ..."  # what is said meanwhile

    def __init__(self, game: PuzzleAdapter, solve: Callable[..., Any], solutions: Callable[..., list[Any]]):
        self.game, self.solve, self._solutions = game, game.limited(solve), game.limited(solutions)
        self._known: tuple[Any, list[Any]] | None = None

    def solutions(self, puzzle: Any) -> list[Any]:
        """Two solutions, or all; remembered, so that a second hint comes at once."""
        if self._known is None or self._known[0] != puzzle:
            self._known = puzzle, self._solutions(puzzle, 2, time_limit=PATIENCE)
        return self._known[1]

    def checked(self, puzzle: Any, *, entries: State, recent: Sequence[Element] = ()) -> Checked:
        """The same, and what of these entries leaves no solution, where they are in none of two; and if there is none,
        why, those of `recent` elements first."""
        try:
            found = self.solutions(puzzle)
        except TimeLimitReached as error:
            return Checked(None, error)
        if not found:
            return Checked(found, *self._reason(puzzle, tuple(recent)))
        boards = (self.game.write(puzzle, solution) for solution in found)
        if len(found) == 1 or any(answers.fits(self.game, board, entries) for board in boards):
            return Checked(found)
        return Checked(found, mistake=self._mistake(puzzle, entries))

    def _reason(self, puzzle: Any, recent: Sequence[Element]) -> Reason:
        """Why a puzzle has no solution; None where that is visible, or unknown."""
        return None, None, False

    def _mistake(self, puzzle: Any, entries: State) -> Any:
        """Which of these entries leave no solution, or why that is not known."""
        return PuzzleError("they are in none of two solutions")

    def next_step(self, puzzle: Any, *, entries: State, settles: Callable, wanted: Callable) -> Any:
        """A step of `deduce` that is wanted; one that settles something comes before one that only rules something out.

        Raises
        ------
        NoSolution
            If the rules of deduction find a contradiction.
        NoShortProof
            If they find nothing.
        """
        if step := self._known_step(steps := self._deduced(puzzle, entries), settles, wanted):
            return step
        if contradiction := grid.contradiction(steps):
            raise NoSolution(f"{contradiction}: something here is wrong")
        raise NoShortProof("no rule of deduction says more from here")

    def _deduced(self, puzzle: Any, entries: State) -> Sequence[Step]:
        """The steps of `deduce` from clues and entries."""
        state = {**self.game.write(puzzle, None), **entries}
        start = notes.known(self.game, self.game.initial_candidates(puzzle), state, {})
        return self.game.deduce(puzzle, start)

    def _known_step(self, steps: Sequence[Step], settles: Callable, wanted: Callable) -> Step | None:
        """The first of these steps that is wanted; none, if they end in a contradiction."""
        if grid.contradiction(steps):
            return None
        return next(filter(settles, steps), None) or next(filter(wanted, steps), None)

    def why(self, puzzle: Any, *, element: Element, entries: State) -> Any:
        """Nothing: a proof takes SCIP. Raises NoShortProof."""
        raise NoShortProof("proofs are not available here")

    def told(self, table: GameState, step: Any, *, fill: bool) -> Answer:
        """The answer that shows what `next_step` or `why` gave, and writes it down if that is wanted."""
        return told_steps.deduced(table.sheet, table.state, table.notes, step, self.names(table.puzzle))

    def names(self, puzzle: Any) -> told_steps.Names:
        """What elements and states go by in explanations; empty where there are none."""
        return told_steps.NONE
