"""The functions that every puzzle type offers, stated once."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Generic, TypeVar

from puzzlekit.core.clock import reached
from puzzlekit.core.errors import NoSolution, TimeLimitReached, check_kind
from puzzlekit.core.grid import Candidates, Violation
from puzzlekit.engines import EngineResult
from puzzlekit.reasoning import answers
from puzzlekit.reasoning.difficulty import difficulty
from puzzlekit.reasoning.steps import Explanation, ReasonedStep
from puzzlekit.scip import enumeration

if TYPE_CHECKING:
    from puzzlekit.board import Board

Puzzle = TypeVar("Puzzle")
Solution = TypeVar("Solution")


class PuzzleAPI(Generic[Puzzle, Solution]):
    """The functions `solve` and so on of a puzzle type, as methods that call the shared modules.

    Each method raises PuzzleError if its argument is not a puzzle of the type.

    Parameters
    ----------
    kind
        The class `Puzzle` of the type.
    formulations
        The type's FORMULATIONS: name -> build, the fastest first.
    violations
        The type's checker, which judges every answer.
    engines
        The type's ENGINES. CaDiCaL proves uniqueness if the puzzle type and the installation have it.
    """

    def __init__(
        self,
        kind: type[Puzzle],
        formulations: Mapping[str, enumeration.Build],
        violations: Callable[[Puzzle, Solution], Sequence[Violation]],
        engines: Mapping[str, Callable[..., EngineResult]] | None = None,
    ):
        self.formulations, self._engines = formulations, engines or {}
        self._kind, self._violations = kind, violations
        self._package, _, _ = kind.__module__.rpartition(".")

    def board(self, puzzle: Puzzle, *, solve: Callable[[Puzzle], Solution] | None = None) -> "Board":
        """Return the interactive board of a puzzle; `solve` is your own function for its Solve button. See `Board`."""
        from puzzlekit.board.board import Board  # loading widgets and pictures takes longer than solving many a puzzle
        from puzzlekit.board.solver_queries import SolverQueries

        check_kind(puzzle, self._kind)
        play, pictures = (import_module(f"{self._package}.{name}") for name in ("play", "draw"))
        queries = SolverQueries(play.ADAPTER, self.solve, self.some, self.formulations)
        return Board(play.ADAPTER, puzzle, queries, pictures.draw, solve=solve)

    def solve(self, puzzle: Puzzle, formulation: str | None = None, *, time_limit: float | None = None) -> Solution:
        """Return a solution. Raises NoSolution (proved), TimeLimitReached and UnsupportedPuzzle (no such model)."""
        return _any(self.solutions(puzzle, 1, formulation, time_limit=time_limit))[0]

    def solutions(
        self, puzzle: Puzzle, limit: int = 2, formulation: str | None = None, *, time_limit: float | None = None
    ) -> list[Solution]:
        """Return at most `limit` distinct solutions, sorted by their pictures. Raises TimeLimitReached.

        Where a puzzle asks for the best board (a shortest path), only the best ones are solutions.
        """
        check_kind(puzzle, self._kind)
        return enumeration.solutions(
            puzzle, self.formulations, self._violations, limit=limit, formulation=formulation, time_limit=time_limit
        )

    @property
    def judge(self) -> str:
        """Name the solver that says whether a solution is the only one: "CaDiCaL", or "SCIP" where it is missing."""
        return "CaDiCaL" if "cadical" in self._engines and find_spec("pysat") else "SCIP"

    def some(self, puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None) -> list[Solution]:
        """Return at most `limit` distinct solutions, as `solutions` does, of the `judge`. Raises TimeLimitReached."""
        check_kind(puzzle, self._kind)
        if self.judge == "SCIP":
            return self.solutions(puzzle, limit, time_limit=time_limit)
        answer = self._engines["cadical"](puzzle, limit, time_limit=time_limit)
        found = [enumeration.checked(puzzle, solution, self._violations) for solution in answer.solutions]
        if answer.status == "unknown":
            raise TimeLimitReached(str(reached(time_limit, "no answer proved")), found)
        return found

    def is_unique(self, puzzle: Puzzle, formulation: str | None = None, *, time_limit: float | None = None) -> bool:
        """Return whether there is exactly one solution, proved by the `judge`, or with a formulation by SCIP.

        Raises NoSolution (proved) or TimeLimitReached.
        """
        if formulation is not None:
            return len(_any(self.solutions(puzzle, 2, formulation, time_limit=time_limit))) == 1
        return len(_any(self.some(puzzle, 2, time_limit=time_limit))) == 1

    def next_step(self, puzzle: Puzzle, candidates: Candidates | None = None) -> ReasonedStep | None:
        """Return the easiest step from here, None if nothing is left to explain. See `reasoning.answers.next_step`."""
        check_kind(puzzle, self._kind)
        return answers.next_step(puzzle, candidates)

    def explanation(self, puzzle: Puzzle, *, time_limit: float | None = None) -> Explanation:
        """Return the whole solution step by step. See `reasoning.answers.explanation`."""
        check_kind(puzzle, self._kind)
        return answers.explanation(puzzle, time_limit=time_limit)

    def difficulty(self, puzzle: Puzzle, *, time_limit: float | None = None) -> float:
        """Return how hard the puzzle is, from 0 on. See `reasoning.difficulty`."""
        check_kind(puzzle, self._kind)
        return difficulty(puzzle, time_limit=time_limit)


def _any(found: list[Solution]) -> list[Solution]:
    """Return these solutions. Raises NoSolution if there is none."""
    if not found:
        raise NoSolution("proved infeasible: the puzzle has no solution")
    return found
