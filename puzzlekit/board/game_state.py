"""The state of a board, apart from any widget: the puzzle, the entries, their verdict, and the history."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from puzzlekit.board import answers, notes, position_text
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.answers import Answer, StepPlayer
from puzzlekit.board.history import History, Position
from puzzlekit.board.layout import State
from puzzlekit.board.notes import Notes
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Element, LPValues, checked_candidates


class GameState:
    """A puzzle with its entries.

    Attributes
    ----------
    first
        The puzzle that `reset` restores.
    puzzle, solution
        The puzzle and the solution on the board. While the clues are no puzzle, `problem` says why, and `puzzle` is the
        last one that was.
    judged
        The marks that judge the entries.
    answer
        The last answer; its marks are shown until the next change.
    walk
        The step of reasoning that is shown, or None.
    notes
        Pencil marks: element -> the states noted there, by their words.
    checks
        Whether entries are judged at once.
    fractions
        LP values to be shown.
    trial
        The position before the present trial, or None.
    """

    def __init__(self, game: PuzzleAdapter, puzzle: Any):
        self.game, self.first = game, puzzle
        self.history = History(Position(puzzle, game.write(puzzle, None)))
        self.fractions: LPValues = {}
        self.checks = True
        self.puzzle: Any = None
        self.judged: Mapping[Element, str] = {}
        self.walk: StepPlayer | None = None
        self.trial: Position | None = None
        self._settle(None)

    @property
    def state(self) -> State:
        """The states of the elements that hold something."""
        return self.history.present.state

    @property
    def notes(self) -> Notes:
        """The notes, see the module `notes`."""
        return self.history.present.notes

    @property
    def candidates(self) -> dict[Any, frozenset]:
        """The notes as candidates of `deduce`."""
        return notes.as_candidates(self.game.initial_candidates(self.puzzle), self.notes)

    @property
    def touched(self) -> bool:
        """Whether the player has changed something: an entry, a note, the puzzle."""
        own = self.entries().keys() - self.history.present.filled
        return bool(own or self.notes or self.problem or self.puzzle != self.first)

    @property
    def finished(self) -> bool:
        """Whether the entries solve the puzzle."""
        return not self.game.violations(self.puzzle, self.solution)

    def change(
        self,
        state: State,
        *,
        puzzle: Any = None,
        answer: Answer | None = None,
        notes: Notes | None = None,
        own: bool = True,
    ) -> None:
        """Go to a new state, perhaps of another puzzle. Without an answer, the table judges the state itself. Without
        new notes, the old ones stay, unless a puzzle is given. `own` says whether the player made the change."""
        held = {element: word for element, word in state.items() if word}
        noted = (self.notes if puzzle is None else {}) if notes is None else notes
        new = {element for element, word in held.items() if word != self.state.get(element)}
        before = self.history.present.filled & held.keys()
        filled = before - new if own else before | new
        self.history.do(Position(self.puzzle if puzzle is None else puzzle, held, noted, filled))
        self._settle(answer)

    def say(self, answer: Answer) -> None:
        """Show an answer, and make its change. If an answer with pictures changes the state or has several lines, show
        its first picture; the last one makes the change. Otherwise show its last picture at once."""
        if answer.pictures:
            whole = answer.state is None and "\n" not in answer.message
            self.go(0, StepPlayer(answer, len(answer.pictures) - 1 if whole else 0))
        elif answer.state is not None:
            self.change(answer.state, answer=answer, notes=answer.notes, own=answer.own)
        else:
            self.answer, self.walk = answer, None

    def go(self, by: int, walk: StepPlayer | None = None) -> None:
        """Go `by` pictures forward in a step, or back, no further than its ends."""
        if walk := walk or self.walk:
            walk = replace(walk, at=min(max(walk.at + by, 0), walk.last))
            if walk.at == walk.last and walk.answer.state is not None:
                self.change(walk.answer.state, answer=walk.answer, notes=walk.answer.notes)
                walk = replace(walk, answer=replace(walk.answer, state=None))
            self.answer, self.walk = walk.shown, walk

    def begin_trial(self) -> None:
        """Begin a trial: store the present position, to return to it."""
        self.trial = self.history.present
        self.say(Answer("Trial: press Trial again to return to what stands here now."))

    def end_trial(self, *, keep: bool) -> None:
        """End the trial. Unless `keep`, return to the position before it; Undo restores the trial's entries."""
        if self.trial and not keep:
            self.history.do(self.trial)
        self.trial = None
        self._settle(None)

    @property
    def tried(self) -> list[Element]:
        """The elements that were changed in the trial."""
        before = self.trial.state if self.trial else self.state
        return [element for element, word in self.state.items() if word != before.get(element)]

    def undo(self) -> None:
        """Undo the last change."""
        self.history.undo()
        self._settle(None)

    def redo(self) -> None:
        """Redo the change that was undone last."""
        self.history.redo()
        self._settle(None)

    def resume(self, history: History, trial: Position | None) -> None:
        """Take over the history and the trial of another table of this puzzle."""
        self.history, self.trial = history, trial
        self._settle(None)

    def enter(self, changes: Any, noted: Any = None) -> None:
        """Take the entries that a page sends, {name of an element: state}, and the notes, {name: list of states}.
        Raises PuzzleError for an unknown element or state."""
        states, marks = self._by_element(changes), self._by_element(noted)
        if not (states or marks) or not all(self.sheet.allows(element, state) for element, state in states.items()):
            raise PuzzleError("this board has no such element, or not in this state")
        after = {**self.notes, **notes.checked(self.sheet, marks)}
        self.change({**self.state, **states}, notes={element: words for element, words in after.items() if words})

    def _by_element(self, named: Any) -> dict[Element, Any]:
        known = isinstance(named, dict) and named.keys() <= self.named.keys()
        return {self.named[key]: value for key, value in named.items()} if known else {}

    def note(self, candidates: Any) -> None:
        """Replace the notes with these candidates. Raises PuzzleError if the candidates do not fit the puzzle."""
        new = notes.rewritten(self.sheet, notes.besides(self.notes), self._notes_of(candidates))
        self.change(self.state, notes=new)

    def normal_candidates(self, candidates: Any) -> dict[Any, frozenset]:
        """Return the candidates as this table would return them. Raises PuzzleError if they do not fit the puzzle."""
        return notes.as_candidates(self.game.initial_candidates(self.puzzle), self._notes_of(candidates))

    def _notes_of(self, candidates: Any) -> Notes:
        possible, clues = self.game.initial_candidates(self.puzzle), self.game.write(self.puzzle, None)
        return notes.of_candidates(self.sheet, possible, clues, checked_candidates(candidates, possible))

    def clear(self, *, clues: bool) -> None:
        """Clear the entries and the notes; with `clues`, the clues as well."""
        self.change({} if clues else self.game.write(self.puzzle, None), notes={})

    def reset(self) -> None:
        """Restore the first puzzle."""
        self.change(self.game.write(self.first, None), puzzle=self.first)

    def set_checks(self, checks: bool) -> None:
        """Set whether entries are judged, and judge the present ones accordingly."""
        self.checks = checks
        self._settle(None)

    def empty(self, rows: int, columns: int) -> None:
        """Put a board of this size without clues on the table. Raises PuzzleError if the puzzle type has none."""
        if self.game.empty is None:
            raise PuzzleError("there is no empty board of this puzzle")
        puzzle = self.game.empty(self.puzzle, rows, columns)
        self.change(self.game.write(puzzle, None), puzzle=puzzle)

    def compose(self, name: str, words: Any) -> None:
        """Change the puzzle by a form of the sheet, and keep the entries that still fit. Raises PuzzleError for an
        unknown form or words that do not fit."""
        given = tuple(words) if isinstance(words, list) else ()
        if self.game.compose is None or not all(isinstance(word, str) for word in given):
            raise PuzzleError("this board has no such form")
        puzzle = self.game.compose(self.puzzle, name, given)
        sheet = self.game.sheet(puzzle)
        kept = {e: word for e, word in self.entries().items() if e in sheet.elements and sheet.allows(e, word)}
        self.change({**kept, **self.game.write(puzzle, None)}, puzzle=puzzle)

    def paste(self, text: str, *, entries: bool, ask: bool = False) -> None:
        """Put a text on the table: a position; or, if `entries` allows, entries for this puzzle's clues; or a new
        puzzle. With `ask`, another puzzle only makes the answer a question.

        Raises
        ------
        PuzzleError
            If the text cannot be read.
        """
        puzzle, state, noted = position_text.read_board(self.game, self.puzzle, text, entries=entries)
        before, here = (self.puzzle, self.state, self.notes), answers.held(self.sheet, self.entries(), self.notes)
        if ask and puzzle != self.puzzle:
            self.say(Answer(question=f"This is another puzzle. Replace {here}?"))
            return
        lost = puzzle != self.puzzle or self.entries() or self.notes
        self.change(state, puzzle=puzzle, notes=self.notes if noted is None else noted)
        if lost and before != (self.puzzle, self.state, self.notes):
            told = f"Replaced {here}; Undo restores it. {self.answer.message}"
            self.answer = replace(self.answer, message=told.strip())

    def normal(self, solution: Any) -> Any:
        """Return a solution as this table would read it back, with the clues. Raises PuzzleError if it does not fit."""
        return self.game.read_solution(self.puzzle, self.game.write(self.puzzle, solution))

    def entries(self) -> State:
        """Return the entries: the states that are not clues."""
        clues = self.game.write(self.puzzle, None)
        return {e: word for e, word in self.state.items() if word != clues.get(e)}

    def changed_clues(self) -> list[Element]:
        """Return the elements whose clues were changed, the last change first."""
        found: dict[Element, None] = {}
        later = self.game.write(self.puzzle, None)
        for puzzle in self.history.puzzles_before():
            earlier = self.game.write(puzzle, None)
            found |= dict.fromkeys(e for e in {**later, **earlier} if later.get(e) != earlier.get(e))
            later = earlier
        return list(found)

    def _settle(self, answer: Answer | None) -> None:
        """Read the position as a puzzle and a solution, and judge it."""
        base, state = self.history.present.puzzle, self.history.present.state
        try:
            puzzle, self.problem = self.game.read_puzzle(base, state), ""
        except PuzzleError as error:  # half-edited clues may be no puzzle yet
            puzzle, self.problem = base, str(error)
        if puzzle != self.puzzle:
            self.puzzle, self.sheet = puzzle, self.game.sheet(puzzle)
            self.named = {str(element): element for element in self.sheet.elements}
            state = {element: word for element, word in state.items() if element in self.sheet.elements}
        if not self.problem:  # a clue that cannot be empty, such as a hidden count, is written as in the puzzle
            state = {**self.game.write(puzzle, None), **state}
        self.walk = None
        noted, filled = notes.in_order(self.sheet, self.notes), self.history.present.filled & state.keys()
        self.history.present = Position(puzzle, state, noted, filled)
        self.solution = self.game.read_solution(puzzle, state)
        self.judged = {}
        if self.problem:
            answer = answer or Answer(self.problem, answers.BAD)
        board = (self.game, self.sheet, puzzle, self.solution, state)
        if self.checks:
            broken = self.game.violations(puzzle, self.solution, partial=True)
            self.judged = self.game.marks(puzzle, self.solution, broken)
            self.answer = answer or answers.judge(*board, broken)
        else:
            self.answer = answer or answers.not_judged(*board)

    @property
    def position(self) -> str:
        """The puzzle with its entries and notes, as a text that `paste` takes."""
        return position_text.written(
            self.sheet, self.puzzle, self.game.write(self.puzzle, None), self.state, self.notes
        )

    @property
    def picture(self) -> str:
        """The picture of the solution if there are entries, else of the puzzle."""
        return str(self.puzzle if self.state == self.game.write(self.puzzle, None) else self.solution)

    @property
    def marks(self) -> Mapping[Element, str]:
        """The marks of the entries and of the last answer."""
        return {**self.judged, **self.answer.marks}
