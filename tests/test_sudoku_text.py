"""The texts that Sudoku takes, and what it says of those that it does not take."""

from typing import Any

import pytest
from refused import refusal

from puzzlekit.sudoku import Puzzle, Solution, parse, parse_solution

PICTURE = "1...\n..2.\n.3..\n...4"
PUZZLE = parse(PICTURE)
OBLONG = "boxes: 2x3\n1.....\n......\n..2...\n......\n......\n.....6"
ID = "2x2:1e2b3e4"
DOTS = "....\n"

SIZES = "4, 9, 16 or 25 (for other sizes, a first line such as 'boxes: 2x3')"
LINES = "16, 81, 256 or 625 in one line, or a line for each row"
TO_4 = "expected 1 to 4, or '.' for an empty cell"
HEADER = "expected a line such as 'boxes: 2x3' (2 rows x 3 columns)"
TOKENS = "expected a letter a to z, a number, or '_' between two numbers"
BOX = "expected the rows x columns of a box, such as '3x3'"
PLAIN = "expected a plain Sudoku such as '3x3:a7c2'"
TO_10 = "expected 1 to 9 or A to A, or '.' for an empty cell"
TO_16 = "expected 1 to 9 or A to G, or '.' for an empty cell"
TO_25 = "expected 1 to 9 or A to P, or '.' for an empty cell"
SEED = "found a random seed ('#'), expected the id of a puzzle, such as '3x3:a7c2'"
SECOND = "found a second line, expected one"
IN_A_BOX = "expected 2 to 25 cells in a box"

REFUSED: dict[str, tuple[Any, Any, Any, str]] = {  # text, line, column, message without its place
    "short row": ("1...\n..2\n.3..\n...4", 2, None, "found 3 symbols, expected 4"),
    "long row": ("1...\n..2.\n.3...\n...4", 3, None, "found 5 symbols, expected 4"),
    "blanks at the end of a row": ("1...\n..2. \n.3..\n...4", 2, None, "found 5 symbols, expected 4"),
    "large digit": ("1...\n..5.\n.3..\n...4", 2, 3, f"found '5', {TO_4}"),
    "underscore": ("1_0.\n..2.\n.3..\n...4", 1, 2, f"found '_', {TO_4}"),
    "small letter in 16x16": (("." * 16 + "\n") * 15 + "." * 15 + "a", 16, 16, f"found 'a', {TO_16}"),
    "large letter in 16x16": (("." * 16 + "\n") * 15 + "H" + "." * 15, 16, 1, f"found 'H', {TO_16}"),
    "large letter in 25x25": ("Q" + "." * 24 + ("\n" + "." * 25) * 24, 1, 1, f"found 'Q', {TO_25}"),
    "letter in one line": ("." * 40 + "x" + "." * 40, 1, 41, "found 'x', expected 1 to 9, or '.' for an empty cell"),
    "size 7": (("." * 7 + "\n") * 7, 1, None, f"found 7 symbols, expected {SIZES}"),
    "size 6 without a header": (("." * 6 + "\n") * 6, 1, None, f"found 6 symbols, expected {SIZES}"),
    "too many rows": (PICTURE + "\n....", 5, None, "found 5 rows, expected 4"),
    "too few rows": ("1...\n..2.\n.3..", 3, None, "found 3 rows, expected 4"),
    "too many rows under a header": (OBLONG + "\n......", 8, None, "found 7 rows, expected 6"),
    "too few rows under a header": (OBLONG[:-7], 6, None, "found 5 rows, expected 6"),
    "row too narrow for the header": (OBLONG.replace("..2...", "..2."), 4, None, "found 4 symbols, expected 6"),
    "letter in 10x10": ("boxes: 2x5\n" + "B" + "." * 9 + ("\n" + "." * 10) * 9, 2, 1, f"found 'B', {TO_10}"),
    "id with a long head": (f"{'9' * 50}:a", 1, None, f"found '{'9' * 40}', {BOX}"),
    "id with long parameters": (f"3x3{'d' * 30}:a", 1, 4, f"found the parameters '{'d' * 20}', {PLAIN}"),
    "header without rows": ("boxes: 2x3", 2, None, "found no rows, expected 6 rows"),
    "header without a colon": (OBLONG.replace(":", ""), 1, None, f"found 'boxes 2x3', {HEADER}"),
    "header with words": (OBLONG.replace("2x3", "two by three"), 1, None, f"found 'boxes: two by three', {HEADER}"),
    "header of 5,000 digits": (f"boxes: {'9' * 5000}x1\n.", 1, None, f"found 'boxes: {'9' * 33}', {HEADER}"),
    "header of 0": ("boxes: 0x3\n...", 1, None, f"found boxes of 0 rows x 3 columns, {IN_A_BOX}"),
    "header of 26": ("boxes: 2x13\n...", 1, None, f"found boxes of 2 rows x 13 columns, {IN_A_BOX}"),
    "id too long": ("2x2:zp", 1, 5, "found more than 16 cells, expected 16"),
    "id with a number too many": ("2x2:p1", 1, 6, "found more than 16 cells, expected 16"),
    "id too short": ("2x2:o", 1, None, "found 15 cells, expected 16"),
    "id without cells": ("2x2:", 1, None, "found 0 cells, expected 16"),
    "id with a sign": ("2x2:a!n", 1, 6, f"found '!', {TOKENS}"),
    "id with two underscores": ("2x2:1__2n", 1, 6, f"found '_', {TOKENS}"),
    "id with an underscore after a run": ("2x2:a_1n", 1, 6, f"found '_', {TOKENS}"),
    "id with 0": ("2x2:0o", 1, 5, "found 0, expected 1 to 4"),
    "id with 5": ("2x2:a5n", 1, 6, "found 5, expected 1 to 4"),
    "id with 5,000 digits": (f"2x2:{'9' * 5000}", 1, 5, f"found {'9' * 20}, expected 1 to 4"),
    "no size before a colon": (":a", 1, None, f"found 2 symbols, expected {LINES}"),
    "id of one number": ("9:a", 1, None, f"found '9', {BOX}"),
    "id with HTML": ("<script>alert(1)</script>:a", 1, None, f"found '<script>alert(1)</script>', {BOX}"),
    "id with a difficulty": ("3x3du:a7c2", 1, 4, f"found the parameters 'du', {PLAIN}"),
    "id of diagonals": ("3x3x:a7c2", 1, 4, f"found a variant with diagonals, {PLAIN}"),
    "id of a jigsaw": ("9j:a7c2", 1, 2, f"found a variant with jigsaw boxes, {PLAIN}"),
    "id of a killer": ("3x3kdn:a7c2", 1, 4, f"found a variant with killer cages, {PLAIN}"),
    "random seed": ("3x3#123456", 1, None, SEED),
    "one line of 15": ("." * 15, 1, None, f"found 15 symbols, expected {LINES}"),
    "one line of 80": ("." * 80, 1, None, "found 80 symbols, expected the 81 of a Sudoku"),
    "one row": ("." * 9, 1, None, "found 1 row, expected 9"),
    "two puzzles in one file": ("." * 81 + "\n" + "." * 81, 2, None, f"{SECOND} line of 81 symbols"),
    "two ids": ("2x2:p\n2x2:p", 2, None, "found a second line, expected only one id"),
    "blank line inside": ("1...\n\n..2.\n.3..\n...4", 2, None, "found 0 symbols, expected 4"),
    "box of one cell": ("1x1:a", 1, None, f"found boxes of 1 row x 1 column, {IN_A_BOX}"),
}  # fmt: skip


def place(line: int | None, column: int | None) -> str:
    return f"line {line}, column {column}: " if column else f"line {line}: " if line else ""


@pytest.mark.parametrize(("text", "line", "column", "message"), REFUSED.values(), ids=REFUSED)
def test_refused_with_place_and_reason(text: Any, line: int | None, column: int | None, message: str) -> None:
    error = refusal(parse, text)
    assert str(error) == place(line, column) + message
    assert (error.line, error.column) == (line, column)


@pytest.mark.parametrize("name", [name for name, (text, line, *_) in REFUSED.items() if line and "\n" in text])
def test_a_refused_line_is_counted_from_the_top_of_the_file(name: str) -> None:
    text, line, column, message = REFUSED[name]
    assert str(refusal(parse, "\n \n" + text)) == place(line + 2, column) + message


# What is taken


@pytest.mark.parametrize(
    "text",
    [
        PICTURE + "\n",
        PICTURE + "\n\n  \n",
        "\n" + PICTURE,
        PICTURE.replace("\n", "\r\n"),
        "\ufeff" + PICTURE.replace("\n", "\r\n") + "\r\n",
        PICTURE.replace(".", "0"),
        PICTURE.replace("\n", ""),
        "boxes: 2x2\n" + PICTURE,
        "boxes:2x2\n" + PICTURE,
        ID,
        ID + "\r\n",
        "2x2:1abb2b3e4",
        "2x2:001e2b3e4",
    ],
    ids=repr,
)
def test_other_ways_to_write_a_puzzle(text: str) -> None:
    assert parse(text) == PUZZLE


@pytest.mark.parametrize("p", [2, 3, 4, 5])
def test_one_line_where_boxes_are_square(p: int) -> None:
    n = p * p
    puzzle = parse("1" + "." * (n * n - 1))
    assert (puzzle.p, puzzle.q, list(puzzle.given.values())) == (p, p, [1])


@pytest.mark.parametrize(("p", "q"), [(1, 2), (2, 1), (2, 3), (3, 2), (25, 1), (5, 5)])
def test_boxes_are_of_any_shape_with_2_to_25_cells(p: int, q: int) -> None:
    n = p * q
    clues = ((1, *[0] * (n - 1)), *[(0,) * n] * (n - 1))
    z, rest = divmod(n * n - 1, 26)
    picture = "\n".join([f"boxes: {p}x{q}", "1" + "." * (n - 1), *["." * n] * (n - 1)])
    for text in (picture, f"{p}x{q}:1{'z' * z}{chr(96 + rest) if rest else ''}"):
        assert parse(text) == Puzzle(clues, p, q)


def test_clues_that_contradict_each_other_are_a_puzzle() -> None:
    assert parse("11..\n....\n....\n....").clues[0] == (1, 1, 0, 0)


# Solutions


def test_a_solution_is_read_with_its_puzzle() -> None:
    expected = Solution(PUZZLE.clues, 2, 2)
    assert parse_solution(PUZZLE, PICTURE) == parse_solution(PUZZLE, PICTURE.replace("\n", "")) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("." * 81, "found boxes of 3x3, expected 2x2 as in the puzzle"),
        ("boxes: 1x4\n" + DOTS * 4, "found boxes of 1x4, expected 2x2 as in the puzzle"),
        (DOTS * 3, "line 3: found 3 rows, expected 4"),
        (DOTS * 3 + "...5", f"line 4, column 4: found '5', {TO_4}"),
        (None, "found NoneType, expected a text"),
    ],
)
def test_a_solution_is_refused(text: Any, message: str) -> None:
    assert str(refusal(parse_solution, PUZZLE, text)) == message


def test_a_solution_has_the_boxes_of_its_puzzle() -> None:
    message = "found boxes of 3x2, expected 2x3 as in the puzzle"
    assert str(refusal(parse_solution, parse(OBLONG), OBLONG.replace("2x3", "3x2"))) == message
    assert parse_solution(parse(OBLONG), OBLONG).filled == parse(OBLONG).given
