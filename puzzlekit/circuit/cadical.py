"""Third engine: circuit boards by the SAT solver CaDiCaL, with clauses for the cycles and parts that an answer has."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from puzzlekit.circuit.families import known_edges
from puzzlekit.circuit.graph import cut_off, cycles, squares
from puzzlekit.circuit.puzzle import DEGREES, Puzzle, Solution
from puzzlekit.circuit.rules import clashes
from puzzlekit.clock import Deadline
from puzzlekit.errors import Unsuited, takes
from puzzlekit.grid import Edge
from puzzlekit.peers import PeerResult, check_request
from puzzlekit.peers.cadical import answer
from puzzlekit.peers.rounds import Settled, Stated
from puzzlekit.peers.sat import SatSolver


@takes(Puzzle)
def cadical(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """The degrees as clauses, lonely pairs, and the edges that deduction settles; see `PeerResult` for what it answers.

    Raises
    ------
    Unsuited
        If the puzzle has endpoints: clauses minimise nothing.
    PuzzleError
        If `workers` is not 1: CaDiCaL has one thread.
    """
    check_request(limit, time_limit, workers, threads=1)
    if puzzle.endpoints:
        raise Unsuited("the SAT model takes no endpoints: it does not know how long a path is")
    return answer(lambda solver: _clauses(puzzle, solver), limit, time_limit=time_limit, workers=workers)


def _clauses(puzzle: Puzzle, solver: SatSolver) -> Stated:
    reason, known = known_edges(puzzle)
    if reason:
        return Settled(None)
    search = TreeSearch(puzzle, solver)
    for edge, drawn in known.items():
        solver.add_clause([search.number[edge] if drawn else -search.number[edge]])
    solver.append_formula(search.lonely_pairs())

    def read(true: set[int]) -> Solution | None:
        drawn = search.drawn(true)
        return None if search.learn_from(drawn) else Solution.of(puzzle, drawn)

    return read, lambda true: search.forbid(search.drawn(true))


class TreeSearch:
    """A SAT solver that knows the degrees of a lattice, and remembers each cycle and each part that it was shown."""

    def __init__(self, puzzle: Puzzle, solver: SatSolver):
        self.puzzle = puzzle
        self.number = {edge: index for index, edge in enumerate(puzzle.edges, start=1)}
        self.solver = solver
        solver.append_formula(self._degrees())
        solver.append_formula([-self.number[edge] for edge in square] for square in squares(puzzle))

    def tree(self, given: Iterable[Edge], deadline: Deadline) -> list[Edge] | None:
        """A tree with these edges, or None if there is none. Raises TimeLimitReached, between two answers."""
        assumed = [self.number[edge] for edge in given]
        while self.solver.solve(assumed):
            deadline.left()
            drawn = self.drawn(set(self.solver.get_model()))
            if not self.learn_from(drawn):
                return drawn
        return None

    def drawn(self, true: set[int]) -> list[Edge]:
        """The edges whose literals are true."""
        return [edge for edge, literal in self.number.items() if literal in true]

    def learn_from(self, drawn: list[Edge]) -> bool:
        """Forbid the cycles and the parts of what is no tree; False if it is one."""
        closed, apart = cycles(self.puzzle, drawn), list(cut_off(self.puzzle, drawn))
        for cycle in closed:
            self.solver.add_clause([-self.number[edge] for edge in cycle])
        for _, around, least in apart:
            literals = [self.number[edge] for edge in around]
            for spared in literals if least == 2 else [None]:  # two at least: one, whichever is left out
                self.solver.add_clause([literal for literal in literals if literal != spared])
        return bool(closed or apart)

    def forbid(self, drawn: Iterable[Edge]) -> None:
        """Find another tree from now on."""
        self.solver.add_clause([-self.number[edge] for edge in drawn])

    def lonely_pairs(self) -> Iterator[list[int]]:
        """Of two points that are joined one at least has another edge, if there are other points."""
        for edge in self.puzzle.edges if len(self.puzzle.points) > 2 else ():
            around = {other for point in (edge.a, edge.b) for other in self.puzzle.at[point]} - {edge}  # type: ignore[index]  # points
            yield [-self.number[edge], *(self.number[other] for other in sorted(around))]

    def _degrees(self) -> Iterator[list[int]]:
        """At each point, every choice of edges but those with one or three is forbidden."""
        if clashes(self.puzzle):
            yield []
        for around in self.puzzle.at.values():
            literals = [self.number[edge] for edge in around]
            for size in range(len(literals) + 1):
                for chosen in combinations(literals, size) if size not in DEGREES else ():
                    yield [-literal if literal in chosen else literal for literal in literals]
