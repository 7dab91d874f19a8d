"""The SAT solver CaDiCaL as a third engine: one solution after another, for any room's clauses.

PySAT is imported when a peer is called, as OR-Tools is.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from puzzlekit.peers.result import PeerResult, check_request
from puzzlekit.peers.rounds import Stated, one_by_one


def answer(build: Callable[[Any], Stated], limit: int, *, time_limit: float | None, workers: int) -> PeerResult:
    """At most `limit` solutions of some clauses.

    Parameters
    ----------
    build
        `solver -> (read, forbid)`: fills an empty solver, for `one_by_one`. A candidate is the set of literals that are
        true.
    limit, time_limit, workers
        As of every peer, see `PeerResult`. The time limit is looked at between two candidates only: CaDiCaL cannot be
        interrupted from Python.

    Raises
    ------
    PuzzleError
        If `workers` is not 1: CaDiCaL has one thread.
    """
    check_request(limit, time_limit, workers, threads=1)
    with empty() as solver:
        return one_by_one(partial(build, solver), partial(_ask, solver), limit, time_limit)


def _ask(solver: Any, left: float | None) -> tuple[str, Any]:
    if left == 0.0:
        return "unknown", None
    if not solver.solve():
        return "infeasible", None
    return "solved", {literal for literal in solver.get_model() if literal > 0}


def empty(*, quick: bool = False) -> Any:
    """A solver without clauses, to be used in `with`: then its memory is given back.

    `quick` is for one that is kept and asked thousands of easy questions: MiniSat, which prepares less for each.
    """
    from pysat.solvers import Cadical195, Minisat22

    return Minisat22() if quick else Cadical195()


class Counter:
    """Clauses about how many of some literals are true; each takes new variables, beginning after `last`."""

    def __init__(self, last: int):
        self.last = last

    def at_most(self, most: int, literals: Sequence[int]) -> list[list[int]]:
        """At most so many of these."""
        from pysat.card import CardEnc

        return self._clauses(CardEnc.atmost, most, literals)

    def exactly(self, number: int, literals: Sequence[int]) -> list[list[int]]:
        """Exactly so many of these."""
        from pysat.card import CardEnc

        if not 0 <= number <= len(literals):
            return [[]]
        return self._clauses(CardEnc.equals, number, literals)

    def _clauses(self, encode: Any, number: int, literals: Sequence[int]) -> list[list[int]]:
        encoded = encode(list(literals), number, self.last)
        self.last = max(self.last, encoded.nv)
        return encoded.clauses
