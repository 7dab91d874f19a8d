"""The technique of inside and outside: neighbouring cells are on different sides of the loop if and only if the edge
between them is drawn."""

from collections import deque
from collections.abc import Iterator, Mapping

from puzzlekit.core.union_find import leaders
from puzzlekit.reasoning.system import Fact, Found, Left, Rule
from puzzlekit.slitherlink.technique_board import IN, OPEN, OUT, Board

LEVEL = 7
ODD, EVEN = 2, 5  # masks of a corner: exactly one edge is drawn; none or both are drawn
Links = Mapping[int, list[tuple[int, int, Fact]]]  # cell -> (second cell, 1 if on different sides else 0, the reason)


def colour_rule(board: Board) -> Rule:
    """Return the rule about the inside and the outside of the loop."""
    own = Colours(board)
    every = range(len(board.edges) + len(board.corners))
    return Rule("inside and outside", LEVEL, [(None, every)], own.look, own.say)


class Colours:
    """The rule about the two sides of the loop. Known edges and corners show which cells are on the same side.

    `over` has, for each corner, a tuple (corner, its two edges, the two cells across these edges).
    """

    def __init__(self, board: Board):
        self.board = board
        self.over = [(corner, *edges, *self._beside(corner)) for corner, edges in board.inner.items()]

    def _beside(self, corner: int) -> tuple[int, int]:
        """Return the cells on the far sides of a corner's two edges; -1 is the outside of the board."""
        cell = (corner - len(self.board.edges)) // 4
        (a,), (b,) = ({*self.board.sides[edge]} - {cell} for edge in self.board.inner[corner])
        return a, b

    def look(self, left: Left, place: None) -> Iterator[Found]:
        """Yield the state of each open edge whose two cells are known to be on the same side, or on different sides."""
        board, links = self.board, self._links(left)
        places = len(board.cells) + 1  # of -1, the outside, as an index: the last one
        component = leaders(places, ((a % places, b % places) for a in links for b, _, _ in links[a] if a < b))
        for edge, (a, b) in enumerate(board.sides):
            if left[edge] == OPEN and component[a] == component[b]:
                facts, parity = _way(links, a, b)  # in a contradictory state, another way can have another parity
                cut = tuple(board.element(own) for own in (*(fact[0] for fact in facts), edge))
                yield Found({edge: IN if parity else OUT}, facts, (("even_cut", cut),), (a, b, parity))

    def _links(self, left: Left) -> Links:
        links: dict[int, list[tuple[int, int, Fact]]] = {}
        found = [(*sides, left[e] == IN, (e, left[e])) for e, sides in enumerate(self.board.sides) if left[e] != OPEN]
        for corner, one, other, a, b in self.over:
            mask = left[corner]
            if mask in (ODD, EVEN) and a != b and OPEN in (left[one], left[other]):
                found.append((a, b, mask == ODD, (corner, mask)))
        for a, b, parity, fact in found:
            links.setdefault(a, []).append((b, parity, fact))
            links.setdefault(b, []).append((a, parity, fact))
        return links

    def say(self, found: Found) -> str:
        """Return a clause that says whether two cells are on the same side of the loop."""
        a, b, parity = found.about
        names = [str(self.board.cells[cell]) if cell >= 0 else "the outside" for cell in (a, b)]
        return f"{names[0]} and {names[1]} are on {'different sides' if parity else 'the same side'} of the loop"


def _way(links: Links, a: int, b: int) -> tuple[tuple[Fact, ...], int]:
    """Return the facts along a shortest path of links between two cells, by breadth-first search. Return also 0 if
    these facts show that the cells are on the same side, otherwise 1."""
    before: dict[int, tuple[int, int, Fact]] = {}
    queue = deque([a])
    while b not in before:
        here = queue.popleft()
        for there, odd, fact in links[here]:
            if there != a and there not in before:
                before[there] = here, odd, fact
                queue.append(there)
    facts, here, parity = list[Fact](), b, 0
    while here != a:
        here, odd, fact = before[here]
        facts.append(fact)
        parity ^= odd
    return tuple(facts), parity
