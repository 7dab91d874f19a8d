"""Pairings of a graph's vertices for which exactly one set of paths joins the pairs, and these paths pass every vertex.

This is Algorithm 3 (see `good_pairings`): a search for path matchings in which each state has a family of pairings
instead of a node. Once both ends of a path have left the frontier, these ends are a *fixed* pair. A set of fixed pairs
is marked as *twice* if several choices of edges lead to this set, or if a choice leaves a vertex out. The mark is an
additional item in the set, and its level in the diagram is below the levels of all pairs. Equal states have the same
continuations, so a marked set cannot lead to a good pairing, and the mark is never removed.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

from puzzlekit.core.errors import PuzzleError, validate_args, validate_int
from puzzlekit.zdd.family import Family
from puzzlekit.zdd.frontier import INNER, Frontier, Graph, checked, ordered
from puzzlekit.zdd.search import BATCH
from puzzlekit.zdd.table import Table, deep

Two = tuple[int, int]  # the numbers of two vertices, see `Pairings.rank`


@validate_args
def good_pairings(graph: Graph, pairs: int | None = None, *, check: Callable[[], object] | None = None) -> Family:
    """Return the family of all good pairings: exactly one set of paths joins the pairs, and these paths visit every
    vertex.

    A pairing is a set of disjoint pairs of vertices, and a path joins the two vertices of each pair. Two paths have no
    vertex in common. No other set of paths joins the pairs, not even a set that leaves vertices out.

    Parameters
    ----------
    pairs
        The largest number of pairs in a pairing; by default there is no limit.
    check
        A function that is called regularly. An exception that it raises ends the search.

    Returns
    -------
    Family
        The pairings. Each pairing is a set of pairs, and each pair is a tuple of two vertices in the order of the
        graph.

    Raises
    ------
    PuzzleError
        If `graph` is not simple and undirected or has too many vertices, or `pairs` is not a positive whole number.

    Reference: Algorithm 3 of R. Yoshinaka et al., Algorithms 5, 2012.

    Examples
    --------
    >>> import networkx as nx
    >>> good_pairings(nx.grid_2d_graph(3, 3)).count()
    86
    """
    most = None if pairs is None else validate_int(pairs, "pairs", 1)
    return Pairings(checked(graph), most).found(check)


class Pairings:
    """The search for the good pairings of a graph, see `good_pairings`."""

    def __init__(self, graph: Graph, most: int | None):
        edges = ordered(graph)
        self.table, self.frontier = Table(), Frontier(edges)
        self.sums, self.cuts, self.most = dict[Two, int](), dict[Two, int](), most
        leaving = {vertex: None for vertices in self.frontier.gone for vertex in vertices}
        self.lonely = len(leaving) < len(graph)  # a vertex without edges is on no path
        self.last = self.frontier.width + len(leaving)  # mates from `width` on are path ends that left the frontier
        if self.last > INNER:
            raise PuzzleError(
                f"found {len(leaving)} vertices with edges, expected at most {INNER - self.frontier.width}"
            )
        self.rank = {vertex: number for number, vertex in enumerate(leaving, start=self.frontier.width)}
        vertices, places = list(leaving), {vertex: number for number, vertex in enumerate(graph)}
        both = sorted(combinations(self.rank.values(), 2), key=lambda pair: (pair[1], pair[0]), reverse=True)
        self.level = {pair: level for level, pair in enumerate(both)}  # pairs fixed late are on top: adding one is fast
        named = ((vertices[a - self.frontier.width], vertices[b - self.frontier.width]) for a, b in both)
        self.items = tuple(tuple(sorted(pair, key=places.__getitem__)) for pair in named)
        self.bottom = len(self.items)
        self.twice = self.table.node(self.bottom, 0, 1)

    def found(self, check: Callable[[], object] | None) -> Family:
        """Return the family of the good pairings: the pairings that are not marked as twice when every edge is
        decided."""
        layer = {self.frontier.start: self.twice if self.lonely else 1}
        with deep(len(self.items)):
            for index in range(len(self.frontier.ends)):
                self.sums.clear()
                self.table.known.clear()
                following: dict[bytes, int] = {}
                for number, (state, family) in enumerate(layer.items()):
                    if check and not number % BATCH:
                        check()
                    for new, more in self._steps(state, family, index):
                        following[new] = self._sum(following.get(new, 0), more)
                layer = following
            (family,) = layer.values()  # one state remains: the empty set of edges is always possible
            twice = self.table.join(family, self.twice)
            return Family.of_table(self.items, self.table, self.table.difference(family, twice))

    def _steps(self, state: bytes, family: int, index: int) -> Iterator[tuple[bytes, int]]:
        """Yield (next state, root node of its pairings) for the rejection of the edge `index`, and then for taking this
        edge. Skip impossible states."""
        for taken in (False, True):
            mates, pairs = bytearray(state), list[Two]()
            if taken and not self._join(mates, index, pairs):
                return
            alone = self._leave(mates, index, pairs)
            if more := self._with(family, pairs, mates):
                yield bytes(mates), self.table.join(more, self.twice) if alone else more

    def _join(self, mates: bytearray, index: int, pairs: list[Two]) -> bool:
        """Take an edge: update `mates`, and if a pair becomes fixed, append this pair to `pairs`. Return False if the
        edge closes a cycle or is the third edge of a vertex, else True."""
        a, b = self.frontier.ends[index]
        x, y = mates[a], mates[b]
        if INNER in (x, y) or x == b:
            return False
        mates[a] = mates[b] = INNER
        if x < self.frontier.width:
            mates[x] = y
        if y < self.frontier.width:
            mates[y] = x
        elif x >= self.frontier.width:
            pairs.append((x, y))
        return True

    def _leave(self, mates: bytearray, index: int, pairs: list[Two]) -> bool:
        """Remove the vertices whose last edge is decided: update `mates`, and append pairs that become fixed to
        `pairs`. Return whether one of these vertices is on no path."""
        alone = False
        for slot, vertex in zip(self.frontier.leaving[index], self.frontier.gone[index], strict=True):
            mate = mates[slot]
            if mate < self.frontier.width:
                alone |= mate == slot
                mates[mate] = self.rank[vertex]
            elif mate != INNER:
                pairs.append((mate, self.rank[vertex]))
            mates[slot] = slot
        return alone

    def _with(self, family: int, pairs: list[Two], mates: bytearray) -> int:
        """Return the pairings of a family with `pairs` added to each. Remove pairings that will exceed the limit
        `most`: each end that has left the frontier without its partner needs one more pair, which two such ends can
        share."""
        for x, y in pairs:
            family = self.table.join(family, self.table.node(self.level[min(x, y), max(x, y)], 0, 1))
        if self.most is None:
            return family
        ends = sum(self.frontier.width <= mate < self.last for mate in mates)
        return self._cut(family, self.most - (ends + 1) // 2)

    def _cut(self, family: int, room: int) -> int:
        """Return the pairings of a family that have at most `room` pairs."""
        if room < 0 or self.table.level[family] >= self.bottom:
            return family if room >= 0 else 0
        key = (family, room)
        if (found := self.cuts.get(key)) is None:
            level, low, high = (own[family] for own in (self.table.level, self.table.low, self.table.high))
            found = self.cuts[key] = self.table.node(level, self._cut(low, room), self._cut(high, room - 1))
        return found

    def _sum(self, one: int, other: int) -> int:
        """Return the union of two families of pairings, given by their root nodes. A pairing that is in both families
        gets the mark "twice"."""
        if not one or not other:
            return one or other
        key = (one, other)
        if (found := self.sums.get(key)) is None:
            table = self.table
            a, b = table.level[one], table.level[other]
            if a > b:
                a, b, one, other = b, a, other, one
            if a >= self.bottom:
                found = self.twice
            elif a < b:
                found = table.node(a, self._sum(table.low[one], other), table.high[one])
            else:
                high = self._sum(table.high[one], table.high[other])
                found = table.node(a, self._sum(table.low[one], table.low[other]), high)
            self.sums[key] = found
        return found
