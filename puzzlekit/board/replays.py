"""Replays of lazy constraints and of deductions on a puzzle's pictures."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from puzzlekit.board.pictures import Replay
from puzzlekit.core.grid import Edge, Element, Step
from puzzlekit.core.lattice import Drawing
from puzzlekit.scip.constraints import LinearConstraint

STRIP = {"shown": 6, "columns": 3}  # pictures of the strip on an exported page: six, three side by side


def cut_replay(
    draw_cut: Callable[..., Any],
    puzzle: Any,
    cuts: Sequence[LinearConstraint],
    captions: Sequence[str] | None = None,
    **strip: int,
) -> Replay:
    """Return a replay of lazy constraints, numbered, each with a caption; by default, the constraint itself."""

    def picture(number: int, ax: Any) -> Any:
        return draw_cut(puzzle, cuts[number], number + 1, ax=ax)

    return Replay(picture, [str(cut) for cut in cuts] if captions is None else captions, **{**STRIP, **strip})


def drawn_replay(draw: Callable[..., Any], board: type[Drawing], puzzle: Any, steps: Sequence[Step]) -> Replay:
    """Return a replay of deductions about edges: after each, the edges that are certainly drawn."""
    boards = [board.of(puzzle, drawn) for drawn in _drawn_after(steps)]
    return step_replay(draw, steps, boards, [step.candidates for step in steps])


def _drawn_after(steps: Iterable[Step]) -> Iterator[frozenset[Edge]]:
    """Yield the edges that are certainly drawn after each step."""
    drawn: frozenset[Edge] = frozenset()
    for step in steps:
        drawn |= {edge for edge, states in step.candidates.items() if states == {1}}
        yield drawn


def step_replay(
    draw: Callable[..., Any], steps: Sequence[Step], boards: Sequence[Any], settled: Sequence[Iterable[Element]]
) -> Replay:
    """Return a replay of deductions: the board after each, with the elements that it settles and those of its reason
    marked as hinted, and the reason below."""

    def picture(number: int, ax: Any) -> Any:
        step, board = steps[number], boards[number]
        ax = draw(board.puzzle, board, marks=dict.fromkeys((*step.where, *settled[number]), "hinted"), ax=ax)
        ax.set_title(f"Step {number + 1}: {step.rule}")
        return ax

    return Replay(picture, [step.message for step in steps], **STRIP)
