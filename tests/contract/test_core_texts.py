"""The core's contract: values, files and texts."""

import random
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import FrozenInstanceError, fields
from functools import partial
from types import ModuleType
from typing import Any

import pytest
from packages import (
    each_file,
    each_room,
    each_tiny,
    first_peer,
    folder,
    loaded,
    name_of,
    proved,
    solved,
    tiny,
    tiny_names,
)

from puzzlekit.core.errors import ParseError, PuzzleError


@each_file()
def test_puzzles_and_solutions_are_values(room: ModuleType, name: str, puzzle: Any) -> None:
    values = [puzzle, *proved(room, name)[:1]]
    assert [type(value) for value in values] == [room.Puzzle, room.Solution][: len(values)]
    for value in values:
        assert len({value, type(value)(**{field.name: getattr(value, field.name) for field in fields(value)})}) == 1
        with pytest.raises(FrozenInstanceError):
            setattr(value, fields(value)[0].name, None)


@each_room()
def test_names_are_the_files_in_order(room: ModuleType) -> None:
    files = {path.name.removesuffix(".txt") for path in folder(room).glob("*.txt")}
    assert room.names() == sorted(name for name in files if not name.endswith(".answer"))
    assert {name.removesuffix(".answer") for name in files} == set(room.names()), "an answer without a puzzle"
    assert any(name.startswith("tiny_") for name in room.names())


@each_room()
@pytest.mark.parametrize("name", ["/etc/passwd", "../x", "a\0b", "", None])
def test_load_takes_only_names_of_puzzles(room: ModuleType, name: Any) -> None:
    with pytest.raises(PuzzleError, match=re.escape(f"no puzzle of {name_of(room)} is named {name!r}; expected")):
        room.load(name)


@each_room()
def test_every_file_has_a_source(room: ModuleType) -> None:
    told = (folder(room) / "SOURCES.md").read_text(encoding="utf-8")
    assert [name for name in room.names() if not re.search(rf"\b{name}\b", told)] == []


@each_file()
def test_a_puzzle_survives_its_picture(room: ModuleType, puzzle: Any) -> None:
    picture = str(puzzle)
    assert room.parse(picture) == puzzle
    assert [line for line in picture.split("\n") if line != line.rstrip()] == []
    assert room.parse("\ufeff" + picture.replace("\n", "\r\n") + "\r\n\r\n") == puzzle


@each_tiny()
def test_a_line_cut_short_is_refused_or_makes_no_difference(room: ModuleType, puzzle: Any) -> None:
    lines = str(puzzle).split("\n")
    for number, line in enumerate(lines if len(lines) > 1 else ()):
        with suppress(ParseError):
            assert room.parse("\n".join([*lines[:number], line[:-1], *lines[number + 1 :]])) == puzzle


@each_tiny()
def test_a_board_of_another_puzzle_is_refused_or_read_as_it_stands(room: ModuleType, puzzle: Any) -> None:
    for other in (other for other in room.names() if other.startswith("tiny_")):
        for board in solved(room, other)[:1]:
            with suppress(ParseError):
                assert str(room.parse_solution(puzzle, str(board))) == str(board)


@each_room()
def test_foreign_characters_are_refused_at_their_place(room: ModuleType) -> None:
    """All in the first tiny file: the rest of a room's reader does not see them."""
    lines = str(tiny(room)[0]).split("\n")
    for sign in ["\0", "\t", "\v", "\u2028", "\uff11", "²"]:
        with pytest.raises(ParseError) as caught:
            room.parse("\n".join([*lines[:-1], lines[-1] + sign]))
        assert (caught.value.line, caught.value.column) == (len(lines), len(lines[-1]) + 1), sign


@each_tiny()
def test_a_wrong_symbol_is_refused_at_its_place(room: ModuleType, name: str, puzzle: Any) -> None:
    """In its line, and if a column is told, then where its word or number begins; the first line says what follows."""
    texts = [(str(puzzle), room.parse)]
    texts += [(str(board), lambda text: room.parse_solution(puzzle, text)) for board in solved(room, name)[:1]]
    for text, read in texts:
        lines = text.split("\n")
        for i, j in [(i, j) for i, line in enumerate(lines) for j, sign in enumerate(line) if sign != " "]:
            wrong = f"{lines[i][:j]}@{lines[i][j + 1 :]}"
            with pytest.raises(ParseError) as caught:
                read("\n".join([*lines[:i], wrong, *lines[i + 1 :]]))
            line, column = caught.value.line, caught.value.column
            assert line == i + 1 or (i == 0 and line), (line, i + 1)
            assert column is None or (0 < column <= j + 1 and " " not in wrong[column - 1 : j + 1]), (column, j + 1)


IDS = {  # what Simon Tatham's programs wrote of boards or boxes that are not square, and how the picture begins
    "sudoku": ("2x3:f4_2a5c6_3f3_1c1a5_3f", "boxes: 2x3\n......\n42.5..\n"),
    "hashi": ("7x5m2:b1c33c1p3c2a3", "..1...3\n3...1..\n"),
    "slitherlink": ("5x3t0:a2a3120d3a2a", ".2.31\n20...\n"),
}


@each_room()
def test_an_id_of_a_board_that_is_not_square_is_read_the_right_way_round(room: ModuleType) -> None:
    with pytest.raises(ParseError) as caught:
        room.parse("3x2#1")
    if not re.search(r"\bids?\b", f"{room.parse.__doc__} {caught.value}"):
        pytest.skip("this room reads no ids")
    text, begins = IDS[name_of(room)]
    puzzle = room.parse(text)
    assert str(puzzle).startswith(begins)
    assert len(first_peer(room, puzzle)) == 1


ODD = "\0\t\v\r\n\x1c\x85\u2028\u0662\uff12²\ud800\ufeff\U0001f600"


def changed(text: str, rng: random.Random) -> str:
    """A text with other signs in a few places, most of them its own; or random signs."""
    signs = f"{text} 0123456789abzABZ_:#x?+-{ODD}"
    if rng.random() < 0.1:
        return "".join(rng.choices(signs, k=rng.choice((1, 5, 20, 300))))
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        start = rng.randrange(len(text))
        text = text[:start] + rng.choice(rng.choice((text, text, signs))) + text[start + rng.choice((0, 1, 1, 1, 2)) :]
    return text


def attempt(read: Callable[[str], Any], text: str) -> Any:
    try:
        return read(text)
    except ParseError as error:
        return error


@each_room()
@pytest.mark.parametrize("count", [1000, pytest.param(50_000, marks=pytest.mark.slow)])
def test_any_text_is_read_or_refused_in_a_sentence(room: ModuleType, count: int) -> None:
    """Texts of tiny puzzles and of their boards, changed; what is read survives its own picture."""
    rng, outcomes = random.Random(count), Counter[bool]()
    texts = [(str(puzzle), room.parse) for puzzle in tiny(room)]
    texts += [(IDS[name_of(room)][0], room.parse)] if name_of(room) in IDS else []
    for name in tiny_names(room):
        read = partial(room.parse_solution, loaded(room, name))
        texts += [(str(board), read) for board in solved(room, name)[:1]]
    for text, read in rng.choices(texts, k=count):
        found = attempt(read, changed(text, rng))
        refused = isinstance(found, ParseError)
        outcomes[refused] += 1
        if refused:
            assert "expected" in (told := str(found))
            assert told.isprintable()
            assert len(told) < 300
        else:
            assert read(str(found)) == read(f"{found}\r\n\n") == found
    assert min(outcomes[True], outcomes[False]) > count / 50, outcomes


@each_room()
@pytest.mark.parametrize("text", [None, b"1", 1, "", " \n", "." * 1_000_001], ids=lambda text: str(text)[:5])
def test_what_is_no_text_is_refused(room: ModuleType, text: Any) -> None:
    puzzle = room.load(room.names()[0])
    for read in (room.parse, lambda text: room.parse_solution(puzzle, text)):
        with pytest.raises(ParseError):
            read(text)
