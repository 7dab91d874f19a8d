"""The checks of chapter 4's exercises: right answers in several styles, and attempts that must not pass."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from puzzlekit.battleship import Puzzle, model_cell, parse
from puzzlekit.battleship.exercises import check_corners, check_mended, check_own, check_places
from puzzlekit.core.grid import Cell

OWN = """fleet: 1x3 1x2 2x1
..... ?
..... ?
..... 3
..... 2
..... ?
? 1 2 ? 1"""
TOLD = OWN.replace("..... ?", "..... 1", 1)
MANY_SHIPS = """fleet: 1x4 1x2 3x1
...... ?
...... ?
...... ?
...... 3
...... ?
...... ?
0 2 3 2 ? ?"""
SEVERAL = OWN.replace("3\n", "?\n")


def sea(fleet: str, height: int, width: int, **counts: dict[int, int]) -> str:
    """A puzzle that gives a few counts alone."""
    sides = {"rows": height, "columns": width}.items()
    rows, columns = ([str(counts.get(side, {}).get(i, "?")) for i in range(size)] for side, size in sides)
    return "\n".join([f"fleet: {fleet}", *(f"{'.' * width} {row}" for row in rows), " ".join(columns)])


def places(m: int, n: int, length: int) -> int:
    across, down = m * max(0, n - length + 1), n * max(0, m - length + 1)
    return across if length == 1 else across + down


def ends_close(puzzle: Puzzle, v: Any) -> Iterator[tuple[Any, Any]]:
    for c in puzzle.cells:
        for end, down, across in (("<", 0, -1), (">", 0, 1), ("^", -1, 0), ("v", 1, 0)):
            behind = Cell(c.row + down, c.column + across)
            if (behind, "~") in v.x:
                yield (c, end), v.x[c, end] + sum(v.x[behind, kind] for kind in "<>^v#o") <= 1


def as_printed(puzzle: Puzzle, v: Any) -> Iterator[tuple[Any, Any]]:
    """Without (4.3k)."""
    yield from (item for item in ends_close(puzzle, v) if item[0][1] != "v")


def side_by_side(puzzle: Puzzle, v: Any, longest: int = 4) -> Iterator[tuple[Any, Any]]:
    """One ship at most on two neighbouring cells; ships over the longest are forgotten."""
    for c in puzzle.cells:
        for other in (Cell(c.row, c.column + 1), Cell(c.row + 1, c.column)):
            near = [s for s in puzzle.ships if {c, other} & s.parts.keys()]
            yield (c, other), sum(v.y[s] for s in near if s.length <= longest) <= 1


@pytest.mark.parametrize(
    ("check", "attempt", "answer"),
    [
        (check_places, lambda m, n, k: m * (n - k + 1), "Not yet: found .* for a ship of length 4"),
        (check_places, lambda m, n, k: 100 if k == 1 else places(m, n, k), "Not yet: .*length 1 on 3 x 5"),
        (check_places, places, "Right."),
        (check_corners, side_by_side, "Right."),
        (check_corners, lambda puzzle, v: side_by_side(puzzle, v, 2), "Not yet: your constraints admit this"),
        (check_mended, ends_close, "Right."),
        (check_mended, model_cell.ends_close, "Right."),
        (check_mended, as_printed, "Not yet: The boards differ.*invalid board admitted"),
        (check_own, OWN, "Right."),
        (check_own, TOLD, "Not yet: right, but the count of row 1 can be hidden, too"),
        (check_own, SEVERAL, "Not yet: the puzzle has several solutions"),
        (check_own, OWN.replace(".....", "~....", 1), "Not yet: found cell .1,1. given"),
        (check_own, "fleet: 1x1\n. 1\n1", "Not yet: found 1 x 1 cells, expected 5 x 5 or more"),
        (check_own, sea("1x1", 5, 5, rows={0: 1}, columns={0: 1}), "Not yet: found 1 ship, expected 4"),
        (check_own, sea("1x5", 5, 5, rows={0: 5}), "Not yet: found 1 ship, expected 4"),
        (check_own, sea("3x6", 5, 6), "Not yet: found 3 ships, expected 4 or more"),
        (check_own, sea("9x1", 5, 5), "Not yet: found a fleet that fits in only one way and needs no count"),
        (check_own, sea("4x6", 7, 6), "Not yet: found a fleet that fits in only one way and needs no count"),
        (check_own, sea("4x6", 7, 6, rows={1: 0}), "Not yet: found a fleet that fits in only one way and needs no"),
        (check_own, sea("4x1", 5, 5, rows={1: 0, 2: 0, 4: 3}, columns={4: 2}), "Right."),
        (check_own, parse(MANY_SHIPS), "Right."),
    ],
)
@pytest.mark.once
def test_verdicts(check: Any, attempt: Any, answer: str, capsys: pytest.CaptureFixture) -> None:
    check(attempt)
    assert re.match(answer, capsys.readouterr().out, re.DOTALL)
