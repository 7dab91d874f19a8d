"""The checks of chapter 8's exercises: right answers in several styles are right, and wrong ones hear what is wrong."""

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
from pyscipopt import quicksum

from puzzlekit import slitherlink
from puzzlekit.grid import Cell
from puzzlekit.sudoku import Solution, bilevel, clue_exercises, minimum_clues, unavoidable

Pairs = Iterator[tuple[Any, Any]]


# Exercise 1


def counted(n: int) -> tuple[int, int]:
    built = bilevel.build_follower(clue_exercises._example(1, n), ())
    return built.model.getNVars(), built.model.getNConss()


# Exercise 2


def deletion(found: Any, every: Any, differing: Any) -> set:
    left = set(found)
    for cell in sorted(found):
        if differing(every - (left - {cell})):
            left.remove(cell)
    return left


def by_recursion(found: Any, every: Any, differing: Any) -> tuple:
    for cell in sorted(found, reverse=True):
        if differing(every - (found - {cell})):
            return by_recursion(found - {cell}, every, differing)
    return tuple(found)


def package(found: Any, every: Any, differing: Any) -> frozenset:
    return unavoidable.minimal(found, every, differing)


def once_only(found: Any, every: Any, differing: Any) -> set:
    """Takes all cells away that can be spared one by one, at once."""
    return {cell for cell in found if not differing((every - found) | {cell})}


def one_less(found: Any, every: Any, differing: Any) -> set:
    return {*sorted(found)[1:]}


# Exercise 3


def bands(grid: Solution) -> list[tuple[int, int, list, list]]:
    n = len(grid.digits)
    return [(a, b, [Cell(a, j) for j in range(n)], [Cell(b, j) for j in range(n)])
            for a, b in combinations(range(n), 2) if a // grid.p == b // grid.p]  # fmt: skip


def stacks(grid: Solution) -> list[tuple[int, int, list, list]]:
    n = len(grid.digits)
    return [(a, b, [Cell(i, a) for i in range(n)], [Cell(i, b) for i in range(n)])
            for a, b in combinations(range(n), 2) if a // grid.q == b // grid.q]  # fmt: skip


def lines(grid: Solution, v: Any) -> Pairs:
    for a, b, one, other in (*bands(grid), *stacks(grid)):
        yield (a, b), quicksum(v.y[cell] for cell in one + other) >= 1


def by_exchanges(grid: Solution, v: Any) -> list:
    """Stronger: each part of an exchange by itself."""
    return [(number, quicksum(v.y[cell] for cell in cells) >= 1)
            for number, cells in enumerate(unavoidable.swaps(grid))]  # fmt: skip


def turned_round(grid: Solution, v: Any) -> Pairs:
    for a, b, one, other in (*bands(grid), *stacks(grid)):
        yield (a, b), -1 * quicksum(v.y[cell] for cell in one + other) <= -1


def rows_only(grid: Solution, v: Any) -> Pairs:
    for a, b, one, other in bands(grid):
        yield (a, b), quicksum(v.y[cell] for cell in one + other) >= 1


def each_line(grid: Solution, v: Any) -> Pairs:
    for a, b, one, other in (*bands(grid), *stacks(grid)):
        yield (a, b), quicksum(v.y[cell] for cell in one) >= 1
        yield (b, a), quicksum(v.y[cell] for cell in other) >= 1


def two_in_each_pair(grid: Solution, v: Any) -> Pairs:
    for a, b, one, other in (*bands(grid), *stacks(grid)):
        yield (a, b), quicksum(v.y[cell] for cell in one + other) >= 3


def boxes_of_two(grid: Solution, v: Any) -> Pairs:
    """Right for 2 x 2 boxes only: columns and rows have other bands in 2 x 3."""
    for a, b, one, other in bands(grid):
        yield (a, b), quicksum(v.y[cell] for cell in one + other) >= 1
        turned = [Cell(cell.column, cell.row) for cell in one + other]
        yield (a, b, "t"), quicksum(v.y[cell] for cell in turned) >= 1


# Exercise 4


def clued(loop: Any, places: Any) -> Any:
    own = loop.puzzle
    number = {cell: sum(edge in loop.drawn for edge in own.around[cell]) for cell in places}
    rows = ["".join(str(number.get(Cell(i, j), ".")) for j in range(own.columns)) for i in range(own.rows)]
    return slitherlink.parse("\n".join(rows))


CELLS = [Cell(i, j) for i in range(2) for j in range(2)]
EVERY = [slitherlink.Solution.of(slitherlink.parse("..\n.."), loop.drawn)
         for loop in slitherlink.PEERS["cadical"](slitherlink.parse("..\n.."), 40).solutions]  # fmt: skip
# two loops of a board of 2 x 2 cells may have the same numbers
PLACES = {loop: CELLS for loop in EVERY if len(slitherlink.solutions(clued(loop, CELLS), 2)) == 1}


def fewest(loop: Any) -> Any:
    for count in range(5):
        for places in combinations(PLACES[loop], count):
            if len(slitherlink.solutions(clued(loop, places), 2)) == 1:
                return places
    raise AssertionError


def all_of_them(loop: Any) -> Any:
    return PLACES[loop]


def check_hints(hints: Any) -> None:
    clue_exercises.check_hints(hints, PLACES, clued, slitherlink.solutions)


# Exercise 5

SIX = next(str(minimum_clues.puzzle_of(grid, kept)) for grid in map(clue_exercises._grid, clue_exercises.FOURS)
           for kept in combinations(grid.filled, 6)
           if not (ask := minimum_clues.follower(grid))(kept)
           and all(ask([other for other in kept if other != cell]) for cell in kept))  # fmt: skip


@pytest.mark.parametrize(
    ("check", "attempt", "answer"),
    [
        (clue_exercises.check_size, lambda n: ..., "not attempted yet"),
        (clue_exercises.check_size, lambda n: (n**3 + 1, 5 * n**2 + 1), "Right."),
        (clue_exercises.check_size, lambda n: [1 + n * n * n, 4 * n * n + n * n + 1], "Right."),
        (clue_exercises.check_size, counted, "Right."),
        (clue_exercises.check_size, lambda n: (n**3, 5 * n**2 + 1), "the number of rows is right"),
        (clue_exercises.check_size, lambda n: (n**3 + 1, 4 * n**2 + 1), "the number of variables is right"),
        (clue_exercises.check_size, lambda n: (65, 81), "for n = 9 you say 65, 81: neither"),
        (clue_exercises.check_size, lambda n: None, "nothing .None."),
        (clue_exercises.check_size, lambda: (1, 1), "expected a function of n"),
        (clue_exercises.check_minimal, lambda found, every, differing: ..., "not attempted yet"),
        (clue_exercises.check_minimal, deletion, "Right."),
        (clue_exercises.check_minimal, by_recursion, "Right."),
        (clue_exercises.check_minimal, package, "Right."),
        (clue_exercises.check_minimal, lambda found, every, differing: found, "can be spared"),
        (clue_exercises.check_minimal, once_only, "your set is avoidable|can be spared"),
        (clue_exercises.check_minimal, one_less, "your set is avoidable|can be spared"),
        (clue_exercises.check_minimal, lambda found, every, differing: set(), "your set is avoidable"),
        (clue_exercises.check_minimal, lambda found, every, differing: every, "not among the cells that were found"),
        (clue_exercises.check_minimal, lambda found, every, differing: 3, "expected a set of cells"),
        (clue_exercises.check_minimal, lambda found, every, differing: {1}, "expected cells only"),
        (clue_exercises.check_minimal, lambda found: found, "expected a function of found, every, differing"),
        (clue_exercises.check_lines, lambda grid, v: ..., "not attempted yet"),
        (clue_exercises.check_lines, lines, "Right."),
        pytest.param(clue_exercises.check_lines, by_exchanges, "Right.", marks=pytest.mark.slow),
        (clue_exercises.check_lines, turned_round, "Right."),
        (clue_exercises.check_lines, rows_only, "your constraints admit these clues"),
        (clue_exercises.check_lines, each_line, "forbids this puzzle, which has one solution"),
        (clue_exercises.check_lines, two_in_each_pair, "forbids this puzzle, which has one solution"),
        (clue_exercises.check_lines, boxes_of_two, "your constraints admit these clues"),
        (clue_exercises.check_lines, lambda grid, v: [], "your constraints admit these clues"),
        (clue_exercises.check_lines, lambda grid, v: None, "nothing .None."),
        (check_hints, lambda loop: ..., "not attempted yet"),
        (check_hints, fewest, "Right."),
        (check_hints, lambda loop: list(fewest(loop)), "Right."),
        (check_hints, lambda loop: iter(fewest(loop)), "Right."),
        (check_hints, all_of_them, "but fewer than 4 are enough"),
        (check_hints, lambda loop: [], "leave several solutions"),
        (check_hints, lambda loop: PLACES[loop][:1], "leave several solutions|Not yet"),
        (check_hints, lambda loop: [Cell(7, 7)], "expected places such as cell .1,1."),
        (check_hints, lambda loop: None, "nothing .None."),
        (clue_exercises.check_invented, ..., "not attempted yet"),
        (clue_exercises.check_invented, SIX, "Right."),
        (clue_exercises.check_invented, clue_exercises.parse(SIX), "Right."),
        (clue_exercises.check_invented, "    " + SIX.replace("\n", "\n    "), "Right."),
        (clue_exercises.check_invented, "....\n" * 4, "it has several solutions"),
        (clue_exercises.check_invented, "1...\n1...\n....\n....", "it has no solution"),
        (clue_exercises.check_invented, "1234\n3412\n4321\n2143", "the clue in cell .1,1. can be spared"),
        (clue_exercises.check_invented, str(minimum_clues.fewest_clues(clue_exercises._example(2, 2)).puzzle),
         "found 4 clues, none of which can be spared; 6 are possible"),
        (clue_exercises.check_invented, "." * 81, "found .*expected"),
        (clue_exercises.check_invented, 7, "expected the picture of a puzzle"),
    ],
)  # fmt: skip
def test_what_is_said_of_an_attempt(
    check: Callable[[Any], None], attempt: Any, answer: str, capsys: pytest.CaptureFixture
) -> None:
    check(attempt)
    assert re.search(answer, capsys.readouterr().out), answer
