"""An incremental SAT search for trees, with given edges as assumptions."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from puzzlekit.circuit.graph import Numbers
from puzzlekit.circuit.puzzle import DEGREES, Puzzle
from puzzlekit.circuit.rules import clue_conflicts
from puzzlekit.core.clock import Deadline
from puzzlekit.core.grid import Edge
from puzzlekit.engines.sat import SatSolver


class TreeSearch:
    """An incremental SAT solver with the degrees of a lattice and clauses for the cycles and components seen so far."""

    def __init__(self, puzzle: Puzzle, solver: SatSolver):
        self.puzzle, self.numbers = puzzle, Numbers(puzzle)
        self.number = {edge: index for index, edge in enumerate(puzzle.edges, start=1)}
        self.solver = solver
        solver.append_formula(self._degrees())
        solver.append_formula([-1 - edge for edge in square] for square in self.numbers.squares())

    def tree(self, given: Iterable[Edge], deadline: Deadline) -> list[Edge] | None:
        """Return a tree with these edges, or None if there is none. Raises TimeLimitReached between two answers."""
        assumed = [self.number[edge] for edge in given]
        while self.solver.solve(assumed):
            deadline.remaining()
            drawn = self.drawn(set(self.solver.get_model()))
            if not self.learn_from(drawn):
                return drawn
        return None

    def drawn(self, true: set[int]) -> list[Edge]:
        """Return the edges whose literals are true."""
        return [edge for edge, literal in self.number.items() if literal in true]

    def learn_from(self, drawn: list[Edge]) -> bool:
        """Forbid the cycles and the separate components of a drawing; return False if the drawing is a tree."""
        closed, apart = self.numbers.faults(self.number[edge] - 1 for edge in drawn)
        for cycle in closed:
            self.solver.add_clause([-1 - edge for edge in sorted(cycle)])
        for border, least in apart:
            literals = [1 + edge for edge in border]
            for spared in literals if least == 2 else [None]:  # at least two: without any one of them, another is drawn
                self.solver.add_clause([literal for literal in literals if literal != spared])
        return bool(closed or apart)

    def forbid(self, drawn: Iterable[Edge]) -> None:
        """Forbid a tree, so that later calls find another one."""
        self.solver.add_clause([-self.number[edge] for edge in drawn])

    def _degrees(self) -> Iterator[list[int]]:
        """Yield clauses that forbid every choice of edges at a point other than one or three edges."""
        if clue_conflicts(self.puzzle):
            yield []
        for around in self.puzzle.at.values():
            literals = [self.number[edge] for edge in around]
            for size in range(len(literals) + 1):
                for chosen in combinations(literals, size) if size not in DEGREES else ():
                    yield [-literal if literal in chosen else literal for literal in literals]
