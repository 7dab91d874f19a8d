"""A short backtracking search on a circuit board, before a model is built: it joins components until one is left.

Points and edges are numbers, and a set of edges is an integer with bit e for edge e. So the border of a part (a
component) is the exclusive or of the edges at its points: edges within the part cancel.
"""

from collections.abc import Hashable
from copy import copy
from typing import Self

from puzzlekit.circuit.graph import Numbers
from puzzlekit.circuit.puzzle import DEGREES, Puzzle
from puzzlekit.circuit.statement import Presolved
from puzzlekit.engines import Problem, Settled
from puzzlekit.engines.backtracking import search

MOST = 6000  # boards of a search: a quarter of a second for 12 x 12 points
# (drawn edges, drawn and open edges) at a point -> the degrees that it can still have
RIGHT = {(least, most): [d for d in DEGREES if least <= d <= most] for most in range(5) for least in range(most + 1)}


def searched(puzzle: Puzzle, statement: Problem | Settled, most: int = MOST) -> Problem | Settled:
    """Return the statement, or `Settled` if a search of at most `most` boards finds one solution only, or none."""
    if isinstance(statement, Settled):
        return statement
    parts = Parts(Numbers(puzzle))
    known = [statement.known.get(edge) for edge in puzzle.edges]
    holds = all(parts.put(1 << edge, bool(drawn)) for edge, drawn in enumerate(known) if drawn is not None)
    found = search(parts, most) if holds and parts.settle() else []
    if found is None or len(found) > 1:
        return statement
    if not found:
        return Settled(None, "no tree has all given edges")
    tree = Presolved(puzzle, {edge: found[0].drawn >> own & 1 for own, edge in enumerate(puzzle.edges)}, deduced=True)
    return Settled(tree.board(()), known=tree.sure)


class Parts:
    """A half-drawn board with propagation of the rules: each point has one edge or three, no edge closes a cycle, and
    the number of edges that leave a part is positive and has the parity of its points, for all degrees are odd.

    Attributes
    ----------
    at
        point -> the set of edges at it.
    open, drawn
        Sets of edges.
    odd
        The set of points, bit p for point p, that have an odd number of drawn edges and have open edges.
    part
        point -> the point that represents its part.
    points, border
        point -> the points and the border of the part that it represents; the border of any other point is 0.
    changed
        Points to be examined.
    """

    def __init__(self, numbers: Numbers):
        self.ends = numbers.ends
        self.at = [sum(1 << edge for edge in around) for around in numbers.around]
        self.open, self.drawn = (1 << len(self.ends)) - 1, 0
        self.odd = 0
        self.part = [*range(len(self.at))]
        self.points, self.border = [[point] for point in self.part], self.at.copy()
        self.changed = {*self.part}

    def choices(self, *, last: bool) -> list[Self]:
        """Return the boards with either state of the first open edge, or of the last, without contradictions."""
        edge = 1 << self.open.bit_length() - 1 if last else self.open & -self.open
        return [other for drawn in (False, True) if (other := self.with_edge(edge, drawn))]

    def with_edge(self, edge: int, drawn: bool) -> Self | None:
        """Return a copy with one more edge drawn or left out, and all that follows; None at a contradiction."""
        other = copy(self)
        other.part, other.points, other.border = self.part.copy(), self.points.copy(), self.border.copy()
        other.changed = set()
        return other if other.put(edge, drawn) and other.settle() else None

    def ahead(self) -> Hashable:
        """Return what the rest of the search depends on: the open edges, `odd`, and the open border of each part.
        Parity is enough: a point with two drawn edges needs one more, like a point with none and two open edges."""
        return self.open, self.odd, frozenset(map(self.open.__and__, self.border))

    def settle(self) -> bool:
        """Propagate until nothing more follows; return False at a contradiction."""
        while self.changed:
            point = self.changed.pop()
            if not (self._degree(point) and self._leave(self.part[point])):
                return False
        return True

    def put(self, edges: int, drawn: bool) -> bool:
        """Draw edges or leave them out; return False if one of them would close a cycle."""
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
