"""The rules of the Zebra puzzle as a checker, which shares no code with the models and judges their solutions.

Conflicts are told in its words for elements and clues.

A place is one attribute of one house. Houses count from 1 here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations

from puzzlekit.core.errors import PuzzleError, validate_args
from puzzlekit.core.grid import Cell, Element, Label, Violation
from puzzlekit.zebra.puzzle import Clue, Puzzle, Solution

FAMILY = {"ACC": "connections", "DLC": "locations", "ILC": "neighbours"}  # kind of clue -> the rule's name
TURNED = {"=": "=", "next to": "next to", "right of": "left of", "left of": "right of"}  # with properties swapped
BESIDE = re.compile(r"(?=\b(?:left|right) of\b)")  # where to insert "directly": "right of" could mean any distance
Houses = Mapping[str, Set[int]]  # property -> houses


@validate_args
def violations(puzzle: Puzzle, solution: Solution, *, partial: bool = False) -> list[Violation]:
    """Return the violations of the rules in a table. The list is empty if and only if the table solves the puzzle.

    Parameters
    ----------
    partial
        Whether the table is not finished. If True, only violations that further entries cannot repair are returned, so
        the list can be empty although the table does not solve the puzzle.

    Returns
    -------
    list of Violation
        The attribute `rule` is the name of the violated constraint family: "one_property_per_house" (an empty place),
        "one_house_per_property" (a property in two houses), or for a clue "connections", "locations" or "neighbours".
        The attribute `where` contains places; for a clue, its `Label("clue", i)` comes first.

    Raises
    ------
    PuzzleError
        If table and puzzle differ in attributes, houses or properties.
    """
    check_fits(puzzle, solution)
    found = [] if partial else list(_empty(puzzle, solution))
    return [*found, *_twice(puzzle, solution), *_untrue(puzzle, solution)]


def check_fits(puzzle: Puzzle, solution: Solution) -> None:
    """Raise PuzzleError if table and puzzle differ in attributes, houses or properties."""
    known = [(name, puzzle.houses, {*own, ""}) for name, own in puzzle.attributes]
    own = [(name, len(row), set(row)) for name, row in solution.rows]
    if len(own) != len(known) or any(a[:2] != b[:2] or not a[2] <= b[2] for a, b in zip(own, known, strict=True)):
        raise PuzzleError("found a table with other attributes, houses or properties, expected those of the puzzle")


def _empty(puzzle: Puzzle, solution: Solution) -> Iterator[Violation]:
    for cell in puzzle.cells:
        if cell not in solution.filled:
            message = f"{place(puzzle, cell)} is missing"
            yield Violation("one_property_per_house", (cell,), message)


def _twice(puzzle: Puzzle, solution: Solution) -> Iterator[Violation]:
    for name, row in puzzle.cells_of.items():
        where = tuple(cell for cell in row if solution.filled.get(cell) == name)
        if len(where) > 1:
            houses = ", ".join(str(cell.column + 1) for cell in where)
            yield Violation("one_house_per_property", where, f"{name} stands in {len(where)} houses: {houses}")


def _untrue(puzzle: Puzzle, solution: Solution) -> Iterator[Violation]:
    """Yield a violation for each clue that is false in every completion of the table.

    Clues about a property without a possible house are omitted, because the table then violates another rule.
    """
    held, left = _held(puzzle, solution), _left(puzzle, solution)
    for label, clue in told(puzzle):
        if all(left[name] for name in clue.properties) and not any(_ways(puzzle, clue, left)):
            where = [
                cell for name in clue.properties for cell in puzzle.cells_of[name] if cell.column + 1 in held[name]
            ]
            message = f"{words_of(puzzle, label)} is violated"
            yield Violation(FAMILY[clue.kind], (label, *where), message)


def _held(puzzle: Puzzle, solution: Solution) -> Houses:
    """Return {property: the houses that have it}."""
    found: dict[str, set[int]] = {name: set() for name in puzzle.cells_of}
    for cell, name in solution.filled.items():
        found[name].add(cell.column + 1)
    return found


def _left(puzzle: Puzzle, solution: Solution) -> Houses:
    """Return {property: its possible houses}: the houses that have the property or, if no house has it, the houses with
    an empty place of the property's attribute."""
    filled = solution.filled
    return {
        name: own or {cell.column + 1 for cell in puzzle.cells_of[name] if cell not in filled}
        for name, own in _held(puzzle, solution).items()
    }


def _ways(puzzle: Puzzle, clue: Clue, left: Houses) -> Iterator[tuple[int, int]]:
    """Yield the pairs of houses for the clue's first and second property that make the clue true.

    `left` is {property: its possible houses}. For "at", the second house is the house in the clue.
    """
    if isinstance(clue.second, int):
        yield from ((house, clue.second) for house in left[clue.first] if clue.allows(house, clue.second))
        return
    alike = puzzle.cells_of[clue.first] == puzzle.cells_of[clue.second]  # properties of one attribute need two houses
    for one in left[clue.first]:
        for other in left[clue.second]:
            if clue.allows(one, other) and not (alike and one == other):
                yield one, other


@validate_args
def clue_conflicts(puzzle: Puzzle) -> list[Violation]:
    """Return contradictions between clues that are visible without search.

    These are clues that no table satisfies, and pairs of clues that place a property in two houses, place two
    properties of one attribute in one house, or negate each other.
    """
    left = _left(puzzle, Solution.of(puzzle, {}))
    clues = list(told(puzzle))
    found = [
        Violation(FAMILY[clue.kind], (label,), f"{words_of(puzzle, label)} cannot be true")
        for label, clue in clues
        if not any(_ways(puzzle, clue, left))
    ]
    for (one, clue), (other, second) in combinations(clues, 2):
        if _contrary(puzzle, clue, second):
            message = f"{words_of(puzzle, one)} and {words_of(puzzle, other)} contradict each other"
            found.append(Violation(FAMILY[clue.kind], (one, other), message))
    return found


def _contrary(puzzle: Puzzle, one: Clue, other: Clue) -> bool:
    if one.kind == other.kind == "DLC" and not (one.negated or other.negated):
        if one.first == other.first:
            return one.second != other.second
        return one.second == other.second and puzzle.cells_of[one.first] == puzzle.cells_of[other.first]
    return one.negated != other.negated and _same(one, other)


def _same(one: Clue, other: Clue) -> bool:
    """Return whether two clues state the same relation between the same properties, whether negated or not."""
    if one.relation == other.relation and one.properties == other.properties:
        return one.second == other.second
    return TURNED.get(one.relation) == other.relation and one.properties == other.properties[::-1]


@validate_args
def marks(puzzle: Puzzle, solution: Solution, broken: Sequence[Violation] | None = None) -> dict[Element, str]:
    """Return {element: mark} for a full or partly filled table.

    Places and clues in violations are "wrong". Satisfied clues are "met". The label of an attribute is "met" if each
    property of the attribute has exactly one house.

    `broken` is the result of `violations(..., partial=True)`; if None, it is computed.
    """
    broken = violations(puzzle, solution, partial=True) if broken is None else broken
    found: dict[Element, str] = {element: "wrong" for violation in broken for element in violation.where}
    held = _held(puzzle, solution)
    for i, (_, own) in enumerate(puzzle.attributes):
        if all(len(held[name]) == 1 for name in own):
            found.setdefault(Label("row", i), "met")
    for label, clue in told(puzzle):
        if all(len(held[name]) == 1 for name in clue.properties):  # a violated clue is "wrong" already
            found.setdefault(label, "met")
    return found


def told(puzzle: Puzzle) -> Iterator[tuple[Label, Clue]]:
    """Yield (label, clue) for each clue."""
    return ((Label("clue", index), clue) for index, clue in enumerate(puzzle.clues))


def place(puzzle: Puzzle, cell: Cell) -> str:
    """Return the name of a place: "the colour of house 1"."""
    return f"the {puzzle.attributes[cell.row][0]} of house {cell.column + 1}"


def clue_words(clue: Clue) -> str:
    """Return a clue as text: "milk at 3", "green directly right of ivory"."""
    return BESIDE.sub("directly ", str(clue))


def words_of(puzzle: Puzzle, label: Label) -> str:
    """Return the clue with this label as text, with its number: "clue 8 (milk at 3)"."""
    return f"{label} ({clue_words(puzzle.clues[label.index])})"


def words(puzzle: Puzzle) -> dict[Element, str]:
    """Return {place: its name}, such as "the colour of house 1"."""
    return {cell: place(puzzle, cell) for cell in puzzle.cells}


def clues(puzzle: Puzzle) -> dict[tuple[str, Label], str]:
    """Return {(constraint family, label of a clue): the clue in words}."""
    return {(FAMILY[clue.kind], label): words_of(puzzle, label) for label, clue in told(puzzle)}
