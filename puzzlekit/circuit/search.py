"""A short backtracking search on a circuit board before a model is built. It joins components until one is left.

Points and edges are numbers, and a set of edges is an integer with bit e for edge e. A part is a component of the drawn
edges, and its border is the set of edges that leave the part. The border is computed as the exclusive or of the edge
sets at the part's points, because edges within the part cancel. An edge is open until it is drawn or excluded. The
degree of a point is its number of drawn edges.
"""

from collections.abc import Hashable
from copy import copy
from typing import Self

from puzzlekit.circuit.graph import Numbers
from puzzlekit.circuit.puzzle import DEGREES, Puzzle
from puzzlekit.circuit.statement import Presolved
from puzzlekit.engines import Problem, Settled
from puzzlekit.engines.backtracking import search

MOST = 6000  # a search ends after this number of boards, which takes a quarter of a second for 12 x 12 points
# (number of drawn edges, number of drawn or open edges) at a point -> the degrees that the point can still have
RIGHT = {(least, most): [d for d in DEGREES if least <= d <= most] for most in range(5) for least in range(most + 1)}


def searched(puzzle: Puzzle, statement: Problem | Settled, most: int = MOST) -> Problem | Settled:
    """Return `Settled` if a backtracking search through at most `most` boards proves that there is exactly one solution
    or none. Otherwise return `statement`, which is the puzzle's problem after deduction."""
    if isinstance(statement, Settled):
        return statement
    parts = Parts(Numbers(puzzle))
    known = [statement.known.get(edge) for edge in puzzle.edges]
    holds = all(parts.put(1 << edge, bool(drawn)) for edge, drawn in enumerate(known) if drawn is not None)
    found = search(parts, most) if holds and parts.settle() else []
    if found is None or len(found) > 1:
        return statement
    if not found:
        return Settled(None)
    tree = Presolved(puzzle, {edge: found[0].drawn >> own & 1 for own, edge in enumerate(puzzle.edges)}, deduced=True)
    return Settled(tree.board(()), known=tree.sure)


class Parts:
    """An unfinished board with propagation of the rules.

    Each point has one edge or three, and no edge closes a cycle. The number of edges that leave a part is positive and
    has the parity of the part's points, because all degrees are odd.

    Attributes
    ----------
    at
        For each point, the set of edges at this point.
    open, drawn
        The sets of open and of drawn edges.
    odd
        The set of points (bit p for point p) with an odd number of drawn edges and at least one open edge.
    part
        For each point, the point that represents its part.
    points, border
        For each point that represents a part, the points and the border of the part. For any other point, the border is
        0.
    changed
        The points that propagation still has to examine.
    """

    def __init__(self, numbers: Numbers):
        self.ends = numbers.ends
        self.at = numbers.around
        self.open, self.drawn = (1 << len(self.ends)) - 1, 0
        self.odd = 0
        self.part = [*range(len(self.at))]
        self.points, self.border = [[point] for point in self.part], self.at.copy()
        self.changed = {*self.part}

    def choices(self, *, last: bool) -> list[Self]:
        """Return a copy of the board for each state (excluded, drawn) of the first open edge, or of the last open edge
        if `last` is true. Copies with a contradiction are omitted."""
        edge = 1 << self.open.bit_length() - 1 if last else self.open & -self.open
        return [other for drawn in (False, True) if (other := self.with_edge(edge, drawn))]

    def with_edge(self, edge: int, drawn: bool) -> Self | None:
        """Return a copy of the board in which an edge is drawn or excluded, after propagation. `edge` has only the bit
        of this edge. Return None at a contradiction."""
        other = copy(self)
        other.part, other.points, other.border = self.part.copy(), self.points.copy(), self.border.copy()
        other.changed = set()
        return other if other.put(edge, drawn) and other.settle() else None

    def ahead(self) -> Hashable:
        """Return a key of the board. Boards with equal keys can be completed in the same ways.

        The key consists of the open edges, `odd`, and the open edges in the border of each part. Of the degree of a
        point, only the parity matters.
        """
        return self.open, self.odd, frozenset(map(self.open.__and__, self.border))

    def settle(self) -> bool:
        """Propagate until nothing more follows. Return False at a contradiction, otherwise True."""
        while self.changed:
            point = self.changed.pop()
            if not (self._degree(point) and self._leave(self.part[point])):
                return False
        return True

    def put(self, edges: int, drawn: bool) -> bool:
        """Draw or exclude all edges of a set, without propagation. Return False if a drawn edge would close a cycle,
        otherwise True."""
        while edges:
            edge = edges.bit_length() - 1
            edges ^= 1 << edge
            self.open &= ~(1 << edge)
            self.changed.update(self.ends[edge])
            if drawn and not self._join(edge):
                return False
        return True

    def _join(self, edge: int) -> bool:
        few, many = sorted((self.part[point] for point in self.ends[edge]), key=lambda part: len(self.points[part]))
        if few == many:
            return False
        self.drawn |= 1 << edge
        for point in self.ends[edge]:
            self.odd ^= 1 << point
        for point in self.points[few]:
            self.part[point] = many
        self.points[many] = self.points[many] + self.points[few]
        within = self.border[few] & self.border[many] & self.open
        self.border[many] ^= self.border[few]
        self.border[few] = 0
        return self.put(within, False)

    def _degree(self, point: int) -> bool:
        open_ = self.at[point] & self.open
        least = (self.at[point] & self.drawn).bit_count()
        if not open_:
            self.odd &= ~(1 << point)
            return least in DEGREES
        most = least + open_.bit_count()
        right = RIGHT[least, most]
        if right == [least] or right == [most]:
            return self.put(open_, right == [most])
        return bool(right)

    def _leave(self, part: int) -> bool:
        if (size := len(self.points[part])) == len(self.at):
            return True
        leaving = self.border[part] & self.open
        more = leaving.bit_count() - (2 - size % 2)
        return self.put(leaving, True) if more == 0 else more > 0
