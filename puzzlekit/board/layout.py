"""The layout of a puzzle type's board, as plain data.

Lengths are in units of the grid: x grows to the right, y downwards, and a cell is a unit square. A *state* is a word
such as "5" or "given 5"; "" is the state of an empty element. "given 5|7" is a clue with another value written over it,
as in a solution of a model without the clues.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from puzzlekit.core.errors import PuzzleError, shown
from puzzlekit.core.grid import Element

State = Mapping[Any, str]  # element -> its state; a missing element is empty
GIVEN, OVER = "given ", "|"
CORNER, COLOUR = "corner:", "colour:"  # prefixes of corner marks and colours among the notes
COLOURS = ("yellow", "green", "blue", "pink", "orange", "grey")
HUES = 8
CROSS = "0"  # a cross on an edge: no line is there. It is the player's reminder, and no part of a solution


def given(clue: Any, over: Any = "") -> str:
    """Return the state of a clue, perhaps with another value written over it: "given 5", "given 5|7"."""
    return f"{GIVEN}{clue}{OVER}{over}" if over != "" else f"{GIVEN}{clue}"


def clue(state: str) -> str:
    """Return the clue of a state: the "5" of "given 5|7"; "" if there is none."""
    return state.partition(OVER)[0].removeprefix(GIVEN) if state.startswith(GIVEN) else ""


def entry(state: str) -> str:
    """Return the value that a state has in a solution: the "7" of "7" and of "given 5|7", the "5" of "given 5"."""
    return state.rpartition(OVER)[2].removeprefix(GIVEN)


def agrees(entry: str, state: str) -> bool:
    """Return whether an entry equals the state of the solution; a cross agrees with an empty element."""
    return entry == state or {entry, state} <= {CROSS, ""}


@dataclass(frozen=True)
class StateStyle:
    """The look of a state, its key and its spoken text.

    Attributes
    ----------
    text, lines, path
        A symbol; the number of parallel lines along an edge; a filled SVG path in the unit square of the element.
    look
        "given" (bold ink on a tint) or "answer" (regular blue).
    key
        The key that enters it, or several keys that are pressed within a second.
    said
        The text for a screen reader, if it differs from `text`.
    hue
        For a cell: a number from 1 to HUES, the colour of the lines that lead from the cell; 0 for none.
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
    """The common properties of all elements of one kind.

    Attributes
    ----------
    shape
        "cell", "edge", "point", "label", "words" (a text beside the grid; its position is the middle of its left end,
        and its whole length can be clicked), or "listed": a text in a list outside the grid; its position is where
        arrow keys find it.
    edit, play
        The states that an element may take in either mode, in the order of the clicks, "" first. An element in any
        other state is locked; an element without states cannot be clicked.
    cycle
        Whether a click goes to the next state; otherwise states are typed or picked from the palette. A tuple names the
        states that clicks go through, if other states are typed or picked.
    cross
        The states, one for each mode, that mean "nothing here": a right click or a long press enters them.
    notes
        The states that can be noted as candidates: the states of `deduce`, by their names.
    corners, colours
        The states that can be marked in the corners of a cell, and the colours that a cell can have. Only the player
        knows their meaning; Python does not use them.
    spots
        state -> (x, y, size): the small square inside the element's unit square that shows the state's LP value or
        note. In a cell without spots the values are listed one below another, the largest first.
    width
        The width of a cell or a text.
    letters
        The font size of all states; 0 for the largest size at which each text fits one unit.
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
        """All notes that an element can hold beside its state, in order: candidates, corner marks, colours."""
        return (*self.notes, *(CORNER + word for word in self.corners), *(COLOUR + word for word in self.colours))


@dataclass(frozen=True)
class ElementPosition:
    """The position of an element: a cell's upper left corner, a point, or an edge's two ends; and its name in words.

    `text` and `path` are shown in every state, such as the number of a row; `path` is a filled SVG path in the
    element's unit square, or beyond it.
    """

    kind: str
    at: tuple[float, ...]
    label: str
    text: str = ""
    path: str = ""


@dataclass(frozen=True)
class Line:
    """A line of the grid; a faint one shows where an edge may be drawn."""

    ends: tuple[float, float, float, float]
    thick: bool = False
    faint: bool = False


@dataclass(frozen=True)
class Field:
    """A field of a form: a word from a list; a free field takes any other word as well."""

    label: str
    choices: tuple[str, ...]
    free: bool = False


@dataclass(frozen=True)
class Form:
    """A form that changes the puzzle by words chosen from lists: its name, its button's text, its fields."""

    name: str
    label: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class BoardLayout:
    """The layout of a board, apart from its states. `margin` is left, top, right, bottom of the frame; each of `groups`
    is a set of elements whose states must differ, such as a row; `forms` change the puzzle in edit mode."""

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
        """Return the kind of an element. Raises PuzzleError if the element is not on the sheet."""
        try:
            return self.kinds[self.elements[element].kind]
        except (KeyError, TypeError):
            raise PuzzleError(f"found {shown(element)}, expected an element of the sheet") from None

    def allows(self, element: Any, state: object) -> bool:
        """Return whether a reader may put the element into this state, in either mode. Only models write over clues."""
        kind = self.kind(element)
        known = (*kind.edit, *kind.play)
        return state in known or (state == "" and bool(known))

    def spoken(self, state: str) -> str:
        """Return a state in words. Raises PuzzleError if the state is unknown."""
        words = [self.looks[part].said or self.looks[part].text if part else "empty" for part in state.split(OVER)]
        return " under ".join(words)

    @cached_property
    def data(self) -> dict[str, Any]:
        """The sheet as JSON data: elements and states by their names, the elements of groups by their numbers."""
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
