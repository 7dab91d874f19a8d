"""PySAT's solvers, asked where Ctrl-C does no harm. PySAT is imported when a solver is made, as OR-Tools is."""

import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from puzzlekit.core.clock import Stopwatch
from puzzlekit.engines.libraries import library
from puzzlekit.engines.solver_thread import SolverThread

SLICE = 0.1  # seconds that a solver is to work before Python is heard again
CONFLICTS = 1000  # how far it goes at first; few puzzles need more


class SatSolver:
    """A SAT solver that is kept and asked, with PySAT's names for what it does.

    In the main thread PySAT jumps out of a solver at Ctrl-C, wherever it is; the process may end. Other threads hear no
    signals. So what the main thread asks is answered in a thread that lives as long as the solver, and what another
    thread asks in that one, where whoever started it ends it.

    Used in `with`, its memory and its thread are given back at the end of the block.

    Parameters
    ----------
    quick
        For one that is asked thousands of easy questions: MiniSat, which prepares less for each than CaDiCaL does.

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
        # a part of the search may have few conflicts; each solver counts something else besides
        self._budget = self._solver.prop_budget if quick else self._solver.dec_budget
        self._steps = 1000 if quick else 10  # for each conflict

    def __enter__(self) -> "SatSolver":
        return self

    def __exit__(self, *_: object) -> None:
        self._beside.close(self._solver.delete)

    def add_clause(self, clause: Sequence[int]) -> None:
        """One of these literals is true."""
        self._solver.add_clause(clause)

    def append_formula(self, clauses: Iterable[Sequence[int]]) -> None:
        """All of these clauses hold."""
        self._solver.append_formula(clauses)

    def solve(self, assumptions: Sequence[int] = (), left: float | None = None) -> bool | None:
        """Whether the clauses have a solution, under assumptions; None if the seconds left did not do for an answer."""
        return self.apart(partial(self._sliced, [*assumptions], left))

    def get_model(self) -> list[int]:
        """The literals of the solution that was found, variable by variable."""
        return self._solver.get_model()

    def nof_vars(self) -> int:
        """The number of variables, which is that of the last one in a clause."""
        return self._solver.nof_vars()

    def apart(self, work: Callable[[], Any]) -> Any:
        """What a function gives that asks PySAT, where Ctrl-C does no harm: it ends the function at its next question.

        Thousands of easy questions are asked together: from one thread to another they would take half as long again.
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
        """A solver hears nobody, and keeps all other threads from Python: it works in slices of about the same time."""
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
