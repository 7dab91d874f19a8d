"""Steps of reasoning as states of a board: the entries that a step proves, and earlier conclusions, shown pale."""

from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.layout import COLOUR, BoardLayout, ElementType, State, clue, entry, given
from puzzlekit.core.grid import Candidates, Step


def proved(sheet: BoardLayout, state: State, step: Step) -> State:
    """Return the entries that a step proves, that the board allows, and that it does not have yet. Clues stay."""
    found = {}
    for element, left in step.candidates.items():
        if len(left) == 1 and element in sheet.elements:
            word, held = str(next(iter(left))), state.get(element, "")
            after = given(clue(held), word) if clue(held) else word
            if word and word != entry(held) and sheet.allows(element, after):
                found[element] = after
    return found


def pale(game: PuzzleAdapter, sheet: BoardLayout, state: State, left: Candidates) -> State:
    """Return the known states of elements as words of the board, where one word agrees with all candidates left. In
    some puzzles, a word stands for several states."""
    found = {}
    for element, states in left.items():
        if element in sheet.elements and states:
            words = _words(sheet.kind(element), empty=not state.get(element))
            fit = (word for word, said in words.items() if all(game.agrees(said, str(own)) for own in states))
            if word := next(fit, ""):
                found[element] = word
    return found


def _words(kind: ElementType, *, empty: bool) -> dict[str, str]:
    """Return the words that can be shown on an element, each with its state: entries and clues if the element is empty,
    and colours."""
    held = {word: entry(word) for word in (*kind.play, *kind.edit) if word} if empty else {}
    return held | {COLOUR + own: own for own in kind.colours}
