"""Presolving of Numberlink: the lines and letters that deduction decides before a model is built."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puzzlekit.core import grid
from puzzlekit.core.grid import Edge
from puzzlekit.numberlink.deduce import deduce, initial_candidates
from puzzlekit.numberlink.puzzle import Puzzle


@dataclass(frozen=True)
class Presolved:
    """The lines and letters that are known before a model is built.

    Attributes
    ----------
    infeasible
        Whether deduction proved that there is no solution.
    lines
        `{edge: 1 or 0}` for the edges that deduction decides: 1 if the line is drawn, 0 if it is not.
    letters
        `{cell: its possible letters}`, for all cells; "blank" means that the cell can stay empty.
    """

    infeasible: bool
    lines: Mapping[Edge, int]
    letters: Mapping[Any, frozenset]

    @property
    def drawn(self) -> set[Edge]:
        """Return the edges whose lines are known to be drawn."""
        return {edge for edge, one in self.lines.items() if one}


def start(puzzle: Puzzle, *, deduced: bool = True) -> Presolved:
    """Return the lines and letters that deduction decides. If `deduced` is false, no deduction is used: only the
    letters of the clues are decided."""
    steps = deduce(puzzle) if deduced else []
    left = grid.apply_steps(steps, initial_candidates(puzzle))
    lines = {edge: min(left[edge]) for edge in puzzle.edges if len(left[edge]) == 1}
    clues_ = {cell: frozenset((letter,)) for cell, letter in puzzle.clues}
    letters: dict[Any, frozenset] = {cell: clues_.get(cell) or left[cell] for cell in puzzle.cells}
    return Presolved(grid.contradiction(steps) is not None, lines, letters)


def lacking(puzzle: Puzzle) -> int:
    """Return a lower bound, 1 or 2, on the number of lines of a solution that are missing in a second solution.

    At least one line is missing, because a solution with additional lines is not a solution. If exactly one line is
    missing, the second solution joins the two cells of this line by a detour through empty cells. Then cells stay
    empty, and the path with the detour touches itself. The bound is 1 only if the rules allow both.
    """
    return 1 if puzzle.touch and not puzzle.cover else 2
