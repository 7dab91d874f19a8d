"""The frontier of a frontier search: the vertices with both decided and undecided edges, and the paths between them.

A search decides edge by edge whether to take the edge. A vertex is on the *frontier* while some of its edges are
decided and others are not. The state of the search is a string of bytes. Each vertex on the frontier has a *slot*,
which is a position in this string. The byte in the slot is the vertex's *mate* (Knuth):

- the vertex's own slot, if no edge at the vertex is taken;
- the slot of the other end of the vertex's path, if one edge is taken; `GONE`, if the other end has left the frontier;
- `INNER`, if two edges are taken.

The byte in an unused slot is the slot's own number, so a state does not change when a vertex enters the frontier.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from puzzlekit.core import grid
from puzzlekit.core.errors import PuzzleError, called, validate_args

INNER, GONE = 255, 254
WIDEST = 200  # slots; the search over a wider frontier would not end
BYTES = tuple(bytes([number]) for number in range(256))
Edge = tuple[Hashable, Hashable]
Graph = Any  # a networkx graph; importing networkx takes longer than solving many puzzles


def checked(graph: Any) -> Graph:
    """Return the graph unchanged. Raise PuzzleError unless the graph is simple, undirected and without loops."""
    import networkx as nx

    if not isinstance(graph, nx.Graph) or graph.is_directed() or graph.is_multigraph():
        raise PuzzleError(f"found {called(graph)}, expected an undirected graph of networkx with simple edges")
    if nx.number_of_selfloops(graph):
        raise PuzzleError("found an edge from a vertex to itself, expected edges between two vertices")
    return graph


@validate_args
def ordered(graph: Graph, order: Iterable[Edge] | None = None) -> tuple[Edge, ...]:
    """Return the edges of a graph as a tuple, in the order in which a search decides them: in the given `order`, or in
    an order chosen as follows.

    By default the order is the graph's own. A breadth-first order from a vertex of least degree is used instead if it
    makes the frontier narrower by at least two vertices, because the number of states grows exponentially with the
    width. If the frontier becomes narrower by only one vertex, the graph's own order may still have fewer states: for
    example, if a grid is ordered row by row, every vertex on the frontier has only one undecided edge.

    Raise PuzzleError if the graph is not simple and undirected, or if `order` does not have each edge once.
    """
    checked(graph)
    if order is not None:
        given: tuple[Any, ...] = tuple(tuple(edge) for edge in order)
        if len(given) != graph.number_of_edges() or set(map(frozenset, given)) != set(map(frozenset, graph.edges)):
            raise PuzzleError("found missing, repeated or foreign edges, expected each edge of the graph once")
        return given
    own, walked = tuple(graph.edges), _walked(graph)
    return walked if max(widths(walked), default=0) + 1 < max(widths(own), default=0) else own


def _walked(graph: Graph) -> tuple[Edge, ...]:
    """Return the edges in the order of a breadth-first search through each component of the graph."""
    import networkx as nx

    number: dict[Hashable, int] = {}
    for vertex in sorted(graph, key=graph.degree):
        if vertex not in number:
            for one in (vertex, *(later for _, later in nx.bfs_edges(graph, vertex))):
                number[one] = len(number)
    edges = (sorted(edge, key=number.__getitem__) for edge in graph.edges)
    return tuple((a, b) for a, b in sorted(edges, key=lambda edge: (number[edge[0]], number[edge[1]])))


@validate_args
def lengthwise(edges: Iterable[grid.Edge]) -> tuple[grid.Edge, ...]:
    """Return a board's edges row by row, or column by column if the board is wider than it is tall. The frontier is
    then only as wide as the shorter side."""
    own = sorted(edges)
    ends: list[Any] = [end for edge in own for end in (edge.a, edge.b)]
    if max((end.column for end in ends), default=0) <= max((end.row for end in ends), default=0):
        return tuple(own)
    return tuple(sorted(own, key=_column_first))


def _column_first(edge: grid.Edge) -> tuple[int, ...]:
    ends: Any = (edge.a, edge.b)
    return tuple(number for end in ends for number in (end.column, end.row))


def widths(edges: Sequence[Edge]) -> list[int]:
    """Return the number of vertices on the frontier after each edge of an order."""
    return [len(there) for there in Frontier(edges).after]


class Frontier:
    """The vertices on the frontier after each edge. Raises PuzzleError if the frontier is wider than `WIDEST`.

    Parameters
    ----------
    edges
        All edges, in the order in which they are decided.
    present
        Vertices that are on the frontier from the beginning.

    Attributes
    ----------
    ends
        For each edge, the slots of its two ends.
    gone, leaving
        For each edge, the ends that have no later edge (`gone`), and the slots of these ends (`leaving`).
    nearly
        For each edge, the slots of the ends that have exactly one later edge.
    after
        For each edge, {vertex: slot} for the vertices on the frontier after this edge is decided.
    slots
        {vertex: slot} for all vertices. Two vertices may have the same slot if they are on the frontier at different
        times.
    width
        The number of slots.
    """

    def __init__(self, edges: Sequence[Edge], present: Sequence[Hashable] = ()):
        left = Counter(vertex for edge in edges for vertex in edge)
        slot: dict[Hashable, int] = {}
        free: list[int] = []
        self.width, self.slots = 0, dict[Hashable, int]()
        self.ends: list[tuple[int, int]] = []
        self.leaving: list[tuple[int, ...]] = []
        self.gone: list[tuple[Hashable, ...]] = []
        self.nearly: list[tuple[int, ...]] = []
        self.after: list[dict[Hashable, int]] = []
        for index, edge in enumerate(edges):
            for vertex in (*present, *edge) if not index else edge:
                if vertex not in slot:
                    if not free:
                        free.append(self.width)
                        self.width += 1
                    slot[vertex] = self.slots[vertex] = free.pop()
            self.ends.append((slot[edge[0]], slot[edge[1]]))
            left.subtract(edge)
            self.nearly.append(tuple(slot[vertex] for vertex in edge if left[vertex] == 1))
            gone = [vertex for vertex in edge if not left[vertex]]
            free += [slot[vertex] for vertex in gone]
            self.gone.append(tuple(gone))
            self.leaving.append(tuple(slot.pop(vertex) for vertex in gone))
            self.after.append(dict(slot))
            if self.width > WIDEST:
                raise PuzzleError(f"found a frontier of {self.width} vertices, expected at most {WIDEST}")

    @property
    def start(self) -> bytes:
        """Return the initial state, in which no vertex has an edge."""
        return bytes(range(self.width))
