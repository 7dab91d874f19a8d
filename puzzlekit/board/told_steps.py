"""Steps on a board: what is written down of them, and what is shown of those before."""

from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.layout import COLOUR, BoardLayout, ElementType, State, clue, entry, given
from puzzlekit.core.grid import Candidates, Step


def proved(sheet: BoardLayout, state: State, step: Step) -> State:
    """What a step proves and the board does not hold yet, as far as it can be written there. A clue stays."""
    found = {}
    for element, left in step.candidates.items():
        if len(left) == 1 and element in sheet.elements:
            word, held = str(next(iter(left))), state.get(element, "")
            after = given(clue(held), word) if clue(held) else word
            if word and word != entry(held) and sheet.allows(element, after):
                found[element] = after
    return found


def pale(game: PuzzleAdapter, sheet: BoardLayout, state: State, left: Candidates) -> State:
    """What is left of elements, as a board shows it: where one word says so. Of some puzzles a word stands for several
    states, which may be all that are left."""
    found = {}
    for element, states in left.items():
        if element in sheet.elements and states:
            words = _words(sheet.kind(element), empty=not state.get(element))
            fit = (word for word, said in words.items() if all(game.agrees(said, str(own)) for own in states))
            if word := next(fit, ""):
                found[element] = word
    return found


def _words(kind: ElementType, *, empty: bool) -> dict[str, str]:
    """What an element can be shown as, and which state that says: an entry or a clue where nothing stands, a colour."""
    held = {word: entry(word) for word in (*kind.play, *kind.edit) if word} if empty else {}
    return held | {COLOUR + own: own for own in kind.colours}
