"""The queries of a board's buttons: Hint, Check, Solve, Why and Next step.

Solutions come from the functions passed in: of SCIP, or of an engine on a page. Reasons come from the reasoner.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from puzzlekit.board import answers, reasoned
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.answers import Answer, Blamed
from puzzlekit.board.check import Blame, Checked
from puzzlekit.board.game_state import GameState
from puzzlekit.board.layout import State
from puzzlekit.core import grid
from puzzlekit.core.clock import Stopwatch
from puzzlekit.core.errors import NoSolution, PuzzleError, TimeLimitReached
from puzzlekit.core.grid import Element
from puzzlekit.reasoning import answers as reasoner
from puzzlekit.reasoning.steps import ReasonedStep

PATIENCE = 30.0  # seconds for the solutions, and for the conflicting clues of a puzzle without one
LIMIT = reasoner.LIMIT  # seconds for a question to the reasoner

Reason = tuple[Blame, Blamed | None, bool]  # `blame`, `repair` and `more` of `Checked`: why there is no solution


class Queries:
    """The queries about one puzzle after another.

    Parameters
    ----------
    game
        The puzzle type's functions.
    solve
        `(puzzle, time_limit=...) -> Solution`, for the Solve button.
    solutions
        `(puzzle, limit, time_limit=...) -> list`: at most `limit` solutions; fewer are all. Raises TimeLimitReached.
    """

    looking = "Looking for a step ..."  # the message meanwhile

    def __init__(self, game: PuzzleAdapter, solve: Callable[..., Any], solutions: Callable[..., list[Any]]):
        self.game, self.solve, self._solutions = game, game.limited(solve), game.limited(solutions)
        self._known: tuple[Any, list[Any]] | None = None
        self._right: tuple[Any, State] = None, {}  # a puzzle, and its entries after the last step: known to be right

    @property
    def proves(self) -> bool:
        """Whether the puzzle type has rules of reasoning, so that `why` has an answer."""
        return self.game.techniques is not None

    def solutions(self, puzzle: Any, time_limit: float | None = None) -> list[Any]:
        """Return two solutions, or all. The solutions of the last puzzle are cached, so a second hint comes at once."""
        if self._known is None or self._known[0] != puzzle:
            self._known = puzzle, self._solutions(puzzle, 2, time_limit=PATIENCE if time_limit is None else time_limit)
        return self._known[1]

    def hint(self, puzzle: Any, *, entries: State, at: Element | None) -> tuple[list[Any], Any, Any]:
        """Return two solutions, or all; the element to give away, or None for any; and the reason for its state, or
        None."""
        found = self.solutions(puzzle)
        board = next((b for b in self._boards(puzzle, found) if answers.fits(self.game, b, entries)), {})
        empty = {e for e, held in board.items() if held and e not in entries} - self.game.write(puzzle, None).keys()
        if self.game.techniques and empty:
            with suppress(PuzzleError):
                known = reasoned.candidates(self.game, puzzle, entries)
                return found, *self._hinted(puzzle, known, empty, at)
        return found, at, None

    def _hinted(self, puzzle: Any, known: Any, empty: set[Element], at: Element | None) -> tuple[Any, Any]:
        """Return the element of `empty` that is easiest to explain, or `at` if it is one of them, and the reason."""
        settled: dict[Any, None] = {}

        def settles(step: ReasonedStep) -> bool:
            settled.update({e: None for e, left in step.candidates.items() if len(left) == 1 and e in empty})
            return bool(settled)

        if at not in empty and reasoner.next_step(puzzle, known, wanted=settles, time_limit=LIMIT):
            at = next(iter(settled))
        return at, reasoner.why(puzzle, at, known, time_limit=LIMIT) if at in empty else None

    def checked(self, puzzle: Any, *, entries: State, recent: Sequence[Element] = ()) -> Checked:
        """Return two solutions, or all, with the entries to blame if neither solution has all entries. If there is no
        solution, return the reason, with the clues of `recent` elements first."""
        try:
            found = self.solutions(puzzle)
        except TimeLimitReached as error:
            return Checked(None, error)
        if not found:
            return Checked(found, *self._reason(puzzle, tuple(recent)))
        if len(found) == 1 or self._fits(puzzle, found, entries):
            return Checked(found)
        return Checked(found, mistake=self._mistake(puzzle, entries))

    def _boards(self, puzzle: Any, found: Sequence[Any]) -> Iterator[State]:
        return (self.game.write(puzzle, solution) for solution in found)

    def _fits(self, puzzle: Any, found: Sequence[Any], entries: State) -> bool:
        """Return whether one of these solutions has all entries."""
        return any(answers.fits(self.game, board, entries) for board in self._boards(puzzle, found))

    def _reason(self, puzzle: Any, recent: Sequence[Element]) -> Reason:
        """Return why a puzzle has no solution. Here the reason stays unknown; SolverQueries asks SCIP."""
        return None, None, False

    def _mistake(self, puzzle: Any, entries: State) -> Any:
        """Return the entries that leave no solution, None if there are none, or the error of the time limit."""
        try:
            found = reasoner.mistake(puzzle, reasoned.candidates(self.game, puzzle, entries), time_limit=LIMIT)
        except TimeLimitReached as error:
            return error
        return found and reasoned.Blame(found.entries, found.message)

    def _reasoned(
        self, puzzle: Any, entries: State, question: Callable[..., Any], without: Element | None = None
    ) -> Any:
        """Put a question to the reasoner with these entries, except the one of `without`. Return a `Mistake` if the
        entries leave no solution.

        Raises
        ------
        TimeLimitReached
            If no reason was found in time.
        NoSolution
            If an entry is wrong, and no reason for that was found in time.
        """
        known = reasoned.candidates(self.game, puzzle, entries)
        others = {element: word for element, word in entries.items() if element != without}
        if self._is_doubtful(puzzle, others) and (mistake := self._blame(puzzle, known)):
            return mistake
        try:
            own = {element: states for element, states in known.items() if element != without}
            return question(puzzle, candidates=own, time_limit=LIMIT)
        except NoSolution:
            blamed = {} if self._solutions_soon(puzzle) == [] else known  # without a solution, blame no entry
            return reasoner.mistake(puzzle, blamed, time_limit=LIMIT)

    def _is_doubtful(self, puzzle: Any, entries: State) -> bool:
        """Return whether neither of two solutions has all entries; False if no solutions are found in LIMIT seconds."""
        if self._right[0] == puzzle and entries.items() <= self._right[1].items():
            return False
        found = self._solutions_soon(puzzle) if entries else None
        return bool(found) and not self._fits(puzzle, found or (), entries)

    def _solutions_soon(self, puzzle: Any) -> list[Any] | None:
        try:
            return self.solutions(puzzle, LIMIT)
        except TimeLimitReached:
            return None

    def _blame(self, puzzle: Any, known: Any) -> reasoner.Mistake | None:
        try:
            return reasoner.mistake(puzzle, known, time_limit=LIMIT)
        except TimeLimitReached as error:
            if len(self.solutions(puzzle)) > 1:
                raise
            raise NoSolution(f"an entry is wrong; {error}") from None

    def next_step(self, puzzle: Any, *, entries: State, wanted: Callable) -> Any:
        """Return the easiest step that `wanted` accepts. Raises the errors of `_reasoned`."""
        return self._reasoned(puzzle, entries, partial(reasoner.next_step, wanted=wanted))

    def why(self, puzzle: Any, *, element: Element, entries: State) -> Any:
        """Return the proof that an element's entry is wrong, or else of its state, from the other entries; None if its
        state differs between solutions. Raises the errors of `_reasoned`."""
        own = reasoned.candidates(self.game, puzzle, {e: word for e, word in entries.items() if e == element})

        def asked(puzzle: Any, candidates: grid.Candidates, time_limit: float) -> reasoner.Answer | None:
            watch, states = Stopwatch(), own.get(element, frozenset())
            if len(states) == 1:  # an entry may also say less than a state
                (state,) = states
                if found := reasoner.why_not(puzzle, element, state, candidates, time_limit=time_limit):
                    return found
            return reasoner.why(puzzle, element, candidates, time_limit=watch.remaining(time_limit))

        if element not in self.game.initial_candidates(puzzle):
            return reasoner.Answer(())
        try:
            return self._reasoned(puzzle, entries, asked, without=element)
        except TimeLimitReached:
            if self._differs(puzzle, element, entries):
                return None
            raise

    def _differs(self, puzzle: Any, element: Element, entries: State) -> bool:
        """Return whether two known solutions with the other entries differ in this element."""
        others = {e: word for e, word in entries.items() if e != element}
        boards = [b for b in self._boards(puzzle, self.solutions(puzzle)) if answers.fits(self.game, b, others)]
        return len({board.get(element, "") for board in boards}) > 1

    def told(self, table: GameState, step: Any, *, fill: bool) -> Answer:
        """Return the answer that shows a result of `next_step` or `why`, and with `fill` fills it in."""
        if isinstance(step, reasoner.Mistake):
            return reasoned.mistake_told(table, step)
        if not fill:
            return reasoned.why_told(table, step)
        answer = reasoned.next_told(table, step)
        self._right = table.puzzle, answer.state or {}
        return answer
