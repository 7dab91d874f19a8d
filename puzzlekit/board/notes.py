"""Pencil marks: candidates that a reader notes in an element, or has noted. They are no part of a solution.

Notes are words of states, as a board has them; candidates are the states of `deduce`. An element without notes may be
anything. What is noted is a claim, as an entry is: proofs and deductions take it for granted.
"""

from collections.abc import Collection, Mapping
from typing import Any

from puzzlekit import grid
from puzzlekit.board.sheet import Game, Sheet, State, entry
from puzzlekit.errors import PuzzleError
from puzzlekit.grid import Candidates, Step

Notes = Mapping[Any, tuple[str, ...]]  # element -> the states that are noted there, one at least


def in_order(sheet: Sheet, notes: Mapping[Any, Collection[str]]) -> dict[Any, tuple[str, ...]]:
    """Notes as they are kept: of elements on the sheet, the words in the order of their kind."""
    found = {}
    for element, words in notes.items():
        if element in sheet.elements and (own := [word for word in sheet.kind(element).notes if word in words]):
            found[element] = tuple(own)
    return found


def checked(sheet: Sheet, notes: Any) -> dict[Any, tuple[str, ...]]:
    """Notes that a page sent, by element, empty ones among them. Raises PuzzleError if they cannot stand there."""
    for element, words in notes.items():
        if not isinstance(words, list) or not all(word in sheet.kind(element).notes for word in words):
            raise PuzzleError("this board has no such element, or not with these notes")
    return {element: tuple(word for word in sheet.kind(element).notes if word in words)
            for element, words in notes.items()}  # fmt: skip


def as_candidates(possible: Candidates, notes: Notes) -> dict[Any, frozenset]:
    """The states that notes leave, where they rule some out."""
    found = {}
    for element, words in notes.items():
        left = frozenset(state for state in possible.get(element, ()) if str(state) in words)
        if left and left < possible[element]:
            found[element] = left
    return found


def of_candidates(sheet: Sheet, possible: Candidates, state: State, candidates: Candidates) -> dict[Any, tuple]:
    """Notes of all that these candidates rule out, where nothing stands and a note can stand."""
    left = {
        element: [str(one) for one in states]
        for element, states in candidates.items()
        if element in sheet.elements and not state.get(element) and states and states < possible[element]
    }
    return in_order(sheet, left)


def known(game: Game, possible: Candidates, state: State, notes: Notes) -> dict[Any, frozenset]:
    """What clues, entries and notes leave of each element."""
    left = {element: frozenset(states) for element, states in possible.items()}
    for element, states in as_candidates(possible, notes).items():
        left[element] = states
    for element, word in state.items():
        if element in left and (own := {one for one in possible[element] if game.agrees(entry(word), str(one))}):
            left[element] = frozenset(own)
    return left


def deduced(game: Game, puzzle: Any, state: State, notes: Notes) -> tuple[dict[Any, frozenset], str]:
    """What the room's rules leave at a glance, see `grid.at_a_glance`, and a sentence if they find a contradiction."""
    start = known(game, game.everything(puzzle), state, notes)
    steps = game.deduce(puzzle, start)
    return grid.at_a_glance(steps, start), grid.contradiction(steps) or ""


def ruled_out(sheet: Sheet, state: State, notes: Notes, step: Step | Any) -> dict[Any, tuple[str, ...]]:
    """What a step leaves of elements that it does not settle, where it is less than is noted."""
    found = {}
    for element, left in step.candidates.items():
        words = tuple(word for word in _noted(sheet, element) if word in map(str, left))
        if (
            not state.get(element)
            and len(words) == len(left) > 0
            and words != notes.get(element, _noted(sheet, element))
        ):
            found[element] = words
    return found


def _noted(sheet: Sheet, element: Any) -> tuple[str, ...]:
    return sheet.kind(element).notes if element in sheet.elements else ()
