"""The starting rules of Slitherlink: what the clues alone say, before any edge is drawn.

An edge is drawn (1) or not (0).
"""

from collections.abc import Callable, Iterator
from itertools import chain

from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell, Edge, Point, Step
from puzzlekit.slitherlink.graph import IN, OPEN, OUT, missed
from puzzlekit.slitherlink.puzzle import Puzzle
from puzzlekit.slitherlink.rules import clue

SETS = {OPEN: frozenset((0, 1)), OUT: frozenset((0,)), IN: frozenset((1,)), 0: frozenset()}
Rule = Callable[[Puzzle], Iterator[Step]]


def adjacent_threes(puzzle: Puzzle) -> Iterator[Step]:
    """(Figure 2, top left) Three parallel edges of two neighbouring 3s are drawn.

    The loop does not go straight on from the edge between the 3s. If the loop around the two cells meets every clue,
    the edge between the 3s is not certain.
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
                what = "three parallel edges" if between in told else "the two edges on their far sides"
                message = f"{clue(puzzle, a)} and {clue(puzzle, b)} are neighbours: {what} are drawn"
                yield Step(told, "adjacent_threes", (a, b), message)


def corner(puzzle: Puzzle) -> Iterator[Step]:
    """(Figure 2, top right) In a corner of the board, a 0 or 1 has none of the corner's two edges, and a 3 has both.

    From a 2 in a corner, the loop goes on along both sides of the board.
    """
    corners = [point for point, own in puzzle.at.items() if len(own) == 2]
    for point, (one, other) in ((point, puzzle.at[point]) for point in corners):
        (cell,) = puzzle.beside[one]
        number = puzzle.number.get(cell)
        if number == 2:
            ends = (puzzle.at[edge.other(point)] for edge in (one, other))
            told = {edge: SETS[IN] for own in ends for edge in own if edge not in puzzle.around[cell]}
            what = "the loop goes on along both sides of the board"
        else:
            told = dict.fromkeys((one, other), SETS[OUT if number in (0, 1) else IN])
            what = "no edge of the corner is drawn" if number in (0, 1) else "both edges of the corner are drawn"
        if number is not None and told:
            yield Step(told, "corner", (cell,), f"{clue(puzzle, cell)} is in a corner: {what}")


def diagonal_threes(puzzle: Puzzle) -> Iterator[Step]:
    """(Figure 2, bottom left) Each of two 3s that touch at a point has its two edges away from that point.

    The loop turns between these two edges.
    """
    for a, b, _ in _diagonals(puzzle, 3, 3):
        told: dict[Edge, frozenset[int]] = {}
        for own, away in ((a, b), (b, a)):
            sides = puzzle.around[own]
            far = _corner(own, Cell(2 * own.row - away.row, 2 * own.column - away.column))
            told |= {edge: SETS[IN if edge in sides else OUT] for edge in puzzle.at[far]}
        message = f"{clue(puzzle, a)} and {clue(puzzle, b)} touch: each has the two edges away from the other"
        yield Step(told, "diagonal_threes", (a, b), message)


def three_beside_zero(puzzle: Puzzle) -> Iterator[Step]:
    """(Figure 2, bottom right) A 3 that touches a 0 at a point has both edges at that point."""
    for three, zero, point in chain(_diagonals(puzzle, 3, 0), ((b, a, p) for a, b, p in _diagonals(puzzle, 0, 3))):
        told = {edge: SETS[IN] for edge in puzzle.at[point] if edge in puzzle.around[three]}
        message = f"{clue(puzzle, three)} touches {clue(puzzle, zero)}: it has both edges at {point}"
        yield Step(told, "three_beside_zero", (three, zero, point), message)


def zero(puzzle: Puzzle) -> Iterator[Step]:
    """(K2) A 0 has no edge."""
    for cell, number in puzzle.clues:
        if number == 0:
            yield Step(dict.fromkeys(puzzle.around[cell], SETS[OUT]), "zero", (cell,), f"{clue(puzzle, cell)} has none")


RULES: tuple[Rule, ...] = (adjacent_threes, corner, diagonal_threes, three_beside_zero, zero)


def _diagonals(puzzle: Puzzle, first: int, second: int) -> Iterator[tuple[Cell, Cell, Point]]:
    """Yield (cell, cell, shared point) for diagonal neighbours with these clues, the second in the row below."""
    for a, number in puzzle.clues:
        for b in (Cell(a.row + 1, a.column - 1), Cell(a.row + 1, a.column + 1)):
            if (number, puzzle.number.get(b)) == (first, second):
                yield a, b, _corner(a, b)


def _corner(cell: Cell, towards: Cell) -> Point:
    """Return the corner of a cell towards a diagonal neighbour, which may lie off the board."""
    return Point(max(cell.row, towards.row), max(cell.column, towards.column))


@validate_args
def first_glance(puzzle: Puzzle) -> list[Step]:
    """Return the steps of the starting rules; each rule reads the clues of the empty board only."""
    return [step for rule in RULES for step in rule(puzzle)]
