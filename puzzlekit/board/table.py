"""What lies on a board, apart from any widget: the puzzle, the entries, how they are judged, and the way back."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from puzzlekit import drawing
from puzzlekit.board import answers, notes
from puzzlekit.board.answers import Answer
from puzzlekit.board.history import History, Position
from puzzlekit.board.notes import Notes
from puzzlekit.board.sheet import OVER, Game, State
from puzzlekit.board.walk import Walk
from puzzlekit.errors import PuzzleError, called
from puzzlekit.explain import Clash, Explained, Mistake
from puzzlekit.grid import Candidates, Element, Fractions, checked_candidates


class Table:
    """A room's puzzle with what was filled in.

    Attributes
    ----------
    first
        The puzzle that `reset` goes back to.
    puzzle, solution
        As the board reads. While the clues are no puzzle, `problem` says why, and both are as they were before.
    judged
        The room's marks of what stands there.
    answer
        What was said last; its marks hold until the next change.
    walk
        The step of reasoning that it tells, if it tells one.
    notes
        Pencil marks: element -> the states noted there, by their words.
    checks
        Whether it judges.
    key
        A name of the puzzle, by which a browser keeps what was filled in.
    fractions
        LP values to be shown.
    """

    def __init__(self, game: Game, puzzle: Any):
        self.game, self.first = game, puzzle
        self.history = History(Position(puzzle, game.write(puzzle, None)))
        self.fractions: Fractions = {}
        self.checks = True
        self.puzzle: Any = None
        self.judged: Mapping[Element, str] = {}
        self.walk: Walk | None = None
        self._settle(None)

    @property
    def state(self) -> State:
        """The states of the elements that hold something."""
        return self.history.present.state

    @property
    def notes(self) -> Notes:
        """What is noted, see the module `notes`."""
        return self.history.present.notes

    @property
    def candidates(self) -> dict[Any, frozenset]:
        """The same in the words of `deduce`."""
        return notes.as_candidates(self.game.everything(self.puzzle), self.notes)

    @property
    def finished(self) -> bool:
        """Whether what stands on the table solves the puzzle."""
        return not self.game.violations(self.puzzle, self.solution)

    def change(
        self, state: State, *, puzzle: Any = None, answer: Answer | None = None, notes: Notes | None = None
    ) -> None:
        """Go to a new state, perhaps of another puzzle; without an answer the table judges for itself. Without new
        notes those that are there stay, unless the puzzle is another one."""
        held = {element: word for element, word in state.items() if word}
        noted = (self.notes if puzzle is None else {}) if notes is None else notes
        self.history.do(Position(self.puzzle if puzzle is None else puzzle, held, noted))
        self._settle(answer)

    def say(self, answer: Answer) -> None:
        """Say something, and change what is to be changed. A step that changes something begins with its first picture,
        and what it proves is written down with its last."""
        if answer.step and answer.state is not None:
            self.go(0, Walk(answer.step, answer, 0))
        elif answer.state is not None:
            self.change(answer.state, answer=answer, notes=answer.notes)
        else:
            self.answer, self.walk = answer, None
            if answer.step:
                walk = Walk(answer.step, answer, 0)
                self.walk = replace(walk, at=walk.last)

    def go(self, by: int, walk: Walk | None = None) -> None:
        """Show the next picture of a step or the one before, if there is one."""
        if walk := walk or self.walk:
            walk = replace(walk, at=min(max(walk.at + by, 0), walk.last))
            if walk.at == walk.last and walk.answer.state is not None:
                self.change(walk.answer.state, answer=walk.answer, notes=walk.answer.notes)
                walk = replace(walk, answer=replace(walk.answer, state=None))
            self.answer, self.walk = walk.shown, walk

    def undo(self) -> None:
        """Take the last change back."""
        self.history.undo()
        self._settle(None)

    def redo(self) -> None:
        """Take the last undo back."""
        self.history.redo()
        self._settle(None)

    def enter(self, changes: Any, noted: Any = None) -> None:
        """Take what a page says was entered, {name of an element: state}, and noted, {name: list of states}. Raises
        PuzzleError if this cannot be."""
        states, marks = self._by_element(changes), self._by_element(noted)
        if not (states or marks) or not all(self.sheet.allows(element, state) for element, state in states.items()):
            raise PuzzleError("this board has no such element, or not in this state")
        after = {**self.notes, **notes.checked(self.sheet, marks)}
        self.change({**self.state, **states}, notes={element: words for element, words in after.items() if words})

    def _by_element(self, named: Any) -> dict[Element, Any]:
        known = isinstance(named, dict) and named.keys() <= self.named.keys()
        return {self.named[key]: value for key, value in named.items()} if known else {}

    def note(self, candidates: Any) -> None:
        """Note these candidates in place of what is noted. Raises PuzzleError if they do not fit."""
        self.change(self.state, notes=self._notes_of(candidates))

    def normal_candidates(self, candidates: Any) -> dict[Any, frozenset]:
        """Candidates as this table would give them back. Raises PuzzleError if they do not fit."""
        return notes.as_candidates(self.game.everything(self.puzzle), self._notes_of(candidates))

    def _notes_of(self, candidates: Any) -> Notes:
        possible, clues = self.game.everything(self.puzzle), self.game.write(self.puzzle, None)
        return notes.of_candidates(self.sheet, possible, clues, checked_candidates(candidates, possible))

    def deduced(self, found: tuple[Candidates, str]) -> Answer:
        """The answer that notes what `notes.deduced` has found."""
        left, contradiction = found
        new = notes.of_candidates(self.sheet, self.game.everything(self.puzzle), self.state, left)
        told = "Nothing more is seen at a glance." if new == self.notes else ""
        told, tone = (f"{contradiction}: something here is wrong.", answers.BAD) if contradiction else (told, "")
        hidden = {element: words for element, words in self.notes.items() if self.state.get(element)}
        return Answer(told, tone, state=self.state, notes={**hidden, **new})

    def clear(self, *, clues: bool) -> None:
        """Empty the entries and the notes, and the clues if that is wanted."""
        self.change({} if clues else self.game.write(self.puzzle, None), notes={})

    def reset(self) -> None:
        """Go back to the first puzzle."""
        self.change(self.game.write(self.first, None), puzzle=self.first)

    def set_checks(self, checks: bool) -> None:
        """Judge what stands here, or stop judging."""
        self.checks = checks
        self._settle(None)

    def empty(self, rows: int, columns: int) -> None:
        """Put a board of this size with no clues on the table. Raises PuzzleError if there is none."""
        if self.game.empty is None:
            raise PuzzleError("there is no empty board of this puzzle")
        puzzle = self.game.empty(self.puzzle, rows, columns)
        self.change(self.game.write(puzzle, None), puzzle=puzzle)

    def paste(self, text: str, *, entries: bool) -> None:
        """Put a text on the table: as entries, if it may be that and has this puzzle's clues, else as a new puzzle."""
        state = self._entries(text) if entries else None
        if state is not None:
            self.change(state)
        else:
            puzzle = self.game.parse(text)
            self.change(self.game.write(puzzle, None), puzzle=puzzle)

    def _entries(self, text: str) -> State | None:
        try:
            solution = self.game.parse_solution(self.puzzle, text)
            state = self.game.write(self.puzzle, solution)
        except PuzzleError:
            return None
        same_clues = self.game.read_solution(self.puzzle, state) == solution
        return state if same_clues and not any(OVER in word for word in state.values()) else None

    def normal(self, solution: Any) -> Any:
        """A solution as this table would read it back, the clues included. Raises PuzzleError if it does not fit."""
        return self.game.read_solution(self.puzzle, self.game.write(self.puzzle, solution))

    def solved(self, solution: Any) -> Answer:
        """The answer that shows what a solver's function returned."""
        if type(solution) is not type(self.solution):
            raise PuzzleError(f"your function returned {called(solution)}, expected {called(self.solution)}")
        return answers.solved(self.game, self.puzzle, solution, self.state)

    def hint(self, found: list[Any], at: Element | None) -> Answer:
        """The answer that gives one element away; `found` are solutions of the puzzle."""
        return answers.hint(self.game, self.sheet, self.puzzle, found, self.state, at)

    def check(self, found: list[Any], blame: answers.Blame = None, more: bool = False) -> Answer:
        """The answer that says whether the puzzle has one solution, or why it has none, see `answers.check`."""
        return answers.check(self.game, self.puzzle, found, blame, more=more)

    def explained(self, step: Explained | Clash | Mistake | None, *, fill: bool) -> Answer:
        """The answer that shows a step of reasoning, and writes it down if that is wanted; or what leaves no solution:
        clues that clash, or entries."""
        if isinstance(step, Clash):
            return self.check([], None if self.game.clashes(self.puzzle) else step)
        if isinstance(step, Mistake):
            return answers.mistaken(step)
        answer = answers.explained(self.game, self.sheet, self.state, step, fill=fill)
        new = notes.ruled_out(self.sheet, answer.state or {}, self.notes, step) if fill and step else {}
        return replace(answer, notes={**self.notes, **new})

    def can_write(self, step: Explained) -> bool:
        """Whether a step proves something that can stand on the board, as an entry or as notes, and does not yet."""
        ruled_out = notes.ruled_out(self.sheet, self.state, self.notes, step)
        return bool(ruled_out or answers.proved(self.sheet, self.state, step))

    def entries(self) -> State:
        """What was filled in."""
        clues = self.game.write(self.puzzle, None)
        return {e: word for e, word in self.state.items() if word != clues.get(e)}

    def _settle(self, answer: Answer | None) -> None:
        """Read the position as a puzzle and a solution, and judge it."""
        base, state = self.history.present.puzzle, self.history.present.state
        try:
            puzzle, self.problem = self.game.read_puzzle(base, state), ""
        except PuzzleError as error:  # half-edited clues may be no puzzle yet
            puzzle, self.problem = base, str(error)
        if puzzle != self.puzzle:
            self.puzzle, self.sheet = puzzle, self.game.sheet(puzzle)
            self.key = hashlib.sha256(f"{self.sheet.title}\n{puzzle}".encode()).hexdigest()[:20]
            self.named = {str(element): element for element in self.sheet.elements}
            state = {element: word for element, word in state.items() if element in self.sheet.elements}
        if not self.problem:  # a clue that cannot be empty says what the puzzle says, such as a count that is not told
            state = {**self.game.write(puzzle, None), **state}
        self.walk = None
        self.history.present = Position(puzzle, state, notes.in_order(self.sheet, self.notes))
        self.solution = self.game.read_solution(puzzle, state)
        self.judged = {}
        if self.problem:
            answer = answer or Answer(self.problem, answers.BAD)
        self.answer = answer or Answer()
        if self.checks:
            broken = self.game.violations(puzzle, self.solution, partial=True)
            self.judged = self.game.marks(puzzle, self.solution, broken)
            self.answer = answer or answers.judge(self.game, puzzle, self.solution, broken)

    def marks(self) -> dict[str, dict[str, Any]]:
        """How each element is to be shown, by its name: words such as "wrong", and shares of its states."""
        found: dict[str, dict[str, Any]] = {}
        for marks in (self.judged, self.answer.marks):
            for element, mark in marks.items():
                words = found.setdefault(str(element), {}).setdefault("words", [])
                words += [word for word in mark.split() if word not in words]
        for (element, state), value in self.fractions.items():
            found.setdefault(str(element), {}).setdefault("shares", {})[str(state)] = value
        return found

    @property
    def picture(self) -> str:
        """The picture of the solution if something is filled in, else of the puzzle."""
        return str(self.puzzle if self.state == self.game.write(self.puzzle, None) else self.solution)

    def svg(self) -> str:
        """The board's static twin."""
        marks: Mapping[Element, str] = {**self.judged, **self.answer.marks}
        return drawing.svg(self.game.draw(self.puzzle, self.solution, marks=marks))
