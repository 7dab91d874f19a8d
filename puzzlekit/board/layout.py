"""The layout of a puzzle type's board, as plain data.

Lengths are in units of the grid: x grows to the right, y downwards, and a cell is a unit square. A *state* is a word
such as "5" or "given 5"; "" is the state of an empty element. "given 5|7" is a clue with another value written over the
clue, as in a solution found by a model that omits the clues. Variables named `sheet` hold a BoardLayout.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from puzzlekit.core.grid import Element

State = Mapping[Any, str]  # element -> its state; a missing element is empty
GIVEN, OVER = "given ", "|"
CORNER, COLOUR = "corner:", "colour:"  # prefixes of corner marks and colours among the notes
COLOURS = ("yellow", "green", "blue", "pink", "orange", "grey")
HUES = 8
CROSS = "0"  # a cross on an edge means that no line is there: a reminder for the player, not part of a solution


def given(clue: Any, over: Any = "") -> str:
    """Return the state of an element with the clue `clue`, such as "given 5". A value `over` other than "" is written
    over the clue: "given 5|7"."""
    return f"{GIVEN}{clue}{OVER}{over}" if over != "" else f"{GIVEN}{clue}"


def clue(state: str) -> str:
    """Return the clue in a state, such as "5" for the state "given 5|7", or "" if there is no clue."""
    return state.partition(OVER)[0].removeprefix(GIVEN) if state.startswith(GIVEN) else ""


def entry(state: str) -> str:
    """Return the value that a state has in a solution: "7" for "7", "5" for "given 5", and "7" for "given 5|7", a clue
    5 with 7 written over it."""
    return state.rpartition(OVER)[2].removeprefix(GIVEN)


def agrees(entry: str, state: str) -> bool:
    """Return whether an entry agrees with the element's state in the solution. Equal states agree, and a cross agrees
    with an empty element."""
    return entry == state or {entry, state} <= {CROSS, ""}


@dataclass(frozen=True)
class StateStyle:
    """The style of a state: how it is drawn, the key that enters it, and its spoken text.

    Attributes
    ----------
    text
        A symbol.
    lines
        The number of parallel lines along an edge.
    path
        A filled SVG path in the unit square of the element.
    look
        "given" (bold ink on a tint) or "answer" (regular blue).
    key
        The key that enters the state, or several keys that are pressed within a second.
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
    """The common properties of all elements of one type, such as all cells.

    Attributes
    ----------
    shape
        "cell", "edge", "point", "label", "words" or "listed". An element of the shape "words" is a text beside the
        grid; its position is the middle of the text's left end, and the whole text can be clicked. An element of the
        shape "listed" is a text in a list outside the grid; arrow keys reach it at its position.
    edit, play
        The states that an element can take in edit mode and in play mode, in the order of clicks, with "" first. In
        play mode, an element is locked if its state is neither empty nor in `play`. An element without states in both
        tuples cannot be clicked.
    cycle
        True if a click goes to the next state. False if states are typed or chosen from the palette. If it is a tuple,
        clicks go through the states in the tuple, and other states are typed or chosen.
    cross
        The states that mean "nothing here", at most one for each mode. A right click or a long press enters such a
        state.
    notes
        The states that can be noted as candidates. They are the words for the states that `deduce` uses.
    corners, colours
        The states that can be marked in the corners of a cell, and the colours that a cell can have. Only the player
        knows their meaning; Python does not use them.
    spots
        {state: (x, y, size)}: the small square inside the element's unit square that shows the state's LP value or
        note. In a cell without spots the values are listed below each other, the largest first.
    width
        The width of a cell or a text.
    letters
        The font size of all states; 0 means the largest size at which each text fits into a unit square.
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
        """Return all notes that an element can have, in order: candidates, corner marks, colours."""
        return (*self.notes, *(CORNER + word for word in self.corners), *(COLOUR + word for word in self.colours))


@dataclass(frozen=True)
class ElementPosition:
    """The position of an element, and its name in words (`label`). `kind` is a key of the layout's `kinds`. `at` is the
    upper left corner of a cell, the coordinates of a point, or the two ends of an edge.

    `text`, such as the number of a row, and `path` are shown in every state of the element. `path` is a filled SVG path
    in the coordinates of the element's unit square.
    """

    kind: str
    at: tuple[float, ...]
    label: str
    text: str = ""
    path: str = ""


@dataclass(frozen=True)
class Line:
    """A line of the grid. `ends` are the coordinates (x, y, x, y) of its ends. A faint line shows where an edge can be
    drawn."""

    ends: tuple[float, float, float, float]
    thick: bool = False
    faint: bool = False


@dataclass(frozen=True)
class Field:
    """An input field of a form, with a list of words to choose from. A free field also accepts other words."""

    label: str
    choices: tuple[str, ...]
    free: bool = False


@dataclass(frozen=True)
class Form:
    """A form with which a reader changes the puzzle by words chosen from lists: its name, the text of its button, and
    its fields."""

    name: str
    label: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class BoardLayout:
    """The layout of a board.

    Attributes
    ----------
    title
        The description of the board in words, such as the puzzle type and its size.
    width, height
        The size of the grid without the margin.
    elements
        {element: its position}.
    kinds
        {name: the type of some elements}. `ElementPosition.kind` is such a name.
    looks
        {state: its style}.
    lines
        The lines of the grid.
    margin
        The space around the grid: left, top, right, bottom.
    groups
        Groups of elements whose states must differ, such as the cells of a row.
    forms
        The forms with which a reader can change the puzzle in edit mode.
    """

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
        """Return the ElementType of an element."""
        return self.kinds[self.elements[element].kind]

    def can_be(self, element: Any, state: str) -> bool:
        """Return whether this is an element with this state in play mode."""
        return element in self.elements and state in self.kind(element).play

    def allows(self, element: Any, state: object) -> bool:
        """Return whether a reader may give the element this state, in edit or play mode. A state with a value written
        over a clue is not allowed, because such states only occur in solutions of models."""
        kind = self.kind(element)
        known = (*kind.edit, *kind.play)
        return state in known or (state == "" and bool(known))

    def spoken(self, state: str) -> str:
        """Return the text of a state for a screen reader. Raises KeyError if the state is unknown."""
        words = [self.looks[part].said or self.looks[part].text if part else "empty" for part in state.split(OVER)]
        return " under ".join(words)

    @cached_property
    def names(self) -> Mapping[Any, str]:
        """Return {element: its name}. Names are stored, because each message to the browser has thousands of them."""
        return {element: str(element) for element in self.elements}

    @cached_property
    def order(self) -> Mapping[Any, int]:
        """Return {element: its index in `elements`}."""
        return {element: index for index, element in enumerate(self.elements)}

    @cached_property
    def named(self) -> Mapping[str, Any]:
        """Return {name of an element: the element}."""
        return {name: element for element, name in self.names.items()}

    @cached_property
    def data(self) -> dict[str, Any]:
        """Return the layout as JSON data. Elements and states are replaced by their names, the elements of groups by
        their indices in `elements`, and paths by their indices in `paths`: thousands of points share one path."""
        paths = list(dict.fromkeys(place.path for place in self.elements.values()))
        return {
            "title": self.title,
            "size": [self.width, self.height],
            "margin": list(self.margin),
            "elements": {self.names[element]: _place_data(place, paths) for element, place in self.elements.items()},
            "paths": paths,
            "kinds": {name: asdict(kind) for name, kind in self.kinds.items()},
            "looks": {state: asdict(look) for state, look in self.looks.items()},
            "lines": [[*line.ends, line.thick, line.faint] for line in self.lines],
            "forms": [asdict(form) for form in self.forms],
            "groups": [[self.order[element] for element in group] for group in self.groups],
        }


def _place_data(place: ElementPosition, paths: Sequence[str]) -> dict[str, Any]:
    path = paths.index(place.path)
    return {"kind": place.kind, "at": list(place.at), "label": place.label, "text": place.text, "path": path}
