"""The parts and the cycles of what is drawn: what lazy rows, clauses and deductions need to know of it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from puzzlekit import forest
from puzzlekit.circuit.puzzle import Lattice
from puzzlekit.forest import Forest
from puzzlekit.grid import Edge, Point

THRESHOLDS = (1e-6, 0.25, 0.5, 0.75, 0.999, 1.0)
LITTLE = 0.05  # what a row must be broken by to be worth adding


def parts(lattice: Lattice, drawn: Iterable[Edge]) -> list[list[Point]]:
    """The connected parts of a drawing, each with its points in order; a point without an edge is a part, too."""
    return forest.parts(lattice.points, drawn)


def ends(edges: Iterable[Edge]) -> list[Any]:
    """The points at the ends of these edges, in order."""
    return sorted({point for edge in edges for point in (edge.a, edge.b)})


def border(lattice: Lattice, part: Iterable[Point]) -> list[Edge]:
    """delta(S): the edges of the lattice that leave a set of points, in order."""
    inside = set(part)
    around = {edge for point in inside for edge in lattice.at[point]}
    return sorted(edge for edge in around if (edge.a in inside) != (edge.b in inside))


def cut_off(lattice: Lattice, drawn: Iterable[Edge]) -> Iterator[tuple[list[Point], list[Edge], int]]:
    """Yield `(part, border, least)` for each part of a drawing that falls apart: so many edges of its border, at least,
    are drawn. All degrees are odd, so that the border has the parity of the part."""
    apart = parts(lattice, drawn)
    for part in apart if len(apart) > 1 else ():
        yield part, border(lattice, part), 2 - len(part) % 2


def within(lattice: Lattice, part: Iterable[Point]) -> list[Edge]:
    """E(S): the edges of the lattice with both ends in a set of points, in order."""
    inside = set(part)
    return sorted(edge for point in inside for edge in lattice.at[point] if edge.a == point and edge.b in inside)


def cycles(lattice: Lattice, drawn: Iterable[Edge]) -> list[tuple[Edge, ...]]:
    """Cycles of a drawing, without repetition: for each edge that closes one, a shortest through it."""
    joined = Forest(lattice.points)
    edges = sorted(drawn)
    closing = [edge for edge in edges if not joined.join(edge)]
    neighbours: dict[Any, list[tuple[Any, Edge]]] = {}
    for edge in edges:
        neighbours.setdefault(edge.a, []).append((edge.b, edge))
        neighbours.setdefault(edge.b, []).append((edge.a, edge))
    return list(dict.fromkeys(tuple(sorted(_cycle_through(edge, neighbours))) for edge in closing))


def _cycle_through(closing: Edge, neighbours: dict[Any, list[tuple[Any, Edge]]]) -> list[Edge]:
    came: dict[Any, tuple[Any, Edge] | None] = {closing.a: None}
    queue: list[Any] = [closing.a]
    for point in queue:
        if point == closing.b:
            break
        for other, edge in neighbours[point]:
            if other not in came and edge is not closing:
                came[other] = (point, edge)
                queue.append(other)
    cycle, point = [closing], closing.b
    while step := came[point]:
        point, edge = step
        cycle.append(edge)
    return cycle


def squares(lattice: Lattice) -> list[tuple[Edge, ...]]:
    """The four edges around each square of four open points."""
    found: list[tuple[Edge, ...]] = []
    for point in lattice.points:
        right, below = Point(point.row, point.column + 1), Point(point.row + 1, point.column)
        corner = Point(point.row + 1, point.column + 1)
        if {right, below, corner} <= lattice.at.keys():
            found.append((Edge(point, right), Edge(point, below), Edge(right, corner), Edge(below, corner)))
    return found


def parity_cuts(
    lattice: Lattice, values: Mapping[Edge, float], thresholds: Iterable[float] = THRESHOLDS
) -> Iterator[tuple[Point, list[Edge], list[Edge], int]]:
    """Sets S of points whose border an LP point gives too little or the wrong parity.

    All degrees are odd, so as many edges leave S as S has points, modulo 2. For F among the border delta(S), with |F|
    of the other parity, the border cannot be F: at least one of its edges is not as in F. And no border is empty.

    Yields
    ------
    point, others, F, least
        A point of S; `x(others) - x(F) >= least` holds for every tree, and these values break it. The sets are the
        parts that the edges above a threshold leave.
    """
    for threshold in thresholds:
        joined = Forest(lattice.points)
        for edge, value in values.items():
            if value > threshold:
                joined.join(edge)
        root = {point: joined.root(point) for point in lattice.points}
        sizes = Counter(root.values())
        borders: dict[Point, list[tuple[Edge, float]]] = {}
        for edge, value in values.items():
            a, b = root[edge.a], root[edge.b]  # type: ignore[index]
            if a is not b:
                borders.setdefault(a, []).append((edge, value))
                borders.setdefault(b, []).append((edge, value))
        for point, border_ in borders.items():
            if found := _wrong_parity(border_, sizes[point]):
                yield point, *found


def _wrong_parity(around: list[tuple[Edge, float]], size: int) -> tuple[list[Edge], list[Edge], int] | None:
    if size % 2 == 0 and sum(value for _, value in around) < 2 - LITTLE:
        return [edge for edge, _ in around], [], 2
    chosen = {edge for edge, value in around if value > 0.5}
    if len(chosen) % 2 == size % 2:
        chosen ^= {min(around, key=lambda item: abs(item[1] - 0.5))[0]}
    if sum(1 - value if edge in chosen else value for edge, value in around) < 1 - LITTLE:
        others = [edge for edge, _ in around if edge not in chosen]
        return others, sorted(chosen), 1 - len(chosen)
    return None
