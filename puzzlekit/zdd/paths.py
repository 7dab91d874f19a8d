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
        """The state after a decision, see `search`."""
        if taken:
            state = self.joined(state, index)
            if state is None or state is DONE:
                return state
        return self.passed(state, index)

    def joined(self, state: bytes, index: int) -> Any:
        """Two paths become one: the mates of the edge's ends become each other's."""
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
        """What becomes of a cycle."""
        return None

    def passed(self, state: bytes, index: int) -> Any:
        """Vertices are at work no more: where a path ended there, that end is for good."""
        for slot in self.leaving[index]:
            mate = state[slot]
            if mate != slot:
                state = put(put(state, mate, GONE) if mate < GONE else state, slot, slot)
        return state


class Cycles(PathMatchings):
    """Single cycles (Algorithm 4).

    With `begun` = (s, t) the paths from s to t: each is a cycle of which one edge is not there to be decided, so these
    two begin as each other's mates.
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
        """A cycle is all that there is."""
        return DONE if self.alone(state, self.ends[index]) else None

    def alone(self, state: bytes, ends: tuple[int, ...]) -> bool:
        """Whether no path ends at another vertex than these."""
        mates = enumerate(state[: self.frontier.width])
        return all(mate in (slot, INNER) or slot in ends for slot, mate in mates)

    def passed(self, state: bytes, index: int) -> Any:
        """No vertex is left with one edge, and without a cycle nothing is in the family."""
        return settled(state, self.leaving[index], self.nearly[index]) if index < self.final else None


def put(state: bytes, slot: int, value: int) -> bytes:
    """A state with another byte in this slot."""
    return state[:slot] + BYTES[value] + state[slot + 1 :]


def settled(state: bytes, leaving: tuple[int, ...], nearly: tuple[int, ...]) -> bytes | None:
    """A state once no more edges come to some slots, and one more at most to others; None if a path ends for good."""
    for slot in leaving:
        if state[slot] != slot:
            if state[slot] != INNER:
                return None
            state = put(state, slot, slot)
    for slot in nearly:
        if state[slot] == slot:  # it cannot have two edges any more, which is as good as having them
            state = put(state, slot, INNER)
    return state


def path_matchings(graph: Graph, order: Iterable[Edge] | None = None) -> Family:
    """All sets of edges of a graph in which every part is a path; the empty set is one.

    Parameters
    ----------
    order
        All edges in the order in which they are decided; see `ordered`.

    Returns
    -------
    Family
        Over the edges, each a pair of vertices as it stands in the order.

    Raises
    ------
    PuzzleError
        If it is no undirected graph with simple edges, or the order is one of other edges.

    Reference: Algorithm 1 of R. Yoshinaka et al., Finding all solutions and instances of Numberlink and Slitherlink by
    ZDDs, Algorithms 5, 2012.
    """
    return family_of(PathMatchings(ordered(checked(graph), order)))


def cycles(graph: Graph, order: Iterable[Edge] | None = None) -> Family:
    """All simple cycles of a graph, as sets of edges; see `path_matchings`.

    Examples
    --------
    >>> import networkx as nx
    >>> cycles(nx.grid_2d_graph(4, 4)).count()
    213
    """
    return family_of(Cycles(ordered(checked(graph), order)))


def paths(graph: Graph, s: Hashable, t: Hashable, order: Iterable[Edge] | None = None) -> Family:
    """All simple paths between two vertices, as sets of edges; see `path_matchings`.

    Raises PuzzleError too if s or t is no vertex, or both are one.

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
