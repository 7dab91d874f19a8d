"""Technique of the loop's inside and outside: a drawn edge separates two cells, an edge left out joins two cells."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence

from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Edge
from puzzlekit.reasoning.system import Fact, Found, Left, Rule
from puzzlekit.slitherlink.puzzle import Puzzle
from puzzlekit.slitherlink.technique_board import IN, OPEN, OUT, Board, Corner

LEVEL = 7
ODD, EVEN = 2, 5  # masks of a corner: one edge, and none or both
Links = Mapping[int, list[tuple[int, int, Fact]]]  # cell -> (other cell, 1 if on different sides, why)


def colour_rule(board: Board) -> Rule:
    """Return the rule about the two sides of the loop."""
    own = Colours(board)
    every = range(len(board.edges) + len(board.corners))
    return Rule("inside and outside", LEVEL, [(None, every)], own.look, own.say)


class Colours:
    """Colouring of cells by the edges and corners between them."""

    def __init__(self, board: Board):
        self.board = board
        self.over = [(corner, *edges, *self._beside(corner)) for corner, edges in board.inner.items()]

    def _beside(self, corner: int) -> tuple[int, int]:
        """Return the cells across the two edges of a corner."""
        cell = (corner - len(self.board.edges)) // 4
        (a,), (b,) = ({*self.board.sides[edge]} - {cell} for edge in self.board.inner[corner])
        return a, b

    def look(self, left: Left, place: None) -> Iterator[Found]:
        """Yield edges between two cells whose sides are known along another path of cells."""
        board, links = self.board, self._links(left)
        colour = _coloured(links)
        for edge, (a, b) in enumerate(board.sides):
            if left[edge] == OPEN and a in colour and b in colour and colour[a][0] == colour[b][0]:
                parity = colour[a][1] ^ colour[b][1]
                facts = _way(links, a, b)
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
        """Say whether two cells are on the same side of the loop."""
        a, b, parity = found.about
        names = [str(self.board.cells[cell]) if cell >= 0 else "the outside" for cell in (a, b)]
        return f"{names[0]} and {names[1]} are on {'different sides' if parity else 'the same side'} of the loop"


def _coloured(links: Links) -> dict[int, tuple[int, int]]:
    """Return `{cell: (component, side within the component)}`."""
    colour: dict[int, tuple[int, int]] = {}
    for start in links:
        if start not in colour:
            colour[start], queue = (start, 0), [start]
            for here in queue:
                for there, parity, _ in links[here]:
                    if there not in colour:
                        colour[there] = (start, colour[here][1] ^ parity)
                        queue.append(there)
    return colour


def _way(links: Links, a: int, b: int) -> tuple[Fact, ...]:
    """Return the facts on a shortest path between two cells, found by breadth-first search."""
    before: dict[int, tuple[int, Fact]] = {}
    queue = deque([a])
    while b not in before:
        here = queue.popleft()
        for there, _, fact in links[here]:
            if there != a and there not in before:
                before[there] = here, fact
                queue.append(there)
    facts, here = list[Fact](), b
    while here != a:
        here, fact = before[here]
        facts.append(fact)
    return tuple(facts)


def even_cut(puzzle: Puzzle, place: Sequence[Edge | Corner]) -> tuple[Mapping, int, int, bool]:
    """Return the constraint that a loop uses an even number of the edges between two parts of the points.

    A corner stands for its two edges. Raises PuzzleError if the edges do not separate the points into two parts.
    """
    crossed = Counter(edge for own in place for edge in (own.edges if isinstance(own, Corner) else (own,)))
    odd = {edge for edge, times in crossed.items() if times % 2}
    side, queue = {puzzle.points[0]: 0}, [puzzle.points[0]]
    for here in queue:
        for edge in puzzle.at[here]:
            there, parity = edge.other(here), side[here] ^ (edge in odd)
            if there not in side:
                queue.append(there)
            if side.setdefault(there, parity) != parity:
                raise PuzzleError("found edges that do not part the points in two, expected all between two parts")
    numbers = ({0: 0, 1: 1}, {0: 0, 1: 1, 2: 2})
    return {own: numbers[isinstance(own, Corner)] for own in place}, 0, 4 * len(place), True
