"""Hashi on the interactive board: its layout, and the conversion between states, puzzles and solutions.

The state of an island is "given" and its number, such as "given 3". The state of a possible bridge is "1", "2", "0" (no
bridge, shown as a cross) or "" (undecided). In edit mode, every place of the grid can get an island.
"""

from functools import partial

from puzzlekit.board.adapter import adapter
from puzzlekit.board.layout import CROSS, BoardLayout, ElementPosition, ElementType, State, StateStyle, clue, given
from puzzlekit.board.places import edge_positions, row_and_column_numbers
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Edge, Element, Point
from puzzlekit.hashi.puzzle import MOST, Puzzle, Solution, ends
from puzzlekit.hashi.rules import island

NUMBERS = tuple(given(number) for number in range(1, MOST + 1))
KINDS = {
    "island": ElementType("point", ("", *NUMBERS)),
    "water": ElementType("cell", ("", *NUMBERS)),
    "bridge": ElementType(
        "edge",
        (),
        ("", "1", "2", CROSS),
        cycle=("", "1", "2"),
        cross=(CROSS,),
        notes=("1", "2", CROSS),
        spots={"1": (0.2, 0.36, 0.28), "2": (0.52, 0.36, 0.28)},
    ),
    "number": ElementType("label"),
}
LOOKS = {
    CROSS: StateStyle("✗", key="0", said="no bridge"),
    "1": StateStyle(lines=1, key="1", said="one bridge"),
    "2": StateStyle(lines=2, key="2", said="two bridges"),
}
LOOKS |= {state: StateStyle(state[-1], look="given", key=state[-1], said=f"wants {state[-1]}") for state in NUMBERS}


def _sheet(puzzle: Puzzle) -> BoardLayout:
    places: dict[Element, ElementPosition] = {}
    for i in range(puzzle.rows):
        for j in range(puzzle.columns):
            if (point := Point(i, j)) not in puzzle.number:
                places[point] = ElementPosition("water", (j - 0.5, i - 0.5), f"row {i + 1}, column {j + 1}")
    places |= edge_positions(puzzle.bridges, partial(_between, puzzle), kind="bridge")
    for point, _ in puzzle.islands:
        places[point] = ElementPosition(
            "island", (point.column, point.row), f"island ({point.row + 1},{point.column + 1})"
        )
    places |= row_and_column_numbers(puzzle.rows, puzzle.columns, "number", points=True, away=0.8)
    title = f"Hashi, {puzzle.rows} x {puzzle.columns}, {len(puzzle.islands)} islands"
    margin = (1.3, 1.2, 0.6, 0.6)
    return BoardLayout(title, puzzle.columns - 1, puzzle.rows - 1, places, KINDS, LOOKS, (), margin)


def _between(puzzle: Puzzle, bridge: Edge) -> str:
    return f"link from {' to '.join(island(puzzle, end) for end in ends(bridge))}"


def _write(puzzle: Puzzle, solution: Solution | None) -> State:
    if solution and solution.puzzle != puzzle:
        raise PuzzleError("found a board with other islands, expected the puzzle's islands")
    state: dict[Element, str] = {bridge: str(min(count, 2)) for bridge, count in solution.bridges} if solution else {}
    return state | {point: given(number) for point, number in puzzle.islands}


def _read_puzzle(puzzle: Puzzle, state: State) -> Puzzle:
    number = {e: int(clue(word)) for e, word in state.items() if isinstance(e, Point)}
    return Puzzle.of(puzzle.rows, puzzle.columns, number)


def _read_solution(puzzle: Puzzle, state: State) -> Solution:
    return Solution.of(puzzle, {e: int(word) for e, word in state.items() if isinstance(e, Edge)})


def _empty(puzzle: Puzzle, rows: int, columns: int) -> Puzzle:
    """Return a puzzle of this size with one island, because every puzzle needs an island."""
    return Puzzle.of(rows, columns, {Point(0, 0): 1})


ADAPTER = adapter(__package__, _sheet, _write, _read_puzzle, _read_solution, empty=_empty)
