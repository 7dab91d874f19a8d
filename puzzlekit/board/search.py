"""What a board asks of the package's engines when Hint, Check, Why or Next step is pressed; it runs beside the page."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from puzzlekit import explain
from puzzlekit.board import answers
from puzzlekit.board.notes import Notes
from puzzlekit.board.sheet import Game, State
from puzzlekit.clock import Stopwatch
from puzzlekit.errors import NoSolution, TimeLimitReached, Unsuited
from puzzlekit.grid import Candidates, Element

PATIENCE = 30.0  # seconds for the solutions, and for what is to blame where there is none
SOON = 3.0  # seconds for a proof
FEW = 5  # repairs that are offered


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
        self._blamed: tuple[Any, Iterator[tuple[answers.Blame, bool]]] | None = None

    def solutions(self, puzzle: Any) -> list[Any]:
        """Two solutions, or all; remembered, so that a second hint comes at once."""
        if self._known is None or self._known[0] != puzzle:
            self._known = puzzle, self.game.solutions(puzzle, 2, time_limit=PATIENCE)
        return self._known[1]

    def checked(self, puzzle: Any) -> tuple[list[Any], answers.Blame, bool]:
        """The same, and if there is none, why: at first the clues that contradict each other (None where that is
        visible), then each time one more repair; and whether there is another."""
        if found := self.solutions(puzzle):
            self._blamed = None
            return found, None, False
        if self._blamed is None or self._blamed[0] != puzzle:
            self._blamed = puzzle, self._reasons(puzzle)
        if (reason := next(self._blamed[1], None)) is None:
            self._blamed = puzzle, self._reasons(puzzle)
            reason = next(self._blamed[1])
        return found, *reason

    def _reasons(self, puzzle: Any) -> Iterator[tuple[answers.Blame, bool]]:
        """What Check says of a puzzle without a solution, one after the other, and whether there is more."""
        clash = partial(self._asked, puzzle, partial(explain.clash, time_limit=PATIENCE))
        first = None if self.game.clashes(puzzle) else clash()
        yield first, bool(self.game.formulations) and (first is None or bool(getattr(first, "clues", ())))
        ways = self._asked(puzzle, partial(explain.repairs, limit=FEW, time_limit=PATIENCE))
        said = (ways or [clash()]) if isinstance(ways, list) else [ways]  # without ways, the board itself is to blame
        yield from ((one, number < len(said)) for number, one in enumerate(said, start=1))

    def _asked(self, puzzle: Any, question: Callable[[Any], Any]) -> Any:
        """What a model of the puzzle answers, or the reason why it does not; None without models."""
        try:
            return explain.asked(puzzle, self.game.formulations, question) if self.game.formulations else None
        except (Unsuited, TimeLimitReached) as error:
            return error

    def why(self, puzzle: Any, element: Element, entries: State, notes: Notes) -> Any:
        """Why an element cannot be as its entry says, or else why it is as it is, given the other entries.

        Answers and raises as `proof`.
        """

        def asked(built: Any, candidates: Candidates, time_limit: float | None) -> Any:
            own = answers.candidates(self.game, built, {e: word for e, word in entries.items() if e == element}, {})
            states, watch = own.get(element, ()), Stopwatch()
            if len(states) == 1:  # an entry may also say less than a state
                (state,) = states
                if step := explain.why_not(built, element, state, candidates, time_limit=time_limit):
                    return step
            return explain.why(built, element, candidates, time_limit=watch.left(time_limit))

        return self.proof(puzzle, asked, entries, notes, without=element)

    def proof(
        self,
        puzzle: Any,
        question: Callable[..., Any],
        entries: State,
        notes: Notes,
        *,
        without: Element | None = None,
    ) -> Any:
        """What `question(built, candidates=..., time_limit=...)` of `explain` finds for a board with these entries and
        notes.

        It hears nothing of the entry `without`. A `Clash`, if the clues contradict each other; a `Mistake`, if the
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
            known = answers.candidates(self.game, built, entries, notes)
            try:
                others = {element: states for element, states in known.items() if element != without}
                return question(built, candidates=others, time_limit=watch.left(SOON))
            except NoSolution:
                for blame in (explain.clash, partial(explain.mistake, candidates=known, proof_limit=SOON)):
                    with suppress(Unsuited, TimeLimitReached):
                        if found := blame(built, time_limit=PATIENCE):
                            return found
                raise

        try:
            return explain.asked(puzzle, self.game.formulations, asked)
        except TimeLimitReached:
            raise TimeLimitReached(f"no short proof was found within {SOON:g} s") from None
