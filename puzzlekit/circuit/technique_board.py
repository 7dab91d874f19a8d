"""The circuit board for the techniques, with points and edges as numbers: masks, constraints and graph algorithms.

Edges are elements of the board. For each point there is a note, an auxiliary element that says whether the point is an
end (one edge) or a fork (three edges). A group is a connected component of the drawn edges. Sets of edges and of points
are integers, with one bit for each edge or point.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, reduce
from operator import or_, xor

from puzzlekit.circuit.graph import Numbers
from puzzlekit.circuit.puzzle import Puzzle
from puzzlekit.reasoning.system import Fact, Found, Left, Mask, Row, positions

OUT, IN, OPEN = 1, 2, 3  # masks of an edge: not drawn, drawn, either
END, FORK, EITHER = 1, 2, 3  # masks of a point: one edge, three edges, either
KINDS = ("an end", "a fork")
DIGITS = {mask: bytes(b"01"[own == mask] for own in range(256)) for mask in (IN, OPEN)}  # for `bytes.translate`
Look = Callable[[Left, "View"], Iterator[Found]]


class View:
    """Data derived from one state of a board, for all rules.

    Parameters
    ----------
    before
        The View without the supposition (an assumed state), if there is one and no rule concludes more without it;
        otherwise None.

    Attributes
    ----------
    drawn, open
        The edges that are drawn, and those that may be drawn or not, as bits.
    kinds
        For each point, END, FORK, or EITHER if neither its edges nor its note decide this.
    leader
        For each point, the point that represents its group.
    groups, border
        For each point that represents a group, the points of the group, and the edges that leave it, as bits. For other
        points, 0.
    between
        All edges that leave groups, as bits.
    changed
        Groups that differ from those of the view `before`, represented by points.
    edges, points
        The edges that leave the changed groups, as bits, and the ends of these edges.
    found
        A cache for `Board.once`: {rule: its conclusions}.
    """

    def __init__(self, board: "Board", left: Left, before: "View | None"):
        size = len(board.edges)
        states = bytes(left[:size])[::-1]  # the first digit of a number is the last edge
        self.left = list(left)
        self.drawn, self.open = (int(states.translate(DIGITS[mask]) or b"0", 2) for mask in (IN, OPEN))
        self.found: dict[Look, list[Found]] = {}
        self.leader, self.groups = list(range(len(board.points))), [1 << v for v in range(len(board.points))]
        self.kinds, self.border = self.leader[:], [*board.around]
        new, touched = self.drawn, {*self.leader}
        if before:
            self.leader, self.groups = before.leader[:], before.groups[:]
            self.kinds, self.border = before.kinds[:], before.border[:]
            new, changes = self.drawn & ~before.drawn, before.open & ~self.open
            touched = {v for e in positions(changes) for v in board.ends[e]}
            if left[size:] != before.left[size:]:
                touched |= {v for v in range(len(board.points)) if left[size + v] != before.left[size + v]}
        for v in touched:
            drawn, open_ = (self.drawn & board.around[v]).bit_count(), (self.open & board.around[v]).bit_count()
            self.kinds[v] = END if drawn + open_ <= 2 else FORK if drawn >= 2 else left[size + v]
        for a, b in map(board.ends.__getitem__, positions(new)):
            if (one := self.leader[a]) != (other := self.leader[b]):
                for v in positions(self.groups[other]):
                    self.leader[v] = one
                self.groups[one] |= self.groups[other]
                self.border[one] ^= self.border[other]
                self.groups[other] = self.border[other] = 0
        self.between = reduce(or_, self.border, 0)
        self.changed = sorted({self.leader[v] for v in touched})
        self.edges = reduce(or_, [self.border[v] for v in self.changed] + [board.around[v] for v in touched], 0)
        self.points = sorted({v for e in positions(self.edges) for v in board.ends[e]})


class Board(Numbers):
    """The points and edges of a puzzle as numbers, and what follows from states of the board."""

    def __init__(self, puzzle: Puzzle):
        super().__init__(puzzle)
        self.puzzle, self.points, self.edges = puzzle, puzzle.points, puzzle.edges
        self._views: dict[bool, View] = {}
        self.bridges = lru_cache(maxsize=1000)(self.bridges_of)  # several states can have the same edges

    def once(self, look: Look, left: Left) -> list[Found]:
        """Return the conclusions of the function `look` in a state of the board. They are cached, because several rules
        use the same function."""
        found = self.view(left).found
        if look not in found:
            found[look] = list(look(left, self.view(left)))
        return found[look]

    def view(self, left: Left) -> View:
        """Return the View of a state of the board. Two Views are cached: the last one of a state with `settled` (see
        `Masks`), and the last one of any other state."""
        settled: Left = getattr(left, "settled", None) or ()
        supposed = bool(settled)
        if supposed not in self._views or self._views[supposed].left != left:
            self._views[supposed] = View(self, left, self.view([*settled]) if supposed else None)
        return self._views[supposed]

    def note(self, point: int) -> int:
        """Return the number of a point's note: the element that says whether the point is an end or a fork."""
        return len(self.edges) + point

    def degree(self, point: int) -> Row:
        """Return the model's constraint, as (family, index), that a point has one edge or three."""
        return "degree_one_or_three", self.points[point]

    def leaving(self, group: Iterable[int]) -> Row:
        """Return the name, as (family, index), of the constraint on the edges that leave a group: their number is
        positive and has the parity of the number of points, because all degrees are odd."""
        return "border", tuple(self.points[point] for point in sorted(group))

    def border(self, group: Iterable[int]) -> int:
        """Return the edges that leave a group of points, as bits. An edge between two of the points cancels out."""
        return reduce(xor, map(self.around.__getitem__, group), 0)

    def shows(self, left: Left, point: int, kind: Mask) -> tuple[Fact, ...]:
        """Return the facts that prove that a point is of this kind (END or FORK). They are about its edges, or else
        about its note."""
        edges = self.at[point]
        state, enough = (OUT, len(edges) - 2) if kind == END else (IN, 2)
        own = [(e, state) for e in edges if left[e] == state]
        return tuple(own[: max(enough, 0)]) if len(own) >= enough else ((self.note(point), kind),)
