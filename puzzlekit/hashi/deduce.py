"""Deduction in Hashi without search: the report's ten rules, and bound propagation.

A possible bridge holds 0, 1 or 2 bridges. The ten rules use the clues alone, "at first glance". Propagation uses the
bounds from earlier steps, until no bound changes.
"""

from collections.abc import Callable, Iterator

from puzzlekit.core import grid
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Candidates, Edge, Step
from puzzlekit.core.union_find import leaders
from puzzlekit.hashi.puzzle import Puzzle, ends
from puzzlekit.hashi.rules import island, pair

NONE, SINGLE, SOME, DOUBLE = frozenset({0}), frozenset({1}), frozenset({1, 2}), frozenset({2})
ALL = frozenset({0, 1, 2})
IN_WORDS = {NONE: "no bridge", SINGLE: "a single bridge", SOME: "at least one bridge", DOUBLE: "a double bridge"}
IN_WORDS |= {frozenset({0, 1}): "at most one bridge", frozenset(): "nothing is left"}
STATES = {(low, high): frozenset(range(low, high + 1)) for low in (0, 1, 2) for high in range(low, 3)}
Rule = Callable[[Puzzle], Iterator[Step]]


def two_ones(puzzle: Puzzle) -> Iterator[Step]:
    """(6.2) Two islands of 1 are not joined: they would be cut off. The rule needs a third island."""
    if len(puzzle.islands) > 2:
        for bridge in puzzle.bridges:
            if all(puzzle.number[point] == 1 for point in ends(bridge)):
                message = f"{pair(puzzle, bridge)}: no bridge, or they would be cut off from the others"
                yield Step({bridge: NONE}, "two_ones", ends(bridge), message)


def lonely_one(puzzle: Puzzle) -> Iterator[Step]:
    """(6.3) A 1 with one neighbour has a single bridge to it."""
    return _at_islands(puzzle, "lonely_one", 1, 1, SINGLE)


def lonely_two(puzzle: Puzzle) -> Iterator[Step]:
    """(6.4) A 2 with one neighbour has a double bridge to it."""
    return _at_islands(puzzle, "lonely_two", 2, 1, DOUBLE)


def two_beside_a_one(puzzle: Puzzle) -> Iterator[Step]:
    """(6.5) A 2 with two neighbours, one of which is a 1, has a bridge to the other."""
    for point, number in puzzle.islands:
        if number == 2 and len(bridges := puzzle.bridges_at[point]) == 2:
            for bridge, other in (bridges, bridges[::-1]):
                one, far = bridge.other(point), other.other(point)
                if puzzle.number[one] == 1 and puzzle.number[far] != 1:
                    message = (
                        f"{island(puzzle, point)} has at most one bridge to {island(puzzle, one)}, "
                        f"so it has one at least to {island(puzzle, far)}"
                    )
                    yield Step({other: SOME}, "two_beside_a_one", (point, one, far), message)


def three_of_two(puzzle: Puzzle) -> Iterator[Step]:
    """(6.6) A 3 with two neighbours has a bridge to each."""
    return _at_islands(puzzle, "three_of_two", 3, 2, SOME)


def four_of_two(puzzle: Puzzle) -> Iterator[Step]:
    """(6.7) A 4 with two neighbours has a double bridge to each."""
    return _at_islands(puzzle, "four_of_two", 4, 2, DOUBLE)


def five_of_three(puzzle: Puzzle) -> Iterator[Step]:
    """(6.8) A 5 with three neighbours has a bridge to each."""
    return _at_islands(puzzle, "five_of_three", 5, 3, SOME)


def six_of_three(puzzle: Puzzle) -> Iterator[Step]:
    """(6.9) A 6 with three neighbours has a double bridge to each."""
    return _at_islands(puzzle, "six_of_three", 6, 3, DOUBLE)


def seven_of_four(puzzle: Puzzle) -> Iterator[Step]:
    """(6.10) A 7 has a bridge to each of its four neighbours."""
    return _at_islands(puzzle, "seven_of_four", 7, 4, SOME)


def eight_of_four(puzzle: Puzzle) -> Iterator[Step]:
    """(6.11) An 8 has a double bridge to each of its four neighbours."""
    return _at_islands(puzzle, "eight_of_four", 8, 4, DOUBLE)


RULES: tuple[Rule, ...] = (two_ones, lonely_one, lonely_two, two_beside_a_one, three_of_two, four_of_two)
RULES += (five_of_three, six_of_three, seven_of_four, eight_of_four)


def _at_islands(puzzle: Puzzle, rule: str, number: int, neighbours: int, left: frozenset) -> Iterator[Step]:
    """Yield a step for each island with this number and this many neighbours: each of its bridges is in `left`."""
    for point, own in puzzle.islands:
        if own == number and len(bridges := puzzle.bridges_at[point]) == neighbours:
            others = [bridge.other(point) for bridge in bridges]
            told = " and ".join(island(puzzle, other) for other in others)
            each = " to each" if neighbours > 1 else ""
            sees = "neighbour is" if neighbours == 1 else f"{neighbours} neighbours are"
            message = f"{island(puzzle, point)}, whose {sees} {told}, has {IN_WORDS[left]}{each}"
            yield Step(dict.fromkeys(bridges, left), rule, (point, *others), message)


@validate_args
def first_glance(puzzle: Puzzle) -> list[Step]:
    """Return the steps of the ten rules (6.2), (6.3), (6.4), (6.5), (6.6), (6.7), (6.8), (6.9), (6.10) and (6.11).

    Each rule reads the clues of the empty board only.
    """
    return [step for rule in RULES for step in rule(puzzle)]


@validate_args
def initial_candidates(puzzle: Puzzle) -> dict[Edge, frozenset]:
    """Return `{bridge: {0, 1, 2}}` for every possible bridge: none, one or two bridges."""
    return dict.fromkeys(puzzle.bridges, ALL)


@validate_args
def deduce(puzzle: Puzzle, candidates: Candidates | None = None) -> list[Step]:
    """Return the steps that narrow the bridges, until nothing changes or a contradiction is reached.

    Parameters
    ----------
    candidates
        `{bridge: frozenset of 0, 1, 2}`. By default all states are possible, and the ten rules are the first steps.

    Returns
    -------
    list of Step
        Rules: the ten; "enough_room" (a lower bound from the upper bounds of an island's other bridges), "no_room" (an
        upper bound from their lower bounds), "no_crossing", "closed_group" (a bridge would complete a group of
        islands and so cut it off). A contradiction is the last step: it leaves a bridge without any state, or it is
        "isolated_island", about an island without a neighbour.
    """
    return list(_Reasoning(puzzle, candidates).steps())


class _Reasoning:
    """The bounds of each bridge. Islands and bridges are indices, because every fast build begins with this class."""

    def __init__(self, puzzle: Puzzle, candidates: Candidates | None):
        self.puzzle = puzzle
        self.candidates = (
            None if candidates is None else grid.checked_candidates(candidates, initial_candidates(puzzle))
        )
        self.points = [point for point, _ in puzzle.islands]
        number = {point: index for index, point in enumerate(self.points)}
        self.ends = [(number[a], number[b]) for a, b in map(ends, puzzle.bridges)]
        self.at: list[list[int]] = [[] for _ in self.points]
        for index, pair_ in enumerate(self.ends):
            for end in pair_:
                self.at[end].append(index)
        given = [ALL if self.candidates is None else self.candidates[bridge] for bridge in puzzle.bridges]
        self.low = [min(states, default=1) for states in given]
        self.high = [max(states, default=0) for states in given]
        self.queue = dict.fromkeys(reversed(range(len(self.points))))  # islands whose bounds have changed
        self.index = {bridge: index for index, bridge in enumerate(puzzle.bridges)}
        self.crossing: list[list[int]] = [[] for _ in self.ends]
        for across, down in puzzle.crossings:
            i, j = self.index[across], self.index[down]
            self.crossing[i].append(j)
            self.crossing[j].append(i)

    def steps(self) -> Iterator[Step]:
        return grid.propagate(self._from_the_start(), (self._around_islands, self._closed_groups))

    def _from_the_start(self) -> Iterator[Step]:
        yield from self._lost_from_the_start()
        if self.candidates is None:
            yield from self._at_first_glance()
        for index in [index for index, low in enumerate(self.low) if low]:
            yield from self._clear_crossings(index)

    def _around_islands(self) -> Iterator[Step]:
        while self.queue:
            yield from self._look_at(self.queue.popitem()[0])

    def _lost_from_the_start(self) -> Iterator[Step]:
        for point, own in zip(self.points, self.at, strict=True):
            if not own:
                message = f"{island(self.puzzle, point)} sees no other island"
                yield Step({point: frozenset()}, "isolated_island", (point,), message)
        for index, bridge in enumerate(self.puzzle.bridges):
            if self.low[index] > self.high[index]:
                message = f"{pair(self.puzzle, bridge)}: nothing is left"
                yield Step({bridge: frozenset()}, "no_state_left", ends(bridge), message)

    def _at_first_glance(self) -> Iterator[Step]:
        for step in first_glance(self.puzzle):
            changed = {}
            for bridge, states in step.candidates.items():
                index = self.index[bridge]
                if self._bound(index, min(states), max(states)):
                    changed[bridge] = self._states(index)
            if changed:
                yield Step(changed, step.rule, step.where, step.message)

    def _bound(self, index: int, low: int, high: int) -> bool:
        """Tighten the bounds of a bridge. Return whether a bound changed."""
        low, high = max(low, self.low[index]), min(high, self.high[index])
        changed = (low, high) != (self.low[index], self.high[index])
        self.low[index], self.high[index] = low, high
        if changed:
            self.queue |= dict.fromkeys(self.ends[index])
        return changed

    def _states(self, index: int) -> frozenset:
        low, high = self.low[index], self.high[index]
        if self.candidates is None:
            return STATES[low, high] if low <= high else frozenset()
        return frozenset(n for n in self.candidates[self.puzzle.bridges[index]] if low <= n <= high)

    def _narrow(self, index: int, low: int, high: int, rule: str, where: tuple, reason: str) -> Iterator[Step]:
        begins = self.low[index] == 0
        self._bound(index, low, high)
        bridge, states = self.puzzle.bridges[index], self._states(index)
        message = f"{pair(self.puzzle, bridge)}: {IN_WORDS.get(states, 'no or two bridges')}, for {reason}"
        yield Step({bridge: states}, rule, where, message)
        if begins and self.low[index]:
            yield from self._clear_crossings(index)

    def _clear_crossings(self, index: int) -> Iterator[Step]:
        for other in self.crossing[index]:
            if self.high[other]:
                one, crossed = self.puzzle.bridges[index], self.puzzle.bridges[other]
                reason = f"it would cross the bridge of {pair(self.puzzle, one)}"
                yield from self._narrow(other, 0, 0, "no_crossing", (*ends(crossed), *ends(one)), reason)

    def _look_at(self, here: int) -> Iterator[Step]:
        """Yield the first bridge of an island whose bounds follow from the bounds of its other bridges."""
        low = sum(self.low[index] for index in self.at[here])
        high = sum(self.high[index] for index in self.at[here])
        want = self.puzzle.islands[here][1]
        for index in self.at[here]:
            must, can = want - high + self.high[index], want - low + self.low[index]
            if self.low[index] < must or self.high[index] > can:
                rule, why = "enough_room", "would have too few otherwise"
                if self.low[index] >= must:
                    rule, why = "no_room", "would have too many otherwise"
                    must = 0
                point = self.points[here]
                where = (point, self.puzzle.bridges[index].other(point))
                self.queue[here] = None
                yield from self._narrow(
                    index, must, 2 if rule == "enough_room" else can, rule, where, f"{island(self.puzzle, point)} {why}"
                )
                return

    def _closed_groups(self) -> Iterator[Step]:
        """Yield bridges that may not complete a group; a group is the islands that are certainly joined."""
        leader, lacking, size = self._groups()
        for index, (one, other) in enumerate(self.ends):
            low, most = self.low[index], self.high[index]
            a, b = leader[one], leader[other]
            members = size[a] + (size[b] if a != b else 0)
            needed = lacking[a] + (lacking[b] if a != b else 0)
            if low < most and members < len(leader) and needed == 2 * (most - low):
                group = tuple(point for point, own in zip(self.points, leader, strict=True) if own in (a, b))
                what = "a double bridge" if most == 2 else "a bridge"
                reason = f"{what} would cut {members} islands off from the others"
                yield from self._narrow(index, low, most - 1, "closed_group", group, reason)

    def _groups(self) -> tuple[list[int], list[int], list[int]]:
        """Return each island's leader; for each leader, the bridge ends that its group lacks, and the group's size."""
        leader = leaders(len(self.points), [ends for low, ends in zip(self.low, self.ends, strict=True) if low])
        lacking, size = [0] * len(leader), [0] * len(leader)
        for own, (_, want) in zip(leader, self.puzzle.islands, strict=True):
            lacking[own] += want
            size[own] += 1
        for low, (a, _) in zip(self.low, self.ends, strict=True):
            lacking[leader[a]] -= 2 * low
        return leader, lacking, size
