"""Steps of reasoning as states of a board: the entries that a step proves, and earlier conclusions in pale print.

Pale print shows known states on empty elements without filling them in.
"""

from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.layout import COLOUR, BoardLayout, ElementType, State, clue, entry, given
from puzzlekit.core.grid import Candidates, Step


def proved(sheet: BoardLayout, state: State, step: Step) -> State:
    """Return {element: new state} for the entries that a step proves. Entries that the board does not allow or already
    has are omitted. A new state with an entry on a clue keeps the clue, as in "given 5|7"."""
    found = {}
    for element, left in step.candidates.items():
        if len(left) == 1 and element in sheet.elements:
            word, held = str(next(iter(left))), state.get(element, "")
            after = given(clue(held), word) if clue(held) else word
            if word and word != entry(held) and sheet.allows(element, after):
                found[element] = after
    return found


def pale(game: PuzzleAdapter, sheet: BoardLayout, state: State, left: Candidates) -> State:
    """Return {element: word to show in pale print} for the candidates in `left`. A word is a state of the board, which
    in some puzzles agrees with several candidates. An element is omitted if no word agrees with all its candidates."""
    found = {}
    for element, states in left.items():
        if element in sheet.elements and states:
            words = _words(sheet.kind(element), empty=not state.get(element))
            fit = (word for word, said in words.items() if all(game.agrees(said, str(own)) for own in states))
            if word := next(fit, ""):
                found[element] = word
    return found


def _words(kind: ElementType, *, empty: bool) -> dict[str, str]:
    """Return {word: state that the word means} for all words that an element of this type can show in pale print: its
    colours and, if `empty` is true, its entries and clues."""
    held = {word: entry(word) for word in (*kind.play, *kind.edit) if word} if empty else {}
    return held | {COLOUR + own: own for own in kind.colours}
