"""Lattices: places (cells or points) in rows and columns, edges between neighbours, drawn edges, and text pictures."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar, Self

from puzzlekit.core.errors import ParseError, PuzzleError, counted, shown
from puzzlekit.core.grid import Cell, Edge, Point, edges_of
from puzzlekit.core.texts import text_lines

MAX_SIDE = 100  # rows or columns of a puzzle on a lattice, in a text or in an id


@dataclass(frozen=True)
class Geometry:
    """A lattice: its places in reading order, the edges between neighbours, and {place: its edges}."""

    places: tuple[Any, ...]
    edges: tuple[Edge, ...]
    at: Mapping[Any, tuple[Edge, ...]]

    @cached_property
    def all_edges(self) -> frozenset[Edge]:
        """Return the edges as a set."""
        return frozenset(self.edges)


def geometry(places: Iterable[Cell] | Iterable[Point]) -> Geometry:
    """Return the lattice with these places, which must be given in reading order."""
    own = {place: place for place in places}  # edges share these objects as ends: comparing equal copies is slow
    at: dict[Any, list[Edge]] = {place: [] for place in own}
    for place in own:
        kind = type(place)
        for other in (kind(place.row, place.column + 1), kind(place.row + 1, place.column)):
            if other in own:
                other = own[other]
                edge = Edge(place, other)
                at[place].append(edge)
                at[other].append(edge)
    edges = tuple(edge for place, own in at.items() for edge in own if edge.a == place)
    return Geometry(tuple(at), edges, {place: tuple(own) for place, own in at.items()})


def network(places: Iterable[Cell] | Iterable[Point], edges: Iterable[Edge]) -> Any:
    """Return a networkx graph of these places and edges. Each node has an attribute `pos`: its position (x, y), with y
    upwards."""
    import networkx as nx  # imported late: the check of a board does not need it

    graph = nx.Graph()
    graph.add_nodes_from((place, {"pos": (place.column, -place.row)}) for place in places)
    graph.add_edges_from((edge.a, edge.b) for edge in edges)
    return graph


def square(place: Cell | Point) -> tuple[Edge, ...]:
    """Return the four edges around the unit square whose upper left corner is `place`: above, right, below, left."""
    kind, i, j = type(place), place.row, place.column
    corners = (place, kind(i, j + 1), kind(i + 1, j + 1), kind(i + 1, j))
    return tuple(Edge(a, b) for a, b in pairwise((*corners, place)))


@dataclass(frozen=True)
class OnLattice:
    """The base class of a puzzle on a lattice: its numbers of rows and columns, and its edges. A subclass defines
    `geometry`."""

    rows: int
    columns: int

    def __post_init__(self) -> None:
        for side, count in (("rows", self.rows), ("columns", self.columns)):
            if type(count) is not int or not 1 <= count <= MAX_SIDE:
                raise PuzzleError(f"found {shown(count)} {side}, expected 1 to {MAX_SIDE}")

    @property
    def geometry(self) -> Geometry:
        """Return the lattice of this puzzle: its places, its edges, and the edges at each place."""
        raise NotImplementedError

    @property
    def edges(self) -> tuple[Edge, ...]:
        """Return all edges between neighbouring places, in reading order."""
        return self.geometry.edges

    @property
    def at(self) -> Mapping[Any, tuple[Edge, ...]]:
        """Return {place: the edges at this place}."""
        return self.geometry.at


@dataclass(frozen=True)
class Drawing:
    """A board with drawn edges: the base class of a `Solution`. A subclass sets `places` to the plural noun for the
    ends of edges, "cells" or "points"."""

    puzzle: Any
    drawn: frozenset[Edge]
    places: ClassVar[str]

    def __post_init__(self) -> None:
        if not self.drawn <= self.puzzle.geometry.all_edges:
            strangers = self.drawn - self.puzzle.geometry.all_edges
            raise PuzzleError(
                f"found {min(strangers, key=str)}, expected edges between neighbouring {self.places} of the grid"
            )

    @classmethod
    def of(cls, puzzle: Any, drawn: Iterable[Edge]) -> Self:
        """Return the board of this puzzle with these drawn edges. Raises PuzzleError if an item is not an edge."""
        return cls(puzzle, frozenset(edges_of(drawn)))

    def count(self, edges: Iterable[Edge]) -> int:
        """Return how many of these edges are drawn."""
        return sum(map(self.drawn.__contains__, edges))


def check_clues(puzzle: OnLattice, clues: Any, fits: Callable[[Any], bool], expected: str) -> None:
    """Raise PuzzleError unless `clues` are pairs (cell, clue), sorted by cell, with at most one clue per cell of the
    grid. Each clue must satisfy `fits`. `expected` describes a valid clue in the message."""
    for cell, clue in clues:
        if not (0 <= cell.row < puzzle.rows and 0 <= cell.column < puzzle.columns):
            raise PuzzleError(f"found a clue at {cell}, expected a cell of the {puzzle.rows} x {puzzle.columns} grid")
        if not fits(clue):
            raise PuzzleError(f"{cell}: found {shown(clue)}, expected {expected}")
    if any(a >= b for (a, _), (b, _) in pairwise(clues)):
        raise PuzzleError("found clues out of order or two in one cell, expected one clue per cell, row by row")


def check_fits(puzzle: Any, solution: Any) -> None:
    """Raise PuzzleError if the solution belongs to another puzzle."""
    if solution.puzzle != puzzle:
        raise PuzzleError("found a board of another puzzle, expected a board with this puzzle's clues")


def middle(edge: Edge) -> tuple[int, int]:
    """Return the position (row, column) of an edge in a text picture, in which neighbouring places are two lines or two
    columns apart."""
    return edge.a.row + edge.b.row, edge.a.column + edge.b.column


def signs(edges: Iterable[Edge]) -> dict[tuple[int, int], str]:
    """Return {(row, column) of an edge in a text picture: its sign, "-" or "|"}. See `middle`."""
    return {middle(edge): "-" if edge.a.row == edge.b.row else "|" for edge in edges}


def picture(rows: int, columns: int, symbols: Mapping[tuple[int, int], str]) -> str:
    """Return a text picture of `rows` lines of `columns` characters: these symbols, {(row, column): symbol}, and dots
    elsewhere."""
    return "\n".join("".join(symbols.get((i, j), ".") for j in range(columns)) for i in range(rows))


def parse_drawn(text: str, bare: str, edges: Collection[Edge]) -> Iterator[Edge]:
    """Read the text picture of a board, and return an iterator over its drawn edges. `bare` is the picture without
    drawn edges. Raises ParseError if the size is wrong or a symbol is not allowed."""
    drawn = parse_marked(text, bare, signs(edges))
    return (edge for edge in edges if middle(edge) in drawn)


def parse_marked(text: str, bare: str, signs_of: Mapping[tuple[int, int], str]) -> set[tuple[int, int]]:
    """Read the text picture of a board, and return the positions (row, column) of the signs in it.

    `bare` is the picture without signs. `signs_of` maps each position to the symbols that count as signs there. Short
    lines are padded with dots.

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
    """Read a picture of dots and number symbols. Return (rows, columns, {(row, column): number}).

    `lines` is {line number: line}. `allowed` maps symbols to numbers, and `usual` describes the symbols in messages.
    Raises ParseError if the size is wrong or a symbol is not allowed.
    """
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
    """Return the number `allowed[symbol]`. Raises ParseError if the symbol is not allowed; the message gives `line` and
    `column`, and `usual` describes the allowed symbols."""
    if symbol not in allowed:
        raise ParseError(f"found {symbol[:20]!r}, expected {usual}", line=line, column=column)
    return allowed[symbol]


def check_text_sides(rows: int, columns: int, line: int) -> None:
    """Raise ParseError unless the numbers of rows and columns are from 1 to `MAX_SIDE`. `line` is the line of the text
    for the message."""
    if not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE):
        found = f"{counted(rows, 'row')} and {counted(columns, 'column')}"
        raise ParseError(f"found {found}, expected 1 to {MAX_SIDE} of each", line=line)
