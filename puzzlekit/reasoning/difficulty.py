"""The difficulty of a puzzle: the number of rounds of steps that it takes, and the difficulty of each round.

Pattern rules do not count, because they only find sooner what other rules find too. All steps that are as easy as the
easiest one are taken in one round, since their order does not matter.

Reference: R. Pelanek, Difficulty rating of Sudoku puzzles: an overview and evaluation, 2014, who adds up the costs of
steps and counts the steps that are possible at once.
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

HARDER = 16  # a round costs so many times as much as a round of the level before
EXCLUDED = 4  # a round that only excludes states costs so many times as much
NOTHING = (0, "~")  # states of an empty element


def difficulty(puzzle: Any, *, time_limit: float | None = None) -> float:
    """Return the difficulty of a puzzle: 1 more for each level of rules, and less for each further round of a level.

    Elements that differ between solutions cost nothing. Raise NoSolution or TimeLimitReached.
    """
    system = _without_patterns(system_of(puzzle))
    explainer = Explainer(system, system.start, Deadline(time_limit, MISSING))
    return log(1 + sum(_rounds(explainer)), HARDER)


def _without_patterns(system: System) -> System:
    """Return the system without pattern rules: steps from clues alone, which no element of the board wakes."""
    rules = (rule for rule in system.rules if rule.telling != STEP or any(scope for _, scope in rule.places))
    return replace(system, rules=tuple(rules))


def _rounds(explainer: Explainer) -> Iterator[int]:
    """Yield the cost of each round. Raise NoSolution at a contradiction."""
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
    """Return the cost of a conclusion, which depends on the hardest rule behind it."""
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
