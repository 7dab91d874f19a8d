"""One step after another to the solution: rules first, then suppositions, then both ways, then a search."""

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

SEARCHED = Rule("", 0, (), lambda left, place: iter(()), lambda found: "only a search shows it")


class Explainer:
    """Conclusions one after another, the easiest first.

    Parameters
    ----------
    left
        For each element the states that are still possible.
    deadline
        When to stop: then TimeLimitReached is raised.
    """

    def __init__(self, system: System, left: Left, deadline: Deadline | None = None):
        self.system, self.engine = system, Engine(system, left)
        self.deadline = deadline or Deadline(None, "not explained")
        self._plain = Suppositions(self.engine, self.deadline)
        self._nested = Suppositions(self.engine, self.deadline, depth=1)
        self.several: list[int] = []  # elements that were found to differ from solution to solution
        self._possible: dict[int, Mask] = {}  # states that are in some solution

    @property
    def open(self) -> list[int]:
        """The elements of the board that may still be in several states."""
        return opened(self.engine)

    def founds(self) -> Iterator[Found]:
        """Yield one conclusion after another, each taken when the next one is asked for. A contradiction is the last.

        Raises TimeLimitReached.
        """
        while not self.engine.contradiction:
            self.deadline.remaining()
            found = self.engine.next(self._cost) or self.by_cases()
            if found is None:
                return
            if not self.engine.contradiction and self.engine.is_contradiction(found):
                self.engine.take(found)
            yield found
            if not self.engine.contradiction:
                self.engine.take(found)

    def steps(self) -> Iterator[ReasonedStep]:
        """Yield the same in words."""
        return map(self.told, self.founds())

    def explanation(self, each: Callable[[ReasonedStep], object] = lambda step: None) -> Explanation:
        """Return all steps, as far as the time limit allows; `each` is handed over as it comes."""
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
        """Return what suppositions or a search show, or None if nothing is left to show."""
        if not self.open:
            return None
        found = self._plain.shortest() or self._plain.both_ways()
        if found or self._doubtful(len(self.open)) is None:  # a solution takes no more nodes where none is wrong
            return found
        return self._nested.shortest() or self._searched()

    def _searched(self) -> Found | None:
        """Return what only a search shows: a state that no solution has. None if all that is left may be."""
        if (state := self._doubtful()) is None:
            return None
        return self._without(*state)

    def _doubtful(self, most: float = float("inf")) -> tuple[int, Mask] | None:
        """Return a state of which so many nodes of a search show no solution, or None if all that is left may be."""
        for element, bit in literals(self.engine):
            if not self._possible.get(element, 0) & bit:
                solution = search(self.engine.suppose(element, bit), self.deadline, most)
                if solution is None:
                    return element, bit
                for other, mask in enumerate(solution[: self.system.board]):
                    self._possible[other] = self._possible.get(other, 0) | mask
        self.several = self.open
        return None

    def _without(self, element: int, bit: Mask) -> Found:
        claim = {element: self.system.full[element] & ~bit}
        return Found(claim, tuple(enumerate(self.engine.left[: self.system.board])), (), None, SEARCHED)

    def refute(self, element: int, mask: Mask, deadline: Deadline) -> None:
        """Rule out those of these states that an element cannot have, without the steps between: by suppositions inside
        of one supposition, else by a search. Raises TimeLimitReached."""
        engine = self.engine
        deadline.remaining()
        engine.run(float("inf"))  # suppositions begin where no rule says more
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
        """Return a conclusion, or what it says of some elements, as a step: with the notes that it uses, down to facts
        of the board."""
        engine, system = self.engine, self.system
        own = tuple(elements or found.claim)
        failed = found is engine.contradiction
        used, leaves = engine.slice(engine.conflict() if failed else found.facts(own), is_silent)
        links = [link_of(system, one) for one in used]
        links.append(failed_link(engine) if failed else link_of(system, Used(found, own), told=True))
        return step_of(system, kind_of(found), links, leaves)

    def _cost(self, found: Found) -> float:
        """Return how much has to be told: notes, then facts."""
        facts = found.facts(found.claim)
        used, _ = self.engine.slice({e: m for e, m in facts.items() if e >= self.system.board}, is_silent)
        return 10 * len(used) + len(facts)


def kind_of(found: Found) -> str:
    """Return the kind of step that a conclusion is."""
    if found.rule is SEARCHED:
        return SEARCH
    if found.rule is not SUPPOSE:
        return RULE
    link: Link = found.about
    return BOTH_WAYS if len(link.cases) > 1 else SUPPOSITION


def search(engine: Engine, deadline: Deadline, most: float = float("inf")) -> Left | None:
    """Return a solution from here, found by depth-first search with propagation, or None if there is none in so many
    nodes."""
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
