"""Numberlink's texts: what is read, and what is refused with its place."""

from typing import Any

import pytest
from refused import refusal

from puzzlekit import numberlink
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Cell, Edge, Point
from puzzlekit.numberlink import Puzzle, Solution


def test_options_may_be_told_in_any_order_and_as_they_usually_are() -> None:
    free = numberlink.parse("touch: yes\ncover: no\nA.A")
    assert (free.cover, free.touch) == (False, True)
    assert numberlink.parse("cover: yes\ntouch: no\nA.A") == numberlink.parse("A.A")
    assert str(free) == "cover: no\ntouch: yes\nA.A"


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 100), (100, 1), (100, 100)])
def test_the_smallest_and_the_largest_boards_are_read(rows: int, columns: int) -> None:
    assert numberlink.parse("\n".join(["." * columns] * rows)) == Puzzle.of(rows, columns, {})


def test_case_counts() -> None:
    assert list(numberlink.parse("aA.\naA.").pairs) == ["a", "A"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A.\n.", "line 2: found 1 symbol, expected 2"),
        ("A.\n.?", "line 2, column 2: found '?', expected a letter, a digit, or '.' for an empty cell"),
        ("cover: no\nA A", "line 2, column 2: found ' ', expected a letter, a digit, or '.' for an empty cell"),
        ("A.\n..", "found 'A' in cell (1,1), expected each letter in two cells"),
        ("AA\n.A", "found 'A' in cell (1,1) and cell (1,2) and cell (2,2), expected each letter in two cells"),
        ("cover: maybe\nAA", "line 1: found 'cover: maybe', expected 'cover: no', 'touch: yes' or a line of cells"),
        ("covers: no\nAA", "line 1: found 'covers: no', expected 'cover: no', 'touch: yes' or a line of cells"),
        ("touch: no\ntouch: yes\nAA", "line 2: found the line touch twice, expected it once"),
        (41 * "c" + ":", f"line 1: found '{40 * 'c'}', expected 'cover: no', 'touch: yes' or a line of cells"),
        ("cover: no\n\nAA", "line 2: found 2 rows and 0 columns, expected 1 to 100 of each"),
        ("cover: no", "found no picture, expected lines of letters and '.'"),
        ("A" * 101, "line 1: found 1 row and 101 columns, expected 1 to 100 of each"),
        ("AA\ncover: no", "line 2, column 6: found ':', expected a letter, a digit, or '.' for an empty cell"),
    ],
)
def test_a_text_that_is_no_puzzle_is_refused_with_its_place(text: str, message: str) -> None:
    assert str(refusal(numberlink.parse, text)) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A.A\n...", "line 1: found 2 lines, expected 3"),
        ("A.A\n...\n+.+-", "line 3, column 4: found 4 symbols, expected 3"),
        ("A.+\n...\n+.+", "line 1, column 3: found '+', expected 'A'"),
        ("A|A\n...\n+.+", "line 1, column 2: found '|', expected '.' or '-'"),
        ("A.A\n-..\n+.+", "line 2, column 1: found '-', expected '.' or '|'"),
        ("A.A\n.-.\n+.+", "line 2, column 2: found '-', expected '.'"),
    ],
)
def test_a_text_that_is_no_board_is_refused_with_its_place(text: str, message: str) -> None:
    assert str(refusal(numberlink.parse_solution, numberlink.parse("AA\n.."), text)) == message


@pytest.mark.parametrize(
    "make",
    [
        lambda: Puzzle.of(0, 3, {}),
        lambda: Puzzle.of(2, 2, {Cell(2, 0): "A", Cell(0, 0): "A"}),
        lambda: Puzzle.of(2, 2, {Cell(1, 0): "AB", Cell(0, 0): "AB"}),
        lambda: Puzzle.of(2, 2, {Cell(1, 0): "\u00c4", Cell(0, 0): "\u00c4"}),
        lambda: Puzzle.of(2, 2, {Cell(1, 0): "A"}),
        lambda: Puzzle(2, 2, ((Cell(0, 1), "A"), (Cell(0, 0), "A"))),
        lambda: Puzzle(2, 2, (), cover=1),  # type: ignore[arg-type]
        lambda: Puzzle(2, 2, (), touch=None),  # type: ignore[arg-type]
        lambda: Solution.of(Puzzle.of(2, 2, {}), [Edge(Cell(0, 0), Cell(1, 1))]),
        lambda: Solution.of(Puzzle.of(2, 2, {}), [Edge(Point(0, 0), Point(0, 1))]),
        lambda: Solution.of(Puzzle.of(2, 2, {}), [Cell(0, 0)]),  # type: ignore[list-item]
    ],
)
def test_what_has_no_meaning_is_refused(make: Any) -> None:
    with pytest.raises(PuzzleError, match=r"found .*expected"):
        make()
