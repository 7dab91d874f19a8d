"""Notes (pencil marks): candidates that a reader or the Note button writes into an element. They are not part of a
solution.

Notes are words, the names of states on a board. Candidates are the states that `deduce` uses. All states are possible
for an element without notes. The notes of an element are guesses of the reader, so no proof uses them. Only the Note
button treats the present notes as the possible states, unless they contradict each other.
"""

from collections.abc import Collection, Mapping
from typing import Any

from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.layout import COLOUR, CORNER, BoardLayout, State, entry
from puzzlekit.core import grid
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Candidates, Step

Notes = Mapping[Any, tuple[str, ...]]  # element -> its noted words, at least one


def in_order(sheet: BoardLayout, notes: Mapping[Any, Collection[str]]) -> dict[Any, tuple[str, ...]]:
    """Return the notes of the elements that the board has. The words of an element are in the order of
    `ElementType.notable`. Other words are omitted, and so are elements that then
    have no words."""
    found = {}
    for element, words in notes.items():
        if element in sheet.elements and (own := [word for word in sheet.kind(element).notable if word in words]):
            found[element] = tuple(own)
    return found


def checked(sheet: BoardLayout, notes: Any) -> dict[Any, tuple[str, ...]]:
    """Return the notes that a page sent, {element: list of words}, as {element: tuple of words}. An element whose notes
    were removed has an empty tuple. Raises PuzzleError if an element cannot have these notes."""
    for element, words in notes.items():
        if not isinstance(words, list) or not all(word in sheet.kind(element).notable for word in words):
            raise PuzzleError("found an unknown element or note, expected an element and notes of this board")
    return {element: tuple(word for word in sheet.kind(element).notable if word in words)
            for element, words in notes.items()}  # fmt: skip


def as_candidates(possible: Candidates, notes: Notes) -> dict[Any, frozenset]:
    """Return {element: states that its notes allow} for the elements whose notes exclude a state but not all states.
    `possible` has all states of each element."""
    found = {}
    for element, words in notes.items():
        left = frozenset(state for state in possible.get(element, ()) if str(state) in words)
        if left and left < possible[element]:
            found[element] = left
    return found


def besides(notes: Notes) -> dict[Any, tuple[str, ...]]:
    """Return the notes with candidates removed, so that only corner marks and colours remain."""
    own = {
        element: tuple(word for word in words if word.startswith((CORNER, COLOUR))) for element, words in notes.items()
    }
    return {element: words for element, words in own.items() if words}


def rewritten(sheet: BoardLayout, before: Notes, new: Notes) -> dict[Any, tuple[str, ...]]:
    """Return the notes `before` with new candidates: elements in `new` get these notes instead of their old candidates.
    Corner marks and colours are kept."""
    other = besides(before)
    after = {element: (*words, *other.get(element, ())) for element, words in new.items()}
    return in_order(sheet, {**before, **after})


def of_candidates(sheet: BoardLayout, possible: Candidates, state: State, candidates: Candidates) -> dict[Any, tuple]:
    """Return candidates as notes, for the empty elements that have lost a possible state. `possible` has all states of
    each element, and `state` has the current states of the board."""
    left = {
        element: [str(one) for one in states]
        for element, states in candidates.items()
        if element in sheet.elements and not state.get(element) and states and states < possible[element]
    }
    return in_order(sheet, left)


def allowed(game: PuzzleAdapter, possible: Candidates, state: State) -> dict[Any, frozenset]:
    """Return {element: the states that its clue or entry allows}. `possible` has all states of each element. Elements
    whose clue or entry allows none of these states are omitted."""
    found = {}
    for element, word in state.items():
        if own := [one for one in possible.get(element, ()) if game.agrees(entry(word), str(one))]:
            found[element] = frozenset(own)
    return found


def deduced(
    game: PuzzleAdapter, puzzle: Any, state: State, notes: Notes
) -> tuple[dict[Any, frozenset], Step | None, bool]:
    """Return (candidates, contradiction, from_notes): the candidates after one pass of propagation
    (`grid.propagate_once`); the step that leaves an element without a possible state, or None; and whether notes were
    used in addition to clues and entries."""
    possible = game.initial_candidates(puzzle)
    start = {**possible, **as_candidates(possible, notes), **allowed(game, possible, state)}
    steps = game.deduce(puzzle, start)
    contradiction = grid.contradiction(steps)
    if contradiction and notes:  # notes can omit possible states; a reader can note only the likely cells of a digit
        return deduced(game, puzzle, state, {})
    return grid.propagate_once(steps, start), contradiction, bool(notes)


def ruled_out(sheet: BoardLayout, state: State, notes: Notes, step: Step | Any) -> dict[Any, tuple[str, ...]]:
    """Return {element: new notes} for the empty elements whose notes a step of reasoning changes.

    The new notes are the old notes without the states that the step excludes. If no note remains, the new notes are the
    step's candidates. An element without notes is treated as if all its states were noted.
    """
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
