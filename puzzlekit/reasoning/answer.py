"""An answer of the reasoner: the steps to a conclusion, and, if there are many, an opening that sums up the first
ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from puzzlekit.reasoning.engine import Engine, anything
from puzzlekit.reasoning.explainer import Explainer
from puzzlekit.reasoning.steps import BOTH_WAYS, RULE, SEARCH, SUPPOSITION, Link, ReasonedStep, States, step_of
from puzzlekit.reasoning.suppositions import refuted_from
from puzzlekit.reasoning.system import STEP, Mask, System

TOLD = 7  # the most steps that an answer shows; if there are more, an opening sums up the first steps

KINDS = {SUPPOSITION: "a supposition", BOTH_WAYS: "a case distinction", SEARCH: "a search"}  # easy to hard


@dataclass(frozen=True)
class Answer:
    """An explanation: the steps from the known facts to one conclusion, which is the last step.

    Attributes
    ----------
    opening
        For several steps, a text that gives their number and the hardest step. If there are more than `TOLD` steps, it
        also gives those conclusions of the first steps that the last steps use. Empty for a single step.
    """

    steps: tuple[ReasonedStep, ...]
    opening: str = ""

    @property
    def length(self) -> int:
        """Return the number of inferences (see `steps.Link`) in the explanation."""
        return sum(step.length for step in self.steps)

    @property
    def told(self) -> tuple[ReasonedStep, ...]:
        """Return the steps that are shown in full: all steps, or only the last steps if there are more than
        `TOLD`."""
        return self.steps[-(TOLD - 1) :] if len(self.steps) > TOLD else self.steps

    @property
    def untold(self) -> tuple[ReasonedStep, ...]:
        """Return the first steps, which are only summarized in the text `opening`; () if all steps are shown in
        full."""
        return self.steps[: len(self.steps) - len(self.told)]

    @property
    def taken(self) -> States:
        """Return {element: states}: the facts that the steps shown in full take from the summarized steps."""
        return _taken(self.untold, self.told)

    def __str__(self) -> str:
        return "\n".join(filter(None, (self.opening, *(step.message for step in self.told))))


@dataclass(frozen=True)
class Mistake(Answer):
    """Entries that cannot all be right, and the steps from them to the contradiction.

    Attributes
    ----------
    entries
        The elements with these entries; empty if there is no solution even without entries.
    words
        The entries in words.
    """

    entries: tuple[Any, ...] = ()
    words: str = ""

    @property
    def message(self) -> str:
        """Return a clause that says that there is no solution, or no solution with these entries."""
        if not self.entries:
            return "there is no solution"
        one = len(self.entries) == 1
        return (
            f"{'this entry leaves no solution' if one else 'together, these entries leave no solution'}: {self.words}"
        )


def answer_of(explainer: Explainer, element: int, mask: Mask) -> Answer:
    """Return an Answer: the steps to the fact that an element is in one of the states of the mask.

    If there are more than `TOLD` steps, suppose that the element is in another state. If at most `TOLD` inferences
    refute this, return the refutation instead, as a single step.
    """
    engine, system = explainer.engine, explainer.system
    used, _ = engine.slice({element: mask}, anything)
    told = [one for one in used if one.found.rule.telling == STEP or element in one.elements]
    steps = tuple(explainer.told(one.found, one.elements) for one in told)
    if len(steps) > TOLD:  # leave out steps that only repeat the opening
        steps = (*(step for step in steps[:-1] if not step.candidates.items() <= step.facts.items()), steps[-1])
    steps += _closing(system, steps, element, mask)
    walk = Answer(steps, opening(system, steps))
    if len(steps) <= TOLD:
        return walk
    start = Engine(system, begun(engine))
    direct = refuted_from(start, element, system.full[element] & ~mask)
    supposed = Answer((explainer.told(direct),)) if direct else walk
    return supposed if supposed.length <= TOLD else walk


def _closing(system: System, steps: Sequence[ReasonedStep], element: int, mask: Mask) -> tuple[ReasonedStep, ...]:
    """Return (step,): a last step that combines several conclusions about an element, so that one state remains. Return
    () if one conclusion suffices, or if the mask has several states."""
    own, states = system.elements[element], system.states_in(element, mask)
    about = [step.candidates[own] for step in steps if own in step.candidates]
    if not about or len(states) > 1 or about[-1] <= states:
        return ()
    untold = steps[: len(steps) + 2 - TOLD] if len(steps) >= TOLD else ()
    earlier = [step.candidates[own] for step in untold if own in step.candidates]
    known = {element: system.mask_of(element, frozenset.intersection(*earlier))} if earlier else {}
    link = Link("", {own: states}, {own: states}, (), "", system.words.concluded({own: states}))
    return (step_of(system, RULE, [link], known),)


def opening(system: System, steps: Sequence[ReasonedStep]) -> str:
    """Return the opening: the number of steps and the hardest step; if not all steps can be shown, also the facts that
    the last steps take from the first steps. Return an empty text for a single step."""
    if len(steps) < 2:
        return ""
    name = _hardest(system, steps)
    head = f"{len(steps)} steps, the hardest: {name}." if name else f"{len(steps)} steps."
    if len(steps) <= TOLD:
        return head
    before, last = steps[: -(TOLD - 1)], steps[-(TOLD - 1) :]
    alike: dict[frozenset, dict[Any, frozenset]] = {}
    for element, states in _taken(before, last).items():
        alike.setdefault(states, {})[element] = states
    return "\n".join(
        [f"{head} The first {len(before)}:", *(f"- {system.words.concluded(own)}." for own in alike.values())]
    )


def _hardest(system: System, steps: Sequence[ReasonedStep]) -> str:
    """Return the name of the hardest step, or an empty text if its rule has no name."""
    levels = {rule.name: rule.level for rule in system.rules}
    thoughts = ((step.kind, link.rule) for step in steps for link in step.links)
    kind, rule = max(thoughts, key=lambda own: ([RULE, *KINDS].index(own[0]), levels.get(own[1], 0)))
    return KINDS.get(kind, rule)


def _taken(before: Sequence[ReasonedStep], last: Sequence[ReasonedStep]) -> States:
    taken, told = dict[Any, frozenset](), dict[Any, frozenset]()
    for step in last:  # a step may use the conclusion of another one of these steps
        for element, states in step.facts.items():
            if not (element in told and told[element] <= states):
                taken[element] = taken.get(element, states) & states
        told |= {element: told.get(element, states) & states for element, states in step.candidates.items()}
    concluded = {element for step in before for element in step.candidates}
    return {element: states for element, states in taken.items() if element in concluded}


def begun(engine: Engine) -> Sequence[Mask]:
    """Return, for each element, the mask of the states that were possible before the first step."""
    left = list(engine.left)
    for element, lost, _ in engine.trail:
        left[element] |= lost
    return left
