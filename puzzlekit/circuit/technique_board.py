"""A circuit board by numbers, for the techniques: points, edges, masks, constraints and graph algorithms.

Edges are elements of the board. Points are notes: each is an end, with one edge, or a fork, with three.
"""

from collections.abc import Callable, Collection, Iterable, Iterator

from puzzlekit.circuit.graph import Numbers
from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.reasoning.system import Fact, Found, Left, Mask, Row

OUT, IN, OPEN = 1, 2, 3  # masks of an edge: not drawn, drawn, either
END, FORK, EITHER = 1, 2, 3  # masks of a point: one edge, three edges, either
KINDS = ("an end", "a fork")
Look = Callable[[Left, "View"], Iterator[Found]]


class View:
    """What the edges and notes of one state of a board imply.

    Attributes
    ----------
    kinds
        For each point END, FORK or EITHER, as far as its edges or its note determine that.
    room
        For each point, the number of its open edges.
    leader
        For each point, the point that represents its group: all points that drawn edges connect.
    groups
        For each point that represents a group, the points of the group; for other points, nothing.
    """

    def __init__(self, board: "Board", left: Left):
        self.kinds, self.room = list[Mask](), list[int]()
        for v, around in enumerate(board.at):
            own = [left[e] for e in around]
            drawn, open_ = own.count(IN), own.count(OPEN)
            self.room.append(open_)
            self.kinds.append(END if drawn + open_ <= 2 else FORK if drawn >= 2 else left[board.note(v)])
        self.leader, self.groups = list(range(len(board.at))), [[v] for v in range(len(board.at))]
        for (a, b), mask in zip(board.ends, left, strict=False):
            if mask == IN and (one := self.leader[a]) != (other := self.leader[b]):
                for v in self.groups[other]:
                    self.leader[v] = one
                self.groups[one] += self.groups[other]
                self.groups[other] = []
        self.found: dict[Look, list[Found]] = {}


class Board:
    """Points and edges by their numbers: the ends of each edge, the edges at each point, and their other ends."""

    def __init__(self, puzzle: Puzzle):
        self.puzzle, self.points, self.edges = puzzle, puzzle.points, puzzle.edges
        numbers = Numbers(puzzle)
        self.ends, self.at = numbers.ends, numbers.around
        self.near = [[(e, self.other(e, v)) for e in around] for v, around in enumerate(self.at)]
        self._state: list[Mask] = []
        self._view: View | None = None

    def once(self, look: Look, left: Left) -> list[Found]:
        """Return what a rule concludes from a state, from a cache: the rule is called several times for one state."""
        if self._view is None or self._state != left:
            self._state, self._view = list(left), View(self, left)
        found = self._view.found
        if look not in found:
            found[look] = list(look(left, self._view))
        return found[look]

    def note(self, point: int) -> int:
        """Return the element that says whether a point is an end or a fork."""
        return len(self.edges) + point

    def other(self, edge: int, point: int) -> int:
        """Return the point at the other end of an edge."""
        a, b = self.ends[edge]
        return b if point == a else a

    def degree(self, point: int) -> Row:
        """Return the constraint that a point has one edge or three."""
        return "degree_one_or_three", self.points[point]

    def leaving(self, group: Iterable[int]) -> Row:
        """Return the constraint on the edges that leave a group."""
        return "border", tuple(sorted(self.points[point] for point in group))

    def border(self, group: Collection[int]) -> list[int]:
        """Return the edges that leave a group of points."""
        inside = set(group)
        return [e for v in group for e, w in self.near[v] if w not in inside]

    def shows(self, left: Left, point: int, kind: Mask) -> tuple[Fact, ...]:
        """Return the facts that show whether a point is an end or a fork: its edges if they suffice, else its note."""
        edges = self.at[point]
        state, enough = (OUT, len(edges) - 2) if kind == END else (IN, 2)
        own = [(e, state) for e in edges if left[e] == state]
        return tuple(own[: max(enough, 0)]) if len(own) >= enough else ((self.note(point), kind),)

    def reached(self, start: int, edges: Collection[int]) -> list[int]:
        """Return the points that these edges connect to a point, by breadth-first search."""
        found, seen = [start], {start}
        for v in found:
            for e, w in self.near[v]:
                if w not in seen and e in edges:
                    seen.add(w)
                    found.append(w)
        return found

    def bridges(self, edges: Collection[int]) -> list[int]:
        """Return the bridges of the graph of these edges: without a bridge, a component would fall apart."""
        came: dict[int, int] = {}  # point -> the edge by which it was found
        for start in range(len(self.points)):
            queue = [start] if start not in came else []
            came.setdefault(start, -1)
            for v in queue:
                for e, w in self.near[v]:
                    if w not in came and e in edges:
                        came[w] = e
                        queue.append(w)
        tree, crossing = set(came.values()), [0] * len(self.points)  # a bit for each edge that closes a cycle
        for bit, e in enumerate(e for e in edges if e not in tree):
            for v in self.ends[e]:
                crossing[v] ^= 1 << bit
        for v, e in reversed(came.items()):
            if e >= 0:
                crossing[self.other(e, v)] ^= crossing[v]
        return [e for v, e in came.items() if e >= 0 and not crossing[v]]
