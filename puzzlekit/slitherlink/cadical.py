"""Third engine: Slitherlink by the SAT solver CaDiCaL, with a clause for each loop that cannot stay."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from puzzlekit.errors import takes
from puzzlekit.forest import loops
from puzzlekit.grid import Cell, Edge
from puzzlekit.peers import PeerResult
from puzzlekit.peers.cadical import Forbid, Read, answer
from puzzlekit.slitherlink.families import start
from puzzlekit.slitherlink.graph import missed
from puzzlekit.slitherlink.puzzle import Puzzle, Solution


@takes(Puzzle)
def cadical(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """The clues and the degrees as clauses, and all that the fast build of SCIP begins with; see `PeerResult`.

    Raises
    ------
    PuzzleError
        If `workers` is not 1: CaDiCaL has one thread.
    """
    return answer(lambda solver: _clauses(puzzle, solver), limit, time_limit=time_limit, workers=workers)


def _clauses(puzzle: Puzzle, solver: Any) -> tuple[Read, Forbid]:
    search = LoopSearch(puzzle, solver)
    search.begin()

    def read(true: set[int]) -> Solution | None:
        drawn = search.drawn(true)
        return None if search.learn_from(drawn, puzzle.number) else Solution.of(puzzle, drawn)

    return read, lambda true: search.forbid(search.drawn(true))


class LoopSearch:
    """A SAT solver that knows the points and the clues of a puzzle, and each loop that it was shown.

    Each clue can be taken away: it is asked for as an assumption. What was learnt stays right, whatever clues are asked
    for.
    """

    def __init__(self, puzzle: Puzzle, solver: Any):
        self.puzzle = puzzle
        self.edge = {edge: index for index, edge in enumerate(puzzle.edges, start=1)}
        self.clue = {cell: index for index, (cell, _) in enumerate(puzzle.clues, start=1 + len(self.edge))}
        self.solver = solver
        solver.append_formula([*self._points(), *self._clues()])
        solver.add_clause(list(self.edge.values()))  # there is a loop

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
        assumed = [self.clue[cell] for cell in number]
        while self.solver.solve(assumptions=assumed):
            drawn = self.drawn(set(self.solver.get_model()))
            if not self.learn_from(drawn, number):
                return drawn
        return None

    def drawn(self, true: set[int]) -> list[Edge]:
        """The edges whose literals are true."""
        return [edge for edge, literal in self.edge.items() if literal in true]

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
