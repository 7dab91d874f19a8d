"""The puzzles that the site offers: each has one solution, and is what its seed makes, of the level that is claimed."""

import random
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import graded
import pytest

EACH = pytest.mark.parametrize("room", graded.SIZES)


@EACH
def test_every_size_has_as_many_puzzles_of_each_level_and_a_type_a_hundred(room: str) -> None:
    """No puzzle is harder than one of the next level."""
    for size in graded.SIZES[room]:
        own = [[one for one in graded.read(room) if (one.size, one.level) == (size, level)] for level in graded.LEVELS]
        assert len({*map(len, own)}) == 1
        assert len({one.line for level in own for one in level}) == 3 * len(own[0])
        assert len(own[0]) * len(graded.SIZES[room]) >= 100
        assert all(max(a.rating for a in one) <= min(b.rating for b in other) for one, other in pairwise(own))


@EACH
@pytest.mark.once
def test_a_puzzle_is_what_its_seed_makes_and_of_its_level(room: str) -> None:
    package, size = import_module(f"puzzlekit.{room}"), next(iter(graded.SIZES[room]))
    for level in graded.LEVELS:
        one = random.Random(level).choice([p for p in graded.read(room) if (p.size, p.level) == (size, level)])
        puzzle = package.parse(one.text)
        assert puzzle == graded.made(room, one.size, one.seed)
        assert len(package.solutions(puzzle, 2)) == 1
        assert graded.rated(room, one.size, one.seed) == one._replace(level="")
        assert level != "easy" or graded.needs_rules_only(room, puzzle)


@EACH
@pytest.mark.full
def test_every_puzzle_has_one_solution(room: str) -> None:
    package = import_module(f"puzzlekit.{room}")
    assert [one for one in graded.read(room) if not package.is_unique(package.parse(one.text))] == []


def test_puzzles_are_made_graded_and_read_again(tmp_path: Path) -> None:
    made = [*graded.graded("numberlink", "5 x 5", 2, jobs=1)]
    assert [one.level for one in made] == [level for level in graded.LEVELS for _ in range(2)]
    graded.write("numberlink", made, tmp_path)
    assert graded.read("numberlink", tmp_path) == made
