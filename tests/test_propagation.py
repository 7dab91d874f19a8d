"""Rows that settle ends of whole variables, against every point between the ends."""

import random
from collections.abc import Iterator, Sequence
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from puzzlekit.explain.proofs.propagation import Rows, Sides, clash, rows_of
from puzzlekit.scip.constraints import LinearConstraint

COUNT = 4
SIDES: Any = Sides(SimpleNamespace(numbers={key: key for key in range(COUNT)}))  # it asks premises for no more


def systems() -> Iterator[tuple[list[LinearConstraint], list[float]]]:
    """Random rows, with the ends of their variables."""
    for seed in range(150):
        draw, rows = random.Random(seed), list[LinearConstraint]()
        for number in range(draw.randint(1, 5)):
            values = {key: float(draw.choice((-3, -2, -1, 1, 2, 3))) for key in draw.sample(range(COUNT), 2)}
            lower, upper = draw.choice(((None, 3.0), (2.0, None), (1.0, 4.0), (2.0, 2.0)))
            rows.append(LinearConstraint("rule", number, values, lower, upper))
        yield rows, [float(end) for _ in range(COUNT) for end in (draw.randint(-2, 0), draw.randint(1, 3))]


def points(rows: Sequence[LinearConstraint], ends: Sequence[float]) -> list[tuple[int, ...]]:
    """The points between these ends at which all these rows are kept."""
    spans = [range(int(ends[2 * key]), int(ends[2 * key + 1]) + 1) for key in range(COUNT)]
    return [point for point in product(*spans) if all(_kept(row, point) for row in rows)]


def _kept(row: LinearConstraint, point: Sequence[int]) -> bool:
    total = sum(value * point[key] for key, value in row.coefficients.items())
    return (row.lower is None or total >= row.lower) and (row.upper is None or total <= row.upper)


def test_no_end_is_nearer_than_the_points_and_no_side_leaves_less() -> None:
    clashes = 0
    for rows, begun in systems():
        moves = Rows(SIDES, rows).moves(ends := [*begun])
        found = points(rows, begun)
        if clash(moves):
            assert not found
            clashes += 1
            continue
        assert found == points(rows, ends)
        for row in rows:
            for side in ({"upper": None}, {"lower": None}):  # each by itself, as a reader looks at it
                own = LinearConstraint(**{**vars(row), **side})
                if own.lower is not None or own.upper is not None:
                    kept = points([own], ends)
                    for key in own.coefficients:
                        reached = {point[key] for point in kept}
                        assert {min(reached), max(reached)} == {ends[2 * key], ends[2 * key + 1]}
    assert 20 < clashes < 130


def test_a_move_is_rounded_where_its_side_alone_leaves_a_fraction() -> None:
    row = LinearConstraint("rule", 0, {0: 2.0, 1: -3.0}, None, 1.0)
    ((_, end, value, rounded),) = Rows(SIDES, [row]).moves([0.0, 3.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0])
    assert (end, value, rounded) == (1, 2.0, False)
    ((_, end, value, rounded),) = Rows(SIDES, [row]).moves([0.0, 3.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0])
    assert (end, value, rounded) == (1, 0.0, True)


def test_what_is_needed_suffices_where_an_end_is_settled_again_and_again() -> None:
    again = 0
    for rows, begun in systems():
        moves = (every := Rows(SIDES, rows)).moves([*begun])
        if clash(moves):
            found = every.needed(moves)
            assert clash(Rows(SIDES, rows_of(found)).moves([*begun]))
            events = every.events(moves)
            for event in found:
                own = None if event.end is None else event.end // 2
                ends = {end for _, end, _ in event.terms if end // 2 != own}
                last = {other.end: other.number for other in events[: event.number] if other.end in ends}
                assert sorted(other.number for other in event.before) == sorted(last.values())
            again += len({event.end for event in found}) < len(found)
    assert again


@pytest.mark.parametrize("most", [1, 2, 3])
def test_no_more_is_settled_than_was_asked_for(most: int) -> None:
    counts = [len(Rows(SIDES, rows).moves([*ends], most=most)) for rows, ends in systems()]
    assert max(counts) == most
