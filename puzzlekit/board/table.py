"""What lies on a board, apart from any widget: the puzzle, the entries, how they are judged, and the way back."""

from collections.abc import Mapping
from typing import Any

from puzzlekit import drawing
from puzzlekit.board import answers
from puzzlekit.board.answers import Answer
from puzzlekit.board.history import History, Position
from puzzlekit.board.sheet import OVER, Game, State
from puzzlekit.errors import PuzzleError, called
from puzzlekit.explain import Clash, Explained, Mistake
from puzzlekit.grid import Element, Fractions


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
    fractions
        LP values to be shown.
    """

    def __init__(self, game: Game, puzzle: Any):
        self.game, self.first = game, puzzle
        self.history = History(Position(puzzle, game.write(puzzle, None)))
        self.fractions: Fractions = {}
        self.puzzle: Any = None
        self.judged: Mapping[Element, str] = {}
        self._settle(None)

    @property
    def state(self) -> State:
        """The states of the elements that hold something."""
        return self.history.present.state

    @property
    def finished(self) -> bool:
        """Whether what stands on the table solves the puzzle."""
        return not self.game.violations(self.puzzle, self.solution)

    def change(self, state: State, *, puzzle: Any = None, answer: Answer | None = None) -> None:
        """Go to a new state, perhaps of another puzzle; without an answer the table judges for itself."""
        held = {element: word for element, word in state.items() if word}
        self.history.do(Position(self.puzzle if puzzle is None else puzzle, held))
        self._settle(answer)

    def undo(self) -> None:
        """Take the last change back."""
        self.history.undo()
        self._settle(None)

    def redo(self) -> None:
        """Take the last undo back."""
        self.history.redo()
        self._settle(None)

    def enter(self, changes: Any) -> None:
        """Take what a page says was entered, {name of an element: state}. Raises PuzzleError if this cannot be."""
        known = isinstance(changes, dict) and changes.keys() <= self.named.keys()
        named = {self.named[key]: state for key, state in changes.items()} if known else {}
        if not named or not all(self.sheet.allows(element, state) for element, state in named.items()):
            raise PuzzleError("this board has no such element, or not in this state")
        self.change({**self.state, **named})

    def clear(self, *, clues: bool) -> None:
        """Empty the entries, and the clues if that is wanted."""
        self.change({} if clues else self.game.write(self.puzzle, None))

    def reset(self) -> None:
        """Go back to the first puzzle."""
        self.change(self.game.write(self.first, None), puzzle=self.first)

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
        return answers.explained(self.game, self.sheet, self.state, step, fill=fill)

    def can_write(self, step: Explained) -> bool:
        """Whether a step proves something that can stand on the board and does not yet."""
        return bool(answers.proved(self.sheet, self.state, step))

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
            self.named = {str(element): element for element in self.sheet.elements}
            state = {element: word for element, word in state.items() if element in self.sheet.elements}
        if not self.problem:  # a clue that cannot be empty says what the puzzle says, such as a count that is not told
            state = {**self.game.write(puzzle, None), **state}
        self.history.present = Position(puzzle, state)
        self.solution = self.game.read_solution(puzzle, state)
        broken = self.game.violations(puzzle, self.solution, partial=True)
        self.judged = self.game.marks(puzzle, self.solution, broken)
        if self.problem:
            answer = answer or Answer(self.problem, answers.BAD)
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
