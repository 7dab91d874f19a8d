"""What a room tells the board, as plain data and plain functions.

Lengths are in units of the grid: x grows to the right, y downwards, and a cell is a unit square. A *state* is a word
such as "5" or "given 5"; "" is an element that holds nothing. "given 5|7" is a clue with something else written over
it, as a model without the clues may answer.
"""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from puzzlekit.errors import PuzzleError, declared, one_of, shown
from puzzlekit.grid import Candidates, Element, Label, Step, Violation, check_sides

State = Mapping[Any, str]  # element -> its state; an element that is not in it holds nothing
GIVEN, OVER = "given ", "|"
CROSS = "0"  # a cross on an edge: no line is there. It helps to think, and is no part of a solution


def given(clue: Any, over: Any = "") -> str:
    """The state of a clue, perhaps with something else written over it: "given 5", "given 5|7"."""
    return f"{GIVEN}{clue}{OVER}{over}" if over != "" else f"{GIVEN}{clue}"


@declared
def clue(state: str) -> str:
    """What a state says is given: the "5" of "given 5|7"; "" where nothing is."""
    return state.partition(OVER)[0].removeprefix(GIVEN) if state.startswith(GIVEN) else ""


@declared
def entry(state: str) -> str:
    """What a state says of a solution: the "7" of "7" and of "given 5|7", the "5" of "given 5"."""
    return state.rpartition(OVER)[2].removeprefix(GIVEN)


@declared
def agrees_but_for_crosses(entry: str, state: str) -> bool:
    """Whether an entry is what a solution has there: a cross may stay where it has nothing. (`Game.agrees`)"""
    return entry == state or {entry, state} <= {CROSS, ""}


@dataclass(frozen=True)
class Look:
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
    """

    text: str = ""
    lines: int = 0
    path: str = ""
    look: str = "answer"
    key: str = ""
    said: str = ""


@dataclass(frozen=True)
class Kind:
    """What elements have in common.

    Attributes
    ----------
    shape
        "cell", "edge", "point", "label", or "words": a text of some length beside the grid; its place is the middle of
        its left end, and it can be touched all along.
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
    spots: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    width: float = 1.0
    letters: float = 0.0


@dataclass(frozen=True)
class Place:
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
class Sheet:
    """All that can be seen and touched, apart from the states; `margin` is left, top, right, bottom of the frame."""

    title: str
    width: float
    height: float
    elements: Mapping[Element, Place]
    kinds: Mapping[str, Kind]
    looks: Mapping[str, Look]
    lines: Sequence[Line] = ()
    margin: tuple[float, float, float, float] = (1.0, 1.0, 0.1, 0.1)

    def kind(self, element: Any) -> Kind:
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

    @declared
    def spoken(self, state: str) -> str:
        """A state in words."""
        for part in state.split(OVER):
            if part:
                one_of(part, self.looks, "state")
        words = [self.looks[part].said or self.looks[part].text if part else "empty" for part in state.split(OVER)]
        return " under ".join(words)

    @cached_property
    def data(self) -> dict[str, Any]:
        """The sheet as JSON can hold it, elements and states by their names."""
        return {
            "title": self.title,
            "size": [self.width, self.height],
            "margin": list(self.margin),
            "elements": {str(element): _place_data(place) for element, place in self.elements.items()},
            "kinds": {name: asdict(kind) for name, kind in self.kinds.items()},
            "looks": {state: asdict(look) for state, look in self.looks.items()},
            "lines": [[*line.ends, line.thick, line.faint] for line in self.lines],
        }


def _place_data(place: Place) -> dict[str, Any]:
    return {"kind": place.kind, "at": list(place.at), "label": place.label, "text": place.text, "path": place.path}


@dataclass(frozen=True)
class Game:
    """The functions of a room that its board needs; all but the first four are its face, as they are.

    Attributes
    ----------
    sheet
        `puzzle -> Sheet`.
    write
        `(puzzle, solution or None) -> State`, the clues included. Raises PuzzleError if they do not fit each other.
    read_puzzle
        `(puzzle, State) -> Puzzle`: the clues on the board; `puzzle` gives what is not on it. May raise PuzzleError.
    read_solution
        `(puzzle, State) -> Solution`: what stands on the board, half-filled or filled.
    draw
        The room's picture, which is also the board's static twin.
    agrees
        `(entry, state of a solution) -> bool`: whether an entry may stay, where some entries say less than a solution.
    everything, deduce
        What each element may be in the words of `deduce`, and `deduce` itself, for notes of what is left.
    empty
        `(puzzle, rows, columns) -> Puzzle`: a board of this size without clues, otherwise like this puzzle; None where
        there is none.
    formulations
        Its FORMULATIONS, for Why and Next step; without them the board has no such buttons.
    """

    sheet: Callable[[Any], Sheet]
    write: Callable[[Any, Any], State]
    read_puzzle: Callable[[Any, State], Any]
    read_solution: Callable[[Any, State], Any]
    violations: Callable[..., list[Violation]]
    clashes: Callable[[Any], list[Violation]]
    marks: Callable[[Any, Any, Sequence[Violation]], Mapping[Element, str]]
    solve: Callable[[Any], Any]
    solutions: Callable[..., list[Any]]
    parse: Callable[[str], Any]
    parse_solution: Callable[[Any, str], Any]
    draw: Callable[..., Any]
    agrees: Callable[[str, str], bool] = operator.eq
    everything: Callable[[Any], Candidates] = lambda puzzle: {}
    deduce: Callable[[Any, Candidates], Sequence[Step]] = lambda puzzle, candidates: ()
    empty: Callable[[Any, int, int], Any] | None = None
    formulations: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)


@declared
def grid_lines(rows: int, columns: int, *, every: tuple[int, int] | None = None) -> Iterator[Line]:
    """Lines around every cell; thick ones around the board and after `every` (rows, columns)."""
    check_sides(rows, columns)
    check_sides(*(every or (1, 1)))
    tall, wide = every or (rows, columns)
    lines = [Line((0, i, columns, i), i % tall == 0 or i == rows) for i in range(rows + 1)]
    lines += [Line((j, 0, j, rows), j % wide == 0 or j == columns) for j in range(columns + 1)]
    return iter(sorted(lines, key=lambda line: line.thick))  # thick ones lie on top


@declared
def row_and_column_numbers(
    rows: int, columns: int, kind: str, *, points: bool = False, away: float | None = None
) -> dict[Element, Place]:
    """One-based numbers outside of the frame, beside the cells or beside the points of a lattice.

    `away` is their distance from the first cell or point, where the usual one will not do.
    """
    check_sides(rows, columns)
    middle, usual = (0.0, 0.55) if points else (0.5, 0.3)
    away = -(usual if away is None else away)
    places: dict[Element, Place] = {
        Label("column", j): Place(kind, (j + middle, away), f"column {j + 1}", str(j + 1)) for j in range(columns)
    }
    return places | {Label("row", i): Place(kind, (away, i + middle), f"row {i + 1}", str(i + 1)) for i in range(rows)}
