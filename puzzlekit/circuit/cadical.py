"""Third engine: circuit boards by the SAT solver CaDiCaL, with clauses for the cycles and parts that an answer has."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from puzzlekit.circuit.graph import border, cycles, parts
from puzzlekit.circuit.puzzle import DEGREES, Puzzle, Solution
from puzzlekit.circuit.rules import clashes
from puzzlekit.clock import Deadline, Stopwatch
from puzzlekit.errors import Unsuited, takes
from puzzlekit.grid import Edge
from puzzlekit.peers import PeerResult, check_request


@takes(Puzzle)
def cadical(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """The degrees as clauses; see `PeerResult` for what it answers.

    The time limit is looked at between two answers only: CaDiCaL cannot be interrupted from Python.

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
    watch = Stopwatch()
    search = TreeSearch(puzzle)
    watch.lap()
    found: list[Solution] = []
    status = "unknown"
    while watch.left(time_limit) != 0.0:
        drawn = search.answer(sorted(puzzle.given))
        if drawn and search.learn_from(drawn):
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


class TreeSearch:
    """A SAT solver that knows the degrees of a lattice, and remembers each cycle and each part that it was shown."""

    def __init__(self, puzzle: Puzzle):
        from pysat.solvers import Cadical195

        self.puzzle = puzzle
        self.number = {edge: index for index, edge in enumerate(puzzle.edges, start=1)}
        self.solver = Cadical195(bootstrap_with=self._degrees())

    def close(self) -> None:
        """Give the solver's memory back."""
        self.solver.delete()

    def tree(self, given: Iterable[Edge], deadline: Deadline) -> list[Edge] | None:
        """A tree with these edges, or None if there is none. Raises TimeLimitReached, between two answers."""
        assumed = list(given)
        while drawn := self.answer(assumed):
            deadline.left()
            if not self.learn_from(drawn):
                return drawn
        return None

    def answer(self, given: Iterable[Edge]) -> list[Edge]:
        """Edges with the right degrees, a tree or not; none if there are none."""
        if not self.solver.solve(assumptions=[self.number[edge] for edge in given]):
            return []
        return [self.puzzle.edges[literal - 1] for literal in self.solver.get_model() if literal > 0]

    def learn_from(self, drawn: list[Edge]) -> bool:
        """Forbid the cycles and the parts of what is no tree; False if it is one."""
        closed, apart = cycles(self.puzzle, drawn), parts(self.puzzle, drawn)
        for cycle in closed:
            self.solver.add_clause([-self.number[edge] for edge in cycle])
        for part in apart if len(apart) > 1 else ():
            self.solver.add_clause([self.number[edge] for edge in border(self.puzzle, part)])
        return bool(closed) or len(apart) > 1

    def forbid(self, drawn: Iterable[Edge]) -> None:
        """Find another tree from now on."""
        self.solver.add_clause([-self.number[edge] for edge in drawn])

    def _degrees(self) -> Iterator[list[int]]:
        """At each point, every choice of edges but those with one or three is forbidden."""
        if clashes(self.puzzle):
            yield []
        for around in self.puzzle.at.values():
            literals = [self.number[edge] for edge in around]
            for size in range(len(literals) + 1):
                for chosen in combinations(literals, size) if size not in DEGREES else ():
                    yield [-literal if literal in chosen else literal for literal in literals]
