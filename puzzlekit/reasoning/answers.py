"""Answers about a puzzle: the next step, why an element must or cannot be in a state, and which entries are wrong."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from puzzlekit.core.clock import Deadline, checked_limit
from puzzlekit.core.errors import NoSolution, PuzzleError, TimeLimitReached, expect_function, shown
from puzzlekit.core.grid import Candidates, as_element, checked_candidates
from puzzlekit.reasoning.engine import Engine, anything
from puzzlekit.reasoning.explainer import Explainer
from puzzlekit.reasoning.steps import RULE, Explanation, Link, ReasonedStep, States, step_of
from puzzlekit.reasoning.suppositions import refuted_from
from puzzlekit.reasoning.system import STEP, Mask, System

LIMIT = 5.0  # seconds for one question
MISSING = "no reason found"  # the message at the time limit
WALK = 0.4  # share of the limit for steps from the known facts; then the opposite is supposed
REST = "The rest is plain to see."
TOLD = 7  # the most steps that an answer tells; if there are more, an opening sums up the first ones


@dataclass(frozen=True)
class Answer:
    """The steps from the known facts to the answer, which is the last step.

    Attributes
    ----------
    opening
        With more than `TOLD` steps, the facts that the last steps take from the steps before them, in words.
    """

    steps: tuple[ReasonedStep, ...]
    opening: str = ""

    @property
    def length(self) -> int:
        """The number of thoughts in the answer."""
        return sum(step.length for step in self.steps)

    @property
    def told(self) -> tuple[ReasonedStep, ...]:
        """The steps that are told in full."""
        return self.steps[-(TOLD - 1) :] if self.opening else self.steps

    @property
    def untold(self) -> tuple[ReasonedStep, ...]:
        """The first steps, which the opening sums up."""
        return self.steps[: len(self.steps) - len(self.told)]

    @property
    def taken(self) -> States:
        """The facts that the told steps take from the first steps."""
        return _taken(self.untold, self.told)

    def __str__(self) -> str:
        return "\n".join(filter(None, (self.opening, *(step.message for step in self.told))))


@dataclass(frozen=True)
class Mistake(Answer):
    """Entries that cannot all be right, and the steps to the contradiction.

    Attributes
    ----------
    entries
        The elements of these entries; empty if there is no solution even without entries.
    words
        The entries in words.
    """

    entries: tuple[Any, ...] = ()
    words: str = ""

    @property
    def message(self) -> str:
        """The mistake in a clause."""
        if not self.entries:
            return "there is no solution"
        one = len(self.entries) == 1
        return f"{'this entry leaves no solution' if one else 'these entries leave no solution together'}: {self.words}"


def system_of(puzzle: Any) -> System:
    """Return the rules of a puzzle's type on this board. Raise PuzzleError if the type has none."""
    package, _, _ = type(puzzle).__module__.rpartition(".")
    if not package.startswith("puzzlekit."):
        raise PuzzleError(f"found {shown(puzzle)}, expected a puzzle")
    try:
        return import_module(f"{package}.techniques").techniques(puzzle)
    except ModuleNotFoundError:
        raise PuzzleError(f"found {shown(puzzle)}, expected a puzzle with techniques") from None


def states(puzzle: Any) -> dict[Any, tuple[Any, ...]]:
    """Return the elements of a puzzle, each with its states."""
    system = system_of(puzzle)
    return dict(zip(system.elements[: system.board], system.states, strict=False))


def next_step(
    puzzle: Any,
    candidates: Candidates | None = None,
    *,
    wanted: Callable[[ReasonedStep], bool] = lambda step: True,
    time_limit: float | None = LIMIT,
) -> ReasonedStep | None:
    """Return the easiest next step, or None if nothing is left to explain. The last step has no reason: it tells what
    visible rules have settled.

    Parameters
    ----------
    candidates
        `{element: frozenset of the states still possible}`, taken for granted; elements may be left out.
    wanted
        Whether a step is wanted. Steps that are not wanted are applied silently.

    Raises
    ------
    NoSolution
        If the next step is a contradiction.
    TimeLimitReached
        If no step was found in time.
    """
    expect_function(wanted, "step")
    explainer = _explainer(puzzle, candidates, time_limit)
    for step in explainer.steps():
        if not all(step.candidates.values()):
            raise NoSolution(step.message)
        if wanted(step):
            return step
    rest = _rest(explainer)
    return rest if rest.candidates and wanted(rest) else None


def explanation(
    puzzle: Any,
    candidates: Candidates | None = None,
    *,
    each: Callable[[ReasonedStep], object] = lambda step: None,
    time_limit: float | None = None,
) -> Explanation:
    """Return all steps to the solution that fit in the time limit. Call `each` with every step when it is found."""
    expect_function(each, "step")
    return _explainer(puzzle, candidates, time_limit).explanation(each)


def why(
    puzzle: Any, element: Any, candidates: Candidates | None = None, *, time_limit: float | None = LIMIT
) -> Answer | None:
    """Return the reason why an element must be in its state, or None if another state is possible.

    Raises
    ------
    PuzzleError
        If the puzzle has no such element.
    NoSolution
        If the candidates contradict each other; `mistake` returns the wrong ones.
    TimeLimitReached
        If no reason was found in time.
    """
    limit = Deadline(time_limit, MISSING)
    explainer = _explainer(puzzle, candidates, time_limit, WALK)
    number = _number(explainer.system, element)
    left = explainer.engine.left
    _run(explainer, lambda: not left[number] & (left[number] - 1), (number, -1), limit)
    state = left[number] & ~explainer.system.pending
    return None if state & (state - 1) else _answer(explainer, number, left[number])


def why_not(
    puzzle: Any,
    element: Any,
    state: Any,
    candidates: Candidates | None = None,
    *,
    time_limit: float | None = LIMIT,
) -> Answer | None:
    """Return the reason why an element cannot be in a state, or None if it can be. Raise the errors of `why`."""
    limit = Deadline(time_limit, MISSING)
    explainer = _explainer(puzzle, candidates, time_limit, WALK)
    system = explainer.system
    number = _number(system, element)
    if state not in system.states[number]:
        expected = ", ".join(map(str, system.states[number]))
        raise PuzzleError(f"found {shown(state)}, expected one of {expected}")
    bit = system.mask_of(number, (state,))
    left = explainer.engine.left
    _run(explainer, lambda: not left[number] & bit or left[number] == bit, (number, bit), limit)
    return None if left[number] & bit else _answer(explainer, number, system.full[number] & ~bit)


def mistake(puzzle: Any, candidates: Candidates, *, time_limit: float | None = LIMIT) -> Mistake | None:
    """Return entries that cannot all be right, or None if there is a solution with all of them.

    Parameters
    ----------
    candidates
        `{element: frozenset of states}`: the entries.
    """
    explainer = _explainer(puzzle, candidates, time_limit)
    for _ in explainer.founds():
        pass
    engine = explainer.engine
    if not engine.contradiction:
        return None
    used, leaves = engine.slice(engine.conflict(), anything)
    entries = tuple(element for element in candidates if _number(explainer.system, element) in leaves)
    told = [explainer.told(one.found, one.elements) for one in used if one.found.rule.telling == STEP]
    steps = (*told, explainer.told(engine.contradiction))
    words = explainer.system.words.concluded({element: candidates[element] for element in entries})
    return Mistake(steps, _opening(explainer.system, steps), entries, words)


def _explainer(puzzle: Any, candidates: Candidates | None, time_limit: float | None, share: float = 1.0) -> Explainer:
    system = system_of(puzzle)
    left = list(system.start)
    possible = dict(zip(system.elements[: system.board], system.states, strict=False))
    known = checked_candidates(candidates, possible)
    for element in candidates or ():
        left[system.index[element]] &= system.mask_of(system.index[element], known[element])
    limit = checked_limit(time_limit)
    return Explainer(system, left, Deadline(share * limit if share < 1.0 else time_limit, MISSING))


def _rest(explainer: Explainer) -> ReasonedStep:
    """Return the elements that are settled after all steps, as one more step."""
    system, left, before = explainer.system, explainer.engine.left, _begun(explainer.engine)
    settled = [n for n in range(system.board) if not left[n] & (left[n] - 1) and left[n] != before[n]]
    claim = {system.elements[number]: system.states_in(number, left[number]) for number in settled}
    return ReasonedStep(claim, RULE, tuple(claim), REST, RULE, (), {}, ((REST, dict.fromkeys(claim, "hinted")),))


def _number(system: System, element: Any) -> int:
    with suppress(TypeError):  # a list has no hash
        if (number := system.index.get(element, system.board)) < system.board:
            return number
    raise PuzzleError(f"found {as_element(element)}, expected an element of this puzzle")


def _run(explainer: Explainer, done: Callable[[], bool], asked: tuple[int, Mask], limit: Deadline) -> None:
    """Take steps until `done` returns True. If they take too long, refute the states of `asked` one by one.
    Raise NoSolution if a contradiction comes first."""
    if done():
        return
    try:
        for _ in explainer.founds():
            if explainer.engine.contradiction or done():
                break
    except TimeLimitReached:
        explainer.refute(*asked, limit)
    if explainer.engine.contradiction:
        raise NoSolution(explainer.told(explainer.engine.contradiction).message)


def _answer(explainer: Explainer, element: int, mask: Mask) -> Answer:
    """Return the steps that lead to a fact, or one refutation of its opposite, if there are more than `TOLD` steps and
    the refutation has at most `TOLD` thoughts."""
    engine, system = explainer.engine, explainer.system
    used, _ = engine.slice({element: mask}, anything)
    told = [one for one in used if one.found.rule.telling == STEP or element in one.elements]
    steps = tuple(explainer.told(one.found, one.elements) for one in told)
    if len(steps) > TOLD:  # leave out steps that only repeat the opening
        steps = (*(step for step in steps[:-1] if not step.candidates.items() <= step.facts.items()), steps[-1])
    steps += _closing(system, steps, element, mask)
    walk = Answer(steps, _opening(system, steps))
    if len(steps) <= TOLD:
        return walk
    start = Engine(system, _begun(engine))
    direct = refuted_from(start, element, system.full[element] & ~mask)
    supposed = Answer((explainer.told(direct),)) if direct else walk
    return supposed if supposed.length <= TOLD else walk


def _closing(system: System, steps: Sequence[ReasonedStep], element: int, mask: Mask) -> tuple[ReasonedStep, ...]:
    """Return the step that combines the conclusions about an element, if no step contains all of them."""
    own, states = system.elements[element], system.states_in(element, mask)
    about = [step.candidates[own] for step in steps if own in step.candidates]
    if not about or len(states) > 1 or about[-1] <= states:
        return ()
    untold = steps[: len(steps) + 2 - TOLD] if len(steps) >= TOLD else ()
    earlier = [step.candidates[own] for step in untold if own in step.candidates]
    known = {element: system.mask_of(element, frozenset.intersection(*earlier))} if earlier else {}
    link = Link("", {own: states}, {own: states}, (), "", system.words.concluded({own: states}))
    return (step_of(system, RULE, [link], known),)


def _opening(system: System, steps: Sequence[ReasonedStep]) -> str:
    """Return the facts that the last steps take from the first ones, in words; empty if all steps can be told."""
    if len(steps) <= TOLD:
        return ""
    before, last = steps[: -(TOLD - 1)], steps[-(TOLD - 1) :]
    alike: dict[frozenset, dict[Any, frozenset]] = {}
    for element, states in _taken(before, last).items():
        alike.setdefault(states, {})[element] = states
    return "\n".join([f"In {len(before)} steps:", *(f"- {system.words.concluded(own)}." for own in alike.values())])


def _taken(before: Sequence[ReasonedStep], last: Sequence[ReasonedStep]) -> States:
    taken, told = dict[Any, frozenset](), dict[Any, frozenset]()
    for step in last:  # a step may use the conclusion of another one of these steps
        for element, states in step.facts.items():
            if not (element in told and told[element] <= states):
                taken[element] = taken.get(element, states) & states
        told |= {element: told.get(element, states) & states for element, states in step.candidates.items()}
    concluded = {element for step in before for element in step.candidates}
    return {element: states for element, states in taken.items() if element in concluded}


def _begun(engine: Engine) -> Sequence[Mask]:
    """Return the states that were possible before any step."""
    left = list(engine.left)
    for element, lost, _ in engine.trail:
        left[element] |= lost
    return left
