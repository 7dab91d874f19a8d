"""Suppositions: narrow an element for the sake of argument, propagate, and trace the contradiction back.

This is failed-literal probing. Backward slicing then removes from a refutation all conclusions that it does not need.
An element is *open* if it may still be in several states.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from heapq import nsmallest
from itertools import islice

from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import TimeLimitReached
from puzzlekit.reasoning.engine import Claim, Engine, Facts, Used, anything, claim_of
from puzzlekit.reasoning.steps import Case, Link, failed_link, link_of, states_of
from puzzlekit.reasoning.system import VISIBLE, Found, Mask, Rule, System

COMPARED = 10  # refutations that are traced back to find the shortest: those with the fewest changes
WAYS = 20  # the most conclusions of `both_ways` that are compared to find the shortest
MANY = 20  # refutations with more inferences are not shortened: they stay long, and each try takes long
TRIES = 800  # nested suppositions to propagate before a search takes over
SUPPOSE = Rule("", 0, (), lambda left, place: iter(()), lambda found: "")


Chain = tuple[list[Used], Facts]


class Trial:
    """A supposition and its propagation, which continues when more is known.

    Parameters
    ----------
    base
        The engine from which the supposition starts. `run` copies later changes of this engine.
    element, mask
        The supposition: the element is in one of the states of the mask.
    """

    def __init__(self, base: Engine, element: int, mask: Mask, *, awake: bool = False):
        self.base, self.element, self.mask = base, element, mask
        self.engine = base.suppose(element, mask, awake=awake)
        self._seen = len(base.trail)  # changes of the base at the last copy
        self._chain: Chain | None = None

    def run(self) -> bool:
        """Copy what `base` has excluded since the last call to the trial's engine, and propagate. If the copy leaves an
        element without a possible state, restart the supposition from `base`. Return whether there is no
        contradiction."""
        news, self._seen = self.base.trail[self._seen :], len(self.base.trail)
        if news:
            self._chain = None
            if not self.engine.learn(news):
                self.engine = self.base.suppose(self.element, self.mask)
        return not self.engine.contradiction and self.engine.run(float("inf"))

    def _shorten(self) -> None:
        """Look for a shorter refutation: repeat the propagation from the current states of `base`, then omit
        conclusions of the refutation, one after another, as long as the refutation becomes shorter. A refutation with
        more than `MANY` inferences stays as it is."""
        tries = [*self._omissions(), frozenset()] if self.cost[0] <= MANY else []
        while tries:
            other = Trial(self.base, self.element, self.mask)
            other.engine.omitted = tries.pop()
            other.engine.run(float("inf"))
            if other.engine.contradiction and other.cost < self.cost:
                self.engine, self._chain = other.engine, other.chain()
                tries = self._omissions()

    def _omissions(self) -> list[frozenset[Claim]]:
        """Return a set of claims for each conclusion of the refutation: its claim, and the claims that the engine omits
        already."""
        return [self.engine.omitted | {claim_of(used.found)} for used in self.chain()[0]]

    def chain(self, goal: Facts | None = None) -> Chain:
        """Return the conclusions that lead to a goal {element: mask}, and the facts that they use. Without a goal, the
        contradiction is the goal."""
        if goal:
            return self.engine.slice(goal, anything, self.base.left)
        self._chain = self._chain or self.engine.slice(self.engine.conflict(), anything, self.base.left)
        return self._chain

    @property
    def cost(self) -> tuple[int, int, int]:
        """Return three numbers for comparing refutations: the number of inferences, the number of the element's states,
        and the number of facts."""
        used, leaves = self.chain()
        return 1 + sum(map(thoughts, used)), self.base.left[self.element].bit_count(), len(leaves)

    def found(self) -> Found:
        """Return the conclusion that the supposition is false. It contains the refutation in words."""
        with suppress(TimeLimitReached):
            self._shorten()
        case, facts = case_of(self)
        return conclusion(self.base.system, {self.element: ~self.mask}, [case], facts)


class Suppositions:
    """Suppositions about the open elements of an engine.

    Parameters
    ----------
    depth
        The number of levels of suppositions that may be nested inside a supposition.
    """

    def __init__(self, engine: Engine, deadline: Deadline, depth: int = 0):
        self.engine, self.deadline, self.depth = engine, deadline, depth
        self._trials: dict[tuple[int, Mask], Trial] = {}
        self._deep: dict[tuple[int, Mask], int] = {}  # length of the trail when nested suppositions last failed
        self._tries = TRIES

    def shortest(self) -> Found | None:
        """Return the conclusion of the shortest refutation of a supposition, or None if no supposition is refuted.

        If `depth` is not 0 and no supposition is refuted otherwise, suppositions are nested until one is refuted.
        """
        self._tries = TRIES
        keys = list(supposable(self.engine))
        self._trials = {key: trial for key in keys if (trial := self._trials.get(key))}
        for deep in (False, True)[: self.depth + 1]:
            self._look(keys, deep)
            if refuted := [trial for trial in self._trials.values() if trial.engine.contradiction]:
                short = nsmallest(COMPARED, refuted, key=lambda trial: len(trial.engine.trail))
                return min(short, key=lambda trial: trial.cost).found()
        return None

    def _look(self, keys: Sequence[tuple[int, Mask]], deep: bool) -> None:
        """Propagate suppositions, those with the most consequences first. If one of them is not refuted, omit each
        supposition that follows from it, because such a supposition has fewer consequences."""
        implied: dict[int, set[Mask]] = {}  # element -> its masks under suppositions that are not refuted
        for element, mask in sorted(keys, key=self._promise):
            if all(known & ~mask for known in implied.get(element, ())):
                trial = self._trial((element, mask))
                if not self.is_refuted((element, mask), trial, deep):
                    for other, _, _ in trial.engine.trail:
                        implied.setdefault(other, set()).add(trial.engine.left[other])

    def _promise(self, key: tuple[int, Mask]) -> int:
        trial = self._trials.get(key)
        return -len(trial.engine.trail) if trial else 0

    def _trial(self, key: tuple[int, Mask]) -> Trial:
        if key not in self._trials:
            self._trials[key] = Trial(self.engine, *key)
        return self._trials[key]

    def is_refuted(self, key: tuple[int, Mask], trial: Trial, deep: bool) -> bool:
        """Return whether the propagation of a trial reaches a contradiction. If `deep` is true, suppositions are also
        nested. `key` is the trial's (element, mask)."""
        self.deadline.remaining()
        if trial.run() and deep and self._tries > 0 and self._deep.get(key) != len(trial.engine.trail):
            self._go_deeper(key, trial.engine)
        return trial.engine.contradiction is not None

    def _go_deeper(self, key: tuple[int, Mask], trial: Engine) -> None:
        """Refute further suppositions inside a supposition, and continue its propagation with the results. `trial` is
        the engine of the supposition, and `key` is its (element, mask)."""
        inner = Suppositions(trial, self.deadline, self.depth - 1)
        while not trial.contradiction and (found := inner.shortest()):
            trial.take(found)
            trial.run(float("inf"))
        self._deep[key] = len(trial.trail)
        self._tries = 0 if trial.contradiction else self._tries - len(inner._trials)

    def both_ways(self) -> Found | None:
        """Return the shortest conclusion that follows in all cases of an open element, or None if there is none.

        Call this method only after `shortest` has returned None.
        """
        ways = islice(filter(None, map(self._common, supposed(self.engine))), WAYS)
        return min(ways, key=lambda found: found.about.length, default=None)

    def _common(self, element: int) -> Found | None:
        engine, system = self.engine, self.engine.system
        self.deadline.remaining()
        trials = [self._trial((element, mask)) for mask in ways(engine, element)]
        for trial in trials:  # `shortest` omits some
            trial.run()
        for other in opened(engine):
            common = 0
            for trial in trials:
                common |= trial.engine.left[other]
            common |= system.pending if common.bit_count() > 1 else 0  # a mask of several states has this bit
            if other != element and engine.left[other] & ~common:
                goal = {other: system.full[other] & ~(engine.left[other] & ~common)}
                told = [case_of(trial, goal) for trial in trials]
                facts: Facts = {element: engine.left[element]} if engine.left[element] != system.full[element] else {}
                for _, own in told:
                    facts = {e: facts.get(e, -1) & own.get(e, -1) for e in (*facts, *own)}
                return conclusion(system, goal, [case for case, _ in told], facts)
        return None


def refuted_from(engine: Engine, element: int, mask: Mask) -> Found | None:
    """Suppose that an element is in one of the mask's states, and run all rules. If this leads to a contradiction,
    return the conclusion that the element is in none of these states; else return None."""
    if not (mask := mask & engine.left[element]):
        return None
    trial = Trial(engine, element, mask, awake=True)
    trial.engine.run(float("inf"))
    return trial.found() if trial.engine.contradiction else None


def refuted_inside(engine: Engine, element: int, mask: Mask, deadline: Deadline) -> Found | None:
    """Suppose that an element is in one of the mask's states, with nested suppositions. If this leads to a
    contradiction, return the conclusion that the element is in none of these states; else return None."""
    own, trial = Suppositions(engine, deadline, depth=1), Trial(engine, element, mask)
    return trial.found() if own.is_refuted((element, mask), trial, True) else None


def thoughts(used: Used) -> int:
    """Return the number of inferences in a conclusion: the sum over its cases, or 1 for a rule. Return 0 if the
    conclusion is easy to see."""
    about = used.found.about
    return about.length if isinstance(about, Link) else int(used.found.rule.telling != VISIBLE)


def case_of(trial: Trial, goal: Facts | None = None) -> tuple[Case, Facts]:
    """Return a trial as a case, and the facts that the case uses. The case's links lead to the contradiction, or else
    to the goal {element: mask}."""
    element, mask, base = trial.element, trial.mask, trial.base
    system, failed = base.system, trial.engine.contradiction
    used, leaves = trial.chain(None if failed else goal)
    links = [link_of(system, one) for one in used]
    if failed:
        links.append(failed_link(trial.engine))
    if element in leaves:  # the supposition is no fact, but earlier knowledge about its element may be one
        before = mask & ~base.left[element] & ~leaves[element] & system.full[element]
        leaves = {**leaves, element: system.full[element] & ~before} if before else _without(leaves, element)
    supposed = states_of(system, {element: mask})
    return Case(supposed, system.words.concluded(supposed), tuple(links)), leaves


def _without(facts: Facts, element: int) -> Facts:
    return {other: mask for other, mask in facts.items() if other != element}


def conclusion(system: System, claim: Facts, cases: Sequence[Case], facts: Facts) -> Found:
    """Return a `Found` with the conclusion `claim`, {element: mask}, which follows from the suppositions in `cases`.
    `facts` are the facts that the cases use."""
    claim = {element: mask & system.full[element] for element, mask in claim.items()}
    told = states_of(system, claim)
    link = Link("", states_of(system, facts), told, (), "", system.words.concluded(told), tuple(cases))
    return Found(claim, tuple(facts.items()), (), link, SUPPOSE)


def opened(engine: Engine) -> list[int]:
    """Return the elements of the board that may still be in several states."""
    return [element for element in range(engine.system.board) if engine.left[element] & (engine.left[element] - 1)]


def supposed(engine: Engine) -> list[int]:
    """Return the open elements about which suppositions may be made, see `System.supposed`."""
    most = engine.system.supposed
    return [element for element in opened(engine) if most is None or element < most]


def supposable(engine: Engine) -> Iterator[tuple[int, Mask]]:
    """Yield each possible supposition as (open element, mask). Masks of ranges come first, because they exclude more
    states."""
    for element in supposed(engine):
        left = engine.left[element]
        yield from ((element, mask) for mask in engine.system.ranges if (left & mask).bit_count() > 1 and left & ~mask)
        yield from ((element, mask) for mask in ways(engine, element))


def ways(engine: Engine, element: int) -> list[Mask]:
    """Return the cases of an open element as masks: first the system's coarse masks that contain some but not all of
    its states, then its remaining states one by one."""
    left, system = engine.left[element], engine.system
    coarse = [mask for mask in system.coarse if left & mask and left & ~mask]
    return [*coarse, *bits(left & ~system.pending & ~sum(coarse))]


def literals(engine: Engine) -> Iterator[tuple[int, Mask]]:
    """Yield (element, bit) for each possible state of each open element."""
    pending = engine.system.pending
    return ((element, bit) for element in opened(engine) for bit in bits(engine.left[element] & ~pending))


def bits(mask: Mask) -> Iterator[Mask]:
    """Yield the states of a mask, each as a mask with one bit."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low
