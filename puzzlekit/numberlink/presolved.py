"""What is known of a Numberlink before any search."""

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
    """What is known before any search: every engine that is to be fast begins here.

    Attributes
    ----------
    infeasible_reason
        Why there is no solution, if deduction shows it.
    lines
        edge -> 0 or 1, where that follows without search.
    letters
        cell -> the letters that it may have, perhaps "blank" among them; a clue is known.
    """

    infeasible_reason: str | None
    lines: Mapping[Edge, int]
    letters: Mapping[Any, frozenset]

    @property
    def drawn(self) -> set[Edge]:
        """The lines that are drawn in every solution."""
        return {edge for edge, one in self.lines.items() if one}

    def certain(self, cell: Any) -> bool:
        """Whether nothing is open about a cell's letter."""
        return len(self.letters[cell]) == 1

    def common(self, one: Any, other: Any) -> list[str]:
        """The letters that both cells may have."""
        return sorted(self.letters[one] & self.letters[other] - {BLANK})


def start(puzzle: Puzzle, *, deduced: bool = True) -> Presolved:
    """Deduce what can be deduced; or nothing, then the clues alone are known."""
    steps = deduce(puzzle) if deduced else []
    left = grid.apply_steps(steps, initial_candidates(puzzle))
    lines = {edge: min(left[edge]) for edge in puzzle.edges if len(left[edge]) == 1}
    clues_ = {cell: frozenset((letter,)) for cell, letter in puzzle.clues}
    letters: dict[Any, frozenset] = {cell: clues_.get(cell) or left[cell] for cell in puzzle.cells}
    return Presolved(grid.contradiction(steps), lines, letters)


def lacking(puzzle: Puzzle) -> int:
    """How many lines of a solution another one lacks at least.

    It lacks one, for whatever came to these lines would be a loop. If it lacks one alone, the cells of that line are
    joined by a detour: they touch, and the detour passes cells that were empty.
    """
    return 1 if puzzle.touch and not puzzle.cover else 2
