"""PySAT's solvers, called where Ctrl-C does no harm. PySAT is imported when a solver is made, as OR-Tools is."""

import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from puzzlekit.core.clock import Stopwatch
from puzzlekit.engines.libraries import library
from puzzlekit.engines.solver_thread import SolverThread

SLICE = 0.1  # seconds that a solver should work before Python code runs again
CONFLICTS = 1000  # limit of the first slice; few puzzles need more


class SatSolver:
    """A SAT solver for many calls, with PySAT's names for its methods.

    In the main thread PySAT jumps out of a solver at Ctrl-C, wherever it is; the process may end. Other threads receive
    no signals. So a call from the main thread is answered in a thread that lives as long as the solver. A call from
    another thread is answered in that thread, which its starter ends.

    A `with` block frees the solver's memory and its thread at the end.

    Parameters
    ----------
    quick
        Whether to use MiniSat, which prepares less for each call than CaDiCaL, for thousands of easy calls.

    Attributes
    ----------
    wishes
        Literals that `cadical.answer` assumes for as long as there is a candidate with them.
    """

    def __init__(self, *, quick: bool = False):
        with library("python-sat"):
            from pysat.solvers import Cadical195, Minisat22

        self.wishes: list[int] = []
        self._beside, self._stopped = SolverThread(), False
        self._solver = Minisat22() if quick else Cadical195()
        # a part of the search may have few conflicts; each solver limits another count, too
        self._budget = self._solver.prop_budget if quick else self._solver.dec_budget
        self._steps = 1000 if quick else 10  # for each conflict

    def __enter__(self) -> "SatSolver":
        return self

    def __exit__(self, *_: object) -> None:
        self._beside.close(self._solver.delete)

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause: one of these literals is true."""
        self._solver.add_clause(clause)

    def append_formula(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add all of these clauses."""
        self._solver.append_formula(clauses)

    def solve(self, assumptions: Sequence[int] = (), left: float | None = None) -> bool | None:
        """Return whether the clauses have a solution under assumptions; None if the seconds left were not enough."""
        return self.apart(partial(self._sliced, [*assumptions], left))

    def get_model(self) -> list[int]:
        """Return the literals of the solution that was found, variable by variable."""
        return self._solver.get_model()

    def nof_vars(self) -> int:
        """Return the number of variables, which is the number of the last variable in a clause."""
        return self._solver.nof_vars()

    def apart(self, work: Callable[[], Any]) -> Any:
        """Run a function that calls PySAT where Ctrl-C does no harm, and return its result. Ctrl-C ends the function at
        its next call.

        Thousands of easy calls belong in one function: from one thread to another they take half as long again.
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
        """Solve in slices of about the same time, because a running solver blocks all other Python threads."""
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
