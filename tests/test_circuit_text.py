"""Circuit boards as text: pictures that survive, and what is refused, with its place."""

import pytest
from refused import refusal

from puzzlekit.circuit import parse, parse_solution
from puzzlekit.core.grid import Edge, Point

ODD = "expected an odd number"
SIGN = "expected a point 'o' or '#'"
WIDE, HIGH = ".".join("o" * 101), "\n.\n".join("o" * 101)
SIDE = "expected at most 100 x 100"

REFUSED = [
    ("o-o\n...", f"line 2: found 2 lines, {ODD}: every other line has points"),
    ("o-o-", f"line 1: found 4 symbols in the longest line, {ODD}: points at every other place"),
    ("o.o\n...\no.o-", f"line 3: found 4 symbols in the longest line, {ODD}: points at every other place"),
    (WIDE, f"found 1 x 101 points, {SIDE}"),
    (HIGH, f"found 101 x 1 points, {SIDE}"),
    ("o.x", f"line 1, column 3: found 'x', {SIGN}"),
    ("o.o.o\n.....\no.-.o", f"line 3, column 3: found '-', {SIGN}"),
    ("\n \no.o\n...\n..o", f"line 5, column 1: found '.', {SIGN}"),
    ("s.o.s", "line 1, column 5: found a second 's', expected only one"),
    ("o.t\n...\ns.t", "line 3, column 3: found a second 't', expected only one"),
    ("t.s\n...\no.s\n...\no.s", "line 3, column 3: found a second 's', expected only one"),
    ("o.s", "line 1, column 3: found 's' without 't', expected both or neither"),
    ("\no.o\n...\nt.o\n...\no.o", "line 4, column 1: found 't' without 's', expected both or neither"),
    ("o|o", "line 1, column 2: found '|', expected '-' or '.'"),
    ("o.o.o\n.....\no.o|o", "line 3, column 4: found '|', expected '-' or '.'"),
    ("o.o\n-..\no.o", "line 2, column 1: found '-', expected '|' or '.'"),
    ("o.o\n..o\no.o", "line 2, column 3: found 'o', expected '|' or '.'"),
    ("o.o\n.-.\no.o", "line 2, column 2: found '-', expected '.'"),
    ("o.o\n.|.\no.o", "line 2, column 2: found '|', expected '.'"),
    ("o-#", "line 1, column 2: found '-', expected no edge here: point (1,2) is blacked out"),
    ("o.o\n...\n#-o", "line 3, column 2: found '-', expected no edge here: point (2,1) is blacked out"),
    ("o.o\n..|\no.#", "line 2, column 3: found '|', expected no edge here: point (2,2) is blacked out"),
    ("o.#\n..|\no.o", "line 2, column 3: found '|', expected no edge here: point (1,2) is blacked out"),
    ("#.#", "found every point blacked out, expected at least one open point"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[message[:40] for _, message in REFUSED])
def test_what_has_no_meaning_is_refused_with_its_place(text: str, message: str) -> None:
    assert str(refusal(parse, text)) == message


def test_the_largest_boards_are_taken() -> None:
    assert (parse(WIDE[:-2]).columns, parse(HIGH[:-4]).rows) == (100, 100)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("s.o.t", "found 1 x 3 points, expected 2 x 3 as in the puzzle"),
        ("s\n.\nt", "found 2 x 1 points, expected 2 x 3 as in the puzzle"),
        ("s.o.t\n.....\no.o.o", "line 1, column 3: found 'o', expected 't' as in the puzzle"),
        ("s.t.o\n.....\no.o.o", "line 3, column 3: found 'o', expected '#' as in the puzzle"),
        ("\n\nt.s.o\n.....\no.#.o", "line 3, column 1: found 't', expected 's' as in the puzzle"),
        ("s.t.o\n.....\n#.o.o", "line 3, column 1: found '#', expected 'o' as in the puzzle"),
    ],
)
def test_another_board_is_refused_where_it_begins_to_differ(text: str, message: str) -> None:
    assert str(refusal(parse_solution, parse("s.t.o\n.....\no.#.o"), text)) == message


def test_blanks_stand_for_empty_places_and_lines_may_end_early() -> None:
    for picture in ("o-o.#\n..|..\ns.o.t", "#.s\n...\no-t"):
        puzzle = parse(picture)
        for text in (str(puzzle).replace(".", " "), "\n" + str(puzzle).replace("\n", " \n").replace(".", " ")):
            assert parse(text) == puzzle
            assert parse_solution(puzzle, text).drawn == puzzle.given


def test_a_picture_is_read_as_it_stands() -> None:
    puzzle = parse("s-o.#\n..|..\n#.t.o")
    assert (puzzle.rows, puzzle.columns, puzzle.endpoints) == (2, 3, (Point(0, 0), Point(1, 1)))
    assert puzzle.blocked == {Point(0, 2), Point(1, 0)}
    assert puzzle.given == {Edge(Point(0, 0), Point(0, 1)), Edge(Point(0, 1), Point(1, 1))}
