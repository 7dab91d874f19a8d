"""Presolving of Numberlink: the lines and letters that are known before search."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puzzlekit.core import grid
from puzzlekit.core.grid import Edge
from puzzlekit.numberlink.deduce import deduce, initial_candidates
from puzzlekit.numberlink.puzzle import Puzzle
from puzzlekit.numberlink.rules import BLANK


@dataclass(frozen=True)
class Presolved:
    """The lines and letters that are known before search; every fast engine begins with them.

    Attributes
    ----------
    infeasible_reason
        Why there is no solution, if deduction shows it.
    lines
        `{edge: 0 or 1}` for the edges that deduction settles.
    letters
        `{cell: its possible letters}`, which may include "blank"; a clue has one letter.
    """

    infeasible_reason: str | None
    lines: Mapping[Edge, int]
    letters: Mapping[Any, frozenset]

    @property
    def drawn(self) -> set[Edge]:
        """Return the lines that are drawn in every solution."""
        return {edge for edge, one in self.lines.items() if one}

    def certain(self, cell: Any) -> bool:
        """Return whether a cell's letter is settled."""
        return len(self.letters[cell]) == 1

    def common(self, one: Any, other: Any) -> list[str]:
        """Return the letters that both cells may have."""
        return sorted(self.letters[one] & self.letters[other] - {BLANK})


def start(puzzle: Puzzle, *, deduced: bool = True) -> Presolved:
    """Return the deduced lines and letters; with `deduced=False` only the clues are known."""
    steps = deduce(puzzle) if deduced else []
    left = grid.apply_steps(steps, initial_candidates(puzzle))
    lines = {edge: min(left[edge]) for edge in puzzle.edges if len(left[edge]) == 1}
    clues_ = {cell: frozenset((letter,)) for cell, letter in puzzle.clues}
    letters: dict[Any, frozenset] = {cell: clues_.get(cell) or left[cell] for cell in puzzle.cells}
    return Presolved(grid.contradiction(steps), lines, letters)


def lacking(puzzle: Puzzle) -> int:
    """Return the least number of lines of a solution that another solution lacks.

    Another solution lacks at least one line, because additional lines would close a loop. If it lacks only one line, a
    detour joins the cells of that line: the cells touch, and the detour passes cells that were empty.
    """
    return 1 if puzzle.touch and not puzzle.cover else 2
