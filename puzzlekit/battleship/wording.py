"""The words for Battleship in reasons and conflicts: the kinds of cells, and the clues."""

from puzzlekit.battleship.puzzle import KINDS, Puzzle, line_of
from puzzlekit.battleship.rules import said
from puzzlekit.core.errors import counted
from puzzlekit.core.grid import Element

WORDS = {kind: said(kind) for kind in KINDS}


def clues(puzzle: Puzzle) -> dict[tuple[str, Element], str]:
    """Return {(constraint family, element): the clue in words}. The number of ships of each length is a clue, but the
    lengths are not clues."""
    found: dict[tuple[str, Element], str] = {}
    for cell, clue in puzzle.given.items():
        found["keep_clues", cell] = f"{cell} is {said(clue)}"
    for label, _, count in puzzle.lines:
        if count is not None:
            found[f"count_per_{label.side}", label] = f"{label} needs {count}"
    for length, number in puzzle.fleet:
        found["fleet", line_of(length)] = f"the fleet has {counted(number, 'ship')} of length {length}"
    return found
