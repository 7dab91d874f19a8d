"""How hard a puzzle is: the rounds of steps that it takes, and how hard each of them is.

Patterns, which only tell sooner what other rules say too, do not count. All that is as easy as the easiest step is
taken in one round, since it does not matter where one begins.

Reference: R. Pelanek, Difficulty rating of Sudoku puzzles: an overview and evaluation, 2014, who adds up what steps
cost and counts how many can be taken at once.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import log
from typing import Any

from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import NoSolution
from puzzlekit.reasoning.answers import MISSING, system_of
from puzzlekit.reasoning.engine import Engine, is_silent
from puzzlekit.reasoning.explainer import SEARCHED, Explainer
from puzzlekit.reasoning.system import STEP, Found, System

HARDER = 16  # times as much does a round cost as one of the level before
EXCLUDED = 4  # times as much does a round cost that only tells what is not there
NOTHING = (0, "~")  # states that say that nothing is there


def difficulty(puzzle: Any, *, time_limit: float | None = None) -> float:
    """Return how hard a puzzle is: by one more for each level of rules, less than that for more rounds of one level.

    Elements that differ from solution to solution cost nothing. Raises NoSolution and TimeLimitReached.
    """
    system = _without_patterns(system_of(puzzle))
    explainer = Explainer(system, system.start, Deadline(time_limit, MISSING))
    return log(1 + sum(_rounds(explainer)), HARDER)


def _without_patterns(system: System) -> System:
    """Leave out the rules that tell, without a look at the board, what follows from clues."""
    rules = (rule for rule in system.rules if rule.telling != STEP or any(scope for _, scope in rule.places))
    return replace(system, rules=tuple(rules))


def _rounds(explainer: Explainer) -> Iterator[int]:
    """Yield what each round costs. Raises NoSolution."""
    engine, deadline = explainer.engine, explainer.deadline
    while not engine.contradiction:
        deadline.remaining()
        ready = [(_cost(engine, found), found) for found in engine.ready()]
        if ready:
            least = min(cost for cost, _ in ready)
            alike = [found for cost, found in ready if cost == least]
        elif found := explainer.by_cases():
            thoughts = HARDER if found.rule is SEARCHED else found.about.length
            least, alike = HARDER ** len(engine.system.levels) * thoughts, [found]
        else:
            return
        yield least
        for found in alike:
            engine.take(found)
    raise NoSolution("proved infeasible: the puzzle has no solution")


def _cost(engine: Engine, found: Found) -> int:
    """Return what a conclusion costs, by the hardest rule behind it."""
    system, left = engine.system, engine.left
    notes = {element: mask for element, mask in found.facts(found.claim).items() if element >= system.board}
    behind = [one.found.rule.level for one in engine.slice(notes, is_silent)[0]]
    rank = system.levels.index(max([found.rule.level, *behind]))
    settled = [
        system.states_in(element, left[element] & mask)
        for element, mask in found.claim.items()
        if element < system.board and left[element] & ~mask
    ]
    tells = any(len(states) == 1 and not states & {*NOTHING} for states in settled)
    return HARDER**rank * (1 if tells else EXCLUDED)
