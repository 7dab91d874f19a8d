"""The queries of a board's buttons: Hint, Check, Solve, Why and Next step.

Solutions come from functions that the caller passes in: they use SCIP in a notebook, and another engine on a page.
Reasons come from the reasoner, the package `reasoning`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from inspect import signature
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

PATIENCE = 30.0  # time limit in seconds for the solutions, and for the conflicting clues if there is no solution
LIMIT = reasoner.LIMIT  # time limit in seconds for a function of the reasoner

Reason = tuple[Blame, Blamed | None, bool]  # `blame`, `repair` and `more` of `Checked`: why there is no solution


class Queries:
    """The object that answers a board's buttons. Each call can be about a different puzzle.

    Parameters
    ----------
    game
        The puzzle type's functions.
    solve
        Function `(puzzle, time_limit=...) -> Solution`, for the Solve button.
    solutions
        Function `(puzzle, limit, time_limit=...) -> list` that returns `limit` solutions, or all if there are fewer. At
        the time limit it raises TimeLimitReached.
    """

    generate: Callable[..., Any] | None = None  # the puzzle type's generator

    def __init__(self, game: PuzzleAdapter, solve: Callable[..., Any], solutions: Callable[..., list[Any]]):
        self.game, self.solve, self._solutions = game, game.limited(solve), game.limited(solutions)
        self._known: tuple[Any, list[Any]] | None = None
        self._right: tuple[Any, State] = None, {}  # a puzzle, and its entries after the last step: they are right

    @property
    def proves(self) -> bool:
        """Return whether the puzzle type has rules of reasoning, which `why` needs."""
        return self.game.techniques is not None

    @property
    def generates(self) -> tuple[str, str] | None:
        """Return the names and the default values of the two sizes that the generator takes, such as ("rows x columns",
        "6 x 6"). Return None if there is no generator."""
        if self.generate is None:
            return None
        first, second = [*signature(self.generate).parameters.values()][:2]
        usual = first.default if second.default is None else second.default
        return f"{first.name} x {second.name}", f"{first.default} x {usual}"

    def solutions(self, puzzle: Any, time_limit: float | None = None) -> list[Any]:
        """Return two solutions, or all if there are fewer. The default time limit is PATIENCE. The last puzzle's
        solutions are cached, so a second hint is fast. Raises TimeLimitReached at the time limit."""
        if self._known is None or self._known[0] != puzzle:
            self._known = puzzle, self._solutions(puzzle, 2, time_limit=PATIENCE if time_limit is None else time_limit)
        return self._known[1]

    def hint(self, puzzle: Any, *, entries: State, at: Element | None) -> tuple[list[Any], Any, Any]:
        """Return (solutions, element, reason) for a hint: two solutions, or all if there are fewer; the element to fill
        in, or None if any element can be filled in; and the reason for the element's state, or None if no reason is
        known. `at` is the element that the reader chose, or None."""
        found = self.solutions(puzzle)
        board = next((b for b in self._boards(puzzle, found) if answers.fits(self.game, b, entries)), {})
        empty = {e for e, held in board.items() if held and e not in entries} - self.game.write(puzzle, None).keys()
        if self.game.techniques and empty:
            with suppress(PuzzleError):
                known = reasoned.candidates(self.game, puzzle, entries)
                return found, *self._hinted(puzzle, known, empty, at)
        return found, at, None

    def _hinted(self, puzzle: Any, known: Any, empty: set[Element], at: Element | None) -> tuple[Any, Any]:
        """Return (element, reason) for a hint. The element is `at` if it is in `empty`, otherwise the element of
        `empty` that is easiest to explain. The reason for the element's state is None if no reason is found."""
        settled: dict[Any, None] = {}

        def settles(step: ReasonedStep) -> bool:
            settled.update({e: None for e, left in step.candidates.items() if len(left) == 1 and e in empty})
            return bool(settled)

        if at not in empty and reasoner.next_step(puzzle, known, wanted=settles, time_limit=LIMIT):
            at = next(iter(settled))
        return at, reasoner.why(puzzle, at, known, time_limit=LIMIT) if at in empty else None

    def checked(self, puzzle: Any, *, entries: State, recent: Sequence[Element] = ()) -> Checked:
        """Return the results for Check: two solutions, or all if there are fewer.

        If there is no solution, the results contain the reason, in which clues of `recent` elements are preferred. If
        there are two solutions and neither has all entries, `mistake` has entries that leave no solution, or is None if
        another solution has all entries.
        """
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
        """Return whether one of these solutions contains all entries."""
        return any(answers.fits(self.game, board, entries) for board in self._boards(puzzle, found))

    def _reason(self, puzzle: Any, recent: Sequence[Element]) -> Reason:
        """Return the reason why a puzzle has no solution, as a `Reason`. Its `blame` is None if clues violate a rule
        directly, and otherwise an error, which says that the reason is unknown. The subclass SolverQueries finds
        reasons with SCIP."""
        direct = self.game.clue_conflicts(puzzle)
        return None if direct else PuzzleError("only the installed course finds them"), None, False

    def _mistake(self, puzzle: Any, entries: State) -> reasoner.Mistake | TimeLimitReached | None:
        """Return entries that leave no solution, as a `Mistake`. Return None if there are no such entries, and a
        TimeLimitReached if this is unknown at the time limit."""
        try:
            return reasoner.mistake(puzzle, reasoned.candidates(self.game, puzzle, entries), time_limit=LIMIT)
        except TimeLimitReached as error:
            return error

    def _reasoned(
        self, puzzle: Any, entries: State, question: Callable[..., Any], without: Element | None = None
    ) -> Any:
        """Return the result of the reasoner's function `question`, called with these entries except the entry of the
        element `without`. If the entries leave no solution, return a `Mistake` instead.

        Raises
        ------
        TimeLimitReached
            If no result is found in time.
        NoSolution
            If an entry is wrong, but the reason is not found in time.
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
        """Return whether solutions are found in at most LIMIT seconds, but none of these (at most two) solutions
        contains all entries."""
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
        """Return the easiest step of reasoning for which `wanted(step)` is true, or None if there is no such step. If
        the entries leave no solution, return a `Mistake`. Raises the same errors as `_reasoned`."""
        return self._reasoned(puzzle, entries, partial(reasoner.next_step, wanted=wanted))

    def why(self, puzzle: Any, *, element: Element, entries: State) -> Any:
        """Return a proof of the state of the element from the clues and the other entries. If the element's entry is
        wrong, return a proof that the entry is wrong.

        Return an Answer without steps if there is nothing to prove about the element, None if its state differs between
        solutions, and a `Mistake` if the other entries leave no solution. Raises the same errors as `_reasoned`.
        """
        own = reasoned.candidates(self.game, puzzle, {e: word for e, word in entries.items() if e == element})

        def asked(puzzle: Any, candidates: grid.Candidates, time_limit: float) -> reasoner.Answer | None:
            watch, states = Stopwatch(), own.get(element, frozenset())
            if len(states) == 1:  # some entries leave several states possible
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
        """Return whether the element has different states in two known solutions that contain all other entries."""
        others = {e: word for e, word in entries.items() if e != element}
        boards = [b for b in self._boards(puzzle, self.solutions(puzzle)) if answers.fits(self.game, b, others)]
        return len({board.get(element, "") for board in boards}) > 1

    def told(self, table: GameState, step: Any, *, fill: bool) -> Answer:
        """Return the answer that shows `step`, which is a result of `next_step` or `why`. If `fill` is true, the answer
        also fills in the step's conclusions."""
        if isinstance(step, reasoner.Mistake):
            return reasoned.mistake_told(table, step)
        if not fill:
            return reasoned.why_told(table, step)
        answer = reasoned.next_told(table, step)
        self._right = table.puzzle, answer.state or {}
        return answer
