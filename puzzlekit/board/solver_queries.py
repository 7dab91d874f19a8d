"""What a board in a notebook asks of SCIP: what any board asks, and proofs where a puzzle type has no techniques."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from puzzlekit import explain
from puzzlekit.board import proof_replies
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.answers import Answer
from puzzlekit.board.check import Checked
from puzzlekit.board.game_state import GameState
from puzzlekit.board.layout import State
from puzzlekit.board.queries import PATIENCE, Queries, Reason
from puzzlekit.board.told_steps import NONE, Names
from puzzlekit.clock import Stopwatch
from puzzlekit.errors import NoShortProof, NoSolution, TimeLimitReached, UnsupportedPuzzle
from puzzlekit.grid import Candidates, Element
from puzzlekit.scip.enumeration import Build

SOON = 3.0  # seconds for why an entry is a mistake
AT_ONCE = 1.0  # seconds for a proof of the easiest step, where another step is known
FEW = 5  # repairs that are offered


class SolverQueries(Queries):
    """The package's answers about one puzzle after another: SCIP's, and its proofs.

    Parameters
    ----------
    game
        The puzzle type's functions.
    solve, solutions
        See `Queries`.
    formulations
        name -> build, for the proofs.
    """

    proves, more = True, ""

    @property
    def looking(self) -> str:  # type: ignore[override]
        """What is said meanwhile."""
        return super().looking if self.game.techniques else "Looking for a proof ..."

    def __init__(
        self,
        game: PuzzleAdapter,
        solve: Callable[..., Any],
        solutions: Callable[..., list[Any]],
        formulations: Mapping[str, Build],
    ):
        super().__init__(game, solve, solutions)
        self._formulations, self._limited = formulations, game.limited(self.proof)
        self._blamed: tuple[Any, Iterator[Reason]] | None = None
        self._memory = explain.Memory()
        self._named: tuple[Any, Names] = (None, NONE)

    def checked(self, puzzle: Any, *, entries: State, recent: Sequence[Element] = ()) -> Checked:
        """The same. Of a puzzle without a solution: at first the clues that contradict each other (None where that is
        visible), then each time one more repair, those of `recent` elements first."""
        found = super().checked(puzzle, entries=entries, recent=recent)
        if found.solutions:
            self._blamed = None
        return found

    def _mistake(self, puzzle: Any, entries: State) -> Any:
        if self.game.techniques:
            return super()._mistake(puzzle, entries)

        def asked(built: Any) -> explain.Mistake | None:
            known = proof_replies.candidates(self.game, built, entries)
            return explain.mistake(built, known, time_limit=PATIENCE, proof_limit=SOON)

        return self._asked(puzzle, asked)

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
        conflict = partial(explain.minimal_conflict, first=recent, time_limit=PATIENCE)
        first = None if self.game.clue_conflicts(puzzle) else self._asked(puzzle, conflict)
        yield first, None, first is None or bool(getattr(first, "clues", ()))
        ways = self._asked(puzzle, partial(explain.repairs, limit=FEW, first=recent, time_limit=PATIENCE))
        if isinstance(ways, list) and ways:
            yield from ((None, repair, number < len(ways)) for number, repair in enumerate(ways, start=1))
        else:  # without ways, the board itself is to blame
            yield self._asked(puzzle, conflict) if isinstance(ways, list) else ways, None, False

    def _asked(self, puzzle: Any, question: Callable[[Any], Any]) -> Any:
        """What a model of the puzzle answers, or the reason why it does not."""
        try:
            return explain.asked(puzzle, self._formulations, question)
        except (UnsupportedPuzzle, TimeLimitReached) as error:
            return error

    def next_step(self, puzzle: Any, *, entries: State, settles: Callable, wanted: Callable) -> Any:
        """The easiest step that is wanted, however long it takes to find; where `deduce` knows a step, that one if no
        proof is found at once.

        Answers and raises as `proof`.
        """
        if self.game.techniques:
            return super().next_step(puzzle, entries=entries, settles=settles, wanted=wanted)
        known = self._known_step(self._deduced(puzzle, entries), settles, wanted)
        question = partial(explain.next_step, wanted=wanted)
        try:
            return self._limited(puzzle, question, entries, time_limit=AT_ONCE if known else None) or known
        except (TimeLimitReached, NoShortProof, UnsupportedPuzzle):
            if known:
                return known
            raise

    def why(self, puzzle: Any, *, element: Element, entries: State) -> Any:
        """Why an element cannot be as its entry says, or else why it is as it is, given the other entries.

        Answers and raises as `proof`.
        """
        if self.game.techniques:
            return super().why(puzzle, element=element, entries=entries)

        def asked(built: Any, candidates: Candidates, time_limit: float | None, memory: explain.Memory) -> Any:
            own = proof_replies.candidates(self.game, built, {e: word for e, word in entries.items() if e == element})
            states, watch = own.get(element, ()), Stopwatch()
            if len(states) == 1:  # an entry may also say less than a state
                (state,) = states
                if step := explain.why_not(built, element, state, candidates, time_limit=time_limit, memory=memory):
                    return step
            left = watch.remaining(time_limit)
            return explain.why(built, element, candidates, time_limit=left, memory=memory)

        return self._limited(puzzle, asked, entries, without=element)

    def proof(
        self,
        puzzle: Any,
        question: Callable[..., Any],
        entries: State,
        *,
        without: Element | None = None,
        time_limit: float | None = None,
    ) -> Any:
        """What `question(built, candidates=..., time_limit=..., memory=...)` of `explain` finds for a board with these
        entries.

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
            self._named = puzzle, {str(one): str(words) for one, words in built.display_names.items()}
            known = proof_replies.candidates(self.game, built, entries)
            try:
                others = {element: states for element, states in known.items() if element != without}
                left = watch.remaining(time_limit)
                return question(built, candidates=others, time_limit=left, memory=self._memory)
            except NoSolution:
                for blame in (explain.minimal_conflict, partial(explain.mistake, candidates=known, proof_limit=SOON)):
                    with suppress(UnsupportedPuzzle, TimeLimitReached):
                        if found := blame(built, time_limit=PATIENCE):
                            return found
                raise

        return explain.asked(puzzle, self._formulations, asked)

    def names(self, puzzle: Any) -> Names:
        """Those of the model that was asked for a proof."""
        asked, names = self._named
        return names if asked == puzzle else NONE

    def told(self, table: GameState, step: Any, *, fill: bool) -> Answer:
        """The answer that shows a proof, or a step of `deduce`."""
        told = None if self.game.techniques else proof_replies.told(table, step, fill=fill)
        return told or super().told(table, step, fill=fill)
