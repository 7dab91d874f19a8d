"""Suppositions: narrow an element for the sake of argument, propagate, and trace the contradiction back.

Reference: failed-literal probing, whose refutations are cut back by backward slicing.
"""

from collections.abc import Iterator, Sequence
from heapq import nsmallest
from itertools import islice

from puzzlekit.core.clock import Deadline
from puzzlekit.reasoning.engine import Engine, Facts, Used, anything
from puzzlekit.reasoning.steps import Case, Link, failed_link, link_of, states_of
from puzzlekit.reasoning.system import VISIBLE, Found, Mask, Rule, System

QUICK = 12  # conclusions of a first, short look at every supposition
STAGES = (QUICK, QUICK, 2 * QUICK, float("inf"))  # conclusions of one look after the other
COMPARED = 20  # refutations that are traced back before one is told: those with the fewest changes
WAYS = 20  # pairs of cases that are compared before one is told
TRIES = 800  # suppositions inside of others that are propagated before a search is asked
SUPPOSE = Rule("", 0, (), lambda left, place: iter(()), lambda found: "")


Chain = tuple[list[Used], Facts]


class Trial:
    """A supposition, propagated further and further.

    Parameters
    ----------
    base
        The engine that the supposition starts from. What becomes known there is taken over.
    """

    def __init__(self, base: Engine, element: int, mask: Mask, *, awake: bool = False):
        self.base, self.element, self.mask = base, element, mask
        self.engine = base.suppose(element, mask, awake=awake)
        self._started = self._seen = len(base.trail)  # changes of the base that were known, that are taken over
        self._chain: Chain | None = None

    def renew(self) -> None:
        """Take over what is known by now."""
        news, self._seen = self.base.trail[self._seen :], len(self.base.trail)
        if news:
            self._chain = None
            if not self.engine.learn(news):
                self.engine = self.base.suppose(self.element, self.mask)

    def _start_again(self) -> None:
        """Look for a shorter refutation with all that is known by now."""
        if self._started < self._seen:
            other = self.base.suppose(self.element, self.mask)
            other.run(float("inf"))
            self._started = self._seen
            if other.contradiction and len(other.trail) < len(self.engine.trail):
                self.engine, self._chain = other, None

    def chain(self, goal: Facts | None = None) -> Chain:
        """Return the conclusions behind the contradiction, or else behind a goal, and the facts that they take."""
        if goal:
            return self.engine.slice(goal, anything, self.base.left)
        self._chain = self._chain or self.engine.slice(self.engine.conflict(), anything, self.base.left)
        return self._chain

    @property
    def cost(self) -> tuple[int, int, int]:
        """How many thoughts the refutation takes, how many states the element has left, and how many facts it takes."""
        self._start_again()
        used, leaves = self.chain()
        return 1 + sum(map(thoughts, used)), self.base.left[self.element].bit_count(), len(leaves)

    def found(self) -> Found:
        """Return what the refutation shows, in words."""
        case, facts = case_of(self)
        return conclusion(self.base.system, {self.element: ~self.mask}, [case], facts)


class Suppositions:
    """Suppositions about the open elements of an engine.

    Parameters
    ----------
    depth
        How many suppositions may stand inside of a supposition.
    """

    def __init__(self, engine: Engine, deadline: Deadline, depth: int = 0):
        self.engine, self.deadline, self.depth = engine, deadline, depth
        self._trials: dict[tuple[int, Mask], Trial] = {}
        self._deep: dict[tuple[int, Mask], int] = {}  # how long a trail was when suppositions inside of it had failed
        self._tries = TRIES

    def shortest(self) -> Found | None:
        """Return what the shortest refutation of a supposition shows, or None if none is refuted. With suppositions
        inside of it, the first refutation, where that is tried first of which most follows."""
        self._renew()
        self._tries = TRIES
        for most in STAGES:
            order = sorted(self._trials.items(), key=self._promise) if self.depth else self._trials.items()
            refuted = [trial for key, trial in order if self.is_refuted(key, trial, most)]
            if refuted:
                short = nsmallest(COMPARED, refuted, key=lambda trial: len(trial.engine.trail))
                return min(short, key=lambda trial: trial.cost).found()
        return None

    def _renew(self) -> None:
        """Bring the suppositions about what is open to what is known."""
        before, self._trials = self._trials, {}
        for key in supposable(self.engine):
            self._trials[key] = before.get(key) or Trial(self.engine, *key)
            self._trials[key].renew()

    @staticmethod
    def _promise(item: tuple[tuple[int, Mask], Trial]) -> int:
        return -len(item[1].engine.trail)

    def is_refuted(self, key: tuple[int, Mask], trial: Trial, most: float) -> bool:
        """Whether so many more conclusions lead to a contradiction."""
        self.deadline.remaining()
        engine = trial.engine
        if not engine.contradiction:
            engine.run(most)
        if self.depth and most == STAGES[-1] and self._tries > 0 and self._deep.get(key) != len(engine.trail):
            self._go_deeper(key, engine)
        return engine.contradiction is not None

    def _go_deeper(self, key: tuple[int, Mask], trial: Engine) -> None:
        """Propagate with suppositions inside of this one."""
        inner = Suppositions(trial, self.deadline, self.depth - 1)
        while not trial.contradiction and (found := inner.shortest()):
            trial.take(found)
            trial.run(float("inf"))
        self._deep[key] = len(trial.trail)
        self._tries = 0 if trial.contradiction else self._tries - len(inner._trials)

    def both_ways(self) -> Found | None:
        """Return what all states of an open element have in common, told as shortly as can be; None if nothing.

        `shortest` must have refuted none.
        """
        ways = islice(filter(None, map(self._common, supposed(self.engine))), WAYS)
        return min(ways, key=length, default=None)

    def _common(self, element: int) -> Found | None:
        engine, system = self.engine, self.engine.system
        self.deadline.remaining()
        trials = [self._trials[element, mask] for mask in ways(engine, element)]
        for other in opened(engine):
            common = 0
            for trial in trials:
                common |= trial.engine.left[other]
            common |= (
                system.pending if common.bit_count() > 1 else 0
            )  # several states that are left are none that is told
            if other != element and engine.left[other] & ~common:
                goal = {other: system.full[other] & ~(engine.left[other] & ~common)}
                told = [case_of(trial, goal) for trial in trials]
                facts: Facts = {element: engine.left[element]} if engine.left[element] != system.full[element] else {}
                for _, own in told:
                    facts = {e: facts.get(e, -1) & own.get(e, -1) for e in (*facts, *own)}
                return conclusion(system, goal, [case for case, _ in told], facts)
        return None


def refuted_from(engine: Engine, element: int, mask: Mask) -> Found | None:
    """Return that an element is not in these states, by one supposition from an engine that took no step yet."""
    if not (mask := mask & engine.left[element]):
        return None
    trial = Trial(engine, element, mask, awake=True)
    trial.engine.run(float("inf"))
    return trial.found() if trial.engine.contradiction else None


def refuted_inside(engine: Engine, element: int, mask: Mask, deadline: Deadline) -> Found | None:
    """Return that an element is not in these states, by suppositions inside of this one; None if they show nothing."""
    own, trial = Suppositions(engine, deadline, depth=1), Trial(engine, element, mask)
    return trial.found() if own.is_refuted((element, mask), trial, STAGES[-1]) else None


def thoughts(used: Used) -> int:
    """Return how many thoughts a conclusion takes."""
    about = used.found.about
    return about.length if isinstance(about, Link) else int(used.found.rule.telling != VISIBLE)


def case_of(trial: Trial, goal: Facts | None = None) -> tuple[Case, Facts]:
    """Return the links from a supposition to a contradiction, or else to a goal, and the facts that they take."""
    element, mask, base = trial.element, trial.mask, trial.base
    system, failed = base.system, trial.engine.contradiction
    used, leaves = trial.chain(None if failed else goal)
    links = [link_of(system, one) for one in used]
    if failed:
        links.append(failed_link(trial.engine))
    if element in leaves:  # what is supposed is no fact, but what was known of it before may be
        before = mask & ~base.left[element] & ~leaves[element] & system.full[element]
        leaves = {**leaves, element: system.full[element] & ~before} if before else _without(leaves, element)
    supposed = {system.elements[element]: system.states_in(element, mask)}
    return Case(supposed, system.words.concluded(supposed), tuple(links)), leaves


def _without(facts: Facts, element: int) -> Facts:
    return {other: mask for other, mask in facts.items() if other != element}


def conclusion(system: System, claim: Facts, cases: Sequence[Case], facts: Facts) -> Found:
    """Return what cases show, as a conclusion."""
    claim = {element: mask & system.full[element] for element, mask in claim.items()}
    told = {system.elements[element]: system.states_in(element, mask) for element, mask in claim.items()}
    link = Link("", states_of(system, facts), told, (), "", system.words.concluded(told), tuple(cases))
    return Found(claim, tuple(facts.items()), (), link, SUPPOSE)


def length(found: Found) -> int:
    """Return how many thoughts a supposition takes."""
    return found.about.length


def opened(engine: Engine) -> list[int]:
    """Return the elements of the board that may still be in several states."""
    return [element for element in range(engine.system.board) if engine.left[element] & (engine.left[element] - 1)]


def supposed(engine: Engine) -> list[int]:
    """Return those of the open elements about which something may be supposed."""
    most = engine.system.supposed
    return [element for element in opened(engine) if most is None or element < most]


def supposable(engine: Engine) -> Iterator[tuple[int, Mask]]:
    """Yield each open element with what may be supposed of it, ranges first: they give more."""
    for element in supposed(engine):
        left = engine.left[element]
        yield from ((element, mask) for mask in engine.system.ranges if (left & mask).bit_count() > 1 and left & ~mask)
        yield from ((element, mask) for mask in ways(engine, element))


def ways(engine: Engine, element: int) -> list[Mask]:
    """Return what an open element may be, each way by itself: its states, or first whether it is in one of a range."""
    left, system = engine.left[element], engine.system
    coarse = [mask for mask in system.coarse if left & mask and left & ~mask]
    return [*coarse, *bits(left & ~system.pending & ~sum(coarse))]


def literals(engine: Engine) -> Iterator[tuple[int, Mask]]:
    """Yield each open element with each of its states."""
    pending = engine.system.pending
    return ((element, bit) for element in opened(engine) for bit in bits(engine.left[element] & ~pending))


def bits(mask: Mask) -> Iterator[Mask]:
    """Yield the single states of a mask."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low
