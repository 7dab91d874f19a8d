"""The room's questions, answered by the shared modules."""

from collections.abc import Mapping

from puzzlekit import explain, unique
from puzzlekit.grid import Candidates
from puzzlekit.hashi import bfs, cut_set, network_flow
from puzzlekit.hashi.cadical import cadical
from puzzlekit.hashi.cp_sat import cp_sat
from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.hashi.rules import violations

FORMULATIONS: Mapping[str, unique.Build] = {
    "cut_set_fast": cut_set.build_fast,
    "cut_set": cut_set.build,
    "network_flow": network_flow.build,
    "bfs": bfs.build,
}
PEERS = {"cp_sat": cp_sat, "cadical": cadical}


def solve(puzzle: Puzzle, formulation: str | None = None, *, time_limit: float | None = None) -> Solution:
    """A solution. Raises NoSolution (proved), TimeLimitReached, or Unsuited if the formulation does not take it."""
    return unique.solve(puzzle, FORMULATIONS, violations, formulation=formulation, time_limit=time_limit)


def solutions(
    puzzle: Puzzle, limit: int = 2, formulation: str | None = None, *, time_limit: float | None = None
) -> list[Solution]:
    """At most `limit` distinct solutions, sorted by their pictures. Raises TimeLimitReached."""
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
