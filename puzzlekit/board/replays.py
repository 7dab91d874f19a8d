"""Replays of lazy constraints on a puzzle's pictures."""

from collections.abc import Callable, Sequence
from typing import Any

from puzzlekit.board.pictures import Replay
from puzzlekit.scip.constraints import LinearConstraint

STRIP = {"shown": 6, "columns": 3}  # on an exported page, six pictures are shown, three in a row


def cut_replay(
    draw_cut: Callable[..., Any],
    puzzle: Any,
    cuts: Sequence[LinearConstraint],
    captions: Sequence[str] | None = None,
    **strip: int,
) -> Replay:
    """Return a Replay with a numbered picture of each constraint in `cuts`. Each picture is drawn by `draw_cut(puzzle,
    cut, number, ax=ax)`.

    `captions` has a sentence for each constraint. If None, the constraint itself is the caption. `strip` has the
    keyword arguments `shown` and `columns` of `Replay`; the default is STRIP.
    """

    def picture(number: int, ax: Any) -> Any:
        return draw_cut(puzzle, cuts[number], number + 1, ax=ax)

    return Replay(picture, [str(cut) for cut in cuts] if captions is None else captions, **{**STRIP, **strip})
