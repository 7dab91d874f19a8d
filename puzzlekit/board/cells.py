"""Layout of boards whose elements are cells: positions of cells, grid lines, and the numbers of rows and columns."""

from collections.abc import Iterator

from puzzlekit.board.layout import ElementPosition, Line
from puzzlekit.core.grid import Cell, Element, Label


def cell_positions(rows: int, columns: int) -> dict[Element, ElementPosition]:
    """Return {cell: its position} for all cells of a grid. Each cell is a unit square."""
    return {
        Cell(i, j): ElementPosition("cell", (j, i), f"row {i + 1}, column {j + 1}")
        for i in range(rows)
        for j in range(columns)
    }


def grid_lines(rows: int, columns: int, *, every: tuple[int, int] | None = None) -> Iterator[Line]:
    """Return the lines around every cell. The lines around the board and between boxes are thick. `every` is the size
    of the boxes, (rows, columns); None means that there are no boxes."""
    tall, wide = every or (rows, columns)
    lines = [Line((0, i, columns, i), i % tall == 0 or i == rows) for i in range(rows + 1)]
    lines += [Line((j, 0, j, rows), j % wide == 0 or j == columns) for j in range(columns + 1)]
    return iter(sorted(lines, key=lambda line: line.thick))  # thick lines are drawn last, on top of thin lines


def row_and_column_numbers(
    rows: int, columns: int, kind: str, *, points: bool = False, away: float | None = None
) -> dict[Element, ElementPosition]:
    """Return {label: its position} for the numbers of rows and columns outside the frame. They are beside the cells or,
    if `points` is true, beside the points of a lattice.

    `kind` is the type of these elements in the layout. `away` is their distance from the first cell or point; None
    means the usual distance.
    """
    middle, usual = (0.0, 0.55) if points else (0.5, 0.38)
    away = -(usual if away is None else away)
    places: dict[Element, ElementPosition] = {
        Label("column", j): ElementPosition(kind, (j + middle, away), f"column {j + 1}", str(j + 1))
        for j in range(columns)
    }
    return places | {
        Label("row", i): ElementPosition(kind, (away, i + middle), f"row {i + 1}", str(i + 1)) for i in range(rows)
    }
