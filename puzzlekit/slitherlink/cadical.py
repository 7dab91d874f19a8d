"""Third engine: Slitherlink by the SAT solver CaDiCaL, with a clause for each loop that cannot stay."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from puzzlekit.clock import Stopwatch
from puzzlekit.errors import takes
from puzzlekit.grid import Cell, Edge
from puzzlekit.peers import PeerResult, check_request
from puzzlekit.slitherlink.families import start
from puzzlekit.slitherlink.graph import loops, missed
from puzzlekit.slitherlink.puzzle import Puzzle, Solution


@takes(Puzzle)
def cadical(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """The clues and the degrees as clauses, and all that the fast build of SCIP begins with; see `PeerResult`.

    The time limit is looked at between two answers only: CaDiCaL cannot be interrupted from Python.

    Raises
    ------
    PuzzleError
        If `workers` is not 1: CaDiCaL has one thread.
    """
    check_request(limit, time_limit, workers, threads=1)
    watch = Stopwatch()
    search = LoopSearch(puzzle)
    search.begin()
    watch.lap()
    found: list[Solution] = []
    status = "unknown"
    while watch.left(time_limit) != 0.0:
        drawn = search.answer(puzzle.number)
        if drawn and search.learn_from(drawn, puzzle.number):
            continue
        if not found:
            watch.lap()
        if drawn:
            found.append(Solution.of(puzzle, drawn))
            search.forbid(drawn)
        if not drawn or len(found) == limit:
            status = "solved" if found else "infeasible"
            break
    search.close()
    return PeerResult(status, tuple(sorted(found, key=str)), *watch.seconds())


class LoopSearch:
    """A SAT solver that knows the points and the clues of a puzzle, and each loop that it was shown.

    Each clue can be taken away: it is asked for as an assumption. What was learnt stays right, whatever clues are asked
    for.
    """

    def __init__(self, puzzle: Puzzle):
        from pysat.solvers import Cadical195

        self.puzzle = puzzle
        self.edge = {edge: index for index, edge in enumerate(puzzle.edges, start=1)}
        self.clue = {cell: index for index, (cell, _) in enumerate(puzzle.clues, start=1 + len(self.edge))}
        self.solver = Cadical195(bootstrap_with=[*self._points(), *self._clues()])
        self.solver.add_clause(list(self.edge.values()))  # there is a loop

    def close(self) -> None:
        """Give the solver's memory back."""
        self.solver.delete()

    def begin(self) -> None:
        """Add what follows from all clues together; none of them can be taken away afterwards."""
        known = start(self.puzzle)
        self.solver.append_formula([[literal] for literal in self.clue.values()])
        self.solver.append_formula([[self.edge[edge] if one else -self.edge[edge]] for edge, one in known.sure.items()])
        self.solver.append_formula([[-self.edge[edge] for edge in loop] for loop in known.small])
        if known.refuted:
            self.solver.add_clause([])

    def loop(self, clues: Iterable[Cell]) -> list[Edge] | None:
        """A loop that meets these clues, or None if there is none."""
        number = {cell: self.puzzle.number[cell] for cell in clues}
        while drawn := self.answer(number):
            if not self.learn_from(drawn, number):
                return drawn
        return None

    def answer(self, clues: Iterable[Cell]) -> list[Edge]:
        """Edges that meet these clues, as one loop or several; none if there are none."""
        if not self.solver.solve(assumptions=[self.clue[cell] for cell in clues]):
            return []
        model = self.solver.get_model()
        return [edge for edge, index in self.edge.items() if model[index - 1] > 0]

    def learn_from(self, drawn: list[Edge], number: Mapping[Cell, int]) -> bool:
        """Forbid the loops of what is not one loop with these clues; False if it is."""
        closed = loops(drawn)
        for loop in closed:
            clause = [-self.edge[edge] for edge in loop]
            if cell := missed(self.puzzle, loop, number):
                self.solver.add_clause([*clause, -self.clue[cell]])
            elif len(closed) > 1:
                other = next(edge for edge in drawn if edge not in loop)
                self.solver.add_clause([*clause, -self.edge[other]])
        return len(closed) > 1

    def forbid(self, drawn: Iterable[Edge]) -> None:
        """Find another loop from now on: it lacks one of these edges."""
        self.solver.add_clause([-self.edge[edge] for edge in drawn])

    def _points(self) -> Iterator[list[int]]:
        """Two edges meet at a point or none."""
        for around in self.puzzle.at.values():
            own = [self.edge[edge] for edge in around]
            yield from ([-a, -b, -c] for a, b, c in combinations(own, 3))
            yield from ([-one, *(other for other in own if other != one)] for one in own)

    def _clues(self) -> Iterator[list[int]]:
        """Not more edges than the clue says among any of its four, and not fewer."""
        for cell, number in self.puzzle.clues:
            own, off = [self.edge[edge] for edge in self.puzzle.around[cell]], -self.clue[cell]
            yield from ([off, *(-edge for edge in chosen)] for chosen in combinations(own, number + 1))
            yield from ([off, *chosen] for chosen in combinations(own, 4 - number + 1))
