"""Propagation of masks in Slitherlink: between cells and points, and along paths that must not close too early.

`graph` explains nodes (cells and points), patterns and masks. An edge is settled if it is drawn or excluded, otherwise
it is open. Probing tries both states of each open edge in turn, then searches briefly.
"""

from array import array
from collections.abc import Hashable
from copy import copy
from operator import or_
from typing import Self

from puzzlekit.engines.backtracking import search
from puzzlekit.slitherlink.graph import COUNT, IN, OPEN, OUT, TOLD, WITH, nodes
from puzzlekit.slitherlink.puzzle import Puzzle


class Masks:
    """An unfinished board with propagation: the mask of each node, the state of each edge, and the paths of drawn
    edges.

    Nodes and edges are numbers, see `Nodes`.

    Attributes
    ----------
    left
        For each node, its mask.
    changed
        The nodes whose masks have changed since the last propagation.
    state
        For each edge, IN, OUT or OPEN.
    open, drawn
        The number of open edges, and the number of drawn edges.
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
        self.other_end = [*range(len(self.left))]  # end of a path -> its other end; other point -> itself
        self.length = [0] * len(self.left)  # end of a path -> number of edges of the path
        self.nearly = list[tuple[int, int]]()  # the two ends of each path that one edge would close

    def with_edge(self, edge: int, state: int) -> Self | None:
        """Return a copy in which an edge has this state (IN or OUT), after propagation. Return None at a
        contradiction."""
        other = copy(self)
        for name in ("left", "changed", "state", "other_end", "length", "nearly"):
            setattr(other, name, getattr(self, name).copy())
        other._put(edge, state)
        return other if other.settle() else None

    def choices(self, *, last: bool) -> list[Self]:
        """Return a copy for each state of the first open edge, or of the last open edge if `last` is true. Copies with
        a contradiction are omitted."""
        edge = len(self.state) - 1 - self.state[::-1].index(OPEN) if last else self.state.index(OPEN)
        return [other for state in (OUT, IN) if (other := self.with_edge(edge, state))]

    def ahead(self) -> Hashable:
        """Return a key of the board. Boards with equal keys can be completed in the same ways.

        The key has two parts: the masks of nodes with several patterns, and the two ends of each path.
        """
        left = [mask if mask & (mask - 1) else 0 for mask in self.left]
        return array("H", left).tobytes(), array("I", self.other_end).tobytes()

    def settle(self) -> bool:
        """Propagate until nothing more follows. Return False at a contradiction, otherwise True."""
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
        """Propagate masks between neighbouring nodes, and settle edges. Return False at a contradiction, otherwise
        True."""
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
        """Join two paths, or single points, by an edge. Return False if the edge closes a loop and other edges are
        drawn, otherwise True."""
        one, other = self.nodes.ends[edge]
        a, b = self.other_end[one], self.other_end[other]
        self.drawn += 1
        if a == other:
            for left in (edge for edge, state in enumerate(self.state) if state == OPEN):
                self._put(left, OUT)
            return self.length[a] + 1 == self.drawn
        self.other_end[one], self.other_end[other] = one, other  # no longer ends, unless the next line makes them ends
        self.other_end[a], self.other_end[b] = b, a
        self.length[a] = self.length[b] = self.length[one] + 1 + self.length[other]
        if (a, b) in self.nodes.between:
            self.nearly.append((a, b))
        return True

    def _keep_open(self) -> None:
        """Exclude each edge that would close a loop too early, which means: while other edges are drawn, or while a
        clue is not satisfied."""
        ends, self.nearly = self.nearly, []
        for a, b in ends:
            edge = self.nodes.between[a, b]
            if self.other_end[a] != b or self.state[edge] != OPEN:
                continue
            if self.length[a] == self.drawn and self._is_met_with(edge):
                self.nearly.append((a, b))  # the loop can be the solution if no other edge is drawn
            else:
                self._put(edge, OUT)

    def _is_met_with(self, last: int) -> bool:
        """Return whether all clues are satisfied if the edge `last` is drawn and all other open edges are not."""
        drawn = {last, *(edge for edge, state in enumerate(self.state) if state == IN)}
        edges = self.nodes.edges
        return all(sum(edge in drawn for edge in edges[cell]) == number for cell, number in self.clues)


MOST = 3_000_000  # a limit on the masks that probing and the search copy: each of the two takes at most half a second
# Probing ends after this many edges in a row without a result: an eighth of all edges, but not fewer than the first
# bound and not more than the second. On small boards the search is quicker than more probing. On boards with several
# solutions more probing finds little.
IDLE = (40, 100)


def settled(puzzle: Puzzle) -> Masks | None:
    """Return the masks of the only solution, or None if there is no solution. The method is propagation, probing and a
    short search.

    If the search reaches its limit or finds several solutions, return the masks after probing.
    """
    masks = Masks(puzzle)
    if not masks.settle():
        return None
    boards = MOST // len(masks.left)
    probed = probe(masks, boards // 4)
    if probed is None or not probed.open:
        return probed
    found = search(probed, boards)
    if found is None or len(found) > 1:
        return probed
    return found[0] if found else None


def probe(masks: Masks, most: int) -> Masks | None:
    """Return the masks after probing at most `most` edges in turn, or None if there is no solution.

    If a state of an edge leads to a contradiction, the state is excluded. If neither state does, each node keeps the
    patterns that are possible with at least one of the two states.
    """
    edges = [edge for edge, state in enumerate(masks.state) if state == OPEN]
    idle, turn = 0, 0
    enough = min(max(IDLE[0], len(masks.state) // 8), IDLE[1], len(edges))
    while masks.open and idle < enough and turn < most:
        edge = edges[turn % len(edges)]
        idle, turn = idle + 1, turn + 1
        if masks.state[edge] != OPEN:
            continue
        drawn, left_out = masks.with_edge(edge, IN), masks.with_edge(edge, OUT)
        if drawn and left_out:
            left = list(map(or_, drawn.left, left_out.left))
            masks.changed = {node for node, mask in enumerate(left) if mask != masks.left[node]}
            masks.left = left
            idle = 0 if masks.changed else idle
            masks.settle()
        elif one := drawn or left_out:
            masks, idle = one, 0
        else:
            return None
    return masks
