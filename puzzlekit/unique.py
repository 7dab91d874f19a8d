"""One solution, some solutions, the only solution: for the model of any puzzle.

After each solution a no-good row forbids it and the model is solved again, until SCIP proves that there is
no other. Every answer passes through the room's checker, which knows nothing of models.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

from puzzlekit import scip
from puzzlekit.clock import Stopwatch, checked_limit
from puzzlekit.errors import (
    NoSolution,
    TimeLimitReached,
    Unbounded,
    Unsuited,
    WrongAnswer,
    expect,
    one_of,
    whole,
)
from puzzlekit.grid import Violation
from puzzlekit.scip import BuiltModel, Result
from puzzlekit.scip.hold import held

Build = Callable[[Any], BuiltModel]
Checker = Callable[[Any, Any], Sequence[Violation]]


def choose(puzzle: Any, formulations: Mapping[str, Build], formulation: str | None = None) -> BuiltModel:
    """The puzzle's model in this formulation, or in the first one that takes the puzzle.

    Raises
    ------
    PuzzleError
        If no formulation has that name; Unsuited if it does not take the puzzle.
    """
    if formulation is not None:
        return formulations[one_of(formulation, formulations, "formulation")](puzzle)
    refusals = []
    for build in formulations.values():
        try:
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
            limit = f"the limit of {time_limit} s was reached before an answer was proved"
            raise TimeLimitReached(result.told if time_limit is None else limit)
        yield built.read(result.values), result
        if not built.decisions:
            return  # nothing was left to decide, so there is no other
        with held(built.model):
            if not objective_fixed:
                _keep_optimal(built, result)
                objective_fixed = True
            built.keep(result.cuts)
            built.forbid(result.values)


def _keep_optimal(built: BuiltModel, result: Result) -> None:
    """Later solutions must be as good as the first, where the objective counts."""
    if built.first or result.primal is None or not built.model.getObjective().terms:
        return
    objective, minimise = built.model.getObjective(), built.model.getObjectiveSense() == "minimize"
    best = result.primal - built.model.getObjoffset()
    built.model.addCons(objective <= best if minimise else objective >= best, name="optimal")


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
    found: dict[Hashable, None] = {}
    try:
        for solution, _ in boards(built, time_limit=time_limit):
            found[checked(puzzle, solution, violations)] = None
            if len(found) == limit:
                break
    except TimeLimitReached as reached:
        raise TimeLimitReached(str(reached), sorted(found, key=str)) from None
    finally:
        built.free()
    return sorted(found, key=str)


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
