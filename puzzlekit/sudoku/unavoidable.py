"""Unavoidable sets of cells of a full Sudoku grid, and a search for other grids that share some of its digits.

A set of cells is unavoidable if a second full grid differs from the grid only in cells of the set. Clues leave the grid
as the only solution if and only if every unavoidable set contains a clue. It is enough to test the minimal unavoidable
sets, which have no unavoidable proper subset.

Reference: McGuire, Tugemann and Civario, There Is No 16-Clue Sudoku (2014), section 3.
"""

import random
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import combinations

from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell
from puzzlekit.engines.clauses import clauses
from puzzlekit.engines.counting import CardinalityEncoder
from puzzlekit.engines.sat import SatSolver
from puzzlekit.sudoku.puzzle import Puzzle, Solution, geometry
from puzzlekit.sudoku.statement import cover

AWAY = 2  # number of clues that a round of the local search removes first
Cells = frozenset[Cell]
Differing = Callable[[Collection[Cell]], Cells]
"""The follower: a function of cells that keep their digits. It returns the cells in which a second solution with these
digits differs from the grid, or no cells if there is no second solution."""


@validate_args
def minimal(found: Iterable[Cell], cells: Iterable[Cell], differing: Differing) -> Cells:
    """Return a minimal unavoidable subset of the unavoidable set `found`; `cells` contains all cells of the grid.

    This is a deletion filter. For each cell of the set, it tests whether some second solution keeps the digit in this
    cell, too. If so, the set shrinks to the cells in which this solution differs. If not, the cell stays in the set and
    is not tested again.
    """
    left, needed, kept = set(found), set[Cell](), set(cells)
    kept -= left
    while candidates := left - needed:
        cell = min(candidates)
        if smaller := differing(kept | {cell}):
            kept |= left - smaller
            left = set(smaller)
        else:
            needed.add(cell)
    return frozenset(left)


@validate_args
def swaps(grid: Solution) -> list[Cells]:
    """Return unavoidable sets from partial swaps of two digits, of two rows in a band, or of two columns in a stack.

    A band is a row of boxes, a stack is a column of boxes. No solver is needed: if a cell changes, its peers that hold
    its new digit must change, too.

    Returns
    -------
    list of frozenset of Cell
        Each set once, the smallest first.
    """
    found = {chain for new in _exchanges(grid) for chain in _chains(grid, new)}
    return sorted(found, key=lambda cells: (len(cells), sorted(cells)))


def _exchanges(grid: Solution) -> Iterator[dict[Cell, int]]:
    """Yield {cell: new digit} for each swap of two digits, of two rows in a band, or of two columns in a stack."""
    filled = grid.filled
    for a, b in combinations(range(1, len(grid.digits) + 1), 2):
        yield {cell: a + b - digit for cell, digit in filled.items() if digit in (a, b)}
    for one, other in pairs_of_lines(grid):
        partners = [*zip(one, other, strict=True), *zip(other, one, strict=True)]
        yield {cell: filled[partner] for cell, partner in partners}


def pairs_of_lines(grid: Solution) -> Iterator[tuple[tuple[Cell, ...], tuple[Cell, ...]]]:
    """Yield each pair of two rows in a band, and of two columns in a stack, as the cells of the two lines."""
    lines = geometry(grid.p, grid.q)
    for groups, size in ((lines.rows, grid.p), (lines.columns, grid.q)):
        for start in range(0, len(groups), size):
            yield from combinations(groups[start : start + size], 2)


def _chains(grid: Solution, new: dict[Cell, int]) -> Iterator[Cells]:
    """Yield disjoint sets of cells. The cells of each set can get their new digits while all other cells keep their
    digits. `new` is {cell: new digit}; each of its cells is in one of the sets, which are as small as possible."""
    filled, peers, left = grid.filled, geometry(grid.p, grid.q).peers, set(new)
    while left:
        chain, frontier = set[Cell](), [left.pop()]
        while frontier:
            cell = frontier.pop()
            chain.add(cell)
            frontier += (other for other in peers[cell] if other in left and filled[other] == new[cell])
            left -= set(frontier)
        yield frozenset(chain)


def count_disjoint(known: Iterable[Cells]) -> int:
    """Return the number of disjoint sets that a greedy choice finds: a lower bound on the number of clues."""
    taken, count = set[Cell](), 0
    for cells in known:
        if taken.isdisjoint(cells):
            taken |= cells
            count += 1
    return count


def shrink_clue_set(cells: Iterable[Cell], differing: Differing, *, patience: int, seed: int = 0) -> Cells:
    """Return a small set of cells whose digits, as clues, leave only one solution. `cells` contains all cells of the
    grid, and `differing` is the follower.

    A local search improves a greedy set. Each round removes AWAY random clues, adds clues until the follower finds no
    second solution, and then removes unnecessary clues. The new set replaces the current set unless the new set is
    larger. The search ends after `patience` rounds in a row without a smaller set.
    """
    rng = random.Random(seed)
    best, tired = _thinned(frozenset(cells), differing, rng), 0
    while tired < patience:
        kept = frozenset(rng.sample(sorted(best), max(0, len(best) - AWAY)))
        while found := differing(kept):
            kept |= {rng.choice(sorted(found))}
        kept = _thinned(kept, differing, rng)
        tired = 0 if len(kept) < len(best) else tired + 1
        best = kept if len(kept) <= len(best) else best
    return best


def _thinned(kept: Cells, differing: Differing, rng: random.Random) -> Cells:
    """Return a subset of the cells `kept` in which every clue is needed. Clues are removed in random order while only
    one solution remains."""
    for cell in rng.sample(sorted(kept), len(kept)):
        if not differing(kept - {cell}):
            kept -= {cell}
    return kept


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
        """Yield each minimal unavoidable set of at most `most` cells once.

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
