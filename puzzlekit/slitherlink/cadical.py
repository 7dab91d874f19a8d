"""Incremental SAT solvers that search for loops, with clues as assumptions."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import combinations

from puzzlekit.core.grid import Cell, Edge
from puzzlekit.core.union_find import closed_walks, cycle_components
from puzzlekit.engines.sat import SatSolver
from puzzlekit.slitherlink.graph import missed
from puzzlekit.slitherlink.puzzle import Puzzle
from puzzlekit.slitherlink.statement import Numbers


class LoopSearch:
    """A SAT solver with clauses for the points and the clues of a puzzle, and for each forbidden loop.

    Each clue is an assumption, so that it can be dropped. Learnt clauses stay valid for any set of clues.
    """

    def __init__(self, puzzle: Puzzle, solver: SatSolver):
        self.puzzle = puzzle
        self.edge = {edge: index for index, edge in enumerate(puzzle.edges, start=1)}
        self.clue = {cell: index for index, (cell, _) in enumerate(puzzle.clues, start=1 + len(self.edge))}
        self.solver = solver
        solver.append_formula([*self._points(), *self._clues()])
        solver.add_clause(list(self.edge.values()))  # there is a loop

    def loop(self, clues: Iterable[Cell]) -> list[Edge] | None:
        """Return a loop that meets these clues, or None if there is none."""
        number = {cell: self.puzzle.number[cell] for cell in clues}
        assumed = [self.clue[cell] for cell in number]
        while self.solver.solve(assumed):
            drawn = self.drawn(set(self.solver.get_model()))
            if not self.learn_from(drawn, number):
                return drawn
        return None

    def drawn(self, true: set[int]) -> list[Edge]:
        """Return the edges whose literals are true."""
        return [edge for edge, literal in self.edge.items() if literal in true]

    def learn_from(self, drawn: list[Edge], number: Mapping[Cell, int]) -> bool:
        """Forbid the loops of a drawing with several loops. Return False if the drawing is one loop."""
        closed = cycle_components(drawn)
        for loop in closed:
            clause = [-self.edge[edge] for edge in loop]
            if cell := missed(self.puzzle, loop, number):
                self.solver.add_clause([*clause, -self.clue[cell]])
            elif len(closed) > 1:
                other = next(edge for edge in drawn if edge not in loop)
                self.solver.add_clause([*clause, -self.edge[other]])
        return len(closed) > 1

    def forbid(self, drawn: Iterable[Edge]) -> None:
        """Forbid this set of edges: every later loop lacks one of them."""
        self.solver.add_clause([-self.edge[edge] for edge in drawn])

    def _points(self) -> Iterator[list[int]]:
        """Yield the clauses of the points: two edges or none meet at a point."""
        for around in self.puzzle.at.values():
            own = [self.edge[edge] for edge in around]
            yield from ([-a, -b, -c] for a, b, c in combinations(own, 3))
            yield from ([-one, *(other for other in own if other != one)] for one in own)

    def _clues(self) -> Iterator[list[int]]:
        """Yield the clauses of the clues: the drawn edges of a cell are neither more nor fewer than its clue."""
        for cell, number in self.puzzle.clues:
            own, off = [self.edge[edge] for edge in self.puzzle.around[cell]], -self.clue[cell]
            yield from ([off, *(-edge for edge in chosen)] for chosen in combinations(own, number + 1))
            yield from ([off, *chosen] for chosen in combinations(own, 4 - number + 1))


class Differences:
    """An incremental SAT solver that finds the cells in which the numbers of other loops differ from a given loop.

    The clues of the puzzle are the numbers of the given loop. With `several`, a set of loops without a common point
    counts as one loop. Edges are indices from 0, because thousands of loops are checked.
    """

    def __init__(self, puzzle: Puzzle, solver: SatSolver, *, several: bool = False):
        self.search, self.several = LoopSearch(puzzle, solver), several
        self._numbers = Numbers(puzzle)
        self._last = len(self.search.edge) + len(self.search.clue)

    def all(self, loop: Iterable[Edge], check: Callable[[], object]) -> Iterator[frozenset[Cell]]:
        """Yield once each minimal set of cells, by inclusion, in which the numbers of another loop differ.

        `check` is called before each call of the solver; an exception from `check` ends the search.
        """
        drawn = set(loop)
        self._add(-literal if own in drawn else literal for own, literal in self.search.edge.items())
        while (found := self._differing((), check)) is not None:
            while found and (smaller := self._differing(found, check)) is not None:
                found = smaller
            yield found
            self._add(self.search.clue[cell] for cell in found)

    def _differing(self, within: Collection[Cell], check: Callable[[], object]) -> frozenset[Cell] | None:
        """Return the cells in which another loop differs: a proper part of `within`, or any cells if `within` is empty.

        Return None if there is no such loop.
        """
        assumed, clue = list[int](), self.search.clue
        if within:
            self._last += 1
            self._add([-self._last, *(clue[cell] for cell in within)])
            assumed = [self._last, *(literal for cell, literal in clue.items() if cell not in within)]
        model = self._other(assumed, check)
        if within:
            self._add([-self._last])
        if model is None:
            return None
        counts = ((number, sum(model[edge] > 0 for edge in around)) for number, around in self._numbers.around)
        return frozenset(cell for cell, (number, count) in zip(clue, counts, strict=True) if count != number)

    def _other(self, assumed: list[int], check: Callable[[], object]) -> list[int] | None:
        """Return the literals of another loop, edge by edge, or None if there is none."""
        search, count = self.search, len(self._numbers.ends)
        while True:
            check()
            if not search.solver.solve(assumed):
                return None
            model = search.solver.get_model()
            if self.several or self._is_one(model[:count]):
                return model[:count]
            kept = {cell: search.puzzle.number[cell] for cell, literal in search.clue.items() if model[literal - 1] > 0}
            search.learn_from(search.drawn(set(model)), kept)

    def _is_one(self, model: list[int]) -> bool:
        """Return whether the edges of a model, two or none at each point, form one loop."""
        drawn = [edge for edge, literal in enumerate(model) if literal > 0]
        return len(next(closed_walks(drawn, self._numbers.ends))) == len(drawn)

    def _add(self, clause: Iterable[int]) -> None:
        self.search.solver.add_clause(list(clause))
