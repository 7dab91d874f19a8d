"""Hashi as text: pictures, benchmark files, Tatham's ids, lattices, and what is refused."""

import pytest
from refused import refusal

from puzzlekit import hashi
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Edge, Point
from puzzlekit.hashi import Puzzle, Solution

HAS = "2 3 3\n 2  0  3 \n 0  0  1 \n"


def test_a_picture() -> None:
    puzzle = hashi.parse("2.3\n..1")
    assert puzzle == Puzzle.of(2, 3, {Point(0, 0): 2, Point(0, 2): 3, Point(1, 2): 1})
    assert puzzle.bridges == (Edge(Point(0, 0), Point(0, 2)), Edge(Point(0, 2), Point(1, 2)))
    assert hashi.parse(HAS) == puzzle


@pytest.mark.parametrize("number", range(1, 9))
def test_every_number_is_read_in_every_kind_of_text(number: int) -> None:
    puzzle = Puzzle.of(1, 3, {Point(0, 0): number, Point(0, 2): 1})
    for text in (f"{number}.1", f"1 3 2\n{number} 0 1", f"3x1m2:{number}a1"):
        assert hashi.parse(text) == puzzle


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2.3\n..", "line 2: found 2 symbols, expected 3"),
        ("2.9", "line 1, column 3: found '9', expected 1 to 8, or '.' for no island"),
        ("2.0", "line 1, column 3: found '0', expected 1 to 8, or '.' for no island"),
        ("...", "line 1: found 0 islands, expected 1 to 1000"),
        ("1" * 101, "line 1: found 1 row and 101 columns, expected 1 to 100 of each"),
        ("2 3", "line 1: found '2 3', expected the numbers of rows, columns and islands"),
        ("2 3 3\n2 0 3", "line 1: found 1 row, expected 2"),
        ("1 3 2\n2 0", "line 2: found 2 numbers, expected 3"),
        ("1 3 3\n2 0 2", "line 1: found 2 islands, expected 3 as the first line says"),
        ("1 3 2\n2 0 9", "line 2, column 5: found '9', expected 1 to 8, or 0 for no island"),
        ("1 3 2\n2 00 2", "line 2, column 3: found '00', expected 1 to 8, or 0 for no island"),
        ("9999 9999 1", "line 1: found 9999 rows and 9999 columns, expected 1 to 100 of each"),
        ("3x3m2#123", "line 1: found a random seed ('#'), expected the id of a puzzle, such as '7x7m2:3b4'"),
        ("3x1m3:1a1", "line 1, column 4: found 'm3', expected 'm2': here at most two bridges join two islands"),
        (
            "3x1m2L:1a1",
            "line 1, column 6: found 'L', a variant without loops; expected a puzzle without 'L', such as '7x7m2'",
        ),
        ("3y1m2:1a1", "line 1: found '3y1m2', expected columns x rows and m2, such as '7x7m2'"),
        ("3x1m2:1a", "line 1: found 2 places, expected 3"),
        ("3x1m2:1a11", "line 1, column 10: found more than 3 places, expected 3"),
        ("3x1m2:1aA", "line 1, column 9: found 'A', expected a letter a to z or 1 to 8"),
        ("3x1m2:1a1\n", ""),
        ("3x1m2:1a1\n1.1", "line 2: found a second line, expected only one id"),
        (f"{'9' * 50}:1", f"line 1: found '{'9' * 40}', expected columns x rows and m2, such as '7x7m2'"),
        ("1 " * 25, f"line 1: found '{'1 ' * 20}', expected the numbers of rows, columns and islands"),
        (f"1 1 1\n{'9' * 30}", f"line 2, column 1: found '{'9' * 20}', expected 1 to 8, or 0 for no island"),
        ("\n".join(["1" * 100] * 11), "line 1: found 1100 islands, expected 1 to 1000"),
        ("0x3m2:", "line 1: found 3 rows and 0 columns, expected 1 to 100 of each"),
        ("3x0m2:", "line 1: found 0 rows and 3 columns, expected 1 to 100 of each"),
        ("1\n" * 101, "line 1: found 101 rows and 1 column, expected 1 to 100 of each"),
    ],
)
def test_what_is_refused_and_why(text: str, message: str) -> None:
    if not message:
        assert str(hashi.parse(text)) == "1.1"
        return
    assert str(refusal(hashi.parse, text)) == message


def test_an_id_of_one_side_is_of_a_square() -> None:
    assert str(hashi.parse("2m2:2a2a")) == "2.\n2."


@pytest.mark.parametrize("picture", ["1", "\n".join(["1" * 100] * 10), "\n".join(["1", *"." * 99]), "1" + "." * 99])
def test_the_smallest_and_the_largest_boards_are_taken(picture: str) -> None:
    puzzle = hashi.parse(picture)
    assert str(puzzle) == picture
    assert len(puzzle.islands) == picture.count("1")


@pytest.mark.parametrize(
    ("puzzle", "text", "message"),
    [
        ("1.1", "1---1\n.", "line 2: found 2 lines, expected 1"),
        ("1.1", "1---1-", "line 1, column 6: found 6 symbols, expected 5"),
        ("1\n.\n1", "1\n|\n|\n|\n1\n.", "line 6: found 6 lines, expected 5"),
        ("1\n.\n1", "1\n|\n|.", "line 3, column 2: found 2 symbols, expected 1"),
    ],
)
def test_a_lattice_is_as_large_as_its_board(puzzle: str, text: str, message: str) -> None:
    assert str(refusal(hashi.parse_solution, hashi.parse(puzzle), text)) == message


def test_a_lattice() -> None:
    puzzle = hashi.parse("2.2\n...\n2.2")
    ring = dict.fromkeys(puzzle.bridges, 1)
    assert str(Solution.of(puzzle, ring)) == "2---2\n|...|\n|...|\n|...|\n2---2"
    assert hashi.parse_solution(puzzle, "2---2\n|...|\n|...|\n|...|\n2---2") == Solution.of(puzzle, ring)
    assert hashi.parse_solution(puzzle, "2===2\n\n.\n.\n2...2").drawn == {Edge(Point(0, 0), Point(0, 2)): 2}
    assert hashi.parse_solution(hashi.parse("3.3"), "3###3").drawn == {Edge(Point(0, 0), Point(0, 2)): 3}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3---2", "line 1, column 1: found '3', expected '2'"),
        ("2-=-2", "line 1, column 3: found '=', expected '-'"),
        ("2...2-", "line 1, column 6: found 6 symbols, expected 5"),
        ("2...2\n.|...", "line 2, column 2: found '|', expected '.' after the bridges read so far"),
        ("2...2\n.....\n.....\n.....\n2...2\n.", "line 6: found 6 lines, expected 5"),
    ],
)
def test_what_is_refused_in_a_lattice(text: str, message: str) -> None:
    assert str(refusal(hashi.parse_solution, hashi.parse("2.2\n...\n2.2"), text)) == message


@pytest.mark.parametrize(
    ("islands", "message"),
    [
        (((Point(0, 0), 1), (Point(0, 0), 1)), "found islands out of order or two at one point"),
        (((Point(0, 5), 1),), r"found an island at point \(1,6\), expected a 2 x 3 grid"),
        (((Point(0, 0), 9),), r"point \(1,1\): found 9, expected 1 to 8"),
        ((), "found 0 islands, expected 1 to 1000"),
    ],
)
def test_islands_that_have_no_meaning(islands: tuple, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        Puzzle(2, 3, islands)
