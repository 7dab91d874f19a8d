"""The checks of chapter 8's exercises: right answers in several styles are right, and wrong ones hear what is wrong."""

import operator
import re
from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any

import pytest
from pyscipopt import quicksum

from puzzlekit import slitherlink
from puzzlekit.core.grid import Cell
from puzzlekit.sudoku import Solution, model_follower, unavoidable
from puzzlekit.sudoku import exercises_fewest_clues as exercises

Pairs = Iterator[tuple[Any, Any]]


# Exercise 1


def counted(n: int) -> tuple[int, int]:
    built = model_follower.build_follower(exercises._example(1, n), ())
    return built.model.getNVars(), built.model.getNConss()


# Exercise 2


def deletion(found: Any, every: Any, differing: Any) -> set:
    left = set(found)
    for cell in sorted(found):
        if differing(every - (left - {cell})):
            left.remove(cell)
    return left


def once_only(found: Any, every: Any, differing: Any) -> set:
    """Takes all cells away that can be spared one by one, at once."""
    return {cell for cell in found if not differing((every - found) | {cell})}


def until_one_is_needed(found: Any, every: Any, differing: Any) -> set:
    """`break` where the cell is to be skipped."""
    left = set(found)
    for cell in sorted(found):
        if cell in left:
            fewer = differing((every - left) | {cell})
            if not fewer:
                break
            left = set(fewer)
    return left


def best_of_a_round(found: Any, every: Any, differing: Any) -> frozenset:
    first = differing(every - found)
    return min([first, *filter(None, (differing((every - first) | {cell}) for cell in first))], key=len)


def every_other_twice(found: Any, every: Any, differing: Any) -> set:
    left = set(found)
    for _ in range(2):
        for cell in sorted(left)[::2]:
            left = set(differing((every - left) | {cell}) or left) if cell in left else left
    return left


def row_by_row(found: Any, every: Any, differing: Any) -> set:
    left = set(found)
    for row in {cell.row for cell in found}:
        left = set(differing((every - left) | {cell for cell in left if cell.row == row}) or left)
    return left


def handed_in_by_a_generator(found: Any, every: Any, differing: Any) -> set:
    left = set(found)
    for cell in found:
        fewer = differing(one for one in every if one == cell or one not in left)
        left = set(fewer) if fewer else left
    return left


# Exercise 3


def bands(grid: Solution) -> list[tuple[list, list]]:
    n = len(grid.digits)
    rows = [[Cell(i, j) for j in range(n)] for i in range(n)]
    return [(rows[a], rows[b]) for a, b in combinations(range(n), 2) if a // grid.p == b // grid.p]


def stacks(grid: Solution) -> list[tuple[list, list]]:
    n = len(grid.digits)
    columns = [[Cell(i, j) for i in range(n)] for j in range(n)]
    return [(columns[a], columns[b]) for a, b in combinations(range(n), 2) if a // grid.q == b // grid.q]


def lines(grid: Solution) -> list[tuple[list, list]]:
    return [*bands(grid), *stacks(grid)]


def at_least_one(clues: Callable, one: list, other: list) -> Any:
    return clues(one + other) >= 1


def said(*rows: Callable, of: Callable = lines) -> Callable:
    """A family with these constraints on the number of clues in each two lines that may be exchanged."""

    def family(grid: Solution, v: Any) -> Pairs:
        for pair, row in product(of(grid), rows):
            yield "lines", row(lambda cells: quicksum(v.y[cell] for cell in cells), *pair)

    return family


def by_exchanges(grid: Solution, v: Any) -> list:
    """Stronger: each part of an exchange by itself."""
    return [(number, quicksum(v.y[cell] for cell in cells) >= 1)
            for number, cells in enumerate(unavoidable.swaps(grid))]  # fmt: skip


def turned(clues: Callable, one: list, other: list) -> Any:
    """Right for 2 x 2 boxes only, as columns from rows: they have other bands in 2 x 3."""
    return clues([Cell(cell.column, cell.row) for cell in one + other]) >= 1


# Exercise 4


def clued(loop: Any, places: Any) -> Any:
    own = loop.puzzle
    number = {cell: sum(edge in loop.drawn for edge in own.around[cell]) for cell in places}
    rows = ["".join(str(number.get(Cell(i, j), ".")) for j in range(own.columns)) for i in range(own.rows)]
    return slitherlink.parse("\n".join(rows))


CELLS = [Cell(i, j) for i in range(2) for j in range(3)]
EVERY = slitherlink.ENGINES["cadical"](slitherlink.parse("...\n..."), 99).solutions
PLACES = {loop: CELLS for loop in EVERY if len(loop.drawn) <= 6}


def ask(puzzle: Any, limit: int) -> Any:
    return slitherlink.ENGINES["cadical"](puzzle, limit).solutions


def fewest(loop: Any) -> Any:
    for count in range(5):
        for places in combinations(PLACES[loop], count):
            if len(ask(clued(loop, places), 2)) == 1:
                return places
    raise AssertionError


def greedy(loop: Any) -> Any:
    left = PLACES[loop]
    for place in PLACES[loop]:
        fewer = [other for other in left if other != place]
        left = fewer if len(ask(clued(loop, fewer), 2)) == 1 else left
    return left


def test_a_function_that_changes_the_places_is_told(capsys: pytest.CaptureFixture) -> None:
    own = {loop: [*places] for loop, places in PLACES.items()}

    def spoils(loop: Any) -> Any:
        own[loop].pop()
        return fewest(loop)

    exercises.check_hints(spoils, own, clued, ask)
    assert "your function changes `boards`" in capsys.readouterr().out


def check_hints(hints: Any) -> None:
    exercises.check_hints(hints, PLACES, clued, ask)


# Exercise 5

SIX, FOUR = "12..\n....\n2..3\n.3.1", "..3.\n.4..\n.3..\n..2."  # of each no clue can be spared


# Exercise 6


def follower(keep: Callable = operator.ge, most: int = -1, multiple: int = 1) -> Callable:
    def family(passed: Any, v: Any) -> Pairs:
        for cell, digit in passed.grid.filled.items():
            yield cell, keep(multiple * v.x[cell, digit], multiple * int(cell in passed.kept))
        same = quicksum(v.x[item] for item in passed.grid.filled.items())
        yield "grid", same - v.z["penalty"] <= len(passed.cells) + most

    return family


def sixteen_cells(passed: Any, v: Any) -> Pairs:
    """The second constraint is right on 4 x 4 cells only."""
    yield from follower(most=15 - len(passed.cells))(passed, v)


def keeps_first(number: int) -> Callable:
    """The follower pays as it should, but forgets a clue where that costs nothing."""

    def family(passed: Any, v: Any) -> Pairs:
        few = len(passed.kept) <= number
        yield from follower(keep=operator.le if few else operator.ge)(passed, v)

    return family


@pytest.mark.parametrize(
    ("check", "attempt", "answer"),
    [
        (exercises.check_size, lambda n: ..., "not attempted yet"),
        (exercises.check_size, lambda n: (n**3 + 1, 5 * n**2 + 1), "Right."),
        (exercises.check_size, lambda n: [1 + n * n * n, 4 * n * n + n * n + 1], "Right."),
        (exercises.check_size, counted, "Right."),
        (exercises.check_size, lambda n: (n**3, 5 * n**2 + 1), "the number of constraints is right"),
        (exercises.check_size, lambda n: (n**3 + 1, 4 * n**2 + 1), "the number of variables is right"),
        (exercises.check_size, lambda n: (65, 81), "for n = 9 your answer is 65, 81: neither number is right"),
        (exercises.check_size, lambda n: None, "your function returns None"),
        (exercises.check_size, lambda: (1, 1), "expected a function of n"),
        (exercises.check_minimal, lambda found, every, differing: ..., "not attempted yet"),
        (exercises.check_minimal, deletion, "Right."),
        (exercises.check_minimal, lambda found, every, differing: found, "is not needed"),
        (exercises.check_minimal, lambda found, every, differing: differing(every - found), "is not needed"),
        (exercises.check_minimal, lambda *all_three: (cell for cell in deletion(*all_three)), "Right."),
        (exercises.check_minimal, once_only, "your set is avoidable|is not needed"),
        *((exercises.check_minimal, own, "is not needed")
          for own in (until_one_is_needed, best_of_a_round, every_other_twice, row_by_row)),
        (exercises.check_minimal, handed_in_by_a_generator, "Right."),
        (exercises.check_minimal, lambda found, *_: {*sorted(found)[1:]}, "your set is avoidable|is not needed"),
        (exercises.check_minimal, lambda found, every, differing: set(), "your set is avoidable"),
        (exercises.check_minimal, lambda found, every, differing: every, "which is not in the set `found`"),
        (exercises.check_minimal, lambda found, every, differing: 3, "expected a set of cells"),
        (exercises.check_minimal, lambda found, every, differing: {1}, "expected only cells"),
        (exercises.check_minimal, lambda found: found, "expected a function of found, every, differing"),
        (exercises.check_lines, lambda grid, v: ..., "not attempted yet"),
        (exercises.check_lines, said(at_least_one), "Right."),
        pytest.param(exercises.check_lines, by_exchanges, "Right.", marks=pytest.mark.slow),
        (exercises.check_lines, said(lambda clues, one, other: -1 * clues(one + other) <= -1), "Right."),
        (exercises.check_lines, said(at_least_one, of=bands), "your constraints admit these clues"),
        (exercises.check_lines, said(lambda clues, one, other: clues(one) >= 1),
         "forbids this puzzle, which has one solution"),
        (exercises.check_lines, said(lambda clues, one, other: clues(one + other) >= 3),
         "forbids this puzzle, which has one solution"),
        (exercises.check_lines, said(at_least_one, turned, of=bands), "your constraints admit these clues"),
        (exercises.check_lines, lambda grid, v: [], "your constraints admit these clues"),
        (exercises.check_lines, lambda grid, v: None, "your function returns None"),
        (check_hints, lambda loop: ..., "not attempted yet"),
        (check_hints, fewest, "Right."),
        (check_hints, lambda loop: list(fewest(loop)), "Right."),
        (check_hints, lambda loop: iter(fewest(loop)), "Right."),
        (check_hints, greedy, "your clues leave one solution, but fewer than"),
        (check_hints, lambda loop: PLACES[loop], "but fewer than 6 are enough"),
        (check_hints, lambda loop: clued(loop, PLACES[loop]), "found a Puzzle, expected a set of cells"),
        (check_hints, lambda loop: [], "leave several solutions"),
        (check_hints, lambda loop: PLACES[loop][:1], "leave several solutions|Not yet"),
        (check_hints, lambda loop: [Cell(7, 7)], r"found Cell\(7, 7\), expected places such as Cell\(0, 0\)"),
        (check_hints, lambda loop: None, "your function returns None"),
        (exercises.check_mended, lambda passed, v: ..., "not attempted yet"),
        (exercises.check_mended, follower(), "Right."),
        (exercises.check_mended, follower(multiple=3), "Right."),
        (exercises.check_mended, follower(keep=operator.le), "answers z = 0, expected z = 1"),
        (exercises.check_mended, follower(keep=operator.eq), "finds no answer to these clues"),
        (exercises.check_mended, follower(most=0), "answers z = 0, expected z = 1"),
        (exercises.check_mended, sixteen_cells, "finds no answer to these clues:\nboxes: 2x3"),
        (exercises.check_mended, keeps_first(4), "this answer of your follower is no other solution"),
        (exercises.check_invented, ..., "not attempted yet"),
        (exercises.check_invented, SIX, "Right."),
        (exercises.check_invented, exercises.parse(SIX), "Right."),
        (exercises.check_invented, "    " + SIX.replace("\n", "\n    "), "Right."),
        (exercises.check_invented, "....\n" * 4, "the puzzle has several solutions"),
        (exercises.check_invented, "1...\n1...\n....\n....", "the puzzle has no solution"),
        (exercises.check_invented, "1234\n3412\n4321\n2143", "the clue in cell .1,1. is not needed"),
        (exercises.check_invented, FOUR, "found 4 clues, expected 6, all of them needed"),
        (exercises.check_invented, "." * 81, "found .*expected"),
        (exercises.check_invented, 7, "expected the picture of a puzzle"),
    ],
)  # fmt: skip
@pytest.mark.once
def test_what_is_said_of_an_attempt(
    check: Callable[[Any], None], attempt: Any, answer: str, capsys: pytest.CaptureFixture
) -> None:
    check(attempt)
    assert re.search(answer, capsys.readouterr().out), answer
