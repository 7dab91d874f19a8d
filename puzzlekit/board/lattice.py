"""What boards share on which edges are drawn: their states and places, and replays of lazy rows and of deductions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from puzzlekit.board.layout import CROSS, ElementPosition, ElementType, State, StateStyle
from puzzlekit.board.pictures import Replay
from puzzlekit.grid import Edge, Element, Step
from puzzlekit.lattice import Drawing, check_fits
from puzzlekit.scip.constraints import LinearConstraint

DRAWN = "1"
EDGE = ElementType("edge", (), ("", DRAWN, CROSS), cycle=True, cross=(CROSS,), notes=(DRAWN, CROSS))
LOOKS = {
    DRAWN: StateStyle(lines=1, key="1", said="drawn"),
    CROSS: StateStyle("✗", key="0", said="left out"),
}
STRIP = {"shown": 6, "columns": 3}  # of a replay: how many pictures an exported page shows, and how many side by side


def edge_positions(
    edges: Iterable[Edge], said: Callable[[Edge], str], *, kind: str = "edge", shift: float = 0.0
) -> dict[Element, ElementPosition]:
    """Where edges lie, by what is said of each; with a shift of a half they run from the middles of cells."""
    return {edge: ElementPosition(kind, ends_at(edge, shift), said(edge)) for edge in edges}


def ends_at(edge: Edge, shift: float = 0.0) -> tuple[float, float, float, float]:
    """Both ends of an edge, x before y."""
    (x, y), (u, v) = ((end.column + shift, end.row + shift) for end in (edge.a, edge.b))
    return x, y, u, v


def by_row_and_column(edge: Edge) -> str:
    """Both ends of an edge in words."""
    (i, j), (k, m) = edge.a.numbers(), edge.b.numbers()
    return f"row {i}, column {j} to row {k}, column {m}"


def drawn_state(puzzle: Any, solution: Drawing | None) -> dict[Element, str]:
    """The edges of a solution as states. Raises PuzzleError if it is another puzzle's."""
    if solution:
        check_fits(puzzle, solution)
    return dict.fromkeys(sorted(solution.drawn), DRAWN) if solution else {}


def drawn_edges(state: State) -> Iterator[Edge]:
    """The edges that are drawn in a state."""
    return (edge for edge, word in state.items() if word == DRAWN)


def cut_pictures(draw_cut: Callable[..., Any], puzzle: Any, cuts: Sequence[LinearConstraint]) -> Callable:
    """What draws the picture of each of these rows, numbered, for a `Replay`."""
    return lambda number, ax: draw_cut(puzzle, cuts[number], number + 1, ax=ax)


def drawn_after(steps: Iterable[Step]) -> Iterator[frozenset[Edge]]:
    """The edges that are drawn for certain after each of these steps."""
    drawn: frozenset[Edge] = frozenset()
    for step in steps:
        drawn |= {edge for edge, states in step.candidates.items() if states == {1}}
        yield drawn


def step_replay(
    draw: Callable[..., Any], steps: Sequence[Step], boards: Sequence[Any], settled: Sequence[Iterable[Element]]
) -> Replay:
    """Deductions one after the other: the board after each, what it settles and what its reason names hinted, and the
    reason below."""

    def picture(number: int, ax: Any) -> Any:
        step, board = steps[number], boards[number]
        ax = draw(board.puzzle, board, marks=dict.fromkeys((*step.where, *settled[number]), "hinted"), ax=ax)
        ax.set_title(f"Step {number + 1}: {step.rule}")
        return ax

    return Replay(picture, [step.message for step in steps], **STRIP)
