"""The tree model of the circuit board as a `Problem` for all engines, for the edges that deduction leaves open.

An edge is open if deduction does not decide whether it is drawn. If the puzzle has endpoints, the model also contains
the path between the endpoints, which must be as short as possible.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from puzzlekit.circuit.deduce import deduce, initial_candidates
from puzzlekit.circuit.graph import Numbers
from puzzlekit.circuit.puzzle import DEGREES, Puzzle, Solution
from puzzlekit.core import grid
from puzzlekit.core.grid import Edge, Point
from puzzlekit.engines import Constraint, Problem, Settled

# Each of two trees lacks at least two edges of the other tree: both have equally many edges, and at each point they
# differ in an even number of edges.
LACKS = 2


def problem(puzzle: Puzzle, *, deduced: bool = True) -> Problem | Settled:
    """Return the model for the edges that deduction leaves open: (5.1b), (5.1c) and (5.1d), or (5.3) if there are
    endpoints. Return `Settled` if deduction decides every edge or finds a contradiction.

    Additional constraints concern squares, pairs of points, and the path. Lazy constraints concern cycles (5.1e) and
    components: at least one edge must leave each component of a candidate, and at least two if the component has an
    even number of points. The reason is that all degrees are odd, so the number of edges that leave a component has the
    parity of its number of points.

    If `deduced` is false, every edge is open, and there are only the constraints of the report and the lazy
    constraints.
    """
    known: dict[Edge, int] = {}
    if deduced:
        steps = deduce(puzzle)
        if grid.contradiction(steps) or not puzzle.edges:
            return Settled(None)
        left = grid.apply_steps(steps, initial_candidates(puzzle))
        known = {edge: min(states) for edge, states in left.items() if len(states) == 1}
    open_ = Presolved(puzzle, known, deduced=deduced)
    if deduced and not open_.edges:
        return Settled(open_.board(()), known=open_.sure)  # otherwise deduction finds a contradiction
    return open_.problem()


def problem_for_cadical(puzzle: Puzzle) -> Problem | Settled:
    """Return the problem for CaDiCaL, whose search is faster than deduction in Python: every edge is open."""
    return problem(puzzle, deduced=False)


class Presolved:
    """The constraints of a tree, after substitution of the values that deduction found.

    Variables are numbers: first the edges, then the points, then other variables. The variable of an edge is 1 if the
    edge is drawn. The variable of a point is 1 if the point has three edges.

    Parameters
    ----------
    known
        {edge: 1 if drawn, 0 if not}, for the edges that deduction decided.
    deduced
        Whether to add constraints that are not in the report.

    Attributes
    ----------
    keys
        For each number, the edge, the point, or another key of the variable.
    known
        {number: 0 or 1}, for variables whose values are known.
    always, edges
        The numbers of the edges that are known to be drawn, and the numbers of the open edges.
    item
        {number: item of the `Problem`}, for numbers whose values are not known.
    """

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
        """Add an item for each of these numbers whose value is not known."""
        for number in numbers:
            if number not in self.known:
                self.item[number] = len(self.item)

    def row(
        self, numbers: Sequence[int], lower: int | None, upper: int | None, signs: Sequence[int] | None = None
    ) -> Iterator[Constraint]:
        """Yield the constraint lower <= sum of sign x variable <= upper on the variables with these numbers. Known
        values are substituted.

        A bound of None means that there is no bound, and signs are 1 by default. Yield nothing if the constraint is
        always satisfied.
        """
        terms = list(zip(numbers, signs or [1] * len(numbers), strict=True))
        open_ = [(self.item[number], sign) for number, sign in terms if number in self.item]
        fixed = sum(sign * self.known[number] for number, sign in terms if number not in self.item)
        low, high = (None if side is None else side - fixed for side in (lower, upper))
        least, most = (sum(side(sign, 0) for _, sign in open_) for side in (min, max))
        if (low is not None and least < low) or (high is not None and high < most):
            own = [sign for _, sign in open_]
            yield Constraint([item for item, _ in open_], low, high, own if signs and {*own} != {1} else None)

    def problem(self) -> Problem:
        """Return the problem. If there are endpoints, it includes the constraints of the path."""
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
        """Return {key: 0 or 1} for the variables whose values are known."""
        return {self.keys[number]: value for number, value in self.known.items()}

    def board(self, ones: Iterable[int]) -> Solution:
        """Return the board for a solution of the problem, given by the items `ones` that are 1."""
        return Solution.of(self.puzzle, (self.keys[number] for number in self._drawn(ones)))

    def _drawn(self, ones: Iterable[int]) -> list[int]:
        return [*self.always, *(self.edges[item] for item in ones if item < len(self.edges))]

    def _known_points(self) -> Iterator[tuple[int, int]]:
        for point, around in enumerate(self.numbers.at, start=len(self.puzzle.edges)):
            least, most = (sum(self.known.get(edge, open_) for edge in around) for open_ in (0, 1))
            right = [degree for degree in DEGREES if least <= degree <= most]
            if len(right) == 1:
                yield point, int(right[0] > 1)

    def _tree(self) -> Iterator[Constraint]:
        """(5.1b) Given edges are drawn. (5.1c) Each point has one edge or three."""
        for number in self.edges:
            if self.keys[number] in self.puzzle.given:
                yield from self.row([number], 1, None)
        for point, around in enumerate(self.numbers.at, start=len(self.puzzle.edges)):
            yield from self.row([*around, point], 1, 1, [*[1] * len(around), -2])

    def _count(self) -> Iterator[Constraint]:
        """(5.1d) There is one edge fewer than there are points. This constraint is redundant, because the lazy
        constraints already exclude cycles and separate components."""
        number = len(self.puzzle.points) - 1
        yield from self.row(range(len(self.puzzle.edges)), number, number)

    def _short(self) -> Iterator[Constraint]:
        """(5.1e) At most three of the four edges of a square are drawn. Not in the report: if there are more than two
        points, at least one end of each drawn edge has three edges."""
        for square in self.numbers.squares():
            yield from self.row(square, None, 3)
        first = len(self.puzzle.edges)
        for edge, (a, b) in enumerate(self.numbers.ends) if len(self.puzzle.points) > 2 else ():
            yield from self.row([first + a, first + b, edge], 0, None, [1, 1, -1])

    def _violated(self, ones: Sequence[int]) -> Iterator[Constraint]:
        """(5.1e) Not all edges of a cycle are drawn, for each cycle in a candidate. Not in the report: at least one or
        two edges leave each component, see `problem`. `ones` are the items that are 1 in the candidate."""
        cycles, borders = self.numbers.faults(self._drawn(ones))
        for cycle in cycles:
            yield from self.row([*cycle], None, len(cycle) - 1)
        for border, least in borders:
            yield from self.row(border, least, None)


class Path:
    """The constraints of the path between the endpoints.

    The variables of the path get the next numbers after the variables of `open_`: one for each edge (whether it is on
    the path), one for each point that is not an endpoint (whether the path passes it), and bits for the path's length
    beyond the Manhattan distance.
    """

    def __init__(self, open_: Presolved):
        puzzle, self.open = open_.puzzle, open_
        self.ends: tuple[Point, ...] = puzzle.endpoints or ()
        self.first = len(open_.keys)  # the variable of edge e has the number self.first + e
        self.inner = [number for number, point in enumerate(puzzle.points) if point not in self.ends]
        self.passed = {point: number for number, point in enumerate(self.inner, start=self.first + len(puzzle.edges))}
        open_.keys += [("path", edge) for edge in puzzle.edges]
        open_.keys += [("passed", puzzle.points[point]) for point in self.inner]
        edges = range(self.first, self.first + len(puzzle.edges))
        open_.known |= {number: 0 for number in edges if open_.known.get(number - self.first) == 0}
        open_.number(range(self.first, len(open_.keys)))
        self.items = [open_.item[number] for number in edges if number in open_.item]

    def constraints(self) -> Iterator[Constraint]:
        """(5.3f) All edges of the path are drawn. (5.3g) Each endpoint has one edge of the path. (5.3h) Every other
        point has two edges of the path or none. Not in the report: an inner point of the path has three drawn edges."""
        row, numbers, points = self.open.row, self.open.numbers, len(self.open.puzzle.edges)
        for edge in range(len(numbers.ends)):
            yield from row([self.first + edge, edge], None, 0, [1, -1])
        for point, around in enumerate(numbers.at):
            edges = [self.first + edge for edge in around]
            if point not in self.passed:
                yield from row(edges, 1, 1)
                continue
            yield from row([*edges, self.passed[point]], 0, 0, [*[1] * len(edges), -2])
            if self.open.deduced:
                yield from row([self.passed[point], points + point], None, 0, [1, -1])

    def length(self) -> Iterator[Constraint]:
        """(5.3a) The path is 0, 2, 4, ... edges longer than the Manhattan distance between the endpoints."""
        distance = sum(abs(one - other) for one, other in zip(*(end.numbers() for end in self.ends), strict=True))
        first, size = len(self.open.keys), len(self.open.puzzle.edges)
        bits = range((len(self.open.puzzle.points) // 2).bit_length())
        self.open.keys += [("detours", 2 << bit) for bit in bits]
        self.open.number(range(first, len(self.open.keys)))
        numbers = [*range(self.first, self.first + size), *range(first, len(self.open.keys))]
        yield from self.open.row(numbers, distance, distance, [*[1] * size, *(-(2 << bit) for bit in bits)])
