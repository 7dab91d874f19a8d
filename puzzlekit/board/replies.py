"""The answers that show the result of a reader's function or of a search."""

from typing import Any

from puzzlekit.board import answers, notes, told_steps
from puzzlekit.board.answers import Answer
from puzzlekit.board.check import Checked, check
from puzzlekit.board.game_state import GameState
from puzzlekit.board.reasoned import hint_told
from puzzlekit.core.errors import PuzzleError, called
from puzzlekit.core.grid import Candidates, Element, Step


def solved(table: GameState, solution: Any) -> Answer:
    """Return the answer that shows a solver's solution. Raises PuzzleError if the solution has another type."""
    if type(solution) is not type(table.solution):
        raise PuzzleError(f"your function returned {called(solution)}, expected {called(table.solution)}")
    return answers.solved(table.game, table.puzzle, solution, table.state)


def hint(table: GameState, found: list[Any], at: Element | None, reason: Any = None) -> Answer:
    """Return the answer that gives one element away, with the reason; `found` are solutions of the puzzle."""
    return hint_told(answers.hint(table.game, table.sheet, table.puzzle, found, table.state, at), reason)


def checked(table: GameState, found: Checked, *, entries: bool) -> Answer:
    """Return the answer of Check: with `entries`, whether the entries are right; and whether the puzzle has one
    solution. See `check`."""
    asked = table.entries() if entries else {}
    return check(table.game, table.sheet, table.puzzle, table.solution, asked, found)


def can_write(table: GameState, step: Step) -> bool:
    """Return whether a step would fill in an entry or change the notes."""
    new = told_steps.proved(table.sheet, table.state, step)
    return bool(new or notes.ruled_out(table.sheet, table.state, table.notes, step))


def deduced(table: GameState, found: tuple[Candidates, str, bool]) -> Answer:
    """Return the answer that notes the candidates of `notes.deduced`."""
    left, contradiction, from_notes = found
    new = notes.of_candidates(table.sheet, table.game.initial_candidates(table.puzzle), table.state, left)
    hidden = {element: words for element, words in table.notes.items() if table.state.get(element)}
    new = notes.rewritten(table.sheet, {**notes.besides(table.notes), **hidden}, new)
    told = "No further direct deduction." if new == table.notes else ""
    if table.notes and not from_notes:
        told = "Noted anew from clues and entries, for the notes contradicted each other."
    told, tone = (f"{contradiction}: something here is wrong.", answers.BAD) if contradiction else (told, "")
    return Answer(told, tone, state=table.state, notes=new)
