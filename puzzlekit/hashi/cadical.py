"""Third engine: Hashi by the SAT solver CaDiCaL."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from puzzlekit.errors import takes
from puzzlekit.grid import Edge
from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.hashi.rules import components, leaving
from puzzlekit.peers import PeerResult
from puzzlekit.peers.cadical import answer
from puzzlekit.peers.rounds import Forbid, Read

Literals = Mapping[tuple[Edge, int], int]


@takes(Puzzle)
def cadical(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """The model x[bridge, k] as clauses; each group of islands that is cut off adds one. See `PeerResult`.

    Raises
    ------
    PuzzleError
        If `workers` is not 1: CaDiCaL has one thread.
    """
    return answer(lambda solver: _clauses(puzzle, solver), limit, time_limit=time_limit, workers=workers)


def _clauses(puzzle: Puzzle, solver: Any) -> tuple[Read, Forbid]:
    x = {key: index for index, key in enumerate(((e, k) for e in puzzle.bridges for k in (1, 2)), start=1)}
    solver.append_formula(_bridges(puzzle, x))

    def read(true: set[int]) -> Solution | None:
        drawn = {e: count for e in puzzle.bridges if (count := (x[e, 1] in true) + (x[e, 2] in true))}
        groups = components(puzzle, drawn)
        if len(groups) == 1:
            return Solution.of(puzzle, drawn)
        for group in groups:
            solver.add_clause([x[e, 1] for e in leaving(puzzle, group)])
        return None

    def forbid(true: set[int]) -> None:
        solver.add_clause([-literal if literal in true else literal for literal in x.values()])

    return read, forbid


def _bridges(puzzle: Puzzle, x: Literals) -> Iterator[list[int]]:
    for e in puzzle.bridges:
        yield [-x[e, 2], x[e, 1]]
    for e, f in puzzle.crossings:
        yield [-x[e, 1], -x[f, 1]]
    for island, number in puzzle.islands:
        bridges = puzzle.bridges_at[island]
        for counts in product((0, 1, 2), repeat=len(bridges)):
            held = list(zip(bridges, counts, strict=True))
            if sum(counts) == number + 1:  # not so many or more
                yield [-x[e, count] for e, count in held if count]
            if sum(counts) == number - 1:  # not so few or fewer
                yield [x[e, count + 1] for e, count in held if count < 2]
        if 2 * len(bridges) < number:  # more than there is room for
            yield []
