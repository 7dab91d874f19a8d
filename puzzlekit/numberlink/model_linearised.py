"""The companion text's second model of Numberlink, in which variables y replace products of two variables x.

x[cell, letter] is 1 if the cell has the letter. y[edge, letter] is the product of the variables x of the edge's two
cells. The variables y are continuous from 0 to 1: if x is integer, the constraints fix their values.
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
    """(MIP, y, 1) y is 1 for an edge and a letter only if the edge's first cell has the letter."""
    for (edge, letter), y in v.y.items():
        yield (edge, letter), y <= v.x[edge.a, letter]


def product_second(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(MIP, y, 2) y is 1 for an edge and a letter only if the edge's second cell has the letter.

    Instead of this constraint, the text prints (MIP, y, 1) a second time.
    """
    for (edge, letter), y in v.y.items():
        yield (edge, letter), y <= v.x[edge.b, letter]


def product_both(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(MIP, y, 3) y is 1 for an edge and a letter if both cells of the edge have the letter."""
    for (edge, letter), y in v.y.items():
        yield (edge, letter), y >= v.x[edge.a, letter] + v.x[edge.b, letter] - 1


def neighbours(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(MIP, count) An end has exactly one line, and any other cell on a path has two lines."""
    for cell, at in puzzle.at.items():
        total = quicksum(v.y[edge, letter] for edge in at for letter in puzzle.pairs)
        yield cell, total - lines_at(puzzle, v, cell) == 0


FAMILIES = (one_letter, product_first, product_second, product_both, neighbours, clues, no_loop)
PRINTED = (one_letter, product_first, product_both, neighbours, clues, no_loop)
indicators = stated


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the companion text's linear model, corrected, with these constraint families. Raise UnsupportedPuzzle if
    paths may touch themselves."""

    def products(model: Model) -> dict[tuple[Edge, str], Variable]:
        keys = ((edge, letter) for edge in puzzle.edges for letter in puzzle.pairs)
        return {key: model.addVar(name("y", *key), vtype="C", ub=1) for key in keys}

    return by_letters("linearised", puzzle, families, y=products)
