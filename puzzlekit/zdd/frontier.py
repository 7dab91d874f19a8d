"""Where the edges of a graph meet, as a frontier search passes them: the vertices at work, and which paths end there.

A state is a string of bytes, one *slot* for each vertex that is at work (the *frontier*): those with decided and with
undecided edges. Its byte says where the path ends that begins at the vertex, its *mate* (Knuth): its own slot where it
has no edge, the slot of the other end, `INNER` where it has two edges, `GONE` where the other end is at work no more.
A slot that is free holds its own number, as a new vertex does, so nothing needs to be done when a vertex comes.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from puzzlekit.core import grid
from puzzlekit.core.errors import PuzzleError, called, validate_args

INNER, GONE = 255, 254
WIDEST = 200  # slots; a search over so many vertices would never end
BYTES = tuple(bytes([number]) for number in range(256))
Edge = tuple[Hashable, Hashable]
Graph = Any  # of networkx, which takes longer to load than many a puzzle takes


def checked(graph: Any) -> Graph:
    """A simple undirected graph without loops. Raises PuzzleError for anything else."""
    import networkx as nx

    if not isinstance(graph, nx.Graph) or graph.is_directed() or graph.is_multigraph():
        raise PuzzleError(f"found {called(graph)}, expected an undirected graph of networkx with simple edges")
    if nx.number_of_selfloops(graph):
        raise PuzzleError("found an edge from a vertex to itself, expected edges between two vertices")
    return graph


@validate_args
def ordered(graph: Graph, order: Iterable[Edge] | None = None) -> tuple[Edge, ...]:
    """The edges of a graph in the order of a search.

    Without `order`, that of the graph itself; or that of a breadth-first walk from a vertex of least degree, if its
    frontier is narrower by two vertices at least: the number of states grows exponentially with the width, and where
    every vertex at work has one edge left, as in a grid row by row, there are fewer. Raises PuzzleError if `order` does
    not have each edge once.
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
    """The edges as their sooner vertices come up in a breadth-first walk of each part."""
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
    """The edges of a board line by line, along its longer side: then the frontier is as wide as the shorter one."""
    own = sorted(edges)
    ends: list[Any] = [end for edge in own for end in (edge.a, edge.b)]
    if max((end.column for end in ends), default=0) <= max((end.row for end in ends), default=0):
        return tuple(own)
    return tuple(sorted(own, key=_column_first))


def _column_first(edge: grid.Edge) -> tuple[int, ...]:
    ends: Any = (edge.a, edge.b)
    return tuple(number for end in ends for number in (end.column, end.row))


def widths(edges: Sequence[Edge]) -> list[int]:
    """How many vertices are at work after each edge of an order."""
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
        vertex -> slot, also of those that are at work no more: a slot is used again.
    width
        How many slots there are.
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
        """No vertex has an edge."""
        return bytes(range(self.width))
