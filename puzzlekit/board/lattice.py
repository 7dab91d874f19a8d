"""Layout of boards on which edges are drawn: the edges' states and positions."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from puzzlekit.board.layout import CROSS, ElementPosition, ElementType, State, StateStyle
from puzzlekit.core.grid import Edge, Element
from puzzlekit.core.lattice import Drawing, check_fits

DRAWN = "1"
EDGE = ElementType("edge", (), ("", DRAWN, CROSS), cycle=True, cross=(CROSS,), notes=(DRAWN, CROSS))
LOOKS = {
    DRAWN: StateStyle(lines=1, key="1", said="drawn"),
    CROSS: StateStyle("✗", key="0", said="left out"),
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
