"""The board's answers that show the result of a reader's function or of a search."""

from collections.abc import Sequence
from typing import Any

from puzzlekit.board import answers, notes, reasoned
from puzzlekit.board.answers import BAD, GOOD, Answer
from puzzlekit.board.game_state import GameState
from puzzlekit.board.layout import State, entry
from puzzlekit.board.reasoned import hint_told
from puzzlekit.core.errors import PuzzleError, called, joined
from puzzlekit.core.grid import Candidates, Element, Step

NOTHING_LEFT = Answer("There is nothing left to fill in.", GOOD)


def solved(table: GameState, solution: Any) -> Answer:
    """Return the answer that shows a solver's solution and its violations. Raises PuzzleError if the solution has the
    wrong type."""
    if type(solution) is not type(table.solution):
        raise PuzzleError(f"your function returned {called(solution)}, expected {called(table.solution)}")
    after = table.game.write(table.puzzle, solution)
    lost = any(held not in (table.clues.get(element), after.get(element)) for element, held in table.state.items())
    undo = " Undo restores your entries." if lost else ""
    if broken := table.game.violations(table.puzzle, solution):
        told = f"The answer violates a rule: {answers.sentence(broken)}.{undo}"
        return Answer(told, BAD, answers.wrong(broken), after, own=False)
    return Answer(f"Solved: all rules hold.{undo}", GOOD, state=after, own=False)


def hint(table: GameState, found: list[Any], at: Element | None, reason: Any = None) -> Answer:
    """Return the answer that fills in one element as in a solution, with the reason. The parameters are the results of
    `Queries.hint`: two solutions, or all if there are fewer; an element or None; and a reason or None.

    The element is `at` if that element is still empty, otherwise the first empty element. If no solution in `found`
    contains all entries, the answer names a wrong entry if there is only one solution, and otherwise says that the
    entries match no solution found.
    """
    return hint_told(_filled(table, found, at), reason)


def _filled(table: GameState, found: list[Any], at: Any) -> Answer:
    if not found:
        return answers.no_solution(table.game, table.puzzle)
    if not table.game.violations(table.puzzle, table.solution):
        return NOTHING_LEFT
    boards = [table.game.write(table.puzzle, solution) for solution in found]
    board = next((b for b in boards if answers.fits(table.game, b, table.entries())), None)
    if board is None:
        return _contradicted(table, boards)
    empty = [element for element, held in board.items() if held and not table.state.get(element)]
    if not empty:
        return NOTHING_LEFT
    element = at if at in empty else empty[0]
    message = f"Hint: {table.sheet.elements[element].label}: {table.sheet.spoken(board[element])}."
    return Answer(message, marks=answers.hinted([element]), state={**table.state, element: board[element]})


def _contradicted(table: GameState, boards: Sequence[State]) -> Answer:
    if len(boards) > 1:
        return Answer("No hint: your entries match neither of the two solutions found. Press Check.")
    entries, board = table.entries(), boards[0]
    element = next(e for e, held in entries.items() if not table.game.agrees(held, board.get(e, "")))
    what = table.sheet.spoken(entry(entries[element]))
    return Answer(f"Hint: {table.sheet.elements[element].label} is not {what}.", BAD, {element: "wrong"})


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
    return Answer(told, BAD, answers.hinted(places), state=table.state, notes=new)


def _named(table: GameState, places: Sequence[Element]) -> str:
    names = [table.sheet.elements[element].label for element in places]
    return joined(names) if len(names) in (1, 2) else "the marked places"
