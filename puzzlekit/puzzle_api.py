"""The questions that every puzzle type answers, stated once."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from puzzlekit import explain
from puzzlekit.errors import NoSolution, check_kind
from puzzlekit.grid import Candidates, Violation
from puzzlekit.scip import enumeration

Puzzle = TypeVar("Puzzle")
Solution = TypeVar("Solution")


class PuzzleAPI(Generic[Puzzle, Solution]):
    """What a puzzle type is asked, answered by the shared modules: its methods are the functions `solve` and so on.

    Each raises PuzzleError if it is asked about anything but a puzzle of its kind.

    Parameters
    ----------
    kind
        The `Puzzle`.
    formulations
        Its FORMULATIONS: name -> build, the fastest first.
    violations
        Its checker, which judges every answer.
    rated_by
        The formulation whose rules `difficulty` counts; without it, the first that explains.
    """

    def __init__(
        self,
        kind: type[Puzzle],
        formulations: Mapping[str, enumeration.Build],
        violations: Callable[[Puzzle, Solution], Sequence[Violation]],
        rated_by: str | None = None,
    ):
        self.formulations = formulations
        self._rating = {rated_by: formulations[rated_by]} if rated_by else formulations
        self._kind, self._violations = kind, violations

    def solve(self, puzzle: Puzzle, formulation: str | None = None, *, time_limit: float | None = None) -> Solution:
        """A solution. Raises NoSolution (proved), TimeLimitReached, UnsupportedPuzzle (not for this formulation)."""
        return self._some(puzzle, 1, formulation, time_limit)[0]

    def solutions(
        self, puzzle: Puzzle, limit: int = 2, formulation: str | None = None, *, time_limit: float | None = None
    ) -> list[Solution]:
        """At most `limit` distinct solutions, sorted by their pictures. Raises TimeLimitReached.

        Where a puzzle asks for the best board (a shortest path), only the best ones are solutions.
        """
        check_kind(puzzle, self._kind)
        return enumeration.solutions(
            puzzle, self.formulations, self._violations, limit=limit, formulation=formulation, time_limit=time_limit
        )

    def is_unique(self, puzzle: Puzzle, formulation: str | None = None, *, time_limit: float | None = None) -> bool:
        """Whether there is exactly one solution, proved either way. Raises NoSolution or TimeLimitReached."""
        return len(self._some(puzzle, 2, formulation, time_limit)) == 1

    def _some(self, puzzle: Puzzle, limit: int, formulation: str | None, time_limit: float | None) -> list[Solution]:
        found = self.solutions(puzzle, limit, formulation, time_limit=time_limit)
        if not found:
            raise NoSolution("proved infeasible: the puzzle has no solution")
        return found

    def next_step(self, puzzle: Puzzle, candidates: Candidates | None = None) -> explain.ExplainedStep | None:
        """The easiest step from here with its proof, None if nothing is left to explain. See `explain.next_step`."""
        check_kind(puzzle, self._kind)
        return explain.asked(puzzle, self.formulations, explain.next_step, candidates)

    def explanation(self, puzzle: Puzzle) -> explain.Explanation:
        """The whole solution as steps with proofs. See `explain.explanation`."""
        check_kind(puzzle, self._kind)
        return explain.asked(puzzle, self.formulations, explain.explanation)

    def difficulty(self, puzzle: Puzzle) -> int:
        """How hard the puzzle is, 0 where each step follows from one rule. See `explain.difficulty`."""
        check_kind(puzzle, self._kind)
        return explain.asked(puzzle, self._rating, explain.difficulty)
