"""Incremental SAT searches for loops, with clues as assumptions."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, combinations

from puzzlekit.core.grid import Cell, Edge
from puzzlekit.core.union_find import closed_walks
from puzzlekit.engines.sat import SatSolver
from puzzlekit.slitherlink.puzzle import Puzzle
from puzzlekit.slitherlink.statement import Numbers


class LoopSearch:
    """A search for loops that satisfy some of a puzzle's clues, with one incremental SAT solver.

    The solver has clauses for points, for clues, and for each loop that is forbidden. A clue applies only if its
    literal is assumed, so learned clauses are valid for any set of clues. Edges are numbers from 0, for speed; the
    literal of an edge is its number plus 1.

    Attributes
    ----------
    edge
        {edge: literal that is true if the edge is drawn}.
    clue
        {cell: literal that is true if the clue of the cell applies}.
    """

    def __init__(self, puzzle: Puzzle, solver: SatSolver):
        self.puzzle, self.numbers = puzzle, Numbers(puzzle)
        self.edge = {edge: number + 1 for edge, number in self.numbers.edge.items()}
        self.clue = {cell: index for index, (cell, _) in enumerate(puzzle.clues, start=1 + len(self.edge))}
        self.solver = solver
        solver.append_formula([*self._points(), *self._clues()])
        solver.add_clause(list(self.edge.values()))  # there is a loop

    def has_loop(self, clues: Iterable[Cell]) -> bool:
        """Return whether some loop satisfies the clues of these cells and is not forbidden."""
        assumed = [self.clue[cell] for cell in clues]
        while self.solver.solve(assumed):
            if not self.learn_from(self.solver.get_model(), assumed):
                return True
        return False

    def learn_from(self, model: Sequence[int], clues: Collection[int]) -> bool:
        """Forbid the loops in a solver's model, and return True. If the model is a single loop, forbid nothing and
        return False.

        `model` is a list of literals, and `clues` are the literals of the clues that the model satisfies. Each clause
        forbids a loop together with a clue that the loop violates, or with an edge outside the loop.
        """
        drawn = [edge for edge in range(len(self.edge)) if model[edge] > 0]
        closed = list(closed_walks(drawn, self.numbers.ends))
        if len(closed) == 1:
            return False
        first = len(self.edge) + 1
        kept = [(literal, *self.numbers.around[literal - first]) for literal in clues]
        for loop in closed:
            own = set(loop)
            missed = (-literal for literal, number, around in kept if number != sum(edge in own for edge in around))
            beside = (-edge - 1 for edge in drawn if edge not in own)
            self.solver.add_clause([*(-edge - 1 for edge in loop), next(chain(missed, beside))])
        return True

    def forbid(self, drawn: Iterable[Edge]) -> None:
        """Forbid this set of edges: no loop that is found later contains all of these edges."""
        self.solver.add_clause([-self.edge[edge] for edge in drawn])

    def _points(self) -> Iterator[list[int]]:
        """Yield clauses that say that each point has two drawn edges or none."""
        for around in self.puzzle.at.values():
            own = [self.edge[edge] for edge in around]
            yield from ([-a, -b, -c] for a, b, c in combinations(own, 3))
            yield from ([-one, *(other for other in own if other != one)] for one in own)

    def _clues(self) -> Iterator[list[int]]:
        """Yield clauses for the clues: if a clue applies, the number of drawn edges of its cell equals the clue."""
        for cell, number in self.puzzle.clues:
            own, off = [self.edge[edge] for edge in self.puzzle.around[cell]], -self.clue[cell]
            yield from ([off, *(-edge for edge in chosen)] for chosen in combinations(own, number + 1))
            yield from ([off, *chosen] for chosen in combinations(own, 4 - number + 1))


class Differences:
    """A search for loops that differ from a given loop. The *difference* of a second loop is the set of all cells with
    a clue in which the numbers of the two loops differ.

    A loop's number in a cell is the number of the cell's edges that the loop uses. The clues of `puzzle` must be the
    numbers of the given loop. If `several` is true, a set of loops without common points counts as one loop.
    """

    def __init__(self, puzzle: Puzzle, solver: SatSolver, *, several: bool = False):
        self.search, self.several = LoopSearch(puzzle, solver), several
        self._last = len(self.search.edge) + len(self.search.clue)

    def all(self, loop: Iterable[Edge], check: Callable[[], object]) -> Iterator[frozenset[Cell]]:
        """Yield each inclusion-minimal difference between the given loop and a second loop exactly once.

        `loop` contains the edges of the given loop. `check` is called before each call of the solver; it can end the
        search with an exception.
        """
        drawn = set(loop)
        self._add(-literal if own in drawn else literal for own, literal in self.search.edge.items())
        while (found := self._differing((), check)) is not None:
            while found and (smaller := self._differing(found, check)) is not None:
                found = smaller
            yield found
            self._add(self.search.clue[cell] for cell in found)

    def _differing(self, within: Collection[Cell], check: Callable[[], object]) -> frozenset[Cell] | None:
        """Return the difference of a second loop, or None if `within` allows no second loop.

        If `within` is not empty, the difference must be a proper subset of `within`. `check` is as in `all`.
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
        counts = ((number, sum(model[edge] > 0 for edge in around)) for number, around in self.search.numbers.around)
        return frozenset(cell for cell, (number, count) in zip(clue, counts, strict=True) if count != number)

    def _other(self, assumed: list[int], check: Callable[[], object]) -> list[int] | None:
        """Return a second loop as a list with one literal for each edge, or None if there is no second loop.

        `assumed` are the literals that the solver assumes; `check` is as in `all`.
        """
        search = self.search
        while True:
            check()
            if not search.solver.solve(assumed):
                return None
            model = search.solver.get_model()
            kept = [literal for literal in search.clue.values() if model[literal - 1] > 0]
            if self.several or not search.learn_from(model, kept):
                return model[: len(search.edge)]

    def _add(self, clause: Iterable[int]) -> None:
        self.search.solver.add_clause(list(clause))
