"""The checks of chapter 11's exercises: right answers of several styles, and wrong ones that hear why."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, islice
from typing import Any

import brute_slitherlink
import networkx as nx
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


def all_sets(length: int) -> Family:
    return zdd.search(range(length), 0, lambda state, *_: state)


def by_operations(length: int) -> Family:
    items = range(length)
    return all_sets(length).nonsupersets(Family.of([{place, place + 1} for place in items[:-1]], items))


def not_three(length: int) -> Family:
    return zdd.search(range(length), 0, lambda run, _, taken: None if run == 2 and taken else (run + 1) * taken)


def one_at_most(length: int) -> Family:
    return zdd.search(range(length), 0, lambda number, _, taken: None if number and taken else number + taken)


def some(length: int) -> Family:
    return apart(length) - Family.of([[]], range(length))


def restricted(found: ValidClueSets, zeros: int | None = None) -> Family:
    return found.family.restrict(lacking=[cell for cell, number in found.puzzle.clues if not number][:zeros])


def asked_again(found: ValidClueSets) -> Family:
    """Another order of items, and fewer of them."""
    cells = [cell for cell, number in found.puzzle.clues if number]
    whole = slitherlink.Solution.of(found.puzzle, slitherlink.ENGINES["cadical"](found.puzzle).solutions[0].drawn)
    return slitherlink.valid_clue_sets(whole, cells).family


def thrown_out(found: ValidClueSets) -> Family:
    """The zeros are taken out of each set, although they may have been needed."""
    return Family.of([[c for c in one if found.puzzle.number[c]] for one in found.family], found.family.items)


def by_mates(order: Sequence[tuple], decide: Callable) -> Family:
    """The search of chapter 11: its rule for one edge gets a dict of mates."""
    ahead = [set().union(*order[i + 1 :]) for i in range(len(order))]

    def step(state: frozenset, i: int, taken: bool) -> Any:
        m = decide(dict(state), order[i], taken, ahead[i])
        return m if m is None or m is zdd.DONE else frozenset((v, m[v]) for v in ahead[i])

    return zdd.search(order, frozenset((v, v) for edge in order for v in edge), step)


def joined(m: dict, u: Any, v: Any) -> dict | None:
    if None in (m[u], m[v]) or m[u] == v:
        return None
    return m | {u: None, v: None} | {m[u]: m[v], m[v]: m[u]}


def joined_at(number: int) -> Callable:
    """A wrong one: of the two ends of an edge, the other may have two edges already."""

    def join(m: dict, *e: Any) -> dict | None:
        return None if m[e[number]] is None else m | dict.fromkeys(e) | {m[e[0]]: m[e[1]], m[e[1]]: m[e[0]]}

    return join


def touring(closes: Callable = all, leaves: tuple = (None,), join: Callable = joined, leaving: int = 2) -> Callable:
    """A rule for tours; wrong ones do not look at all other vertices when the cycle closes, or let some leave, or look
    at one alone of two that leave."""

    def decide(m: dict, e: tuple, taken: bool, ahead: set) -> Any:
        u, v = e
        if taken and m[u] == v:
            return zdd.DONE if closes(m[w] is None or w in e for w in m) else None
        own, gone = join(m, u, v) if taken else m, [w for w in e if w not in ahead][-leaving:]
        if own is None or any(own[w] not in leaves and (own[w] != w or "self" not in leaves) for w in gone):
            return None
        return own

    return lambda order: by_mates(order, decide)


tours = touring()


def two_rings(order: Sequence[tuple]) -> Family:
    """Every vertex has two edges, and that is not enough."""
    sets = combinations(order, len(set().union(*order))) if len(order) < 20 else tours(order)
    return Family.of((one for one in sets if set(Counter(v for e in one for v in e).values()) == {2}), order)


ROWS = [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((2, 0), (2, 1)), ((2, 1), (2, 2))]
MIDDLE = ((1, 0), (1, 1))
DOWN = [((0, 0), (1, 0)), ((1, 0), (2, 0)), ((0, 2), (1, 2)), ((1, 2), (2, 2))]
RING = [((1, 0), (1, 1)), ((1, 0), (0, 0)), ((0, 0), (0, 1)), ((0, 1), (1, 1))]
STAR = [((1, 1), one) for one in ((0, 1), (1, 0), (1, 2))]
LOOSE = [((0, 0), (1, 0)), ((0, 2), (1, 2)), ((2, 0), (2, 1)), ((2, 1), (2, 2))]

CASES: list[tuple[Callable, Any, str]] = [
    (exercises.check_read, READ, "Right"),
    (exercises.check_read, ["ab", "adc", ("b", "d"), "dc", "c"], "Right"),
    (exercises.check_read, exercises.READ, "Right"),
    (exercises.check_read, [...], "not attempted"),
    (exercises.check_read, None, "expected a list of sets"),
    (exercises.check_read, [1, 2], "expected only sets of the items a, b, c, d"),
    (exercises.check_read, [["x"], "ab", ["y"]], "found ['x'], expected only sets"),
    (exercises.check_read, READ[:3], "found 3 sets, but sets are missing"),
    (exercises.check_read, [*READ, set()], "{} is not in this family"),
    (exercises.check_read, [*READ[1:], {"a"}], "{a} is not in this family"),
    (exercises.check_apart, apart, "Right"),
    (exercises.check_apart, by_operations, "Right"),
    (exercises.check_apart, lambda length: 5, "expected a family"),
    (exercises.check_apart, lambda length: apart(4), "expected a family over range(1)"),
    (exercises.check_apart, not_three, "contains two neighbours"),
    (exercises.check_apart, one_at_most, "your family lacks {"),
    (exercises.check_apart, some, "lacks the empty set"),
    (exercises.check_apart, lambda length: zdd.search(range(length), 0, lambda *_: False), "found the state False"),
    (exercises.check_tours, tours, "Right"),
    (exercises.check_tours, lambda order: apart(4), "a family whose items are the edges of the order"),
    (exercises.check_tours, lambda order: by_mates(order, lambda m, e, taken, ahead: ...), "your code stopped with"),
    (exercises.check_tours, lambda order: Family.of([], order), "lacks a tour: it has only 0 sets, expected 1"),
    (exercises.check_tours, lambda order: zdd.cycles(nx.Graph(order), order), "a cycle that passes 6 of 9 vertices"),
    (exercises.check_tours, touring(closes=lambda _: True), "a cycle that passes"),
    (exercises.check_tours, touring(leaves=(None, "self")), "which is not one cycle"),
    (exercises.check_tours, touring(join=joined_at(0)), "on five vertices, each joined to each, your family"),
    (exercises.check_tours, touring(join=joined_at(1)), "which is not one cycle"),
    (exercises.check_tours, touring(leaving=1), "on five vertices, each joined to each, your family"),
    (exercises.check_tours, two_rings, "which is not one cycle"),
    (exercises.check_tours, lambda order: Family.of(list(tours(order))[:2], order), "it has only 2 sets, expected 6"),
    (exercises.check_stray, [*ROWS, MIDDLE], "Right"),
    (exercises.check_stray, {frozenset(one) for one in [*ROWS, MIDDLE]}, "Right"),
    (exercises.check_stray, frozenset([*ROWS, MIDDLE[::-1]]), "Right"),
    (exercises.check_stray, LOOSE, "Right"),
    (exercises.check_stray, [...], "not attempted"),
    (exercises.check_stray, None, "found nothing (None), expected edges of 3 x 3 vertices"),
    (exercises.check_stray, 5, "found 5, expected edges"),
    (exercises.check_stray, "AB", "found 'A', expected edges"),
    (exercises.check_stray, [[[0, 0], [0, 1]]], "expected edges of 3 x 3 vertices"),
    (exercises.check_stray, [((0, 0), (1, 1))], "found ((0, 0), (1, 1)), expected edges"),
    (exercises.check_stray, MIDDLE, "found (1, 0), expected edges"),
    (exercises.check_stray, [], "the end (0, 0) has 0 edges, but the search still demands exactly one"),
    (exercises.check_stray, ROWS, "this is a solution"),
    (exercises.check_stray, [*ROWS, *DOWN[:1]], "the end (0, 0) has 2 edges"),
    (exercises.check_stray, DOWN, "a path joins (0, 0) and (2, 0), which are not a pair"),
    (exercises.check_stray, RING, "form a cycle"),
    (exercises.check_stray, [*STAR, *ROWS], "has 3 edges"),
    (loops.check_without_zeros, restricted, "Right"),
    (loops.check_without_zeros, asked_again, "Right"),
    (loops.check_without_zeros, lambda found: restricted(found, 1), "a set that uses a 0"),
    (loops.check_without_zeros, lambda found: found.family, "a set that uses a 0"),
    (loops.check_without_zeros, lambda found: restricted(found).minimal(), "your family has"),
    (loops.check_without_zeros, thrown_out, "a set that leaves several loops"),
    (loops.check_hopeless, ["##.", ".#.", ".##"], "Right"),
    (loops.check_hopeless, [...], "not attempted"),
    (loops.check_hopeless, None, "expected rows of"),
    (loops.check_hopeless, ["##.", ".##"], "found 2 x 3 cells, expected 3 x 3"),
    (loops.check_hopeless, ["#..", "...", "..#"], "found 2 loops among the edges drawn, expected one loop"),
    (loops.check_hopeless, ["##.", "##.", "..."], "leave only your loop, the smallest with"),
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
    for wrong in (all_sets, one_less) if length > 1 else (one_less,):  # one place alone has no neighbour
        exercises.check_apart(lambda places, wrong=wrong: wrong(places) if places == length else apart(places))
        assert f"for {length} place" in capsys.readouterr().out


@pytest.mark.parametrize("odd", [False, True])
def test_what_is_wrong_on_longer_rows_of_odd_or_of_even_length_is_found(
    odd: bool, capsys: pytest.CaptureFixture
) -> None:
    """Such as what depends on a place in the middle."""
    exercises.check_apart(lambda length: one_less(length) if length > 4 and length % 2 == odd else apart(length))
    (length,) = re.findall(r"for (\d+) places your family lacks", capsys.readouterr().out)
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
    shown = slitherlink.board(found[0].puzzle)
    shown.solution = found[0]
    for attempt in (*found, shown):
        loops.check_hopeless(attempt)
        assert capsys.readouterr().out == "Right.\n"


def test_stray_sets_are_what_the_search_finds_without_its_second_half(capsys: pytest.CaptureFixture) -> None:
    """And nothing else is right, of every twelfth path matching."""
    pairs = set(map(frozenset, exercises.PAIRS))
    paired = frozenset().union(*pairs)

    def linked(whole: bool) -> Callable:
        def decide(m: dict, e: tuple, taken: bool, ahead: set) -> Any:
            ends = {m[e[0]], m[e[1]]}
            if taken and (any(w in paired and m[w] != w for w in e) or (ends <= paired and ends not in pairs)):
                return None
            own = joined(m, *e) if taken else m
            if own is None or any(
                own[w] == w if w in paired else whole and own[w] not in (w, None) for w in set(e) - ahead
            ):
                return None
            return own

        return decide

    order = zdd.ordered(exercises.GRID)
    solutions, found = (by_mates(order, linked(whole)) for whole in (True, False))
    assert found - solutions
    for one in (*found, *islice(zdd.path_matchings(exercises.GRID), 0, None, 12)):
        exercises.check_stray(one)
        assert ("Right" in capsys.readouterr().out) == (one in found - solutions)
