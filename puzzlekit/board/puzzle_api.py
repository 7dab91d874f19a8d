"""The functions that every puzzle type offers, defined once."""

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
    """The public functions of a puzzle type, such as `solve`, as methods that call the shared modules.

    Each method raises PuzzleError if its argument is not a puzzle of the type.

    Parameters
    ----------
    kind
        The class `Puzzle` of the type.
    formulations
        The type's FORMULATIONS, {name: function that builds a model}, the fastest first.
    violations
        The type's rule checker, which checks every answer.
    engines
        The type's ENGINES, {name: solver}. CaDiCaL proves uniqueness if it is among them and is installed.
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
        """Return the interactive board of a puzzle, a `Board`. `solve` is your own function for the Solve button. If
        None, the package solves the puzzle."""
        from puzzlekit.board.board import Board  # imported here: loading widgets takes longer than solving a puzzle
        from puzzlekit.board.solver_queries import SolverQueries

        check_kind(puzzle, self._kind)
        play, pictures = (import_module(f"{self._package}.{name}") for name in ("play", "draw"))
        generator = f"{self._package}.generate"
        generate = import_module(generator).generate if find_spec(generator) else None
        queries = SolverQueries(play.ADAPTER, self.solve, self.some, self.formulations, generate)
        return Board(play.ADAPTER, puzzle, queries, pictures.draw, solve=solve)

    def solve(self, puzzle: Puzzle, formulation: str | None = None, *, time_limit: float | None = None) -> Solution:
        """Return a solution of the puzzle. `formulation` is a name in FORMULATIONS; if None, the fastest formulation
        that fits is used. The time limit is in seconds; None means no limit.

        Raises
        ------
        NoSolution
            If it is proved that the puzzle has no solution.
        TimeLimitReached
            If the time limit ends the search.
        UnsupportedPuzzle
            If no formulation fits the puzzle.
        """
        return _any(self.solutions(puzzle, 1, formulation, time_limit=time_limit))[0]

    def solutions(
        self, puzzle: Puzzle, limit: int = 2, formulation: str | None = None, *, time_limit: float | None = None
    ) -> list[Solution]:
        """Return at most `limit` distinct solutions, sorted by their text pictures. The list is empty if there is no
        solution. The other parameters are as in `solve`.

        If a puzzle requires a best board (such as a shortest path), only the best boards are solutions. Raises
        TimeLimitReached if the time limit ends the search, and UnsupportedPuzzle if no formulation fits.
        """
        check_kind(puzzle, self._kind)
        return enumeration.solutions(
            puzzle, self.formulations, self._violations, limit=limit, formulation=formulation, time_limit=time_limit
        )

    @property
    def judge(self) -> str:
        """Return the name of the solver that proves uniqueness: "CaDiCaL", or "SCIP" if CaDiCaL is not available."""
        return "CaDiCaL" if "cadical" in self._engines and find_spec("pysat") else "SCIP"

    def some(self, puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None) -> list[Solution]:
        """Return at most `limit` distinct solutions, found by the solver that `judge` names. Raises TimeLimitReached if
        the time limit ends the search."""
        check_kind(puzzle, self._kind)
        if self.judge == "SCIP":
            return self.solutions(puzzle, limit, time_limit=time_limit)
        answer = self._engines["cadical"](puzzle, limit, time_limit=time_limit)
        found = [enumeration.checked(puzzle, solution, self._violations) for solution in answer.solutions]
        if answer.status == "unknown":
            raise TimeLimitReached(str(reached(time_limit, "no answer proved")), found)
        return found

    def is_unique(self, puzzle: Puzzle, formulation: str | None = None, *, time_limit: float | None = None) -> bool:
        """Return whether the puzzle has exactly one solution. The proof comes from SCIP if a formulation is given,
        otherwise from the solver that `judge` names.

        Raises NoSolution if it is proved that there is no solution, and TimeLimitReached at the time limit.
        """
        if formulation is not None:
            return len(_any(self.solutions(puzzle, 2, formulation, time_limit=time_limit))) == 1
        return len(_any(self.some(puzzle, 2, time_limit=time_limit))) == 1

    def next_step(self, puzzle: Puzzle, candidates: Candidates | None = None) -> ReasonedStep | None:
        """Return the easiest step of reasoning from the clues and these candidates, or None if nothing is left to
        explain. Raises NoSolution if the step is a contradiction. See `reasoning.answers.next_step`."""
        check_kind(puzzle, self._kind)
        return answers.next_step(puzzle, candidates)

    def explanation(self, puzzle: Puzzle, *, time_limit: float | None = None) -> Explanation:
        """Return an Explanation: the solution of the puzzle step by step. See `reasoning.answers.explanation`."""
        check_kind(puzzle, self._kind)
        return answers.explanation(puzzle, time_limit=time_limit)

    def difficulty(self, puzzle: Puzzle, *, time_limit: float | None = None) -> float:
        """Return the difficulty of the puzzle, a number of 0 or more. See `reasoning.difficulty`."""
        check_kind(puzzle, self._kind)
        return difficulty(puzzle, time_limit=time_limit)


def _any(found: list[Solution]) -> list[Solution]:
    """Return the list of solutions unchanged. Raises NoSolution if it is empty."""
    if not found:
        raise NoSolution("proved infeasible: the puzzle has no solution")
    return found
