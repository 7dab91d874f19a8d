"""How hard a puzzle is: the rounds of steps that it takes beyond single rules, and what one must look at in each.

What follows from one rule after the other costs nothing. Where that ends, something more is settled by notes on pairs,
and where these end, too, because its opposite soon leads to a contradiction. All that is settled as easily is settled
in one round, since it does not matter where one begins. A round costs what its easiest step costs: for notes the square
of the rules that lead to it one after the other, times the open places of which the last one speaks, and `EXCLUDED`
times as much where one learns only what is not there; for a refutation `A_RULE` for each of its rules, of which one
must think at once.

Reference: R. Pelanek, Difficulty rating of Sudoku puzzles: an overview and evaluation, 2014, who adds up what steps
cost and counts how many can be taken at once.
"""

from collections.abc import Collection, Sequence
from itertools import islice
from typing import Any

from puzzlekit.explain.pair_notes import Noted, noted
from puzzlekit.explain.proofs.contradiction import MOST, Suppositions
from puzzlekit.explain.proofs.known import Known
from puzzlekit.scip import handler
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.scip.model import BuiltModel

EXCLUDED = 4  # times as much do notes cost that say only what is not there
A_RULE = 2 * MOST**2  # what each rule of a refutation costs
HARDEST = A_RULE * MOST  # what a round costs at most, and what it costs where only a search settles something

Round = tuple[list[LinearConstraint], int]  # what is settled in it, and what it costs


def difficulty(built: BuiltModel) -> int:
    """How hard the puzzle is: 0 where every step follows from one rule, and the more, the more rounds of notes and of
    refutations it takes, the longer these are, and the more open places one must look at.

    Lazy families are asked of what would be, lest it depends on which of their rows SCIP happens to find. No proof is
    taken down, so it is much quicker than an `explanation`. Elements that may be in several states cost nothing.
    Raises what `next_step` raises.
    """
    known, total, lazy = Known(built), 0, handler.is_lazy(built.model)
    while True:
        look = Suppositions(known.premises, known.premises.rows)
        left = [claim for claim in known.true_claims() if not look.settles(claim)]
        for claim in left if lazy else ():
            known.separate(look, claim)
        if known.take_cuts():
            continue
        claims, cost = _by_notes(known, look, left) or _by_refutations(look, left) or _by_search(known, left)
        if known.take_cuts():  # SCIP has found them when it was asked
            continue
        if not claims:
            return total
        total += min(HARDEST, cost)
        for claim in {claim.index: claim for claim in claims}.values():
            known.learn(claim)


def _by_notes(known: Known, look: Suppositions, left: Sequence[LinearConstraint]) -> Round | None:
    """What is settled by notes as easily as can be, and all that a rule says by itself, which is seen at once."""
    open_ = {claim.index[0] for claim in left}
    costs = [(_cost_of_notes(step, open_), step) for step in noted(known.premises, look.values, left)]
    if not costs:
        return None
    least = min(cost for cost, _ in costs)
    return [step.claim for cost, step in costs if step.rules == 1 or cost == least], least


def _by_refutations(look: Suppositions, left: Sequence[LinearConstraint]) -> Round | None:
    """What is settled because its opposite is refuted by as few rules as can be."""
    ways = [(claim, len(way)) for claim in left if (way := look.way(claim)) is not None]
    if not ways:
        return None
    fewest = min(rules for _, rules in ways)
    return [claim for claim, rules in ways if rules == fewest], A_RULE * fewest


def _by_search(known: Known, left: Sequence[LinearConstraint]) -> Round:
    """One thing that is settled only by SCIP's word; nothing where all that is left may be otherwise."""
    forced = (claim for claim in left if claim.lower is not None and known.forced(claim))
    return [*islice(forced, 1)], HARDEST


def _cost_of_notes(step: Noted, open_: Collection[Any]) -> int:
    """What it costs to note what leads to a step, where these elements are open."""
    cost = step.rules**2 * len(step.elements & {*open_})
    return EXCLUDED * cost if _only_excludes(step.claim) else cost


def _only_excludes(claim: LinearConstraint) -> bool:
    """Whether a claim sets no variable to 1: it says what is not there."""
    sign = 1 if claim.lower is not None else -1
    return all(sign * value <= 0 for value in claim.coefficients.values())
