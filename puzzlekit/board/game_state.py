"""The state of a board, apart from any widget: how a player, a solver or Python code changes the position."""

from dataclasses import replace
from typing import Any

from puzzlekit.board import answers, notes, position_text
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.answers import Answer, StepPlayer
from puzzlekit.board.layout import State
from puzzlekit.board.notes import Notes
from puzzlekit.board.position_state import History, Position, PositionState
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Element, checked_candidates


class GameState(PositionState):
    """The state of a board: the position and its changes.

    Attributes
    ----------
    trial
        The position before the current trial (a phase of tentative entries); None if there is no trial.
    """

    def __init__(self, game: PuzzleAdapter, puzzle: Any):
        super().__init__(game, puzzle)
        self.trial: Position | None = None

    def change(
        self,
        state: State,
        *,
        puzzle: Any = None,
        answer: Answer | None = None,
        notes: Notes | None = None,
        own: bool = True,
    ) -> None:
        """Replace the board's state, and also the puzzle unless `puzzle` is None.

        Parameters
        ----------
        state
            {element: new state}, with the clues; all other elements become empty.
        answer
            The answer to show. If None, the verdict on the new state is shown.
        notes
            The new notes. If None, the old notes stay, but a new puzzle has no notes.
        own
            Whether the change counts as the player's, not as a solver's.
        """
        held, old = {element: word for element, word in state.items() if word}, self.state
        noted = (self.notes if puzzle is None else {}) if notes is None else notes
        new = {element for element, word in held.items() if word != old.get(element)}
        before = self.history.present.filled & held.keys()
        filled = before - new if own else before | new
        self.history.do(Position(self.puzzle if puzzle is None else puzzle, held, noted, filled))
        self._settle(answer)

    def say(self, answer: Answer) -> None:
        """Show an answer, and apply the answer's new state, if there is one.

        An answer with pictures starts with the first picture if it has a new state or a message of several lines; the
        state is then applied with the last picture. Otherwise the last picture is shown at once.
        """
        if answer.pictures:
            whole = answer.state is None and "\n" not in answer.message
            self.go(0, StepPlayer(answer, len(answer.pictures) - 1 if whole else 0))
        elif answer.state is not None:
            self.change(answer.state, answer=answer, notes=answer.notes, own=answer.own)
        else:
            self.answer, self.walk = answer, None

    def go(self, by: int, walk: StepPlayer | None = None) -> None:
        """Go forward by `by` pictures in a step of reasoning, or back if `by` is negative, but not beyond the first and
        the last picture. `walk` is the StepPlayer of the step. If None, it is the step that is shown."""
        if walk := walk or self.walk:
            walk = replace(walk, at=min(max(walk.at + by, 0), walk.last))
            if walk.at == walk.last and walk.answer.state is not None:
                self.change(walk.answer.state, answer=walk.answer, notes=walk.answer.notes)
                walk = replace(walk, answer=replace(walk.answer, state=None))
            self.answer, self.walk = walk.shown, walk

    def begin_trial(self) -> None:
        """Begin a trial: store the current position, so that `end_trial` can restore it."""
        self.trial = self.history.present
        self.say(Answer("Trial: press Trial again to return to this board."))

    def end_trial(self, *, keep: bool) -> None:
        """End the trial. If `keep` is true, keep the trial's entries. Otherwise restore the position before the trial;
        Undo then restores the trial's entries."""
        if self.trial and not keep:
            self.history.do(self.trial)
        self.trial = None
        self._settle(None)

    @property
    def tried(self) -> list[Element]:
        """Return the elements that were changed during the trial."""
        if self.trial is None:
            return []
        before = self.trial.state
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
        """Replace the history and the trial by the history and the trial of another GameState of this puzzle."""
        self.history, self.trial = history, trial
        self._settle(None)

    def enter(self, changes: Any, noted: Any = None) -> None:
        """Apply changes that a page sent. `changes` is {name of an element: new state}, and `noted` is {name of an
        element: list of noted words}. Raises PuzzleError if an element, a state or a note is unknown, or if there is no
        change."""
        states, marks = self._by_element(changes), self._by_element(noted)
        if not (states or marks) or not all(self.sheet.allows(element, state) for element, state in states.items()):
            raise PuzzleError("found an unknown element or state, expected an element and a state of this board")
        after = {**self.notes, **notes.checked(self.sheet, marks)}
        self.change({**self.state, **states}, notes={element: words for element, words in after.items() if words})

    def _by_element(self, named: Any) -> dict[Element, Any]:
        known = isinstance(named, dict) and named.keys() <= self.sheet.named.keys()
        return {self.sheet.named[key]: value for key, value in named.items()} if known else {}

    def note(self, candidates: Any) -> None:
        """Replace the noted candidates by `candidates`, {element: set of states}. Corner marks and colours are kept.
        Raises PuzzleError if the candidates do not fit the puzzle."""
        new = notes.rewritten(self.sheet, notes.besides(self.notes), self._notes_of(candidates))
        self.change(self.state, notes=new)

    def normal_candidates(self, candidates: Any) -> dict[Any, frozenset]:
        """Return the value that the property `candidates` would have after `note(candidates)`. Raises PuzzleError if
        the candidates do not fit the puzzle."""
        return notes.as_candidates(self.game.initial_candidates(self.puzzle), self._notes_of(candidates))

    def _notes_of(self, candidates: Any) -> Notes:
        possible = self.game.initial_candidates(self.puzzle)
        return notes.of_candidates(self.sheet, possible, self.clues, checked_candidates(candidates, possible))

    def clear(self, *, clues: bool) -> None:
        """Clear the entries and the notes. If `clues` is true, clear the clues, too."""
        self.change({} if clues else self.clues, notes={})

    def reset(self) -> None:
        """Restore the puzzle with which the board was made."""
        self.change(self.game.write(self.first, None), puzzle=self.first)

    def set_checks(self, checks: bool) -> None:
        """Set whether entries are judged as soon as they are made. If `checks` is true, judge the present entries."""
        self.checks = checks
        self._settle(None)

    def empty(self, rows: int, columns: int) -> None:
        """Replace the puzzle by an empty board of this size. Raises PuzzleError if the puzzle type has no
        empty boards."""
        if self.game.empty is None:
            raise PuzzleError("there is no empty board of this puzzle")
        puzzle = self.game.empty(self.puzzle, rows, columns)
        self.change(self.game.write(puzzle, None), puzzle=puzzle)

    def compose(self, name: str, words: Any) -> None:
        """Change the puzzle with the layout's form `name`. The list `words` has one word for each field of the form.
        Entries that still fit are kept. Raises PuzzleError if the form is unknown or a word does not fit."""
        given = tuple(words) if isinstance(words, list) else ()
        if self.game.compose is None or not all(isinstance(word, str) for word in given):
            raise PuzzleError(f"found the form {name!r:.40}, expected one of this board's forms, with a list of words")
        puzzle = self.game.compose(self.puzzle, name, given)
        sheet = self.game.sheet(puzzle)
        kept = {e: word for e, word in self.entries().items() if e in sheet.elements and sheet.allows(e, word)}
        self.change({**kept, **self.game.write(puzzle, None)}, puzzle=puzzle)

    def paste(self, text: str, *, entries: bool, ask: bool = False) -> None:
        """Replace the board's content by a text. The text is a position, a new puzzle, or, if `entries` is true,
        entries for this puzzle. If `ask` is true, a new puzzle is not applied yet: the board asks for a confirmation.

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
        """Return the solution with the puzzle's clues added: the value that the attribute `solution` would have if this
        solution were on the board. Raises PuzzleError if the solution does not fit the puzzle."""
        return self.game.read_solution(self.puzzle, self.game.write(self.puzzle, solution))
