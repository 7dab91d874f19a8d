"""The SAT solver CaDiCaL as a third engine: one solution after another, for any room's clauses.

PySAT is imported when a peer is called, as OR-Tools is.
"""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from puzzlekit.clock import Stopwatch
from puzzlekit.cut import Cuttable
from puzzlekit.peers.beside import beside
from puzzlekit.peers.result import PeerResult, check_request
from puzzlekit.peers.rounds import Stated, one_by_one

SLICE = 0.1  # seconds that CaDiCaL is to work before Python is heard again
CONFLICTS = 1000  # how far it goes at first; few puzzles need more


def answer(build: Callable[[Any], Stated], limit: int, *, time_limit: float | None, workers: int) -> PeerResult:
    """At most `limit` solutions of some clauses.

    Parameters
    ----------
    build
        `solver -> (read, forbid)`: fills an empty solver, for `one_by_one`. A candidate is the set of literals that are
        true.
    limit, time_limit, workers
        As of every peer, see `PeerResult`.

    Raises
    ------
    PuzzleError
        If `workers` is not 1: CaDiCaL has one thread.
    """
    check_request(limit, time_limit, workers, threads=1)

    def asked() -> PeerResult:
        with empty() as solver:
            return one_by_one(partial(build, solver), partial(_candidate, solver), limit, time_limit)

    return apart(asked)


def _candidate(solver: Any, left: float | None) -> tuple[str, Any]:
    told = solved(solver, left=left)
    if not told:
        return "unknown" if told is None else "infeasible", None
    return "solved", {literal for literal in solver.get_model() if literal > 0}


def apart(work: Callable[[], Any]) -> Any:
    """What a function gives that asks PySAT, in a thread of its own, which Ctrl-C ends.

    In the main thread PySAT jumps out of a solver at Ctrl-C, wherever it is, and raises an exception of its own. Other
    threads hear no signals; whoever runs this in one ends it there.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    cuttable = Cuttable(work)
    return beside(cuttable, cuttable.cut)


def solved(solver: Any, assumptions: Sequence[int] = (), left: float | None = None) -> bool | None:
    """Whether some clauses have a solution, under assumptions; None if the seconds left did not do for an answer.

    CaDiCaL hears nobody, and keeps all other threads from Python, so it works in slices of about the same time.
    """
    watch, conflicts = Stopwatch(), CONFLICTS
    while watch.left(left) != 0.0:
        begun = watch.passed
        solver.conf_budget(conflicts)
        solver.dec_budget(10 * conflicts)  # a part of the search may have few conflicts
        if (told := solver.solve_limited(assumptions=list(assumptions))) is not None:
            return told
        taken = watch.passed - begun
        conflicts = conflicts * 2 if taken < SLICE / 2 else max(1, conflicts // 2) if taken > SLICE * 2 else conflicts
    return None


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
