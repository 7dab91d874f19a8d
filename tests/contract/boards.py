"""Boards of a puzzle with anything on them, and whether what is said of them names their places."""

import importlib
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from capabilities import has
from packages import PATIENCE, loaded, name_of, solved, text_builds, told
from patience import until

from puzzlekit import scip
from puzzlekit.core.grid import Edge, Element, Label, Violation
from puzzlekit.page.board import PageBoard, open_board
from puzzlekit.scip.model import BuiltModel

# With a model, or with a board where a package has one


@cache
def elements(room: ModuleType, name: str) -> frozenset[Element]:
    """What lies on a file's board; without a board, what its models speak of."""
    if has(room, "board"):
        return frozenset(adapter_of(room).sheet(loaded(room, name)).elements)
    return frozenset(element for one in told(room, name).values() for element in one.states)


def filled_with(built: BuiltModel, share: float, rng: random.Random) -> Any:
    """Values of which such a share is 1, at random."""
    groups = vars(built.v).items()
    return scip.variables(**{name: {key: int(rng.random() < share) for key in group} for name, group in groups})


def some_values(built: BuiltModel) -> Iterator[Any]:
    """Values for a board with nothing on it, and for some boards with anything on them."""
    rng = random.Random(1)
    return (filled_with(built, share, rng) for share in (0.0, 0.1, 0.2, 0.3, 0.5, 1.0))


def empty_board(room: ModuleType, puzzle: Any) -> Any:
    if has(room, "board"):
        return adapter_of(room).read_solution(puzzle, adapter_of(room).write(puzzle, None))
    built = next(text_builds(room, puzzle))[1]
    return built.decode(next(some_values(built)))


def half_filled(room: ModuleType, puzzle: Any, number: int) -> Iterator[tuple[Any, set]]:
    """Boards with anything entered on them, more or less, each with the elements that could hold more."""
    return (_entered if has(room, "board") else _decoded)(room, puzzle, number, random.Random(1))


def _entered(room: ModuleType, puzzle: Any, number: int, rng: random.Random) -> Iterator[tuple[Any, set]]:
    game = adapter_of(room)
    sheet, clues = game.sheet(puzzle), game.write(puzzle, None)
    kinds = {e: sheet.kinds[place.kind] for e, place in sheet.elements.items() if e not in clues}
    states = {e: [state for state in kind.play if state] for e, kind in kinds.items()}
    for _ in range(number):
        share = rng.random()
        entries = {e: rng.choice(own) for e, own in states.items() if own and rng.random() < share}
        empty = {e for e, own in states.items() if own and e not in entries}
        yield game.read_solution(puzzle, {**clues, **entries}), empty


def _decoded(room: ModuleType, puzzle: Any, number: int, rng: random.Random) -> Iterator[tuple[Any, set]]:
    built = next(text_builds(room, puzzle))[1]
    at_first = built.fractions(filled_with(built, 0, rng)).keys()
    for _ in range(number):
        values = filled_with(built, rng.random(), rng)
        yield built.decode(values), {element for element, _ in at_first & built.fractions(values).keys()}


def less_and_less(room: ModuleType, name: str, puzzle: Any) -> Iterator[Any]:
    """The boards on the way from each of two solutions back to the puzzle, without one entry after the other."""
    return (_taken_back if has(room, "board") else _left_out)(room, name, puzzle, random.Random(2))


def _taken_back(room: ModuleType, name: str, puzzle: Any, rng: random.Random) -> Iterator[Any]:
    for solution in solved(room, name):
        board = room.board(puzzle)
        clues = dict(board.state)
        board.solution = solution
        entries = entries_of(board, clues)
        for element in rng.sample(entries, len(entries)):
            enter(board, element, clues.get(element, ""))
            yield board.solution
        assert board.state == clues


def _left_out(room: ModuleType, name: str, puzzle: Any, rng: random.Random) -> Iterator[Any]:
    for formulation, built in text_builds(room, puzzle):
        for _, values, _ in told(room, name)[formulation].boards[:2]:
            left = {group: dict(own) for group, own in vars(values).items()}
            ones = [(group, key) for group, own in left.items() for key, value in own.items() if value]
            for group, key in rng.sample(ones, len(ones)):
                left[group][key] = 0
                yield built.decode(scip.variables(**left))


def met_on(room: ModuleType, puzzle: Any, board: Any) -> set:
    return {element for element, mark in room.marks(puzzle, board).items() if mark == "met"}


def rendered(ax: Any) -> np.ndarray:
    ax.figure.canvas.draw()
    return np.asarray(ax.figure.canvas.buffer_rgba()).copy()


# Only with a board


def adapter_of(room: ModuleType) -> Any:
    """What a room's board is made of."""
    return importlib.import_module(f"{room.__name__}.play").ADAPTER


def kind_on(board: Any, element: str) -> dict:
    return board.sheet["kinds"][board.sheet["elements"][element]["kind"]]


def entries_of(board: Any, clues: dict) -> list[str]:
    """The elements of which a board says more than the puzzle."""
    return [element for element, state in board.state.items() if clues.get(element) != state]


def enter(board: Any, element: str, state: str) -> None:
    """What the page sends when somebody enters a state."""
    board._handle_custom_msg({"do": "set", "changes": {element: state}, "edit": ""}, [])


def press(board: Any, message: dict, patience: float = PATIENCE) -> None:
    """Press a button and wait for its answer."""
    board._handle_custom_msg(message, [])
    wait(board, patience)


def wait(board: Any, patience: float = PATIENCE) -> None:
    until(lambda: not board.ui["running"], patience)
    with board._lock:  # the thread of the answer sets `ui` before `puzzle`, `solution` and `candidates`
        pass


# In a page

OF_ITS_OWN = ("edit", "place", "explains", "link", "generates")  # what differs between a page and a notebook


def opened(room: ModuleType, name: str, **more: Any) -> PageBoard:
    return open_board(name_of(room), str(loaded(room, name)), **more)


def ask(board: PageBoard, message: dict[str, Any]) -> dict[str, Any]:
    """Send a message as a page does, with all turns; gives the values that the page draws then."""
    seen = dict(board.state())
    for news in board.receive(message):
        seen |= news
    while board.pending:
        for news in board.turn():
            seen |= news
    assert seen == board.state()
    return seen


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """What a board shows, as it comes to a browser."""
    found = json.loads(json.dumps(dict(values)))
    found["ui"] = {key: value for key, value in found["ui"].items() if key not in OF_ITS_OWN}
    return found


# Sentences

PLACE = re.compile(r"\((?P<row>\d+),(?P<column>\d+)\)|\b(?P<side>[a-z]+) (?P<index>\d+)\b")


def places_named(sentence: str, sides: Iterable[str] = ()) -> set[tuple]:
    """The places that a sentence names: (row, column), or ("row", number), and the same of other sides."""
    found = PLACE.finditer(sentence.lower())
    pairs = [(place["side"] or int(place["row"]), int(place["index"] or place["column"])) for place in found]
    return {(first, second) for first, second in pairs if isinstance(first, int) or first in {"row", "column", *sides}}


def _own_places(element: Any) -> set[tuple]:
    """How a sentence may name the place of an element: people count from one."""
    if isinstance(element, Label):
        return {(element.side, *element.numbers())}
    if isinstance(element, Edge):
        return _own_places(element.a) | _own_places(element.b)
    row, column = element.numbers()
    return {(row, column), ("row", row), ("column", column)}


def check_places(sentence: str, where: Iterable[Any]) -> None:
    """All places that a sentence names are among the elements that it is about."""
    sides = {element.side for element in where if isinstance(element, Label)}
    own = {place for element in where for place in _own_places(element)}
    assert places_named(sentence, sides) <= own, f"{sentence}: {', '.join(map(str, where))}"


def check_told(room: ModuleType, name: str, broken: list[Violation]) -> None:
    """What is broken is a rule of the models, and lies on the board."""
    families = {title for one in told(room, name).values() for title in one.families}
    for violation in broken:
        assert violation.rule in families
        assert violation.message
        assert violation.where
        assert all(isinstance(element, Element) for element in violation.where)
        assert elements(room, name).issuperset(violation.where)
