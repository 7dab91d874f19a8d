"""What few rules settle together, on the way from a supposition to a contradiction."""

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations, product
from typing import Any

import pytest

from puzzlekit import explain, numberlink, scip
from puzzlekit.explain.proofs.contradiction import Suppositions
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.propagation import Rows, Sides, clash, rows_of
from puzzlekit.grid import Cell, Edge
from puzzlekit.scip import BuiltModel, Wording
from puzzlekit.scip.constraints import LinearConstraint

Row = tuple[Sequence[int], int]  # coefficients, and what their sum is at least


def system(rows: Sequence[Row]) -> Premises:
    """Cells that are 0 or 1, and rows on them."""
    cells = [Cell(0, j) for j in range(len(rows[0][0]))]
    model = scip.new_model("system")
    v = scip.variables(x={cell: model.addVar(f"x{cell.column}", vtype="B") for cell in cells})

    def rule(puzzle: Any, v: Any) -> Iterator[tuple[Any, Any]]:
        for number, (coefficients, least) in enumerate(rows, start=1):
            yield number, sum(value * x for value, x in zip(coefficients, v.x.values(), strict=True)) >= least

    states = {(cell, state): v.x[cell] if state else 1 - v.x[cell] for cell in cells for state in (0, 1)}
    words = {"rule": Wording("the rule {0} asks", "the rule {0} holds")}
    built = BuiltModel(model, v, decode=lambda values: values, indicators=states, wording=words)
    return explain.premises(built.add([rule], None))


def few(known: Premises, claims: Sequence[LinearConstraint]) -> list[explain.ContradictionProof]:
    """The proofs by few rules; each is right."""
    found = [*Suppositions(known).by_few_rules(claims)]
    for proof in found:
        proof.check(known)
    return found


def test_two_rules_say_what_neither_says() -> None:
    """Were the first cell 1, the second would be, whatever the third is; and then the fourth could be nothing."""
    known = system([((-1, 1, 1, 0), 0), ((-1, 1, -1, 0), -1), ((0, -1, 0, -1), -1), ((0, -1, 0, 1), 0)])
    claim = known.excluded(Cell(0, 0), 1)
    assert Suppositions(known).proof(claim) is None
    (found,) = few(known, [claim])
    rules = [{term.row.index for term in link.rules} for link in found.links]
    assert sorted(map(sorted, rules)) in ([[1], [2], [3, 4]], [[1, 2], [3], [4]])
    joint = next(link for link, own in zip(found.links, rules, strict=True) if len(own) > 1)
    assert joint.claim.index[0] == Cell(0, 1)


def least(count: int, *terms: tuple[int, int], than: int = 0) -> Row:
    """That a sum of a few cells, each with its coefficient, is at least a number."""
    values = dict(terms)
    return [values.get(j, 0) for j in range(count)], than


def both_ways(count: int, first: int, second: int, other: int) -> list[Row]:
    """Where the first cell is 1, so is the second, whatever the other is: neither row says so."""
    return [
        least(count, (second, 1), (other, 1), (first, -1)),
        least(count, (second, 1), (other, -1), (first, -1), than=-1),
    ]


def never(count: int, *cells: int) -> list[Row]:
    """The first of these cells cannot be 1: the others would follow, and the last must not."""
    follow = [least(count, (after, 1), (before, -1)) for before, after in pairwise(cells)]
    return [*follow, least(count, (cells[0], -1), (cells[-1], -1), than=-1)]


def turned(row: Row, cell: int) -> Row:
    """The same row where a cell is the other way round."""
    coefficients, than = [*row[0]], row[1] - row[0][cell]
    coefficients[cell] *= -1
    return coefficients, than


@pytest.mark.parametrize("state", [0, 1])
def test_where_the_cells_stand_among_others_that_are_known_is_all_the_same(state: int) -> None:
    """The second cell would be in this state, and then the last one could be nothing."""
    count = 8
    for places in random.Random(1).sample([*permutations(range(count), 4)], 30):
        first, second, other, last = places
        would = both_ways(count, first, second, other)
        barred = [least(count, (second, -1), (last, sign), than=min(sign, 0)) for sign in (-1, 1)]
        rows = [*would, *barred] if state else [turned(row, second) for row in (*would, *barred)]
        others = [least(count, (j, -1)) for j in range(count) if j not in places]
        known = system([*rows, *others])
        (found,) = few(known, [known.excluded(Cell(0, first), 1)])
        assert Cell(0, second) in [link.claim.index[0] for link in found.links[:-1]]


def test_it_rests_on_what_was_settled_before() -> None:
    """A 1 in cell 1 asks for a 1 in cell 2, by which two rules say that cell 3 is 1."""
    known = system([least(7, (1, 1), (0, -1)), *both_ways(7, 1, 2, 3), *never(7, 2, 4, 5, 6)])
    (found,) = few(known, [known.excluded(Cell(0, 0), 1)])
    rules = [{term.row.index for term in link.rules} for link in found.links]
    assert rules[:2] == [{1}, {2, 3}]
    assert sorted(map(min, rules[2:])) == [4, 5, 6, 7]
    first, joint, *_ = found.links
    assert first.claim.index[0] == Cell(0, 1)
    assert first.claim.index in [term.row.index for term in joint.terms]


def test_more_rules_than_one_can_add_up_are_no_single_link() -> None:
    """Both that cell 2 is 1 and that it is 0 takes so many rules."""
    for more, found in ((0, 1), (1, 0)):
        ring = [1, *range(3, 4 + more), 2]  # without cell 2, cell 3 would be 1, and those that lead back to it
        asked = least(9, (1, 1), (2, 1), (0, -1))
        back = [least(9, (after, 1), (before, -1)) for before, after in pairwise([*reversed(ring[1:]), 1])]
        known = system([asked, *back, *never(9, 1, 5, 6, *range(7, 8 + more))])
        assert len(few(known, [known.excluded(Cell(0, 0), 1)])) == found


def test_of_several_ways_the_one_with_the_fewest_rules_is_told() -> None:
    short = [*both_ways(9, 0, 1, 2), *never(9, 1, 3)]
    for rows in (
        [*short, *both_ways(9, 0, 5, 6), *never(9, 5, 7, 8)],
        [*both_ways(9, 0, 5, 6), *never(9, 5, 7, 8), *short],
    ):
        known = system(rows)
        (found,) = few(known, [known.excluded(Cell(0, 0), 1)])
        assert len({term.row.index for term in found.rules}) == len(short)


def test_what_one_rule_after_the_other_says_is_left_to_them() -> None:
    known = system([((-1, 1, 0), 0), ((-1, -1, 0), -1)])
    claim = known.excluded(Cell(0, 0), 1)
    assert Suppositions(known).proof(claim)
    assert few(known, [claim]) == []


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.once
def test_what_is_found_holds_at_every_solution(seed: int) -> None:
    rng = random.Random(seed)
    count, found = 6, list[Any]()
    for _ in range(20):
        rows = [([rng.choice((-1, 0, 0, 0, 1)) for _ in range(count)], rng.choice((0, 0, 1))) for _ in range(10)]
        known = system(rows)
        claims = [known.excluded(Cell(0, j), state) for j in range(count) for state in (0, 1)]
        at = [
            values
            for values in product((0, 1), repeat=count)
            if all(sum(a * x for a, x in zip(row, values, strict=True)) >= least for row, least in rows)
        ]
        for proof in few(known, claims):
            found.append(proof)
            cell, state = proof.claim.index
            assert all(values[cell.column] != state for values in at)
    assert found


def test_nothing_is_told_by_cases_where_few_rules_say_it() -> None:
    puzzle = numberlink.generate(5, seed=8004)
    edge = Edge(Cell(2, 4), Cell(3, 4))
    answer = explain.asked(puzzle, numberlink.FORMULATIONS, explain.why, edge)
    assert answer
    told = [*answer.before, answer]
    assert {step.kind for step in told} <= {"named", "plain", "supposed"}
    links = [link for step in told for one in step.proofs for link in getattr(one, "links", ())]
    assert any(len({term.row.index for term in link.rules}) > 1 for link in links)


def clashing() -> Iterator[tuple[Premises, list[float]]]:
    """Random systems that have no solution where some cells are 1, with the ends of the cells."""
    count = 12
    for seed in range(200):
        draw = random.Random(seed)
        terms = ([(j, draw.choice((-2, -1, 1, 1))) for j in draw.sample(range(count), 3)] for _ in range(18))
        known = system([least(count, *own) for own in terms])
        ends = [end for _ in range(count) for end in (float(draw.random() < 0.1), 1.0)]
        if clash(Rows(Sides(known), known.rows).moves([*ends])):
            yield known, ends


@pytest.mark.full
def test_what_is_needed_suffices_and_each_of_it_is_needed() -> None:
    several = 0
    for known, ends in clashing():
        sides = Sides(known)
        rows = Rows(sides, known.rows)
        moves = rows.moves([*ends])
        found, every = rows.needed(moves), rows.events(moves)
        assert found[-1].end is None
        assert clash(Rows(sides, rows_of(found)).moves([*ends]))
        assert {*map(id, found)} == {id(found[-1]), *(id(other) for event in found for other in event.before)}
        assert all(other.number < event.number for event in found for other in event.before)
        assert [(event.row, event.end, event.value) for event in found] == [
            (event.row, event.end, event.value) for event in map(every.__getitem__, (event.number for event in found))
        ]
        several += 2 < len(found) < len(every)
    assert several > 10
