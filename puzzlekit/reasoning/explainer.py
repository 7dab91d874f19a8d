"""The explainer, which solves a puzzle step by step.

The explainer tries rules first, then a supposition that leads to a contradiction, then a conclusion that follows in all
cases of an element ("both ways"), then nested suppositions, and last a search. See `system` for masks, notes and
visible conclusions.
"""

from collections.abc import Callable, Collection, Iterator

from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import TimeLimitReached
from puzzlekit.reasoning.engine import Engine, Used, is_silent
from puzzlekit.reasoning.steps import (
    BOTH_WAYS,
    RULE,
    SEARCH,
    SUPPOSITION,
    Explanation,
    Link,
    ReasonedStep,
    failed_link,
    link_of,
    step_of,
)
from puzzlekit.reasoning.suppositions import SUPPOSE, Suppositions, bits, literals, opened, refuted_inside
from puzzlekit.reasoning.system import Found, Left, Mask, Rule, System

SEARCHED = Rule("", 0, (), lambda left, place: iter(()), lambda found: "only a search shows this")


class Explainer:
    """A generator of conclusions about a puzzle, the easiest first.

    Parameters
    ----------
    left
        For each element, the mask of states that are possible at the start.
    deadline
        The time limit, at which methods raise TimeLimitReached; None for no limit.
    """

    def __init__(self, system: System, left: Left, deadline: Deadline | None = None):
        self.deadline = deadline or Deadline(None, "not explained")
        self.system, self.engine = system, Engine(system, left, check=self.deadline.remaining)
        self._plain = Suppositions(self.engine, self.deadline)
        self._nested = Suppositions(self.engine, self.deadline, depth=1)
        self.several: list[int] = []  # elements known to have different states in different solutions
        self._possible: dict[int, Mask] = {}  # states that occur in some solution

    @property
    def open(self) -> list[int]:
        """Return the elements of the board with several possible states."""
        return opened(self.engine)

    def founds(self) -> Iterator[Found]:
        """Yield conclusions one by one, and apply each when the next one is requested. A contradiction comes last.

        Raise TimeLimitReached at the deadline.
        """
        while not self.engine.contradiction:
            self.deadline.remaining()
            found = min(self.engine.ready(), key=self._cost, default=None) or self.by_cases()
            if found is None:
                return
            if not self.engine.contradiction and self.engine.is_contradiction(found):
                self.engine.take(found)
            yield found
            if not self.engine.contradiction:
                self.engine.take(found)

    def steps(self) -> Iterator[ReasonedStep]:
        """Yield the conclusions of `founds` as steps with sentences."""
        return map(self.told, self.founds())

    def explanation(self, each: Callable[[ReasonedStep], object] = lambda step: None) -> Explanation:
        """Return an Explanation with the steps that are found within the time limit. Call `each(step)` as soon as a
        step is found."""
        steps = list[ReasonedStep]()
        try:
            for step in self.steps():
                steps.append(step)
                each(step)
        except TimeLimitReached:
            pass
        elements = self.system.elements
        several = tuple(elements[e] for e in self.several)
        return Explanation(tuple(steps), several, tuple(elements[e] for e in self.open if e not in self.several))

    def by_cases(self) -> Found | None:
        """Return a conclusion from suppositions or a search, or None if every remaining state is in a solution."""
        if not self.open:
            return None
        found = self._plain.shortest() or self._plain.both_ways()
        if found or self._doubtful(len(self.open)) is None:  # without dead ends, no more nodes are needed
            return found
        if found := self._nested.shortest():
            return found
        state = self._doubtful()
        return self._without(*state) if state else None

    def _doubtful(self, most: float = float("inf")) -> tuple[int, Mask] | None:
        """Return (element, bit) of a state with which a search of at most `most` nodes finds no solution. If there is
        no such state, store in `several` the elements whose states differ between solutions, and return None."""
        for element, bit in literals(self.engine):
            if not self._possible.get(element, 0) & bit:
                solution = search(self.engine.suppose(element, bit), self.deadline, most)
                if solution is None:
                    return element, bit
                for other, mask in enumerate(solution[: self.system.board]):
                    self._possible[other] = self._possible.get(other, 0) | mask
        self.several = [] if self.system.unused else self.open
        return None

    def _without(self, element: int, bit: Mask) -> Found:
        claim = {element: self.system.full[element] & ~bit}
        return Found(claim, tuple(enumerate(self.engine.left[: self.system.board])), (), None, SEARCHED)

    def refute(self, element: int, mask: Mask, deadline: Deadline) -> None:
        """Exclude the impossible states in the mask of an element, by nested suppositions or else by a search. Apply
        the conclusions without returning them.

        Raise TimeLimitReached at the deadline.
        """
        engine = self.engine
        engine.check = deadline.remaining
        engine.check()
        engine.run(float("inf"))  # suppositions begin when no rule concludes more
        for bit in bits(engine.left[element] & mask & ~self.system.pending):
            if engine.contradiction or not engine.left[element] & ~bit & ~self.system.pending:
                return
            found = refuted_inside(engine, element, bit, deadline)
            if not found and search(engine.suppose(element, bit), deadline) is None:
                found = self._without(element, bit)
            if found:
                engine.take(found)
                engine.run(float("inf"))

    def told(self, found: Found, elements: Collection[int] = ()) -> ReasonedStep:
        """Return a conclusion as a step with all intermediate results that lead to it from the facts on the board. If
        `elements` is not empty, the step contains only the part of the conclusion about these elements."""
        engine, system = self.engine, self.system
        own = tuple(elements or found.claim)
        failed = found is engine.contradiction
        used, leaves = engine.slice(engine.conflict() if failed else found.facts(own), is_silent)
        links = [link_of(system, one) for one in used]
        links.append(failed_link(engine) if failed else link_of(system, Used(found, own), told=True))
        return step_of(system, kind_of(found), links, leaves)

    def _cost(self, found: Found) -> float:
        """Return the cost of a conclusion for a reader: 10 for each intermediate result behind it, and 1 for each fact
        that it uses."""
        self.engine.tick()
        facts = found.facts(found.claim)
        used, _ = self.engine.slice({e: m for e, m in facts.items() if e >= self.system.board}, is_silent)
        return 10 * len(used) + len(facts)


def kind_of(found: Found) -> str:
    """Return the kind of step for a conclusion: RULE, SUPPOSITION, BOTH_WAYS or SEARCH."""
    if found.rule is SEARCHED:
        return SEARCH
    if found.rule is not SUPPOSE:
        return RULE
    link: Link = found.about
    return BOTH_WAYS if len(link.cases) > 1 else SUPPOSITION


def search(engine: Engine, deadline: Deadline, most: float = float("inf")) -> Left | None:
    """Search depth-first with propagation, through at most `most` nodes. Return a solution (a mask for each element),
    or None if no solution is found."""
    stack = [engine]
    while stack and most > 0:
        deadline.remaining()
        most -= 1
        here = stack.pop()
        here.run(float("inf"))
        if here.contradiction:
            continue
        open_ = opened(here)
        if not open_:
            return here.left
        element = min(open_, key=lambda e: here.left[e].bit_count())
        stack += [here.suppose(element, bit) for bit in bits(here.left[element] & ~here.system.pending)]
    return None
