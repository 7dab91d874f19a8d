"""The difficulty of a puzzle: how many rounds of steps solve it, and how difficult each round is.

A round takes all steps that are as easy as the easiest one, since their order does not matter. Pattern rules, which use
clues alone, are left out: other rules reach the same conclusions later.

Reference: R. Pelanek, Difficulty rating of Sudoku puzzles: an overview and evaluation, 2014, who adds up the costs of
steps and counts the steps that are possible at once.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from math import log
from typing import Any

from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import NoSolution
from puzzlekit.reasoning.answers import IMPOSSIBLE, MISSING, system_of
from puzzlekit.reasoning.engine import Engine, is_silent
from puzzlekit.reasoning.explainer import SEARCHED, Explainer
from puzzlekit.reasoning.system import STEP, Found, Rule

HARDER = 16  # a round costs 16 times as much as a round of the next easier level
EXCLUDED = 4  # a conclusion that only excludes states costs 4 times as much as one that settles an element
NOTHING = (0, "~")  # states of an empty element; a conclusion that an element is empty counts as an exclusion


def difficulty(puzzle: Any, *, time_limit: float | None = None) -> float:
    """Return the difficulty of a puzzle: the logarithm of the total cost of its rounds, to the base `HARDER`.

    The difficulty grows by about 1 with each harder level of rules. Elements whose states differ between solutions cost
    nothing. Raise NoSolution if there is no solution, and TimeLimitReached at the limit.
    """
    system = system_of(puzzle)
    patterns = [rule for rule in system.rules if _is_pattern(rule)]
    others = replace(system, rules=tuple(rule for rule in system.rules if rule not in patterns))
    explainer = Explainer(others, system.start, Deadline(time_limit, MISSING))
    looks = (rule.look(explainer.engine.left, place) for rule in patterns for place, _ in rule.places)
    if not all(system.start) or any(map(explainer.engine.is_contradiction, chain.from_iterable(looks))):
        raise NoSolution(IMPOSSIBLE)
    return log(1 + sum(_rounds(explainer)), HARDER)


def _is_pattern(rule: Rule) -> bool:
    """Return whether a rule is a pattern: its steps use only clues, so that no change of an element wakes the rule."""
    return rule.telling == STEP and not any(scope for _, scope in rule.places)


def _rounds(explainer: Explainer) -> Iterator[int]:
    """Apply the steps round by round, and yield the cost of each round. Raise NoSolution at a contradiction."""
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
    raise NoSolution(IMPOSSIBLE)


def _cost(engine: Engine, found: Found) -> int:
    """Return the cost of a conclusion. The cost grows with the level of the hardest rule behind the conclusion, and is
    higher if the conclusion only excludes states."""
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
