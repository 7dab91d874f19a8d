"""How hard a puzzle is: the rounds of steps that it takes beyond single rules, and what one must look at in each.

What follows from one rule after the other costs nothing. Where that ends, something more is settled by notes on pairs,
and where these end, too, because its opposite soon leads to a contradiction. All that is settled as easily is settled
in one round, since it does not matter where one begins. A round costs what its easiest step costs: for notes the square
of the rules that lead to it one after the other, times the open places of which the last one speaks; for a refutation
the number of its rules times that of the open places of which they speak, each counted for each rule, and all of this
`MOST` times, since one must think of it at once. Each costs twice as much where one learns only what is not there.

Reference: R. Pelanek, Difficulty rating of Sudoku puzzles: an overview and evaluation, 2014, who adds up what steps
cost and counts how many can be taken at once.
"""

from collections.abc import Collection, Sequence
from itertools import islice
from typing import Any

from puzzlekit.explain.pair_notes import Noted, noted
from puzzlekit.explain.proofs.contradiction import MOST, Suppositions
from puzzlekit.explain.proofs.known import Known
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.scip import handler
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.scip.model import BuiltModel

HARDEST = 2 * MOST**3  # what a round costs at most, and what it costs where only a search settles something

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
            known.oracle.separate(look.point(claim))
        if known.take_cuts():
            continue
        claims, cost = _by_notes(known, look, left) or _by_refutations(known, look, left) or _by_search(known, left)
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


def _by_refutations(known: Known, look: Suppositions, left: Sequence[LinearConstraint]) -> Round | None:
    """What is settled because its opposite is refuted by as few rules as can be."""
    ways = [(claim, way) for claim in left if (way := look.way(claim)) is not None]
    if not ways:
        return None
    open_, fewest = {claim.index[0] for claim in left}, min(len(way) for _, way in ways)
    ways = [(claim, way) for claim, way in ways if len(way) == fewest]
    return [claim for claim, _ in ways], min(_cost(known.premises, claim, way, open_) for claim, way in ways)


def _by_search(known: Known, left: Sequence[LinearConstraint]) -> Round:
    """One thing that is settled only by SCIP's word; nothing where all that is left may be otherwise."""
    forced = (claim for claim in left if claim.lower is not None and known.forced(claim))
    return [*islice(forced, 1)], HARDEST


def _cost_of_notes(step: Noted, open_: Collection[Any]) -> int:
    """What it costs to note what leads to a step, where these elements are open."""
    cost = step.rules**2 * max(1, len(step.elements & {*open_}))
    return 2 * cost if _only_excludes(step.claim) else cost


def _cost(premises: Premises, claim: LinearConstraint, way: Sequence[LinearConstraint], open_: Collection[Any]) -> int:
    """What it costs to refute the opposite of a claim on this way, where these elements are open."""
    spoken = ({e for key in row.coefficients for e in premises.owners.get(key, ()) if e in open_} for row in way)
    cost = MOST * len(way) * sum(max(1, len(elements)) for elements in spoken)
    return 2 * cost if _only_excludes(claim) else cost


def _only_excludes(claim: LinearConstraint) -> bool:
    """Whether a claim sets no variable to 1: it says what is not there."""
    sign = 1 if claim.lower is not None else -1
    return all(sign * value <= 0 for value in claim.coefficients.values())
