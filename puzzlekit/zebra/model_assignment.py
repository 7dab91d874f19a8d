"""The assignment model of the Zebra puzzle: x[cell, property] is 1 if the property is in the place `cell`.

Report, (7.1a), (7.1b), and the constraints of section 7.2.1 for the three kinds of clues: attribute connections (ACC),
direct locations (DLC) and indirect locations (ILC). For ILC the report multiplies variables; here all constraints are
linear. A place is one attribute of one house.
"""

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, quicksum

from puzzlekit import scip
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Label
from puzzlekit.engines.scip import model_of
from puzzlekit.scip import BuiltModel, name
from puzzlekit.zebra import rules
from puzzlekit.zebra.puzzle import Clue, Puzzle, Solution
from puzzlekit.zebra.rules import told
from puzzlekit.zebra.statement import problem

Rows = Iterator[tuple[Any, Any]]
BESIDE = {"next to": (-1, 1), "right of": (-1,), "left of": (1,)}  # steps from the first property to the second


def one_property_per_house(puzzle: Puzzle, v: SimpleNamespace) -> Rows:
    """(7.1a) Each house has exactly one property of each attribute."""
    for cell in puzzle.cells:
        yield cell, quicksum(v.x[cell, own] for own in puzzle.properties(cell)) == 1


def one_house_per_property(puzzle: Puzzle, v: SimpleNamespace) -> Rows:
    """(7.1b) Each property is in exactly one house."""
    for own, row in puzzle.cells_of.items():
        yield own, quicksum(v.x[cell, own] for cell in row) == 1


def connections(puzzle: Puzzle, v: SimpleNamespace) -> Rows:
    """(7.2.1, ACC) Two properties are in the same house, or in different houses if the clue is negated."""
    for label, clue, ones, others in _pairs(puzzle, v, "ACC"):
        for house, (one, other) in enumerate(zip(ones, others, strict=True)):
            yield (label, Label("column", house)), one + other <= 1 if clue.negated else one - other == 0


def locations(puzzle: Puzzle, v: SimpleNamespace) -> Rows:
    """(7.2.1, DLC) A property is in the house of the clue, or in another house if the clue is negated."""
    for label, clue in told(puzzle):
        if isinstance(clue.second, int):
            cell = puzzle.cells_of[clue.first][clue.second - 1]
            yield label, v.x[cell, clue.first] == (0 if clue.negated else 1)


def neighbours(puzzle: Puzzle, v: SimpleNamespace) -> Rows:
    """(7.2.1, ILC) The first property of a clue is in a house beside the second property, on the side that the clue
    names. If the clue is negated, the first property is not in such a house."""
    for label, clue, ones, others in _pairs(puzzle, v, "ILC"):
        steps = BESIDE[clue.relation]
        for house, one in enumerate(ones):
            near = quicksum(_at(others, house + step) for step in steps)
            yield (label, f"{clue.first} in house {house + 1}"), one + near <= 1 if clue.negated else one <= near
        for house, other in enumerate(() if clue.negated else others):
            near = quicksum(_at(ones, house - step) for step in steps)
            yield (label, f"{clue.second} in house {house + 1}"), other <= near


FAMILIES = (one_property_per_house, one_house_per_property, connections, locations, neighbours)


def _pairs(puzzle: Puzzle, v: SimpleNamespace, kind: str) -> Iterator[tuple[Label, Clue, list, list]]:
    """Yield a tuple for each clue of this kind: (label, clue, variables of its first property, variables of its second
    property).

    The variables are lists with one variable for each house.
    """
    for label, clue in told(puzzle):
        if clue.kind == kind:
            first, second = ([v.x[cell, own] for cell in puzzle.cells_of[own]] for own in clue.properties)
            yield label, clue, first, second


def _at(terms: list, house: int) -> Any:
    """Return the item of `terms` for this house, counted from 0, or 0 if there is no such house."""
    return terms[house] if 0 <= house < len(terms) else 0


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return {(cell, property): an expression that is 1 if the property is in the place, otherwise 0}."""
    return dict(v.x)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the report's model with these constraint families. All constraints are linear; the report multiplies
    variables."""
    model = _without_symmetry(scip.new_model("zebra"))
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
        decode=partial(_read, puzzle),
        decisions=v.x.values(),
        indicators=indicators(puzzle, v),
        display_names=rules.words(puzzle),
        clues=rules.clues(puzzle),
    )
    return built.add(families, puzzle)


@validate_args
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """Return the model with variables only for places that deduction does not decide. See `statement`."""
    return model_of(problem(puzzle), lambda: _without_symmetry(scip.lightweight_model("zebra")), dict)


def _without_symmetry(model: Model) -> Model:
    """Switch off SCIP's symmetry handling, and return the model. If there are few clues, the symmetry handling of SCIP
    10.0.2 can crash the process, see data/results/scip_crash.md."""
    model.setParam("misc/usesymmetry", 0)
    return model


def _read(puzzle: Puzzle, values: SimpleNamespace) -> Solution:
    held = {cell: [own for own in puzzle.properties(cell) if values.x[cell, own]] for cell in puzzle.cells}
    # without some constraint family, a place can have no property or several: then leave it empty
    return Solution.of(puzzle, {cell: own[0] for cell, own in held.items() if len(own) == 1})
