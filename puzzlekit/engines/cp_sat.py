"""Google OR-Tools' CP-SAT as an engine. The engine finds one solution after another of a model.

ortools is imported only when an engine is called: the import takes long, and a solve by SCIP does not need ortools.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from puzzlekit.core.clock import Stopwatch
from puzzlekit.core.collector import at_rest
from puzzlekit.core.errors import check_kind
from puzzlekit.core.interrupts import DeferInterrupts
from puzzlekit.engines.libraries import library
from puzzlekit.engines.problem import Constraint, Problem, Settled, Statement
from puzzlekit.engines.rounds import EngineResult, Filled, Forbid, Read, Stated, check_request, one_by_one
from puzzlekit.engines.solver_thread import in_thread

TUNED: Mapping[str, Any] = {
    "cp_model_presolve": False,
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
    "linearization_level": 0,
}
"""Parameters for models that deduction has made small. Most of these models are solved before CP-SAT's presolving would
end, and CP-SAT's LP takes more time than it saves (measured on our own puzzles, see data/results/)."""


def answer(
    build: Callable[[Any], Stated],
    limit: int,
    *,
    time_limit: float | None,
    workers: int,
    settings: Mapping[str, Any] | None = None,
) -> EngineResult:
    """Return an EngineResult with at most `limit` solutions of a model.

    Parameters
    ----------
    build
        Function that adds the constraints to an empty CpModel and returns (read, forbid), see `one_by_one`. A candidate
        is a CpSolver after its solve: `read` and `forbid` read the values of variables from the solver.
    limit, time_limit, workers
        See `EngineResult`.
    settings
        Values of CP-SAT's parameters that replace the defaults, such as `TUNED`.

    Raises
    ------
    PuzzleError
        If `limit`, `time_limit` or `workers` is not valid; MissingEngine if ortools is not installed.
    """
    with library("ortools"):
        from ortools.sat.python import cp_model

    check_request(limit, time_limit, workers)
    model = cp_model.CpModel()
    told = {cp_model.OPTIMAL: "solved", cp_model.INFEASIBLE: "infeasible"}

    def ask(left: float | None) -> tuple[str, Any]:
        solver = _solver(left, workers, settings)
        return told.get(_status(solver, model), "unknown"), solver

    watch = Stopwatch()
    with DeferInterrupts(), at_rest():  # while OR-Tools adds a constraint, it turns an interrupt into another exception
        stated = build(model)
    if isinstance(stated, Filled) and stated.complete and workers == 1 and limit > 1:
        return _in_one_search(model, stated.read, limit, time_limit, settings, watch)
    return one_by_one(lambda: stated, ask, limit, time_limit, watch)


def _in_one_search(
    model: Any,
    read: Read,
    limit: int,
    time_limit: float | None,
    settings: Mapping[str, Any] | None,
    watch: Stopwatch,
) -> EngineResult:
    """Return an EngineResult with at most `limit` solutions, all of which one search finds. The model must have all
    constraints from the start and no objective. CP-SAT supports such a search only with one worker."""
    from ortools.sat.python import cp_model

    found = set[Any]()
    watch.lap()

    class Note(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            if not found:
                watch.lap()
            found.add(read(self))
            if len(found) == limit:
                self.stop_search()

    solver = _solver(watch.remaining(time_limit), 1, settings)
    solver.parameters.enumerate_all_solutions = True
    status = _status(solver, model, Note())
    complete = len(found) == limit or status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    told = "unknown" if not complete else "solved" if found else "infeasible"
    return EngineResult(told, tuple(sorted(found, key=str)), *watch.seconds())


def _solver(left: float | None, workers: int, settings: Mapping[str, Any] | None) -> Any:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.max_time_in_seconds = math.inf if left is None else left
    for parameter, value in (settings or {}).items():
        setattr(solver.parameters, parameter, getattr(cp_model, value) if isinstance(value, str) else value)
    return solver


def _status(solver: Any, model: Any, *heard: Any) -> Any:
    """Solve a model and return CP-SAT's status. Ctrl-C stops the solve. CP-SAT's own handler of Ctrl-C is off, because
    this handler ends the whole process. `heard` is at most one callback, which CP-SAT calls with each solution."""
    from ortools.sat.python import cp_model

    solver.parameters.catch_sigint_signal = False
    status = in_thread(partial(solver.solve, model, *heard), solver.stop_search)
    if status == cp_model.MODEL_INVALID:
        raise ValueError(model.validate())
    return status


def stated_by(
    kind: type, settings: Mapping[str, Any] | None = None
) -> Callable[[Callable[[Any, Any], Stated]], Callable[..., EngineResult]]:
    """Return a decorator that turns a function into a CP-SAT engine for puzzles of the class `kind`.

    The decorated function gets (puzzle, model), adds the puzzle's constraints to the empty CpModel, and returns (read,
    forbid), see `answer`.
    """

    def decorate(fill: Callable[[Any, Any], Stated]) -> Callable[..., EngineResult]:
        def engine(puzzle: Any, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> EngineResult:
            stated = partial(fill, check_kind(puzzle, kind))
            return answer(stated, limit, time_limit=time_limit, workers=workers, settings=settings)

        engine.__name__, engine.__doc__ = fill.__name__, fill.__doc__
        return engine

    return decorate


def chosen(
    model: Any, x: Mapping[Any, Any], decode: Callable[[list[Any]], Any], fixed: Collection[Any] = ()
) -> tuple[Read, Forbid]:
    """Return (read, forbid), see `answer`, for a model whose solution is the set of items with the value 1.

    `x` is {item: literal}; `decode` converts the list of items with the value 1 to the solution. `forbid` requires that
    at least one of these items becomes 0, where `fixed` items do not count.
    """

    def ones(solver: Any) -> list[Any]:
        return [item for item, literal in x.items() if solver.boolean_value(literal)]

    def forbid(solver: Any) -> None:
        model.add_bool_or(~x[item] for item in ones(solver) if item not in fixed)

    return lambda solver: decode(ones(solver)), forbid


def valued(
    model: Any, x: Mapping[Any, Any], decode: Callable[[dict[Any, int]], Any], fixed: Collection[Any] = ()
) -> tuple[Read, Forbid]:
    """Return (read, forbid), see `answer`, for a model of whole numbers.

    `x` is {item: variable}; `decode` converts {item: value} to the solution. `forbid` requires that at least one item
    gets another value, where `fixed` items do not count.
    """

    def forbid(solver: Any) -> None:
        differs = {item: model.new_bool_var("") for item in x if item not in fixed}
        for item, literal in differs.items():
            model.add(x[item] != solver.value(x[item])).only_enforce_if(literal)
        model.add_bool_or(differs.values())

    return lambda solver: decode({item: solver.value(number) for item, number in x.items()}), forbid


IN_ORDER: Mapping[str, Any] = {**TUNED, "search_branching": "FIXED_SEARCH"}
"""The parameters `TUNED`, and a search that tries the preferred items first."""


def engine(statement: Statement, kind: type, settings: Mapping[str, Any] = TUNED) -> Callable[..., EngineResult]:
    """Return the function that solves puzzles of the class `kind` by CP-SAT. `statement(puzzle)` returns the `Problem`
    that remains after deduction, or a `Settled`. See `answer` for `settings`."""

    @stated_by(kind, settings)
    def cp_sat(puzzle: Any, model: Any) -> Stated:
        """Add to an empty CpModel the constraints of the problem that remains after deduction, the same as for SCIP.
        Return (read, forbid), see `answer`."""
        return state(statement(puzzle), model)

    return cp_sat


def state(problem: Problem | Settled, model: Any) -> Stated:
    """Add the constraints of a problem to an empty CpModel, and return the functions (read, forbid) that `answer`
    needs."""
    if isinstance(problem, Settled):
        return problem
    model.proto.merge_text_format("".join(_text(problem)))

    def add(constraints: Iterable[Constraint]) -> None:
        model.proto.merge_text_format("".join(map(_constraint, constraints)))

    def ones_of(solver: Any) -> list[int]:
        return [item for item, value in zip(range(problem.size), solver.response_proto.solution, strict=False) if value]

    def read(solver: Any) -> Any:
        ones = ones_of(solver)
        if problem.violated and (found := list(problem.violated(ones))):
            add(found)
            return None
        return problem.decode(ones)

    def forbid(solver: Any) -> None:
        if model.has_objective():  # this is the first solution; later solutions must have the same objective value
            model.clear_objective()
            add([Constraint(problem.minimised, None, round(solver.objective_value))])
        add([problem.another(ones_of(solver))])

    return Filled(read, forbid, complete=problem.violated is None and not problem.minimised)


def _text(problem: Problem) -> Iterator[str]:
    yield "variables { domain: [0, 1] }\n" * problem.size
    yield from map(_constraint, (*problem.constraints, *problem.redundant))
    if problem.minimised:
        yield f"objective {{ vars: {[*problem.minimised]} coeffs: {[1] * len(problem.minimised)} }}\n"
    if problem.preferred:
        yield f"solution_hint {{ vars: {[*problem.preferred]} values: {[1] * len(problem.preferred)} }}\n"
        chosen = "".join(f"exprs {{ vars: {item} coeffs: 1 }} " for item in problem.preferred)
        how = "variable_selection_strategy: CHOOSE_FIRST domain_reduction_strategy: SELECT_MAX_VALUE"
        yield f"search_strategy {{ {chosen}{how} }}\n"


def _constraint(constraint: Constraint) -> str:
    items, lower, upper, coefficients = constraint
    numbers = [*items]
    if coefficients is None:
        match lower, upper:
            case 1, 1:
                return f"constraints {{ exactly_one {{ literals: {numbers} }} }}\n"
            case None, 1:
                return f"constraints {{ at_most_one {{ literals: {numbers} }} }}\n"
            case 1, None:
                return f"constraints {{ bool_or {{ literals: {numbers} }} }}\n"
        if lower is None and upper == len(numbers) - 1:
            return f"constraints {{ bool_or {{ literals: {[-1 - item for item in numbers]} }} }}\n"
    factors = [1] * len(numbers) if coefficients is None else [*coefficients]
    low = sum(min(c, 0) for c in factors) if lower is None else lower
    high = sum(max(c, 0) for c in factors) if upper is None else upper
    if low > high:  # such as a sum of no items that must be 2; CP-SAT refuses an empty domain
        return "constraints { bool_or { literals: [] } }\n"
    return f"constraints {{ linear {{ vars: {numbers} coeffs: {factors} domain: [{low}, {high}] }} }}\n"
