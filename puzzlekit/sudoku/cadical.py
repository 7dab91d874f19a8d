"""A search with MiniSat for other solutions that share some digits with a full grid."""

from collections.abc import Collection, Iterator

from puzzlekit.core.grid import Cell
from puzzlekit.engines.clauses import clauses
from puzzlekit.engines.counting import CardinalityEncoder
from puzzlekit.engines.sat import SatSolver
from puzzlekit.sudoku.puzzle import Puzzle, Solution
from puzzlekit.sudoku.statement import cover
from puzzlekit.sudoku.unavoidable import Cells, minimal


class Completions:
    """A search for completions: full grids that keep some digits of a given full grid and differ from it elsewhere.

    One incremental SAT solver answers all calls, with the kept digits as assumptions. It builds the model only once,
    and later calls use the clauses learned so far. MiniSat spends less time on preparation than CaDiCaL, and most of
    the thousands of calls are easy.

    Parameters
    ----------
    grid
        A full grid that violates no rule.
    """

    def __init__(self, grid: Solution):
        empty = Puzzle(((0,) * len(grid.digits),) * len(grid.digits), grid.p, grid.q)
        self._rules = cover(empty, [empty.digits] * len(empty.cells), {})
        number = {item: index for index, item in enumerate(self._rules.keys, start=1)}
        self._kept = {item[0]: number[item] for item in grid.filled.items()}
        self._solver = self._new_solver()

    def _new_solver(self) -> SatSolver:
        """Return a solver with the clauses of the Sudoku rules, and a clause that excludes the grid itself."""
        solver = SatSolver(quick=True)
        counter = CardinalityEncoder(solver, self._rules.size)
        solver.append_formula(clause for own in self._rules.constraints for clause in clauses(own, counter))
        solver.add_clause([-literal for literal in self._kept.values()])
        return solver

    def differing(self, kept: Collection[Cell]) -> Cells:
        """Return the cells in which a second solution differs from the grid. The second solution has the grid's digits
        in the `kept` cells.

        If there is no second solution, return an empty set.
        """
        return self._differing(self._solver, [self._kept[cell] for cell in kept])

    def _differing(self, solver: SatSolver, assumptions: list[int]) -> Cells:
        if not solver.solve(assumptions):
            return frozenset()
        true = solver.get_model()
        return frozenset(cell for cell, literal in self._kept.items() if true[literal - 1] < 0)

    def small_sets(self, most: int) -> Iterator[Cells]:
        """Yield each minimal unavoidable set of at most `most` cells once. The module `unavoidable` defines these sets.

        The search takes the cells in order, and finds for each cell the sets of which it is the first cell. This keeps
        each solver call short.
        """
        literals = list(self._kept.values())
        with self._new_solver() as solver:
            CardinalityEncoder(solver, self._rules.size).at_most(most, [-literal for literal in literals])
            for index, literal in enumerate(literals):
                while found := self._differing(solver, [*literals[:index], -literal]):
                    smallest = minimal(found, self._kept, self.differing)
                    solver.add_clause([self._kept[cell] for cell in smallest])
                    yield smallest
