"""A throw-away room of points and edges, which proves that the board knows no puzzle.

Edges hold none, one or two lines; every point that is not blocked wants two of them. Its texts hold HTML and a script,
which must come out as they are.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from matplotlib.axes import Axes

from puzzlekit import drawing
from puzzlekit.board import Board
from puzzlekit.board.adapter import PuzzleAdapter
from puzzlekit.board.layout import BoardLayout, ElementPosition, ElementType, Line, State, StateStyle
from puzzlekit.board.places import row_and_column_numbers
from puzzlekit.board.queries import Queries
from puzzlekit.core.errors import NoSolution, ParseError, PuzzleError
from puzzlekit.core.grid import Edge, Element, Label, Point, Violation

EVIL = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>&amp;\''
CUBE = "M.3 .3H.7V.7H.3Z"


@dataclass(frozen=True)
class Puzzle:
    rows: int
    columns: int
    blocked: frozenset[Point] = frozenset()
    given: tuple[tuple[Edge, int], ...] = ()

    @property
    def points(self) -> list[Point]:
        return [Point(i, j) for i in range(self.rows) for j in range(self.columns)]

    @property
    def edges(self) -> list[Edge]:
        there = set(self.points)
        ends = ((p, Point(p.row + d, p.column + 1 - d)) for p in self.points for d in (0, 1))
        return [Edge(p, q) for p, q in ends if q in there]

    def __str__(self) -> str:
        given = "".join(f" {edge}={number}" for edge, number in self.given)
        return f"{self.rows}x{self.columns}{given}"


@dataclass(frozen=True)
class Solution:
    lines: tuple[tuple[Edge, int], ...]

    def __str__(self) -> str:
        return "; ".join(f"{edge}: {number}" for edge, number in self.lines)


def degrees(puzzle: Puzzle, solution: Solution) -> dict[Point, int]:
    degree = dict.fromkeys(puzzle.points, 0)
    for edge, number in solution.lines:
        degree[edge.a] += number  # type: ignore[index]  # of points
        degree[edge.b] += number  # type: ignore[index]
    return degree


def violations(puzzle: Puzzle, solution: Solution, *, partial: bool = False) -> list[Violation]:
    return [
        Violation("degree_two", (point,), f"{point} has {degree} lines {EVIL}")
        for point, degree in degrees(puzzle, solution).items()
        if (wanted := 0 if point in puzzle.blocked else 2) < degree or (not partial and degree < wanted)
    ]


def marks(puzzle: Puzzle, solution: Solution, broken: Sequence[Violation] | None = None) -> dict[Element, str]:
    found: dict[Element, str] = {
        v.where[0]: "over" for v in (violations(puzzle, solution, partial=True) if broken is None else broken)
    }
    degree = degrees(puzzle, solution)
    for i in range(puzzle.rows):
        if all(degree[Point(i, j)] == 2 for j in range(puzzle.columns)):
            found[Label("row", i)] = "met"
    return found


def solutions(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None) -> list[Solution]:
    return [solution for solution, _ in zip(_search(puzzle), range(limit), strict=False)]


def _search(puzzle: Puzzle) -> Iterator[Solution]:
    given = dict(puzzle.given)
    for numbers in product(*([given[edge]] if edge in given else [0, 1, 2] for edge in puzzle.edges)):
        solution = Solution(tuple((e, n) for e, n in zip(puzzle.edges, numbers, strict=True) if n))
        if not violations(puzzle, solution):
            yield solution


def first(puzzle: Puzzle) -> Solution:
    for solution in _search(puzzle):
        return solution
    raise NoSolution("no lines do it: this is proved")


def parse(text: Any) -> Puzzle:
    raise ParseError("puzzles have no text here")


def parse_solution(puzzle: Puzzle, text: str) -> Solution:
    raise ParseError("solutions have no text here")


def sheet(puzzle: Puzzle) -> BoardLayout:
    places: dict[Element, ElementPosition] = {
        e: ElementPosition("edge", (e.a.column, e.a.row, e.b.column, e.b.row), f"{e} {EVIL}") for e in puzzle.edges
    }
    places |= {p: ElementPosition("point", (p.column, p.row), str(p)) for p in puzzle.points}
    places |= row_and_column_numbers(puzzle.rows, puzzle.columns, "number", points=True)
    kinds = {
        "edge": ElementType("edge", ("", "given 1", "given 2"), ("", "1", "2"), cycle=True),
        "point": ElementType("point", ("", "blocked"), cycle=True),
        "number": ElementType("label"),
    }
    looks = {
        "1": StateStyle(lines=1, key="1", said="one line"),
        "2": StateStyle(lines=2, key="2", said="two lines"),
        "given 1": StateStyle(lines=1, key="1", look="given", said="one line, given"),
        "given 2": StateStyle(lines=2, key="2", look="given", said="two lines, given"),
        "blocked": StateStyle(path=CUBE, key="#", look="given", said=f"blocked {EVIL}"),
    }
    lines = [Line((e.a.column, e.a.row, e.b.column, e.b.row)) for e in puzzle.edges]
    width, height = puzzle.columns - 1, puzzle.rows - 1
    return BoardLayout(f"Lattice {EVIL}", width, height, places, kinds, looks, lines, (1.3, 1.3, 0.5, 0.5))


def write(puzzle: Puzzle, solution: Solution | None) -> State:
    state: dict[Any, str] = {edge: str(number) for edge, number in (solution.lines if solution else ())}
    for edge, number in puzzle.given:
        state[edge] = f"given {number}" if state.get(edge) in (None, str(number)) else f"given {number}|{state[edge]}"
    return state | dict.fromkeys(puzzle.blocked, "blocked")


def read_puzzle(puzzle: Puzzle, state: State) -> Puzzle:
    blocked = frozenset(element for element in state if isinstance(element, Point))
    if len(blocked) == len(puzzle.points):
        raise PuzzleError("found no open point, expected one at least")
    given = {edge: int(word.split("|")[0][-1]) for edge, word in state.items() if word.startswith("given")}
    return Puzzle(puzzle.rows, puzzle.columns, blocked, tuple(sorted(given.items())))


def read_solution(puzzle: Puzzle, state: State) -> Solution:
    lines = {edge: int(word[-1]) for edge, word in state.items() if isinstance(edge, Edge)}
    return Solution(tuple(sorted(lines.items())))


def draw(puzzle: Puzzle, solution: Solution | None = None, *, marks: Mapping[Element, str] | None = None) -> Axes:
    ax = drawing.board_axes(puzzle.rows, puzzle.columns)
    ax.set_title(EVIL)
    for edge, number in solution.lines if solution else ():
        ax.plot([edge.a.column, edge.b.column], [edge.a.row, edge.b.row], color=drawing.BLUE, lw=number)
    return ax


GAME = PuzzleAdapter(
    sheet, write, read_puzzle, read_solution, violations, lambda puzzle: [], marks, parse, parse_solution
)


def board(puzzle: Puzzle, *, solve: Any = None) -> Board:
    return Board(GAME, puzzle, Queries(GAME, first, solutions), draw, solve=solve)
