"""Propagation with a trail: each change is stored with its conclusion, so that it can be traced back.

Rules wait in a queue for each level until an element that they watch changes. Facts are traced back to their reasons
by *backward slicing* along the trail, as solvers with lazy clause generation explain a conflict.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from puzzlekit.reasoning.system import STEP, Found, Left, Mask, System

Facts = dict[int, Mask]


class Change(NamedTuple):
    """An element, the states that it lost, and the conclusion behind the loss, or None for a supposition."""

    element: int
    lost: Mask
    found: Found | None


class Used(NamedTuple):
    """A conclusion in a slice, and the elements of its claim that are needed."""

    found: Found
    elements: tuple[int, ...]


class Masks(list[Mask]):
    """The states left to each element. In a supposition, `known` holds the states left without it: safer facts."""

    known: Left | None = None


class Engine:
    """The states that are still possible, and the trail of changes behind them.

    Parameters
    ----------
    left
        For each element the states that are possible at the start, without a reason.
    awake
        Whether each rule first looks at all its places. If not, only later changes wake rules.
    """

    def __init__(self, system: System, left: Left, *, awake: bool = True):
        self.system, self.left = system, Masks(left)
        self.trail: list[Change] = []
        self.contradiction: Found | None = None
        self._changes: dict[int, list[int]] = {}  # element -> positions of its changes in the trail
        self._queues: list[dict[tuple[int, int], None]] = [{} for _ in system.levels]
        self._seen = [0] * len(system.levels)  # for each level the number of changes that have woken its rules
        self._ready: list[dict[tuple[int, int], list[Found]]] = [{} for _ in system.levels]  # by rule and place
        if awake:
            for number, rule in enumerate(system.rules):
                queue = self._queues[system.levels.index(rule.level)]
                queue.update(((number, place), None) for place in range(len(rule.places)))

    def suppose(self, element: int, mask: Mask, *, awake: bool = False) -> "Engine":
        """Return an engine that starts from this one's states, with one element narrowed by a supposition."""
        other = Engine(self.system, self.left, awake=awake)
        other.left.known = self.left
        other._narrow(element, other.left[element] & mask, None)
        return other

    def is_news(self, found: Found) -> bool:
        """Return whether a conclusion narrows an element."""
        left = self.left
        return any(left[element] & ~mask for element, mask in found.claim.items())

    def is_contradiction(self, found: Found) -> bool:
        """Return whether a conclusion leaves an element without a state."""
        return any(not self.left[element] & mask for element, mask in found.claim.items())

    def take(self, found: Found) -> None:
        """Narrow the elements of a conclusion."""
        for element, mask in found.claim.items():
            if self.left[element] & ~mask:
                self._narrow(element, self.left[element] & mask, found)
                if not self.left[element]:
                    self.contradiction = found
                    return

    def _narrow(self, element: int, mask: Mask, found: Found | None) -> None:
        self._changes.setdefault(element, []).append(len(self.trail))
        self.trail.append(Change(element, self.left[element] & ~mask, found))
        self.left[element] = mask

    def learn(self, changes: Iterable[Change]) -> bool:
        """Apply the changes of another engine. Return False if they contradict this engine, else True."""
        for element, lost, _ in changes:
            if self.left[element] & lost:
                if not self.left[element] & ~lost:
                    return False
                if not self.contradiction:
                    self._narrow(element, self.left[element] & ~lost, None)
        return True

    def _woken(self, rank: int) -> dict[tuple[int, int], None]:
        """Return the queue of a level, with the rules and places that new changes wake."""
        queue, seen = self._queues[rank], self._seen[rank]
        if seen < len(self.trail):
            watchers = self.system.watchers[rank]
            for element, _, _ in self.trail[seen:]:
                queue.update(watchers[element])
            self._seen[rank] = len(self.trail)
        return queue

    def next(self, cost: Callable[[Found], float]) -> Found | None:
        """Return the cheapest `ready` conclusion, or None. Only a contradiction of notes is already applied."""
        return min(self.ready(), key=cost, default=None)

    def ready(self) -> list[Found]:
        """Return the conclusions of the easiest level that has any. Notes and visible conclusions are applied on the
        way; if they contradict each other, return the contradiction alone."""
        rank = 0
        while rank < len(self._queues):
            if self._looked(rank):
                if self.contradiction:
                    return [self.contradiction]
                rank = 0
                continue
            found = [one for own in self._ready[rank].values() for one in own if self.is_news(one)]
            if found:
                return found
            rank += 1
        return []

    def _looked(self, rank: int) -> bool:
        """Run the awake rules of a level until one finds a note or a visible conclusion; return whether one did."""
        for key, found in self._awake(rank):
            if found.rule.telling == STEP:
                self._ready[rank][key].append(found)
            else:
                self.take(found)
                return True
        return False

    def _awake(self, rank: int) -> Iterator[tuple[tuple[int, int], Found]]:
        """Yield the new conclusions of one level; rules that woke first come first. A place that may yield more stays
        awake. Conclusions from before a change are discarded, because they do not show a later contradiction."""
        queue, rules = self._woken(rank), self.system.rules
        while queue:
            key = next(iter(queue))
            rule, self._ready[rank][key] = rules[key[0]], []
            for found in rule.look(self.left, rule.places[key[1]][0]):
                if self.is_news(found):
                    found.rule = rule
                    yield key, found
            queue.pop(key, None)

    def run(self, most: float) -> None:
        """Propagate until nothing changes, a contradiction appears, or `most` conclusions were applied."""
        left, rules, ranks = self.left, self.system.rules, len(self._queues)
        queues, seen, trail = self._queues, self._seen, self.trail
        rank = 0
        while rank < ranks:
            queue = queues[rank] if seen[rank] == len(trail) else self._woken(rank)
            if not queue:
                rank += 1
                continue
            key = next(iter(queue))
            del queue[key]
            rule = rules[key[0]]
            for found in rule.look(left, rule.places[key[1]][0]):
                if self.is_news(found):
                    found.rule = rule
                    self.take(found)
                    most -= 1
                    if self.contradiction or not most:
                        queue[key] = None  # there may be more
                        return
                    rank = 0

    def conflict(self) -> Facts:
        """Return the facts that cannot all hold: the reasons of the contradiction, and the states its element had."""
        found = self.contradiction
        assert found, "there is no contradiction"
        element = self.trail[-1].element
        facts = found.facts((element,))
        rest = self.system.full[element] & ~found.claim[element]
        if rest != self.system.full[element]:
            facts[element] = facts.get(element, -1) & rest
        return facts

    def slice(
        self, facts: Mapping[int, Mask], through: Callable[[Found], bool], known: Left | None = None
    ) -> tuple[list[Used], Facts]:
        """Trace facts back through the conclusions of the trail for which `through` returns True.

        Parameters
        ----------
        known
            For each element the states that are possible without the trail. Facts that follow from it are not traced.

        Returns
        -------
        list of Used
            In the order of the trail.
        dict
            The facts behind these conclusions: {element: mask}.
        """
        used: dict[int, dict[int, None]] = {}  # id of a conclusion -> elements
        order: dict[int, tuple[int, Found]] = {}
        leaves: Facts = {}
        full, end = self.system.full, (len(self.trail), None)
        stack: list[tuple[int, Mask, tuple[int, Found | None]]] = [(*fact, end) for fact in facts.items()]
        seen: set[tuple[int, int]] = set()
        while stack:
            element, mask, before = stack.pop()
            gone = full[element] & ~mask
            given = known is not None and not known[element] & gone
            for position, own in () if given else self._behind(element, gone, before):
                found = self.trail[position].found
                if found is None or not through(found):
                    continue
                gone &= ~own
                if (id(found), element) not in seen:
                    seen.add((id(found), element))
                    order.setdefault(id(found), (position, found))
                    used.setdefault(id(found), {})[element] = None
                    stack += [(*fact, (position, found)) for fact in found.facts((element,)).items()]
            if gone:
                leaves[element] = leaves.get(element, full[element]) & ~gone
        ranked = sorted(order.items(), key=lambda item: item[1][0])
        return [Used(found, tuple(used[key])) for key, (_, found) in ranked], leaves

    def _behind(self, element: int, gone: Mask, before: tuple[int, Found | None]) -> list[tuple[int, Mask]]:
        """Return the positions where the trail excludes states of an element, with the states: one, if one suffices."""
        end, user = before
        own = self._changes.get(element, ())
        for position in own:
            found = self.trail[position].found
            if found and position < end and not found.claim[element] & gone and found not in (user, self.contradiction):
                return [(position, gone)]
        return [(position, lost) for position in own if (lost := self.trail[position].lost & gone)]


def is_silent(found: Found) -> bool:
    """Return whether a conclusion is not a step by itself."""
    return found.rule.telling != STEP


def anything(found: Found) -> bool:
    """Return True, to trace through every conclusion."""
    return True
