"""The texts of Battleship: pictures that survive, and what is refused, with its place."""

import re

import pytest
from refused import refusal

from puzzlekit import battleship
from puzzlekit.battleship import Puzzle, Solution
from puzzlekit.core.errors import ParseError, PuzzleError
from puzzlekit.core.grid import Cell


def test_spaces_and_the_order_of_the_fleet_do_not_matter() -> None:
    puzzle = battleship.parse("fleet: 2x1  1x3\n...   2\n.~.  ? \n  1   ?  2 \n")
    assert str(puzzle) == "fleet: 1x3 2x1\n... 2\n.~. ?\n1 ? 2"
    assert battleship.parse_solution(puzzle, "o..  \n.~. ").rows == ("o..", ".~.")


BREAK = "\n"
LONG, CUT = "abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrst"  # a message shows the beginning of what is long

ROW = "expected cells, a space and the row's count or '?'"
COUNT = "expected a count, or '?' for a hidden count"
SHIPS = "expected ships that fit into 2 x 2 cells"
REFUSED = [
    ("...", "line 1: found '...', expected the fleet, such as 'fleet: 1x4 2x3' (number x length)"),
    ("fleet:", "line 1: found no ship, expected a fleet such as 'fleet: 1x4 2x3' (number x length)"),
    ("fleet: 1x0\n. 0\n0", "line 1, column 8: found '1x0', expected ships such as 2x3"),
    ("fleet: 2x1 1by3\n. 0\n0", "line 1, column 12: found '1by3', expected ships such as 2x3"),
    ("fleet: -1x1\n. 0\n0", "line 1, column 8: found '-1x1', expected ships such as 2x3"),
    ("fleet: 1x2 2x2\n.. 0\n0 0", "line 1, column 12: found length 2 twice, expected each length once"),
    ("fleet: 1x3\n.. 1\n.. 1\n1 1", f"line 1: found a ship of length 3, {SHIPS}"),
    ("fleet: 1x1", "line 2: found no rows, expected at least one row and the column counts below"),
    ("fleet: 1x1\n1 0", "line 2: found only one line after the fleet, expected rows, then the column counts"),
    ("fleet: 1x1\n..\n1 0", f"line 2: found no count, {ROW}"),
    ("fleet: 1x1\n.. 1 0\n1 0", f"line 2: found '1 0', {ROW}"),
    ("fleet: 1x1\n .. 1\n1 0", f"line 2: found a space, {ROW}"),
    ("fleet: 1x1\n.. 1\n\n.. 0\n1 0", "line 3: found an empty line, expected cells, a space and a count"),
    ("fleet: 1x1\n.. -1\n1 0", f"line 2, column 4: found '-1', {COUNT}"),
    ("fleet: 1x1\n.. 1_0\n1 0", f"line 2, column 4: found '1_0', {COUNT}"),
    ("fleet: 1x1\n.. 12345\n1 0", f"line 2, column 4: found '12345', {COUNT}"),
    ("fleet: 1x1\n.. 1\n1 x", f"line 3, column 3: found 'x', {COUNT}"),
    ("fleet: 1x1\n.. 1\n1", "line 3: found 1 column count, expected 2, separated by spaces"),
    ("fleet: 1x1\n.. 1\n... 0\n1 0", "line 3: found 3 cells, expected 2"),
    ("fleet: 1x1\n.X 1\n1 0", "line 2, column 2: found 'X', expected one of . ~ < > ^ v # o *"),
    (f"fleet: 1x1 {LONG}", f"line 1, column 12: found '{CUT}', expected ships such as 2x3"),
    ("fleet: 12345x1\n. 1\n1", "line 1, column 8: found '12345x1', expected ships such as 2x3"),
    ("fleet: 1x12345\n. 1\n1", "line 1, column 8: found '1x12345', expected ships such as 2x3"),
    (f"fleet: 1x1\n.. {LONG}\n1 0", f"line 2, column 4: found '{CUT}', {COUNT}"),
    (f"fleet: 1x1\n.. 1 {LONG}\n1 0", f"line 2: found '1 {CUT[:-2]}', {ROW}"),
    (LONG * 2, f"line 1: found '{(LONG * 2)[:40]}', expected the fleet, such as 'fleet: 1x4 2x3' (number x length)"),
    ("fleet: 1x1 1x3\n.. 1\n1 1", "line 1: found a ship of length 3, expected ships that fit into 1 x 2 cells"),
    (f"fleet: 1x1\n{'.' * 101} 1\n1", "line 2: found a grid of 1 x 101 cells, expected at most 100 x 100"),
    (f"fleet: 1x1{f'{BREAK}. 0' * 101}\n1", "line 2: found a grid of 101 x 1 cells, expected at most 100 x 100"),
]


def test_large_counts_and_grids_are_read() -> None:
    puzzle = battleship.parse("fleet: 9999x1\n. 9999\n9999")
    assert (puzzle.fleet, puzzle.row_counts, puzzle.column_counts) == (((1, 9999),), (9999,), (9999,))
    wide = battleship.parse(f"fleet: 1x100\n{'.' * 100} ?\n{'? ' * 100}")
    assert (wide.height, wide.width) == (1, 100)


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[message[:40] for _, message in REFUSED])
def test_what_has_no_meaning_is_refused_with_its_place(text: str, message: str) -> None:
    error = refusal(battleship.parse, text)
    assert str(error) == message
    assert f"line {error.line}" in message


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[message[:40] for _, message in REFUSED])
def test_lines_are_counted_from_the_top_of_the_text(text: str, message: str) -> None:
    below = re.sub(r"^line (\d+)", lambda found: f"line {int(found[1]) + 2}", message)
    with pytest.raises(ParseError, match=f"^{re.escape(below)}$"):
        battleship.parse(f"\n  \n{text}")


@pytest.mark.parametrize(("rows", "line"), [(1, 1), (2, 2), (4, 4), (6, 4)])
def test_a_wrong_number_of_rows_is_told_where_it_is_seen(rows: int, line: int) -> None:
    puzzle = battleship.parse("fleet: 1x1\n.. ?\n.. ?\n.. ?\n? ?")
    for above in (0, 3):
        with pytest.raises(ParseError, match=f"found {rows} rows?, expected 3") as caught:
            battleship.parse_solution(puzzle, "\n" * above + "\n".join(["~~"] * rows))
        assert caught.value.line == line + above


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("~~\n~~~\n~~", "line 2: found 3 cells, expected 2"),
        ("~~\n ~\n~~", "line 2, column 1: found ' ', expected one of . ~ < > ^ v # o *"),
        ("~~\n~1\n~~", "line 2, column 2: found '1', expected one of . ~ < > ^ v # o *"),
    ],
)
def test_what_is_no_board_is_refused(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=f"^{re.escape(message)}$"):
        battleship.parse_solution(battleship.parse("fleet: 1x1\n.. ?\n.. ?\n.. ?\n? ?"), text)


ROWS, UNTOLD, FLEET = ("..", ".."), (None, None), ((2, 1), (1, 1))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((), (), (), FLEET), "found (), expected a tuple with a string of symbols for each row"),
        ((("..", "."), UNTOLD, UNTOLD, FLEET), "row 2: found 1 cell, expected 2 as in row 1"),
        ((("..", ".x"), UNTOLD, UNTOLD, FLEET), "cell (2,2): found 'x', expected one of . ~ < > ^ v # o *"),
        ((ROWS, (None,), UNTOLD, FLEET), "found the row counts (None,), expected a tuple of 2"),
        ((ROWS, UNTOLD, (1, -1), FLEET), "column 2: found the count -1, expected a number, or None for a hidden count"),
        ((ROWS, UNTOLD, UNTOLD, ()), "found the fleet (), expected at least one pair (length, number of ships)"),
        (
            (ROWS, UNTOLD, UNTOLD, ((1, 1), (2, 1))),
            "found ships of the lengths [1, 2], expected each length once, the longest first",
        ),
        ((ROWS, UNTOLD, UNTOLD, ((3, 1),)), f"found a ship of length 3, {SHIPS}"),
    ],
)
def test_a_puzzle_that_python_makes_is_checked_as_well(arguments: tuple, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        Puzzle(*arguments)
    assert str(caught.value) == message


def test_a_solution_takes_cells_of_its_grid_only() -> None:
    puzzle = Puzzle(ROWS, UNTOLD, UNTOLD, FLEET)
    assert Solution.of(puzzle, {Cell(0, 1): "o"}).rows == (".o", "..")
    with pytest.raises(PuzzleError, match=re.escape("expected cells from Cell(0, 0) to Cell(1, 1)")):
        Solution.of(puzzle, {Cell(2, 0): "o"})
