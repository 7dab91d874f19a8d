"""What a puzzle type says of its board, as plain data.

Lengths are in units of the grid: x grows to the right, y downwards, and a cell is a unit square. A *state* is a word
such as "5" or "given 5"; "" is an element that holds nothing. "given 5|7" is a clue with something else written over
it, as a model without the clues may answer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from puzzlekit.core.errors import PuzzleError, shown
from puzzlekit.core.grid import Element

State = Mapping[Any, str]  # element -> its state; an element that is not in it holds nothing
GIVEN, OVER = "given ", "|"
CORNER, COLOUR = "corner:", "colour:"  # what a corner mark and a colour begin with, among notes
COLOURS = ("yellow", "green", "blue", "pink", "orange", "grey")
HUES = 8
CROSS = "0"  # a cross on an edge: no line is there. It helps to think, and is no part of a solution


def given(clue: Any, over: Any = "") -> str:
    """The state of a clue, perhaps with something else written over it: "given 5", "given 5|7"."""
    return f"{GIVEN}{clue}{OVER}{over}" if over != "" else f"{GIVEN}{clue}"


def clue(state: str) -> str:
    """What a state says is given: the "5" of "given 5|7"; "" where nothing is."""
    return state.partition(OVER)[0].removeprefix(GIVEN) if state.startswith(GIVEN) else ""


def entry(state: str) -> str:
    """What a state says of a solution: the "7" of "7" and of "given 5|7", the "5" of "given 5"."""
    return state.rpartition(OVER)[2].removeprefix(GIVEN)


def agrees(entry: str, state: str) -> bool:
    """Whether an entry is what a solution has there; a cross may stay where it has nothing."""
    return entry == state or {entry, state} <= {CROSS, ""}


@dataclass(frozen=True)
class StateStyle:
    """How a state is shown, typed and spoken.

    Attributes
    ----------
    text, lines, path
        A symbol; the number of parallel lines along an edge; a filled SVG path in the unit square of the element.
    look
        "given" (bold ink on a tint) or "answer" (regular blue).
    key
        What types it: a key, or several that are pressed within a second.
    said
        What a screen reader says, where the text does not say it.
    hue
        Of a cell's look: a number from 1 to HUES, the colour of the lines that lead from it; 0 for none.
    """

    text: str = ""
    lines: int = 0
    path: str = ""
    look: str = "answer"
    key: str = ""
    said: str = ""
    hue: int = 0


@dataclass(frozen=True)
class ElementType:
    """What elements have in common.

    Attributes
    ----------
    shape
        "cell", "edge", "point", "label", "words" (a text of some length beside the grid; its place is the middle of its
        left end, and it can be touched all along), or "listed": a text in a list outside of the grid; its place says
        where arrows find it.
    edit, play
        The states that an element may take in either mode, in the order of the clicks, "" first. An element in a
        state that is not among them is locked; one without states cannot be touched.
    cycle
        Whether a click goes to the next state; otherwise states are typed or picked from the palette. A tuple names the
        states that clicks go through, where there are others to be typed or picked.
    cross
        The states, one for each mode, that say "nothing here": a right click or a long press brings them.
    notes
        The states that can be noted as candidates: those that `deduce` knows, by their names.
    corners, colours
        The states that can be marked in the corners of a cell, and the colours that it can have. They mean what the
        player means by them, and nothing to Python.
    spots
        state -> (x, y, size): the small square of an element's unit square in which an LP value of that state is shown,
        or a note of it. In a cell without spots the values stand one below another, the largest first.
    width
        How wide a cell or a text is.
    letters
        The size of letters, the same for all that such elements hold; 0 for as large as each text fits one unit.
    """

    shape: str
    edit: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    cycle: bool | tuple[str, ...] = False
    cross: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    corners: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    spots: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    width: float = 1.0
    letters: float = 0.0

    @property
    def notable(self) -> tuple[str, ...]:
        """All that can be written there beside a state, in its order: notes, corner marks, colours."""
        return (*self.notes, *(CORNER + word for word in self.corners), *(COLOUR + word for word in self.colours))


@dataclass(frozen=True)
class ElementPosition:
    """Where an element lies: a cell's upper left corner, a point, or an edge's two ends; its name in words.

    `text` and `path` are what stands there always, such as the number of a row; `path` is a filled SVG path in the
    element's unit square, or beyond it.
    """

    kind: str
    at: tuple[float, ...]
    label: str
    text: str = ""
    path: str = ""


@dataclass(frozen=True)
class Line:
    """A line of the grid; a faint one shows where something may be drawn."""

    ends: tuple[float, float, float, float]
    thick: bool = False
    faint: bool = False


@dataclass(frozen=True)
class Field:
    """A field of a form: a word from a list, or where it is free any other as well."""

    label: str
    choices: tuple[str, ...]
    free: bool = False


@dataclass(frozen=True)
class Form:
    """A change of the puzzle that is put together from lists: its name, what its button says, its fields."""

    name: str
    label: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class BoardLayout:
    """All that can be seen and touched, apart from the states; `margin` is left, top, right, bottom of the frame, and
    `groups` are elements of which no two may hold the same, as in a row; `forms` change the puzzle in edit mode."""

    title: str
    width: float
    height: float
    elements: Mapping[Element, ElementPosition]
    kinds: Mapping[str, ElementType]
    looks: Mapping[str, StateStyle]
    lines: Sequence[Line] = ()
    margin: tuple[float, float, float, float] = (1.0, 1.0, 0.1, 0.1)
    groups: Sequence[Sequence[Element]] = ()
    forms: Sequence[Form] = ()

    def kind(self, element: Any) -> ElementType:
        """The kind of an element on the sheet."""
        try:
            return self.kinds[self.elements[element].kind]
        except (KeyError, TypeError):
            raise PuzzleError(f"found {shown(element)}, expected an element of the sheet") from None

    def allows(self, element: Any, state: object) -> bool:
        """Whether a reader may put the element into this state, in either mode. Only models write over a clue."""
        kind = self.kind(element)
        known = (*kind.edit, *kind.play)
        return state in known or (state == "" and bool(known))

    def spoken(self, state: str) -> str:
        """A state in words."""
        words = [self.looks[part].said or self.looks[part].text if part else "empty" for part in state.split(OVER)]
        return " under ".join(words)

    @cached_property
    def data(self) -> dict[str, Any]:
        """The sheet as JSON can hold it, elements and states by their names, those of groups by their numbers."""
        number = {element: index for index, element in enumerate(self.elements)}
        return {
            "title": self.title,
            "size": [self.width, self.height],
            "margin": list(self.margin),
            "elements": {str(element): _place_data(place) for element, place in self.elements.items()},
            "kinds": {name: asdict(kind) for name, kind in self.kinds.items()},
            "looks": {state: asdict(look) for state, look in self.looks.items()},
            "lines": [[*line.ends, line.thick, line.faint] for line in self.lines],
            "forms": [asdict(form) for form in self.forms],
            "groups": [[number[element] for element in group] for group in self.groups],
        }


def _place_data(place: ElementPosition) -> dict[str, Any]:
    return {"kind": place.kind, "at": list(place.at), "label": place.label, "text": place.text, "path": place.path}
