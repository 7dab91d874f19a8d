"""PySAT's solvers, called in a thread where Ctrl-C does no harm. PySAT is imported only when a solver is made."""

import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from puzzlekit.core.clock import Stopwatch
from puzzlekit.core.interrupts import DeferInterrupts
from puzzlekit.engines.libraries import library
from puzzlekit.engines.solver_thread import SolverThread

SLICE = 0.1  # seconds that a solver should work before Python code runs again
CONFLICTS = 1000  # the most conflicts in the first slice; few puzzles need more


class SatSolver:
    """A SAT solver for many calls. Its methods have PySAT's names.

    In the main thread, Ctrl-C makes PySAT jump out of a solver at any point, and the process may end. Other threads
    receive no signals. So a call from the main thread runs in a thread that lives as long as the solver. A call from
    another thread runs in the calling thread.

    A `with` block frees the solver's memory and its thread at the end.

    Parameters
    ----------
    quick
        Whether to use MiniSat instead of CaDiCaL. MiniSat needs less preparation for each call, so it is better for
        thousands of easy calls.

    Attributes
    ----------
    wishes
        Literals that `cadical.answer` assumes in each call, until no candidate satisfies them.
    """

    def __init__(self, *, quick: bool = False):
        with library("python-sat"):
            from pysat.solvers import Cadical195, Minisat22

        self.wishes: list[int] = []
        self._beside, self._stopped = SolverThread(), False
        self._solver = Minisat22() if quick else Cadical195()
        # a slice with few conflicts could take long, so propagations or decisions are limited, too
        self._budget = self._solver.prop_budget if quick else self._solver.dec_budget
        self._steps = 1000 if quick else 10  # allowed propagations or decisions for each allowed conflict

    def __enter__(self) -> "SatSolver":
        return self

    def __exit__(self, *_: object) -> None:
        with DeferInterrupts():
            self._beside.close(self._solver.delete)
            del self._solver, self._budget  # freeing them runs Python code, in which an interrupt would be lost

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause, which says that at least one of these literals is true."""
        self._solver.add_clause(clause)

    def append_formula(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add all of these clauses."""
        self._solver.append_formula(clauses)

    def solve(self, assumptions: Sequence[int] = (), left: float | None = None) -> bool | None:
        """Return whether the clauses have a solution in which the literals `assumptions` are true. Return None if this
        takes more than `left` seconds."""
        return self.apart(partial(self._sliced, [*assumptions], left))

    def get_model(self) -> list[int]:
        """Return the literals of the solution that `solve` found, one for each variable in order."""
        return self._solver.get_model()

    def nof_vars(self) -> int:
        """Return the number of variables."""
        return self._solver.nof_vars()

    def apart(self, work: Callable[[], Any]) -> Any:
        """Run a function that calls PySAT, and return its result. The function runs in a thread where Ctrl-C does no
        harm. After Ctrl-C, the next call of `solve` in the function raises KeyboardInterrupt.

        Put thousands of easy calls into one function: passing each call to the thread separately takes 50% more time.
        """
        if threading.current_thread() is not threading.main_thread():
            return work()
        try:
            return self._beside(work, self._stop)
        finally:
            self._stopped = False

    def _stop(self) -> bool:
        self._stopped = True
        return True

    def _sliced(self, assumptions: list[int], left: float | None) -> bool | None:
        """Return the result of `solve`, computed in slices of about `SLICE` seconds, because a running solver blocks
        all other Python threads."""
        watch, conflicts = Stopwatch(), CONFLICTS
        while watch.remaining(left) != 0.0:
            if self._stopped:
                raise KeyboardInterrupt
            begun = watch.elapsed
            self._solver.conf_budget(conflicts)
            self._budget(self._steps * conflicts)
            if (told := self._solver.solve_limited(assumptions=assumptions)) is not None:
                return told
            taken = watch.elapsed - begun
            conflicts = (
                conflicts * 2 if taken < SLICE / 2 else max(1, conflicts // 2) if taken > SLICE * 2 else conflicts
            )
        return None
