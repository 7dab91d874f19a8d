"""Searches for path matchings, cycles and paths of a graph: short specifications, whose states consist of mates.

See `frontier` for mates and slots, and `search` for specifications.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from puzzlekit.core.errors import PuzzleError, shown
from puzzlekit.zdd.family import Family
from puzzlekit.zdd.frontier import BYTES, GONE, INNER, Edge, Frontier, Graph, checked, ordered
from puzzlekit.zdd.search import DONE, family_of


class PathMatchings:
    """The search specification for sets of edges in which every connected part is a path (Algorithm 1 of the paper
    cited in `path_matchings`).

    No vertex has three edges, and no cycle is closed. `present` are vertices that are on the frontier from the
    beginning.
    """

    def __init__(self, edges: Sequence[Edge], present: Sequence[Hashable] = ()):
        self.items: tuple[Any, ...] = tuple(edges)
        self.frontier = Frontier(self.items, present)
        self.ends, self.leaving, self.nearly = self.frontier.ends, self.frontier.leaving, self.frontier.nearly
        self.start: bytes | None = self.frontier.start
        self.final = len(self.items) - 1

    def step(self, state: bytes, index: int, taken: bool) -> Any:
        """Return the state after edge `index` is taken or rejected, see `search`."""
        if taken:
            state = self.joined(state, index)
            if state is None or state is DONE:
                return state
        return self.passed(state, index)

    def joined(self, state: bytes, index: int) -> Any:
        """Return the state after an edge is taken: the two paths become one path, whose two ends become each other's
        mates. Return None if an end of the edge already has two edges, and the result of `closed` if the edge closes a
        cycle."""
        a, b = self.ends[index]
        x, y = state[a], state[b]
        if x == INNER or y == INNER:
            return None
        if x == b:
            return self.closed(state, index)
        mates = bytearray(state)
        mates[a] = mates[b] = INNER
        if x < GONE:
            mates[x] = y
        if y < GONE:
            mates[y] = x
        return bytes(mates)

    def closed(self, state: bytes, index: int) -> Any:
        """Return the state after a cycle is closed. In this class, the state is None (impossible), because every
        connected part must be a path."""
        return None

    def passed(self, state: bytes, index: int) -> Any:
        """Return the state after vertices have left the frontier. If an end of a path leaves, the byte of the path's
        other end becomes `GONE`."""
        for slot in self.leaving[index]:
            mate = state[slot]
            if mate != slot:
                state = put(put(state, mate, GONE) if mate < GONE else state, slot, slot)
        return state


class Cycles(PathMatchings):
    """The search specification for sets of edges that form a single cycle (Algorithm 4 of the paper cited in
    `path_matchings`).

    If `begun` = (s, t) is given, the object specifies the paths from s to t instead. Such a path and an additional edge
    from t to s form a cycle, so s and t are each other's mates from the beginning.
    """

    def __init__(self, edges: Sequence[Edge], begun: tuple[Hashable, Hashable] | None = None):
        super().__init__(edges, begun or ())
        if not edges:
            self.start = None
        elif begun:
            s, t = (self.frontier.slots[vertex] for vertex in begun)
            self.start = put(put(self.frontier.start, s, t), t, s)

    def closed(self, state: bytes, index: int) -> Any:
        """Return the state after the edge with this index closes a cycle: DONE if the cycle is the only part, or None
        if there is also an unfinished path."""
        return DONE if self.alone(state, self.ends[index]) else None

    def alone(self, state: bytes, ends: tuple[int, ...]) -> bool:
        """Return whether all ends of unfinished paths are among the slots `ends`."""
        mates = enumerate(state[: self.frontier.width])
        return all(mate in (slot, INNER) or slot in ends for slot, mate in mates)

    def passed(self, state: bytes, index: int) -> Any:
        """Return the state after vertices have left the frontier. Return None if one of these vertices has only one
        edge, or if edge `index` is the last one and no cycle is closed."""
        return settled(state, self.leaving[index], self.nearly[index]) if index < self.final else None


def put(state: bytes, slot: int, value: int) -> bytes:
    """Return a copy of a state in which the byte of one slot is `value`."""
    return state[:slot] + BYTES[value] + state[slot + 1 :]


def settled(state: bytes, leaving: tuple[int, ...], nearly: tuple[int, ...]) -> bytes | None:
    """Return the state of a search for cycles after vertices have left the frontier, or None if one of these vertices
    has only one edge.

    `leaving` are the slots of these vertices, and `nearly` the slots of vertices with only one undecided edge. A vertex
    with only one undecided edge and no taken edge cannot get two edges, so its mate becomes `INNER`: it gets no edge.
    """
    for slot in leaving:
        if state[slot] != slot:
            if state[slot] != INNER:
                return None
            state = put(state, slot, slot)
    for slot in nearly:
        if state[slot] == slot:  # the vertex could get only one edge, not two: like `INNER`, it gets no more edges
            state = put(state, slot, INNER)
    return state


def path_matchings(graph: Graph, order: Iterable[Edge] | None = None) -> Family:
    """Return the family of all sets of edges of a graph in which every connected part is a path, including the empty
    set.

    Parameters
    ----------
    order
        All edges in the order in which they are decided; see `ordered`.

    Returns
    -------
    Family
        The sets of edges; each edge is a pair of vertices, as in the order.

    Raises
    ------
    PuzzleError
        If `graph` is not an undirected graph with simple edges, or `order` does not have each edge once.

    Reference: Algorithm 1 of R. Yoshinaka et al., Finding all solutions and instances of Numberlink and Slitherlink by
    ZDDs, Algorithms 5, 2012.
    """
    return family_of(PathMatchings(ordered(checked(graph), order)))


def cycles(graph: Graph, order: Iterable[Edge] | None = None) -> Family:
    """Return the family of all simple cycles of a graph, as sets of edges. See `path_matchings` for parameters and
    errors.

    Examples
    --------
    >>> import networkx as nx
    >>> cycles(nx.grid_2d_graph(4, 4)).count()
    213
    """
    return family_of(Cycles(ordered(checked(graph), order)))


def paths(graph: Graph, s: Hashable, t: Hashable, order: Iterable[Edge] | None = None) -> Family:
    """Return the family of all simple paths from `s` to `t`, as sets of edges. See `path_matchings` for the other
    parameters and for errors.

    Also raise PuzzleError if `s` or `t` is not a vertex of the graph, or if `s` equals `t`.

    Examples
    --------
    >>> import networkx as nx
    >>> paths(nx.grid_2d_graph(3, 3), (0, 0), (2, 2)).count()
    12
    """
    for vertex in (s, t):
        if vertex not in checked(graph):
            raise PuzzleError(f"found {shown(vertex)}, expected a vertex of the graph")
    if s == t:
        raise PuzzleError(f"found {shown(s)} twice, expected two different vertices")
    return family_of(Cycles(ordered(graph, order), (s, t)))
