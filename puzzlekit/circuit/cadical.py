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
    """A search for trees that contain given edges, with one incremental SAT solver. Every point of a tree has one edge
    or three.

    The solver has clauses for the numbers of edges at the points, and clauses against each cycle and each separate
    component that the search has found so far.
    """

    def __init__(self, puzzle: Puzzle, solver: SatSolver):
        self.puzzle, self.numbers = puzzle, Numbers(puzzle)
        self.number = {edge: index for index, edge in enumerate(puzzle.edges, start=1)}
        self.solver = solver
        solver.append_formula(self._degrees())
        solver.append_formula([-1 - edge for edge in square] for square in self.numbers.squares())

    def tree(self, given: Iterable[Edge], deadline: Deadline) -> list[Edge] | None:
        """Return the edges of a tree that contains the edges `given`, or None if there is no such tree.

        Raise TimeLimitReached if the deadline has passed after a call of the solver.
        """
        assumed = [self.number[edge] for edge in given]
        while self.solver.solve(assumed):
            deadline.remaining()
            drawn = self.drawn(set(self.solver.get_model()))
            if not self.learn_from(drawn):
                return drawn
        return None

    def drawn(self, true: set[int]) -> list[Edge]:
        """Return the edges whose literals are in `true`, the set of true literals."""
        return [edge for edge, literal in self.number.items() if literal in true]

    def learn_from(self, drawn: list[Edge]) -> bool:
        """Add clauses that forbid the cycles and the separate components of a drawing, and return True. If the drawing
        is a tree, add nothing and return False."""
        closed, apart = self.numbers.faults(self.number[edge] - 1 for edge in drawn)
        for cycle in closed:
            self.solver.add_clause([-1 - edge for edge in sorted(cycle)])
        for border, least in apart:
            literals = [1 + edge for edge in border]
            for spared in literals if least == 2 else [None]:  # at least two: whichever is omitted, another is drawn
                self.solver.add_clause([literal for literal in literals if literal != spared])
        return bool(closed or apart)

    def forbid(self, drawn: Iterable[Edge]) -> None:
        """Forbid a tree. The method `tree` then returns only trees that do not contain all of these edges."""
        self.solver.add_clause([-self.number[edge] for edge in drawn])

    def _degrees(self) -> Iterator[list[int]]:
        """Yield clauses that forbid every number of edges at a point except one and three. If clues conflict, also
        yield the empty clause."""
        if clue_conflicts(self.puzzle):
            yield []
        for around in self.puzzle.at.values():
            literals = [self.number[edge] for edge in around]
            for size in range(len(literals) + 1):
                for chosen in combinations(literals, size) if size not in DEGREES else ():
                    yield [-literal if literal in chosen else literal for literal in literals]
