"""Pencil marks: candidates that a reader or the Note button writes into an element. They are no part of a solution.

Notes are words of states, as a board has them; candidates are the states of `deduce`. An element without notes may have
any state. A note means "perhaps one of these", so no proof uses it. Only the Note button treats the present notes as
the possible states, unless they contradict each other.
"""

from collections.abc import Collection, Mapping
from typing import Any

from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.layout import COLOUR, CORNER, BoardLayout, State, entry
from puzzlekit.core import grid
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Candidates, Step

Notes = Mapping[Any, tuple[str, ...]]  # element -> the states noted there, at least one


def in_order(sheet: BoardLayout, notes: Mapping[Any, Collection[str]]) -> dict[Any, tuple[str, ...]]:
    """Normalize notes: only elements of the sheet, and the words in the order of the element's kind."""
    found = {}
    for element, words in notes.items():
        if element in sheet.elements and (own := [word for word in sheet.kind(element).notable if word in words]):
            found[element] = tuple(own)
    return found


def checked(sheet: BoardLayout, notes: Any) -> dict[Any, tuple[str, ...]]:
    """Return the notes that a page sent, by element, with empty ones. Raises PuzzleError if an element cannot hold its
    notes."""
    for element, words in notes.items():
        if not isinstance(words, list) or not all(word in sheet.kind(element).notable for word in words):
            raise PuzzleError("this board has no such element, or not with these notes")
    return {element: tuple(word for word in sheet.kind(element).notable if word in words)
            for element, words in notes.items()}  # fmt: skip


def as_candidates(possible: Candidates, notes: Notes) -> dict[Any, frozenset]:
    """Return the candidates that the notes leave, for elements of which they rule out some state."""
    found = {}
    for element, words in notes.items():
        left = frozenset(state for state in possible.get(element, ()) if str(state) in words)
        if left and left < possible[element]:
            found[element] = left
    return found


def besides(notes: Notes) -> dict[Any, tuple[str, ...]]:
    """Return the corner marks and colours alone."""
    own = {
        element: tuple(word for word in words if word.startswith((CORNER, COLOUR))) for element, words in notes.items()
    }
    return {element: words for element, words in own.items() if words}


def rewritten(sheet: BoardLayout, before: Notes, new: Notes) -> dict[Any, tuple[str, ...]]:
    """Replace the notes of some elements, and keep these elements' corner marks and colours."""
    other = besides(before)
    after = {element: (*words, *other.get(element, ())) for element, words in new.items()}
    return in_order(sheet, {**before, **after})


def of_candidates(sheet: BoardLayout, possible: Candidates, state: State, candidates: Candidates) -> dict[Any, tuple]:
    """Return the candidates as notes, for empty elements of which the candidates rule out some state."""
    left = {
        element: [str(one) for one in states]
        for element, states in candidates.items()
        if element in sheet.elements and not state.get(element) and states and states < possible[element]
    }
    return in_order(sheet, left)


def known(game: PuzzleAdapter, possible: Candidates, state: State, notes: Notes) -> dict[Any, frozenset]:
    """Return the candidates of each element that clues, entries and notes leave."""
    left = {element: frozenset(states) for element, states in possible.items()}
    for element, states in as_candidates(possible, notes).items():
        left[element] = states
    for element, word in state.items():
        if element in left and (own := {one for one in possible[element] if game.agrees(entry(word), str(one))}):
            left[element] = frozenset(own)
    return left


def deduced(game: PuzzleAdapter, puzzle: Any, state: State, notes: Notes) -> tuple[dict[Any, frozenset], str, bool]:
    """Return the candidates after one pass of propagation (`grid.propagate_once`), a sentence on a contradiction or "",
    and whether the notes were used, not only clues and entries."""
    start = known(game, game.initial_candidates(puzzle), state, notes)
    steps = game.deduce(puzzle, start)
    contradiction = grid.contradiction(steps) or ""
    if contradiction and notes:  # notes need not list all possible states, such as two marks for one digit in a row
        return deduced(game, puzzle, state, {})
    return grid.propagate_once(steps, start), contradiction, bool(notes)


def ruled_out(sheet: BoardLayout, state: State, notes: Notes, step: Step | Any) -> dict[Any, tuple[str, ...]]:
    """Return the notes that a step leaves of unsettled elements, if they change: the old notes that it does not rule
    out, or, if it rules out all of them, its own candidates. Without notes, all states count as noted."""
    found = {}
    for element, left in step.candidates.items():
        words = tuple(word for word in _noted(sheet, element) if word in map(str, left))
        own = tuple(word for word in notes.get(element, ()) if word in _noted(sheet, element))
        before = own or _noted(sheet, element)
        after = tuple(word for word in before if word in words) or words
        if not state.get(element) and len(words) == len(left) > 0 and after != before:
            found[element] = after
    return found


def _noted(sheet: BoardLayout, element: Any) -> tuple[str, ...]:
    return sheet.kind(element).notes if element in sheet.elements else ()
