"""The checks of the exercises of chapter 6. Each takes the reader's attempt and prints a verdict.

An attempt that is still the notebook's placeholder (it gives `...`) is not judged.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model

from puzzlekit import parity, unique
from puzzlekit.course.exercise import Remarks, check, exact, function, numbers, unlike
from puzzlekit.course.modelling import family, model, pairs, wrong_size
from puzzlekit.errors import counted
from puzzlekit.grid import Edge
from puzzlekit.hashi import cut_set, network_flow
from puzzlekit.hashi.puzzle import Puzzle
from puzzlekit.hashi.rules import pair
from puzzlekit.hashi.solve import PEERS
from puzzlekit.hashi.text import load
from puzzlekit.scip.model import Family

RINGS = ("tiny_square", "tiny_two_solutions", "tiny_six", "tiny_crossing", "tiny_eight", "tiny_neighbours")
BOARDS = ("tiny_pair", *RINGS, *(f"table_a4_{row:02}" for row in range(1, 18)), "islands_25", "loose_36")


@check(function("k m c", numbers("variables", "rows")))
def check_size(size: Callable) -> Remarks:
    """Exercise 1: `size(k, m, c)` is (variables, rows) of (6.1) with k islands, m possible bridges, c crossings."""
    for puzzle in map(load, ("tiny_crossing", "tiny_eight", "islands_25")):
        k, m, c = len(puzzle.islands), len(puzzle.bridges), len(puzzle.crossings)
        yield wrong_size(size(k, m, c), network_flow.build(puzzle), f"k = {k}, m = {m}, c = {c}")


@check(function("puzzle", model))
def check_mended(build: Callable[[Puzzle], tuple[Model, SimpleNamespace]]) -> Remarks:
    """Exercise 2: `build(puzzle)` returns (model, x), which is to be the lean model without its lazy family."""
    puzzle = load("tiny_crossing")
    compared = parity.same_model(build(puzzle), cut_set.build(puzzle, cut_set.FAMILIES[:-1]))
    yield None if compared else compared.report


@check(family)
def check_no_loops(no_loops: Family) -> Remarks:
    """Exercise 3: a family for the lean model that forbids loops of bridges; a double bridge is no loop."""
    for puzzle in map(load, RINGS):
        built = cut_set.build(puzzle, (*cut_set.FAMILIES, no_loops))
        admitted = {board for board, _ in unique.boards(built)}
        built.free()
        for board in PEERS["cadical"](puzzle, 50).solutions:
            loops = len(board.bridges) >= len(puzzle.islands)  # connected, so a tree has one pair less than islands
            if (board in admitted) == loops:
                did, has = ("admit", "a loop") if loops else ("forbid", "no loop")
                yield f"the rows {did} this board, which has {has}:\n{board}"


@check(function("puzzle", pairs("bridge", "numbers")))
def check_deduction(rule: Callable[[Puzzle], list[tuple[Any, Any]]]) -> Remarks:
    """Exercise 4: a rule of one's own, `rule(puzzle)` -> pairs (bridge, set of the numbers that are left)."""
    said = 0
    for name in BOARDS:
        puzzle = load(name)
        boards = PEERS["cadical"](puzzle, 20).solutions
        for found, numbers_left in rule(puzzle):
            bridge, left = _bridge(puzzle, found), _left(numbers_left)
            said += 1
            for count in {board.drawn.get(bridge, 0) for board in boards} - left:
                told = f"on {name} your rule leaves {left or 'nothing'} for {pair(puzzle, bridge)}"
                yield f"{told}, but a solution has {count}"
    if not said:
        yield f"your rule says nothing on {counted(len(BOARDS), 'board')}; find one that does"


def _bridge(puzzle: Puzzle, found: Any) -> Edge:
    if not isinstance(found, Edge) or found not in puzzle.bridges:
        raise unlike(found, "one of puzzle.bridges as the first of each pair")
    return found


def _left(found: Any) -> set:
    if not isinstance(found, set | frozenset | list | tuple | range):
        raise unlike(found, "a set of numbers as the second of each pair, such as {1, 2}")
    return {exact(number) for number in found}
