"""What a board asks of the package's engines when Hint, Check, Why or Next step is pressed; it runs beside the page."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from puzzlekit import explain, grid
from puzzlekit.board import answers, notes
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.check import Blame, Checked
from puzzlekit.board.layout import State
from puzzlekit.clock import Stopwatch
from puzzlekit.errors import NoShortProof, NoSolution, PuzzleError, TimeLimitReached, UnsupportedPuzzle
from puzzlekit.grid import Candidates, Element, Step

PATIENCE = 30.0  # seconds for the solutions, and for what is to blame where there is none
SOON = 3.0  # seconds for why an entry is a mistake
AT_ONCE = 1.0  # seconds for a proof of the easiest step, where another step is known
FEW = 5  # repairs that are offered


class SolverQueries:
    """The package's answers about one puzzle after another.

    Parameters
    ----------
    game
        The puzzle type's functions.
    """

    def __init__(self, game: PuzzleAdapter):
        self.game = game
        self._known: tuple[Any, list[Any]] | None = None
        self._blamed: tuple[Any, Iterator[tuple[Blame, bool]]] | None = None

    def solutions(self, puzzle: Any) -> list[Any]:
        """Two solutions, or all; remembered, so that a second hint comes at once."""
        if self._known is None or self._known[0] != puzzle:
            self._known = puzzle, self.game.solutions(puzzle, 2, time_limit=PATIENCE)
        return self._known[1]

    def checked(self, puzzle: Any, *, entries: State, recent: Sequence[Element] = ()) -> Checked:
        """The same, and what of these entries leaves no solution, where they are in none of two; and if there is none,
        why: at first the clues that contradict each other (None where that is visible), then each time one more
        repair, those of `recent` elements first."""
        try:
            found = self.solutions(puzzle)
        except TimeLimitReached as error:
            return Checked(None, error)
        if not found:
            return Checked(found, *self._reason((puzzle, tuple(recent))))
        self._blamed = None
        boards = (self.game.write(puzzle, solution) for solution in found)
        if len(found) == 1 or any(answers.fits(self.game, board, entries) for board in boards):
            return Checked(found)
        if not self.game.formulations:
            return Checked(found, mistake=PuzzleError("they are in none of two solutions"))
        return Checked(found, mistake=self._asked(puzzle, partial(self._mistake, entries=entries)))

    def _mistake(self, built: Any, entries: State) -> explain.Mistake | None:
        known = answers.candidates(self.game, built, entries)
        return explain.mistake(built, known, time_limit=PATIENCE, proof_limit=SOON)

    def _reason(self, asked: tuple[Any, Sequence[Element]]) -> tuple[Blame, bool]:
        """The next of the reasons why there is no solution, and after the last the first."""
        if self._blamed is None or self._blamed[0] != asked:
            self._blamed = asked, self._reasons(*asked)
        if reason := next(self._blamed[1], None):
            return reason
        self._blamed = None
        return self._reason(asked)

    def _reasons(self, puzzle: Any, recent: Sequence[Element]) -> Iterator[tuple[Blame, bool]]:
        """What Check says of a puzzle without a solution, one after the other, and whether there is more."""
        conflict = partial(explain.minimal_conflict, first=recent, time_limit=PATIENCE)
        first = None if self.game.clue_conflicts(puzzle) else self._asked(puzzle, conflict)
        yield first, bool(self.game.formulations) and (first is None or bool(getattr(first, "clues", ())))
        ways = self._asked(puzzle, partial(explain.repairs, limit=FEW, first=recent, time_limit=PATIENCE))
        # without ways, the board itself is to blame
        said = (ways or [self._asked(puzzle, conflict)]) if isinstance(ways, list) else [ways]
        yield from ((one, number < len(said)) for number, one in enumerate(said, start=1))

    def _asked(self, puzzle: Any, question: Callable[[Any], Any]) -> Any:
        """What a model of the puzzle answers, or the reason why it does not; None without models."""
        try:
            return explain.asked(puzzle, self.game.formulations, question) if self.game.formulations else None
        except (UnsupportedPuzzle, TimeLimitReached) as error:
            return error

    def next_step(self, puzzle: Any, *, entries: State, settles: Callable, wanted: Callable) -> Any:
        """The easiest step that is wanted, however long it takes to find; where `deduce` knows a step, that one if no
        proof is found at once. One that settles something comes before one that only rules something out.

        Answers and raises as `proof`.
        """
        steps = self._deduced(puzzle, entries)
        known = next(filter(settles, steps), None) or next(filter(wanted, steps), None)
        question = partial(explain.next_step, wanted=wanted)
        try:
            return self.proof(puzzle, question, entries, time_limit=AT_ONCE if known else None) or known
        except (TimeLimitReached, NoShortProof, UnsupportedPuzzle):
            if known:
                return known
            raise

    def _deduced(self, puzzle: Any, entries: State) -> Sequence[Step]:
        """The steps of `deduce` from clues and entries; none, if they end in a contradiction."""
        state = {**self.game.write(puzzle, None), **entries}
        start = notes.known(self.game, self.game.initial_candidates(puzzle), state, {})
        steps = self.game.deduce(puzzle, start)
        return () if grid.contradiction(steps) else steps

    def why(self, puzzle: Any, *, element: Element, entries: State) -> Any:
        """Why an element cannot be as its entry says, or else why it is as it is, given the other entries.

        Answers and raises as `proof`.
        """

        def asked(built: Any, candidates: Candidates, time_limit: float | None) -> Any:
            own = answers.candidates(self.game, built, {e: word for e, word in entries.items() if e == element})
            states, watch = own.get(element, ()), Stopwatch()
            if len(states) == 1:  # an entry may also say less than a state
                (state,) = states
                if step := explain.why_not(built, element, state, candidates, time_limit=time_limit):
                    return step
            return explain.why(built, element, candidates, time_limit=watch.remaining(time_limit))

        return self.proof(puzzle, asked, entries, without=element)

    def proof(
        self,
        puzzle: Any,
        question: Callable[..., Any],
        entries: State,
        *,
        without: Element | None = None,
        time_limit: float | None = None,
    ) -> Any:
        """What `question(built, candidates=..., time_limit=...)` of `explain` finds for a board with these entries.

        Without the entry `without`. A `ClueConflict`, if the clues contradict each other; a `Mistake`, if the
        entries leave no solution.

        Raises
        ------
        NoSolution
            If it was not found in time what is to blame.
        TimeLimitReached
        """
        explain.get_ready()
        watch = Stopwatch()

        def asked(built: Any) -> Any:
            known = answers.candidates(self.game, built, entries)
            try:
                others = {element: states for element, states in known.items() if element != without}
                return question(built, candidates=others, time_limit=watch.remaining(time_limit))
            except NoSolution:
                for blame in (explain.minimal_conflict, partial(explain.mistake, candidates=known, proof_limit=SOON)):
                    with suppress(UnsupportedPuzzle, TimeLimitReached):
                        if found := blame(built, time_limit=PATIENCE):
                            return found
                raise

        return explain.asked(puzzle, self.game.formulations, asked)
