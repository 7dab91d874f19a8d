"""What layouts share: positions of cells, their lines and numbers, and positions and states of edges."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from puzzlekit.board.layout import CROSS, ElementPosition, ElementType, Line, State, StateStyle
from puzzlekit.core.grid import Cell, Edge, Element, Label
from puzzlekit.core.lattice import Drawing, check_fits

DRAWN = "1"
EDGE = ElementType("edge", (), ("", DRAWN, CROSS), cycle=True, cross=(CROSS,), notes=(DRAWN, CROSS))
LOOKS = {
    DRAWN: StateStyle(lines=1, key="1", said="drawn"),
    CROSS: StateStyle("✗", key="0", said="left out"),
}


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


def edge_positions(
    edges: Iterable[Edge], said: Callable[[Edge], str], *, kind: str = "edge", shift: float = 0.0
) -> dict[Element, ElementPosition]:
    """Return {edge: its position on the board}. `said(edge)` returns the edge's description for a screen reader, and
    `kind` is the edges' type in the layout. Coordinates are increased by `shift`: with 0.5, edges join the middles of
    cells."""
    return {edge: ElementPosition(kind, ends_at(edge, shift), said(edge)) for edge in edges}


def ends_at(edge: Edge, shift: float = 0.0) -> tuple[float, float, float, float]:
    """Return the coordinates (x, y, x, y) of both ends of an edge, increased by `shift`."""
    (x, y), (u, v) = ((end.column + shift, end.row + shift) for end in (edge.a, edge.b))
    return x, y, u, v


def by_row_and_column(edge: Edge) -> str:
    """Return a description of an edge: "row 1, column 1 to row 1, column 2"."""
    (i, j), (k, m) = edge.a.numbers(), edge.b.numbers()
    return f"row {i}, column {j} to row {k}, column {m}"


def drawn_state(puzzle: Any, solution: Drawing | None) -> dict[Element, str]:
    """Return {edge: DRAWN} for the drawn edges of a solution, or {} if `solution` is None. Raises PuzzleError if the
    solution belongs to another puzzle."""
    if solution:
        check_fits(puzzle, solution)
    return dict.fromkeys(sorted(solution.drawn, key=lambda edge: edge.numbers()), DRAWN) if solution else {}


def drawn_edges(state: State) -> Iterator[Edge]:
    """Return the edges that are drawn in a state."""
    return (edge for edge, word in state.items() if word == DRAWN)
