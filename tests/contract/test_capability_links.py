"""The contract of links: a puzzle survives its address, its file and its id, and so do entries where they travel."""

from contextlib import suppress
from types import ModuleType
from typing import Any

import pytest
from boards import adapter_of
from packages import each_file, each_room, each_tiny, name_of, solved

from puzzlekit.board import position_text
from puzzlekit.core.errors import PuzzleError

SITES = ("puzz.link", "pzprv3", "tatham")


@each_file("links")
def test_a_puzzle_survives_its_links(room: ModuleType, name: str, puzzle: Any) -> None:
    for site in SITES:
        with suppress(PuzzleError):  # no such puzzles there
            text = room.link(puzzle, site)
            assert room.parse(text) == puzzle


@each_room("links")
def test_there_are_links_of_tiny_puzzles(room: ModuleType) -> None:
    linked = 0
    for name in room.names():
        with suppress(PuzzleError):
            linked += bool(room.link(room.load(name)))
    assert linked or name_of(room) == "numberlink", "the text's puzzles forbid a path beside itself, as no site does"


@each_tiny("links")
def test_a_board_takes_a_link_with_its_entries(room: ModuleType, name: str, puzzle: Any) -> None:
    """A file of another puzzle brings its entries along; a board of the same puzzle is filled in."""
    game = adapter_of(room)
    for solution in solved(room, name)[:1]:
        with suppress(PuzzleError):
            text = room.link(puzzle, "pzprv3", solution=solution)
            entries = game.parse_solution(puzzle, text)
            assert room.violations(puzzle, entries, partial=True) == []
            for other in (True, False):
                found, state, _ = position_text.read_board(game, puzzle, text, entries=other)
                assert (found, game.read_solution(puzzle, state)) == (puzzle, entries)


@each_room("links")
def test_an_unknown_site_is_refused(room: ModuleType) -> None:
    with pytest.raises(PuzzleError, match=r"no site is named 'puzzle\.example'; expected one of puzz\.link"):
        room.link(room.load(room.names()[0]), "puzzle.example")
