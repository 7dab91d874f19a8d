"""Hashi on the interactive board: what can be touched, and the way back to a puzzle and a solution.

An island's state is "given 3"; a bridge's is "1" or "2", or "0", a cross, where there is none. In edit
mode every place of the grid may hold an island.
"""

from collections.abc import Callable, Sequence
from functools import partial

from puzzlekit.board import (
    CROSS,
    Board,
    BoardLayout,
    ElementPosition,
    ElementType,
    Replay,
    State,
    StateStyle,
    clue,
    given,
    row_and_column_numbers,
)
from puzzlekit.board.adapter import adapter
from puzzlekit.board.lattice import STRIP, cut_pictures, edge_positions, step_replay
from puzzlekit.errors import PuzzleError, validate_args
from puzzlekit.grid import Edge, Element, Point, Step
from puzzlekit.hashi.draw import draw, draw_cut
from puzzlekit.hashi.puzzle import MOST, Puzzle, Solution, ends
from puzzlekit.hashi.rules import island
from puzzlekit.scip.constraints import LinearConstraint

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


@validate_args(Puzzle)
def board(puzzle: Puzzle, *, solve: Callable[[Puzzle], Solution] | None = None) -> Board:
    """The interactive board of a puzzle: drag from island to island, click between them, or use the keys. A
    right click says that there is no bridge.

    `solve` is your own function for its Solve button. See `Board`.
    """
    return Board(ADAPTER, puzzle, solve=solve)


@validate_args(Puzzle)
def replay(puzzle: Puzzle, cuts: Sequence[LinearConstraint]) -> Replay:
    """The rows that lazy families added (`scip.Result.cuts`), one after the other on the board, with a slider."""
    captions = [f"at least {cut.lower:g} of these {len(cut.coefficients)} must be chosen: {cut}" for cut in cuts]
    return Replay(cut_pictures(draw_cut, puzzle, cuts), captions, **STRIP)


@validate_args(Puzzle)
def replay_steps(puzzle: Puzzle, steps: Sequence[Step]) -> Replay:
    """Deductions (from `deduce`), one after the other: what is certain so far, the step hinted, and its reason."""
    boards, certain = [], dict.fromkeys(puzzle.bridges, 0)
    for step in steps:
        certain |= {bridge: min(states) for bridge, states in step.candidates.items() if states}
        boards.append(Solution.of(puzzle, certain))
    drawn = [
        [bridge for bridge in step.candidates if bridge in board.drawn]
        for step, board in zip(steps, boards, strict=True)
    ]
    return step_replay(draw, steps, boards, drawn)


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
        raise PuzzleError("found a board with other islands, expected those of the puzzle")
    state: dict[Element, str] = {bridge: str(min(count, 2)) for bridge, count in solution.bridges} if solution else {}
    return state | {point: given(number) for point, number in puzzle.islands}


def _read_puzzle(puzzle: Puzzle, state: State) -> Puzzle:
    number = {e: int(clue(word)) for e, word in state.items() if isinstance(e, Point)}
    return Puzzle.of(puzzle.rows, puzzle.columns, number)


def _read_solution(puzzle: Puzzle, state: State) -> Solution:
    return Solution.of(puzzle, {e: int(word) for e, word in state.items() if isinstance(e, Edge)})


def _empty(puzzle: Puzzle, rows: int, columns: int) -> Puzzle:
    """With one island, for there are no boards without any."""
    return Puzzle.of(rows, columns, {Point(0, 0): 1})


ADAPTER = adapter(__package__, _sheet, _write, _read_puzzle, _read_solution, empty=_empty)
