"""Masyu, which has no package: its solutions against brute force, its generator, its pictures."""

import random
from functools import cache

import brute_masyu as brute
import pytest

from puzzlekit.core.errors import PuzzleError
from puzzlekit.course.conclusion import exercises, masyu

SHAPES = [(3, 3), (3, 4)]


@cache
def systems(rows: int, columns: int) -> list[brute.Drawn]:
    return list(brute.loop_systems(rows, columns))


def pictures(rows: int, columns: int, count: int) -> list[str]:
    rng = random.Random(rows * columns)
    return [
        "\n".join("".join(rng.choice("wb......") for _ in range(columns)) for _ in range(rows)) for _ in range(count)
    ]


@pytest.mark.parametrize("shape", SHAPES)
def test_all_solutions_are_those_of_brute_force(shape: tuple[int, int]) -> None:
    numbers = set()
    for text in pictures(*shape, 60):
        right = {one for one in systems(*shape) if brute.satisfies(text, one)}
        assert set(masyu.solutions(text)) == {one for one in right if brute.is_one_loop(one)}, text
        numbers.add(len(right))
    assert {0, 1, 2} <= numbers


def test_several_loops_at_once_are_those_of_brute_force() -> None:
    assert set(exercises.systems(3, 4)) == {frozenset(), *systems(3, 4)}
    for text in pictures(3, 4, 30):
        right = {one for one in (frozenset(), *systems(3, 4)) if brute.satisfies(text, one)}
        assert set(exercises.local(text)) == right, text


@pytest.mark.parametrize("seed", [1, 2])
def test_a_generated_puzzle_has_one_solution_and_no_pearl_to_spare(seed: int) -> None:
    text = masyu.generate(4, 5, seed=seed)
    assert masyu.shape(text) == (4, 5)
    assert masyu.generate(4, 5, seed=seed) == text
    assert masyu.solutions(text).count() == 1
    for place, symbol in enumerate(text):
        if symbol in "wb":
            assert masyu.solutions(text[:place] + "." + text[place + 1 :]).count() > 1


def test_pearls_of_a_loop_are_passed_as_they_must_be() -> None:
    for loop in systems(3, 4):
        if brute.is_one_loop(loop):
            text = masyu.picture_of(masyu.pearls_of(loop, 3, 4), 3, 4)
            assert brute.satisfies(text, loop)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("...\n..\n...", "line 2: found 2 symbols, expected 3"),
        ("...\n.o.\n...", "found 'o', expected 'w', 'b' or '.'"),
        ("...\n...", "2 x 3 cells, expected at least 3 on each side"),
        ("\n".join(["." * 8] * 8), "8 x 8 cells, expected at most 7"),
    ],
)
def test_what_is_no_puzzle_is_refused(text: str, told: str) -> None:
    with pytest.raises(PuzzleError, match=told):
        masyu.solutions(text)


def test_a_drawing_shows_each_pearl_and_each_edge() -> None:
    (loop,) = masyu.solutions("..b..\n.....\nw.w..\n.....")
    ax = masyu.draw("..b..\n.....\nw.w..\n.....", loop)
    assert len(ax.patches) == 3
    assert len(ax.lines) == len(loop)
    with pytest.raises(PuzzleError, match="pair of neighbouring cells"):
        masyu.draw("...\n...\n...", [((0, 0), (1, 1))])
