"""The text's second model of Numberlink: y[edge, letter] is the product of x at the edge's two cells.

The model has y for p < q only, so that every product occurs once. y is continuous from 0 to 1: at integer x, the
constraints fix its value.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, Variable, quicksum

from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Edge
from puzzlekit.numberlink.families import by_letters, clues, lines_at, no_loop, one_letter, stated
from puzzlekit.numberlink.puzzle import Puzzle
from puzzlekit.scip import BuiltModel, name


def product_first(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(MIP, y, 1) An edge counts for a letter only if its first cell has the letter."""
    for (edge, letter), y in v.y.items():
        yield (edge, letter), y <= v.x[edge.a, letter]


def product_second(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(MIP, y, 2) An edge counts for a letter only if its second cell has the letter.

    The text prints the constraint (MIP, y, 1) a second time instead.
    """
    for (edge, letter), y in v.y.items():
        yield (edge, letter), y <= v.x[edge.b, letter]


def product_both(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(MIP, y, 3) An edge counts for a letter if both of its cells have the letter."""
    for (edge, letter), y in v.y.items():
        yield (edge, letter), y >= v.x[edge.a, letter] + v.x[edge.b, letter] - 1


def neighbours(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(MIP, count) An end has one line, and any other cell has two."""
    for cell, at in puzzle.at.items():
        total = quicksum(v.y[edge, letter] for edge in at for letter in puzzle.pairs)
        yield cell, total - lines_at(puzzle, v, cell) == 0


FAMILIES = (one_letter, product_first, product_second, product_both, neighbours, clues, no_loop)
PRINTED = (one_letter, product_first, product_both, neighbours, clues, no_loop)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return `{(cell, letter): expression}`; the expression is 1 if the cell has the letter."""
    return stated(puzzle, v.x)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Build the text's linear model, corrected. Raises UnsupportedPuzzle if paths may touch themselves."""

    def products(model: Model) -> dict[tuple[Edge, str], Variable]:
        keys = ((edge, letter) for edge in puzzle.edges for letter in puzzle.pairs)
        return {key: model.addVar(name("y", *key), vtype="C", ub=1) for key in keys}

    return by_letters("linearised", puzzle, families, y=products)
