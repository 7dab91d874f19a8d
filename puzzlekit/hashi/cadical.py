"""Third engine: Hashi by the SAT solver CaDiCaL."""

from collections.abc import Iterator, Mapping
from itertools import combinations

from puzzlekit.errors import takes
from puzzlekit.grid import Edge
from puzzlekit.hashi.families import Groups, Open
from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.peers import PeerResult
from puzzlekit.peers.cadical import answer
from puzzlekit.peers.rounds import Settled, Stated
from puzzlekit.peers.sat import SatSolver

Literals = Mapping[tuple[Edge, int], int]


@takes(Puzzle)
def cadical(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """What deduction leaves open of x[bridge, k], as clauses; each group that is cut off adds some. See `PeerResult`.

    Raises
    ------
    PuzzleError
        If `workers` is not 1: CaDiCaL has one thread.
    """
    return answer(lambda solver: _clauses(puzzle, solver), limit, time_limit=time_limit, workers=workers)


def _clauses(puzzle: Puzzle, solver: SatSolver) -> Stated:
    known = Open(puzzle)
    if known.refuted or known.board:
        return Settled(known.board)
    groups = Groups(known)
    x = {key: index for index, key in enumerate(known.keys, start=1)}
    solver.append_formula(_bridges(known, x))

    def read(true: set[int]) -> Solution | None:
        values = {key: int(literal in true) for key, literal in x.items()}
        apart = groups.apart({e for (e, _), value in values.items() if value})
        for _, keys, least in apart:
            solver.append_formula(_at_least(least, [x[key] for key in keys]))
        return None if apart else known.solution(values)

    def forbid(true: set[int]) -> None:
        solver.add_clause([-literal if literal in true else literal for literal in x.values()])

    return read, forbid


def _at_least(least: int, literals: list[int]) -> list[list[int]]:
    """One of these is true, or two: one, whichever is left out."""
    if least == 1 or not literals:
        return [literals]
    return [[literal for literal in literals if literal != spared] for spared in literals]


def _bridges(known: Open, x: Literals) -> Iterator[list[int]]:
    for e in known.seconds:
        yield [-x[e, 2], x[e, 1]]
    for e, f in known.crossings:
        yield [-x[e, 1], -x[f, 1]]
    for _, keys, number in known.lacking:
        literals = [x[key] for key in keys]
        for chosen in combinations(literals, number + 1):  # not so many or more
            yield [-literal for literal in chosen]
        for chosen in combinations(literals, len(literals) - number + 1):  # not so few or fewer
            yield list(chosen)
