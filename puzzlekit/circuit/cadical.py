"""A SAT solver that is kept and asked for trees, while given edges come and go."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from puzzlekit.circuit.graph import Numbers
from puzzlekit.circuit.puzzle import DEGREES, Puzzle
from puzzlekit.circuit.rules import clue_conflicts
from puzzlekit.core.clock import Deadline
from puzzlekit.core.grid import Edge
from puzzlekit.engines.sat import SatSolver


class TreeSearch:
    """A SAT solver that knows the degrees of a lattice, and remembers each cycle and each part that it was shown."""

    def __init__(self, puzzle: Puzzle, solver: SatSolver):
        self.puzzle, self.numbers = puzzle, Numbers(puzzle)
        self.number = {edge: index for index, edge in enumerate(puzzle.edges, start=1)}
        self.solver = solver
        solver.append_formula(self._degrees())
        solver.append_formula([-1 - edge for edge in square] for square in self.numbers.squares())

    def tree(self, given: Iterable[Edge], deadline: Deadline) -> list[Edge] | None:
        """A tree with these edges, or None if there is none. Raises TimeLimitReached, between two answers."""
        assumed = [self.number[edge] for edge in given]
        while self.solver.solve(assumed):
            deadline.remaining()
            drawn = self.drawn(set(self.solver.get_model()))
            if not self.learn_from(drawn):
                return drawn
        return None

    def drawn(self, true: set[int]) -> list[Edge]:
        """The edges whose literals are true."""
        return [edge for edge, literal in self.number.items() if literal in true]

    def learn_from(self, drawn: list[Edge]) -> bool:
        """Forbid the cycles and the parts of what is no tree; False if it is one."""
        closed, apart = self.numbers.faults(self.number[edge] - 1 for edge in drawn)
        for cycle in closed:
            self.solver.add_clause([-1 - edge for edge in sorted(cycle)])
        for border, least in apart:
            literals = [1 + edge for edge in border]
            for spared in literals if least == 2 else [None]:  # two at least: one, whichever is left out
                self.solver.add_clause([literal for literal in literals if literal != spared])
        return bool(closed or apart)

    def forbid(self, drawn: Iterable[Edge]) -> None:
        """Find another tree from now on."""
        self.solver.add_clause([-self.number[edge] for edge in drawn])

    def _degrees(self) -> Iterator[list[int]]:
        """At each point, every choice of edges but those with one or three is forbidden."""
        if clue_conflicts(self.puzzle):
            yield []
        for around in self.puzzle.at.values():
            literals = [self.number[edge] for edge in around]
            for size in range(len(literals) + 1):
                for chosen in combinations(literals, size) if size not in DEGREES else ():
                    yield [-literal if literal in chosen else literal for literal in literals]
