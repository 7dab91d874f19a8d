"""What is connected on a Nurikabe's grid."""

from collections.abc import Collection, Iterable

from nurikabe.puzzle import Puzzle
from puzzlekit.core.grid import Cell
from puzzlekit.core.union_find import connected_components


def reached(puzzle: Puzzle, start: Cell, within: Collection[Cell]) -> list[Cell]:
    """All that is reached from a cell within these, the nearest first: each beginning of the list is connected."""
    found = {start: None}
    for cell in (queue := [start]):
        queue += (new := [other for other in puzzle.beside[cell] if other in within and other not in found])
        found |= dict.fromkeys(new)
    return list(found)


def parts(puzzle: Puzzle, cells: Iterable[Cell]) -> list[list[Cell]]:
    """The connected parts of these cells."""
    within = dict.fromkeys(cells)
    return connected_components(within, (edge for edge in puzzle.edges if edge.a in within and edge.b in within))
