"""The checks of chapter 7's exercises: right answers in several styles are right, wrong ones hear what is wrong."""

import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest
from pyscipopt import quicksum

from puzzlekit import zebra
from puzzlekit.zebra import Clue, Puzzle, exercises, load, model_assignment
from puzzlekit.zebra.model_ordered import heuristic_order

Pairs = Iterator[tuple[Any, Any]]


# Exercise 1


def size(houses: int, attributes: int, told: dict) -> tuple[int, int]:
    clues = houses * told["ACC"] + told["DLC"] + 2 * houses * told["ILC"]
    return attributes * houses**2, 2 * attributes * houses + clues


def by_building(houses: int, attributes: int, told: dict) -> list[int]:
    own = tuple((a * 3, tuple(a + b for b in "abcdefghijkl"[:houses])) for a in "pqrstuvwxyz"[:attributes])
    (_, one), (_, other) = own[:2]
    clues = [Clue(one[0], "=", other[0])] * told["ACC"] + [Clue(one[0], "at", 1)] * told["DLC"]
    clues += [Clue(one[0], "next to", other[0])] * told["ILC"]
    built = model_assignment.build(Puzzle(houses, own, ()))
    variables, rows = built.model.getNVars(), built.model.getNConss()
    for clue in clues:
        alone = model_assignment.build(Puzzle(houses, own, (clue,)))
        rows += alone.model.getNConss() - built.model.getNConss()
    return [variables, rows]


def one_way(houses: int, attributes: int, told: dict) -> tuple[int, int]:
    variables, rows = size(houses, attributes, told)
    return variables, rows - houses * told["ILC"]


# Exercise 2


def one_by_one(puzzle: Puzzle) -> list[int]:
    return [n for n in range(1, len(puzzle.clues) + 1) if zebra.is_unique(puzzle.without(n))]


def spared(puzzle: Puzzle) -> tuple[int, ...]:
    each = one_by_one(puzzle)
    some = (some for size in range(len(each), -1, -1) for some in combinations(each, size))
    return next(clues for clues in some if zebra.is_unique(puzzle.without(*clues)))


def by_cp(puzzle: Puzzle) -> set[int]:
    numbers = range(1, len(puzzle.clues) + 1)
    sets = [{n for n in numbers if n not in kept} for size in numbers for kept in combinations(numbers, size)]
    return next(some for some in sets if len(zebra.ENGINES["cp_sat"](puzzle.without(*some)).solutions) == 1)


def one_after_another(puzzle: Puzzle) -> set[int]:
    found: set[int] = set()
    for n in range(1, len(puzzle.clues) + 1):
        found |= {n} if zebra.is_unique(puzzle.without(*found, n)) else set()
    return found


def greedy(order: Callable[[Puzzle, int], Any]) -> Callable[..., set[int]]:
    """Take away one clue after another in an order of their numbers."""

    def found(puzzle: Puzzle, gone: Any = (), stays: int = 0) -> set[int]:
        gone = {*gone}
        for n in sorted(range(1, len(puzzle.clues) + 1), key=lambda n: order(puzzle, n)):
            gone |= {n} if n != stays and is_alone(puzzle, {*gone, n}) else set()
        return gone

    return found


def is_alone(puzzle: Puzzle, gone: Any) -> bool:
    return len(zebra.ENGINES["search"](puzzle.without(*gone)).solutions) == 1


def one_comes_back(puzzle: Puzzle) -> set[int]:
    """Greedy, and once more with one of its clues kept, if that gives more."""
    own = greedy(lambda puzzle, n: n)
    found = own(puzzle)
    return max((found, *(own(puzzle, found - {n}, n) for n in found)), key=len)


def fewest_kept(puzzle: Puzzle) -> set[int]:
    each = {n for n in range(1, len(puzzle.clues) + 1) if is_alone(puzzle, {n})}
    kept = (set(some) for size in range(len(each) + 1) for some in combinations(sorted(each), size))
    return next(each - some for some in kept if is_alone(puzzle, each - some))


def by_branching(puzzle: Puzzle, n: int = 1, gone: frozenset = frozenset()) -> frozenset:
    """Each clue goes, where that leaves one solution, or stays."""
    if n > len(puzzle.clues):
        return gone
    stays = by_branching(puzzle, n + 1, gone)
    goes = by_branching(puzzle, n + 1, gone | {n}) if is_alone(puzzle, gone | {n}) else gone
    return max(goes, stays, key=len)


def by_deduction(puzzle: Puzzle) -> list[int]:
    found = []
    for n in range(1, len(puzzle.clues) + 1):
        places = {cell for step in zebra.deduce(puzzle.without(*found, n)) for cell in step.candidates}
        found += [n] if len(places) == len(puzzle.cells) else []
    return found


# Exercise 3

STEPS = {"next to": (-1, 1), "right of": (-1,), "left of": (1,)}
Sides = tuple[int, Clue, list, list]


def indirect(puzzle: Puzzle, v: Any) -> Iterator[Sides]:
    for n, clue in enumerate(puzzle.clues):
        if clue.kind == "ILC":
            first, second = ([v.x[cell, name] for cell in puzzle.cells_of[name]] for name in clue.properties)
            yield n, clue, first, second


def near(own: list, i: int, steps: Any) -> Any:
    return quicksum(own[i + s] for s in steps if 0 <= i + s < len(own))


def usual(n: int, clue: Clue, first: list, second: list) -> Pairs:
    for i, one in enumerate(first):
        around = near(second, i, STEPS[clue.relation])
        yield (n, i), one + around <= 1 if clue.negated else one <= around


def from_the_first(puzzle: Puzzle, v: Any) -> Pairs:
    for sides in indirect(puzzle, v):
        yield from usual(*sides)


def from_the_second(puzzle: Puzzle, v: Any) -> list:
    found = []
    for n, clue, first, second in indirect(puzzle, v):
        for i, other in enumerate(second):
            around = near(first, i, [-s for s in STEPS[clue.relation]])
            found.append(((n, i), other + around <= 1 if clue.negated else other - around <= 0))
    return found


def usual_but_on_one_side(own: Callable[[int, list, list], Pairs]) -> Callable[[Puzzle, Any], Pairs]:
    """A family with rows of its own where one property is said to be right or left of another."""

    def family(puzzle: Puzzle, v: Any) -> Pairs:
        for n, clue, first, second in indirect(puzzle, v):
            if clue.negated or clue.relation == "next to":
                yield from usual(n, clue, first, second)
            else:
                yield from own(n, first, second) if clue.relation == "right of" else own(n, second, first)

    return family


def distance(one: list, other: list) -> Any:
    """How many houses one is right of another."""
    return quicksum(i * (a - b) for i, (a, b) in enumerate(zip(one, other, strict=True)))


@usual_but_on_one_side
def by_positions(n: int, right: list, left: list) -> Pairs:
    yield n, distance(right, left) == 1


def denials_forgotten(puzzle: Puzzle, v: Any) -> Pairs:
    for n, clue, first, second in indirect(puzzle, v):
        for i, one in enumerate(first):
            yield (n, i), one <= near(second, i, STEPS[clue.relation])


def sides_exchanged(puzzle: Puzzle, v: Any) -> Pairs:
    for n, clue, first, second in indirect(puzzle, v):
        yield from usual(n, clue, second, first)


def only_inside(puzzle: Puzzle, v: Any) -> Pairs:
    """The ends of the street are forgotten."""
    for n, clue, first, second in indirect(puzzle, v):
        for i in range(1, len(first) - 1):
            around = near(second, i, STEPS[clue.relation])
            yield (n, i), first[i] + around <= 1 if clue.negated else first[i] <= around


def odd(own: list) -> Any:
    return quicksum(own[1::2])


def by_parity_and_distance(puzzle: Puzzle, v: Any) -> Pairs:
    """An odd distance of two houses at most is one house."""
    for n, clue, first, second in indirect(puzzle, v):
        apart = distance(first, second)
        if clue.negated:
            yield from usual(n, clue, first, second)
        elif clue.relation == "next to":
            yield from (((n, "odd"), odd(first) + odd(second) == 1), ((n, "a"), apart <= 2), ((n, "b"), apart >= -2))
        else:
            yield n, apart == (1 if clue.relation == "right of" else -1)


@usual_but_on_one_side
def by_shifting(n: int, right: list, left: list) -> Pairs:
    """The house of one is the house of the other, moved by one; what would leave the street is 0."""
    yield (n, "ends"), right[0] + left[-1] == 0
    yield from (((n, i), right[i] == left[i - 1]) for i in range(1, len(right)))


def denied_by_parity(puzzle: Puzzle, v: Any) -> Pairs:
    """Right on three houses: of four, the outer ones are of different parity and no neighbours."""
    for n, clue, first, second in indirect(puzzle, v):
        by_parity = clue.negated and clue.relation == "next to"
        yield from [(n, odd(first) == odd(second))] if by_parity else usual(n, clue, first, second)


def told_by_parity(puzzle: Puzzle, v: Any, *, patched: tuple[int, ...]) -> Pairs:
    """Next to: of different parity, and not three apart in streets of so many houses."""
    for n, clue, first, second in indirect(puzzle, v):
        if clue.negated or clue.relation != "next to":
            yield from usual(n, clue, first, second)
            continue
        yield n, odd(first) + odd(second) == 1
        for i in range(len(first) - 3 if len(first) in patched else 0):
            yield (n, i, "a"), first[i] + second[i + 3] <= 1
            yield (n, i, "b"), first[i + 3] + second[i] <= 1


@usual_but_on_one_side
def modulo_three(n: int, right: list, left: list) -> Pairs:
    """Right of: one house further, modulo three."""
    yield (n, "end"), right[0] <= 0
    for rest in range(3):
        yield (n, rest), quicksum(right[(rest + 1) % 3 :: 3]) == quicksum(left[rest::3])


def own_attribute_forgotten(puzzle: Puzzle, v: Any) -> Pairs:
    """A denial of two properties of one attribute is taken for true in a long street."""
    for n, clue, first, second in indirect(puzzle, v):
        alike = puzzle.cells_of[clue.first] == puzzle.cells_of[clue.second]
        if not (clue.negated and alike and len(first) > 3):
            yield from usual(n, clue, first, second)


def with_products(puzzle: Puzzle, v: Any) -> Pairs:
    for n, clue, first, second in indirect(puzzle, v):
        pairs = [(i, j) for i in range(len(first)) for j in range(len(second)) if clue.allows(i, j) != clue.negated]
        yield n, quicksum(first[i] * second[j] for i, j in pairs) == (0 if clue.negated else 1)


# Exercise 4

OWN = """houses: 4
attributes:
colour: blue, green, red, white.
pet: cat, dog, fox, owl.
drink: juice, milk, tea, water.
clues:
red = juice.
tea next to dog.
tea = blue.
dog right of green.
milk right of tea.
fox = tea.
cat next to juice."""
MORE = OWN + "\nfox = blue."

# Exercise 5


def as_one_family(*families: Any) -> Any:
    return lambda puzzle, v: chain.from_iterable(family(puzzle, v) for family in families)


def denied_by_difference(puzzle: Puzzle, v: Any) -> Any:
    """The planted mistake: the difference of two binaries is never more than 1."""
    for clue in (clue for clue in puzzle.clues if clue.kind == "ACC"):
        for p, q in zip(*(puzzle.cells_of[name] for name in clue.properties), strict=True):
            a, b = (v.x[cell, name] for cell, name in zip((p, q), clue.properties, strict=True))
            yield p, a - b <= 1 if clue.negated else a - b == 0


ONE_EACH = (model_assignment.one_property_per_house, model_assignment.one_house_per_property)
BETTER = [9, 14, 8, 5, 1, 7, 11, 3, 4, 12, 13, 2, 6, 10, "zebra", "water"]


@pytest.mark.parametrize(
    ("check", "attempt", "answer"),
    [
        (exercises.check_size, size, "Right."),
        (exercises.check_size, by_building, "Right."),
        (exercises.check_size, lambda n, m, told: np.array(size(n, m, told)), "Right."),
        (exercises.check_size, one_way, "Not yet: for 5 houses, 5 .* only the number of variables is right"),
        (exercises.check_size, lambda n, m, told: (125, 132), "Not yet: for 4 houses"),
        (exercises.check_size, lambda n, m, told: size(m, n, told), "Not yet: for 6 houses, 4 attributes"),
        (exercises.check_size, lambda n, m, told: (m * n, 2 * n), "Not yet: .*neither number is right"),
        (exercises.check_spared, spared, "Right."),
        (exercises.check_spared, lambda puzzle: (n for n in spared(puzzle)), "Right."),
        (exercises.check_spared, lambda puzzle: np.array(sorted(fewest_kept(puzzle))), "Right."),
        pytest.param(exercises.check_spared, by_cp, "Right.", marks=pytest.mark.slow),
        (exercises.check_spared, one_by_one, "Not yet: without your 6 clues, zebra.generate"),
        (exercises.check_spared, one_after_another, "Not yet: found .* zebra.generate.*, but more"),
        (exercises.check_spared, greedy(lambda puzzle, n: (puzzle.clues[n - 1].kind, -n)),
         "Not yet: found .* can be removed together"),
        (exercises.check_spared, greedy(lambda puzzle, n: -n), "Not yet: found .* can be removed together"),
        (exercises.check_spared, one_comes_back, "Not yet: found .* can be removed together"),
        (exercises.check_spared, fewest_kept, "Right."),
        (exercises.check_spared, by_deduction, "Not yet: without your 12 clues, five_spare has"),
        (exercises.check_spared, lambda puzzle: [n - 1 for n in spared(puzzle)],
         "Not yet: without your . clues, five_spare has"),
        (exercises.check_spared, lambda puzzle: [], "Not yet: found 0 clues for five_spare, but more"),
        (exercises.check_spared, lambda puzzle: {7, 12, 15}, "Not yet: found clue 7 for tiny_kinds, expected numbers"),
        (exercises.check_spared, lambda puzzle: puzzle.clues, "Not yet: found .* expected clue numbers"),
        (exercises.check_spared, lambda puzzle: True, "Not yet: found True, expected clue numbers"),
        (exercises.check_mended, as_one_family(*ONE_EACH, model_assignment.connections), "Right."),
        (exercises.check_mended, as_one_family(*ONE_EACH, denied_by_difference), "Not yet: your constraints admit"),
        (exercises.check_mended, as_one_family(*ONE_EACH), "Not yet: your constraints admit"),
        (exercises.check_mended, model_assignment.connections, "Not yet: your constraints"),
        (exercises.check_neighbours, from_the_first, "Right."),
        (exercises.check_neighbours, from_the_second, "Right."),
        (exercises.check_neighbours, by_positions, "Right."),
        (exercises.check_neighbours, model_assignment.neighbours, "Not yet: right, but found 40 constraints"),
        (exercises.check_neighbours, denials_forgotten, "Not yet: your constraints"),
        (exercises.check_neighbours, sides_exchanged, "Not yet: your constraints"),
        (exercises.check_neighbours, only_inside, "Not yet: your constraints admit"),
        (exercises.check_neighbours, by_parity_and_distance, "Right."),
        (exercises.check_neighbours, by_shifting, "Right."),
        (exercises.check_neighbours, denied_by_parity, "Not yet: your constraints exclude .*houses: 4\n.*not next to"),
        (exercises.check_neighbours, partial(told_by_parity, patched=(4,)),
         "Not yet: your constraints admit .*houses: 5\n"),
        (exercises.check_neighbours, partial(told_by_parity, patched=(4, 5, 6)),
         "Not yet: your constraints admit .*houses: 6\n"),
        (exercises.check_neighbours, modulo_three, "Not yet: your constraints admit .*houses: 4\n"),
        (exercises.check_neighbours, own_attribute_forgotten, "Not yet: your constraints admit .*houses: 4\n.*not "),
        (exercises.check_neighbours, with_products, "Not yet: your constraint is not linear"),
        (exercises.check_neighbours, lambda puzzle, v: [], "Not yet: your constraints admit"),
        (exercises.check_invented, OWN, "Right."),
        (exercises.check_invented, MORE, r"Not yet: clue \d \(.*\) is not needed"),
        (exercises.check_invented, OWN.replace("tea = blue.\n", ""), "Not yet: the puzzle has several solutions"),
        (exercises.check_invented, OWN + "\nred not at 4.", "Not yet: 'red not at 4' names a house"),
        (exercises.check_invented, OWN + "\nfox = dog.", "Not yet: the puzzle has no solution"),
        (exercises.check_invented, load("tiny_kinds"), "Not yet: found 3 houses and 3 attributes, expected 4 and 3"),
        (exercises.check_invented, OWN.replace("dog,", "red,"), "Not yet: line 4: found red in colour and in pet"),
        (exercises.check_order, BETTER, "Right."),
        (exercises.check_order, BETTER[:12], "Right."),
        (exercises.check_order, heuristic_order(load("life_1962")),
         "Not yet: your order needs 184 inferences, as many as the heuristics"),
        (exercises.check_order, [], "Not yet: your order needs more inferences than the heuristics"),
        (exercises.check_order, [8, 9, 8], "Not yet: found the goal 8, expected"),
        (exercises.check_order, {9: 1}, "Not yet: found {9: 1}, expected a list"),
    ],
)  # fmt: skip
def test_verdicts(check: Callable, attempt: Any, answer: str, capsys: pytest.CaptureFixture) -> None:
    check(attempt)
    out = capsys.readouterr().out
    assert re.match(answer, out, re.DOTALL), out


@pytest.mark.parametrize("seed", range(12))
def test_no_random_order_of_taking_away_is_enough(seed: int) -> None:
    rank = random.Random(seed).sample(range(20), 20)
    own = greedy(lambda puzzle, n: rank[n])
    puzzles = [puzzle for _, puzzle in exercises._overlapping()]
    assert any(len(own(puzzle)) < len(fewest_kept(puzzle)) for puzzle in puzzles)


def test_branching_says_the_same_of_what_can_be_spared() -> None:
    for _, puzzle in exercises._overlapping():
        assert exercises._most_spared(puzzle) == len(by_branching(puzzle))


def test_a_check_of_spared_clues_sees_a_table_of_answers() -> None:
    """The puzzles that it asks about differ in what can be spared."""
    found = [spared(load(name)) for name in exercises.SPARED]
    assert len({*found}) >= 2
    assert () in found
