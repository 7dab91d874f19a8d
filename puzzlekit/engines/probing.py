"""Probing before an engine begins: try each item as 0 and as 1, and propagate the constraints.

If a value leads to a contradiction, the item has the other value. A conclusion from both values holds. An engine can
probe, too, but must first be given every constraint; here propagation only counts down whole numbers.
"""

from collections.abc import Iterable
from dataclasses import replace

from puzzlekit.engines.problem import Constraint, Problem, Settled

OPEN = -1  # the value of an item that is neither 0 nor 1 yet


def probe(problem: Problem, most: int) -> Problem | Settled:
    """Return the problem reduced by probing, or its only solution. Each value found is a constraint of its own, and the
    other constraints are reduced by these values.

    Parameters
    ----------
    most
        Probing ends after this many assignments, most of which are taken back.
    """
    bounds = _Bounds(problem)
    if not bounds.settle() or not _probe(bounds, problem.deciding, most):
        return problem  # the engine proves that there is no solution
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
    """Probe the items that decide, in turn, until none of them gives a new value. Returns False at a contradiction."""
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
    """Return the constraints that these values leave, without those that always hold."""
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
    """Values of items, and the slack that they leave on each side of each constraint, by bound propagation.

    Attributes
    ----------
    value
        For each item 0, 1 or OPEN.
    slack
        A number for each side of each constraint: how far the least sum may rise, or the greatest sum may fall.
    costs
        For each item and value the pairs (place in `slack`, the amount that the value takes of this slack).
    members
        For each place in `slack` the triples (item, the value that takes of this slack, the amount).
    dearest
        For each place in `slack` the greatest amount in `members`.
    puts
        The number of assignments in all probes.
    """

    def __init__(self, problem: Problem):
        self.value = [OPEN] * problem.size
        self.slack, self.puts = list[int](), 0
        self.costs: list[tuple[list[tuple[int, int]], list[tuple[int, int]]]] = [([], []) for _ in range(problem.size)]
        self.members = list[list[tuple[int, int, int]]]()
        self.dearest = list[int]()
        self.placed = list[int]()  # the items with a value, in the order of assignment
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
        """Propagate each constraint by itself. Returns False at a contradiction."""
        return all(
            slack >= 0 and all(cost <= slack or self.put(item, 1 - dear) for item, dear, cost in own)
            for slack, own in zip(list(self.slack), self.members, strict=True)
        )

    def put(self, item: int, value: int) -> bool:
        """Assign a value to an item and propagate. Returns False at a contradiction."""
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
        """Return the pairs (item, value) that follow from this assignment; none if it leads to a contradiction."""
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
