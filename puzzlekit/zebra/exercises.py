"""The checks of the exercises of chapter 7. Each takes the reader's attempt and prints a verdict.

An attempt that is still the notebook's placeholder (it gives `...`) is not judged.
"""

from collections.abc import Callable, Collection, Iterable
from functools import cache
from typing import Any

from puzzlekit.course.exercise import Remark, Remarks, attempted, check, function, numbers, picture, unlike
from puzzlekit.course.modelling import family, not_alone, wrong_boards, wrong_size
from puzzlekit.course.sentences import shown
from puzzlekit.errors import PuzzleError, counted
from puzzlekit.scip.model import Family
from puzzlekit.zebra import assignment
from puzzlekit.zebra.ordered import heuristic_order, ordered
from puzzlekit.zebra.puzzle import Clue, Puzzle, Solution
from puzzlekit.zebra.solve import PEERS
from puzzlekit.zebra.text import load, parse

COUNTED = ("life_1962", "four", "five")
JUDGED = ("tiny_kinds", "tiny_not", "tiny_four", "tiny_several", "tiny_two", "tiny_no_solution")
SPARED = ("five_spare", "tiny_kinds", "four")
HOUSES, ATTRIBUTES = 4, 3  # of the puzzle to be invented, at least


@check(function("houses attributes told", numbers("variables", "rows")))
def check_size(size: Callable) -> Remarks:
    """Exercise 1: `size(houses, attributes, told)` is (variables, rows) of the linear model without denials, where
    `told` says how many clues there are of each kind: {"ACC": 8, "DLC": 2, "ILC": 4}."""
    for name in COUNTED:
        whole = load(name)
        puzzle = Puzzle(whole.houses, whole.attributes, tuple(clue for clue in whole.clues if not clue.negated))
        told = {kind: sum(clue.kind == kind for clue in puzzle.clues) for kind in ("ACC", "DLC", "ILC")}
        where = f"{puzzle.houses} houses, {counted(len(puzzle.attributes), 'attribute')} and {told}"
        found = size(puzzle.houses, len(puzzle.attributes), dict(told))
        yield wrong_size(found, assignment.build(puzzle), where)


def clue_numbers(found: Any) -> set[int]:
    """A kind: some numbers of clues."""
    if not isinstance(attempted(found), Collection) or isinstance(found, str | bytes | dict):
        raise unlike(found, "numbers of clues, such as {1, 4}")
    if strange := [one for one in found if isinstance(one, bool) or not isinstance(one, int)]:
        raise Remark(f"found {shown(strange[0])} among them, expected numbers of clues, which count from 1")
    return set(found)


@check(function("puzzle", clue_numbers))
def check_spared(spared: Callable[[Puzzle], set[int]]) -> Remarks:
    """Exercise 2: `spared(puzzle)` gives the numbers of the clues each of which can be taken away alone."""
    for name in SPARED:
        puzzle = load(name)
        found, right = spared(puzzle), _spared(puzzle)
        if wrong := sorted(found - set(range(1, len(puzzle.clues) + 1))):
            yield f"of {name} you name clue {wrong[0]}, but it has {len(puzzle.clues)} clues"
        if wrong := sorted(found - right):
            yield f"of {name} you name clue {wrong[0]}, but without it there are several solutions"
        if missing := right - found:
            yield f"of {name} you miss {counted(len(missing), 'clue')} without which one solution is left all the same"


@cache
def _spared(puzzle: Puzzle) -> frozenset[int]:
    every = range(1, len(puzzle.clues) + 1)
    return frozenset(n for n in every if len(PEERS["search"](puzzle.without(n)).solutions) == 1)


@check(family)
def check_neighbours(neighbours: Family) -> Remarks:
    """Exercise 3: a family in place of `neighbours` of another form, which admits the right tables. It is asked for one
    kind of clue after the other, and for all of them together."""
    others = tuple(one for one in assignment.FAMILIES if one.__name__ != "neighbours")
    for puzzle in (*_single_clues(), *map(load, JUDGED)):
        yield wrong_boards(assignment.build(puzzle, (*others, neighbours)), puzzle, _tables(puzzle))
    puzzle = load("life_1962")
    own = assignment.build(puzzle, (neighbours,))
    ours = sum(2 * puzzle.houses for clue in puzzle.clues if clue.kind == "ILC")
    used = own.model.getNConss()
    own.free()
    if used >= ours:
        yield f"your rows are right, but there are {used} for the puzzle of 1962, where `neighbours` has {ours}"


@cache
def _tables(puzzle: Puzzle) -> frozenset[Solution]:
    return frozenset(PEERS["search"](puzzle, 999).solutions)


def _single_clues() -> Iterable[Puzzle]:
    """A puzzle for each way to tell or deny an indirect clue, also of two properties of one attribute."""
    bare = parse("houses: 3\nattributes:\ncolour: blue, green, red.\npet: cat, dog, fox.\nclues:")
    for relation in ("next to", "right of", "left of"):
        for other in ("dog", "blue"):
            for negated in (False, True):
                yield Puzzle(bare.houses, bare.attributes, (Clue("red", relation, other, negated),))


@check(picture(parse))
def check_invented(puzzle: Puzzle) -> Remarks:
    """Exercise 4: the text of a puzzle with HOUSES houses and ATTRIBUTES attributes or more, one solution, no clue to
    spare, and no clue that tells a house."""
    if puzzle.houses < HOUSES or len(puzzle.attributes) < ATTRIBUTES:
        size = f"{counted(puzzle.houses, 'house')} and {counted(len(puzzle.attributes), 'attribute')}"
        yield f"found {size}, expected {HOUSES} and {ATTRIBUTES} or more"
    if direct := [clue for clue in puzzle.clues if clue.kind == "DLC"]:
        yield f"'{direct[0]}' tells or denies a house; expected clues that do not"
    yield not_alone(PEERS["cp_sat"](puzzle).solutions)
    for number, clue in enumerate(puzzle.clues, start=1):
        if len(PEERS["cp_sat"](puzzle.without(number)).solutions) == 1:
            yield f"clue {number} ({clue}) can be spared"


def goal_list(found: Any) -> list[Any]:
    """A kind: goals in an order."""
    if not isinstance(attempted(found), list | tuple):
        raise unlike(found, "a list of numbers of clues and properties, such as [9, 8, 'zebra']")
    return list(found)


@check(goal_list)
def check_order(order: list[Any]) -> Remarks:
    """Exercise 5: an order of the goals of `life_1962` that tries fewer matches than the three heuristics do together,
    until it is proved that there is no second solution."""
    puzzle = load("life_1962")
    most = ordered(puzzle, heuristic_order(puzzle), limit=2).inferences
    try:
        own = ordered(puzzle, order, limit=2, most=most)
    except PuzzleError as error:
        raise Remark(str(error)) from error
    if own.inferences >= most:
        yield f"after {most} tries, which is all that the three heuristics need, your order has not come to an end"
