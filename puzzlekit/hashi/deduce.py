"""Deduction in Hashi without search: the report's ten rules, and bound propagation.

In code, a `bridge` is a possible bridge: a pair of neighbouring islands with a number of bridges, 0, 1 or 2, between
them. "A 2" is an island with the number 2, and the neighbours of an island are the islands of its possible bridges. The
ten rules use only the clues of the empty board ("at first glance"). Propagation then tightens the bounds on the numbers
of bridges until no bound changes.
"""

from collections.abc import Callable, Iterator

from puzzlekit.core import grid
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Candidates, Edge, Step
from puzzlekit.core.union_find import leaders
from puzzlekit.hashi.puzzle import Puzzle, ends

NONE, SINGLE, SOME, DOUBLE = frozenset({0}), frozenset({1}), frozenset({1, 2}), frozenset({2})
ALL = frozenset({0, 1, 2})
STATES = {(low, high): frozenset(range(low, high + 1)) for low in (0, 1, 2) for high in range(low, 3)}
Rule = Callable[[Puzzle], Iterator[Step]]


def two_ones(puzzle: Puzzle) -> Iterator[Step]:
    """(6.2) Two neighbouring 1s are not joined, because they would be cut off from the other islands. The rule needs
    more than two islands."""
    if len(puzzle.islands) > 2:
        for bridge in puzzle.bridges:
            if all(puzzle.number[point] == 1 for point in ends(bridge)):
                yield Step({bridge: NONE}, "two_ones", ends(bridge))


def lonely_one(puzzle: Puzzle) -> Iterator[Step]:
    """(6.3) A 1 with one neighbour has a single bridge to this neighbour."""
    return _at_islands(puzzle, "lonely_one", 1, 1, SINGLE)


def lonely_two(puzzle: Puzzle) -> Iterator[Step]:
    """(6.4) A 2 with one neighbour has a double bridge to this neighbour."""
    return _at_islands(puzzle, "lonely_two", 2, 1, DOUBLE)


def two_beside_a_one(puzzle: Puzzle) -> Iterator[Step]:
    """(6.5) If a 2 has two neighbours, and exactly one of them is a 1, the 2 has at least one bridge to the other
    neighbour."""
    for point, number in puzzle.islands:
        if number == 2 and len(bridges := puzzle.bridges_at[point]) == 2:
            for bridge, other in (bridges, bridges[::-1]):
                one, far = bridge.other(point), other.other(point)
                if puzzle.number[one] == 1 and puzzle.number[far] != 1:
                    yield Step({other: SOME}, "two_beside_a_one", (point, one, far))


def three_of_two(puzzle: Puzzle) -> Iterator[Step]:
    """(6.6) A 3 with two neighbours has at least one bridge to each of them."""
    return _at_islands(puzzle, "three_of_two", 3, 2, SOME)


def four_of_two(puzzle: Puzzle) -> Iterator[Step]:
    """(6.7) A 4 with two neighbours has a double bridge to each of them."""
    return _at_islands(puzzle, "four_of_two", 4, 2, DOUBLE)


def five_of_three(puzzle: Puzzle) -> Iterator[Step]:
    """(6.8) A 5 with three neighbours has at least one bridge to each of them."""
    return _at_islands(puzzle, "five_of_three", 5, 3, SOME)


def six_of_three(puzzle: Puzzle) -> Iterator[Step]:
    """(6.9) A 6 with three neighbours has a double bridge to each of them."""
    return _at_islands(puzzle, "six_of_three", 6, 3, DOUBLE)


def seven_of_four(puzzle: Puzzle) -> Iterator[Step]:
    """(6.10) A 7 has at least one bridge to each of its four neighbours."""
    return _at_islands(puzzle, "seven_of_four", 7, 4, SOME)


def eight_of_four(puzzle: Puzzle) -> Iterator[Step]:
    """(6.11) An 8 has a double bridge to each of its four neighbours."""
    return _at_islands(puzzle, "eight_of_four", 8, 4, DOUBLE)


RULES: tuple[Rule, ...] = (two_ones, lonely_one, lonely_two, two_beside_a_one, three_of_two, four_of_two)
RULES += (five_of_three, six_of_three, seven_of_four, eight_of_four)


def _at_islands(puzzle: Puzzle, rule: str, number: int, neighbours: int, left: frozenset) -> Iterator[Step]:
    """Yield a step for each island with this number and this number of neighbours. `left` is the set of possible
    numbers of bridges to each neighbour, and `rule` is the name of the rule."""
    for point, own in puzzle.islands:
        if own == number and len(bridges := puzzle.bridges_at[point]) == neighbours:
            others = [bridge.other(point) for bridge in bridges]
            yield Step(dict.fromkeys(bridges, left), rule, (point, *others))


@validate_args
def first_glance(puzzle: Puzzle) -> list[Step]:
    """Return the steps of the ten rules (6.2), (6.3), (6.4), (6.5), (6.6), (6.7), (6.8), (6.9), (6.10) and (6.11).

    Each rule uses only the clues of the empty board, not the results of other rules.
    """
    return [step for rule in RULES for step in rule(puzzle)]


@validate_args
def initial_candidates(puzzle: Puzzle) -> dict[Edge, frozenset]:
    """Return `{bridge: {0, 1, 2}}`: none, one or two bridges are possible between any two neighbouring islands."""
    return dict.fromkeys(puzzle.bridges, ALL)


@validate_args
def deduce(puzzle: Puzzle, candidates: Candidates | None = None) -> list[Step]:
    """Tighten the bounds on the numbers of bridges until nothing changes or there is a contradiction. Return the steps.

    Parameters
    ----------
    candidates
        `{bridge: frozenset of possible numbers 0, 1, 2}` to start from; then the ten rules are not used. A missing
        bridge has all numbers. If `candidates` is None, all numbers are possible, and the ten rules are the first
        steps.

    Returns
    -------
    list of Step
        The `rule` of a step is the name of one of the ten rules, such as "two_ones"; "enough_room" (a lower bound on a
        bridge, from the upper bounds on the other bridges of an island); "no_room" (an upper bound on a bridge, from
        the lower bounds on the other bridges); "no_crossing"; or "closed_group" (a bridge would complete a group of
        islands and cut the group off). A
        contradiction ends the list: a bridge has no possible number left, or an island has no neighbour
        ("isolated_island").

    Raises
    ------
    PuzzleError
        If `candidates` has a bridge or a number that the puzzle does not have.
    """
    return list(_Reasoning(puzzle, candidates).steps())


class _Reasoning:
    """Bound propagation: the bounds on the number of bridges for each possible bridge, and the rules that tighten them.

    Islands and bridges are indices, for speed, because every fast model begins with this deduction.
    """

    def __init__(self, puzzle: Puzzle, candidates: Candidates | None):
        self.puzzle = puzzle
        self.fresh = candidates is None  # only then the ten rules are used
        self.given = [*grid.checked_candidates(candidates, initial_candidates(puzzle)).values()]
        self.points = [point for point, _ in puzzle.islands]
        number = {point: index for index, point in enumerate(self.points)}
        self.ends = [(number[a], number[b]) for a, b in map(ends, puzzle.bridges)]
        self.low = [min(states, default=1) for states in self.given]
        self.high = [max(states, default=0) for states in self.given]
        self.queue = dict.fromkeys(reversed(range(len(self.points))))  # islands whose bounds have changed
        self.index = {bridge: index for index, bridge in enumerate(puzzle.bridges)}
        self.at = [[self.index[bridge] for bridge in puzzle.bridges_at[point]] for point in self.points]
        self.crossing: list[list[int]] = [[] for _ in self.ends]
        for across, down in puzzle.crossings:
            i, j = self.index[across], self.index[down]
            self.crossing[i].append(j)
            self.crossing[j].append(i)

    def steps(self) -> Iterator[Step]:
        return grid.propagate(self._from_the_start(), (self._around_islands, self._closed_groups))

    def _from_the_start(self) -> Iterator[Step]:
        yield from self._lost_from_the_start()
        if self.fresh:
            yield from self._at_first_glance()
        for index in [index for index, low in enumerate(self.low) if low]:
            yield from self._clear_crossings(index)

    def _around_islands(self) -> Iterator[Step]:
        while self.queue:
            yield from self._look_at(self.queue.popitem()[0])

    def _lost_from_the_start(self) -> Iterator[Step]:
        for point, own in zip(self.points, self.at, strict=True):
            if not own:
                yield Step({point: frozenset()}, "isolated_island", (point,))
        for index, bridge in enumerate(self.puzzle.bridges):
            if self.low[index] > self.high[index]:
                yield Step({bridge: frozenset()}, "no_state_left", ends(bridge))

    def _at_first_glance(self) -> Iterator[Step]:
        for step in first_glance(self.puzzle):
            changed = {}
            for bridge, states in step.candidates.items():
                index = self.index[bridge]
                if self._bound(index, min(states), max(states)):
                    changed[bridge] = self._states(index)
            if changed:
                yield Step(changed, step.rule, step.where)

    def _bound(self, index: int, low: int, high: int) -> bool:
        """Raise the lower bound of a bridge to `low`, and reduce its upper bound to `high`. Return whether a bound
        changed."""
        low, high = max(low, self.low[index]), min(high, self.high[index])
        changed = (low, high) != (self.low[index], self.high[index])
        self.low[index], self.high[index] = low, high
        if changed:
            self.queue |= dict.fromkeys(self.ends[index])
        return changed

    def _states(self, index: int) -> frozenset:
        return self.given[index] & STATES.get((self.low[index], self.high[index]), frozenset())

    def _narrow(self, index: int, low: int, high: int, rule: str, where: tuple) -> Iterator[Step]:
        begins = self.low[index] == 0
        self._bound(index, low, high)
        yield Step({self.puzzle.bridges[index]: self._states(index)}, rule, where)
        if begins and self.low[index]:
            yield from self._clear_crossings(index)

    def _clear_crossings(self, index: int) -> Iterator[Step]:
        for other in self.crossing[index]:
            if self.high[other]:
                one, crossed = self.puzzle.bridges[index], self.puzzle.bridges[other]
                yield from self._narrow(other, 0, 0, "no_crossing", (*ends(crossed), *ends(one)))

    def _look_at(self, here: int) -> Iterator[Step]:
        """Yield a step for one bridge of the island with index `here`: the first bridge whose bounds the island's other
        bridges tighten."""
        low = sum(self.low[index] for index in self.at[here])
        high = sum(self.high[index] for index in self.at[here])
        want = self.puzzle.islands[here][1]
        for index in self.at[here]:
            must, can = want - high + self.high[index], want - low + self.low[index]
            if self.low[index] < must or self.high[index] > can:
                point = self.points[here]
                where = (point, self.puzzle.bridges[index].other(point))
                self.queue[here] = None
                if self.low[index] < must:
                    yield from self._narrow(index, must, 2, "enough_room", where)
                else:
                    yield from self._narrow(index, 0, can, "no_room", where)
                return

    def _closed_groups(self) -> Iterator[Step]:
        """Yield a step for each bridge whose largest possible number would complete a group and cut the group off.

        A group is a set of islands that known bridges connect. It is complete if none of its islands lacks a bridge.
        """
        leader, lacking, size = self._groups()
        for index, (one, other) in enumerate(self.ends):
            low, most = self.low[index], self.high[index]
            a, b = leader[one], leader[other]
            members = size[a] + (size[b] if a != b else 0)
            needed = lacking[a] + (lacking[b] if a != b else 0)
            if low < most and members < len(leader) and needed == 2 * (most - low):
                group = tuple(point for point, own in zip(self.points, leader, strict=True) if own in (a, b))
                yield from self._narrow(index, low, most - 1, "closed_group", group)

    def _groups(self) -> tuple[list[int], list[int], list[int]]:
        """Return three lists with an item for each island. The first has the leader of the island's group. For each
        leader, the second has the number of bridges that the islands of its group lack in total, and the third the
        number of these islands; other items are 0.

        The leader of a group is one of its islands.
        """
        leader = leaders(len(self.points), [ends for low, ends in zip(self.low, self.ends, strict=True) if low])
        lacking, size = [0] * len(leader), [0] * len(leader)
        for own, (_, want) in zip(leader, self.puzzle.islands, strict=True):
            lacking[own] += want
            size[own] += 1
        for low, (a, _) in zip(self.low, self.ends, strict=True):
            lacking[leader[a]] -= 2 * low
        return leader, lacking, size
