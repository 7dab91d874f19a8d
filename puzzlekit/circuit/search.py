"""A short search on a circuit board, before there is a model: parts are joined until they are one.

Points and edges go by their numbers, and a set of edges is a whole number with bit e for edge e. So the border of a
part is the exclusive or of the edges at its points: what lies within counts twice.
"""

from collections.abc import Hashable
from copy import copy
from typing import Self

from puzzlekit.circuit.graph import Numbers
from puzzlekit.circuit.puzzle import DEGREES, Puzzle
from puzzlekit.circuit.statement import Presolved
from puzzlekit.engines import Problem, Settled
from puzzlekit.engines.backtracking import search

MOST = 6000  # boards, a quarter of a second for 12 x 12 points
RIGHT = {(least, most): [d for d in DEGREES if least <= d <= most] for most in range(5) for least in range(most + 1)}


def searched(puzzle: Puzzle, statement: Problem | Settled, most: int = MOST) -> Problem | Settled:
    """What is stated, or where `most` boards show it, the only solution or that there is none."""
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
    """What is drawn and what is open, and what follows: each point has one edge or three, no edge closes a cycle, and
    each part has edges that leave it, as many as it has points modulo 2, for the degrees are odd.

    Attributes
    ----------
    at
        point -> the edges at it.
    open, drawn
        Edges.
    odd
        The points, bit p for point p, that have an odd number of drawn edges, and open ones.
    part
        point -> a point that stands for its part.
    points, border
        Of the part for which a point stands; the border of any other point is 0.
    changed
        Points to be looked at.
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
        """What is left with either state of the first edge that is open, or of the last."""
        edge = 1 << self.open.bit_length() - 1 if last else self.open & -self.open
        return [other for drawn in (False, True) if (other := self.with_edge(edge, drawn))]

    def with_edge(self, edge: int, drawn: bool) -> Self | None:
        """The same with one more edge drawn, or left out, and all that follows; None if there is a contradiction."""
        other = copy(self)
        other.part, other.points, other.border = self.part.copy(), self.points.copy(), self.border.copy()
        other.changed = set()
        return other if other.put(edge, drawn) and other.settle() else None

    def ahead(self) -> Hashable:
        """What is open, which points there want an even number of it, and which open edges leave each part. A point
        with two edges wants one more, as one without any does that has two open ones."""
        return self.open, self.odd, frozenset(map(self.open.__and__, self.border))

    def settle(self) -> bool:
        """Carry on until nothing more follows; False at a contradiction."""
        while self.changed:
            point = self.changed.pop()
            if not (self._degree(point) and self._leave(self.part[point])):
                return False
        return True

    def put(self, edges: int, drawn: bool) -> bool:
        """Draw edges, or leave them out; False if one of them would close a cycle."""
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
