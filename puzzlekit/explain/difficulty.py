"""How hard a puzzle is: the refutations that it takes, and how long each of them is.

What follows from one rule after the other costs nothing. Where that ends, one thing more is settled because its
opposite soon leads to a contradiction: the one with the shortest way to it. A way through n rules costs n squared.

Reference: R. Pelanek, Difficulty rating of Sudoku puzzles: an overview and evaluation, 2014, who adds up such lengths.
"""

from puzzlekit.explain.proofs.contradiction import MOST, Suppositions
from puzzlekit.explain.proofs.known import Known
from puzzlekit.scip import handler
from puzzlekit.scip.model import BuiltModel

LONGEST = MOST**2  # what a longer way costs
NONE = 3 * LONGEST  # what it costs where only a search settles something


def difficulty(built: BuiltModel) -> int:
    """How hard the puzzle is: 0 where every step follows from one rule, and the more, the longer and the more numerous
    the ways are on which the opposite of something is refuted.

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
        if refuted := [(number, claim) for claim in left if (number := look.rules(claim)) is not None]:
            number, claim = min(refuted, key=lambda pair: pair[0])
            total += min(number**2, LONGEST)
        elif not (forced := next((claim for claim in left if claim.lower is not None and known.forced(claim)), None)):
            return total
        elif known.take_cuts():  # SCIP has found them when it was asked
            continue
        else:
            claim, total = forced, total + NONE
        known.learn(claim)
