"""The SAT solver CaDiCaL as a third engine: one solution after another, for any clauses."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, partial
from itertools import combinations, product
from operator import mul
from typing import Any

from puzzlekit.engines.problem import Constraint, Problem, Settled, Statement
from puzzlekit.engines.rounds import EngineResult, Filled, Stated, check_request, one_by_one
from puzzlekit.engines.sat import SatSolver
from puzzlekit.errors import UnsupportedPuzzle, validate_args


def answer(build: Callable[[SatSolver], Stated], limit: int, *, time_limit: float | None, workers: int) -> EngineResult:
    """At most `limit` solutions of some clauses.

    Parameters
    ----------
    build
        `solver -> (read, forbid)`: fills an empty solver, for `one_by_one`. A candidate is the set of literals that are
        true.
    limit, time_limit, workers
        As of every engine, see `EngineResult`.

    Raises
    ------
    PuzzleError
        If `workers` is not 1: CaDiCaL has one thread.
    """
    check_request(limit, time_limit, workers, threads=1)
    with SatSolver() as solver:
        return solver.apart(partial(one_by_one, partial(build, solver), partial(_candidate, solver), limit, time_limit))


def _candidate(solver: SatSolver, left: float | None) -> tuple[str, Any]:
    told = solver.solve(left=left)
    if not told:
        return "unknown" if told is None else "infeasible", None
    return "solved", {literal for literal in solver.get_model() if literal > 0}


Clause = tuple[tuple[int, int], ...]  # places in a constraint, each with 1 or -1: the item there is 1, or 0
FEW = 8  # items of which all values are tried


def engine(statement: Statement, kind: type) -> Callable[..., EngineResult]:
    """The engine of a puzzle type for what this leaves open of its puzzles, which are of this kind."""

    @validate_args(kind)
    def cadical(puzzle: Any, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> EngineResult:
        """What deduction leaves open, as clauses; see `EngineResult` for what it answers.

        Raises
        ------
        PuzzleError
            If `workers` is not 1: CaDiCaL has one thread.
        """

        def build(solver: SatSolver) -> Stated:
            return state(statement(puzzle), solver)

        return answer(build, limit, time_limit=time_limit, workers=workers)

    return cadical


def state(problem: Problem | Settled, solver: SatSolver) -> Stated:
    """Fill an empty solver, for `answer`."""
    if isinstance(problem, Settled):
        return problem
    if problem.minimised:
        raise UnsupportedPuzzle("clauses do not tell how many items are 1, so as few as can be is nothing for them")
    solver.append_formula(_all_clauses(problem))

    def read(true: set[int]) -> Any:
        ones = [item for item in range(problem.size) if item + 1 in true]
        found = list(problem.violated(ones)) if problem.violated else []
        for constraint in found:
            solver.append_formula(_clauses(constraint))
        return None if found else problem.decode(ones)

    def forbid(true: set[int]) -> None:
        some, all_ = problem.clause(literal - 1 for literal in sorted(true))
        solver.add_clause([*(item + 1 for item in some), *(-item - 1 for item in all_)])

    return Filled(read, forbid)


def _all_clauses(problem: Problem) -> Iterator[Sequence[int]]:
    """Of each constraint. An auxiliary item that no other one has is not stated, but what follows without it; and of
    two items of which exactly one of a group is 1 it is not said again that they are not both."""
    met, group = [0] * problem.size, [-1] * problem.size
    for number, (items, lower, upper, coefficients) in enumerate(problem.constraints):
        is_group = coefficients is None and lower == upper == 1
        for item in items:
            met[item] += 1
            if is_group:
                group[item] = number
    lonely = {item for item in range(problem.deciding, problem.size) if met[item] == 1}
    for constraint in problem.constraints:
        items, lower, upper, coefficients = constraint
        if coefficients is None and lower is None and upper == 1:
            pairs = combinations(items, 2)
            yield from ((-a - 1, -b - 1) for a, b in pairs if group[a] != group[b] or group[a] < 0)
        elif coefficients is None or lonely:
            yield from _clauses(constraint, lonely)
        else:
            for clause in _of_shape(len(items), lower, upper, tuple(coefficients), ()):
                yield [sign * (items[place] + 1) for place, sign in clause]


def _clauses(constraint: Constraint, lonely: Collection[int] = ()) -> Iterator[Sequence[int]]:
    items, lower, upper, coefficients = constraint
    literals = [item + 1 for item in items]
    without = tuple(place for place, item in enumerate(items) if item in lonely) if lonely else ()
    if coefficients is None and not without:
        if lower is not None:
            yield from combinations(literals, max(len(literals) - lower + 1, 0))
        if upper is not None:
            yield from combinations([-literal for literal in literals], max(upper + 1, 0))
        return
    for clause in _of_shape(len(items), lower, upper, tuple(coefficients or ()), without):
        yield [sign * literals[place] for place, sign in clause]


@cache
def _of_shape(
    count: int, lower: int | None, upper: int | None, factors: tuple[int, ...], without: tuple[int, ...]
) -> tuple[Clause, ...]:
    """The clauses of a constraint, by places."""
    return tuple(_prime(count, lower, upper, factors or (1,) * count, without))


def _prime(
    count: int, lower: int | None, upper: int | None, factors: tuple[int, ...], without: tuple[int, ...]
) -> Iterator[Clause]:
    """The shortest clauses that follow from a constraint of few items: its prime implicates, without some places."""
    if count > FEW:
        raise ValueError(f"found a constraint of {count} items with coefficients, expected at most {FEW}")
    totals = ((values, sum(map(mul, factors, values))) for values in product((0, 1), repeat=count))
    right = [v for v, sum_ in totals if (lower is None or lower <= sum_) and (upper is None or sum_ <= upper)]
    found = list[set[tuple[int, int]]]()
    for size in range(count - len(without) + 1):
        for places in combinations([place for place in range(count) if place not in without], size):
            seen = {tuple(values[place] for place in places) for values in right}
            for values in product((0, 1), repeat=size):
                clause = {(place, -1 if value else 1) for place, value in zip(places, values, strict=True)}
                if values not in seen and not any(known <= clause for known in found):
                    found.append(clause)
                    yield tuple(clause)
