"""The circuit board on the interactive board: its layout, and the conversion between states, puzzles and solutions.

The state of an edge is "1" if it is drawn, "0" if it is crossed out, "given 1" if it is a clue, and "" if it is empty.
The state of a point is "blocked" if it is blacked out, "s" or "t" if it is an endpoint, and otherwise "".
"""

from collections.abc import Mapping

from puzzlekit.board.adapter import adapter
from puzzlekit.board.layout import (
    CROSS,
    BoardLayout,
    ElementPosition,
    ElementType,
    Line,
    State,
    StateStyle,
    clue,
    entry,
    given,
)
from puzzlekit.board.places import DRAWN, LOOKS, by_row_and_column, edge_positions, ends_at, row_and_column_numbers
from puzzlekit.circuit.puzzle import Puzzle, Solution, geometry
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Element

BLOCKED = "blocked"
BOX = "M.3 .3L.7 .3L.7 .7L.3 .7Z"


def _sheet(puzzle: Puzzle) -> BoardLayout:
    whole = geometry(puzzle.rows, puzzle.columns, frozenset())  # a blacked-out point can become open again
    places = edge_positions(puzzle.edges, lambda edge: f"edge from {by_row_and_column(edge)}")
    places |= {
        point: ElementPosition("point", (point.column, point.row), f"row {point.row + 1}, column {point.column + 1}")
        for point in whole.places
    }
    places |= row_and_column_numbers(puzzle.rows, puzzle.columns, "number", points=True)
    kinds = {
        "edge": ElementType(
            "edge",
            ("", given(DRAWN)),
            ("", DRAWN, CROSS),
            cycle=("", DRAWN, given(DRAWN)),
            cross=(CROSS,),
            notes=(DRAWN, CROSS),
        ),
        "point": ElementType("point", ("", BLOCKED, "s", "t"), cycle=True),
        "number": ElementType("label"),
    }
    looks = LOOKS | {
        given(DRAWN): StateStyle(lines=1, key="1", look="given", said="given"),
        BLOCKED: StateStyle(path=BOX, key="#", look="given", said="blacked out"),
        "s": StateStyle("s", key="s", look="given", said="endpoint s"),
        "t": StateStyle("t", key="t", look="given", said="endpoint t"),
    }
    lines = [Line(ends_at(edge), faint=True) for edge in puzzle.edges]
    title, size = f"Circuit board, {puzzle.rows} x {puzzle.columns}", (puzzle.columns - 1, puzzle.rows - 1)
    return BoardLayout(title, *size, places, kinds, looks, lines, (1.0, 1.0, 0.65, 0.65))


def _write(puzzle: Puzzle, solution: Solution | None) -> State:
    if solution and solution.lattice != puzzle.lattice:
        raise PuzzleError("found a board with other points, expected the puzzle's points")
    state: dict[Element, str] = dict.fromkeys(sorted(solution.drawn), DRAWN) if solution else {}
    for edge in sorted(puzzle.given):
        kept = not solution or edge in solution.drawn
        state[edge] = given(DRAWN, over="" if kept else CROSS)
    ends: Mapping[Element, str] = dict(zip(puzzle.endpoints or (), "st", strict=False))
    return {**state, **dict.fromkeys(sorted(puzzle.blocked), BLOCKED), **ends}


def _read_puzzle(puzzle: Puzzle, state: State) -> Puzzle:
    blocked = frozenset(element for element, word in state.items() if word == BLOCKED)
    ends = {sign: [element for element, word in state.items() if word == sign] for sign in "st"}
    numbers = {sign: len(found) for sign, found in ends.items()}
    if set(numbers.values()) not in ({0}, {1}):
        raise PuzzleError(f"found {numbers['s']} of 's' and {numbers['t']} of 't', expected one of each or neither")
    endpoints = (ends["s"][0], ends["t"][0]) if ends["s"] else None
    open_edges = set(geometry(puzzle.rows, puzzle.columns, blocked).edges)
    kept = frozenset(edge for edge in open_edges if clue(state.get(edge, "")))
    return Puzzle(puzzle.rows, puzzle.columns, blocked, endpoints, kept)


def _read_solution(puzzle: Puzzle, state: State) -> Solution:
    return Solution.of(puzzle, (edge for edge in puzzle.edges if entry(state.get(edge, "")) == DRAWN))


def _empty(puzzle: Puzzle, rows: int, columns: int) -> Puzzle:
    return Puzzle(rows, columns)


ADAPTER = adapter(__package__, _sheet, _write, _read_puzzle, _read_solution, empty=_empty)
