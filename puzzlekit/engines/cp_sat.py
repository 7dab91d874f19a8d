"""CP-SAT as an engine: the constraints are handed over as one text."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from puzzlekit import peers
from puzzlekit.engines.problem import Constraint, Problem, Settled, Statement
from puzzlekit.errors import takes
from puzzlekit.peers.cp_sat import TUNED, answer
from puzzlekit.peers.rounds import Statement as Stated

IN_ORDER: Mapping[str, Any] = {**TUNED, "search_branching": "FIXED_SEARCH"}
"""The same, and preferred items are tried first."""


def engine(statement: Statement, kind: type, settings: Mapping[str, Any] = TUNED) -> Callable[..., peers.PeerResult]:
    """The engine of a room for what this leaves open of its puzzles, which are of this kind."""

    @takes(kind)
    def cp_sat(puzzle: Any, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> peers.PeerResult:
        """What deduction leaves open, with the constraints that SCIP gets; see `PeerResult` for what it answers."""

        def build(model: Any) -> Stated | peers.rounds.Settled:
            return state(statement(puzzle), model)

        return answer(build, limit, time_limit=time_limit, workers=workers, settings=settings)

    return cp_sat


def state(problem: Problem | Settled, model: Any) -> Stated | peers.rounds.Settled:
    """Fill an empty CpModel, for `peers.cp_sat.answer`."""
    if isinstance(problem, Settled):
        return peers.rounds.Settled(problem.solution)
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

    return Stated(read, lambda solver: add([problem.another(ones_of(solver))]), complete=problem.violated is None)


def _text(problem: Problem) -> Iterator[str]:
    yield "variables { domain: [0, 1] }\n" * problem.size
    yield from map(_constraint, problem.constraints)
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
    return f"constraints {{ linear {{ vars: {numbers} coeffs: {factors} domain: [{low}, {high}] }} }}\n"
