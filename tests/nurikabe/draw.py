"""Pictures of Nurikabe: a blue sea, numbers, and dots where it is known that cells are white."""

from collections.abc import Mapping

from matplotlib.axes import Axes

from nurikabe.puzzle import Puzzle, Solution
from puzzlekit import drawing
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Element, LPValues
from puzzlekit.drawing.marks import mark_sign


@drawing.styled
@validate_args
def draw(
    puzzle: Puzzle,
    solution: Solution | None = None,
    *,
    fractions: LPValues | None = None,
    marks: Mapping[Element, str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """The numbers, with a solution's sea in blue, or with LP values: the deeper the larger."""
    ax = drawing.board_axes(puzzle.rows, puzzle.columns, ax)
    known = {(cell, "sea" if cell in solution.sea else "white"): 1.0 for cell in puzzle.beside} if solution else {}
    for (cell, state), value in {**known, **(fractions or {})}.items():
        if state == "sea":
            drawing.shade(ax, cell.column, cell.row, colour=drawing.BLUE, alpha=min(1.0, max(0.0, value)))
        elif value > drawing.SURE and cell not in puzzle.number:
            drawing.symbol(ax, cell.column + 0.5, cell.row + 0.5, "·", share=0.4)
    drawing.grid_lines(ax, puzzle.rows, puzzle.columns)
    for cell, number in puzzle.clues:
        drawing.symbol(ax, cell.column + 0.5, cell.row + 0.5, str(number), given=True)
        mark_sign(ax, cell.column + 0.8, cell.row + 0.8, (marks or {}).get(cell, ""))
    drawing.mark_cells(ax, marks or {})
    return ax
