"""The room's questions, answered by the shared modules."""

from collections.abc import Mapping

from puzzlekit import explain, unique
from puzzlekit.circuit import network_flow, shortest_path, spanning_tree
from puzzlekit.circuit.cadical import cadical
from puzzlekit.circuit.cp_sat import cp_sat
from puzzlekit.circuit.puzzle import Puzzle, Solution
from puzzlekit.circuit.rules import violations
from puzzlekit.grid import Candidates

FORMULATIONS: Mapping[str, unique.Build] = {
    "spanning_tree_fast": spanning_tree.build_fast,
    "spanning_tree": spanning_tree.build,
    "network_flow": network_flow.build,
    "shortest_path_fast": shortest_path.build_fast,
    "shortest_path": shortest_path.build,
}
PEERS = {"cp_sat": cp_sat, "cadical": cadical}


def solve(puzzle: Puzzle, formulation: str | None = None, *, time_limit: float | None = None) -> Solution:
    """A solution. Raises NoSolution (proved), TimeLimitReached, or Unsuited if the formulation does not take it."""
    return unique.solve(puzzle, FORMULATIONS, violations, formulation=formulation, time_limit=time_limit)


def solutions(
    puzzle: Puzzle, limit: int = 2, formulation: str | None = None, *, time_limit: float | None = None
) -> list[Solution]:
    """At most `limit` distinct solutions, sorted by their pictures; with endpoints, only those with a shortest path.

    Raises TimeLimitReached.
    """
    return unique.solutions(
        puzzle, FORMULATIONS, violations, limit=limit, formulation=formulation, time_limit=time_limit
    )


def is_unique(puzzle: Puzzle, formulation: str | None = None, *, time_limit: float | None = None) -> bool:
    """Whether there is exactly one solution, proved either way. Raises NoSolution or TimeLimitReached."""
    return unique.is_unique(puzzle, FORMULATIONS, violations, formulation=formulation, time_limit=time_limit)


def next_step(puzzle: Puzzle, candidates: Candidates | None = None) -> explain.Explained | None:
    """The easiest step from here with its proof, None if nothing is left to explain. See `explain.next_step`."""
    return explain.asked(puzzle, FORMULATIONS, explain.next_step, candidates)


def explanation(puzzle: Puzzle) -> explain.Explanation:
    """The whole solution as steps with proofs. See `explain.explanation`."""
    return explain.asked(puzzle, FORMULATIONS, explain.explanation)


def difficulty(puzzle: Puzzle) -> explain.Rating:
    """How hard the hardest step is. See `explain.difficulty`."""
    return explain.asked(puzzle, FORMULATIONS, explain.difficulty)
