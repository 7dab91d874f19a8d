"""Clues that contradict each other, none of which can be spared, and the smallest repairs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise, permutations
from typing import Any

import pytest
from pyscipopt import quicksum
from reasoned import there

from puzzlekit import battleship, hashi, scip, sudoku, zebra
from puzzlekit.core.errors import TimeLimitReached, UnsupportedPuzzle
from puzzlekit.core.grid import Cell, Edge, Label
from puzzlekit.reasoning import conflicts
from puzzlekit.scip import Bounds, BuiltModel
from puzzlekit.sudoku import model_assignment

ISLANDS = [Cell(0, j) for j in range(3)]  # a, b and c


def bridges(wanted: Mapping[str, int]) -> BuiltModel:
    """A small Hashi: three islands in a row, neighbours with up to two bridges, and the degrees of the islands."""
    places = dict(zip(wanted, ISLANDS, strict=True))
    model = scip.new_model("bridges")
    v = scip.variables(x={Edge(*ends): model.addVar(vtype="I", ub=2) for ends in pairwise(ISLANDS)})

    def degree(puzzle: Any, v: Any) -> Iterator[tuple[Any, Any]]:
        """(1) Each island has as many bridges as it says."""
        for island, number in wanted.items():
            yield places[island], quicksum(x for e, x in v.x.items() if places[island] in (e.a, e.b)) == number

    clues = {("degree", places[island]): f"{island} wants {number}" for island, number in wanted.items()}
    return BuiltModel(model, v, decode=lambda values: values, clues=clues).add((degree,), None)


def without_clues() -> BuiltModel:
    return BuiltModel(scip.new_model("without clues"), scip.variables(x={}), decode=lambda values: values)


# Clashes


def test_what_does_not_clash() -> None:
    assert conflicts.minimal_conflict(model_assignment.build(sudoku.load("tiny_boxes_2x3"))) is None
    told = there(conflicts.minimal_conflict(model_assignment.build(sudoku.load("tiny_no_solution"))))
    assert re.fullmatch(r"\d+ rules and these clues add up to a contradiction\.", told.reason)


def test_where_no_sum_is_a_contradiction_a_search_shows_it() -> None:
    """Two 1s at opposite corners of a square of islands: whichever link is taken, a group is cut off."""
    clash = there(conflicts.minimal_conflict(hashi.FORMULATIONS["cut_set"](hashi.load("tiny_no_solution"))))
    assert (clash.proof, clash.reason) == (None, "A search shows it.")
    assert clash.message.endswith("(a search shows it)")


def test_several_clues_one_clue_and_no_clue_are_told_apart() -> None:
    told = [there(conflicts.minimal_conflict(bridges({"a": 2, "b": 2, "c": c}))) for c in (2, 3)]
    assert [clash.message for clash in told] == [
        "minimal set of conflicting clues: a wants 2, b wants 2 and c wants 2 (a sum of rules shows it)",
        "this clue contradicts the rules by itself: c wants 3 (a sum of rules shows it)",
    ]
    reasons = [f"{who} add up to a contradiction." for who in ("1 rule and these clues", "These clues")]
    assert [clash.reason for clash in told] == reasons
    hopeless = bridges({"a": 2, "b": 2, "c": 2})
    hopeless.add([never], None)
    clash = there(conflicts.minimal_conflict(hopeless))
    assert (dict(clash.clues), clash.where) == ({}, ())
    assert clash.message.startswith("the board is infeasible even without clues (")
    assert clash.reason == "One rule is a contradiction by itself."


def never(puzzle: Any, v: Any) -> Iterator[tuple[Any, Any]]:
    """(3) What cannot be."""
    yield (), next(iter(v.x.values())) >= 3


def clues_as_bounds(puzzle: Any, v: Any) -> Iterator[tuple[Any, Any]]:
    """(3.1f) Each clue, as the bounds of its variable."""
    return ((cell, Bounds(v.x[cell, digit], 1, 1)) for cell, digit in puzzle.given.items())


def test_a_clash_is_not_told_where_clues_may_hide() -> None:
    wrong = sudoku.load("tiny_no_solution")
    as_bounds = model_assignment.build(wrong, (*model_assignment.FAMILIES[:-1], clues_as_bounds))
    with pytest.raises(UnsupportedPuzzle, match="found bounds from clues_as_bounds, which may be clues"):
        conflicts.minimal_conflict(as_bounds)
    with pytest.raises(UnsupportedPuzzle, match="found a model without clues"):
        conflicts.minimal_conflict(without_clues())


def test_an_objective_does_not_count_where_there_is_no_solution() -> None:
    built = model_assignment.build(sudoku.load("tiny_no_solution"))
    plain = there(conflicts.minimal_conflict(built)).message
    built.model.setObjective(quicksum(built.v.x.values()), "maximize")
    assert there(conflicts.minimal_conflict(built)).message == plain


def test_at_a_limit_no_clue_is_blamed() -> None:
    built = model_assignment.build(sudoku.load("tiny_no_solution"))
    with pytest.raises(TimeLimitReached):
        conflicts.minimal_conflict(built, time_limit=0)


def test_a_clue_of_several_rows_is_spared_or_kept_as_a_whole() -> None:
    cells = [Cell(0, j) for j in range(3)]
    model = scip.new_model("clues of several rows")
    keys = [(cell, colour) for cell in cells for colour in ("red", "blue")]
    v = scip.variables(x={key: model.addVar(f"x{i}", vtype="B") for i, key in enumerate(keys)})

    def one_colour(puzzle: Any, v: Any) -> Iterator[tuple[Any, Any]]:
        """(1) Each house has one colour."""
        yield from ((cell, v.x[cell, "red"] + v.x[cell, "blue"] == 1) for cell in cells)

    def alike(puzzle: Any, v: Any) -> Iterator[tuple[Any, Any]]:
        """(2) Two houses have one colour."""
        for i, (a, b) in enumerate([(0, 1), (1, 2)]):
            yield from (((Label("clue", i), c), v.x[cells[a], c] - v.x[cells[b], c] == 0) for c in ("red", "blue"))

    def unlike(puzzle: Any, v: Any) -> Iterator[tuple[Any, Any]]:
        """(3) Two houses have two colours."""
        yield from (((Label("clue", 2), c), v.x[cells[0], c] + v.x[cells[1], c] == 1) for c in ("red", "blue"))

    clues = {(family, Label("clue", i)): f"clue {i + 1}" for i, family in enumerate(("alike", "alike", "unlike"))}
    built = BuiltModel(model, v, decode=lambda values: values, clues=clues)
    clash = there(conflicts.minimal_conflict(built.add((one_colour, alike, unlike), None)))
    assert clash.where == (Label("clue", 0), Label("clue", 2))
    assert ": clue 1 and clue 3 (" in clash.message
    assert len([row for row in clash.premises.rows if row.family in ("alike", "unlike")]) == 4


# Repairs


def told_repairs(numbers: Mapping[str, int], *, board: bool = True, limit: int = 9) -> set[str]:
    built = bridges(numbers)
    found = conflicts.repairs(built if board else built.add([never], None), limit)
    for repair in found:
        drawn = {place: sum(n for e, n in repair.solution.x.items() if place in (e.a, e.b)) for place in ISLANDS}
        wanted = zip(ISLANDS, numbers.values(), strict=True)
        assert {*repair.where} == {place for place, number in wanted if drawn[place] != number}
    return {repair.message for repair in found}


def test_repairs_of_no_clue_one_clue_and_several() -> None:
    """b joins a to c, by one or two bridges each."""
    assert told_repairs({"a": 1, "b": 2, "c": 1}) == {"the puzzle has a solution; no clue has to go"}
    one = "one clue to remove: "
    assert told_repairs({"a": 2, "b": 2, "c": 2}) == {f"{one}{name} wants 2" for name in "abc"}
    assert told_repairs({"a": 1, "b": 2, "c": 3}) == {f"{one}c wants 3"}
    several = "smallest set of clues to remove: "
    assert told_repairs({"a": 3, "b": 2, "c": 3}) == {f"{several}a wants 3 and c wants 3"}
    assert len(told_repairs({"a": 2, "b": 2, "c": 2}, limit=2)) == 2


def test_where_the_board_itself_has_no_solution_nothing_is_repaired() -> None:
    assert told_repairs({"a": 2, "b": 2, "c": 2}, board=False) == set()


def told_first(first: Sequence[Cell]) -> list[Cell]:
    return [*first, *(island for island in ISLANDS if island not in first)]


@pytest.mark.parametrize("limit", [1, 2, 9])
@pytest.mark.parametrize("first", [*permutations(ISLANDS, 1), *permutations(ISLANDS, 2)])
def test_repairs_begin_with_the_clues_that_are_wanted_first(first: Sequence[Cell], limit: int) -> None:
    """Each of the islands can be left out, or two of them must be."""
    found = conflicts.repairs(bridges({"a": 2, "b": 2, "c": 2}), limit, first=first)
    assert found[0].where == (first[0],)
    assert limit < len(ISLANDS) or [repair.where[0] for repair in found] == told_first(first)
    (both,) = conflicts.repairs(bridges({"a": 3, "b": 2, "c": 3}), limit, first=first)
    assert list(both.where) == [island for island in told_first(first) if island != ISLANDS[1]]


@pytest.mark.parametrize("first", permutations(ISLANDS))
def test_a_clash_tells_the_clues_that_are_wanted_first(first: Sequence[Cell]) -> None:
    assert there(conflicts.minimal_conflict(bridges({"a": 2, "b": 2, "c": 2}), first=first)).where == first


def test_repairs_need_clues_that_are_named() -> None:
    with pytest.raises(UnsupportedPuzzle, match="found a model without clues"):
        conflicts.repairs(without_clues())


def test_a_limit_of_time_is_no_proof_that_no_repair_is_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither before the first question nor between two of them."""
    wrong = sudoku.load("tiny_no_solution")
    with pytest.raises(TimeLimitReached):
        conflicts.repairs(model_assignment.build(wrong), time_limit=0)

    class Watch:
        looks, most = 0, 0

        def remaining(self, limit: float | None) -> float | None:
            Watch.looks += 1
            return 0.0 if Watch.looks > Watch.most else None

    monkeypatch.setattr("puzzlekit.core.clock.Stopwatch", Watch)
    built, late = model_assignment.build(wrong), 0
    for Watch.most in range(0, 200, 3):
        Watch.looks = 0
        with suppress(TimeLimitReached):
            assert conflicts.repairs(built, 3, time_limit=1000)
            break
        late += 1
    assert 2 < late < 20


def test_an_objective_does_not_count_in_a_repair() -> None:
    built = model_assignment.build(sudoku.load("tiny_no_solution"))
    plain = {repair.message for repair in conflicts.repairs(built, 9)}
    built.model.setObjective(quicksum(built.v.x.values()), "maximize")
    assert {repair.message for repair in conflicts.repairs(built, 9)} == plain
    assert len(plain) > 1


NOT_LAZY = {
    "sudoku": (sudoku, model_assignment.build),
    "battleship": (battleship, battleship.FORMULATIONS["placement"]),
    "zebra": (zebra, zebra.FORMULATIONS["assignment"]),
}


@pytest.mark.parametrize("name", NOT_LAZY)
def test_scip_s_own_infeasible_rows_name_the_clues_of_a_clash(name: str) -> None:
    """None of the clash's clues can be spared, so rows that have no solution hold one of each."""
    room, build = NOT_LAZY[name]
    puzzle = room.load("tiny_no_solution")
    clash, built = there(conflicts.minimal_conflict(build(puzzle))), build(puzzle)
    for row in built.model.getConss(False):
        family, place = built.rows[row.name]
        first = place[0] if isinstance(place, tuple) else place
        if (family, first) in (built.clues or {}) and (family, first) not in clash.clues:
            built.model.delCons(row)
    built.model.optimize()
    subset = built.model.generateIIS().getSubscip()
    left = [built.rows[row.name.removeprefix("t_")] for row in subset.getConss(False)]
    assert clash.clues.keys() <= {(family, place[0] if isinstance(place, tuple) else place) for family, place in left}
