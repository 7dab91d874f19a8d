"""Third engine: Hashi by the SAT solver CaDiCaL, through PySAT, which is imported when the peer is called."""

from collections.abc import Iterator, Mapping
from itertools import product

from puzzlekit.clock import Stopwatch
from puzzlekit.errors import takes
from puzzlekit.grid import Edge
from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.hashi.rules import components, leaving
from puzzlekit.peers import PeerResult, check_request

Literals = Mapping[tuple[Edge, int], int]


@takes(Puzzle)
def cadical(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """The model x[bridge, k] as clauses; each group of islands that is cut off adds one. See `PeerResult`.

    The time limit is looked at between two candidates only: CaDiCaL cannot be interrupted from Python.

    Raises
    ------
    PuzzleError
        If `workers` is not 1: CaDiCaL has one thread.
    """
    from pysat.solvers import Cadical195

    check_request(limit, time_limit, workers, threads=1)
    watch = Stopwatch()
    x = {key: index for index, key in enumerate(((e, k) for e in puzzle.bridges for k in (1, 2)), start=1)}
    found: list[Solution] = []
    with Cadical195(bootstrap_with=_clauses(puzzle, x)) as solver:
        watch.lap()
        while watch.left(time_limit) != 0.0:
            satisfiable = solver.solve()
            ones = {literal for literal in solver.get_model() if literal > 0} if satisfiable else set()
            drawn = {e: count for e in puzzle.bridges if (count := (x[e, 1] in ones) + (x[e, 2] in ones))}
            groups = components(puzzle, drawn)
            if satisfiable and len(groups) > 1:
                for group in groups:
                    solver.add_clause([x[e, 1] for e in leaving(puzzle, group)])
                continue
            if not found:
                watch.lap()
            status = "solved" if satisfiable or found else "infeasible"
            if satisfiable:
                found.append(Solution.of(puzzle, drawn))
                solver.add_clause([-literal if literal in ones else literal for literal in x.values()])
            if not satisfiable or len(found) == limit:
                break
        else:
            status = "unknown"
        return PeerResult(status, tuple(sorted(found, key=str)), *watch.seconds())


def _clauses(puzzle: Puzzle, x: Literals) -> Iterator[list[int]]:
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
