"""Lattices: places in rows and columns, edges between neighbours, drawings along edges, and text pictures."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Self

from puzzlekit.core.errors import ParseError, PuzzleError, counted, shown
from puzzlekit.core.grid import Cell, Edge, Point, edges_of
from puzzlekit.core.texts import text_lines

MAX_SIDE = 100  # rows or columns of a puzzle on a lattice, in a text or in an id


@dataclass(frozen=True)
class Geometry:
    """The places of a lattice in reading order, the edges between neighbours, and the edges at each place."""

    places: tuple[Any, ...]
    edges: tuple[Edge, ...]
    at: Mapping[Any, tuple[Edge, ...]]


def geometry(places: Iterable[Cell] | Iterable[Point]) -> Geometry:
    """Return the lattice of these places, given in reading order."""
    at: dict[Any, list[Edge]] = {place: [] for place in places}
    for place in at:
        kind = type(place)
        for other in (kind(place.row, place.column + 1), kind(place.row + 1, place.column)):
            if other in at:
                edge = Edge(place, other)
                at[place].append(edge)
                at[other].append(edge)
    edges = tuple(edge for place, own in at.items() for edge in own if edge.a == place)
    return Geometry(tuple(at), edges, {place: tuple(own) for place, own in at.items()})


def network(places: Iterable[Cell] | Iterable[Point], edges: Iterable[Edge]) -> Any:
    """Return places and edges as a networkx graph. The node attribute `pos` is the position (x, y), with y upwards."""
    import networkx as nx  # imported late: boards that are only judged do not need it

    graph = nx.Graph()
    graph.add_nodes_from((place, {"pos": (place.column, -place.row)}) for place in places)
    graph.add_edges_from((edge.a, edge.b) for edge in edges)
    return graph


def square(place: Cell | Point) -> tuple[Edge, ...]:
    """Return the four edges around a unit square from its upper left corner: above, right, below, left."""
    kind, i, j = type(place), place.row, place.column
    corners = (place, kind(i, j + 1), kind(i + 1, j + 1), kind(i + 1, j))
    return tuple(Edge(a, b) for a, b in pairwise((*corners, place)))


@dataclass(frozen=True)
class OnLattice:
    """A puzzle on a lattice: its size and its edges. A subclass defines `geometry`."""

    rows: int
    columns: int

    def __post_init__(self) -> None:
        for side, count in (("rows", self.rows), ("columns", self.columns)):
            if type(count) is not int or not 1 <= count <= MAX_SIDE:
                raise PuzzleError(f"found {shown(count)} {side}, expected 1 to {MAX_SIDE}")

    @property
    def geometry(self) -> Geometry:
        """Return the places, the edges, and the edges at each place."""
        raise NotImplementedError

    @property
    def edges(self) -> tuple[Edge, ...]:
        """Return all edges between neighbouring places, in order."""
        return self.geometry.edges

    @property
    def at(self) -> Mapping[Any, tuple[Edge, ...]]:
        """Return the edges at each place."""
        return self.geometry.at


@dataclass(frozen=True)
class Drawing:
    """A board on which some edges are drawn: the base class of a `Solution`. `places` is a subclass's noun for its
    places."""

    puzzle: Any
    drawn: frozenset[Edge]
    places: ClassVar[str]

    def __post_init__(self) -> None:
        if strangers := self.drawn.difference(self.puzzle.edges):
            raise PuzzleError(
                f"found {min(strangers, key=str)}, expected edges between neighbouring {self.places} of the grid"
            )

    @classmethod
    def of(cls, puzzle: Any, drawn: Iterable[Edge]) -> Self:
        """Return the board of this puzzle on which these edges are drawn."""
        return cls(puzzle, frozenset(edges_of(drawn)))

    def count(self, edges: Iterable[Edge]) -> int:
        """Return how many of these edges are drawn."""
        return sum(edge in self.drawn for edge in edges)


def check_clues(puzzle: OnLattice, clues: Any, fits: Callable[[Any], bool], expected: str) -> None:
    """Raise PuzzleError unless `clues` are sorted pairs (cell, clue) of cells within the grid, and each clue fits."""
    for cell, clue in clues:
        if not (0 <= cell.row < puzzle.rows and 0 <= cell.column < puzzle.columns):
            raise PuzzleError(f"{cell}: found outside of the grid of {puzzle.rows} x {puzzle.columns}")
        if not fits(clue):
            raise PuzzleError(f"{cell}: found {shown(clue)}, expected {expected}")
    if any(a >= b for (a, _), (b, _) in pairwise(clues)):
        raise PuzzleError("found clues out of order or two in one cell, expected each once, row by row")


def check_fits(puzzle: Any, solution: Any) -> None:
    """Raise PuzzleError if the solution is the board of another puzzle."""
    if solution.puzzle != puzzle:
        raise PuzzleError("found a board with other clues, expected those of the puzzle")


def middle(edge: Edge) -> tuple[int, int]:
    """Return the place (row, column) of an edge in a picture whose places are two lines and two columns apart."""
    return edge.a.row + edge.b.row, edge.a.column + edge.b.column


def signs(edges: Iterable[Edge]) -> dict[tuple[int, int], str]:
    """Return the sign of each edge by the edge's place in a picture, see `middle`."""
    return {middle(edge): "-" if edge.a.row == edge.b.row else "|" for edge in edges}


def picture(rows: int, columns: int, symbols: Mapping[tuple[int, int], str]) -> str:
    """Draw a text picture with these symbols at (row, column), and dots elsewhere."""
    return "\n".join("".join(symbols.get((i, j), ".") for j in range(columns)) for i in range(rows))


def parse_drawn(text: str, bare: str, edges: Collection[Edge]) -> Iterator[Edge]:
    """Read the picture of a board as `parse_marked` does, and return an iterator over the drawn edges."""
    drawn = parse_marked(text, bare, signs(edges))
    return (edge for edge in edges if middle(edge) in drawn)


def parse_marked(text: str, bare: str, signs_of: Mapping[tuple[int, int], str]) -> set[tuple[int, int]]:
    """Read the picture of a board and return the places (row, column) that have their sign. `bare` is the picture
    without signs; short lines are padded.

    Raises
    ------
    ParseError
        If the size is wrong or a symbol is not allowed; the message names the line and the column.
    """
    lines, rows = text_lines(text), bare.split("\n")
    height, width = len(rows), len(rows[0])
    if len(lines) != height:
        raise ParseError(f"found {counted(len(lines), 'line')}, expected {height}", line=min(lines))
    marked = set()
    for i, (line, row) in enumerate(lines.items()):
        if len(row) > width:
            raise ParseError(f"found {counted(len(row), 'symbol')}, expected {width}", line=line, column=width + 1)
        for j, symbol in enumerate(row.ljust(width, ".")):
            allowed = [rows[i][j], *signs_of.get((i, j), "")]
            if symbol not in allowed:
                usual = " or ".join(map(repr, allowed))
                raise ParseError(f"found {symbol!r}, expected {usual}", line=line, column=j + 1)
            if symbol != rows[i][j]:
                marked.add((i, j))
    return marked


def parse_numbers(
    lines: dict[int, str], allowed: Mapping[str, int], usual: str
) -> tuple[int, int, dict[tuple[int, int], int]]:
    """Read a picture of dots and symbols for numbers. Returns (rows, columns, numbers by (row, column))."""
    first = min(lines)
    rows, columns = len(lines), len(lines[first])
    check_text_sides(rows, columns, first)
    found = {}
    for i, (line, row) in enumerate(lines.items()):
        if len(row) != columns:
            raise ParseError(f"found {counted(len(row), 'symbol')}, expected {columns}", line=line)
        for j, symbol in enumerate(row):
            if symbol != ".":
                found[i, j] = number_of(symbol, allowed, usual, line, j + 1)
    return rows, columns, found


def number_of(symbol: str, allowed: Mapping[str, int], usual: str, line: int, column: int) -> int:
    """Return the number that a symbol stands for. Raises ParseError if the symbol is not allowed."""
    if symbol not in allowed:
        raise ParseError(f"found {symbol[:20]!r}, expected {usual}", line=line, column=column)
    return allowed[symbol]


def check_text_sides(rows: int, columns: int, line: int) -> None:
    """Raise ParseError if a picture or an id has too many rows or columns, or none."""
    if not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE):
        found = f"{counted(rows, 'row')} and {counted(columns, 'column')}"
        raise ParseError(f"found {found}, expected 1 to {MAX_SIDE} of each", line=line)
