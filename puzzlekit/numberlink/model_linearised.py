"""The text's second model of Numberlink: y[edge, letter] stands for the product of x at the edge's two ends.

It is written with p < q alone, so that every product is there once, and y may be any number from 0 to 1: at whole x
the rows leave it no choice.
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
    """(MIP, y, 1) Where the first cell of a line does not have the letter, the line does not count for it."""
    for (edge, letter), y in v.y.items():
        yield (edge, letter), y <= v.x[edge.a, letter]


def product_second(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(MIP, y, 2) Where the second cell of a line does not have the letter, the line does not count for it. The text
    prints the first row once more instead."""
    for (edge, letter), y in v.y.items():
        yield (edge, letter), y <= v.x[edge.b, letter]


def product_both(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(MIP, y, 3) Where both cells of a line have the letter, the line counts."""
    for (edge, letter), y in v.y.items():
        yield (edge, letter), y >= v.x[edge.a, letter] + v.x[edge.b, letter] - 1


def neighbours(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(MIP, count) One line leads from an end, and two from any other cell."""
    for cell, at in puzzle.at.items():
        total = quicksum(v.y[edge, letter] for edge in at for letter in puzzle.pairs)
        yield cell, total - lines_at(puzzle, v, cell) == 0


FAMILIES = (one_letter, product_first, product_second, product_both, neighbours, clues, no_loop)
PRINTED = (one_letter, product_first, product_both, neighbours, clues, no_loop)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(cell, letter) -> an expression that is 1 where that is so."""
    return stated(puzzle, v.x)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The linear model of the text, corrected. Raises UnsupportedPuzzle if paths may touch themselves."""

    def products(model: Model) -> dict[tuple[Edge, str], Variable]:
        keys = ((edge, letter) for edge in puzzle.edges for letter in puzzle.pairs)
        return {key: model.addVar(name("y", *key), vtype="C", ub=1) for key in keys}

    return by_letters("linearised", puzzle, families, y=products)
