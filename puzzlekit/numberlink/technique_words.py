"""The sentences of the techniques of Numberlink: about lines, cells on the path of a letter, and walls.

Lines and cells are numbers, see `technique_board`. A method of `Sentences` with the parameter `found` returns the
reason for the conclusion `found` as a clause.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from puzzlekit.core.errors import joined
from puzzlekit.core.grammar import alternatives
from puzzlekit.core.grid import Cell, Edge
from puzzlekit.numberlink.puzzle import Puzzle
from puzzlekit.numberlink.rules import BLANK, clue
from puzzlekit.numberlink.technique_board import Board
from puzzlekit.reasoning.system import Found, Mask

MOST = 4  # a sentence names at most this many lines or cells; the picture shows all
WAYS = ("no way", "only one way", "only two ways")


class Words:
    """The wording of claims about lines and cells, for one puzzle."""

    def __init__(self, puzzle: Puzzle):
        self._all = frozenset((*puzzle.pairs, *([] if puzzle.cover else [BLANK])))

    def concluded(self, claim: Mapping[Any, frozenset]) -> str:
        """Return a claim {line or cell: states} as a clause: "the line (1,1)-(1,2) is drawn"."""
        alike: dict[tuple[type, frozenset], list[Any]] = {}
        for element, states in claim.items():
            alike.setdefault((type(element), states), []).append(element)
        return joined([self._said(*key, own) for key, own in alike.items()])

    def _said(self, kind: type, states: frozenset, own: Sequence[Any]) -> str:
        are, lost = "is" if len(own) == 1 else "are", sorted(self._all - states - {BLANK})
        if kind is Edge:
            return f"{named('the line', own)} {are} {'drawn' if 1 in states else 'left out'}"
        if states == {BLANK}:
            return f"{named('cell', own)} {are} empty"
        if BLANK in states or len(lost) < len(states) > 2:
            return f"{named('cell', own)} {are} {f'not on the path of {alternatives(lost)}' if lost else 'not empty'}"
        return f"{named('cell', own)} {are} on the path of {alternatives(sorted(states))}"


def named(noun: str, elements: Sequence[Any]) -> str:
    """Return the names of lines or cells after a noun: "cells (1,1) and (1,2)". For more than MOST elements, return
    their number: "9 cells"."""
    if len(elements) > MOST:
        return f"{len(elements)} {noun.removeprefix('the ')}s"
    return f"{noun}{'s'[: len(elements) > 1]} {joined([place(element) for element in elements])}"


def place(element: Cell | Edge) -> str:
    """Return the name of a line or a cell without its noun: "(1,2)"."""
    return str(element).removeprefix("cells ").removeprefix("cell ")


class Sentences:
    """The reasons of the techniques as sentences, for one board."""

    def __init__(self, board: Board):
        self.board = board

    def name(self, cell: int) -> str:
        """Return the name of a cell, with its clue if it has one: "the A at (1,2)", "cell (1,3)"."""
        return clue(self.board.puzzle, self.board.elements[cell]) if cell in self.board.given else self.places(cell)

    def places(self, *elements: int) -> str:
        """Return the names of lines, or of cells: "the line (1,1)-(1,2)"."""
        return named(
            "the line" if elements[0] in self.board.lines else "cell", [self.board.elements[e] for e in elements]
        )

    def letters(self, mask: Mask) -> list[str]:
        """Return the letters whose bits are set in a mask. "blank" counts as a letter."""
        return [letter for k, letter in enumerate(self.board.states) if mask >> k & 1]

    def full(self, found: Found) -> str:
        """Return a clause that says that a cell has all its lines."""
        return f"{self.name(found.about)} has its {'line' if found.about in self.board.given else 'two lines'}"

    def corner(self, found: Found) -> str:
        """Return a clause that says that a path cannot go straight on at a cell, which is in a corner."""
        return f"a path can only turn at {self.name(found.about[0])}"

    def needed(self, found: Found) -> str:
        """Return a clause that says how many lines are possible at a cell, and which neighbours are on other paths."""
        cell, ways, strange = found.about
        if cell not in self.board.given and ways == 0:
            return f"{self.name(cell)} would be a dead end"
        there = f"{self.name(cell)} has {WAYS[ways]} {'out' if cell in self.board.given else 'on'}"
        if not strange:
            return there
        return (
            f"{there}, as {self.places(*strange)} {'is on another path' if len(strange) == 1 else 'are on other paths'}"
        )

    def done(self, found: Found) -> str:
        """Return a clause that names the letter whose path is complete."""
        return f"the path of {self.letters(self.board.given[found.about])[0]} is complete"

    def along(self, found: Found) -> str:
        """Return a clause that names the neighbour to which a cell is joined."""
        cell, other, mask = found.about
        path = "" if other in self.board.given else f", which is on the path of {alternatives(self.letters(mask))}"
        return f"{self.name(cell)} is joined to {self.name(other)}{path}"

    def clash(self, found: Found) -> str:
        """Return a clause that names the paths that a line would join."""
        line, mask = found.about
        letters = self.letters(mask)
        if len(letters) > 2:
            return f"{' and '.join(map(self.name, self.board.ends[line]))} cannot be on one path"
        return f"{self.places(line)} would join {' to '.join(letters)}"

    def apart(self, found: Found) -> str:
        """Return a clause that names the path that would touch itself at a cell."""
        cell, letter = found.about
        return f"the path of {self.letters(letter)[0]} may not touch itself at {self.name(cell)}"

    def joined(self, found: Found) -> str:
        """Return a clause that says that two neighbours are on the same path, which may not touch itself."""
        line, letter = found.about
        cells = " and ".join(map(self.name, self.board.ends[line]))
        return f"{cells} are both on the path of {self.letters(letter)[0]}, which may not touch itself"

    def few(self, found: Found) -> str:
        """Return a clause that names the paths that can enter a cell and leave it."""
        cell, mask = found.about
        letters = self.letters(mask)
        paths = f"only the path{'s'[: len(letters) > 1]} of {joined(letters)}" if letters else "no path"
        return f"{paths} can pass {self.name(cell)}"

    def u_turn(self, found: Found) -> str:
        """Return a clause that names the square of 2 x 2 cells in which a third line would make a path touch itself."""
        cells = sorted(self.board.elements[cell] for line in found.about for cell in self.board.ends[line])
        return f"a third line in the square from {place(cells[0])} to {place(cells[-1])} would make a path touch itself"

    def turn(self, found: Found) -> str:
        """Return a clause that says where a path would close a loop or touch itself."""
        if self.board.puzzle.touch:
            return f"{self.places(found.about)} would close a loop"
        first, last = (place(self.board.elements[cell]) for cell in self.board.ends[found.about])
        return f"a path would touch itself between {first} and {last}"

    def past(self, found: Found) -> str:
        """Return a clause that names the ends that a wall would separate, or the order of the ends along the wall."""
        letters, gap = found.about
        closed = f"if {self.name(gap)} were closed, " if gap is not None else ""
        if len(letters) == 1:
            ends = " and ".join(self.name(cell) for cell in self.board.pairs[self.board.states.index(letters[0])])
            return f"{closed}a wall would stand between {ends}"
        return (
            f"{closed}the ends along the wall would come in the order {', '.join(letters * 2)}: the paths would cross"
        )
