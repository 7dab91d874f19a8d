"""The starting rules of Slitherlink: conclusions from the clues alone, before any edge is drawn.

The state of an edge is 1 if it is drawn, otherwise 0. Figure 2 is in the companion text on Slitherlink.
"""

from collections.abc import Callable, Iterator
from itertools import chain

from puzzlekit.core.grid import Cell, Edge, Point, Step
from puzzlekit.slitherlink.graph import IN, OPEN, OUT, missed
from puzzlekit.slitherlink.puzzle import Puzzle

SETS = {OPEN: frozenset((0, 1)), OUT: frozenset((0,)), IN: frozenset((1,)), 0: frozenset()}
Rule = Callable[[Puzzle], Iterator[Step]]


def adjacent_threes(puzzle: Puzzle) -> Iterator[Step]:
    """(Figure 2, top left) If two 3s are neighbours, the edge between them and the two edges parallel to it are drawn.

    The edges that would continue the edge between the 3s are not drawn. Exception: if the loop around both cells
    satisfies every clue, this loop can be the solution, so the step does not draw the edge between the 3s.
    """
    for a, number in puzzle.clues:
        for b, side in ((Cell(a.row, a.column + 1), 1), (Cell(a.row + 1, a.column), 2)):
            if number == puzzle.number.get(b) == 3:
                one, other = puzzle.around[a], puzzle.around[b]
                between = one[side]
                told = {one[side - 2]: SETS[IN], other[side]: SETS[IN]}
                if missed(puzzle, {*one} ^ {*other}):
                    told[between] = SETS[IN]
                ends = chain(puzzle.at[between.a], puzzle.at[between.b])  # type: ignore[index]
                told |= {edge: SETS[OUT] for edge in ends if edge not in (*one, *other)}
                yield Step(told, "adjacent_threes", (a, b))


def corner(puzzle: Puzzle) -> Iterator[Step]:
    """(Figure 2, top right) In a corner of the board, a 0 or 1 has none of the corner's two edges, and a 3 has both.

    If a 2 is in a corner, the two edges on the border of the board that follow its cell, one on each side, are drawn.
    """
    corners = [point for point, own in puzzle.at.items() if len(own) == 2]
    for point, (one, other) in ((point, puzzle.at[point]) for point in corners):
        (cell,) = puzzle.beside[one]
        number = puzzle.number.get(cell)
        if number == 2:
            ends = (puzzle.at[edge.other(point)] for edge in (one, other))
            told = {edge: SETS[IN] for own in ends for edge in own if edge not in puzzle.around[cell]}
        else:
            told = dict.fromkeys((one, other), SETS[OUT if number in (0, 1) else IN])
        if number is not None and told:
            yield Step(told, "corner", (cell,))


def diagonal_threes(puzzle: Puzzle) -> Iterator[Step]:
    """(Figure 2, bottom left) If two 3s touch only at a point, the two edges of each 3 that do not end at this point
    are drawn.

    These two edges meet at a corner of the 3. The other edges at this corner are not drawn.
    """
    for a, b, _ in _diagonals(puzzle, 3, 3):
        told: dict[Edge, frozenset[int]] = {}
        for own, away in ((a, b), (b, a)):
            sides = puzzle.around[own]
            far = _corner(own, Cell(2 * own.row - away.row, 2 * own.column - away.column))
            told |= {edge: SETS[IN if edge in sides else OUT] for edge in puzzle.at[far]}
        yield Step(told, "diagonal_threes", (a, b))


def three_beside_zero(puzzle: Puzzle) -> Iterator[Step]:
    """(Figure 2, bottom right) If a 3 touches a 0 only at a point, both edges of the 3 at this point are drawn."""
    for three, zero, point in chain(_diagonals(puzzle, 3, 0), ((b, a, p) for a, b, p in _diagonals(puzzle, 0, 3))):
        told = {edge: SETS[IN] for edge in puzzle.at[point] if edge in puzzle.around[three]}
        yield Step(told, "three_beside_zero", (three, zero, point))


def zero(puzzle: Puzzle) -> Iterator[Step]:
    """(K2) The four edges of a 0 are not drawn."""
    for cell, number in puzzle.clues:
        if number == 0:
            yield Step(dict.fromkeys(puzzle.around[cell], SETS[OUT]), "zero", (cell,))


RULES: tuple[Rule, ...] = (adjacent_threes, corner, diagonal_threes, three_beside_zero, zero)


def _diagonals(puzzle: Puzzle, first: int, second: int) -> Iterator[tuple[Cell, Cell, Point]]:
    """Yield (cell, cell in the row below, common point) for diagonal neighbours with the clues `first` and `second`."""
    for a, number in puzzle.clues:
        for b in (Cell(a.row + 1, a.column - 1), Cell(a.row + 1, a.column + 1)):
            if (number, puzzle.number.get(b)) == (first, second):
                yield a, b, _corner(a, b)


def _corner(cell: Cell, towards: Cell) -> Point:
    """Return the corner that a cell has in common with a diagonal neighbour. The neighbour can lie outside
    the board."""
    return Point(max(cell.row, towards.row), max(cell.column, towards.column))


def first_glance(puzzle: Puzzle) -> list[Step]:
    """Return the steps of the starting rules. Each rule uses only the clues, not the results of other rules."""
    return [step for rule in RULES for step in rule(puzzle)]
