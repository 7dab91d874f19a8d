"""What is found by trying, before an engine begins: each item as 0 and as 1, and what follows from the constraints.

If a value ends in a contradiction, the item has the other one; and what follows from both holds. An engine may do the
same, but has to be handed every constraint for it: here only whole numbers are counted down.
"""

from collections.abc import Iterable
from dataclasses import replace

from puzzlekit.engines.problem import Constraint, Problem, Settled

OPEN = -1


def probe(problem: Problem, most: int) -> Problem | Settled:
    """The same problem with the values that probing finds, each as a constraint of its own, and with what they leave of
    the others; or its only solution.

    Parameters
    ----------
    most
        Probing ends once so many values were put, most of which are taken back.
    """
    bounds = _Bounds(problem)
    if not bounds.settle() or not _probe(bounds, problem.deciding, most):
        return problem  # there is no solution, which the engine proves
    values = bounds.value
    if OPEN in values:
        fixed = [Constraint([item], value, value) for item, value in enumerate(values) if value != OPEN]
        rows, redundant = (_left(own, values) for own in (problem.constraints, problem.redundant))
        return replace(problem, constraints=[*fixed, *rows], redundant=redundant)
    ones = [item for item, value in enumerate(values) if value == 1]
    if problem.violated and any(True for _ in problem.violated(ones)):
        return problem
    return Settled(problem.decode(ones), known={**problem.known, **dict(zip(problem.keys, values, strict=True))})


def _probe(bounds: "_Bounds", deciding: int, most: int) -> bool:
    """Try the items that decide, in turn, until none of them says more; False at a contradiction."""
    item, idle = 0, 0
    while idle < deciding and bounds.puts < most:
        if bounds.value[item] == OPEN:
            zero, one = (bounds.following(item, value) for value in (0, 1))
            found = zero & one if zero and one else zero or one
            if not (zero or one) or not all(bounds.put(*pair) for pair in found):
                return False
            idle = 0 if found else idle
        item, idle = (item + 1) % deciding, idle + 1
    return True


def _left(constraints: Iterable[Constraint], values: list[int]) -> list[Constraint]:
    """What these values leave of constraints, but for what holds anyway."""
    found = list[Constraint]()
    for items, lower, upper, coefficients in constraints:
        terms = list(zip(items, coefficients or [1] * len(items), strict=True))
        open_ = [(item, c) for item, c in terms if values[item] == OPEN]
        sure = sum(c for item, c in terms if values[item] == 1)
        low, high = (None if side is None else side - sure for side in (lower, upper))
        least, most = (sum(side(c, 0) for _, c in open_) for side in (min, max))
        if (low is not None and least < low) or (high is not None and high < most):
            found.append(Constraint([item for item, _ in open_], low, high, coefficients and [c for _, c in open_]))
    return found


class _Bounds:
    """Values of items, and how much of each side of each constraint they leave.

    Attributes
    ----------
    value
        For each item 0, 1 or OPEN.
    slack
        A number for each side of each constraint: how far the sum's least value may rise, or its greatest one fall.
    costs
        For each item and value the pairs (place in `slack`, what it takes of it).
    members
        For each place in `slack` the triples (item, its dearer value, what that takes).
    dearest
        The most that one of these takes.
    puts
        How many values were put.
    """

    def __init__(self, problem: Problem):
        self.value = [OPEN] * problem.size
        self.slack, self.puts = list[int](), 0
        self.costs: list[tuple[list[tuple[int, int]], list[tuple[int, int]]]] = [([], []) for _ in range(problem.size)]
        self.members = list[list[tuple[int, int, int]]]()
        self.dearest = list[int]()
        self.placed = list[int]()  # the items with a value, in order
        for constraint in (*problem.constraints, *problem.redundant):
            self._add(constraint)

    def _add(self, constraint: Constraint) -> None:
        items, lower, upper, coefficients = constraint
        factors = coefficients or [1] * len(items)
        least, most = sum(c for c in factors if c < 0), sum(c for c in factors if c > 0)
        for side, slack in (
            (1, None if upper is None else upper - least),
            (0, None if lower is None else most - lower),
        ):
            if slack is not None:
                own = [
                    (item, side, c) if c > 0 else (item, 1 - side, -c) for item, c in zip(items, factors, strict=True)
                ]
                for item, dear, cost in own:
                    self.costs[item][dear].append((len(self.slack), cost))
                self.slack.append(slack)
                self.members.append(own)
                self.dearest.append(max((cost for _, _, cost in own), default=0))

    def settle(self) -> bool:
        """Put what follows from each constraint by itself; False at a contradiction."""
        return all(
            slack >= 0 and all(cost <= slack or self.put(item, 1 - dear) for item, dear, cost in own)
            for slack, own in zip(list(self.slack), self.members, strict=True)
        )

    def put(self, item: int, value: int) -> bool:
        """Give an item a value, and all others what follows; False at a contradiction."""
        values, slack, costs, members, dearest = self.value, self.slack, self.costs, self.members, self.dearest
        waiting = [(item, value)]
        while waiting:
            item, value = waiting.pop()
            if values[item] != OPEN:
                if values[item] != value:
                    return False
                continue
            values[item] = value
            self.placed.append(item)
            for place, cost in costs[item][value]:
                slack[place] -= cost
            for place, _ in costs[item][value]:
                left = slack[place]
                if left < 0:
                    return False
                if left < dearest[place]:
                    for other, dear, cost in members[place]:
                        if cost > left and values[other] == OPEN:
                            waiting.append((other, 1 - dear))
        return True

    def following(self, item: int, value: int) -> set[tuple[int, int]]:
        """The pairs (item, value) that follow from this one; none if it ends in a contradiction."""
        before = len(self.placed)
        holds = self.put(item, value)
        placed = self.placed[before:]
        found = {(other, self.value[other]) for other in placed} if holds else set()
        for other in placed:
            for place, cost in self.costs[other][self.value[other]]:
                self.slack[place] += cost
            self.value[other] = OPEN
        del self.placed[before:]
        self.puts += len(placed)
        return found
