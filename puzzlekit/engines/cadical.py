"""The SAT solver CaDiCaL as an engine. The engine finds one solution after another of a set of clauses."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from puzzlekit.core.clock import Stopwatch
from puzzlekit.core.collector import at_rest
from puzzlekit.core.errors import check_kind
from puzzlekit.engines.clauses import all_clauses, clauses
from puzzlekit.engines.counting import CardinalityEncoder
from puzzlekit.engines.problem import Problem, Settled, Statement
from puzzlekit.engines.rounds import EngineResult, Filled, Stated, check_request, one_by_one
from puzzlekit.engines.sat import SatSolver


def answer(
    build: Callable[[SatSolver], Stated],
    limit: int,
    *,
    time_limit: float | None,
    workers: int,
    watch: Stopwatch | None = None,
) -> EngineResult:
    """Return an EngineResult with at most `limit` solutions of a set of clauses.

    Parameters
    ----------
    build
        Function that adds the clauses to an empty solver and returns (read, forbid), see `one_by_one`. A candidate is
        the set of true literals.
    limit, time_limit, workers
        See `EngineResult`.
    watch
        A stopwatch that is already running, if work began before this call.

    Raises
    ------
    PuzzleError
        If `limit` or `time_limit` is not valid, or if `workers` is not 1, because CaDiCaL has one thread; MissingEngine
        if PySAT is not installed.
    """
    check_request(limit, time_limit, workers, threads=1)
    with SatSolver() as solver:
        ask = partial(_candidate, solver)
        return solver.apart(partial(one_by_one, partial(build, solver), ask, limit, time_limit, watch))


def _candidate(solver: SatSolver, left: float | None) -> tuple[str, Any]:
    told = solver.solve(solver.wishes, left)
    if told is False and solver.wishes:
        solver.add_clause([-solver.wishes.pop()])
        return "solved", None
    if not told:
        return "unknown" if told is None else "infeasible", None
    return "solved", {literal for literal in solver.get_model() if literal > 0}


def engine(statement: Statement, kind: type) -> Callable[..., EngineResult]:
    """Return the function that solves puzzles of the class `kind` by CaDiCaL. `statement(puzzle)` returns the `Problem`
    that remains after deduction, or a `Settled`."""

    def cadical(puzzle: Any, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> EngineResult:
        """Solve a puzzle by CaDiCaL: write the problem that remains after deduction as clauses. Return an
        `EngineResult`; see there for the parameters.

        Raises
        ------
        PuzzleError
            If an argument is not valid: `workers` must be 1, because CaDiCaL has one thread.
        """
        check_kind(puzzle, kind)
        check_request(limit, time_limit, workers, threads=1)
        watch = Stopwatch()
        with at_rest():
            stated = statement(puzzle)
        if isinstance(stated, Settled):  # no solver and no thread are needed
            return one_by_one(lambda: stated, lambda left: ("unknown", None), limit, time_limit, watch)
        return answer(partial(state, stated), limit, time_limit=time_limit, workers=workers, watch=watch)

    return cadical


def state(problem: Problem | Settled, solver: SatSolver) -> Stated:
    """Add the clauses of a problem to an empty solver, and return the functions (read, forbid) that `answer` needs."""
    if isinstance(problem, Settled):
        return problem
    counter = CardinalityEncoder(solver, problem.size)
    solver.append_formula(all_clauses(problem, counter))
    fewest = Fewest(counter, [item + 1 for item in problem.minimised])

    def read(true: set[int] | None) -> Any:
        if true is None:
            return None
        ones = [item for item in range(problem.size) if item + 1 in true]
        found = list(problem.violated(ones)) if problem.violated else []
        for constraint in found:
            solver.append_formula(clauses(constraint, counter))
        return problem.decode(ones) if not found and fewest.are_met(true) else None

    def forbid(true: set[int]) -> None:
        some, all_ = problem.clause(literal - 1 for literal in sorted(true))
        solver.add_clause([*(item + 1 for item in some), *(-item - 1 for item in all_)])

    return Filled(read, forbid)


class Fewest:
    """Minimisation of the number of true literals. After each candidate, the solver looks for a candidate with fewer
    true literals, until it proves that there is none.

    Parameters
    ----------
    counter
        The CardinalityEncoder, which adds variables that count true literals.
    literals
        The literals to count; empty if nothing is minimised.
    """

    def __init__(self, counter: CardinalityEncoder, literals: Sequence[int]):
        self._counter, self._literals = counter, literals
        self._more: list[int] = []  # the literal at place k is true if more than k of the literals are
        self._best: int | None = None

    def are_met(self, true: Collection[int]) -> bool:
        """Return whether the candidate with the true literals `true` is proved to be optimal. If it is not, the solver
        will look for a candidate in which fewer of the counted literals are true."""
        count = sum(literal in true for literal in self._literals)
        if self._literals and count != self._best:
            solver, self._best = self._counter.solver, count
            self._more = self._more or self._counter.at_least(self._literals, count)
            if count < len(self._more):
                solver.add_clause([-self._more[count]])  # no more than in this candidate
            solver.wishes = [-self._more[count - 1]] if count else []
            return not count
        return True
