"""The frontier of a frontier search: the vertices at work, and the paths that end there.

A state is a string of bytes, one *slot* for each vertex at work (the *frontier*): a vertex with decided and undecided
edges. The slot's byte is the vertex's *mate* (Knuth), the other end of its path: the vertex's own slot if it has no
edge, the slot of the other end, `INNER` if the vertex has two edges, `GONE` if the other end has left the frontier.
A free slot holds its own number, as a new vertex's slot does, so a state does not change when a vertex enters.
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
    """Return the graph if it is simple, undirected and without loops. Raises PuzzleError otherwise."""
    import networkx as nx

    if not isinstance(graph, nx.Graph) or graph.is_directed() or graph.is_multigraph():
        raise PuzzleError(f"found {called(graph)}, expected an undirected graph of networkx with simple edges")
    if nx.number_of_selfloops(graph):
        raise PuzzleError("found an edge from a vertex to itself, expected edges between two vertices")
    return graph


@validate_args
def ordered(graph: Graph, order: Iterable[Edge] | None = None) -> tuple[Edge, ...]:
    """Return the edges of a graph in the order of a search.

    By default this is the graph's own order. A breadth-first order from a vertex of least degree replaces it if its
    frontier is narrower by at least two vertices, because the number of states grows exponentially with the width. One
    vertex is not enough: there are fewer states where every vertex at work has one edge left, as in a grid row by row.
    Raises PuzzleError if `order` does not have each edge once.
    """
    checked(graph)
    if order is not None:
        given: tuple[Any, ...] = tuple(tuple(edge) for edge in order)
        if len(given) != graph.number_of_edges() or set(map(frozenset, given)) != set(map(frozenset, graph.edges)):
            raise PuzzleError("found another set of edges in the order, expected each edge of the graph once")
        return given
    own, walked = tuple(graph.edges), _walked(graph)
    return walked if max(widths(walked), default=0) + 1 < max(widths(own), default=0) else own


def _walked(graph: Graph) -> tuple[Edge, ...]:
    """Return the edges, sorted by the numbers of their ends in a breadth-first walk of each component."""
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
    """Return a board's edges line by line along its longer side; the frontier is then as wide as the shorter side."""
    own = sorted(edges)
    ends: list[Any] = [end for edge in own for end in (edge.a, edge.b)]
    if max((end.column for end in ends), default=0) <= max((end.row for end in ends), default=0):
        return tuple(own)
    return tuple(sorted(own, key=_column_first))


def _column_first(edge: grid.Edge) -> tuple[int, ...]:
    ends: Any = (edge.a, edge.b)
    return tuple(number for end in ends for number in (end.column, end.row))


def widths(edges: Sequence[Edge]) -> list[int]:
    """Return the number of vertices at work after each edge of an order."""
    return [len(there) for there in Frontier(edges).after]


class Frontier:
    """The vertices at work, edge by edge.

    Attributes
    ----------
    ends
        For each edge, the slots of its ends.
    gone, leaving
        For each edge, the vertices whose last edge it is, and their slots.
    nearly
        For each edge, the slots of the vertices that have one more edge after it.
    after
        For each edge, vertex -> slot for the vertices at work once it is decided.
    slots
        vertex -> slot, also for vertices that have left the frontier: slots are reused.
    width
        The number of slots.
    """

    @validate_args
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
                raise PuzzleError(f"found {self.width} vertices at work at once, expected at most {WIDEST}")

    @property
    def start(self) -> bytes:
        """The state in which no vertex has an edge."""
        return bytes(range(self.width))
