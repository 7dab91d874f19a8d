"""Replays on boards on which edges are drawn: of lazy rows, and of deductions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from puzzlekit.board.pictures import Replay
from puzzlekit.core.grid import Edge, Element, Step
from puzzlekit.core.lattice import Drawing
from puzzlekit.scip.constraints import LinearConstraint

STRIP = {"shown": 6, "columns": 3}  # how many pictures an exported page shows, and how many side by side


def cut_replay(
    draw_cut: Callable[..., Any],
    puzzle: Any,
    cuts: Sequence[LinearConstraint],
    captions: Sequence[str] | None = None,
    **strip: int,
) -> Replay:
    """These rows one after the other, numbered, with a caption each: without captions, the rows as they are."""

    def picture(number: int, ax: Any) -> Any:
        return draw_cut(puzzle, cuts[number], number + 1, ax=ax)

    return Replay(picture, [str(cut) for cut in cuts] if captions is None else captions, **{**STRIP, **strip})


def drawn_replay(draw: Callable[..., Any], board: type[Drawing], puzzle: Any, steps: Sequence[Step]) -> Replay:
    """Deductions one after the other where edges are drawn or not: what is drawn for certain after each."""
    boards = [board.of(puzzle, drawn) for drawn in _drawn_after(steps)]
    return step_replay(draw, steps, boards, [step.candidates for step in steps])


def _drawn_after(steps: Iterable[Step]) -> Iterator[frozenset[Edge]]:
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
