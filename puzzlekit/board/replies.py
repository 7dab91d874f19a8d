"""The board's answers that show the result of a reader's function or of a search."""

from collections.abc import Sequence
from typing import Any

from puzzlekit.board import answers, notes, reasoned
from puzzlekit.board.answers import Answer
from puzzlekit.board.game_state import GameState
from puzzlekit.board.reasoned import hint_told
from puzzlekit.core.errors import PuzzleError, called, joined
from puzzlekit.core.grid import Candidates, Element, Step


def solved(table: GameState, solution: Any) -> Answer:
    """Return the answer that shows a solver's solution. Raises PuzzleError if the solution has the wrong type."""
    if type(solution) is not type(table.solution):
        raise PuzzleError(f"your function returned {called(solution)}, expected {called(table.solution)}")
    return answers.solved(table.game, table.puzzle, solution, table.state)


def hint(table: GameState, found: list[Any], at: Element | None, reason: Any = None) -> Answer:
    """Return the answer that fills in one element, with the reason. The parameters are the results of `Queries.hint`:
    two solutions, or all if there are fewer; an element or None; and a reason or None. See `answers.hint`."""
    return hint_told(answers.hint(table.game, table.sheet, table.puzzle, found, table.state, at), reason)


def can_write(table: GameState, step: Step) -> bool:
    """Return whether a step would fill in an entry or change the notes."""
    new = reasoned.proved(table.sheet, table.state, step)
    return bool(new or notes.ruled_out(table.sheet, table.state, table.notes, step))


def deduced(table: GameState, found: tuple[Candidates, Step | None, bool]) -> Answer:
    """Return the answer that writes candidates into the notes. `found` is the result of `notes.deduced`."""
    left, contradiction, from_notes = found
    new = notes.of_candidates(table.sheet, table.game.initial_candidates(table.puzzle), table.state, left)
    hidden = {element: words for element, words in table.notes.items() if table.state.get(element)}
    new = notes.rewritten(table.sheet, {**notes.besides(table.notes), **hidden}, new)
    told = "No further direct deduction was found." if new == table.notes else ""
    if table.notes and not from_notes:
        told = "The notes contradicted each other. They were replaced by deduction from clues and entries."
    if contradiction is None:
        return Answer(told, state=table.state, notes=new)
    places = [element for element in contradiction.where if element in table.sheet.elements]
    told = f"Nothing fits at {_named(table, places)}: wrong entry or clue. Next step shows why."
    return Answer(told, answers.BAD, answers.hinted(places), state=table.state, notes=new)


def _named(table: GameState, places: Sequence[Element]) -> str:
    names = [table.sheet.elements[element].label for element in places]
    return joined(names) if len(names) in (1, 2) else "the marked places"
