"""Propagation with a trail: the list of all changes of elements, each with the conclusion that caused it.

Each level of rules has a queue. A change of an element *wakes* the rules that watch the element: they enter the queue
of their level. Facts {element: mask of possible states} are traced back to their reasons by *backward slicing* along
the trail, as solvers with lazy clause generation explain a conflict. See `system` for masks, notes and visible rules.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from puzzlekit.reasoning.system import STEP, Found, Left, Mask, System

Facts = dict[int, Mask]
Claim = frozenset[tuple[int, Mask]]
TICKS = 16  # runs of a rule from one call of `Engine.check` to the next


class Change(NamedTuple):
    """An element, the mask of the states that it lost, and the conclusion that excluded them.

    The conclusion is None for a supposition, and for a change that `Engine.learn` copied.
    """

    element: int
    lost: Mask
    found: Found | None


class Used(NamedTuple):
    """A conclusion that was used, and the elements of its claim that were needed."""

    found: Found
    elements: tuple[int, ...]


class Masks(list[Mask]):
    """A list with the mask of possible states of each element.

    Under a supposition, `known` is the list without the supposition, else None. `settled` is `known` if no rule
    concludes more from `known`, else None.
    """

    known: Left | None = None
    settled: Left | None = None


class Engine:
    """Bound propagation with a trail: the states that are still possible, and all changes with their reasons.

    Parameters
    ----------
    left
        For each element, the mask of states that are possible at the start. These states have no reasons in the trail.
    awake
        If True, all rules run at the start, at all their places. If False, a rule runs only after a change of one of
        its elements.
    check
        A function that is called now and then while rules run. It raises TimeLimitReached at the time limit.

    Attributes
    ----------
    omitted
        Claims that `run` does not apply.
    """

    omitted: frozenset[Claim] = frozenset()

    def __init__(self, system: System, left: Left, *, awake: bool = True, check: Callable[[], object] = bool):
        self.system, self.left, self.check = system, Masks(left), check
        self._ticks = 0
        self.trail: list[Change] = []
        self.contradiction: Found | None = None
        self._changes: dict[int, list[int]] = {}  # element -> positions of its changes in the trail
        self._queues: list[dict[tuple[int, int], None]] = [{} for _ in system.levels]
        self._ready: list[dict[tuple[int, int], list[Found]]] = [{} for _ in system.levels]  # by rule and place
        if awake:
            for number, rule in enumerate(system.rules):
                queue = self._queues[system.levels.index(rule.level)]
                queue.update(((number, place), None) for place in range(len(rule.places)))

    def suppose(self, element: int, mask: Mask, *, awake: bool = False) -> "Engine":
        """Return a new engine that starts from this engine's possible states, with the supposition that `element` is in
        a state of `mask`. `awake` is as in `Engine`."""
        other = Engine(self.system, self.left, awake=awake, check=self.check)
        other.left.known, other.left.settled = self.left, None if awake else self.left
        other._narrow(element, other.left[element] & mask, None)
        return other

    def tick(self) -> None:
        """Count one more run of a rule. Call `check` after every `TICKS` runs."""
        self._ticks += 1
        if not self._ticks % TICKS:
            self.check()

    def is_news(self, found: Found) -> bool:
        """Return whether a conclusion excludes a state that is still possible."""
        left = self.left
        return any(left[element] & ~mask for element, mask in found.claim.items())

    def is_contradiction(self, found: Found) -> bool:
        """Return whether a conclusion leaves an element without possible states."""
        return any(not self.left[element] & mask for element, mask in found.claim.items())

    def take(self, found: Found) -> bool:
        """Apply a conclusion: narrow the elements of its claim. If an element has no possible state left, store the
        conclusion in `contradiction`. Return whether a state that was still possible is excluded."""
        left, news = self.left, False
        for element, mask in found.claim.items():
            if left[element] & ~mask:
                self._narrow(element, left[element] & mask, found)
                if not left[element]:
                    self.contradiction = found
                    return True
                news = True
        return news

    def _narrow(self, element: int, mask: Mask, found: Found | None) -> None:
        """Change the mask of an element. The rules that watch the element enter their queues."""
        self._changes.setdefault(element, []).append(len(self.trail))
        self.trail.append(Change(element, self.left[element] & ~mask, found))
        self.left[element] = mask
        for rank, woken in self.system.watchers[element]:
            self._queues[rank].update(woken)

    def learn(self, changes: Iterable[Change]) -> bool:
        """Apply changes from the trail of another engine. Return False if a change leaves an element without a possible
        state, else True."""
        for element, lost, _ in changes:
            if self.left[element] & lost:
                if not self.left[element] & ~lost:
                    return False
                if not self.contradiction:
                    self._narrow(element, self.left[element] & ~lost, None)
        return True

    def ready(self) -> list[Found]:
        """Return the steps of the easiest level of rules that has any, without applying them. Conclusions that are no
        steps (notes and easy conclusions) are applied. If they lead to a contradiction, return only the contradiction.
        """
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
        """Run the queued rules of a level until one finds a conclusion that is no step (a note or an easy conclusion),
        and apply it. Return whether there was such a conclusion. Store steps in `_ready`."""
        for key, found in self._awake(rank):
            if found.rule.telling == STEP:
                self._ready[rank][key].append(found)
            else:
                self.take(found)
                return True
        return False

    def _awake(self, rank: int) -> Iterator[tuple[tuple[int, int], Found]]:
        """Yield the new conclusions of the queued rules of a level, in the order of the queue.

        A rule stays in the queue until all its conclusions at a place have been requested. When a rule runs again at a
        place, its earlier conclusions there are discarded, because the new run may find a contradiction that they miss.
        """
        queue, rules = self._queues[rank], self.system.rules
        while queue:
            self.tick()
            key = next(iter(queue))
            rule, self._ready[rank][key] = rules[key[0]], []
            for found in rule.look(self.left, rule.places[key[1]][0]):
                if self.is_news(found):
                    found.rule = rule
                    yield key, found
            queue.pop(key, None)

    def run(self, most: float) -> bool:
        """Propagate until nothing changes, a contradiction appears, or `most` conclusions were applied. Return whether
        nothing changes any more."""
        left, rules, queues = self.left, self.system.rules, self._queues
        while queue := next(filter(None, queues), None):
            self.tick()
            key = next(iter(queue))
            del queue[key]
            rule = rules[key[0]]
            for found in rule.look(left, rule.places[key[1]][0]):
                if not (self.omitted and claim_of(found) in self.omitted) and self.take(found):
                    found.rule = rule
                    most -= 1
                    if self.contradiction or not most:
                        queue[key] = None  # there may be more
                        return False
        return True

    def conflict(self) -> Facts:
        """Return {element: mask}, facts that cannot all be true: the facts behind the contradictory conclusion, and the
        negation of its claim about the element that has no state left."""
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
        """Trace facts {element: mask} back to their reasons. Only conclusions for which `through` returns True are
        replaced by their reasons.

        Parameters
        ----------
        known
            For each element, the mask of states that are possible without the trail, or None. Facts that follow from
            these masks are not traced further.

        Returns
        -------
        list of Used
            The conclusions behind the facts, in the order of the trail.
        dict
            The facts at which tracing ended, from which these conclusions follow: {element: mask}.
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
        """Return pairs (position in the trail, states excluded there) that explain why an element lost the states
        `gone`. If one conclusion excludes all these states, return one pair. `before` is the (position, conclusion)
        that needs this fact."""
        end, user = before
        own = self._changes.get(element, ())
        for position in own:
            found = self.trail[position].found
            if found and position < end and not found.claim[element] & gone and found not in (user, self.contradiction):
                return [(position, gone)]
        return [(position, lost) for position in own if (lost := self.trail[position].lost & gone)]


def claim_of(found: Found) -> Claim:
    """Return the claim of a conclusion in a form that can be compared."""
    return frozenset(found.claim.items())


def is_silent(found: Found) -> bool:
    """Return whether a conclusion is no step by itself: it is a note, or easy to see."""
    return found.rule.telling != STEP


def anything(found: Found) -> bool:
    """Return True for every conclusion, so that `Engine.slice` traces through all of them."""
    return True
