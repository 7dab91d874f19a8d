"""Enumeration of one or several checked solutions, for the model of any puzzle.

A no-good cut forbids each solution found, until SCIP proves that there is no other solution. Several solutions take one
search: a lazy family adds the no-good cuts, and the search tree goes on. Every answer passes through the puzzle's rule
checker, which uses no model.
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
    """Build the puzzle's model in this formulation, or in the first formulation that supports the puzzle.

    Raises
    ------
    PuzzleError
        If no formulation has that name; UnsupportedPuzzle if none supports the puzzle.
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
    """Yield `(solution, result)` for one unchecked solution after another, until no other solution exists.

    If the model has an objective that counts, only optimal solutions are solutions.

    Raises
    ------
    TimeLimitReached
        The error's `result` is empty: the caller has the solutions that were yielded.
    Unbounded
        If the objective counts and can be improved without limit.
    PuzzleError
        At once, if `built` is not a built model.
    """
    expect(built, BuiltModel, "a model that was built")
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
            return  # nothing was left to decide, so there is no other
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
    """Require later solutions to be as good as the first one, if the objective counts."""
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
        The solutions in the order in which they were found. The last one is unchecked.
    first_seconds
        Seconds until the first solution, or until the end if there is none.
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
    """Find at most `limit` distinct solutions, only optimal ones if the model has an objective that counts.

    Raises
    ------
    Unbounded
        As in `enumerate_solutions`.
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
    """Find several solutions in one search: note each solution but the last and cut it off where SCIP finds it."""
    watch, found = Stopwatch(), dict[Any, float]()
    key_of, cut_off = keys(built.v), list[tuple[Any, LinearConstraint]]()

    def another_solution(puzzle: Any, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """Yield the no-good cuts that a candidate violates. Only the rule checker decides what a solution is: SCIP may
        show a candidate that violates one of its own constraints."""
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
    """Return at most `limit` distinct solutions, sorted by their pictures; an empty list if there are none.

    Raises
    ------
    TimeLimitReached
        With the solutions found until then as `result`.
    Unbounded
        As in `enumerate_solutions`.
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
    """Return the solution. Raises InvalidSolution if it violates a rule."""
    if broken := violations(puzzle, solution):
        raise InvalidSolution(f"the solver's answer violates a rule: {broken[0]} ({broken[0].rule})\n{solution}")
    return solution
