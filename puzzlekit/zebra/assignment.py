"""The assignment model of the Zebra puzzle: x[cell, property] is 1 if the property stands there.

Report, (7.1) and the rows of section 7.2.1 for its three kinds of clues. Where the report multiplies variables, for the
indirect ones, these rows are linear.
"""

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.errors import takes
from puzzlekit.grid import Label
from puzzlekit.scip import BuiltModel, Phrases, name
from puzzlekit.zebra.puzzle import Clue, Puzzle, Solution
from puzzlekit.zebra.rules import clues, told, words

Rows = Iterator[tuple[Any, Any]]
BESIDE = {"next to": (-1, 1), "right of": (-1,), "left of": (1,)}  # where the second property stands from the first


def one_property_per_house(puzzle: Puzzle, v: SimpleNamespace) -> Rows:
    """(7.1a) Each house has one property of each attribute."""
    for cell in puzzle.cells:
        yield cell, quicksum(v.x[cell, own] for own in puzzle.properties(cell)) == 1


def one_house_per_property(puzzle: Puzzle, v: SimpleNamespace) -> Rows:
    """(7.1b) Each property stands in one house."""
    for own, row in puzzle.cells_of.items():
        yield own, quicksum(v.x[cell, own] for cell in row) == 1


def connections(puzzle: Puzzle, v: SimpleNamespace) -> Rows:
    """(7.2.1, ACC) Two properties stand in the same house, or they do not."""
    for label, clue, ones, others in _pairs(puzzle, v, "ACC"):
        for house, (one, other) in enumerate(zip(ones, others, strict=True)):
            yield (label, Label("column", house)), one + other <= 1 if clue.negated else one - other == 0


def locations(puzzle: Puzzle, v: SimpleNamespace) -> Rows:
    """(7.2.1, DLC) A property stands in the house that is told, or it does not."""
    for label, clue in told(puzzle):
        if isinstance(clue.second, int):
            cell = puzzle.cells_of[clue.first][clue.second - 1]
            yield label, v.x[cell, clue.first] == (0 if clue.negated else 1)


def neighbours(puzzle: Puzzle, v: SimpleNamespace) -> Rows:
    """(7.2.1, ILC) A property stands beside another one, on the side that is told, or it does not."""
    for label, clue, ones, others in _pairs(puzzle, v, "ILC"):
        steps = BESIDE[clue.relation]
        for house, one in enumerate(ones):
            near = quicksum(_at(others, house + step) for step in steps)
            yield (label, f"{clue.first} in house {house + 1}"), one + near <= 1 if clue.negated else one <= near
        for house, other in enumerate(() if clue.negated else others):
            near = quicksum(_at(ones, house - step) for step in steps)
            yield (label, f"{clue.second} in house {house + 1}"), other <= near


def neighbours_as_products(puzzle: Puzzle, v: SimpleNamespace) -> Rows:
    """(7.2.1, ILC) A property stands beside another one, or it does not, with products as printed; instead of
    `neighbours`."""
    for label, clue, ones, others in _pairs(puzzle, v, "ILC"):
        steps = BESIDE[clue.relation]
        pairs = (
            (one, others[house + s]) for house, one in enumerate(ones) for s in steps if _is_house(others, house + s)
        )
        yield label, quicksum(one * other for one, other in pairs) == (0 if clue.negated else 1)


FAMILIES = (one_property_per_house, one_house_per_property, connections, locations, neighbours)
PRINTED = (*FAMILIES[:-1], neighbours_as_products)


def _pairs(puzzle: Puzzle, v: SimpleNamespace, kind: str) -> Iterator[tuple[Label, Clue, list, list]]:
    """The clues of a kind, with the variables of both properties, house by house."""
    for label, clue in told(puzzle):
        if clue.kind == kind:
            first, second = ([v.x[cell, own] for cell in puzzle.cells_of[own]] for own in clue.properties)
            yield label, clue, first, second


def _is_house(terms: list, house: int) -> bool:
    return 0 <= house < len(terms)


def _at(terms: list, house: int) -> Any:
    """The variable of a house; 0 where the row of houses has ended."""
    return terms[house] if _is_house(terms, house) else 0


_HOLDS = Phrases("{0} | holds", "{0} | holds")
PHRASES = {
    "one_property_per_house": Phrases(
        "{0} | must be one of the {k}", "{0} | is one thing only", "", "{0} | can only be {state}"
    ),
    "one_house_per_property": Phrases(
        "{0} | needs a house", "{0} | has one house only", "{0} | has its house", "{0} | can only be in house {at}"
    ),
    "connections": _HOLDS,
    "locations": _HOLDS,
    "neighbours": _HOLDS,
    "neighbours_as_products": _HOLDS,
}


def statements(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(cell, property) -> an expression that is 1 where the property stands there."""
    return dict(v.x)


@takes(Puzzle)
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The model of the report, with linear rows; with `families=PRINTED` the products are those of the report."""
    model = scip.new_model("zebra")
    model.setParam("misc/usesymmetry", 0)  # with few clues, SCIP 10.0.2 may end the process: data/results/scip_crash.md
    v = scip.variables(
        x={
            (cell, own): model.addVar(name("x", cell, own), vtype="B")
            for cell in puzzle.cells
            for own in puzzle.properties(cell)
        }
    )
    built = BuiltModel(
        model,
        v,
        read=_reader(puzzle),
        decisions=v.x.values(),
        statements=statements(puzzle, v),
        said=words(puzzle),
        phrases=PHRASES,
        clues=clues(puzzle),
    )
    return built.add(families, puzzle)


def _reader(puzzle: Puzzle) -> Callable[[SimpleNamespace], Solution]:
    def read(values: SimpleNamespace) -> Solution:
        held = {cell: [own for own in puzzle.properties(cell) if values.x[cell, own]] for cell in puzzle.cells}
        # a family may have been left out: a place with no property or several stays empty
        return Solution.of(puzzle, {cell: own[0] for cell, own in held.items() if len(own) == 1})

    return read
