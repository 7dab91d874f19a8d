"""The checks of the exercises of chapter 7. Each check takes the reader's answer and prints a verdict.

An answer that is still the notebook's placeholder `...` is not judged.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, permutations, product
from numbers import Integral
from types import SimpleNamespace
from typing import Any

from puzzlekit.core.errors import PuzzleError, counted
from puzzlekit.course.exercise import Remark, Remarks, attempted, check, function, numbers, picture, theirs, unlike
from puzzlekit.course.modelling import family, linear, not_alone, wrong_boards, wrong_size
from puzzlekit.course.sentences import shown
from puzzlekit.scip.constraints import is_broken
from puzzlekit.scip.handler import TOLERANCE
from puzzlekit.scip.model import Family
from puzzlekit.zebra import model_assignment
from puzzlekit.zebra.generate import generate
from puzzlekit.zebra.model_ordered import heuristic_order, ordered
from puzzlekit.zebra.puzzle import Clue, Puzzle, Solution
from puzzlekit.zebra.solve import ENGINES
from puzzlekit.zebra.text import load, parse

COUNTED = ("life_1962", "four", "long")
JUDGED = ("tiny_kinds", "tiny_not", "tiny_four", "tiny_several", "tiny_two", "tiny_no_solution")
INDIRECT = ("next to", "right of", "left of")
STREETS = (3, 4, 5, 6)  # numbers of houses; three do not suffice: odd and even houses are then always neighbours
LISTED = 4  # up to this number of houses, all orders are tried
COLOURS = ("red", "blue", "green", "ivory", "white", "yellow")
PETS = ("dog", "cat", "fox", "horse", "snail", "zebra")
SPARED = ("five_spare", "tiny_kinds", "four")
OVERLAPPING = (84, 91, 94, 96)  # the seeds below 140 for which removing clues one by one fails in most orders
# a puzzle with a negated clue, in which the cat can be in either house
DENIED = "houses: 2\nattributes:\npet: cat, dog.\ndrink: milk, tea.\nclues:\ncat not = tea."
MANY = 99  # a limit on the number of solutions; every puzzle here has fewer
HOUSES, ATTRIBUTES = 4, 3  # the smallest numbers of houses and of attributes of the puzzle in exercise 4


@check(function("houses attributes told", numbers("variables", "constraints")))
def check_size(size: Callable) -> Remarks:
    """Check exercise 1: `size(houses, attributes, told)` returns the numbers of variables and constraints.

    The model is the linear model in `model_assignment`, for puzzles without negated clues. `told` is {kind of clue:
    number of clues}, such as {"ACC": 8, "DLC": 2, "ILC": 4}.
    """
    for name in COUNTED:
        whole = load(name)
        puzzle = Puzzle(whole.houses, whole.attributes, tuple(clue for clue in whole.clues if not clue.negated))
        told = {kind: sum(clue.kind == kind for clue in puzzle.clues) for kind in ("ACC", "DLC", "ILC")}
        where = f"{puzzle.houses} houses, {counted(len(puzzle.attributes), 'attribute')} and {told}"
        found = size(puzzle.houses, len(puzzle.attributes), dict(told))
        yield wrong_size(found, model_assignment.build(puzzle), where)


def clue_numbers(found: Any) -> set[int]:
    """Return the reader's collection of clue numbers as a set. Raise Remark if `found` is not a collection or an item
    is not a whole number."""
    if not isinstance(attempted(found), Iterable) or isinstance(found, str | bytes | dict):
        raise unlike(found, "clue numbers, such as {1, 4}")
    with theirs():
        own = list(found)
    if strange := [one for one in own if isinstance(one, bool) or not isinstance(one, Integral)]:
        raise Remark(f"found {shown(strange[0])} in the set, expected clue numbers from 1 on")
    return {int(one) for one in own}


@check(function("puzzle", clue_numbers))
def check_spared(spared: Callable[[Puzzle], set[int]]) -> Remarks:
    """Check exercise 2: `spared(puzzle)` returns a largest set of clue numbers such that the puzzle without all these
    clues still has a unique solution."""
    for name, puzzle in (*((name, load(name)) for name in SPARED), *_overlapping()):
        own, most = spared(puzzle), _most_spared(puzzle)
        if wrong := sorted(own - set(range(1, len(puzzle.clues) + 1))):
            raise Remark(f"found clue {wrong[0]} for {name}, expected numbers from 1 to {len(puzzle.clues)}")
        if not _alone(puzzle, own):
            yield f"without your {counted(len(own), 'clue')}, {name} has several solutions"
        if len(own) < most:
            yield f"found {counted(len(own), 'clue')} for {name}, but more clues can be removed together"


def _overlapping() -> Iterable[tuple[str, Puzzle]]:
    """Yield (name, puzzle) for puzzles in which clues can replace each other. If clues are removed one by one, often
    too few clues are removed."""
    for seed in OVERLAPPING:
        yield f"zebra.generate(3, 3, seed={seed}, extra=3)", generate(3, 3, seed=seed, extra=3)


def _alone(puzzle: Puzzle, spared: Iterable[int]) -> bool:
    return len(ENGINES["search"](puzzle.without(*spared)).solutions) == 1


@cache
def _most_spared(puzzle: Puzzle) -> int:
    each = [number for number in range(1, len(puzzle.clues) + 1) if _alone(puzzle, [number])]
    return max(n for n in range(len(each) + 1) if any(_alone(puzzle, some) for some in combinations(each, n)))


@check(family)
def check_neighbours(neighbours: Family) -> Remarks:
    """Check exercise 3: a constraint family that replaces `neighbours`, with fewer constraints.

    The family must admit the same tables, for puzzles with a single clue and for puzzles with several clues.
    """
    for puzzle in (*_single_clues(), *map(load, JUDGED)):
        yield _wrong_table(neighbours, puzzle)
    puzzle = load("life_1962")
    own = model_assignment.build(puzzle, (neighbours,))
    ours = sum(2 * puzzle.houses for clue in puzzle.clues if clue.kind == "ILC")
    used = own.model.getNConss()
    own.free()
    if used >= ours:
        yield (
            f"right, but found {used} constraints for the puzzle of 1962, expected fewer than the {ours} "
            "of `neighbours`"
        )


def _wrong_table(neighbours: Family, puzzle: Puzzle) -> str | None:
    """Return a remark on the first table that the family `neighbours` wrongly admits or forbids, or None if there is no
    such table.

    Only tables that satisfy all clues of other kinds are tested.
    """
    built = model_assignment.build(puzzle, ())
    rows = [linear(row, built.v) for _, row in neighbours(puzzle, built.v)]
    built.free()
    for house in _tables(puzzle):
        violated = {clue.kind for clue in puzzle.clues if not clue.holds(house)}
        filled = {puzzle.cells_of[own][number - 1]: own for own, number in house.items()}
        values = SimpleNamespace(x=Counter(filled.items()))  # 0 for all other keys
        admitted = not any(is_broken(row, values, TOLERANCE) for row in rows)
        if violated <= {"ILC"} and admitted == bool(violated):
            board = Solution.of(puzzle, filled)
            did, kind = ("admit", "invalid") if admitted else ("exclude", "valid")
            return f"your constraints {did} this {kind} board:\n{board}\nof the puzzle\n{puzzle}"
    return None


def _tables(puzzle: Puzzle) -> Iterator[dict[str, int]]:
    """Yield each table as {property: house}. If there are more than LISTED houses, only tables with cyclic orders of
    the properties are yielded."""
    for orders in product(*(_orders(own) for _, own in puzzle.attributes)):
        yield {name: house for order in orders for house, name in enumerate(order, start=1)}


def _orders(own: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    if len(own) <= LISTED:
        return permutations(own)
    return (way[i:] + way[:i] for way in (own, own[::-1]) for i in range(len(own)))


def _single_clues() -> Iterator[Puzzle]:
    """Yield puzzles with a single clue, which has a relation in INDIRECT. The clue is negated or not, and its
    properties belong to one attribute or to two."""
    for houses, relation, other, negated in product(STREETS, INDIRECT, (PETS[0], COLOURS[1]), (False, True)):
        attributes = (("colour", COLOURS[:houses]), ("pet", PETS[:houses]))
        yield Puzzle(houses, attributes, (Clue(COLOURS[0], relation, other, negated),))


@check(picture(parse))
def check_invented(puzzle: Puzzle) -> Remarks:
    """Check exercise 4: the reader's own puzzle.

    The puzzle must have at least HOUSES houses and ATTRIBUTES attributes, a unique solution, no unnecessary clue, and
    no clue that names a house.
    """
    if puzzle.houses < HOUSES or len(puzzle.attributes) < ATTRIBUTES:
        size = f"{counted(puzzle.houses, 'house')} and {counted(len(puzzle.attributes), 'attribute')}"
        yield f"found {size}, expected {HOUSES} and {ATTRIBUTES} or more"
    if direct := [clue for clue in puzzle.clues if clue.kind == "DLC"]:
        yield f"'{direct[0]}' names a house; expected only clues about properties"
    yield not_alone(ENGINES["cp_sat"](puzzle).solutions)
    for number, clue in enumerate(puzzle.clues, start=1):
        if len(ENGINES["cp_sat"](puzzle.without(number)).solutions) == 1:
            yield f"clue {number} ({clue}) is not needed"


def goal_list(found: Any) -> list[Any]:
    """Return the reader's list of goals (see `model_ordered`). Raise Remark if it is not a list."""
    if not isinstance(attempted(found), list | tuple):
        raise unlike(found, "a list of clue numbers and properties, such as [9, 8, 'zebra']")
    return list(found)


@check(goal_list)
def check_order(order: list[Any]) -> Remarks:
    """Check exercise 5: an order of the goals of the puzzle `life_1962`, see `model_ordered`.

    The search must prove that there is no second solution. The reader's order must need fewer tries than the order that
    uses all three heuristics.
    """
    puzzle = load("life_1962")
    most = ordered(puzzle, heuristic_order(puzzle), limit=2).inferences
    try:
        own = ordered(puzzle, order, limit=2, most=most + 1)
    except PuzzleError as error:
        raise Remark(str(error)) from error
    if own.inferences == most:
        yield f"your order needs {most} inferences, as many as the heuristics; find an order with fewer"
    if own.inferences > most:
        yield f"your order needs more inferences than the heuristics ({most}); find an order with fewer"


@check(family)
def check_mended(houses_and_connections: Family) -> Remarks:
    """Check exercise 6: a constraint family that replaces (7.1a), (7.1b) and `connections`."""
    others = (houses_and_connections, model_assignment.locations, model_assignment.neighbours)
    for puzzle in (*map(load, JUDGED), parse(DENIED)):
        right = set(ENGINES["search"](puzzle, MANY).solutions)
        yield wrong_boards(model_assignment.build(puzzle, others), puzzle, right)
