"""Battleship: every engine against brute force, the checker, the printed misprints, the fast build."""

import random
from collections.abc import Iterator
from functools import cache, partial
from itertools import islice, product
from typing import Any

import brute_battleship
import pytest
from board_states import check_reasoning
from engines import agreeing, answers, by_cp_sat
from pyscipopt import quicksum

from puzzlekit import battleship
from puzzlekit.battleship import Puzzle, Solution, exercises, model_placement, play
from puzzlekit.battleship import model_cell as cell_model
from puzzlekit.battleship.deduce import BIT, SEA, CandidateGrid, initial_candidates, refuted
from puzzlekit.battleship.families import board as board_of
from puzzlekit.battleship.families import open_places
from puzzlekit.battleship.puzzle import PART, PARTS, WATER, Ship, line_of
from puzzlekit.battleship.rules import next_to, settle, ships
from puzzlekit.battleship.statement import problem
from puzzlekit.core import grid
from puzzlekit.core.errors import PuzzleError, TimeLimitReached
from puzzlekit.core.grid import Cell, Label
from puzzlekit.course.model_comparison import same_solutions

SIZES = ((4, 4), (4, 4), (5, 5), (5, 5), (5, 4), (3, 5), (1, 6), (6, 1), (2, 5))
FLEETS = (
    ((3, 1), (2, 1), (1, 1)),
    ((3, 1), (2, 1)),
    ((2, 2), (1, 1)),
    ((2, 1), (1, 2)),
    ((4, 1), (1, 1)),
    ((2, 2),),
    ((1, 2),),
    ((3, 1),),
    ((3, 1), (2, 1), (1, 2)),
)
SEEDS = [*range(60), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(60, 560))]
FEW = 8  # solution sets smaller than this are compared

each_seed = pytest.mark.parametrize("seed", SEEDS)


def lengths(fleet: tuple) -> list[int]:
    return [length for length, number in fleet for _ in range(number)]


def random_board(height: int, width: int, fleet: tuple, rng: random.Random) -> tuple[str, ...] | None:
    boards = list(islice(brute_battleship.boards(height, width, lengths(fleet)), 3000))
    if not boards:
        return None
    board = rng.choice(boards)
    return tuple("".join(board.get((i, j), "~") for j in range(width)) for i in range(height))


@cache
def random_puzzle(seed: int) -> Puzzle:
    """A puzzle with clues of every kind and some counts untold; some are changed, so that they may have no solution."""
    rng = random.Random(seed)
    board = None
    while board is None:
        (height, width), fleet = rng.choice(SIZES), rng.choice(FLEETS)
        board = random_board(height, width, fleet, rng)
    cells = [(i, j) for i in range(height) for j in range(width)]
    clues = {cell: board[cell[0]][cell[1]] for cell in rng.sample(cells, rng.randint(0, len(cells) // 3))}
    for cell, kind in clues.items():
        if kind != "~" and rng.random() < 0.3:
            clues[cell] = "*"
    share = rng.choice((0.0, 0.0, 0.3, 0.7))
    lines = [*board, *("".join(column) for column in zip(*board, strict=True))]
    counts = [None if rng.random() < share else sum(kind != "~" for kind in line) for line in lines]
    match rng.choice(["right", "right", "right", "clue", "count", "two counts"]):
        case "clue":
            clues |= {rng.choice(cells): rng.choice("~<>^v#o*")}
        case "count":
            counts[rng.randrange(len(counts))] = rng.randint(0, 3)
        case "two counts":  # their sum stays the same
            more, less = rng.randrange(height), rng.randrange(height)
            if counts[more] is not None and counts[less]:
                counts[more], counts[less] = counts[more] + 1, counts[less] - 1  # type: ignore[operator]
    rows = tuple("".join(clues.get((i, j), ".") for j in range(width)) for i in range(height))
    return Puzzle(rows, tuple(counts[:height]), tuple(counts[height:]), fleet)


def brute(puzzle: Puzzle) -> Iterator[Solution]:
    found = brute_battleship.solutions(puzzle.clues, puzzle.row_counts, puzzle.column_counts, lengths(puzzle.fleet))
    return map(Solution, found)


@cache
def truth(puzzle: Puzzle) -> frozenset[Solution]:
    """All solutions, or FEW of them, by brute force."""
    return frozenset(islice(brute(puzzle), FEW))


# Engines


@each_seed
@pytest.mark.once
def test_all_engines_agree_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    assert agreeing(battleship, puzzle, truth(puzzle), FEW) == [*battleship.FORMULATIONS, *battleship.ENGINES]


@each_seed
def test_the_rules_alone_say_what_brute_force_finds(seed: int) -> None:
    """Where ships may lie is asked of the clues, and nothing is deduced."""
    puzzle = random_puzzle(seed)
    found = by_cp_sat(problem(puzzle, deduced=False), FEW)
    assert len({*found}) == len(found) == len(truth(puzzle))
    assert len(found) == FEW or {*found} == truth(puzzle)


def test_the_random_puzzles_are_of_all_kinds() -> None:
    puzzles = [random_puzzle(seed) for seed in range(60)]
    kinds = [min(len(truth(puzzle)), 2) for puzzle in puzzles]
    assert all(kinds.count(kind) >= 5 for kind in (0, 1, 2))
    assert {clue for puzzle in puzzles for clue in puzzle.given.values()} == set("~<>^v#o*")
    assert sum(None in puzzle.row_counts + puzzle.column_counts for puzzle in puzzles) >= 15
    assert sum(not truth(puzzle) and not battleship.clue_conflicts(puzzle) for puzzle in puzzles) >= 3


@each_seed
def test_reasoning_agrees_with_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    check_reasoning(battleship, puzzle, truth(puzzle), seed)


def may_lie(puzzle: Puzzle, sea: CandidateGrid, ship: Any) -> bool:
    """Whether all its cells and all around them may be what they would be, and its row or column has room for it."""
    left = {cell: sea.left[sea.place(cell)] for cell in puzzle.cells}
    near = {Cell(c.row + i, c.column + j) for c in ship.parts for i, j in product((-1, 0, 1), repeat=2)}
    side, number = ("row", ship.row) if ship.across else ("column", ship.column)
    cells, count = next((cells, count) for label, cells, count in puzzle.lines if label == Label(side, number))
    parts = sum(not left[cell] & SEA for cell in cells)
    fits = all(left[cell] & BIT[kind] for cell, kind in ship.parts.items())
    apart = all(left[cell] & SEA for cell in near - {*ship.parts} if cell in left)
    return fits and apart and (count is None or parts + sum(bool(left[cell] & SEA) for cell in ship.parts) <= count)


@each_seed
def test_open_places_are_all_where_a_ship_may_lie_and_no_others(seed: int) -> None:
    puzzle = random_puzzle(seed)
    if refuted(sea := CandidateGrid(puzzle)):
        return
    found = [*open_places(puzzle, sea)]
    assert len({*found}) == len(found)
    assert {*found} == {ship for ship in puzzle.ships if may_lie(puzzle, sea, ship)}


def test_where_ships_overlap_there_is_a_part_of_no_kind() -> None:
    puzzle = battleship.parse("fleet: 1x2 1x1\n... ?\n... ?\n? ? ?")
    long, single = Ship(0, 0, 2, across=True), Ship(0, 1, 1, across=True)
    for both in ((long, single), (single, long)):
        assert board_of(puzzle, both).rows == (f"<{PART}~", "~~~")


@cache
def fit(kind: str, other: str, step: tuple[int, int]) -> bool:
    """Whether the checker has nothing against two cells, the second so many rows and columns from the first."""
    sea = battleship.parse("fleet: 1x5" + "\n..... ?" * 5 + "\n? ? ? ? ?")
    board = Solution.of(sea, {Cell(2, 2): kind, Cell(2 + step[0], 2 + step[1]): other})
    return not {"ships_apart", "ends_go_on"} & {v.rule for v in battleship.violations(sea, board, partial=True)}


@each_seed
def test_reasoning_ends_where_no_neighbour_no_middle_and_no_count_leaves_less(seed: int) -> None:
    """From the clues, and from what a solution has in some places."""
    puzzle, rng = random_puzzle(seed), random.Random(seed)
    some = rng.sample(puzzle.cells, len(puzzle.cells) // 4)
    boards = sorted(truth(puzzle), key=str)[:1]
    for known in [None, *({cell: frozenset(board.filled[cell]) for cell in some} for board in boards)]:
        if grid.contradiction(steps := battleship.deduce(puzzle, known)):
            continue
        left = grid.apply_steps(steps, initial_candidates(puzzle) | (known or {}))
        for cell, own in left.items():
            near = {s: left.get(next_to(cell, s), {"~"}) for s in product((-1, 0, 1), repeat=2) if s != (0, 0)}
            for step, others in near.items():
                assert all(any(fit(kind, other, step) for other in others) for kind in own), (cell, step)
            lies = [[near[step] for step in pair] for pair in (((0, -1), (0, 1)), ((-1, 0), (1, 0)))]
            rooms = [all(kinds != {"~"} for kinds in pair) for pair in lies]
            assert any(rooms) or "#" not in own
            if own == {"#"} and not all(rooms):
                assert all("~" not in kinds for kinds in lies[rooms.index(True)])
                assert all(kinds == {"~"} for kinds in lies[rooms.index(False)])
        for _, cells, count in puzzle.lines:
            sure, possible = sum("~" not in left[cell] for cell in cells), sum(left[cell] != {"~"} for cell in cells)
            assert count is None or sure < count < possible or sure == count == possible


@pytest.mark.parametrize(
    ("picture", "rule"),
    [
        ("fleet: 1x3\n... ?\n.~. ?\n... ?\n0 ? ?", None),
        ("fleet: 1x2\n>. ?\n.. ?\n? ?", "ends_go_on"),
        ("fleet: 2x1\no. ?\n.o ?\n? ?", "ships_apart"),
        ("fleet: 1x3\n~#. ?\n.~. ?\n... ?\n? ? ?", "middles_go_on"),
        ("fleet: 1x2\n.. 2\n~. ?\n0 ?", "count_per_row"),
        ("fleet: 1x1\n#. ?\n.. ?\n? ?", "fleet"),
        ("fleet: 1x1\n<. ?\n.. ?\n? ?", "fleet"),
    ],
)
def test_a_contradiction_is_the_last_step(picture: str, rule: str | None) -> None:
    puzzle = battleship.parse(picture)
    steps = battleship.deduce(puzzle)
    assert model_placement.build_fast(puzzle).infeasible == (rule is not None)
    if rule is None:
        assert grid.contradiction(steps) is None
        return
    assert not truth(puzzle)
    assert grid.contradiction(steps) == steps[-1]
    assert rule in {step.rule for step in steps}


@pytest.mark.parametrize(
    ("picture", "told"),
    [
        ("<... ?\n.... ?\n? ? ? ?", "keep_clues: cell (1,1) is <"),
        ("<... ?\n.... ?\n? ? ? ?", "ships_apart: cell (2,1) is ~"),
        ("...~ ?\n.... ?\n? ? ? ?", "middles_go_on: cell (1,1) in <, >, ^, o, ~"),
        ("..#. ?\n~.~. ?\n? ? ? ?", "middles_go_on: cell (1,2) in #, <, >, ^, o; cell (1,4) in #, <, >, ^, o, v"),
        (".... 0\n.... ?\n? ? ? ?", "count_per_row: cells (1,1), (1,2), (1,3) and (1,4) are ~"),
        (".... ?\n.... ?\n? 0 ? ?", "count_per_column: cells (1,2) and (2,2) are ~"),
    ],
)
def test_a_rule_leaves_what_it_must(picture: str, told: str) -> None:
    steps = battleship.deduce(battleship.parse(f"fleet: 1x4 1x1\n{picture}"))
    assert told in [*map(str, steps)]


@pytest.mark.parametrize(
    ("fleet", "parts"), [("1x1", "o"), ("1x2", "<>^v"), ("1x2 1x1", "<>^vo"), ("1x3", "<>^v#"), ("1x3 1x1", "<>^v#o")]
)
def test_a_cell_holds_such_parts_as_some_ship_has(fleet: str, parts: str) -> None:
    sea = battleship.parse(f"fleet: {fleet}" + "\n..... ?" * 5 + "\n? ? ? ? ?")
    assert grid.apply_steps(battleship.deduce(sea), initial_candidates(sea))[Cell(2, 2)] == {"~", *parts}


@pytest.mark.parametrize("side", [(-1, 0), (1, 0), (0, -1), (0, 1)])
def test_a_middle_part_with_water_on_one_side_settles_the_other_three_at_once(side: tuple[int, int]) -> None:
    sea, middle = battleship.parse("fleet: 1x5" + "\n..... ?" * 5 + "\n? ? ? ? ?"), Cell(2, 2)
    known, behind = next_to(middle, side), next_to(middle, (-side[0], -side[1]))
    steps = battleship.deduce(sea, {middle: frozenset("#"), known: frozenset("~")})
    (step,) = (step for step in steps if step.rule == "middles_go_on" and step.where == (middle,))
    assert {cell for cell, own in step.candidates.items() if own == {"~"}} == {behind}
    afloat = {cell for cell, own in step.candidates.items() if "~" not in own}
    assert afloat == {next_to(middle, turned) for turned in (side[::-1], (-side[1], -side[0]))}


def test_a_grid_is_decided_where_each_cell_has_one_kind_left() -> None:
    sea = battleship.parse("fleet: 1x1\n.. ?\n? ?")
    kinds = [frozenset("o"), frozenset("~")]
    assert CandidateGrid(sea, dict(zip(sea.cells, kinds, strict=True))).decided
    assert not CandidateGrid(sea, {sea.cells[0]: kinds[0]}).decided
    assert not CandidateGrid(sea, dict(zip(sea.cells, [*kinds[:1], frozenset()], strict=True))).decided
    assert not CandidateGrid(sea, dict.fromkeys(sea.cells, frozenset("o~"))).decided


@pytest.mark.parametrize("name", ["easy_10", "hard_10", "untold_10", "easy_15", "hard_15"])
def test_each_step_is_about_one_rule_and_none_is_idle(name: str) -> None:
    left = initial_candidates(battleship.load(name))
    for step in battleship.deduce(battleship.load(name)):
        assert all(states < left[cell] for cell, states in step.candidates.items()), step
        left.update(step.candidates)


def test_a_step_by_a_count_settles_cells_of_its_row_or_column() -> None:
    puzzle = battleship.load("easy_10")
    lines = {label: (cells, count) for label, cells, count in puzzle.lines}
    steps = [step for step in battleship.deduce(puzzle) if step.rule.startswith("count")]
    assert {lines[step.where[0]][1] for step in steps} > {0, 1, 2}
    for step in steps:
        assert step.candidates.keys() <= {*lines[step.where[0]][0]}
        assert {"~" in states for states in step.candidates.values()} in ({True}, {False})
        assert all(len(states) == 1 for states in step.candidates.values() if "~" in states)


# The checker

PUZZLE = battleship.parse("fleet: 1x3 1x2 1x1\n.... ?\n..*. ?\n.... ?\n...~ 1\n? ? ? ?")


def test_the_fleet_is_told_with_what_is_missing_and_what_is_too_many() -> None:
    board = battleship.parse_solution(PUZZLE, "o~o~\n~~~~\no~^~\n~~v~")
    told = [str(broken) for broken in battleship.violations(PUZZLE, board) if broken.rule == "fleet"]
    assert told == ["0 ships of length 3, expected 1: 1 missing", "3 ships of length 1, expected 1: 2 too many"]
    where = [broken.where for broken in battleship.violations(PUZZLE, board) if broken.rule == "fleet"]
    assert where == [(line_of(3),), (line_of(1), Cell(0, 0), Cell(0, 2), Cell(2, 0))]


@pytest.mark.parametrize(
    ("picture", "rules"),
    [
        ("*...\n.*..\n....\n....", {"ships_apart"}),
        ("****\n....\n....\n....", {"fleet"}),
        (".*..\n*...\n....\n....", {"ships_apart"}),
        ("^...\n^...\n....\n....", {"ships_apart"}),
        ("o...\n....\no...\n....", {"fleet"}),
        ("....\n....\n....\n~~~~", {"count_per_row"}),
        ("<~..\n....\n....\n....", {"ends_go_on"}),
        (">...\n....\n....\n....", {"ends_go_on"}),
        ("~~~.\n~#..\n....\n....", {"middles_go_on"}),
        ("....\n..~.\n....\n....", {"keep_clues"}),
    ],
)
def test_a_half_filled_board_is_judged_by_what_cannot_be_mended(picture: str, rules: set[str]) -> None:
    puzzle = Puzzle(("....", "..*.", "....", "...."), (None, None, None, 1), (None,) * 4, PUZZLE.fleet)
    board = battleship.parse_solution(puzzle, picture)
    assert {broken.rule for broken in battleship.violations(puzzle, board, partial=True)} == rules


@each_seed
def test_the_checker_agrees_with_brute_force(seed: int) -> None:
    """A solution or a random board, changed in up to two cells, as an answer to a random puzzle."""
    puzzle, rng = random_puzzle(seed), random.Random(seed)
    start = min(truth(puzzle), key=str) if truth(puzzle) else None
    rows = start.rows if start else random_board(puzzle.height, puzzle.width, puzzle.fleet, rng)
    assert rows
    changed = [list(row) for row in rows]
    for _ in range(rng.randint(0, 2)):
        changed[rng.randrange(puzzle.height)][rng.randrange(puzzle.width)] = rng.choice("~<>^v#o")
    board = Solution(tuple("".join(row) for row in changed))
    filled = Puzzle(board.rows, puzzle.row_counts, puzzle.column_counts, puzzle.fleet)
    kept = all(board.filled[cell] in (clue, "*") or clue == "*" for cell, clue in puzzle.given.items())
    kept = kept and all(clue != "*" or board.filled[cell] != "~" for cell, clue in puzzle.given.items())
    assert (battleship.violations(puzzle, board) == []) == (any(True for _ in brute(filled)) and kept)


@each_seed
def test_a_half_filled_board_that_can_be_completed_breaks_no_rule(seed: int) -> None:
    puzzle, rng = random_puzzle(seed), random.Random(seed)
    for solution in sorted(truth(puzzle), key=str)[:2]:
        some = {cell: kind for cell, kind in solution.filled.items() if rng.random() < 0.6}
        vague = {cell: "*" if kind != "~" and rng.random() < 0.4 else kind for cell, kind in some.items()}
        board = Solution.of(puzzle, vague)
        assert battleship.violations(puzzle, board, partial=True) == []
        settled = settle(puzzle, board)
        assert all(solution.filled[cell] == kind or kind == "*" for cell, kind in settled.filled.items())
        assert settle(puzzle, settled) == settled


SHAPES = {"<": ["right"], ">": ["left"], "^": ["down"], "v": ["up"], "o": [""], "#": ["left right", "up down"]}
AROUND = {"left": Cell(1, 0), "right": Cell(1, 2), "up": Cell(0, 1), "down": Cell(2, 1)}


@pytest.mark.parametrize("around", list(product("~*.", repeat=4)), ids="".join)
def test_a_part_is_of_the_only_kind_that_its_neighbours_allow(around: tuple[str, ...]) -> None:
    puzzle = battleship.parse("fleet: 3x3\n... ?\n... ?\n... ?\n? ? ?")
    held = {Cell(1, 1): "*"} | {cell: kind for cell, kind in zip(AROUND.values(), around, strict=True) if kind != "."}
    fitting = {
        kind
        for kind, shapes in SHAPES.items()
        for shape in shapes
        if all(known in (".", "*" if side in shape else "~") for side, known in zip(AROUND, around, strict=True))
    }
    settled = settle(puzzle, Solution.of(puzzle, held)).filled
    assert settled[Cell(1, 1)] == (fitting.pop() if len(fitting) == 1 else "*")
    assert settled.keys() == held.keys()


@pytest.mark.parametrize(
    ("fleet", "picture", "settled"),
    [
        ("1x3", "**.", "<*."),
        ("1x3", ".**", ".*>"),
        ("1x3", "***", "<#>"),
        ("1x2", "**.", "<>~"),
        ("1x2", "o.o", "o~o"),
        ("1x2", "o..", "o.."),
        ("1x1", "o.o", "o.o"),
        ("1x1", ".*.", "~o~"),
        ("1x3", ".#.", ".#."),
    ],
)
def test_once_all_parts_are_placed_the_rest_is_water(fleet: str, picture: str, settled: str) -> None:
    puzzle = battleship.parse(f"fleet: {fleet}\n... ?\n? ? ?")
    assert str(settle(puzzle, battleship.parse_solution(puzzle, picture))) == settled


@pytest.mark.parametrize("water", list(product((False, True), repeat=4)))
def test_a_middle_part_goes_on_to_both_sides_one_way(water: tuple[bool, ...]) -> None:
    puzzle = battleship.parse("fleet: 1x3\n... ?\n... ?\n... ?\n? ? ?")
    held = {Cell(1, 1): "#"} | {cell: "~" for cell, stops in zip(AROUND.values(), water, strict=True) if stops}
    told = [str(v) for v in battleship.violations(puzzle, Solution.of(puzzle, held), partial=True)]
    left, right, up, down = water
    stuck = "cell (2,2) is a middle part, but its ship does not go on to both sides"
    assert (stuck in told) == ((left or right) and (up or down))


@pytest.mark.parametrize(
    ("picture", "partial", "told"),
    [
        ("*~.\n...\n...", True, "row 1 has 1 ship part and room for 1 more, expected 3"),
        ("*~.\n...\n...", False, "row 1 has 1 ship part, expected 3"),
        ("*~*\n...\n...", True, "row 1 has 2 ship parts, expected 3"),
        ("...\n*..\n...", True, "row 2 has 1 ship part, expected 0"),
        ("...\n*..\n...", True, "cell (2,1) holds a ship part, but water is given"),
        ("...\n...\n.~.", True, "cell (3,2) holds water, but a single is given"),
        ("...\n...\n.#.", True, "cell (3,2) holds a middle part, but a single is given"),
        ("...\n...\n>..", True, "cell (3,1) is a right end, but its ship does not go on to the left"),
        ("...\n~..\nv..", True, "cell (3,1) is a bottom end, but its ship does not go on upwards"),
        ("..<\n...\n...", True, "cell (1,3) is a left end, but its ship does not go on to the right"),
        ("...\n...\n..^", True, "cell (3,3) is a top end, but its ship does not go on downwards"),
        ("~~~\n~*~\n~~~", False, "cell (2,2) holds a ship part whose kind is still open"),
        ("~~~\n~.~\n~~~", False, "cell (2,2) is neither water nor a ship part"),
        ("**~\n*~~\n~~~", False, "0 ships of length 3, expected 1: 1 missing"),
        ("~*~\n~*~\n~*~", False, ""),
    ],
)
def test_the_checker_says_what_is_wrong(picture: str, partial: bool, told: str) -> None:
    puzzle = battleship.parse("fleet: 1x3\n... 3\n~.. 0\n.o. ?\n? ? ?")
    found = battleship.violations(puzzle, battleship.parse_solution(puzzle, picture), partial=partial)
    assert told in map(str, found) if told else not any(broken.rule == "fleet" for broken in found)


@pytest.mark.parametrize(
    ("fleet", "picture", "mark"),
    [
        ("1x2", "**~\n...\n...", "met"),
        ("1x2", "...\n**~\n...", "met"),
        ("1x2", "**.\n...\n...", None),
        ("1x2", ".**\n...\n...", None),
        ("1x2", "...\n.<>\n...", "met"),
        ("1x2", "*..\n*..\n~..", "met"),
        ("1x2", "...\n..*\n..*", None),
        ("1x2", "<>~\n~~~\n<>~", "over"),
        ("2x2", "<>~\n~~~\n...", None),
        ("1x1", "*~.\n~..\n...", "met"),
        ("1x1", "*~.\n...\n...", None),
    ],
)
def test_a_length_is_met_by_finished_ships(fleet: str, picture: str, mark: str | None) -> None:
    puzzle = battleship.parse(f"fleet: {fleet}\n... ?\n... ?\n... ?\n? ? ?")
    board = battleship.parse_solution(puzzle, picture)
    assert battleship.marks(puzzle, board).get(line_of(puzzle.fleet[0][0])) == mark


def test_it_is_told_how_many_ships_are_missing() -> None:
    puzzle = battleship.parse("fleet: 3x2\n...... ?\n? ? ? ? ? ?")
    (broken,) = battleship.violations(puzzle, battleship.parse_solution(puzzle, "~<>~~~"))
    assert str(broken) == "1 ship of length 2, expected 3: 2 missing"


def test_a_ship_may_be_too_long_before_it_is_finished() -> None:
    puzzle = battleship.parse("fleet: 1x2\n..... ?\n? ? ? ? ?")
    (broken,) = battleship.violations(puzzle, battleship.parse_solution(puzzle, ".***."), partial=True)
    assert str(broken) == "1 ship of length 3, expected 0: 1 too many"
    assert broken.where == (Cell(0, 1), Cell(0, 2), Cell(0, 3))


def test_a_board_of_another_size_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"^found a board of 2 x 3 cells, expected 4 x 5 as in the puzzle$"):
        battleship.violations(Puzzle(("." * 5,) * 4, (None,) * 4, (None,) * 5, ((1, 1),)), Solution(("...",) * 2))


@pytest.mark.parametrize(
    ("picture", "rule", "where"),
    [
        ("fleet: 2x1\no. 1\n.o 1\n1 1", "ships_apart", (Cell(0, 0), Cell(1, 1))),
        ("fleet: 1x2\n.. 3\n.. ?\n? ?", "count_per_row", (Label("row", 0),)),
        ("fleet: 1x1\n.. 1\n~~ 1\n? ?", "count_per_row", (Label("row", 1),)),
        ("fleet: 1x2\n.. 2\n.. 1\n? ?", "fleet", (Label("row", 0), Label("row", 1))),
        ("fleet: 1x2\n.. ?\n.. ?\n1 0", "fleet", (Label("column", 0), Label("column", 1))),
        ("fleet: 1x2\n~> ?\n.. ?\n? ?", "ends_go_on", (Cell(0, 1),)),
        ("fleet: 1x2\no. ?\n.. ?\n? ?", "fleet", (Cell(0, 0),)),
    ],
)
def test_clashes_name_the_places(picture: str, rule: str, where: tuple) -> None:
    found = [(clash.rule, clash.where) for clash in battleship.clue_conflicts(battleship.parse(picture))]
    assert (rule, where) in found
    assert truth(battleship.parse(picture)) == frozenset()


def test_counts_and_ships_are_ticked_off() -> None:
    puzzle = battleship.parse("fleet: 1x2 1x1\n<.. 2\n... 0\n..~ 1\n1 ? 1")
    board = battleship.parse_solution(puzzle, "<>.\n...\no.o")
    assert battleship.marks(puzzle, board) == {
        Label("row", 0): "met",
        Label("row", 1): "met",
        Label("row", 2): "over",
        Label("column", 0): "over",
        Label("column", 2): "met",
        line_of(2): "met",
        line_of(1): "over",
        Cell(2, 0): "wrong",
        Cell(2, 2): "wrong",
    }


# What the report prints: each equation put back alone, on its smallest witness


def at(v: Any, cell: Cell, kinds: str) -> Any:
    return quicksum(v.x[cell, kind] for kind in kinds if (cell, kind) in v.x)


def step(cell: Cell, down: int, right: int) -> Cell:
    return Cell(cell.row + down, cell.column + right)


def printed_4_1e(puzzle: Puzzle, v: Any) -> Iterator[tuple]:
    for cell in puzzle.cells:
        corners = [cell, step(cell, 1, 0), step(cell, -1, 0), step(cell, 0, 1)]
        reaching = dict.fromkeys(ship for corner in corners for ship in model_placement.covering(puzzle, corner))
        yield cell, quicksum(v.y[ship] for ship in reaching) <= 1


def printed_4_3a(puzzle: Puzzle, v: Any) -> Iterator[tuple]:
    for ship, s in v.s.items():
        parts = list(ship.parts.items())
        if not ship.across:
            rows = range(ship.column + 1, ship.row + ship.length - 1)
            parts = [(c, k) for c, k in parts if k != "#"] + [(Cell(r, ship.column), "#") for r in rows]
        if ship.length > 1:
            yield ship, ship.length * s <= quicksum(v.x[part] for part in parts if part in v.x)


def printed_4_3g(puzzle: Puzzle, v: Any) -> Iterator[tuple]:
    yield from cell_model.ends_close(puzzle, v)
    for cell in puzzle.cells:
        for kind in "~<>^v#o":
            if (step(cell, 0, 1), kind) in v.x:
                yield (cell, "g", "~<>^v#o".index(kind)), v.x[cell, ">"] <= 1 - v.x[step(cell, 0, 1), kind]


def printed_4_3h(puzzle: Puzzle, v: Any) -> Iterator[tuple]:
    yield from cell_model.ends_go_on(puzzle, v)
    for cell in puzzle.cells:
        yield (cell, "h"), v.x[cell, ">"] <= at(v, step(cell, 0, -1), "<") - at(v, step(cell, 0, -1), "#")


def printed_4_3k(puzzle: Puzzle, v: Any) -> Iterator[tuple]:
    yield from cell_model.ends_close(puzzle, v)
    for cell in puzzle.cells[-puzzle.width :]:
        yield (cell, "k"), v.x[cell, "v"] <= at(v, step(cell, 1, 0), "~")


def skipped_4_3k(puzzle: Puzzle, v: Any) -> Iterator[tuple]:
    """The other reading of the row that is printed for the last row only: nothing is below it, so nothing is said."""
    for cell in puzzle.cells:
        for end, across, down in (("<", -1, 0), (">", 1, 0), ("^", 0, -1)):
            if (behind := step(cell, down, across), "~") in v.x:
                yield (cell, end), v.x[cell, end] <= v.x[behind, "~"]


def printed_4_3m(puzzle: Puzzle, v: Any) -> Iterator[tuple]:
    yield from cell_model.middles_go_on(puzzle, v)
    for cell in puzzle.cells:
        yield (cell, "m", 1), v.x[cell, "#"] <= at(v, step(cell, -1, 0), "^") + at(v, step(cell, 0, 1), ">#")


def printed_4_3q(puzzle: Puzzle, v: Any) -> Iterator[tuple]:
    yield from cell_model.singles_apart(puzzle, v)
    for cell in puzzle.cells:
        if (other := step(cell, 0, -1), "o") in v.x:
            yield (cell, "q"), v.x[cell, "o"] == 1 - v.x[other, "o"]


def printed_4_3r(puzzle: Puzzle, v: Any) -> Iterator[tuple]:
    for cell in puzzle.cells:
        if (other := step(cell, 0, -1), "o") in v.x:
            yield (cell, "q"), v.x[cell, "o"] + v.x[other, "o"] <= 1
        if cell.column and (other := step(cell, -1, 0), "o") in v.x:  # where j is not 1; with <=, to see this alone
            yield (cell, "r"), v.x[cell, "o"] + v.x[other, "o"] <= 1


def nothing(puzzle: Puzzle, v: Any) -> Iterator[tuple]:
    yield from ()


EXCLUDED, ADMITTED = "valid board excluded", "invalid board admitted"
COLUMN = "fleet: 1x4 1x3\n^ ?\n# ?\n# ?\nv ?\n~ ?\n^ ?\nv ?\n~ ?\n?"
PRINTED = [
    (model_placement, "ships_apart", printed_4_1e, "fleet: 2x1\n. 1\n. 0\n. 1\n2", EXCLUDED, "o\n~\no"),
    (cell_model, "ships_have_parts", printed_4_3a, "fleet: 1x3\n~. 1\n~. 1\n~. 1\n0 3", EXCLUDED, "~^\n~#\n~v"),
    (cell_model, "ships_have_parts", printed_4_3a, COLUMN, ADMITTED, "^\n#\n#\nv\n~\n^\nv\n~"),
    (cell_model, "ends_close", skipped_4_3k, "fleet: 1x2 1x1\n. ?\n. ?\n. ?\n?", ADMITTED, "^\nv\no"),
    (cell_model, "ends_begin_ships", nothing, "fleet: 1x1\no~.. ?\n? ? ? ?", ADMITTED, "o~<>"),
    (cell_model, "ends_close", printed_4_3g, "fleet: 1x2\n..~ 2\n1 1 0", EXCLUDED, "<>~"),
    (cell_model, "ends_go_on", printed_4_3h, "fleet: 1x3\n... 3\n1 1 1", EXCLUDED, "<#>"),
    (cell_model, "ends_close", printed_4_3k, "fleet: 1x2\n. 1\n. 1\n2", EXCLUDED, "^\nv"),
    (cell_model, "middles_go_on", printed_4_3m, "fleet: 1x4\n. 1\n. 1\n. 1\n. 1\n4", EXCLUDED, "^\n#\n#\nv"),
    (cell_model, "singles_apart", printed_4_3q, "fleet: 1x2\n.. 2\n1 1", EXCLUDED, "<>"),
    (cell_model, "singles_apart", printed_4_3r, "fleet: 2x1\n. 1\n. 1\n2", ADMITTED, "o\no"),
]


@pytest.mark.parametrize(
    ("formulation", "title", "family", "picture", "verb", "board"),
    PRINTED,
    ids=[f"{title}-{family.__name__}" for _, title, family, *_ in PRINTED],
)
def test_a_printed_equation_is_wrong_on_its_witness(
    formulation: Any, title: str, family: Any, picture: str, verb: str, board: str
) -> None:
    families = tuple(family if own.__name__ == title else own for own in formulation.FAMILIES)
    assert families != formulation.FAMILIES
    printed = partial(formulation.build, families=families)
    compared = same_solutions(printed, formulation.build, [battleship.parse(picture)])
    assert str(compared).endswith(f"{verb}:\n{board}")


def test_both_models_admit_the_same_boards_on_all_small_seas() -> None:
    assert same_solutions(cell_model.build, model_placement.build, exercises.open_seas(4))
    assert same_solutions(model_placement.build_fast, model_placement.build, exercises.open_seas(4))


def test_a_single_has_one_place_and_not_two() -> None:
    puzzle = battleship.parse("fleet: 1x1\n.. ?\n? ?")
    assert [ship.numbers() for ship in puzzle.ships] == [(1, 1, 1, "across"), (1, 2, 1, "across")]
    for _, found in answers(battleship, puzzle, 5):
        assert len(found) == 2


# The generator


@pytest.mark.parametrize("engine", [None, "cadical"])
@pytest.mark.parametrize("seed", range(4))
def test_no_clue_can_be_spared(seed: int, engine: str | None) -> None:
    puzzle = battleship.generate(6, 6, seed=seed, hidden=seed, engine=engine)
    assert len(battleship.ENGINES["cp_sat"](puzzle, 2).solutions) == 1
    for cell in puzzle.given:
        kept = {other: clue for other, clue in puzzle.given.items() if other != cell}
        fewer = Puzzle(Solution.of(puzzle, kept).rows, puzzle.row_counts, puzzle.column_counts, puzzle.fleet)
        assert len(battleship.ENGINES["cp_sat"](fewer, 2).solutions) == 2


def test_the_kept_solver_hears_the_time_limit() -> None:
    with pytest.raises(TimeLimitReached):
        battleship.generate(15, 15, seed=1, engine="cadical", time_limit=0.3)


def test_a_generated_puzzle_is_as_it_was_ordered() -> None:
    easy = battleship.generate(6, 6, seed=1, clues=12)
    assert len(easy.given) == 12
    assert battleship.is_unique(easy)
    some = battleship.generate(8, 5, seed=1, fleet=[(5, 1), (1, 2)], clues=3, hidden=4, unique=False)
    assert (some.height, some.width, len(some.given)) == (8, 5, 3)
    assert (some.row_counts + some.column_counts).count(None) == 4
    assert battleship.generate(10, 10, seed=1, unique=False).fleet == ((4, 1), (3, 2), (2, 3), (1, 4))
    assert battleship.generate(12, 9, seed=1, unique=False).fleet == ((4, 1), (3, 2), (2, 3), (1, 4))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"height": 3, "width": 3}, "found 3 x 3 cells and no fleet, expected 6 x 6 cells or more, or a fleet"),
        (
            {"height": 2, "width": 2, "fleet": [(1, 3)]},
            "found no room for the fleet ((1, 3),) on 2 x 2 cells; expected a larger board or fewer ships",
        ),
        (
            {"height": 2, "width": 2, "fleet": [(3, 1)]},
            "found a ship of length 3, expected ships that fit into 2 x 2 cells",
        ),
    ],
)
def test_what_cannot_be_generated_is_refused(arguments: dict, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        battleship.generate(**arguments, seed=1)
    assert str(caught.value) == message


@each_seed
def test_nothing_is_only_missing_on_a_full_board(seed: int) -> None:
    puzzle = random_puzzle(seed)
    told = Puzzle(puzzle.clues, (None,) * puzzle.height, (None,) * puzzle.width, puzzle.fleet)
    for solution in truth(puzzle):
        for ship in ships(solution.filled):
            board = Solution.of(puzzle, solution.filled | dict.fromkeys(ship, "~"))
            for asked in (puzzle, told):
                assert battleship.violations(asked, board, partial=True) == battleship.violations(asked, board) != []


def test_a_board_reads_its_fleet_back() -> None:
    puzzle = battleship.load("tiny_4x4")
    state = play.ADAPTER.write(puzzle, None)
    for length, number in puzzle.fleet:
        more = {**state, line_of(length): play.ships(number + 1)}
        edited = play.ADAPTER.read_puzzle(puzzle, more)
        assert dict(edited.fleet) == {**dict(puzzle.fleet), length: number + 1}
        assert play.ADAPTER.write(edited, None) == more
    assert play.ADAPTER.read_puzzle(puzzle, {}).fleet == puzzle.fleet


# Explanations


@pytest.mark.parametrize("seed", [0, 1, 3])
@pytest.mark.once
def test_whether_a_cell_is_a_part_comes_before_its_kind(seed: int) -> None:
    """It is a step of its own, or both follow at once; that it is a part is true whatever its kind."""
    puzzle = battleship.generate(6, 6, seed=seed)
    truth, parts = battleship.solve(puzzle).filled, 0
    for step in battleship.explanation(puzzle).steps:
        for cell, left in step.candidates.items():
            if left == set(PARTS):
                assert truth[cell] != WATER
                assert "ship part" in step.message
                parts += 1
    assert parts
