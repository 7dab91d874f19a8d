"""The forms with which a reader composes a Zebra puzzle on the board.

The reader starts with an empty table of attributes from STOCK, can rename attributes and properties, and adds clues.
"""

from collections.abc import Callable, Mapping

from puzzlekit.board.layout import Field, Form
from puzzlekit.core.errors import PuzzleError, counted
from puzzlekit.zebra.puzzle import RELATIONS, Clue, Puzzle

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
