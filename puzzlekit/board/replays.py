"""Replays on boards on which edges are drawn: of lazy rows, and of deductions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from puzzlekit.board.pictures import Replay
from puzzlekit.grid import Edge, Element, Step
from puzzlekit.scip.constraints import LinearConstraint

STRIP = {"shown": 6, "columns": 3}  # how many pictures an exported page shows, and how many side by side


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
