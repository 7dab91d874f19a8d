"""The checks of the exercises of chapter 7. Each takes the reader's attempt and prints a verdict.

An attempt that is still the notebook's placeholder (it gives `...`) is not judged.
"""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations
from typing import Any

from puzzlekit.course.exercise import Remark, Remarks, attempted, check, function, numbers, picture, theirs, unlike
from puzzlekit.course.modelling import family, not_alone, wrong_boards, wrong_size
from puzzlekit.course.sentences import shown
from puzzlekit.errors import PuzzleError, counted
from puzzlekit.scip.model import Family
from puzzlekit.zebra import model_assignment
from puzzlekit.zebra.generate import generate
from puzzlekit.zebra.model_ordered import heuristic_order, ordered
from puzzlekit.zebra.puzzle import Clue, Puzzle, Solution
from puzzlekit.zebra.solve import ENGINES
from puzzlekit.zebra.text import load, parse

COUNTED = ("life_1962", "four", "five")
JUDGED = ("tiny_kinds", "tiny_not", "tiny_four", "tiny_several", "tiny_two", "tiny_no_solution")
SPARED = ("five_spare", "tiny_kinds", "four")
HOUSES, ATTRIBUTES = 4, 3  # of the puzzle to be invented, at least


@check(function("houses attributes told", numbers("variables", "constraints")))
def check_size(size: Callable) -> Remarks:
    """Exercise 1: `size(houses, attributes, told)` is (variables, constraints) of the linear model without denials;
    `told` says how many clues there are of each kind: {"ACC": 8, "DLC": 2, "ILC": 4}."""
    for name in COUNTED:
        whole = load(name)
        puzzle = Puzzle(whole.houses, whole.attributes, tuple(clue for clue in whole.clues if not clue.negated))
        told = {kind: sum(clue.kind == kind for clue in puzzle.clues) for kind in ("ACC", "DLC", "ILC")}
        where = f"{puzzle.houses} houses, {counted(len(puzzle.attributes), 'attribute')} and {told}"
        found = size(puzzle.houses, len(puzzle.attributes), dict(told))
        yield wrong_size(found, model_assignment.build(puzzle), where)


def clue_numbers(found: Any) -> set[int]:
    """A kind: some numbers of clues."""
    if not isinstance(attempted(found), Iterable) or isinstance(found, str | bytes | dict):
        raise unlike(found, "numbers of clues, such as {1, 4}")
    with theirs():
        own = list(found)
    if strange := [one for one in own if isinstance(one, bool) or not isinstance(one, int)]:
        raise Remark(f"found {shown(strange[0])} among them, expected numbers of clues, which count from 1")
    return set(own)


@check(function("puzzle", clue_numbers))
def check_spared(spared: Callable[[Puzzle], set[int]]) -> Remarks:
    """Exercise 2: `spared(puzzle)` gives the numbers of clues that can be taken away together, as many as there are."""
    for name, puzzle in (*((name, load(name)) for name in SPARED), *_overlapping()):
        own, most = spared(puzzle), _most_spared(puzzle)
        if wrong := sorted(own - set(range(1, len(puzzle.clues) + 1))):
            raise Remark(f"of {name} you name clue {wrong[0]}, but it has {counted(len(puzzle.clues), 'clue')}")
        if not _alone(puzzle, own):
            yield f"without {counted(len(own), 'clue')} that you name of {name} there are several solutions"
        if len(own) < most:
            yield f"of {name} you spare {counted(len(own), 'clue')}, and more can be spared together"


def _overlapping() -> Iterable[tuple[str, Puzzle]]:
    """Puzzles in which some clues stand in for each other: who takes away one after another ends too early."""
    for seed in (3, 13):
        yield f"zebra.generate(3, 3, seed={seed}, extra=3)", generate(3, 3, seed=seed, extra=3)


def _alone(puzzle: Puzzle, spared: Iterable[int]) -> bool:
    return len(ENGINES["search"](puzzle.without(*spared)).solutions) == 1


@cache
def _most_spared(puzzle: Puzzle) -> int:
    each = [number for number in range(1, len(puzzle.clues) + 1) if _alone(puzzle, [number])]
    return max(n for n in range(len(each) + 1) if any(_alone(puzzle, some) for some in combinations(each, n)))


@check(family)
def check_neighbours(neighbours: Family) -> Remarks:
    """Exercise 3: a family in place of `neighbours` of another form, which admits the right tables. It is asked for one
    kind of clue after the other, and for all of them together."""
    others = tuple(one for one in model_assignment.FAMILIES if one.__name__ != "neighbours")
    for puzzle in (*_single_clues(), *map(load, JUDGED)):
        yield wrong_boards(model_assignment.build(puzzle, (*others, neighbours)), puzzle, _tables(puzzle))
    puzzle = load("life_1962")
    own = model_assignment.build(puzzle, (neighbours,))
    ours = sum(2 * puzzle.houses for clue in puzzle.clues if clue.kind == "ILC")
    used = own.model.getNConss()
    own.free()
    if used >= ours:
        yield f"your constraints are right, but there are {used} for the puzzle of 1962, where `neighbours` has {ours}"


@cache
def _tables(puzzle: Puzzle) -> frozenset[Solution]:
    return frozenset(ENGINES["search"](puzzle, 999).solutions)


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
    yield not_alone(ENGINES["cp_sat"](puzzle).solutions)
    for number, clue in enumerate(puzzle.clues, start=1):
        if len(ENGINES["cp_sat"](puzzle.without(number)).solutions) == 1:
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
        own = ordered(puzzle, order, limit=2, most=most + 1)
    except PuzzleError as error:
        raise Remark(str(error)) from error
    if own.inferences == most:
        yield f"your order takes {most} tries, as many as the three heuristics do; expected fewer"
    if own.inferences > most:
        yield f"after {most} tries, which is all that the three heuristics need, your order has not come to an end"
