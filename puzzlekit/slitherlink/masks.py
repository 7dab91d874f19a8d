"""What the clues of a Slitherlink leave, by masks: corners tell each other, and no path is closed too early."""

from array import array
from collections.abc import Hashable
from copy import copy
from typing import Self

from puzzlekit.slitherlink.corners import COUNT, TOLD, WITH, nodes
from puzzlekit.slitherlink.graph import IN, OPEN, OUT
from puzzlekit.slitherlink.puzzle import Puzzle


class Masks:
    """What is left of each node, the edges that this settles, and the paths that they make. All go by their numbers:
    see `Nodes`.

    Attributes
    ----------
    left
        For each node its mask.
    changed
        Nodes that have not told their neighbours yet.
    state
        For each edge IN, OUT or OPEN.
    open, drawn
        How many edges are.
    """

    def __init__(self, puzzle: Puzzle):
        self.nodes = nodes(puzzle.rows, puzzle.columns)
        self.clues = [(cell.row * puzzle.columns + cell.column, number) for cell, number in puzzle.clues]
        self.left = [*self.nodes.masks]
        for cell, number in self.clues:
            self.left[cell] = COUNT[number]
        self.changed = {*self.nodes.border, *(cell for cell, _ in self.clues)}
        self.state = [OPEN] * len(puzzle.edges)
        self.open, self.drawn = len(puzzle.edges), 0
        self.other_end = [*range(len(self.left))]  # of the path that ends at a point; else the point itself
        self.length = [0] * len(self.left)  # of that path
        self.nearly = list[tuple[int, int]]()  # both ends of a path that one edge would close

    def with_edge(self, edge: int, state: int) -> Self | None:
        """The same with one more edge settled and all that follows; None if there is a contradiction."""
        other = copy(self)
        for name in ("left", "changed", "state", "other_end", "length", "nearly"):
            setattr(other, name, getattr(self, name).copy())
        other._put(edge, state)
        return other if other.settle() else None

    def choices(self, *, last: bool) -> list[Self]:
        """What is left with either state of the first edge that is open, or of the last."""
        edge = len(self.state) - 1 - self.state[::-1].index(OPEN) if last else self.state.index(OPEN)
        return [other for state in (OUT, IN) if (other := self.with_edge(edge, state))]

    def ahead(self) -> Hashable:
        """What is left to each node that is not settled, and the other end of each path."""
        left = [mask if mask & (mask - 1) else 0 for mask in self.left]
        return array("H", left).tobytes(), array("I", self.other_end).tobytes()

    def settle(self) -> bool:
        """Carry on until nothing more follows; False at a contradiction."""
        while self.changed:
            if not self._tell():
                return False
            self._keep_open()
        return bool(self.drawn or self.open)

    def _put(self, edge: int, state: int) -> None:
        point = self.nodes.ends[edge][0]
        own = WITH[self.nodes.edges[point].index(edge)]
        self.left[point] &= own if state == IN else ~own
        self.changed.add(point)

    def _tell(self) -> bool:
        """Corners tell each other what is left to their two edges."""
        left, changed, state = self.left, self.changed, self.state
        cells, near, edges = self.nodes.cells, self.nodes.near, self.nodes.edges
        while changed:
            node = changed.pop()
            told = TOLD[left[node]]
            for corner, other in near[node]:
                old = left[other]
                new = old & told[corner]
                if new != old:
                    left[other] = new
                    changed.add(other)
                    if not new:
                        return False
            if node >= cells:
                for k, settled in told[4]:
                    edge = edges[node][k]
                    if edge >= 0 and state[edge] == OPEN:
                        state[edge] = settled
                        self.open -= 1
                        if settled == IN and not self._join(edge):
                            return False
        return True

    def _join(self, edge: int) -> bool:
        """Join two paths, or points, by an edge; False if that closes a loop, and there is more."""
        one, other = self.nodes.ends[edge]
        a, b = self.other_end[one], self.other_end[other]
        self.drawn += 1
        if a == other:
            for left in (edge for edge, state in enumerate(self.state) if state == OPEN):
                self._put(left, OUT)
            return self.length[a] + 1 == self.drawn
        self.other_end[one], self.other_end[other] = one, other  # within the path, unless they end it
        self.other_end[a], self.other_end[b] = b, a
        self.length[a] = self.length[b] = self.length[one] + 1 + self.length[other]
        if (a, b) in self.nodes.between:
            self.nearly.append((a, b))
        return True

    def _keep_open(self) -> None:
        """Leave out each edge that would close a path though more is drawn, or a clue is not met."""
        ends, self.nearly = self.nearly, []
        for a, b in ends:
            edge = self.nodes.between[a, b]
            if self.other_end[a] != b or self.state[edge] != OPEN:
                continue
            if self.length[a] == self.drawn and self._is_met_with(edge):
                self.nearly.append((a, b))  # it may be the solution, as long as nothing else is drawn
            else:
                self._put(edge, OUT)

    def _is_met_with(self, last: int) -> bool:
        """Whether all clues are met if this edge is the last one that is drawn."""
        drawn = {last, *(edge for edge, state in enumerate(self.state) if state == IN)}
        edges = self.nodes.edges
        return all(sum(edge in drawn for edge in edges[cell]) == number for cell, number in self.clues)
