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

QUICK = 12  # conclusions to propagate in a first, short look at every supposition
STAGES = (QUICK, QUICK, 2 * QUICK, float("inf"))  # conclusions to propagate in each look
COMPARED = 20  # refutations that are traced back to find the shortest: those with the fewest changes
WAYS = 20  # conclusions from all cases of an element that are compared to find the shortest
TRIES = 800  # nested suppositions to propagate before a search takes over
SUPPOSE = Rule("", 0, (), lambda left, place: iter(()), lambda found: "")


Chain = tuple[list[Used], Facts]


class Trial:
    """A supposition and its propagation, which continues in stages.

    Parameters
    ----------
    base
        The engine from which the supposition starts. `renew` copies its later changes.
    """

    def __init__(self, base: Engine, element: int, mask: Mask, *, awake: bool = False):
        self.base, self.element, self.mask = base, element, mask
        self.engine = base.suppose(element, mask, awake=awake)
        self._started = self._seen = len(base.trail)  # changes of the base at the start, at the last copy
        self._chain: Chain | None = None

    def renew(self) -> None:
        """Copy the base's changes since the last copy."""
        news, self._seen = self.base.trail[self._seen :], len(self.base.trail)
        if news:
            self._chain = None
            if not self.engine.learn(news):
                self.engine = self.base.suppose(self.element, self.mask)

    def _start_again(self) -> None:
        """Propagate again from the base's current states, and keep the new refutation if it is shorter."""
        if self._started < self._seen:
            other = self.base.suppose(self.element, self.mask)
            other.run(float("inf"))
            self._started = self._seen
            if other.contradiction and len(other.trail) < len(self.engine.trail):
                self.engine, self._chain = other, None

    def chain(self, goal: Facts | None = None) -> Chain:
        """Return the conclusions behind a goal, or else behind the contradiction, and the facts that they use."""
        if goal:
            return self.engine.slice(goal, anything, self.base.left)
        self._chain = self._chain or self.engine.slice(self.engine.conflict(), anything, self.base.left)
        return self._chain

    @property
    def cost(self) -> tuple[int, int, int]:
        """The number of thoughts in the refutation, of states left to the element, and of facts in the refutation."""
        self._start_again()
        used, leaves = self.chain()
        return 1 + sum(map(thoughts, used)), self.base.left[self.element].bit_count(), len(leaves)

    def found(self) -> Found:
        """Return the conclusion of the refutation, in words."""
        case, facts = case_of(self)
        return conclusion(self.base.system, {self.element: ~self.mask}, [case], facts)


class Suppositions:
    """Suppositions about the open elements of an engine.

    Parameters
    ----------
    depth
        How many levels of suppositions may be nested inside a supposition.
    """

    def __init__(self, engine: Engine, deadline: Deadline, depth: int = 0):
        self.engine, self.deadline, self.depth = engine, deadline, depth
        self._trials: dict[tuple[int, Mask], Trial] = {}
        self._deep: dict[tuple[int, Mask], int] = {}  # length of the trail when nested suppositions last failed
        self._tries = TRIES

    def shortest(self) -> Found | None:
        """Return the conclusion of the shortest refutation of a supposition, or None if no supposition is refuted.

        With nested suppositions, suppositions with the most consequences come first, and the first refutation ends
        the nesting.
        """
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
        """Keep one trial for each supposition about an open element, and update it from the engine."""
        before, self._trials = self._trials, {}
        for key in supposable(self.engine):
            self._trials[key] = before.get(key) or Trial(self.engine, *key)
            self._trials[key].renew()

    @staticmethod
    def _promise(item: tuple[tuple[int, Mask], Trial]) -> int:
        return -len(item[1].engine.trail)

    def is_refuted(self, key: tuple[int, Mask], trial: Trial, most: float) -> bool:
        """Return whether a trial reaches a contradiction in at most `most` more conclusions."""
        self.deadline.remaining()
        engine = trial.engine
        if not engine.contradiction:
            engine.run(most)
        if self.depth and most == STAGES[-1] and self._tries > 0 and self._deep.get(key) != len(engine.trail):
            self._go_deeper(key, engine)
        return engine.contradiction is not None

    def _go_deeper(self, key: tuple[int, Mask], trial: Engine) -> None:
        """Propagate a supposition with nested suppositions."""
        inner = Suppositions(trial, self.deadline, self.depth - 1)
        while not trial.contradiction and (found := inner.shortest()):
            trial.take(found)
            trial.run(float("inf"))
        self._deep[key] = len(trial.trail)
        self._tries = 0 if trial.contradiction else self._tries - len(inner._trials)

    def both_ways(self) -> Found | None:
        """Return the shortest conclusion that all states of an open element share, or None if there is none.

        Call `shortest` first; it must have refuted no supposition.
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
            common |= system.pending if common.bit_count() > 1 else 0  # with several states left, no state was told
            if other != element and engine.left[other] & ~common:
                goal = {other: system.full[other] & ~(engine.left[other] & ~common)}
                told = [case_of(trial, goal) for trial in trials]
                facts: Facts = {element: engine.left[element]} if engine.left[element] != system.full[element] else {}
                for _, own in told:
                    facts = {e: facts.get(e, -1) & own.get(e, -1) for e in (*facts, *own)}
                return conclusion(system, goal, [case for case, _ in told], facts)
        return None


def refuted_from(engine: Engine, element: int, mask: Mask) -> Found | None:
    """Return the conclusion that an element is not in these states, by one supposition on a new engine, or None."""
    if not (mask := mask & engine.left[element]):
        return None
    trial = Trial(engine, element, mask, awake=True)
    trial.engine.run(float("inf"))
    return trial.found() if trial.engine.contradiction else None


def refuted_inside(engine: Engine, element: int, mask: Mask, deadline: Deadline) -> Found | None:
    """Return the conclusion that an element is not in these states, by nested suppositions, or None if they fail."""
    own, trial = Suppositions(engine, deadline, depth=1), Trial(engine, element, mask)
    return trial.found() if own.is_refuted((element, mask), trial, STAGES[-1]) else None


def thoughts(used: Used) -> int:
    """Return the number of thoughts in a conclusion."""
    about = used.found.about
    return about.length if isinstance(about, Link) else int(used.found.rule.telling != VISIBLE)


def case_of(trial: Trial, goal: Facts | None = None) -> tuple[Case, Facts]:
    """Return the links from a supposition to a contradiction, or else to a goal, and the facts that the links use."""
    element, mask, base = trial.element, trial.mask, trial.base
    system, failed = base.system, trial.engine.contradiction
    used, leaves = trial.chain(None if failed else goal)
    links = [link_of(system, one) for one in used]
    if failed:
        links.append(failed_link(trial.engine))
    if element in leaves:  # the supposition is no fact, but earlier knowledge about its element may be one
        before = mask & ~base.left[element] & ~leaves[element] & system.full[element]
        leaves = {**leaves, element: system.full[element] & ~before} if before else _without(leaves, element)
    supposed = {system.elements[element]: system.states_in(element, mask)}
    return Case(supposed, system.words.concluded(supposed), tuple(links)), leaves


def _without(facts: Facts, element: int) -> Facts:
    return {other: mask for other, mask in facts.items() if other != element}


def conclusion(system: System, claim: Facts, cases: Sequence[Case], facts: Facts) -> Found:
    """Return a claim as a conclusion from cases."""
    claim = {element: mask & system.full[element] for element, mask in claim.items()}
    told = {system.elements[element]: system.states_in(element, mask) for element, mask in claim.items()}
    link = Link("", states_of(system, facts), told, (), "", system.words.concluded(told), tuple(cases))
    return Found(claim, tuple(facts.items()), (), link, SUPPOSE)


def length(found: Found) -> int:
    """Return the number of thoughts in a conclusion from suppositions."""
    return found.about.length


def opened(engine: Engine) -> list[int]:
    """Return the elements of the board that may still be in several states."""
    return [element for element in range(engine.system.board) if engine.left[element] & (engine.left[element] - 1)]


def supposed(engine: Engine) -> list[int]:
    """Return the open elements that suppositions may be about."""
    most = engine.system.supposed
    return [element for element in opened(engine) if most is None or element < most]


def supposable(engine: Engine) -> Iterator[tuple[int, Mask]]:
    """Yield each open element with each mask to suppose. Ranges come first, because they exclude more states."""
    for element in supposed(engine):
        left = engine.left[element]
        yield from ((element, mask) for mask in engine.system.ranges if (left & mask).bit_count() > 1 and left & ~mask)
        yield from ((element, mask) for mask in ways(engine, element))


def ways(engine: Engine, element: int) -> list[Mask]:
    """Return the cases of an open element: the coarse masks that split its states, then its other single states."""
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
