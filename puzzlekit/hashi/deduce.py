"""What follows in Hashi without search: the report's ten deductions, and bounds that are carried on to the end.

A possible bridge holds 0, 1 or 2 bridges. The ten rules look at the clues alone, "at first glance"; the bounds look at
what earlier steps have settled, until nothing changes any more.
"""

from collections.abc import Callable, Iterator

from puzzlekit.grid import Candidates, Edge, Point, Step
from puzzlekit.hashi.puzzle import Puzzle, ends, other_end
from puzzlekit.hashi.rules import island, pair

NONE, SINGLE, SOME, DOUBLE = frozenset({0}), frozenset({1}), frozenset({1, 2}), frozenset({2})
ALL = frozenset({0, 1, 2})
IN_WORDS = {NONE: "no bridge", SINGLE: "a single bridge", SOME: "at least one bridge", DOUBLE: "a double bridge"}
IN_WORDS |= {frozenset({0, 1}): "at most one bridge", frozenset(): "no way to have a bridge or none"}
Rule = Callable[[Puzzle], Iterator[Step]]


def two_ones(puzzle: Puzzle) -> Iterator[Step]:
    """(6.2) Two islands of 1 are not joined: they would be cut off. (Not so where there are no others.)"""
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
        bridges = puzzle.bridges_at[point]
        if number == 2 and len(bridges) == 2:
            for bridge, other in (bridges, bridges[::-1]):
                one, far = other_end(bridge, point), other_end(other, point)
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
    """Each island of this number with so many neighbours has this to each of them."""
    for point, own in puzzle.islands:
        bridges = puzzle.bridges_at[point]
        if own == number and len(bridges) == neighbours:
            others = [other_end(bridge, point) for bridge in bridges]
            told = " and ".join(island(puzzle, other) for other in others)
            each = " to each" if neighbours > 1 else ""
            sees = "neighbour is" if neighbours == 1 else f"{neighbours} neighbours are"
            message = f"{island(puzzle, point)}, whose {sees} {told}, has {IN_WORDS[left]}{each}"
            yield Step(dict.fromkeys(bridges, left), rule, (point, *others), message)


def first_glance(puzzle: Puzzle) -> list[Step]:
    """The steps of the ten rules (6.2)-(6.11), each by itself: what can be said before any bridge is drawn."""
    return [step for rule in RULES for step in rule(puzzle)]


def everything(puzzle: Puzzle) -> dict[Edge, frozenset]:
    """No, one or two bridges on every possible bridge."""
    return dict.fromkeys(puzzle.bridges, ALL)


def deduce(puzzle: Puzzle, candidates: Candidates | None = None) -> list[Step]:
    """The steps that narrow bridges for a reason, until nothing changes or a contradiction is reached.

    Parameters
    ----------
    candidates
        `{bridge: frozenset of 0, 1, 2}`; without it all are possible, and the ten rules are the first steps.

    Returns
    -------
    list of Step
        Rules: the ten; "enough_room" (what its other bridges cannot give, this one must), "no_room" (what its other
        bridges take, this one cannot have), "no_crossing", "closed_group" (a bridge that would finish a group of
        islands and so cut it off). A contradiction is the last step: it leaves a bridge without any state, or it is
        "isolated_island", about an island without a neighbour.
    """
    return list(_Reasoning(puzzle, candidates).steps())


class _Reasoning:
    """What is left of each bridge; `queue` holds the islands at which something has changed."""

    def __init__(self, puzzle: Puzzle, candidates: Candidates | None):
        self.puzzle = puzzle
        self.first = candidates is None
        self.left = everything(puzzle) | dict(candidates or {})
        self.queue = dict.fromkeys(point for point, _ in reversed(puzzle.islands))
        self.crossing: dict[Edge, list[Edge]] = {}
        for across, down in puzzle.crossings:
            self.crossing.setdefault(across, []).append(down)
            self.crossing.setdefault(down, []).append(across)

    def steps(self) -> Iterator[Step]:
        for step in self._all():
            yield step
            if not all(step.candidates.values()):
                return

    def _all(self) -> Iterator[Step]:
        yield from self._lost_from_the_start()
        if self.first:
            for step in first_glance(self.puzzle):
                kept = {bridge: self.left[bridge] & states for bridge, states in step.candidates.items()}
                if changed := {bridge: states for bridge, states in kept.items() if states != self.left[bridge]}:
                    yield self._taken(Step(changed, step.rule, step.where, step.message))
        for bridge in [bridge for bridge, states in self.left.items() if 0 not in states]:
            yield from self._clear_crossings(bridge)
        while self.queue:
            while self.queue:
                yield from self._look_at(self.queue.popitem()[0])
            yield from self._closed_groups()

    def _lost_from_the_start(self) -> Iterator[Step]:
        for point, _ in self.puzzle.islands:
            if not self.puzzle.bridges_at[point]:
                message = f"{island(self.puzzle, point)} sees no other island"
                yield Step({point: frozenset()}, "isolated_island", (point,), message)
        for bridge, states in self.left.items():
            if not states:
                yield Step({bridge: states}, "no_state_left", ends(bridge), f"{pair(self.puzzle, bridge)}: nothing is left")

    def _taken(self, step: Step) -> Step:
        self.left.update(step.candidates)
        for bridge in step.candidates:
            self.queue |= dict.fromkeys(ends(bridge))
        return step

    def _narrow(self, bridge: Edge, states: frozenset, rule: str, where: tuple, reason: str) -> Iterator[Step]:
        message = f"{pair(self.puzzle, bridge)}: {IN_WORDS.get(states, 'one thing left')}, for {reason}"
        had_none = 0 in self.left[bridge]
        yield self._taken(Step({bridge: states}, rule, where, message))
        if had_none and states and 0 not in states:
            yield from self._clear_crossings(bridge)

    def _clear_crossings(self, bridge: Edge) -> Iterator[Step]:
        for other in self.crossing.get(bridge, ()):
            if self.left[other] != NONE:
                where = (*ends(other), *ends(bridge))
                reason = f"it would cross the bridge of {pair(self.puzzle, bridge)}"
                yield from self._narrow(other, self.left[other] & NONE, "no_crossing", where, reason)

    def _look_at(self, point: Point) -> Iterator[Step]:
        """Bounds on each bridge of an island: what it must have, and what it can have, whatever the others have."""
        bridges = self.puzzle.bridges_at[point]
        low = sum(min(self.left[bridge], default=0) for bridge in bridges)
        high = sum(max(self.left[bridge], default=0) for bridge in bridges)
        want = self.puzzle.number[point]
        for bridge in bridges:
            states = self.left[bridge]
            must, can = want - high + max(states), want - low + min(states)
            if min(states) < must:
                yield from self._bounded(point, bridge, frozenset(s for s in states if s >= must), "enough_room")
                self.queue[point] = None
                return
            if max(states) > can:
                yield from self._bounded(point, bridge, frozenset(s for s in states if s <= can), "no_room")
                self.queue[point] = None
                return

    def _bounded(self, point: Point, bridge: Edge, states: frozenset, rule: str) -> Iterator[Step]:
        far = other_end(bridge, point)
        told = {"enough_room": "could not have enough otherwise", "no_room": "would have too many otherwise"}[rule]
        return self._narrow(bridge, states, rule, (point, far), f"{island(self.puzzle, point)} {told}")

    def _closed_groups(self) -> Iterator[Step]:
        """Islands that are joined for certain form a group; a bridge may not finish a group that is not everything."""
        leader, lacking, size = self._groups()
        for bridge in self.puzzle.bridges:
            states = self.left[bridge]
            a, b = (_find(leader, point) for point in ends(bridge))
            members = size[a] if a == b else size[a] + size[b]
            needed = lacking[a] if a == b else lacking[a] + lacking[b]
            most = max(states)
            if len(states) > 1 and members < len(leader) and needed == 2 * (most - min(states)):
                group = [point for point in leader if _find(leader, point) in (a, b)]
                yield from self._narrow(
                    bridge, states - {most}, "closed_group", tuple(group),
                    f"{'a double' if most == 2 else 'a'} bridge would cut {members} islands off from the others",
                )  # fmt: skip

    def _groups(self) -> tuple[dict[Point, Point], dict[Point, int], dict[Point, int]]:
        """For each island its leader; for each leader how many bridges its group lacks, and its size."""
        leader = {point: point for point, _ in self.puzzle.islands}
        lacking, size = dict(self.puzzle.islands), dict.fromkeys(leader, 1)
        for bridge, states in self.left.items():
            if sure := min(states):
                a, b = (_find(leader, point) for point in ends(bridge))
                lacking[a] -= 2 * sure
                if a != b:
                    leader[b] = a
                    lacking[a] += lacking[b]
                    size[a] += size[b]
        return leader, lacking, size


def _find(leader: dict[Point, Point], point: Point) -> Point:
    while leader[point] is not point:
        leader[point] = leader[leader[point]]
        point = leader[point]
    return point
