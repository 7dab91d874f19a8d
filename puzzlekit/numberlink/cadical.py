"""The engine of Numberlink with CaDiCaL, and a faster search if cells may stay empty and paths may touch themselves."""

from collections.abc import Set
from dataclasses import replace
from typing import Any

from puzzlekit.core.errors import check_kind
from puzzlekit.core.grid import Edge
from puzzlekit.engines import EngineResult, cadical
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.numberlink.statement import problem_for_cadical, tight_paths

every = cadical.engine(problem_for_cadical, Puzzle)
tight = cadical.engine(tight_paths, Puzzle)


def answer(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> EngineResult:
    """Solve a puzzle by CaDiCaL without deduction, and return an `EngineResult`.

    If cells may stay empty and paths may touch themselves, and at most two solutions are wanted, only tight paths are
    searched for: see `_corners` of `statement`. If there is only one solution with tight paths, replacements turn every
    other solution into it. Therefore, `with_detour` looks for a second solution by reversing one replacement.

    Raises
    ------
    PuzzleError
        If `workers` is not 1, because CaDiCaL has one thread.
    """
    check_kind(puzzle, Puzzle)
    if puzzle.cover or not puzzle.touch or limit > 2:
        return every(puzzle, limit, time_limit=time_limit, workers=workers)
    bare = tight(puzzle, limit, time_limit=time_limit, workers=workers)
    if len(bare.solutions) == 1 < limit and (other := with_detour(*bare.solutions)):
        return replace(bare, solutions=(*bare.solutions, other), status="solved")
    return bare


def with_detour(solution: Solution) -> Solution | None:
    """Replace one line, or two successive lines, of the solution by a path through empty cells. Return the new
    solution, or None if there is no such path."""
    at = {cell: [line for line in around if line in solution.drawn] for cell, around in solution.puzzle.at.items()}
    empty = {cell for cell, lines in at.items() if not lines}
    for old in (*([line] for line in sorted(solution.drawn)), *(lines for lines in at.values() if len(lines) == 2)):
        cells = [end for line in old for end in (line.a, line.b)]
        start, goal = (cell for cell in cells if cells.count(cell) == 1)
        if new := _through(solution.puzzle, empty, start, goal):
            return Solution.of(solution.puzzle, solution.drawn.difference(old).union(new))
    return None


def _through(puzzle: Puzzle, empty: Set[Any], start: Any, goal: Any) -> list[Edge]:
    """Return the lines of a path from start to goal through one or more empty cells, or [] if there is none."""
    to, waiting = dict[Any, list[Edge]]({start: []}), [start]  # a path to each cell that is reached
    while waiting:
        cell = waiting.pop()
        for line in puzzle.at[cell]:
            if (other := line.other(cell)) == goal and to[cell]:
                return [*to[cell], line]
            if other in empty and other not in to:
                to[other] = [*to[cell], line]
                waiting.append(other)
    return []
