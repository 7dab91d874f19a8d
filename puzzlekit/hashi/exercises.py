"""The checks of the exercises of chapter 6. Each check takes the reader's answer and prints a verdict.

An answer that is still the notebook's placeholder `...` is not judged. The lean model is the model in `model_cut_set`.
"""

from collections.abc import Callable, Iterable, Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model

from puzzlekit.core.errors import counted
from puzzlekit.core.grid import Edge, Point
from puzzlekit.course import model_comparison
from puzzlekit.course.exercise import Remarks, check, exact, function, numbers, unlike
from puzzlekit.course.modelling import family, model, pairs, unlike_the_model, wrong_size
from puzzlekit.hashi import model_cut_set, model_network_flow
from puzzlekit.hashi.deduce import first_glance, initial_candidates
from puzzlekit.hashi.generate import generate
from puzzlekit.hashi.puzzle import Puzzle, ends
from puzzlekit.hashi.rules import pair
from puzzlekit.hashi.solve import ENGINES
from puzzlekit.hashi.text import load, parse
from puzzlekit.scip import enumeration
from puzzlekit.scip.model import Family

RINGS = ("tiny_square", "tiny_two_solutions", "tiny_six", "tiny_crossing", "tiny_eight", "tiny_neighbours")
FRAME = "2.2.2\n.....\n2.2.2"  # its only solution is a loop of six islands, with two smaller loops of possible bridges
EITHER = ("..2..\n.....\n3.5.1\n.....\n3.2..", "..232\n..542\n.....\n..2..")  # solutions with and without loops
BOARDS = ("tiny_pair", *RINGS, *(f"table_a4_{row:02}" for row in range(1, 18)), "islands_25", "loose_36")
CROSSINGS = ".2.2.2.\n2.....2\n.......\n2.....2\n.2.2.2."  # six pairs of possible bridges
TALL = "24..4\n..2..\n1.6.4\n.43..\n.2..."  # a 6 beside a 1, with no bridge between them
STARS = (  # islands beside three 1s, and a 4 beside two 1s with no bridge to another neighbour
    "..1....\n.......\n1.5.3.1\n.......\n..1....",
    "..1....\n.......\n1.4.3.2\n.......\n..1....",
    "..3..2\n......\n1.41..\n......\n..2..3",
)
ISLANDS, LENGTH = 24, 8  # of generated boards, which can have several solutions
# Of the first 1,500 seeds, those whose boards have the most different surroundings of an island, by a greedy choice
SEEDS: tuple[int, ...]
SEEDS = (5, 8, 28, 46, 49, 50, 64, 67, 69, 71, 78, 86, 87, 106, 131, 148, 149, 182, 186, 223, 234, 255, 269, 278, 287)
SEEDS += (307, 312, 346, 355, 380, 389, 391, 398, 403, 428, 479, 492, 495, 507, 528, 569, 573, 586, 709, 735, 744, 766)
SEEDS += (777, 858, 895, 912, 942, 966, 1142, 1227, 1230, 1250, 1347, 1389, 1475)
MIRRORED = ("tiny_six", "tiny_eight", *(f"table_a4_{row:02}" for row in range(5, 18)), "islands_25", "loose_36")


@check(function("k m c", numbers("variables", "constraints")))
def check_size(size: Callable) -> Remarks:
    """Check exercise 1: `size(k, m, c)` returns the numbers of variables and constraints of (6.1).

    The puzzle has k islands, m possible bridges and c crossings.
    """
    for puzzle in map(load, ("tiny_crossing", "tiny_eight", "islands_25")):
        k, m, c = len(puzzle.islands), len(puzzle.bridges), len(puzzle.crossings)
        yield wrong_size(size(k, m, c), model_network_flow.build(puzzle), f"k = {k}, m = {m}, c = {c}")


@check(function("puzzle", model))
def check_mended(build: Callable[[Puzzle], tuple[Model, SimpleNamespace]]) -> Remarks:
    """Check exercise 2: `build(puzzle)` returns (model, variables) of the lean model without its lazy family."""
    for puzzle in (load("tiny_crossing"), parse(CROSSINGS)):
        lean = model_cut_set.build(puzzle, model_cut_set.FAMILIES[:-1])
        if told := unlike_the_model(model_comparison.same_model(build(puzzle), lean)):
            yield f"{told}\n(x[e, i] = 1 means that e holds at least i bridges)"


@check(family)
def check_no_loops(no_loops: Family) -> Remarks:
    """Check exercise 3: a constraint family of the lean model that forbids loops. A double bridge is not a loop."""
    for puzzle in (*map(load, RINGS), *map(parse, (FRAME, *EITHER))):
        built = model_cut_set.build(puzzle, (*model_cut_set.FAMILIES, no_loops))
        admitted = {board for board, _ in enumeration.enumerate_solutions(built)}
        built.free()
        for board in ENGINES["cadical"](puzzle, 50).solutions:
            loops = len(board.bridges) >= len(puzzle.islands)  # a tree joins one pair fewer than it has islands
            if (board in admitted) == loops:
                did, has = ("admit", "a loop") if loops else ("forbid", "no loop")
                yield f"the constraints {did} this board, which has {has}:\n{board}"


TRIED = len(BOARDS) + 2 + len(STARS) + len(MIRRORED) + len(SEEDS)


@check(function("puzzle", pairs("bridge", "numbers")), right=f"Right: no counterexample on {TRIED} boards.")
def check_deduction(rule: Callable[[Puzzle], list[tuple[Any, Any]]]) -> Remarks:
    """Check exercise 4: `rule(puzzle)` returns pairs (bridge, set of numbers of bridges that remain possible).

    The rule must not exclude a solution. On at least one board that is not in the chapter, the rule must exclude a
    number that the report's ten rules do not exclude.
    """
    speaks, new = 0, False
    for name, puzzle in _boards():
        boards = ENGINES["cadical"](puzzle, 20).solutions
        said = [(_bridge(puzzle, found), _left(numbers_left)) for found, numbers_left in rule(puzzle)]
        for bridge, left in said:
            for count in {board.drawn.get(bridge, 0) for board in boards} - left:
                told = f"on {name} your rule leaves {left or 'no number'} for the link of {pair(puzzle, bridge)}"
                yield f"{told}, but a solution has {count} there"
        excluded = _excluded(puzzle, said)
        speaks += len(excluded)
        new = new or (name not in BOARDS and not excluded <= _known(puzzle))
    if not speaks:
        yield f"your rule concludes nothing on {counted(TRIED, 'board')}; find a rule that concludes something"
    if not new:
        yield "your rule is valid, but concludes no more than the ten rules do on new boards; find another"


def _boards() -> Iterator[tuple[str, Puzzle]]:
    """Yield (name, board): the chapter's boards first, then boards that the reader has not seen."""
    known = {name: load(name) for name in BOARDS}
    yield from known.items()
    yield "two islands of 2", parse("2.2")
    yield "a board of ten islands", parse(TALL)
    yield from ((f"hashi.parse({text!r})", parse(text)) for text in STARS)
    for name in MIRRORED:
        own = known[name]
        turned = {Point(point.column, point.row): number for point, number in own.islands}
        yield f"{name}, mirrored", Puzzle.of(own.columns, own.rows, turned)
    for seed in SEEDS:
        told = f"hashi.generate({ISLANDS}, {LENGTH}, seed={seed}, extra=0.5, unique=False)"
        yield told, generate(ISLANDS, LENGTH, seed=seed, extra=0.5, unique=False)


def _known(puzzle: Puzzle) -> set[tuple[Edge, int]]:
    """Return the pairs (bridge, number of bridges) that the ten rules exclude, or in which the number exceeds the clue
    of one of the two islands."""
    steps = [item for step in first_glance(puzzle) for item in step.candidates.items()]
    plain = [(e, range(min(puzzle.number[point] for point in ends(e)) + 1)) for e in puzzle.bridges]
    return _excluded(puzzle, [*steps, *plain])


def _excluded(puzzle: Puzzle, said: Iterable[tuple[Edge, Iterable[int]]]) -> set[tuple[Edge, int]]:
    """Return the pairs (bridge, number) that a rule excludes. `said` is the rule's answer: pairs (bridge, numbers that
    are still possible)."""
    return {(bridge, count) for bridge, left in said for count in initial_candidates(puzzle)[bridge].difference(left)}


def _bridge(puzzle: Puzzle, found: Any) -> Edge:
    if not isinstance(found, Edge) or found not in puzzle.bridges:
        raise unlike(found, "one of puzzle.bridges as the first part of each pair")
    return found


def _left(found: Any) -> set:
    if not isinstance(found, set | frozenset | list | tuple | range):
        raise unlike(found, "a set of numbers such as {1, 2} as the second part of each pair")
    return {exact(number) for number in found}
