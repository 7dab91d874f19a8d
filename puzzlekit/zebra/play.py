"""The Zebra puzzle on the interactive board: its layout, and the conversion between states, puzzles and solutions.

The state of a place (an attribute of a house) is its property, or "" if it is empty. The clues are listed beside the
table, each in the state "given". In edit mode a reader can remove clues, and add new clues with Compose.
Compose has forms: the reader starts with an empty table of attributes from STOCK, can rename attributes and properties,
and adds clues.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from puzzlekit.board.adapter import adapter
from puzzlekit.board.layout import BoardLayout, ElementPosition, ElementType, Field, Form, Line, State, StateStyle
from puzzlekit.board.places import grid_lines
from puzzlekit.core.errors import PuzzleError, counted
from puzzlekit.core.grid import Cell, Element, Label
from puzzlekit.zebra.puzzle import RELATIONS, Clue, Puzzle, Solution
from puzzlekit.zebra.rules import check_fits, clue_words, place, told, words_of

STOCK: Mapping[str, tuple[str, ...]] = {
    "colour": ("red", "green", "ivory", "yellow", "blue", "white", "pink", "brown", "grey", "black", "violet", "gold"),
    "nationality": (
        "English", "Spanish", "Norwegian", "Japanese", "Italian", "Greek", "Danish", "Polish", "Dutch", "Irish",
        "Swiss", "Welsh",
    ),
    "drink": (
        "tea", "coffee", "milk", "water", "juice", "cocoa", "cider", "lemonade", "soda", "broth", "punch", "syrup"
    ),
    "pet": ("dog", "fox", "horse", "snail", "zebra", "cat", "goat", "hare", "newt", "owl", "rat", "swan"),
    "job": (
        "baker", "doctor", "farmer", "judge", "miner", "nurse", "painter", "sailor", "tailor", "vet", "writer", "lawyer"
    ),
    "hobby": (
        "chess", "dancing", "fishing", "golf", "hiking", "judo", "knitting", "music", "rowing", "skiing", "tennis",
        "yoga",
    ),
}  # fmt: skip


def empty(puzzle: Puzzle, rows: int, columns: int) -> Puzzle:
    """Return a puzzle without clues, with `columns` houses and the first `rows` attributes of STOCK. Raise PuzzleError
    if STOCK has too few attributes or properties. `puzzle` is not used."""
    most = min(map(len, STOCK.values()))
    if not (1 <= rows <= len(STOCK) and 1 <= columns <= most):
        expected = f"1 to {len(STOCK)} attributes and 1 to {most} houses"
        raise PuzzleError(f"found {rows} attributes and {columns} houses, expected {expected}")
    return Puzzle(columns, tuple((name, own[:columns]) for name, own in [*STOCK.items()][:rows]), ())


def forms(puzzle: Puzzle) -> tuple[Form, ...]:
    """Return the three forms of a puzzle: add a clue, change an attribute, rename a property."""
    names, houses = tuple(puzzle.cells_of), tuple(str(house + 1) for house in range(puzzle.houses))
    relations = tuple(f"{word}{relation}" for relation in RELATIONS for word in ("", "not "))
    properties, other = Field("property", names), Field("property or house", names + houses)
    attributes = Field("attribute", tuple(name for name, _ in puzzle.attributes))
    return (
        Form("clue", "Add clue", (properties, Field("relation", relations), other)),
        Form("attribute", "Change attribute", (attributes, Field("becomes", tuple(STOCK), free=True))),
        Form("property", "Rename", (properties, Field("becomes", sum(STOCK.values(), ()), free=True))),
    )


def compose(puzzle: Puzzle, name: str, words: tuple[str, ...]) -> Puzzle:
    """Return the puzzle after a reader has filled in the form with this name, one of the forms from `forms`.

    `words` has one word for each field of the form. Raise PuzzleError if there is no such form, or if the words do not
    fit the form.
    """
    filled: Mapping[str, Callable[..., Puzzle]] = {"clue": _clue, "attribute": _attribute, "property": _property}
    form = next((form for form in forms(puzzle) if form.name == name), None)
    if form is None or len(words) != len(form.fields):
        told = f"found the form {name!r:.40} with {counted(len(words), 'word')}"
        raise PuzzleError(f"{told}, expected a form of this board and a word for each of its fields")
    for field, word in zip(form.fields, words, strict=True):
        if not field.free and word not in field.choices:
            raise PuzzleError(f"found {word!r} as {field.label}, expected a word from its list")
    return filled[name](puzzle, *words)


def _clue(puzzle: Puzzle, first: str, relation: str, second: str) -> Puzzle:
    plain = relation.removeprefix("not ")
    if (plain == "at") != second.isdigit():
        raise PuzzleError(f"found {first} {relation} {second}, expected a house after 'at', otherwise a property")
    clue = Clue(first, plain, int(second) if plain == "at" else second, negated=plain != relation)
    return Puzzle(puzzle.houses, puzzle.attributes, (*puzzle.clues, clue))


def _attribute(puzzle: Puzzle, old: str, new: str) -> Puzzle:
    """Return the puzzle with the attribute `new` in place of `old`.

    If `new` is in STOCK, its properties replace the old properties, and clues about the old properties are removed.
    Otherwise the attribute gets the name `new` and keeps its properties.
    """
    stock = STOCK.get(new, ())[: puzzle.houses]
    after = tuple((new, stock or own) if name == old else (name, own) for name, own in puzzle.attributes)
    known = {name for _, own in after for name in own}
    return Puzzle(puzzle.houses, after, tuple(clue for clue in puzzle.clues if known.issuperset(clue.properties)))


def _property(puzzle: Puzzle, old: str, new: str) -> Puzzle:
    def named(word: str | int) -> str | int:
        return new if word == old else word

    after = tuple((name, tuple(map(str, map(named, own)))) for name, own in puzzle.attributes)
    clues = tuple(
        Clue(str(named(clue.first)), clue.relation, named(clue.second), clue.negated) for clue in puzzle.clues
    )
    return Puzzle(puzzle.houses, after, clues)


TOLD = "given"
LETTERS, LETTER = 0.42, 0.22  # font size, and the width of a letter at this size, in board units


def _wide(words: list[str]) -> float:
    """Return the width of the longest of these words with a margin, in units of the board."""
    return LETTER * max(map(len, words), default=0) + 0.3


def _sheet(puzzle: Puzzle) -> BoardLayout:
    attributes = [name for name, _ in puzzle.attributes]
    clues = [f"{number}. {clue_words(clue)}" for number, clue in enumerate(puzzle.clues, start=1)]
    wide, left = max(1.0, _wide([*puzzle.cells_of])), _wide(attributes) + 0.15  # room for wide letters
    kinds = {"house": ElementType("label"), "attribute": ElementType("words", width=left, letters=LETTERS)}
    kinds["clue"] = ElementType("listed", ("", TOLD))
    for i, (_, own) in enumerate(puzzle.attributes):
        kinds[f"place {i + 1}"] = ElementType("cell", (), ("", *own), notes=tuple(own), width=wide, letters=LETTERS)
    looks = {"": StateStyle(key="."), TOLD: StateStyle(look="given", said="given")}
    looks |= {name: StateStyle(name, key=name[0].lower()) for name in puzzle.cells_of}
    edge = wide * puzzle.houses
    places: dict[Element, ElementPosition] = {
        cell: ElementPosition(f"place {cell.row + 1}", (wide * cell.column, cell.row), place(puzzle, cell))
        for cell in puzzle.cells
    }
    for j in range(puzzle.houses):
        places[Label("column", j)] = ElementPosition("house", (wide * (j + 0.5), -0.3), f"house {j + 1}", str(j + 1))
    for i, name in enumerate(attributes):
        places[Label("row", i)] = ElementPosition("attribute", (-left, i + 0.5), name, name)
    for label, _ in told(puzzle):
        at = (edge / 2, len(attributes) + edge * (label.index + 1))  # arrow keys reach it straight below the table
        places[label] = ElementPosition("clue", at, words_of(puzzle, label), clues[label.index])
    rows, margin = len(puzzle.attributes), (left + 0.6, 1.0, 0.1, 0.1)
    lines = _lines(rows, puzzle.houses, wide)
    title = f"Zebra, {puzzle.houses} houses"
    return BoardLayout(title, edge, rows, places, kinds, looks, lines, margin, puzzle.rows, forms(puzzle))


def _lines(rows: int, houses: int, wide: float) -> tuple[Line, ...]:
    lines = grid_lines(rows, houses)
    return tuple(replace(line, ends=(wide * x, y, wide * u, v)) for line in lines for x, y, u, v in [line.ends])


def _write(puzzle: Puzzle, solution: Solution | None) -> State:
    if solution:
        check_fits(puzzle, solution)
    entries = solution.filled if solution else {}
    return {**entries, **{label: TOLD for label, _ in told(puzzle)}}


def _read_puzzle(puzzle: Puzzle, state: State) -> Puzzle:
    return puzzle.without(*(label.index + 1 for label, _ in told(puzzle) if not state.get(label)))


def _read_solution(puzzle: Puzzle, state: State) -> Solution:
    return Solution.of(puzzle, {cell: word for cell, word in state.items() if isinstance(cell, Cell) and word})


ADAPTER = adapter(__package__, _sheet, _write, _read_puzzle, _read_solution, empty=empty, compose=compose)
