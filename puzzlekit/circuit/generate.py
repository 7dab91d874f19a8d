"""The generator of circuit boards: a random tree, and some of its edges as given edges.

A cherry is a point of the tree that is joined to two leaves. The tree grows by one cherry at a time. An
incremental SAT search, with given edges as assumptions, looks for other trees.
"""

import random
from collections.abc import Iterable, Iterator
from itertools import combinations

from puzzlekit.circuit.graph import Numbers
from puzzlekit.circuit.puzzle import DEGREES, Puzzle, geometry
from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import validate_int
from puzzlekit.core.grid import Edge, Point
from puzzlekit.engines.sat import SatSolver

SMALLEST, LARGEST = 2, 20  # the range of rows and of columns, in points
Tree = dict[Point, set[Point]]  # {point: its neighbours in the tree}


def generate(
    rows: int = 5,
    columns: int | None = None,
    *,
    seed: int,
    hints: int | None = None,
    unique: bool = True,
    endpoints: bool = False,
    points: int | None = None,
    time_limit: float | None = None,
) -> Puzzle:
    """Return a random puzzle that has a solution.

    Parameters
    ----------
    columns
        The number of columns. The default is the number of rows.
    seed
        The random seed. The same seed gives the same puzzle.
    hints
        The number of given edges; it is only used with `unique=False`. The default is a fifth of the tree's edges.
    unique
        Whether the given edges must make the solution unique. If True, every given edge is needed.
    endpoints
        Whether to make a shortest-path puzzle. Its endpoints are two leaves of the tree that are far apart. If `unique`
        is true, too, only one tree satisfies the rules for trees, so the path plays no role.
    points
        The desired number of open points (not blacked out), an even number. The default is as many as possible.
    time_limit
        In seconds; None for no limit. A large puzzle with a unique solution can take very long.

    Raises
    ------
    PuzzleError
        If rows or columns are not from 2 to 20, the lattice has fewer than `points` points, or `hints` is negative.
    TimeLimitReached
        If the time limit ends the generation.

    Examples
    --------
    >>> len(generate(4, seed=1).points) % 2
    0
    """
    rows = validate_int(rows, "rows", SMALLEST, LARGEST)
    columns = rows if columns is None else validate_int(columns, "columns", SMALLEST, LARGEST)
    points = None if points is None else validate_int(points, "points", SMALLEST, rows * columns)
    hints = None if hints is None else validate_int(hints, "hints", 0)
    deadline = Deadline(time_limit, "no puzzle generated")
    rng = random.Random(validate_int(seed, "seed", 0))
    tree = grow(rows, columns, rng, points)
    blocked = frozenset(point for point in geometry(rows, columns, frozenset()).places if point not in tree)
    edges = sorted({Edge(point, other) for point, others in tree.items() for other in others})
    rng.shuffle(edges)
    ends = _far_apart(tree, rng) if endpoints else None

    board = Puzzle(rows, columns, blocked)
    given = _needed(board, edges, rng, deadline) if unique else edges[: len(edges) // 5 if hints is None else hints]
    return Puzzle(rows, columns, blocked, ends, frozenset(given))


def _needed(board: Puzzle, edges: list[Edge], rng: random.Random, deadline: Deadline) -> list[Edge]:
    """Return some edges of the tree `edges` that, as given edges, make the tree the only solution. Every returned edge
    is needed."""
    with SatSolver() as solver:
        search = TreeSearch(board, solver)
        search.forbid(edges)  # from now on, the solver finds only trees other than `edges`
        given: list[Edge] = []
        while other := search.tree(given, deadline):
            given.append(rng.choice([edge for edge in edges if edge not in set(other)]))
        for edge in list(given):
            fewer = [kept for kept in given if kept != edge]
            if not search.tree(fewer, deadline):
                given = fewer
        return given


def grow(rows: int, columns: int, rng: random.Random, points: int | None = None) -> Tree:
    """Return a random tree with degrees 1 and 3 that covers most of the lattice. It has at most `points` points; None
    means no limit.

    The tree starts as one edge. As long as possible, a random leaf is joined to two free neighbours and becomes a
    cherry. Every tree with degrees 1 and 3 can grow in this way. Then some cherries near a free point are removed, and
    the tree grows again. The new tree is kept unless it is smaller.
    """
    whole = geometry(rows, columns, frozenset())
    near = {point: [edge.other(point) for edge in around] for point, around in whole.at.items()}
    a = rng.choice([point for point in whole.places if near[point]])
    b = rng.choice(near[a])
    tree: Tree = {a: {b}, b: {a}}
    target = points or rows * columns
    _grow(tree, near, rng, target)
    for _ in range(40 * max(rows, columns)):
        free = [point for point in near if point not in tree]
        if len(tree) + 2 > target or not free:
            break
        again = {point: set(others) for point, others in tree.items()}
        _prune(again, rng.choice(free), rng)
        _grow(again, near, rng, target)
        if len(again) >= len(tree):
            tree = again
    return tree


def _grow(tree: Tree, near: dict[Point, list[Point]], rng: random.Random, target: int) -> None:
    ends = sorted(point for point, others in tree.items() if len(others) == 1)
    while ends and len(tree) + 2 <= target:
        index = rng.randrange(len(ends))
        ends[index], ends[-1] = ends[-1], ends[index]
        end = ends.pop()
        free = [point for point in near[end] if point not in tree]
        if len(free) >= 2:
            for point in rng.sample(free, 2):
                tree[point] = {end}
                tree[end].add(point)
                ends.append(point)


def _prune(tree: Tree, place: Point, rng: random.Random) -> None:
    """Remove up to twelve cherries from the tree, with a preference for cherries near `place`."""
    for _ in range(rng.randint(1, 12)):
        cherries = [point for point, others in tree.items() if sum(len(tree[other]) == 1 for other in others) >= 2]
        if len(tree) <= 2 or not cherries:
            return
        away = {point: abs(point.row - place.row) + abs(point.column - place.column) for point in cherries}
        stem = min(rng.sample(sorted(cherries), min(3, len(cherries))), key=lambda point: away[point])
        ends = sorted(other for other in tree[stem] if len(tree[other]) == 1)
        for end in ends[:2]:
            tree[stem].discard(end)
            del tree[end]


def _far_apart(tree: Tree, rng: random.Random) -> tuple[Point, Point]:
    """Return two leaves of the tree. The first is random. The second is a random leaf from the farther half of the
    leaves, by Manhattan distance from the first."""
    ends = sorted(point for point, others in tree.items() if len(others) == 1)
    start = rng.choice(ends)
    others = sorted(ends, key=lambda point: abs(point.row - start.row) + abs(point.column - start.column))
    return start, rng.choice([point for point in others[len(others) // 2 :] if point != start])


class TreeSearch:
    """A search for trees that contain given edges, with one incremental SAT solver. Every point of a tree has one edge
    or three.

    The solver has clauses for the numbers of edges at the points, and clauses against each cycle and each separate
    component that the search has found so far.
    """

    def __init__(self, puzzle: Puzzle, solver: SatSolver):
        self.puzzle, self.numbers = puzzle, Numbers(puzzle)
        self.number = {edge: index for index, edge in enumerate(puzzle.edges, start=1)}
        self.solver = solver
        solver.append_formula(self._degrees())
        solver.append_formula([-1 - edge for edge in square] for square in self.numbers.squares())

    def tree(self, given: Iterable[Edge], deadline: Deadline) -> list[Edge] | None:
        """Return the edges of a tree that contains the edges `given`, or None if there is no such tree.

        Raise TimeLimitReached if the deadline has passed after a call of the solver.
        """
        assumed = [self.number[edge] for edge in given]
        while self.solver.solve(assumed):
            deadline.remaining()
            true = set(self.solver.get_model())
            drawn = [edge for edge, literal in self.number.items() if literal in true]
            if not self.learn_from(drawn):
                return drawn
        return None

    def learn_from(self, drawn: list[Edge]) -> bool:
        """Add clauses that forbid the cycles and the separate components of a drawing, and return True. If the drawing
        is a tree, add nothing and return False."""
        closed, apart = self.numbers.faults(self.number[edge] - 1 for edge in drawn)
        for cycle in closed:
            self.solver.add_clause([-1 - edge for edge in sorted(cycle)])
        for border, least in apart:
            literals = [1 + edge for edge in border]
            for spared in literals if least == 2 else [None]:  # at least two: whichever is omitted, another is drawn
                self.solver.add_clause([literal for literal in literals if literal != spared])
        return bool(closed or apart)

    def forbid(self, drawn: Iterable[Edge]) -> None:
        """Forbid a tree. The method `tree` then returns only trees that do not contain all of these edges."""
        self.solver.add_clause([-self.number[edge] for edge in drawn])

    def _degrees(self) -> Iterator[list[int]]:
        """Yield clauses that forbid every number of edges at a point except one and three."""
        for around in self.puzzle.at.values():
            literals = [self.number[edge] for edge in around]
            for size in range(len(literals) + 1):
                for chosen in combinations(literals, size) if size not in DEGREES else ():
                    yield [-literal if literal in chosen else literal for literal in literals]
