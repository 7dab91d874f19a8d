"""Path matchings, cycles and paths of a graph, each a specification of a few lines over the mates of its frontier."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from puzzlekit.core.errors import PuzzleError, shown, validate_args
from puzzlekit.zdd.family import Family
from puzzlekit.zdd.frontier import BYTES, GONE, INNER, Edge, Frontier, Graph, checked, ordered
from puzzlekit.zdd.search import DONE, family_of


class PathMatchings:
    """Sets of edges in which every part is a path: no vertex has three edges, and no cycle is closed (Algorithm 1).

    `present` are vertices that are at work from the beginning.
    """

    def __init__(self, edges: Sequence[Edge], present: Sequence[Hashable] = ()):
        self.items: tuple[Any, ...] = tuple(edges)
        self.frontier = Frontier(self.items, present)
        self.ends, self.leaving, self.nearly = self.frontier.ends, self.frontier.leaving, self.frontier.nearly
        self.start: bytes | None = self.frontier.start
        self.final = len(self.items) - 1

    def step(self, state: bytes, index: int, taken: bool) -> Any:
        """Return the state after a decision, see `search`."""
        if taken:
            state = self.joined(state, index)
            if state is None or state is DONE:
                return state
        return self.passed(state, index)

    def joined(self, state: bytes, index: int) -> Any:
        """Return the state with an edge: its ends' mates become each other's mates. None if a vertex has two edges."""
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
        """Return the state after a cycle is closed: None, because every part must be a path."""
        return None

    def passed(self, state: bytes, index: int) -> Any:
        """Return the state when vertices leave the frontier: if a path's end leaves, its mate's byte becomes `GONE`."""
        for slot in self.leaving[index]:
            mate = state[slot]
            if mate != slot:
                state = put(put(state, mate, GONE) if mate < GONE else state, slot, slot)
        return state


class Cycles(PathMatchings):
    """Single cycles (Algorithm 4).

    With `begun` = (s, t), the paths from s to t: a path and an extra edge from t to s form a cycle, so s and t begin as
    each other's mates.
    """

    @validate_args
    def __init__(self, edges: Sequence[Edge], begun: tuple[Hashable, Hashable] | None = None):
        super().__init__(edges, begun or ())
        if not edges:
            self.start = None
        elif begun:
            s, t = (self.frontier.slots[vertex] for vertex in begun)
            self.start = put(put(self.frontier.start, s, t), t, s)

    def closed(self, state: bytes, index: int) -> Any:
        """Return DONE if the closed cycle is the only part, or None if another path has been begun."""
        return DONE if self.alone(state, self.ends[index]) else None

    def alone(self, state: bytes, ends: tuple[int, ...]) -> bool:
        """Return whether no path ends at a slot other than `ends`."""
        mates = enumerate(state[: self.frontier.width])
        return all(mate in (slot, INNER) or slot in ends for slot, mate in mates)

    def passed(self, state: bytes, index: int) -> Any:
        """Return the state, or None if a vertex is left with one edge or the last edge is decided without a cycle."""
        return settled(state, self.leaving[index], self.nearly[index]) if index < self.final else None


def put(state: bytes, slot: int, value: int) -> bytes:
    """Return a state with another byte in one slot."""
    return state[:slot] + BYTES[value] + state[slot + 1 :]


def settled(state: bytes, leaving: tuple[int, ...], nearly: tuple[int, ...]) -> bytes | None:
    """Return a state when slots `leaving` get no more edges and slots `nearly` one; None if a path ends for good."""
    for slot in leaving:
        if state[slot] != slot:
            if state[slot] != INNER:
                return None
            state = put(state, slot, slot)
    for slot in nearly:
        if state[slot] == slot:  # the vertex needs two edges but can get one only, so it gets none, like `INNER`
            state = put(state, slot, INNER)
    return state


def path_matchings(graph: Graph, order: Iterable[Edge] | None = None) -> Family:
    """Return all sets of edges of a graph in which every part is a path, among them the empty set.

    Parameters
    ----------
    order
        All edges in the order in which they are decided; see `ordered`.

    Returns
    -------
    Family
        The sets, over the edges: each edge is a pair of vertices, as in the order.

    Raises
    ------
    PuzzleError
        If `graph` is not an undirected graph with simple edges, or `order` does not have each edge once.

    Reference: Algorithm 1 of R. Yoshinaka et al., Finding all solutions and instances of Numberlink and Slitherlink by
    ZDDs, Algorithms 5, 2012.
    """
    return family_of(PathMatchings(ordered(checked(graph), order)))


def cycles(graph: Graph, order: Iterable[Edge] | None = None) -> Family:
    """Return all simple cycles of a graph, as sets of edges; see `path_matchings`.

    Examples
    --------
    >>> import networkx as nx
    >>> cycles(nx.grid_2d_graph(4, 4)).count()
    213
    """
    return family_of(Cycles(ordered(checked(graph), order)))


def paths(graph: Graph, s: Hashable, t: Hashable, order: Iterable[Edge] | None = None) -> Family:
    """Return all simple paths between two vertices, as sets of edges; see `path_matchings`.

    Also raises PuzzleError if `s` or `t` is not a vertex of the graph, or if `s` equals `t`.

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
        raise PuzzleError(f"found {shown(s)} twice, expected two vertices")
    return family_of(Cycles(ordered(graph, order), (s, t)))
