"""The tree model of the circuit board, stated once for every engine, for the edges that deduction leaves open.

With endpoints, the model also has the path between them, which must be as short as possible.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from puzzlekit.circuit.deduce import deduce, initial_candidates
from puzzlekit.circuit.graph import Numbers
from puzzlekit.circuit.puzzle import DEGREES, Puzzle, Solution
from puzzlekit.core import grid
from puzzlekit.core.grid import Edge, Point
from puzzlekit.engines import Constraint, Problem, Settled

LACKS = 2  # two trees have equally many edges and differ in an even number at each point, so each lacks two or more


def problem(puzzle: Puzzle, *, deduced: bool = True) -> Problem | Settled:
    """State (5.1b), (5.1c), (5.1d), or (5.3) with endpoints, for the edges that deduction leaves open, with constraints
    for squares, pairs of points and the path, and lazy constraints for cycles, (5.1e), and for borders of components.

    At least one edge must leave each component of a candidate, and even two if it has an even number of points: all
    degrees are odd, so the border has the parity of the component. With `deduced=False`, every edge is open, and there
    are only the constraints of the report and the lazy ones.
    """
    known: dict[Edge, int] = {}
    if deduced:
        steps = deduce(puzzle)
        if reason := grid.contradiction(steps) or (None if puzzle.edges else "there is no edge to draw"):
            return Settled(None, reason)
        left = grid.apply_steps(steps, initial_candidates(puzzle))
        known = {edge: min(states) for edge, states in left.items() if len(states) == 1}
    open_ = Presolved(puzzle, known, deduced=deduced)
    if deduced and not open_.edges:
        return Settled(open_.board(()), known=open_.sure)  # a tree, or deduction would have found a contradiction
    return open_.problem()


class Presolved:
    """The rules of the tree with known values substituted into the constraints. Edges and points are numbers; the
    numbers of points follow the numbers of edges."""

    def __init__(self, puzzle: Puzzle, known: Mapping[Edge, int], *, deduced: bool):
        self.puzzle, self.deduced = puzzle, deduced
        self.numbers = Numbers(puzzle)
        self.keys: list[Any] = [*puzzle.edges, *puzzle.points]
        self.known = {number: known[edge] for number, edge in enumerate(puzzle.edges) if edge in known}
        self.always = [number for number, drawn in self.known.items() if drawn]
        self.edges = [number for number in range(len(puzzle.edges)) if number not in self.known]
        if deduced:
            self.known.update(self._known_points())
        self.item = dict[int, int]()  # number -> item
        self.number(range(len(self.keys)))

    def number(self, numbers: Iterable[int]) -> None:
        """Make items of the numbers whose values are not known."""
        for number in numbers:
            if number not in self.known:
                self.item[number] = len(self.item)

    def row(
        self, numbers: Sequence[int], lower: int | None, upper: int | None, signs: Sequence[int] | None = None
    ) -> Iterator[Constraint]:
        """Yield the constraint on the open items, unless the known values already satisfy the constraint."""
        terms = list(zip(numbers, signs or [1] * len(numbers), strict=True))
        open_ = [(self.item[number], sign) for number, sign in terms if number in self.item]
        fixed = sum(sign * self.known[number] for number, sign in terms if number not in self.item)
        low, high = (None if side is None else side - fixed for side in (lower, upper))
        least, most = (sum(side(sign, 0) for _, sign in open_) for side in (min, max))
        if (low is not None and least < low) or (high is not None and high < most):
            own = [sign for _, sign in open_]
            yield Constraint([item for item, _ in open_], low, high, own if signs and {*own} != {1} else None)

    def problem(self) -> Problem:
        """Return the problem, with the path if there are endpoints."""
        constraints, redundant = [*self._tree(), *(self._short() if self.deduced else ())], [*self._count()]
        path = Path(self) if self.puzzle.endpoints else None
        if path:
            constraints += path.constraints()
            redundant += path.length() if self.deduced else ()
        return Problem(
            [self.keys[number] for number in self.item],
            len(self.edges),
            constraints,
            decode=self.board,
            known=self.sure,
            violated=self._violated,
            lacks=LACKS,
            redundant=redundant,
            minimised=path.items if path else (),
        )

    @property
    def sure(self) -> dict[Any, int]:
        """Return key -> 0 or 1 for the known keys."""
        return {self.keys[number]: value for number, value in self.known.items()}

    def board(self, ones: Iterable[int]) -> Solution:
        """Return the board on which these items are 1."""
        return Solution.of(self.puzzle, (self.keys[number] for number in self._drawn(ones)))

    def _drawn(self, ones: Iterable[int]) -> list[int]:
        return [*self.always, *(self.edges[item] for item in ones if item < len(self.edges))]

    def _known_points(self) -> Iterator[tuple[int, int]]:
        for point, around in enumerate(self.numbers.around, start=len(self.puzzle.edges)):
            least, most = (sum(self.known.get(edge, open_) for edge in around) for open_ in (0, 1))
            right = [degree for degree in DEGREES if least <= degree <= most]
            if len(right) == 1:
                yield point, int(right[0] > 1)

    def _tree(self) -> Iterator[Constraint]:
        """(5.1b) Given edges are drawn. (5.1c) Each point has one edge or three."""
        for number in self.edges:
            if self.keys[number] in self.puzzle.given:
                yield from self.row([number], 1, None)
        for point, around in enumerate(self.numbers.around, start=len(self.puzzle.edges)):
            yield from self.row([*around, point], 1, 1, [*[1] * len(around), -2])

    def _count(self) -> Iterator[Constraint]:
        """(5.1d) There is one edge fewer than points. This is redundant for a connected board without a cycle."""
        number = len(self.puzzle.points) - 1
        yield from self.row(range(len(self.puzzle.edges)), number, number)

    def _short(self) -> Iterator[Constraint]:
        """(5.1e) At most three of the four edges around a square are drawn. And of two joined points, at least one has
        three edges, if the board has other points."""
        for square in self.numbers.squares():
            yield from self.row(square, None, 3)
        first = len(self.puzzle.edges)
        for edge, (a, b) in enumerate(self.numbers.ends) if len(self.puzzle.points) > 2 else ():
            yield from self.row([first + a, first + b, edge], 0, None, [1, 1, -1])

    def _violated(self, ones: Sequence[int]) -> Iterator[Constraint]:
        """(5.1e) No cycle of a candidate is closed, and enough edges are drawn at the border of each component."""
        cycles, borders = self.numbers.faults(self._drawn(ones))
        for cycle in cycles:
            yield from self.row([*cycle], None, len(cycle) - 1)
        for border, least in borders:
            yield from self.row(border, least, None)


class Path:
    """The constraints of the path between the endpoints. Its edges, its points and its detours have numbers, too."""

    def __init__(self, open_: Presolved):
        puzzle, self.open = open_.puzzle, open_
        self.ends: tuple[Point, ...] = puzzle.endpoints or ()
        self.first = len(open_.keys)  # edge -> self.first + edge
        self.inner = [number for number, point in enumerate(puzzle.points) if point not in self.ends]
        self.passed = {point: number for number, point in enumerate(self.inner, start=self.first + len(puzzle.edges))}
        open_.keys += [("path", edge) for edge in puzzle.edges]
        open_.keys += [("passed", puzzle.points[point]) for point in self.inner]
        edges = range(self.first, self.first + len(puzzle.edges))
        open_.known |= {number: 0 for number in edges if open_.known.get(number - self.first) == 0}
        open_.number(range(self.first, len(open_.keys)))
        self.items = [open_.item[number] for number in edges if number in open_.item]

    def constraints(self) -> Iterator[Constraint]:
        """(5.3f) The path uses drawn edges only. (5.3g) Each endpoint has one edge of the path. (5.3h) Every
        other point has two or none; a point between the ends of the path has three edges on the board."""
        row, numbers, points = self.open.row, self.open.numbers, len(self.open.puzzle.edges)
        for edge in range(len(numbers.ends)):
            yield from row([self.first + edge, edge], None, 0, [1, -1])
        for point, around in enumerate(numbers.around):
            edges = [self.first + edge for edge in around]
            if point not in self.passed:
                yield from row(edges, 1, 1)
                continue
            yield from row([*edges, self.passed[point]], 0, 0, [*[1] * len(edges), -2])
            if self.open.deduced:
                yield from row([self.passed[point], points + point], None, 0, [1, -1])

    def length(self) -> Iterator[Constraint]:
        """(5.3a) The path is as long as the distance in rows and columns, or an even number of edges longer."""
        distance = sum(abs(one - other) for one, other in zip(*(end.numbers() for end in self.ends), strict=True))
        first, size = len(self.open.keys), len(self.open.puzzle.edges)
        bits = range((len(self.open.puzzle.points) // 2).bit_length())
        self.open.keys += [("detours", 2 << bit) for bit in bits]
        self.open.number(range(first, len(self.open.keys)))
        numbers = [*range(self.first, self.first + size), *range(first, len(self.open.keys))]
        yield from self.open.row(numbers, distance, distance, [*[1] * size, *(-(2 << bit) for bit in bits)])
