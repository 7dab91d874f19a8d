"""The checks of chapter 10's exercises: right answers in several styles are right, wrong ones hear what is wrong."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import Any

import pytest
from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.core import union_find
from puzzlekit.core.grid import Cell
from puzzlekit.numberlink import ENGINES, Puzzle, exercises, load, model_linearised, model_neighbour_count, parse
from puzzlekit.numberlink.puzzle import geometry
from puzzlekit.scip import lazy

Pairs = Iterator[tuple[Any, Any]]


# Exercise 1


def size(rows: int, columns: int, pairs: int) -> tuple[int, int]:
    cells, edges = rows * columns, rows * (columns - 1) + columns * (rows - 1)
    return (cells + edges) * pairs, 2 * cells + 3 * edges * pairs + 2 * pairs**2


def by_building(rows: int, columns: int, pairs: int) -> list[int]:
    places = geometry(rows, columns).places
    letters = {cell: "ABCDEFGH"[number // 2] for number, cell in enumerate(places[: 2 * pairs])}
    built = model_linearised.build(Puzzle.of(rows, columns, letters), exercises.PRODUCTS)
    return [built.model.getNVars(), built.model.getNConss()]


def both_directions(rows: int, columns: int, pairs: int) -> tuple[int, int]:
    cells, edges = rows * columns, rows * (columns - 1) + columns * (rows - 1)
    return (cells + 2 * edges) * pairs, 2 * cells + 6 * edges * pairs + 2 * pairs**2


def own_letters_only(rows: int, columns: int, pairs: int) -> tuple[int, int]:
    variables, own = size(rows, columns, pairs)
    return variables, own - 2 * pairs**2 + 2 * pairs


# Exercise 2


def mended(
    puzzle: Puzzle, *, end: str = "one", most: str = "M", fixed: str = "rows", blank: bool = False, kind: str = "B"
) -> tuple[Any, dict]:
    model = scip.new_model("attempt")
    x = {(cell, k): model.addVar(vtype=kind, ub=1) for cell in puzzle.cells for k in puzzle.pairs}
    for cell, at in puzzle.at.items():
        total = quicksum(x[cell, k] for k in puzzle.pairs)
        model.addCons(total <= 1 if blank else total == 1)
        for k in puzzle.pairs:
            near = quicksum(x[edge.other(cell), k] for edge in at)
            if cell not in puzzle.letter:
                model.addCons(near >= 2 * x[cell, k])
                if most != "none":
                    model.addCons(near <= (2 * x[cell, k] + (4 * (1 - x[cell, k]) if most == "M" else 0)))
            elif k == puzzle.letter[cell]:
                model.addCons({"one": near == 1, "some": near >= 1, "at most": near <= 1}[end])
                model.chgVarLb(x[cell, k], 1) if fixed == "bounds" else model.addCons(x[cell, k] == 1)
    return model, x


def by_edges(puzzle: Puzzle) -> Any:
    return model_neighbour_count.build(puzzle, exercises.COUNTS)


def one_pair_free(puzzle: Puzzle) -> tuple[Any, dict]:
    """The clues are left out."""
    built = model_neighbour_count.build(puzzle, tuple(rows for rows in exercises.COUNTS if rows.__name__ != "clues"))
    return built.model, built.v.x


def other_keys(puzzle: Puzzle) -> tuple[Any, dict]:
    model, x = mended(puzzle)
    return model, {(k, cell): one for (cell, k), one in x.items()}


# Exercise 3


def between(puzzle: Puzzle) -> list[tuple[Cell, str]]:
    return [(cell, k) for cell in puzzle.cells if cell not in puzzle.letter for k in puzzle.pairs]


def near(puzzle: Puzzle, v: Any, cell: Cell, k: str) -> Any:
    return quicksum(v.x[edge.other(cell), k] for edge in puzzle.at[cell])


def with_big_m(puzzle: Puzzle, v: Any, *, less: int) -> Pairs:
    """M is so much less than the number of neighbours."""
    for cell, k in between(puzzle):
        big, x = max(0, len(puzzle.at[cell]) - less), v.x[cell, k]
        yield (cell, k), near(puzzle, v, cell, k) <= 2 * x + big * (1 - x)


def told_apart(puzzle: Puzzle, v: Any) -> list:
    slope = {2: (0, 2), 3: (1, 1), 4: (2, 0)}
    found = []
    for cell, k in between(puzzle):
        at_zero, more = slope[len(puzzle.at[cell])]
        found.append(((cell, k), near(puzzle, v, cell, k) - more * v.x[cell, k] <= at_zero))
    return found


def from_the_other_letters(puzzle: Puzzle, v: Any) -> Pairs:
    """The cell's own letter needs two neighbours, which leaves so many for another one."""
    for cell, k in between(puzzle):
        others = quicksum(v.x[cell, other] for other in puzzle.pairs if other != k)
        yield (cell, k), near(puzzle, v, cell, k) - (len(puzzle.at[cell]) - 4) * others <= 2


def as_printed(puzzle: Puzzle, v: Any) -> Pairs:
    for cell, k in between(puzzle):
        yield (cell, k), near(puzzle, v, cell, k) <= 2 + (len(puzzle.at[cell]) - 2) * (1 - v.x[cell, k])


def never_more_than_two(puzzle: Puzzle, v: Any) -> Pairs:
    for cell, k in between(puzzle):
        yield (cell, k), near(puzzle, v, cell, k) <= 2


# Exercise 4


def strays(puzzle: Puzzle, values: Any) -> Iterator[tuple[str, set, set]]:
    """Letter, cells of a loop, and the cells beside them."""
    for k in puzzle.pairs:
        for loop in union_find.cycle_components(e for e in puzzle.edges if values.x[e.a, k] and values.x[e.b, k]):
            cells = {end for edge in loop for end in (edge.a, edge.b)}
            yield k, cells, {e.other(cell) for cell in cells for e in puzzle.at[cell]} - cells


@lazy.family
def one_stays(puzzle: Puzzle, v: Any, values: Any) -> Pairs:
    for k, cells, beside in strays(puzzle, values):
        yield k, v.x[min(cells), k] <= quicksum(v.x[cell, k] for cell in beside)


@lazy.family
def each_stays(puzzle: Puzzle, v: Any, values: Any) -> list:
    return [
        ((k, cell), quicksum(v.x[other, k] for other in beside) - v.x[cell, k] >= 0)
        for k, cells, beside in strays(puzzle, values)
        for cell in cells
    ]


@lazy.family
def both_sides(puzzle: Puzzle, v: Any, values: Any) -> Pairs:
    """From a set without ends a path leaves twice."""
    for k, cells, beside in strays(puzzle, values):
        yield k, 2 * v.x[max(cells), k] <= quicksum(v.x[cell, k] for cell in beside)


@lazy.family
def all_leave(puzzle: Puzzle, v: Any, values: Any) -> Pairs:
    for k, _, beside in strays(puzzle, values):
        yield k, quicksum(v.x[cell, k] for cell in beside) >= 1


@lazy.family
def says_nothing(puzzle: Puzzle, v: Any, values: Any) -> list:
    return []


@lazy.family
def only_tall_loops(puzzle: Puzzle, v: Any, values: Any) -> Pairs:
    for k, cells, beside in strays(puzzle, values):
        if len({cell.row for cell in cells}) > 2:
            yield k, v.x[min(cells), k] <= quicksum(v.x[cell, k] for cell in beside)


# Exercise 5

TWO = "A..B\n..A.\n..B.\n...."


@pytest.mark.parametrize(
    ("check", "attempt", "answer"),
    [
        (exercises.check_size, size, "Right."),
        (exercises.check_size, by_building, "Right."),
        (exercises.check_size, both_directions, "Not yet: for 3 x 4 cells with 2 pairs .*neither number is right"),
        (exercises.check_size, own_letters_only, "Not yet: .*only the number of variables is right"),
        (exercises.check_size, lambda m, n, k: (195, 428), "Not yet: for 3 x 4 cells"),
        (exercises.check_mended, mended, "Right."),
        (exercises.check_mended, lambda puzzle: mended(puzzle, fixed="bounds"), "Right."),
        (exercises.check_mended, by_edges, "Right."),
        (exercises.check_mended, lambda puzzle: mended(puzzle, end="some"), "Not yet: your constraints admit"),
        (exercises.check_mended, lambda puzzle: mended(puzzle, most="2x"), "Not yet: your constraints exclude"),
        (exercises.check_mended, lambda puzzle: mended(puzzle, blank=True), "Not yet: your constraints admit"),
        (exercises.check_mended, lambda puzzle: mended(puzzle, most="none"), "Not yet: your constraints admit"),
        (exercises.check_mended, lambda puzzle: mended(puzzle, end="at most"), "Not yet: your constraints admit"),
        (exercises.check_mended, one_pair_free, "Not yet: your constraints admit"),
        (exercises.check_mended, other_keys, "Not yet: found a dict of 4, expected x with one variable for each cell"),
        (exercises.check_mended, lambda puzzle: mended(puzzle, kind="C"),
                                r"Not yet: the variable x of cell \(1,1\) and A is not binary"),
        (exercises.check_mended, lambda puzzle: mended(puzzle)[0], "Not yet: found a SCIP model, expected a pair"),
        (exercises.check_small_m, partial(with_big_m, less=2), "Right."),
        (exercises.check_small_m, told_apart, "Right."),
        (exercises.check_small_m, from_the_other_letters, "Right."),
        (exercises.check_small_m, as_printed, "Not yet: if cell .* does not have .*allow 3 of its 3 .* at most 1"),
        (exercises.check_small_m, partial(with_big_m, less=1), "Not yet: if cell .* allow 2 of its 3 .* at most 1"),
        (exercises.check_small_m, partial(with_big_m, less=3), "Not yet: your constraints exclude"),
        (exercises.check_small_m, never_more_than_two, "Not yet: if cell .* allow 2 of its 3 neighbours .* at most 1"),
        (exercises.check_small_m, lambda puzzle, v: [], "Not yet: your constraints admit this invalid"),
        (exercises.check_way_out, one_stays, "Right."),
        (exercises.check_way_out, each_stays, "Right."),
        (exercises.check_way_out, both_sides, "Right."),
        (exercises.check_way_out, model_neighbour_count.no_loop, "Not yet: your .* has only variables that are 1"),
        (exercises.check_way_out, all_leave, "Not yet: your constraint .* excludes this valid board"),
        (exercises.check_way_out, says_nothing, "Not yet: your family yields nothing where there is a stray loop"),
        (exercises.check_way_out, only_tall_loops, "Not yet: your family yields nothing where there is a stray loop"),
        (exercises.check_invented, TWO, "Right."),
        (exercises.check_invented, "...x\n.y..\n..x.\ny...", "Right."),
        (exercises.check_invented, "AB..\n....\n....\nBA..", "Not yet: the puzzle has no solution"),
        (exercises.check_invented, "ABCD\n....\n....\nABCD", "Not yet: the puzzle has one solution, but fewer than 4"),
        (exercises.check_invented, f"touch: yes\n{TWO}", "Not yet: found other rules"),
        (exercises.check_invented, f"cover: no\n{TWO}", "Not yet: found other rules"),
        (exercises.check_invented, load("tiny_beside"), "Not yet: found 3 x 4 cells, expected 4 x 4"),
        (exercises.check_invented, "A..B\n..A.", r"Not yet: found 'B' in cell \(1,4\), expected each letter in two"),
        (exercises.check_invented, "A.+-+\n....\n....\n...A", r"Not yet: line 1, column 3: found '\+'"),
    ],
)  # fmt: skip
@pytest.mark.once
def test_verdicts(check: Callable, attempt: Any, answer: str, capsys: pytest.CaptureFixture) -> None:
    check(attempt)
    assert re.match(answer, capsys.readouterr().out, re.DOTALL)


def test_one_pair_is_not_enough() -> None:
    """No pair of ends alone covers the board; of two pairs there is a puzzle with one solution."""
    side = exercises.SIDE
    for ends in combinations(geometry(side, side).places, 2):
        puzzle = Puzzle.of(side, side, dict.fromkeys(ends, "A"))
        assert not ENGINES["cadical"](puzzle, 1).solutions
    assert len(parse(TWO).pairs) == exercises.FEWEST == 2


def test_boards_with_stray_loops_have_right_ones_beside_them() -> None:
    """A check that asks about no loop, or has no right board to lose, would accept too much."""
    found = []
    for text in exercises.LOOSE:
        puzzle = load(text) if text.startswith("tiny") else parse(f"cover: no\n{text}")
        boards = exercises._loose(puzzle).keys()
        wrong = {board for board in boards if exercises.violations(puzzle, board)}
        assert wrong
        found.append(len(boards - wrong))
    assert max(found) > 10
