"""Steps of `deduce` on a board: what they say, picture by picture, and what is written down of them."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.answers import Answer, Picture, hinted, in_pictures
from puzzlekit.board.layout import COLOUR, BoardLayout, ElementType, State, clue, entry, given
from puzzlekit.board.notes import Notes, rewritten, ruled_out
from puzzlekit.errors import capital
from puzzlekit.grammar import FULL, Clause, alternatives, in_lines, narrowed
from puzzlekit.grid import Candidates, Edge, Step

Names = Mapping[str, str]  # what elements and states go by in explanations, by their own names
NONE: Names = MappingProxyType({})


def deduced(sheet: BoardLayout, state: State, notes: Notes, step: Step, names: Names = NONE) -> Answer:
    """A step of `deduce`, which has a reason in words: what it settles, or what it leaves of places where it settles
    nothing."""
    settled = proved(sheet, state, step)
    noted = {} if settled else ruled_out(sheet, state, notes, step)
    words = {**{e: (entry(word),) for e, word in settled.items()}, **noted}
    about, reasons = hinted(words), {e: "plus" for e in step.where if e in sheet.elements}
    said = [Picture(_concluded(sheet, words, names), about), Picture(f"{capital(step.message)}.", reasons | about)]
    return in_pictures(said, state={**state, **settled}, notes=rewritten(sheet, notes, noted))


def _concluded(sheet: BoardLayout, left: Mapping[Any, Sequence[str]], names: Names) -> str:
    """What is left of elements, as explanations say it; of many how many more there are."""
    said = [
        Clause(
            names.get(str(element)) or named(element, sheet.elements[element].label),
            f"is {alternatives([names.get(word) or sheet.spoken(word) for word in words])}",
        )
        for element, words in left.items()
    ]
    more = [narrowed(len(said) - FULL, "more place")] if len(said) > FULL else []
    return "\n".join(f"{capital(line)}." for line in [*in_lines(said[:FULL]).splitlines(), *more])


def named(element: Any, label: str) -> str:
    """What an element is called as reasons call it: "the edge (5,1)-(6,1)", whose label is "edge from point (5,1) to
    ...", and "cell (2,3)", whose label is "row 2, column 3"; else by its label."""
    if isinstance(element, Edge):
        return f"the {label.partition(' from ')[0]} {str(element).partition(' ')[2]}"
    return str(element) if label.startswith("row ") else label


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
