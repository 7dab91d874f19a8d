"""The checks of chapter 9's exercises: right answers in several styles are right, and wrong ones hear what is wrong."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import brute_slitherlink
import pytest
from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.scip import lazy
from puzzlekit.slitherlink import Puzzle, exercises, model_single_loop
from puzzlekit.slitherlink.graph import spoilt

Pairs = Iterator[tuple[Any, Any]]


# Exercise 1


def size(rows: int, columns: int, clues: int) -> tuple[int, int]:
    points, edges = (rows + 1) * (columns + 1), (rows + 1) * columns + rows * (columns + 1)
    return 2 * edges, clues + 3 * points + edges


def square_only(rows: int, columns: int, clues: int) -> tuple[int, int]:
    return size(rows, rows, clues)


def as_in_ampl(rows: int, columns: int, clues: int) -> tuple[int, int]:
    variables, own = size(rows, columns, clues)
    return variables, own + variables // 2  # OneWay for each arc, as the text's set A says


# Exercise 2


def mended(
    puzzle: Puzzle, *, branch: str = "two", goes_on: bool = True, some: bool = True, kind: str = "B"
) -> tuple[Any, dict]:
    model = scip.new_model("attempt")
    x = {edge: model.addVar(vtype=kind, ub=1) for edge in puzzle.edges}
    for cell, number in puzzle.clues:
        model.addCons(quicksum(x[edge] for edge in puzzle.around[cell]) == number)
    for around in puzzle.at.values():
        total = quicksum(x[edge] for edge in around)
        if branch == "passed":
            model.addCons(total == 2 * model.addVar(vtype="B"))
            continue
        model.addCons(total == 2 if branch == "tour" else total <= 2)
        for edge in around:
            others = total - x[edge]
            model.addCons(x[edge] <= others if goes_on else x[edge] >= others)
    if some:
        model.addCons(quicksum(x.values()) >= 1)
    return model, x


def by_pairs(puzzle: Puzzle) -> Any:
    """No three edges at a point instead of at most two."""
    families = (model_single_loop.demand, model_single_loop.no_dead_end, model_single_loop.some_loop)
    built = model_single_loop.build(puzzle, families)
    for around in puzzle.at.values():
        for three in combinations(around, 3):
            built.model.addCons(quicksum(built.v.x[edge] for edge in three) <= 2)
    return built


def arcs_for_edges(puzzle: Puzzle) -> tuple[Any, dict]:
    model, x = mended(puzzle)
    return model, {(edge.a, edge.b): one for edge, one in x.items()}


# Exercise 3


def each_point(puzzle: Puzzle, v: Any) -> Pairs:
    for point, around in puzzle.at.items():
        yield point, quicksum(v.x[edge] for edge in around) == 2


def at_least_one(puzzle: Puzzle, v: Any) -> list:
    return [(point, quicksum(v.x[edge] for edge in around) >= 1) for point, around in puzzle.at.items()]


def by_counting(puzzle: Puzzle, v: Any) -> Pairs:
    yield "board", quicksum(v.x.values()) == len(puzzle.points)


def every_cell(puzzle: Puzzle, v: Any) -> Pairs:
    for cell, around in puzzle.around.items():
        yield cell, quicksum(v.x[edge] for edge in around) >= 1


def inner_points(puzzle: Puzzle, v: Any) -> Pairs:
    for point, around in puzzle.at.items():
        if len(around) == 4:
            yield point, quicksum(v.x[edge] for edge in around) == 2


def upper_and_lower_points(puzzle: Puzzle, v: Any) -> Iterator[tuple[Any, Any]]:
    """Without the points between two corners of the left side, and of the right one."""
    for p in puzzle.points:
        if not (len(puzzle.at[p]) == 3 and p.column in (0, puzzle.columns)):
            yield p, quicksum(v.x[e] for e in puzzle.at[p]) == 2


def one_too_few(puzzle: Puzzle, v: Any) -> Pairs:
    yield "board", quicksum(v.x.values()) >= len(puzzle.points) - 1


def corners_only(puzzle: Puzzle, v: Any) -> Pairs:
    for point, around in puzzle.at.items():
        if len(around) == 2:
            yield point, quicksum(v.x[edge] for edge in around) == 2


def every_edge(puzzle: Puzzle, v: Any) -> Pairs:
    for edge in puzzle.edges:
        yield edge, v.x[edge] >= 1


# Exercise 4


def leaving(puzzle: Puzzle, loop: Any) -> list:
    inside = {point for edge in loop for point in (edge.a, edge.b)}
    return [edge for edge in puzzle.edges if (edge.a in inside) != (edge.b in inside)]


@lazy.family
def both_drawn(puzzle: Puzzle, v: Any, values: Any) -> Pairs:
    for loop, other in spoilt(edge for edge, value in values.x.items() if value):
        out = quicksum(v.x[edge] for edge in leaving(puzzle, loop))
        yield loop[0], out >= 2 * (v.x[loop[0]] + v.x[other] - 1)


@lazy.family
def by_halves(puzzle: Puzzle, v: Any, values: Any) -> list:
    found = spoilt(edge for edge, value in values.x.items() if value)
    return [
        (loop[-1], v.x[loop[-1]] + v.x[other] <= 1 + 0.5 * quicksum(v.x[edge] for edge in leaving(puzzle, loop)))
        for loop, other in found
    ]


@lazy.family
def once_out(puzzle: Puzzle, v: Any, values: Any) -> Pairs:
    """Forbids no loop, and asks for too little: a loop that goes out comes back."""
    for loop, other in spoilt(edge for edge, value in values.x.items() if value):
        yield loop[0], quicksum(v.x[edge] for edge in leaving(puzzle, loop)) >= v.x[loop[0]] + v.x[other] - 1


@lazy.family
def each_edge_of_the_loop(puzzle: Puzzle, v: Any, values: Any) -> Pairs:
    for loop, other in spoilt(edge for edge in puzzle.edges if values.x[edge]):
        out = quicksum(v.x[edge] for edge in leaving(puzzle, loop))
        for edge in loop:
            yield (loop[0], edge), out - 2 * v.x[edge] - 2 * v.x[other] >= -2


def cut_sets(*stated: Callable, drawn: Callable = lambda values: [edge for edge in values.x if values.x[edge]]) -> Any:
    """A family of several constraints for each loop, from the sum of the edges that leave it and from what is drawn."""

    @lazy.family
    def own(puzzle: Puzzle, v: Any, values: Any) -> Pairs:
        for loop, other in spoilt(drawn(values)):
            out = [v.x[edge] for edge in leaving(puzzle, loop)]
            for number, rows in enumerate(stated):
                for place, row in enumerate(rows(out, v.x[loop[0]] + v.x[other] - 1)):
                    yield (loop[0], number, place), row

    return own


def at_least(count: int) -> Callable:
    return lambda out, both: [quicksum(out) >= count * both]


def without_each(first: int = 0) -> Callable:
    """The disaggregated cut: whichever edge is taken away, there is another one."""
    return lambda out, both: [quicksum(out) - one >= both for one in out[first:]]


def from_the_dict(values: Any) -> Any:
    return values.x


@lazy.family
def always_out(puzzle: Puzzle, v: Any, values: Any) -> Pairs:
    """Forbids loops that are solutions by themselves."""
    for loop, _ in spoilt(edge for edge, value in values.x.items() if value):
        yield loop[0], quicksum(v.x[edge] for edge in leaving(puzzle, loop)) >= 2


@lazy.family
def says_nothing(puzzle: Puzzle, v: Any, values: Any) -> list:
    return []


@lazy.family
def a_hundred(puzzle: Puzzle, v: Any, values: Any) -> Pairs:
    for loop, _ in spoilt(edge for edge, value in values.x.items() if value):
        yield loop[0], quicksum(v.x[edge] for edge in puzzle.edges if not values.x[edge]) >= 100


# Exercise 5

FOUR = "22.\n12.\n..."
SAME_AS_ID = "3x3t0:22a12d"


@pytest.mark.parametrize(
    ("check", "attempt", "answer"),
    [
        (exercises.check_size, size, "Right."),
        (exercises.check_size, lambda r, c, d: [2 * (2 * r * c + r + c), d + 3 * (r + 1) * (c + 1) + 2 * r * c + r + c],
         "Right."),
        (exercises.check_size, as_in_ampl, "Not yet: .*only the number of variables is right"),
        (exercises.check_size, square_only, "Not yet: for 3 x 5 cells with 5 clues .*neither number is right"),
        (exercises.check_size, lambda r, c, d: (440, 583), "Not yet: for 3 x 5 cells"),
        (exercises.check_mended, mended, "Right."),
        (exercises.check_mended, lambda puzzle: mended(puzzle, branch="passed"), "Right."),
        (exercises.check_mended, by_pairs, "Right."),
        (exercises.check_mended, lambda puzzle: mended(puzzle, branch="tour"),
         "Not yet: your constraint .*, one of 4 such constraints, excludes"),
        (exercises.check_mended, lambda puzzle: mended(puzzle, goes_on=False), "Not yet: your constraint"),
        (exercises.check_mended, lambda puzzle: mended(puzzle, some=False), "Not yet: your constraints admit"),
        (exercises.check_mended, arcs_for_edges, "Not yet: found a dict of 10, expected x with one variable for each"),
        (exercises.check_mended, lambda puzzle: mended(puzzle, kind="C"),
         "Not yet: the variable x of points .* is not binary"),
        (exercises.check_every_point, each_point, "Right."),
        (exercises.check_every_point, at_least_one, "Right."),
        (exercises.check_every_point, by_counting, "Right."),
        (exercises.check_every_point, every_cell, "Not yet: your constraints"),
        (exercises.check_every_point, inner_points, "Not yet: your constraints admit"),
        (exercises.check_every_point, upper_and_lower_points, "Not yet: your constraints admit"),
        (exercises.check_every_point, one_too_few, "Not yet: your constraints admit"),
        (exercises.check_every_point, corners_only, "Not yet: your constraints admit"),
        (exercises.check_every_point, every_edge, "Not yet: your constraints exclude"),
        (exercises.check_cut_sets, both_drawn, "Right."),
        (exercises.check_cut_sets, by_halves, "Right."),
        (exercises.check_cut_sets, each_edge_of_the_loop, "Right."),
        (exercises.check_cut_sets, cut_sets(without_each()), "Right."),
        (exercises.check_cut_sets, cut_sets(at_least(1), at_least(2)), "Right."),
        (exercises.check_cut_sets, cut_sets(at_least(2), at_least(1)), "Right."),
        (exercises.check_cut_sets, cut_sets(at_least(1)), "Not yet: your constraint .* requires only one edge"),
        (exercises.check_cut_sets, cut_sets(without_each(1)), "Not yet: your constraint .* requires only one edge"),
        (exercises.check_cut_sets, cut_sets(at_least(2), at_least(3)), "Not yet: your constraint .* excludes this"),
        (exercises.check_cut_sets, cut_sets(at_least(2), drawn=from_the_dict),
         r"Not yet: .*found a dict, expected the drawn edges: .e for e in puzzle.edges if values.x.e.."),
        (exercises.check_cut_sets, model_single_loop.one_loop, "Not yet: your constraint .* has only drawn edges"),
        (exercises.check_cut_sets, always_out, "Not yet: your constraint .* excludes this valid board"),
        (exercises.check_cut_sets, once_out, "Not yet: your constraint .* requires only one edge"),
        (exercises.check_cut_sets, says_nothing, "Not yet: your family yields nothing where there are two loops"),
        (exercises.check_cut_sets, a_hundred, "Not yet: your constraint .* excludes this valid board"),
        (exercises.check_invented, FOUR, "Right."),
        (exercises.check_invented, SAME_AS_ID, "Right."),
        (exercises.check_invented, "221\n...\n1..", "Right."),
        (exercises.check_invented, "2.2\n...\n2.2", "Not yet: the puzzle has several solutions"),
        (exercises.check_invented, "221\n22.\n...", "Not yet: the puzzle has one solution with 5 clues"),
        (exercises.check_invented, "4..\n...\n...", "Not yet: found the clue 4, expected only 1s and 2s"),
        (exercises.check_invented, "22\n12", "Not yet: found 2 x 2 cells, expected 3 x 3"),
        (exercises.check_invented, "222\n2.2\n111", "Not yet: the puzzle has no solution"),
    ],
)  # fmt: skip
@pytest.mark.once
def test_verdicts(check: Callable, attempt: Any, answer: str, capsys: pytest.CaptureFixture) -> None:
    check(attempt)
    assert re.match(answer, capsys.readouterr().out, re.DOTALL)


def test_fewer_clues_are_not_enough() -> None:
    """By brute force: with 1s and 2s alone, four clues single out a loop of the smallest board, three do not."""
    side = exercises.SIDE
    cells = [(i, j) for i in range(side) for j in range(side)]
    counts = [[sum(link in loop for link in brute_slitherlink.sides(cell)) for cell in cells]
              for loop in brute_slitherlink.loops(side, side)]  # fmt: skip
    alone = set()
    for few in range(exercises.FEWEST + 1):
        for chosen in combinations(range(len(cells)), few):
            seen = Counter(tuple(count[place] for place in chosen) for count in counts)
            alone |= {few for clues, loops in seen.items() if loops == 1 and {*clues} <= {1, 2}}
    assert alone == {exercises.FEWEST}
