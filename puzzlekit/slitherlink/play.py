"""Slitherlink on the interactive board: what can be touched, and the way back to a puzzle and a solution.

An edge's state is "1" where it is drawn and "0", a cross, where it is not. A cell's state is its clue, "given 3".
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from puzzlekit.board import (
    CROSS,
    Board,
    Game,
    Kind,
    Look,
    Place,
    Replay,
    Sheet,
    State,
    agrees_but_for_crosses,
    clue,
    given,
    row_and_column_numbers,
)
from puzzlekit.errors import PuzzleError, takes
from puzzlekit.grid import Cell, Edge, Element, Step
from puzzlekit.scip.rows import Row
from puzzlekit.slitherlink.deduce import deduce, everything
from puzzlekit.slitherlink.draw import draw, draw_cut
from puzzlekit.slitherlink.puzzle import MOST, Puzzle, Solution, geometry
from puzzlekit.slitherlink.rules import clashes, marks, violations
from puzzlekit.slitherlink.solve import FORMULATIONS, solutions, solve
from puzzlekit.slitherlink.text import parse, parse_solution

STRIP = 6  # pictures of a replay that an exported page shows
DRAWN = "1"
NUMBERS = tuple(given(number) for number in range(MOST + 1))
DOT = "M.44 .5A.06 .06 0 1 0 .56 .5A.06 .06 0 1 0 .44 .5Z"  # in the unit square around a point
AWAY = 0.74  # of the numbers from the board: between them lie crosses, and the ring around an edge
KINDS = {
    "cell": Kind("cell", ("", *NUMBERS)),
    "edge": Kind("edge", (), ("", DRAWN, CROSS), cycle=True, cross=(CROSS,), notes=(DRAWN, CROSS)),
    "point": Kind("point"),
    "number": Kind("label"),
}
LOOKS = {
    DRAWN: Look(lines=1, key="1", said="drawn"),
    CROSS: Look("✗", key="0", said="left out"),
}
LOOKS |= {state: Look(state[-1], look="given", key=state[-1], said=f"clue {state[-1]}") for state in NUMBERS}


@takes(Puzzle)
def board(puzzle: Puzzle, *, solve: Callable[[Puzzle], Solution] | None = None) -> Board:
    """The interactive board of a puzzle: click an edge to draw it, again for a cross (or right-click it), or
    drag from point to point.

    `solve` is your own function for its Solve button. In edit mode the clues can be changed. See `Board`.
    """
    return Board(GAME, puzzle, solve=solve)


@takes(Puzzle)
def replay(puzzle: Puzzle, cuts: Sequence[Row]) -> Replay:
    """The rows that lazy families added (`scip.Result.cuts`), one after the other on the board, with a slider."""

    def picture(number: int, ax: Any) -> Any:
        return draw_cut(puzzle, cuts[number], number + 1, ax=ax)

    return Replay(picture, [str(cut) for cut in cuts], shown=STRIP, columns=3)


@takes(Puzzle)
def replay_steps(puzzle: Puzzle, steps: Sequence[Step]) -> Replay:
    """Deductions (from `deduce`), one after the other: what is drawn so far, the step hinted, and its reason."""
    boards, drawn = [], set[Edge]()
    for step in steps:
        drawn |= {edge for edge, states in step.candidates.items() if states == {1}}
        boards.append(Solution.of(puzzle, drawn))

    def picture(number: int, ax: Any) -> Any:
        step = steps[number]
        ax = draw(puzzle, boards[number], marks=dict.fromkeys((*step.where, *step.candidates), "hinted"), ax=ax)
        ax.set_title(f"Step {number + 1}: {step.rule}")
        return ax

    return Replay(picture, [step.message for step in steps], shown=STRIP, columns=3)


def _sheet(puzzle: Puzzle) -> Sheet:
    return _sheet_of(puzzle.rows, puzzle.columns)  # it does not depend on the clues


@lru_cache(maxsize=32)
def _sheet_of(rows: int, columns: int) -> Sheet:
    grid = geometry(rows, columns)
    places: dict[Element, Place] = {
        cell: Place("cell", (cell.column, cell.row), f"row {cell.row + 1}, column {cell.column + 1}")
        for cell in grid.around
    }
    places |= {
        edge: Place("edge", (edge.a.column, edge.a.row, edge.b.column, edge.b.row), f"edge {_ends(edge)}")
        for edge in grid.edges
    }
    places |= {
        point: Place("point", (point.column, point.row), f"point ({point.row + 1},{point.column + 1})", path=DOT)
        for point in grid.points
    }
    places |= row_and_column_numbers(rows, columns, "number", away=AWAY)
    return Sheet(f"Slitherlink, {rows} x {columns}", columns, rows, places, KINDS, LOOKS, (), (1.0, 1.0, 0.4, 0.4))


def _ends(edge: Edge) -> str:
    (i, j), (k, m) = edge.a.numbers(), edge.b.numbers()
    return f"from point ({i},{j}) to point ({k},{m})"


def _write(puzzle: Puzzle, solution: Solution | None) -> State:
    if solution and solution.puzzle != puzzle:
        raise PuzzleError("found a board with other clues, expected those of the puzzle")
    state: dict[Element, str] = dict.fromkeys(sorted(solution.drawn), DRAWN) if solution else {}
    return state | {cell: given(number) for cell, number in puzzle.clues}


def _read_puzzle(puzzle: Puzzle, state: State) -> Puzzle:
    number = {cell: int(clue(word)) for cell, word in state.items() if isinstance(cell, Cell)}
    return Puzzle.of(puzzle.rows, puzzle.columns, number)


def _read_solution(puzzle: Puzzle, state: State) -> Solution:
    return Solution.of(puzzle, (edge for edge, word in state.items() if word == DRAWN))


def _empty(puzzle: Puzzle, rows: int, columns: int) -> Puzzle:
    return Puzzle.of(rows, columns, {})


GAME = Game(
    _sheet,
    _write,
    _read_puzzle,
    _read_solution,
    violations,
    clashes,
    marks,
    solve,
    solutions,
    parse,
    parse_solution,
    draw,
    agrees_but_for_crosses,
    everything=everything,
    deduce=deduce,
    empty=_empty,
    formulations=FORMULATIONS,
)
