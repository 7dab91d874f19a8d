"""What a board asks when Hint, Check, Solve, Why or Next step is pressed.

Solutions come from whatever is handed in: SCIP, or an engine of a page. Reasons come from the reasoner.
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

PATIENCE = 30.0  # seconds for the solutions, and for what is to blame where there is none
LIMIT = reasoner.LIMIT  # seconds for a question to the reasoner

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

    looking = "Looking for a step ..."  # what is said meanwhile

    def __init__(self, game: PuzzleAdapter, solve: Callable[..., Any], solutions: Callable[..., list[Any]]):
        self.game, self.solve, self._solutions = game, game.limited(solve), game.limited(solutions)
        self._known: tuple[Any, list[Any]] | None = None
        self._right: tuple[Any, State] = None, {}  # what the board holds after a step, if the reader adds nothing

    @property
    def proves(self) -> bool:
        """Whether `why` has an answer."""
        return self.game.techniques is not None

    def solutions(self, puzzle: Any, time_limit: float | None = None) -> list[Any]:
        """Two solutions, or all; remembered, so that a second hint comes at once."""
        if self._known is None or self._known[0] != puzzle:
            self._known = puzzle, self._solutions(puzzle, 2, time_limit=PATIENCE if time_limit is None else time_limit)
        return self._known[1]

    def hint(self, puzzle: Any, *, entries: State, at: Element | None) -> tuple[list[Any], Any, Any]:
        """Two solutions, or all; the element that is to be given away, if there is a reason to choose one; and why it
        is as it is."""
        found = self.solutions(puzzle)
        board = next((b for b in self._boards(puzzle, found) if answers.fits(self.game, b, entries)), {})
        empty = {e for e, held in board.items() if held and e not in entries} - self.game.write(puzzle, None).keys()
        if self.game.techniques and empty:
            with suppress(PuzzleError):
                known = reasoned.candidates(self.game, puzzle, entries)
                return found, *self._hinted(puzzle, known, empty, at)
        return found, at, None

    def _hinted(self, puzzle: Any, known: Any, empty: set[Element], at: Element | None) -> tuple[Any, Any]:
        """The element of these that is the easiest to explain, unless one of them is given, and why it is so."""
        settled: dict[Any, None] = {}

        def settles(step: ReasonedStep) -> bool:
            settled.update({e: None for e, left in step.candidates.items() if len(left) == 1 and e in empty})
            return bool(settled)

        if at not in empty and reasoner.next_step(puzzle, known, wanted=settles, time_limit=LIMIT):
            at = next(iter(settled))
        return at, reasoner.why(puzzle, at, known, time_limit=LIMIT) if at in empty else None

    def checked(self, puzzle: Any, *, entries: State, recent: Sequence[Element] = ()) -> Checked:
        """The same, and what of these entries leaves no solution, where they are in none of two; and if there is none,
        why, those of `recent` elements first."""
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
        """Whether one of these solutions has all entries."""
        return any(answers.fits(self.game, board, entries) for board in self._boards(puzzle, found))

    def _reason(self, puzzle: Any, recent: Sequence[Element]) -> Reason:
        """Why a puzzle has no solution; None where that is visible, or unknown."""
        return None, None, False

    def _mistake(self, puzzle: Any, entries: State) -> Any:
        """Which of these entries leave no solution, or why that is not known."""
        try:
            found = reasoner.mistake(puzzle, reasoned.candidates(self.game, puzzle, entries), time_limit=LIMIT)
        except TimeLimitReached as error:
            return error
        return found and reasoned.Blame(found.entries, found.message)

    def _reasoned(
        self, puzzle: Any, entries: State, question: Callable[..., Any], without: Element | None = None
    ) -> Any:
        """What a question to the reasoner finds from these entries, without one of them; a `Mistake` where they leave
        no solution.

        Raises
        ------
        TimeLimitReached
            If no reason was found in time.
        NoSolution
            If that is why a wrong entry has none.
        """
        known = reasoned.candidates(self.game, puzzle, entries)
        others = {element: word for element, word in entries.items() if element != without}
        if self._is_doubtful(puzzle, others) and (mistake := self._blame(puzzle, known)):
            return mistake
        try:
            own = {element: states for element, states in known.items() if element != without}
            return question(puzzle, candidates=own, time_limit=LIMIT)
        except NoSolution:
            blamed = {} if self._solutions_soon(puzzle) == [] else known  # then no entry is
            return reasoner.mistake(puzzle, blamed, time_limit=LIMIT)

    def _is_doubtful(self, puzzle: Any, entries: State) -> bool:
        """Whether entries are in none of two solutions, as far as that is known soon."""
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
        """The easiest step that is wanted. Raises what `_reasoned` raises."""
        return self._reasoned(puzzle, entries, partial(reasoner.next_step, wanted=wanted))

    def why(self, puzzle: Any, *, element: Element, entries: State) -> Any:
        """Why an element cannot be as its entry says, or else why it is as it is, given the other entries. Raises what
        `_reasoned` raises."""
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
        """Whether two solutions with the other entries differ there, as far as that is known."""
        others = {e: word for e, word in entries.items() if e != element}
        boards = [b for b in self._boards(puzzle, self.solutions(puzzle)) if answers.fits(self.game, b, others)]
        return len({board.get(element, "") for board in boards}) > 1

    def told(self, table: GameState, step: Any, *, fill: bool) -> Answer:
        """The answer that shows what `next_step` or `why` gave, and writes it down if that is wanted."""
        if isinstance(step, reasoner.Mistake):
            return reasoned.mistake_told(table, step)
        if not fill:
            return reasoned.why_told(table, step)
        answer = reasoned.next_told(table, step)
        self._right = table.puzzle, answer.state or {}
        return answer
