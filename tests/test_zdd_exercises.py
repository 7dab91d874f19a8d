"""The checks of chapter 11's exercises: right answers of several styles, and wrong ones that hear why."""

import re
from collections.abc import Callable
from typing import Any

import brute_slitherlink
import pytest
from test_clue_sets import board

from puzzlekit import slitherlink, zdd
from puzzlekit.course.zdd import exercises
from puzzlekit.slitherlink import ValidClueSets
from puzzlekit.slitherlink import exercises as loops
from puzzlekit.zdd import Family

READ = [set("ab"), set("acd"), set("bd"), set("cd"), set("c")]


def apart(length: int) -> Family:
    return zdd.search(range(length), 0, lambda last, _, taken: None if last and taken else int(taken))


def by_operations(length: int) -> Family:
    items = range(length)
    every = zdd.search(items, 0, lambda state, *_: state)
    return every.nonsupersets(Family.of([{place, place + 1} for place in items[:-1]], items))


def far_sighted(length: int) -> Family:
    """Every set so far is a state: wasteful, and right."""

    def step(sofar: tuple, index: int, taken: bool) -> tuple | None:
        return None if taken and index - 1 in sofar else sofar + (index,) * taken

    return zdd.search(range(length), (), step)


def not_three(length: int) -> Family:
    return zdd.search(range(length), 0, lambda run, _, taken: None if run == 2 and taken else (run + 1) * taken)


def one_at_most(length: int) -> Family:
    return zdd.search(range(length), 0, lambda number, _, taken: None if number and taken else number + taken)


def some(length: int) -> Family:
    return apart(length) - Family.of([[]], range(length))


def restricted(found: ValidClueSets) -> Family:
    return found.family.restrict(lacking=[cell for cell, number in found.puzzle.clues if not number])


def one_zero_less(found: ValidClueSets) -> Family:
    return found.family.restrict(lacking=[cell for cell, number in found.puzzle.clues if not number][:1])


def listed(found: ValidClueSets) -> Family:
    kept = [one for one in found.family if all(found.puzzle.number[cell] for cell in one)]
    return Family.of(kept, found.family.items)


def asked_again(found: ValidClueSets) -> Family:
    """Another order of items, and fewer of them."""
    cells = [cell for cell, number in found.puzzle.clues if number]
    whole = slitherlink.Solution.of(found.puzzle, slitherlink.ENGINES["cadical"](found.puzzle).solutions[0].drawn)
    return slitherlink.valid_clue_sets(whole, cells).family


def thrown_out(found: ValidClueSets) -> Family:
    """The zeros are taken out of each set, although they may have been needed."""
    number = found.puzzle.number
    return Family.of([[c for c in one if number[c]] for one in found.family], found.family.items)


CASES: list[tuple[Callable, Any, str]] = [
    (exercises.check_read, READ, "Right"),
    (exercises.check_read, {frozenset(one) for one in READ}, "Right"),
    (exercises.check_read, ["ab", "adc", ("b", "d"), "dc", "c"], "Right"),
    (exercises.check_read, exercises.READ, "Right"),
    (exercises.check_read, ..., "not attempted"),
    (exercises.check_read, [...], "not attempted"),
    (exercises.check_read, None, "expected a list of sets"),
    (exercises.check_read, 5, "expected a list of sets"),
    (exercises.check_read, [1, 2], "expected sets of a, b, c, d only"),
    (exercises.check_read, [0], "expected sets of a, b, c, d only"),
    (exercises.check_read, [{"e"}], "expected sets of a, b, c, d only"),
    (exercises.check_read, [["x"], "ab", ["y"]], "found ['x'], expected sets"),
    (exercises.check_read, READ[:3], "3 sets found; there are more"),
    (exercises.check_read, [*READ, set()], "{} is no set of this family"),
    (exercises.check_read, [*READ[1:], {"a"}], "{a} is no set of this family"),
    (exercises.check_apart, apart, "Right"),
    (exercises.check_apart, by_operations, "Right"),
    (exercises.check_apart, far_sighted, "Right"),
    (exercises.check_apart, lambda length: ..., "not attempted"),
    (exercises.check_apart, lambda length: None, "is a return"),
    (exercises.check_apart, lambda length: 5, "expected a family"),
    (exercises.check_apart, apart(3), "expected a function of length"),
    (exercises.check_apart, lambda length: apart(4), "expected a family over range(1)"),
    (exercises.check_apart, not_three, "with two neighbours"),
    (exercises.check_apart, one_at_most, "your family lacks {"),
    (exercises.check_apart, some, "lacks the empty set"),
    (exercises.check_apart, lambda length: zdd.search(range(length), 0, lambda *_: False), "found the state False"),
    (loops.check_without_zeros, restricted, "Right"),
    (loops.check_without_zeros, listed, "Right"),
    (loops.check_without_zeros, asked_again, "Right"),
    (loops.check_without_zeros, one_zero_less, "a set that uses a 0"),
    (loops.check_without_zeros, lambda found: ..., "not attempted"),
    (loops.check_without_zeros, lambda found: None, "is a return"),
    (loops.check_without_zeros, lambda found: found.count(), "expected a family"),
    (loops.check_without_zeros, lambda found: found.family, "a set that uses a 0"),
    (loops.check_without_zeros, lambda found: found.minimal(), "a set that uses a 0"),
    (loops.check_without_zeros, lambda found: restricted(found).minimal(), "your family has"),
    (loops.check_without_zeros, thrown_out, "a set that is not good"),
    (loops.check_hopeless, ["##.", ".#.", ".##"], "Right"),
    (loops.check_hopeless, ..., "not attempted"),
    (loops.check_hopeless, [...], "not attempted"),
    (loops.check_hopeless, None, "expected rows of"),
    (loops.check_hopeless, 3, "expected rows of"),
    (loops.check_hopeless, ["##.", ".##"], "found 2 x 3 cells, expected 3 x 3"),
    (loops.check_hopeless, ["#..", "...", "..#"], "found 2 loops among the edges drawn, expected one loop"),
    (loops.check_hopeless, ["##.", "##.", "..."], "make it the only loop, the smallest with"),
    (loops.check_hopeless, ["#x.", "...", "..."], "Not yet: line 1, column 2: found 'x', expected '#' or '.'\n"),
    (loops.check_hopeless, slitherlink.Solution.of(slitherlink.parse("...\n...\n..."), ()), "found nothing drawn"),
]


@pytest.mark.parametrize(("check", "attempt", "told"), CASES)
def test_attempts_are_answered(check: Callable, attempt: Any, told: str, capsys: pytest.CaptureFixture) -> None:
    check(attempt)
    out = capsys.readouterr().out
    assert told in out
    assert told not in ("Right",) or out == "Right.\n"


def one_less(length: int) -> Family:
    """Without the set of the last place alone."""
    return apart(length) - Family.of([[length - 1]], range(length))


@pytest.mark.parametrize("length", range(1, 5))
def test_what_is_wrong_on_short_rows_of_one_length_alone_is_found(length: int, capsys: pytest.CaptureFixture) -> None:
    """Be it a set too many or one too few: each length up to four is asked."""

    def all_sets(places: int) -> Family:
        return zdd.search(range(places), 0, lambda state, *_: state)

    for wrong in (all_sets, one_less) if length > 1 else (one_less,):  # one place alone has no neighbour
        exercises.check_apart(lambda places, wrong=wrong: wrong(places) if places == length else apart(places))
        assert f"on a row of {length} place" in capsys.readouterr().out


@pytest.mark.parametrize("odd", [False, True])
def test_what_is_wrong_on_longer_rows_of_odd_or_of_even_length_is_found(
    odd: bool, capsys: pytest.CaptureFixture
) -> None:
    """Such as what depends on a place in the middle."""
    exercises.check_apart(lambda length: one_less(length) if length > 4 and length % 2 == odd else apart(length))
    (length,) = re.findall(r"on a row of (\d+) places your family lacks", capsys.readouterr().out)
    assert int(length) % 2 == odd


def hopeless() -> list[frozenset]:
    """The loops of 3 x 3 cells that share all their numbers with another one."""
    number: dict[tuple, list] = {}
    for loop in brute_slitherlink.loops(3, 3):
        key = tuple(len(loop & {*brute_slitherlink.sides((i, j))}) for i in range(3) for j in range(3))
        number.setdefault(key, []).append(loop)
    return [loop for alike in number.values() for loop in alike if len(alike) > 1]


def test_hopeless_loops_are_right(capsys: pytest.CaptureFixture) -> None:
    """As a drawing, and on a board."""
    found = [board(3, 3, loop) for loop in hopeless()]
    assert found
    shown = slitherlink.board(found[0].puzzle)
    shown.solution = found[0]
    for attempt in (*found, shown):
        loops.check_hopeless(attempt)
        assert capsys.readouterr().out == "Right.\n"
