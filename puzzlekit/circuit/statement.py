"""What deduction leaves open of a circuit board, stated once for every engine: edges, and points with one or three.

With endpoints there is the path between them, too, which is to be as short as can be.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from puzzlekit.circuit.deduce import deduce, initial_candidates
from puzzlekit.circuit.graph import Numbers
from puzzlekit.circuit.puzzle import DEGREES, Puzzle, Solution
from puzzlekit.core import grid
from puzzlekit.core.grid import Edge, Point
from puzzlekit.engines import Constraint, Problem, Settled

LACKS = 2  # where two trees differ, every point has an even number of edges; and they have equally many


def problem(puzzle: Puzzle, *, deduced: bool = True) -> Problem | Settled:
    """(5.1b)-(5.1d), or with endpoints (5.3), for the edges left open, with rows for squares, for pairs of points and
    for the path; and lazily those for cycles, (5.1e), and for the borders of parts.

    A part of a candidate that is no tree must have an edge that leaves it, and even two if it has an even number of
    points: their degrees are odd, so as many edges leave it as it has points, modulo 2. With `deduced=False` every edge
    is open, and there are no rows but those of the report and the lazy ones.
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
        return Settled(open_.board(()), known=open_.sure)  # a tree, or deduction would have met a contradiction
    return open_.problem()


class Presolved:
    """What is open of the rules of the tree; what is known stands in no row. Edges and points go by their numbers, and
    those of points come after those of edges."""

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
        """Make items of what is not known."""
        for number in numbers:
            if number not in self.known:
                self.item[number] = len(self.item)

    def row(
        self, numbers: Sequence[int], lower: int | None, upper: int | None, signs: Sequence[int] | None = None
    ) -> Iterator[Constraint]:
        """The constraint for those that are open, unless it holds anyway."""
        terms = list(zip(numbers, signs or [1] * len(numbers), strict=True))
        open_ = [(self.item[number], sign) for number, sign in terms if number in self.item]
        fixed = sum(sign * self.known[number] for number, sign in terms if number not in self.item)
        low, high = (None if side is None else side - fixed for side in (lower, upper))
        least, most = (sum(side(sign, 0) for _, sign in open_) for side in (min, max))
        if (low is not None and least < low) or (high is not None and high < most):
            own = [sign for _, sign in open_]
            yield Constraint([item for item, _ in open_], low, high, own if signs and {*own} != {1} else None)

    def problem(self) -> Problem:
        """With the path, where there are endpoints."""
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
        """key -> 0 or 1, where that is known."""
        return {self.keys[number]: value for number, value in self.known.items()}

    def board(self, ones: Iterable[int]) -> Solution:
        """With these items."""
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
        """(5.1b) Given edges are drawn; (5.1c) each point has one edge or three."""
        for number in self.edges:
            if self.keys[number] in self.puzzle.given:
                yield from self.row([number], 1, None)
        for point, around in enumerate(self.numbers.around, start=len(self.puzzle.edges)):
            yield from self.row([*around, point], 1, 1, [*[1] * len(around), -2])

    def _count(self) -> Iterator[Constraint]:
        """(5.1d) One edge less than points, which follows where there are no cycles and no parts."""
        number = len(self.puzzle.points) - 1
        yield from self.row(range(len(self.puzzle.edges)), number, number)

    def _short(self) -> Iterator[Constraint]:
        """(5.1e) for the four edges around a square; and of two points that are joined one at least has three edges,
        if there are others."""
        for square in self.numbers.squares():
            yield from self.row(square, None, 3)
        first = len(self.puzzle.edges)
        for edge, (a, b) in enumerate(self.numbers.ends) if len(self.puzzle.points) > 2 else ():
            yield from self.row([first + a, first + b, edge], 0, None, [1, 1, -1])

    def _violated(self, ones: Sequence[int]) -> Iterator[Constraint]:
        """(5.1e) for the cycles of a candidate, and the border of each part."""
        cycles, borders = self.numbers.faults(self._drawn(ones))
        for cycle in cycles:
            yield from self.row([*cycle], None, len(cycle) - 1)
        for border, least in borders:
            yield from self.row(border, least, None)


class Path:
    """The rows of the path between the endpoints, of which edges, points and detours have numbers, too."""

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
        """(5.3f) The path goes along drawn edges; (5.3g) it begins and ends; (5.3h) it passes through points, which
        then have three edges."""
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
