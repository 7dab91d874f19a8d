"""Sudoku's techniques: each follows from its facts, needs every one of them, and is told by its name."""

from dataclasses import replace
from functools import cache

import pytest
from reasoned import checker_of, finished, spared
from step_check import Checker, Row, refuted

from puzzlekit import sudoku
from puzzlekit.core.clock import Deadline
from puzzlekit.core.grid import Cell
from puzzlekit.reasoning.explainer import Explainer
from puzzlekit.reasoning.steps import Link, ReasonedStep
from puzzlekit.reasoning.system import VISIBLE, System
from puzzlekit.sudoku import model_assignment
from puzzlekit.sudoku.puzzle import Puzzle
from puzzlekit.sudoku.rules import units
from puzzlekit.sudoku.techniques import techniques

EMPTY = Puzzle(((0,) * 9,) * 9, 3, 3)
LARGE = Puzzle(((0,) * 10,) * 10, 2, 5)
HARD = "3x3:5_4g8b3a5_4c1d5_2d7d2_4b6a8b9_2d9d5_9d3c4_8a3b6g1_7"
BOARDS = [(3, 3, 1), *((p, q, seed) for p, q in ((2, 3), (3, 2), (2, 2)) for seed in (1, 2, 3)), (2, 4, 1)]


def _row(number: int, columns: range, digits: set[int]) -> dict[Cell, set[int]]:
    """Digits that are left to the cells of a row in these columns."""
    return {Cell(number, column): digits for column in columns}


def _without(cells: list[Cell], digits: set[int], size: int = 9) -> dict[Cell, set[int]]:
    return {cell: set(range(1, size + 1)) - digits for cell in cells}


ROW = [Cell(0, column) for column in range(9)]
LONG = [Cell(0, column) for column in range(10)]
POSITIONS = {  # technique -> the board, what is known, and cells with the digits that the technique leaves
    "the last empty cell": (EMPTY, {cell: {cell.column} for cell in ROW[1:]}, {ROW[0]: {9}}),
    "a hidden single": (EMPTY, {Cell(4, 7): {1}, Cell(6, 8): {1}, Cell(2, 0): {1}, Cell(0, 6): {5}}, {}),
    "a naked single": (
        EMPTY,
        {Cell(0, c): {c} for c in (1, 2, 3, 4)} | {Cell(r, 0): {r} for r in (5, 6, 7, 8)},
        {ROW[0]: {9}},
    ),
    "locked candidates": (EMPTY, _without(ROW[3:], {4}), {Cell(1, 1): set(range(1, 10)) - {4}}),
    "a naked pair": (EMPTY, _row(0, range(2), {3, 7}), {ROW[8]: {1, 2, 4, 5, 6, 8, 9}}),
    "a hidden pair": (EMPTY, _without([*ROW[2:8], ROW[8]], {3, 7}), {ROW[0]: {3, 7}}),
    "a naked triple": (EMPTY, {ROW[0]: {1, 2}, ROW[4]: {2, 3}, ROW[8]: {1, 3}}, {ROW[5]: {4, 5, 6, 7, 8, 9}}),
    "a hidden triple": (EMPTY, _without([*ROW[1:4], *ROW[5:8]], {1, 2, 3}), {ROW[0]: {1, 2, 3}}),
    "an X-wing": (
        EMPTY,
        _without([Cell(r, c) for r in (0, 4) for c in range(9) if c not in (2, 6)], {5}),
        {Cell(8, 2): {1, 2, 3, 4, 6, 7, 8, 9}},
    ),
    "a swordfish": (
        EMPTY,
        _without(
            [Cell(r, c) for r, own in ((0, (1, 4)), (3, (4, 7)), (6, (1, 7))) for c in range(9) if c not in own], {5}
        ),
        {Cell(8, 4): {1, 2, 3, 4, 6, 7, 8, 9}},
    ),
    "a naked quad": (
        LARGE,
        {LONG[0]: {1, 2}, LONG[5]: {2, 3}, LONG[9]: {3, 4}, LONG[8]: {4, 1}},
        {LONG[6]: set(range(5, 11))},
    ),
    "a hidden quad": (
        LARGE,
        _without([cell for cell in LONG if cell.column not in (0, 5, 8, 9)], {1, 2, 3, 4}, 10),
        {LONG[0]: {1, 2, 3, 4}},
    ),
}


@cache
def _checker(puzzle: Puzzle) -> Checker:
    return checker_of(puzzle, model_assignment.build(puzzle))


def _follows(puzzle: Puzzle, link: Link, facts: dict[Cell, frozenset]) -> bool:
    """Whether a claim follows from these facts and from the units that the link names: its opposite is refuted."""
    cells = dict(units(puzzle))
    places = [place for _, place in link.rows]
    rows = [Row({c: {d: int(d == digit) for d in puzzle.digits} for c in cells[unit]}, 1, 1) for unit, digit in places]
    every = {cell: frozenset(puzzle.digits) for unit, _ in places for cell in cells[unit]}
    known = every | {cell: frozenset(states) for cell, states in facts.items()}
    opposites = {cell: known.get(cell, frozenset(puzzle.digits)) - states for cell, states in link.claim.items()}
    return all(not gone or refuted(known | {cell: gone}, rows) for cell, gone in opposites.items())


@cache
def _hard() -> tuple[Puzzle, list[ReasonedStep]]:
    puzzle = sudoku.parse(HARD)
    return puzzle, list(Explainer(techniques(puzzle), techniques(puzzle).start).steps())


def _at(system: System, known: dict[Cell, set[int]]) -> list[int]:
    left = list(system.start)
    for cell, digits in known.items():
        left[system.index[cell]] &= system.mask_of(system.index[cell], digits)
    return left


def _concludes(system: System, name: str, known: dict[Cell, set[int]], claim: dict[Cell, frozenset]) -> bool:
    """Whether the rules of a name, with what is visible, lead from these facts to a claim."""
    rules = tuple(rule for rule in system.rules if rule.name == name or rule.telling == VISIBLE)
    own = replace(system, rules=rules)
    engine = finished(own, _at(own, known))
    return all(
        engine.left[own.index[cell]] & ~own.mask_of(own.index[cell], states) == 0 for cell, states in claim.items()
    )


def _first(puzzle: Puzzle, known: dict[Cell, set[int]], name: str) -> ReasonedStep:
    """The first step of a name."""
    system = techniques(puzzle)
    explainer = Explainer(system, _at(system, known), Deadline(20.0, "not found"))
    return next(step for step in explainer.steps() if step.rule == name)


@pytest.mark.parametrize("name", POSITIONS)
def test_technique_follows_needs_each_of_its_facts_and_is_told_by_its_name(name):
    puzzle, known, expected = POSITIONS[name]
    step = _first(puzzle, known, name)
    assert step.message.endswith(f": {name}.")
    assert _follows(puzzle, step.links[-1], step.facts)
    assert all(step.candidates[cell] <= digits for cell, digits in expected.items())
    system, facts = techniques(puzzle), {cell: set(states) for cell, states in step.facts.items()}
    assert _concludes(system, name, facts, step.candidates)
    for cell in facts:
        rest = {other: states for other, states in facts.items() if other != cell}
        assert not _concludes(system, name, rest, step.candidates), f"{cell} is not needed"
        assert not _follows(puzzle, step.links[-1], rest), f"{cell} is not needed"


@pytest.mark.parametrize(("p", "q", "seed"), BOARDS)
def test_boards_are_explained_whole_and_without_anything_false(p, q, seed):
    puzzle = sudoku.generate(p, q, seed=seed)
    filled = sudoku.solve(puzzle).filled
    explainer = Explainer(techniques(puzzle), techniques(puzzle).start)
    for step in explainer.steps():
        assert all(filled[cell] in states for cell, states in step.candidates.items()), step.message
        assert max(map(len, step.message.split("\n"))) <= 120
    assert not explainer.open


def test_suppositions_follow_link_by_link_and_need_each_fact():
    puzzle, steps = _hard()
    suppositions = [step for step in steps if step.kind == "supposition"]
    assert suppositions
    for step in suppositions[:2]:
        _checker(puzzle).check(step)
        assert not spared(_checker(puzzle), step.links)


def test_nothing_hidden_is_used():
    """A fact of a step is a filled cell of the board, or it was told by an earlier step."""
    puzzle, steps = _hard()
    board = dict(puzzle.given)
    told: dict[Cell, frozenset] = {}
    for step in steps:
        for cell, states in step.facts.items():
            assert states == {board.get(cell)} or told[cell] <= states, step.message
        for cell, states in step.candidates.items():
            told[cell] = told.get(cell, frozenset(puzzle.digits)) & states
            if len(states) == 1:
                board[cell] = next(iter(states))


def test_one_candidate_left_is_not_a_filled_cell():
    _, known, _ = POSITIONS["a naked single"]
    system = techniques(EMPTY)
    explainer = Explainer(system, _at(system, known))
    for found in explainer.founds():
        left = system.states_in(0, explainer.engine.left[0])
        if found.rule.name == "a naked single" and 0 in found.claim:
            break
        assert 9 in system.states_in(1 * 9 + 1, explainer.engine.left[1 * 9 + 1])
    assert left == {9}
    assert explainer.engine.left[0] & system.pending


def test_hidden_single_is_told_by_the_units_that_have_the_digit():
    puzzle, known, _ = POSITIONS["a hidden single"]
    step = _first(puzzle, known, "a hidden single")
    assert step.message == (
        "Columns 8 and 9 and row 3 have their 1; cell (1,7) is filled.\n"
        "So in box 3 the 1 must be in (2,7): a hidden single."
    )


def test_candidate_that_a_step_excluded_is_told():
    known = {Cell(1, 0): {1}, Cell(2, 3): {1}, Cell(0, 6): {5}, Cell(0, 7): set(range(2, 10))}
    step = _first(EMPTY, known, "a hidden single")
    assert "cell (1,8) cannot be 1, as shown" in step.message


@pytest.mark.parametrize(
    ("known", "words"),
    [
        ({Cell(0, 0): {1}, Cell(0, 5): {1}}, "Row 1 would have two 1s"),
        ({Cell(1, 0): {1}, Cell(2, 3): {1}, **{Cell(0, c): {c - 1} for c in (6, 7, 8)}}, "would have no place for a 1"),
        (POSITIONS["a naked single"][1] | {Cell(1, 1): {9}}, "Cell (1,1) would have no digit left"),
    ],
)
def test_contradictions_say_what_is_wrong(known, words):
    system = techniques(EMPTY)
    *_, last = Explainer(system, _at(system, known)).steps()
    assert words in last.message
    assert not all(last.candidates.values())


def test_few_elements_are_named():
    for step in _hard()[1]:
        if step.kind == "rule":
            reason = step.message.split("\n")[0]
            assert reason.count("(") <= 4, reason
