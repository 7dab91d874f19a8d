"""One solution, some solutions, the only solution: for the model of any puzzle.

A no-good row forbids each solution that was found, until SCIP proves that there is no other. Where several are asked
for, that is one search: the row comes as those of a lazy family, and the tree goes on. Every answer passes through the
room's checker, which knows nothing of models.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from puzzlekit import lazy, scip
from puzzlekit.clock import Stopwatch, checked_limit, reached
from puzzlekit.collector import at_rest
from puzzlekit.errors import (
    NoSolution,
    TimeLimitReached,
    Unbounded,
    Unsuited,
    WrongAnswer,
    declared,
    expect,
    one_of,
    takes,
    whole,
)
from puzzlekit.grid import Violation
from puzzlekit.scip import BuiltModel, Result
from puzzlekit.scip.handler import TOLERANCE
from puzzlekit.scip.hold import held
from puzzlekit.scip.rows import Row, as_row, is_broken, keys

Build = Callable[[Any], BuiltModel]
Checker = Callable[[Any, Any], Sequence[Violation]]


@takes()
def choose(puzzle: Any, formulations: Mapping[str, Build], formulation: str | None = None) -> BuiltModel:
    """The puzzle's model in this formulation, or in the first one that takes the puzzle.

    Raises
    ------
    PuzzleError
        If no formulation has that name; Unsuited if it does not take the puzzle.
    """
    if formulation is not None:
        formulations = {formulation: formulations[one_of(formulation, formulations, "formulation")]}
    refusals = []
    for build in formulations.values():
        try:
            with at_rest():
                return build(puzzle)
        except Unsuited as refusal:
            refusals.append(str(refusal))
    raise Unsuited("; ".join(refusals))


def boards(built: BuiltModel, *, time_limit: float | None = None) -> Iterator[tuple[Any, Result]]:
    """Yield `(solution, result)` for one solution after another, unchecked; it ends when no other exists.

    If the model has an objective that counts, only optimal solutions are solutions.

    Raises
    ------
    TimeLimitReached
        `result` is empty: what was yielded is in the caller's hands.
    Unbounded
        If the objective counts and can be improved for ever.
    PuzzleError
        If `built` is no built model; at once.
    """
    expect(built, BuiltModel, "a model that was built")
    return _boards(built, time_limit)


def _boards(built: BuiltModel, time_limit: float | None) -> Iterator[tuple[Any, Result]]:
    watch = Stopwatch()
    objective_fixed = False
    while True:
        result = scip.solve(built, time_limit=watch.left(time_limit))
        if result.status == "infeasible":
            return
        if result.status == "unbounded":
            raise Unbounded(f"the model is {result.told}")
        if result.status == "unknown":
            raise TimeLimitReached(_reached(result, time_limit))
        yield built.read(result.values), result
        if not built.decisions:
            return  # nothing was left to decide, so there is no other
        with held(built.model):
            if not objective_fixed:
                _keep_optimal(built, result)
                objective_fixed = True
            built.keep(result.cuts)
            built.forbid(result.values)


def _reached(result: Result, time_limit: float | None) -> str:
    return result.told if time_limit is None else str(reached(time_limit, "no answer proved"))


def _keep_optimal(built: BuiltModel, result: Result) -> None:
    """Later solutions must be as good as the first, where the objective counts."""
    if result.primal is None or not built.counts:
        return
    objective, minimise = built.model.getObjective(), built.model.getObjectiveSense() == "minimize"
    best = result.primal - built.model.getObjoffset()
    built.model.addCons(objective <= best if minimise else objective >= best, name="optimal")


@dataclass(frozen=True)
class Found:
    """What a search for several solutions found.

    Attributes
    ----------
    status
        "solved" if there are as many as were asked for, "infeasible" if it is proved that there are no others, and
        "unknown" if a limit was reached.
    solutions
        In the order in which they came. The last one is unchecked.
    first_seconds
        Until the first one was there, or until the end where there is none.
    nodes, cuts
        SCIP's nodes, and the rows that lazy families added.
    told
        Why it is unknown.
    """

    status: str
    solutions: tuple[Any, ...]
    first_seconds: float
    nodes: int = 0
    cuts: int = 0
    told: str = ""


@takes()
def several(
    puzzle: Any, built: BuiltModel, violations: Checker, limit: int, *, time_limit: float | None = None
) -> Found:
    """At most `limit` distinct solutions; if the model has an objective that counts, optimal ones.

    Raises
    ------
    Unbounded
        As `boards`.
    """
    one_search = whole(limit, "limit", 1) > 1 and built.decisions and not built.counts
    if one_search:
        return _in_one_search(puzzle, built, violations, limit, time_limit)
    return _one_by_one(built, limit, time_limit)


def _one_by_one(built: BuiltModel, limit: int, time_limit: float | None) -> Found:
    watch, found, nodes, cuts, first = Stopwatch(), dict[Any, None](), 0, 0, 0.0
    status, told = "infeasible", ""
    try:
        for solution, result in boards(built, time_limit=time_limit):
            found[solution] = None
            first = first or watch.passed
            nodes, cuts = nodes + result.nodes, cuts + len(result.cuts)
            if len(found) == limit:
                status = "solved"
                break
    except TimeLimitReached as error:
        status, told = "unknown", str(error)
    return Found(status, tuple(found), first or watch.passed, nodes, cuts, told)


def _in_one_search(puzzle: Any, built: BuiltModel, violations: Checker, limit: int, time_limit: float | None) -> Found:
    """Solutions but the last one are cut off where SCIP meets them, and noted."""
    watch, found = Stopwatch(), dict[Any, float]()
    key_of, cut_off = keys(built.v), list[tuple[Any, Row]]()

    def another_solution(puzzle: Any, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """The checker alone says what a solution is: SCIP may show a candidate that breaks one of its own rows."""
        known = [(plain.place, row) for row, plain in cut_off if is_broken(plain, values, TOLERANCE)]
        solution = built.read(values)
        if not known and len(found) < limit - 1 and not violations(puzzle, solution):
            found.setdefault(solution, watch.passed)
            row, place = built.no_good(values), len(cut_off)
            cut_off.append((row, as_row(row, key_of, "another_solution", place)))
            known = [(place, row)]
        yield from known

    built.add((lazy.LazyFamily(another_solution, last=True),), puzzle)
    result = scip.solve(built, time_limit=time_limit)
    if result.status == "unbounded":
        raise Unbounded(f"the model is {result.told}")
    if result.status == "solved":
        found[built.read(result.values)] = watch.passed
    first = min(found.values(), default=watch.passed)
    return Found(result.status, tuple(found), first, result.nodes, len(result.cuts), _reached(result, time_limit))


@takes()
def solutions(
    puzzle: Any,
    formulations: Mapping[str, Build],
    violations: Checker,
    *,
    limit: int = 2,
    formulation: str | None = None,
    time_limit: float | None = None,
) -> list[Any]:
    """At most `limit` distinct solutions, sorted by their pictures; none of them if there is none.

    Raises
    ------
    TimeLimitReached
        With the solutions found until then as `result`.
    Unbounded
        As `boards`.
    WrongAnswer
        If a solution breaks a rule.
    """
    limit = whole(limit, "limit", 1)
    checked_limit(time_limit)
    built = choose(puzzle, formulations, formulation)
    try:
        found = several(puzzle, built, violations, limit, time_limit=time_limit)
    finally:
        built.free()
    in_order = sorted((checked(puzzle, solution, violations) for solution in found.solutions), key=str)
    if found.status == "unknown":
        raise TimeLimitReached(found.told, in_order)
    return in_order


@declared
def checked(puzzle: Any, solution: Any, violations: Checker) -> Any:
    """The solution itself, if it breaks no rule."""
    if broken := violations(puzzle, solution):
        raise WrongAnswer(f"the solver's answer breaks a rule: {broken[0]} ({broken[0].rule})\n{solution}")
    return solution


def solve(puzzle: Any, formulations: Mapping[str, Build], violations: Checker, **options: Any) -> Any:
    """A solution; options are `formulation` and `time_limit`. Raises NoSolution, or as `solutions`."""
    found = solutions(puzzle, formulations, violations, limit=1, **options)
    if not found:
        raise NoSolution("the puzzle has no solution: this is proved")
    return found[0]


def is_unique(puzzle: Any, formulations: Mapping[str, Build], violations: Checker, **options: Any) -> bool:
    """Whether there is exactly one solution, proved either way. Raises NoSolution, or as `solutions`."""
    found = solutions(puzzle, formulations, violations, limit=2, **options)
    if not found:
        raise NoSolution("the puzzle has no solution: this is proved")
    return len(found) == 1
