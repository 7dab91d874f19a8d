"""Answers about a puzzle: the next step, why an element must or cannot be in a state, and which entries are wrong.

An *element* of a puzzle, such as a cell or an edge, is in one of several *states*. A *fact* says which states are still
possible for an element. An element with one possible state is *settled*.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from puzzlekit.core.clock import Deadline, checked_limit
from puzzlekit.core.errors import NoSolution, PuzzleError, TimeLimitReached, capital, expect_function, shown
from puzzlekit.core.grid import Candidates, as_element, checked_candidates
from puzzlekit.reasoning.answer import Answer, Mistake, answer_of, begun, opening
from puzzlekit.reasoning.engine import anything
from puzzlekit.reasoning.explainer import Explainer
from puzzlekit.reasoning.steps import RULE, Explanation, ReasonedStep
from puzzlekit.reasoning.system import STEP, Mask, System

LIMIT = 5.0  # seconds for one question
MISSING = "no reason found"  # the message at the time limit
WALK = 0.75  # share of the time limit for steps from the known facts; the rest is for suppositions
REST = "The rest is easy to see."
IMPOSSIBLE = "proved infeasible: the puzzle has no solution"


def system_of(puzzle: Any) -> System:
    """Return a puzzle's elements, states and rules as a `System`. Raise PuzzleError if the reasoner has no rules for
    this puzzle type."""
    package, _, _ = type(puzzle).__module__.rpartition(".")
    if not package.startswith("puzzlekit."):
        raise PuzzleError(f"found {shown(puzzle)}, expected a puzzle")
    try:
        return import_module(f"{package}.techniques").techniques(puzzle)
    except ModuleNotFoundError:
        raise PuzzleError(f"found {shown(puzzle)}, expected a puzzle of a type with reasoning rules") from None


def states(puzzle: Any) -> dict[Any, tuple[Any, ...]]:
    """Return {element: all its states} for the elements of a puzzle."""
    system = system_of(puzzle)
    return dict(zip(system.elements[: system.board], system.states, strict=False))


def next_step(
    puzzle: Any,
    candidates: Candidates | None = None,
    *,
    wanted: Callable[[ReasonedStep], bool] = lambda step: True,
    time_limit: float | None = LIMIT,
) -> ReasonedStep | None:
    """Return the easiest next step, or None if nothing is left to explain.

    If only easy rules were needed for the remaining elements, return all these elements as a last step without a
    reason.

    Parameters
    ----------
    candidates
        `{element: frozenset of possible states}`, the facts to start from. An element that is not in the dict can be in
        any state. None means an empty dict.
    wanted
        Function `step -> bool`, true for a step to return. Other steps are applied but not returned.

    Raises
    ------
    NoSolution
        If the next step is a contradiction.
    TimeLimitReached
        If no step was found in time, or the rules do not use the whole puzzle and none of them applies.
    """
    expect_function(wanted, "step")
    explainer = _explainer(puzzle, candidates, time_limit)
    for step in explainer.steps():
        if step.is_contradiction:
            raise NoSolution(step.message)
        if wanted(step):
            return step
    rest = _rest(explainer)
    if rest.candidates and wanted(rest):
        return rest
    if explainer.open:
        _check_undecided(explainer.system)
    return None


def explanation(
    puzzle: Any,
    candidates: Candidates | None = None,
    *,
    each: Callable[[ReasonedStep], object] = lambda step: None,
    time_limit: float | None = None,
) -> Explanation:
    """Return an Explanation with the steps to the solution that are found within the time limit. Start from
    `candidates`, as in `next_step`. Call `each(step)` as soon as a step is found."""
    expect_function(each, "step")
    return _explainer(puzzle, candidates, time_limit).explanation(each)


def why(
    puzzle: Any, element: Any, candidates: Candidates | None = None, *, time_limit: float | None = LIMIT
) -> Answer | None:
    """Return an Answer: the steps that show why an element must be in its state. Return None if another state is
    possible.

    The steps start from `candidates`, as in `next_step`.

    Raises
    ------
    PuzzleError
        If the puzzle has no such element.
    NoSolution
        If the candidates contradict each other; the function `mistake` returns the wrong entries.
    TimeLimitReached
        If no reason was found in time, or if the rules find none and do not use the whole puzzle.
    """
    limit = Deadline(time_limit, MISSING)
    explainer = _explainer(puzzle, candidates, time_limit, WALK)
    number = _number(explainer.system, element)
    left, pending = explainer.engine.left, explainer.system.pending
    _run(explainer, lambda: left[number] != pending and not left[number] & (left[number] - 1), (number, -1), limit)
    state = left[number] & ~pending
    if state & (state - 1):
        _check_undecided(explainer.system)
        return None
    return answer_of(explainer, number, left[number])


def why_not(
    puzzle: Any,
    element: Any,
    state: Any,
    candidates: Candidates | None = None,
    *,
    time_limit: float | None = LIMIT,
) -> Answer | None:
    """Return an Answer: the steps that show why an element cannot be in this state. Return None if the state is
    possible.

    Parameters and errors are as in `why`. Also raise PuzzleError if the element does not have this state.
    """
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
    if left[number] & bit:
        _check_undecided(system)
        return None
    return answer_of(explainer, number, system.full[number] & ~bit)


def mistake(puzzle: Any, candidates: Candidates, *, time_limit: float | None = LIMIT) -> Mistake | None:
    """Return a Mistake: entries that cannot all be right. Return None if there is a solution with all entries.

    Parameters
    ----------
    candidates
        The entries: `{element: frozenset of the states that the entry allows}`.
    """
    system = system_of(puzzle)
    if not all(system.start):
        return Mistake(())
    left = _start(system, candidates)
    if against := {number: system.elements[number] for number in _against(system, left)}:
        words = system.words.concluded({element: candidates[element] for element in against.values()})
        given = {element: system.states_in(number, system.start[number]) for number, element in against.items()}
        said = f"{system.words.concluded(given)} in the puzzle itself."
        return Mistake((), capital(said), tuple(against.values()), words)
    explainer = _limited(system, left, time_limit)
    for _ in explainer.founds():
        pass
    engine = explainer.engine
    if not engine.contradiction:
        return None
    used, leaves = engine.slice(engine.conflict(), anything)
    entries = tuple(element for element in candidates if _number(system, element) in leaves)
    told = [explainer.told(one.found, one.elements) for one in used if one.found.rule.telling == STEP]
    steps = (*told, explainer.told(engine.contradiction))
    words = system.words.concluded({element: candidates[element] for element in entries})
    return Mistake(steps, opening(system, steps), entries, words)


def _explainer(puzzle: Any, candidates: Candidates | None, time_limit: float | None, share: float = 1.0) -> Explainer:
    system = system_of(puzzle)
    if not all(system.start):
        raise NoSolution(IMPOSSIBLE)
    left = _start(system, candidates)
    if against := _against(system, left):
        raise NoSolution(f"the entry in {system.elements[against[0]]} differs from what the puzzle gives there")
    return _limited(system, left, time_limit, share)


def _limited(system: System, left: Sequence[Mask], time_limit: float | None, share: float = 1.0) -> Explainer:
    limit = checked_limit(time_limit)
    return Explainer(system, left, Deadline(share * limit if share < 1.0 else time_limit, MISSING))


def _start(system: System, candidates: Candidates | None) -> list[Mask]:
    """Return, for each element, the mask of the states that are possible by the puzzle and by the candidates."""
    left = list(system.start)
    known = checked_candidates(candidates, dict(zip(system.elements[: system.board], system.states, strict=False)))
    for element in candidates or ():
        left[system.index[element]] &= system.mask_of(system.index[element], known[element])
    return left


def _against(system: System, left: Sequence[Mask]) -> list[int]:
    """Return the elements whose candidates contradict the puzzle itself: no state is left."""
    return [number for number in range(system.board) if not left[number] & ~system.pending]


def _rest(explainer: Explainer) -> ReasonedStep:
    """Return a last step without a reason. Its conclusion contains all elements that have been settled
    since the start."""
    system, left, before = explainer.system, explainer.engine.left, begun(explainer.engine)
    settled = [n for n in range(system.board) if not left[n] & (left[n] - 1) and left[n] != before[n]]
    claim = {system.elements[number]: system.states_in(number, left[number]) for number in settled}
    pictures = ((REST, dict.fromkeys(claim, "hinted")),)
    return ReasonedStep(claim, RULE, tuple(claim), message=REST, kind=RULE, links=(), facts={}, pictures=pictures)


def _number(system: System, element: Any) -> int:
    with suppress(TypeError):  # a list has no hash
        if (number := system.index.get(element, system.board)) < system.board:
            return number
    raise PuzzleError(f"found {as_element(element)}, expected an element of this puzzle")


def _check_undecided(system: System) -> None:
    """Raise TimeLimitReached if the rules do not use the whole puzzle, because a state that they do not exclude may
    still be impossible."""
    if system.unused:
        raise TimeLimitReached(f"{MISSING}: the rules do not use the {system.unused}")


def _run(explainer: Explainer, done: Callable[[], bool], asked: tuple[int, Mask], limit: Deadline) -> None:
    """Take steps until `done` returns True. If the explainer's time limit ends first, use the time up to `limit` to
    refute the states in the mask of `asked`, which is (element, mask). Raise NoSolution at a contradiction."""
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
