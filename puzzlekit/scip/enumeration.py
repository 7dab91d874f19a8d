"""Enumeration of one or several solutions of any puzzle's model.

A no-good cut forbids each solution found, until SCIP proves that there is no other solution. If several solutions are
requested, one search finds them: a lazy family adds the no-good cuts, and SCIP continues with the same search tree. The
function `solutions` checks every solution by the puzzle's rule checker, which uses no model.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from puzzlekit.core.clock import Stopwatch, checked_limit, reached
from puzzlekit.core.collector import at_rest
from puzzlekit.core.errors import (
    InvalidSolution,
    TimeLimitReached,
    Unbounded,
    UnsupportedPuzzle,
    expect,
    validate_choice,
    validate_int,
)
from puzzlekit.core.grid import Violation
from puzzlekit.scip.constraints import LinearConstraint, as_linear_constraint, is_broken, keys
from puzzlekit.scip.handler import TOLERANCE, LazyFamily
from puzzlekit.scip.locking import locked
from puzzlekit.scip.model import BuiltModel
from puzzlekit.scip.result import Result
from puzzlekit.scip.solver import solve

Build = Callable[[Any], BuiltModel]
Checker = Callable[[Any, Any], Sequence[Violation]]


def build_model(puzzle: Any, formulations: Mapping[str, Build], formulation: str | None = None) -> BuiltModel:
    """Build and return the puzzle's model in the formulation named `formulation`; by default, in the first formulation
    that supports the puzzle. `formulations` is {name: build function}.

    Raises
    ------
    PuzzleError
        If there is no formulation of this name.
    UnsupportedPuzzle
        If no formulation supports the puzzle.
    """
    if formulation is not None:
        formulations = {formulation: formulations[validate_choice(formulation, formulations, "formulation")]}
    refusals = []
    for build in formulations.values():
        try:
            with at_rest():
                return build(puzzle)
        except UnsupportedPuzzle as refusal:
            refusals.append(str(refusal))
    raise UnsupportedPuzzle("; ".join(refusals))


def enumerate_solutions(built: BuiltModel, *, time_limit: float | None = None) -> Iterator[tuple[Any, Result]]:
    """Yield pairs `(solution, result)` until there is no other solution. The solutions are distinct, but are not
    checked against the puzzle's rules.

    If the model has an objective (see `BuiltModel.has_objective`), only optimal solutions are yielded.

    Raises
    ------
    TimeLimitReached
        If the search ends before it is proved that there is no other solution. The error's `result` is empty, because
        the caller already has the yielded solutions.
    Unbounded
        If the model has an objective that can be improved without limit.
    PuzzleError
        At once, if `built` is not a BuiltModel.
    """
    expect(built, BuiltModel, "a built model")
    return _boards(built, time_limit)


def _boards(built: BuiltModel, time_limit: float | None) -> Generator[tuple[Any, Result], None, None]:
    watch = Stopwatch()
    objective_fixed = False
    while True:
        result = solve(built, time_limit=watch.remaining(time_limit))
        if result.status == "infeasible":
            return
        if result.status == "unbounded":
            raise Unbounded(f"the model is {result.status_text}")
        if result.status == "unknown":
            raise TimeLimitReached(_reached(result, time_limit))
        yield built.decode(result.values), result
        if not built.decisions:
            return  # nothing was left to decide, so there is no other solution
        with locked(built.model):
            if not objective_fixed:
                _keep_optimal(built, result)
                objective_fixed = True
            built.add_cuts(result.cuts)
            built.forbid(result.values)


def _reached(result: Result, time_limit: float | None) -> str:
    ended_by_time = time_limit is not None and result.objective_limit is None
    return str(reached(time_limit, "no answer proved")) if ended_by_time else result.status_text


def _keep_optimal(built: BuiltModel, result: Result) -> None:
    """If the model has an objective, add a constraint that requires later solutions to be as good as the first one."""
    if result.primal is None or not built.has_objective:
        return
    objective, minimise = built.model.getObjective(), built.model.getObjectiveSense() == "minimize"
    best = result.primal - built.model.getObjoffset()
    built.model.addCons(objective <= best if minimise else objective >= best, name="optimal")


@dataclass(frozen=True)
class EnumerationResult:
    """The result of a search for several solutions.

    Attributes
    ----------
    status
        "solved" if the search found as many solutions as requested, "infeasible" if it is proved that there are no
        others, and "unknown" if a limit was reached.
    solutions
        The solutions in the order in which they were found. Some of them may not have been checked against the rules.
    first_seconds
        Seconds until the first solution, or until the end of the search if there is none.
    nodes, cuts
        The numbers of SCIP's nodes and of the constraints that lazy families added.
    status_text
        The reason for the status "unknown".
    """

    status: str
    solutions: tuple[Any, ...]
    first_seconds: float
    nodes: int = 0
    cuts: int = 0
    status_text: str = ""


def several(
    puzzle: Any, built: BuiltModel, violations: Checker, limit: int, *, time_limit: float | None = None
) -> EnumerationResult:
    """Search for at most `limit` distinct solutions, and return an EnumerationResult. If the model has an objective
    (see `BuiltModel.has_objective`), only optimal solutions are found.

    Raises
    ------
    Unbounded
        If the model has an objective that can be improved without limit.
    """
    one_search = validate_int(limit, "limit", 1) > 1 and built.decisions and not built.has_objective
    if one_search:
        return _in_one_search(puzzle, built, violations, limit, time_limit)
    return _one_by_one(built, limit, time_limit)


def _one_by_one(built: BuiltModel, limit: int, time_limit: float | None) -> EnumerationResult:
    watch, found, nodes, cuts, first = Stopwatch(), dict[Any, None](), 0, 0, 0.0
    status, told = "infeasible", ""
    try:
        with closing(_boards(built, time_limit)) as boards:  # an interrupt is lost in a generator that Python closes
            for solution, result in boards:
                found[solution] = None
                first = first or watch.elapsed
                nodes, cuts = nodes + result.nodes, cuts + len(result.cuts)
                if len(found) == limit:
                    status = "solved"
                    break
    except TimeLimitReached as error:
        status, told = "unknown", str(error)
    return EnumerationResult(status, tuple(found), first or watch.elapsed, nodes, cuts, told)


def _in_one_search(
    puzzle: Any, built: BuiltModel, violations: Checker, limit: int, time_limit: float | None
) -> EnumerationResult:
    """Find several solutions in a single search. When SCIP finds a solution, the solution is stored and cut off, so the
    search continues until `limit` solutions are found."""
    watch, found = Stopwatch(), dict[Any, float]()
    key_of, cut_off = keys(built.v), list[tuple[Any, LinearConstraint]]()

    def another_solution(puzzle: Any, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """Yield the no-good cuts that a candidate violates. If it violates none and is a solution, store it, and yield
        a no-good cut that forbids it. The last requested solution is not forbidden, so it ends the search.

        The rule checker decides whether the candidate is a solution, because SCIP may pass a candidate that violates
        the model's own constraints.
        """
        known = [(plain.index, row) for row, plain in cut_off if is_broken(plain, values, TOLERANCE)]
        solution = built.decode(values)
        if not known and len(found) < limit - 1 and not violations(puzzle, solution):
            found.setdefault(solution, watch.elapsed)
            row, place = built.no_good(values), len(cut_off)
            cut_off.append((row, as_linear_constraint(row, key_of, "another_solution", place)))
            known = [(place, row)]
        yield from known

    built.add((LazyFamily(another_solution, last=True),), puzzle)
    result = solve(built, time_limit=time_limit)
    if result.status == "unbounded":
        raise Unbounded(f"the model is {result.status_text}")
    if result.status == "solved":
        found[built.decode(result.values)] = watch.elapsed
    first = min(found.values(), default=watch.elapsed)
    return EnumerationResult(
        result.status, tuple(found), first, result.nodes, len(result.cuts), _reached(result, time_limit)
    )


def solutions(
    puzzle: Any,
    formulations: Mapping[str, Build],
    violations: Checker,
    *,
    limit: int = 2,
    formulation: str | None = None,
    time_limit: float | None = None,
) -> list[Any]:
    """Return at most `limit` distinct solutions, sorted by their text pictures; an empty list if there are none. See
    `build_model` for `formulations` and `formulation`.

    Raises
    ------
    TimeLimitReached
        If a limit ends the search before it has found `limit` solutions or proved that there are no others. The error's
        `result` has the solutions found so far.
    Unbounded
        If the model has an objective that can be improved without limit.
    InvalidSolution
        If a solution violates a rule.
    """
    limit = validate_int(limit, "limit", 1)
    checked_limit(time_limit)
    built = build_model(puzzle, formulations, formulation)
    try:
        found = several(puzzle, built, violations, limit, time_limit=time_limit)
    finally:
        built.free()
    in_order = sorted((checked(puzzle, solution, violations) for solution in found.solutions), key=str)
    if found.status == "unknown":
        raise TimeLimitReached(found.status_text, in_order)
    return in_order


def checked(puzzle: Any, solution: Any, violations: Checker) -> Any:
    """Return the solution unchanged. Raises InvalidSolution if it violates a rule."""
    if broken := violations(puzzle, solution):
        raise InvalidSolution(f"the solver's answer violates a rule: {broken[0]} ({broken[0].rule})\n{solution}")
    return solution
