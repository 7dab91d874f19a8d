"""The circuit board on the interactive board: what can be touched, and the way back to a puzzle and a solution.

An edge's state is "1" where it was drawn, "0", a cross, where it was left out, and "given 1" where it is a clue; a
point's is "blocked", "s" or "t".
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from puzzlekit.board import (
    CROSS,
    Board,
    Game,
    Kind,
    Line,
    Look,
    Place,
    Replay,
    Sheet,
    State,
    agrees_but_for_crosses,
    clue,
    entry,
    given,
    row_and_column_numbers,
)
from puzzlekit.circuit.deduce import deduce, everything
from puzzlekit.circuit.draw import draw, draw_cut
from puzzlekit.circuit.puzzle import Puzzle, Solution, geometry
from puzzlekit.circuit.rules import clashes, marks, violations
from puzzlekit.circuit.solve import FORMULATIONS, solutions, solve
from puzzlekit.circuit.text import parse, parse_solution
from puzzlekit.errors import PuzzleError, takes
from puzzlekit.grid import Edge, Element
from puzzlekit.scip.rows import Row

DRAWN, BLOCKED = "1", "blocked"
BOX = "M.3 .3H.7V.7H.3Z"


@takes(Puzzle)
def board(puzzle: Puzzle, *, solve: Callable[[Puzzle], Solution] | None = None) -> Board:
    """The interactive board of a puzzle: a click draws an edge or takes it away, a right click makes a cross; in
    edit mode it is given.

    `solve` is your own function for its Solve button. See `Board`.
    """
    return Board(GAME, puzzle, solve=solve)


@takes(Puzzle)
def replay(puzzle: Puzzle, cuts: Sequence[Row]) -> Replay:
    """The rows that lazy families added (`scip.Result.cuts`), one after the other on the board, with a slider."""

    def picture(number: int, ax: Any) -> Any:
        return draw_cut(puzzle, cuts[number], number + 1, ax=ax)

    sides = [("at most", cut.upper) if cut.lower is None else ("at least", cut.lower) for cut in cuts]
    captions = [
        f"{how} {side:g} of these {len(cut.coefficients)} edges" for cut, (how, side) in zip(cuts, sides, strict=True)
    ]
    return Replay(picture, captions)


def _sheet(puzzle: Puzzle) -> Sheet:
    whole = geometry(puzzle.rows, puzzle.columns, frozenset())  # a blacked-out point can become open again
    places: dict[Element, Place] = {
        edge: Place("edge", (edge.a.column, edge.a.row, edge.b.column, edge.b.row), f"edge {_ends(edge)}")
        for edge in puzzle.edges
    }
    places |= {
        point: Place("point", (point.column, point.row), f"row {point.row + 1}, column {point.column + 1}")
        for point in whole.points
    }
    places |= row_and_column_numbers(puzzle.rows, puzzle.columns, "number", points=True)
    kinds = {
        "edge": Kind(
            "edge",
            ("", given(DRAWN)),
            ("", DRAWN, CROSS),
            cycle=("", DRAWN, given(DRAWN)),
            cross=(CROSS,),
            notes=(DRAWN, CROSS),
        ),
        "point": Kind("point", ("", BLOCKED, "s", "t"), cycle=True),
        "number": Kind("label"),
    }
    looks = {
        DRAWN: Look(lines=1, key="1", said="drawn"),
        given(DRAWN): Look(lines=1, key="1", look="given", said="given"),
        CROSS: Look("✗", key="0", said="left out"),
        BLOCKED: Look(path=BOX, key="#", look="given", said="blacked out"),
        "s": Look("s", key="s", look="given", said="endpoint s"),
        "t": Look("t", key="t", look="given", said="endpoint t"),
    }
    lines = [Line((edge.a.column, edge.a.row, edge.b.column, edge.b.row), faint=True) for edge in puzzle.edges]
    title, size = f"Circuit board, {puzzle.rows} x {puzzle.columns}", (puzzle.columns - 1, puzzle.rows - 1)
    return Sheet(title, *size, places, kinds, looks, lines, (1.0, 1.0, 0.65, 0.65))


def _ends(edge: Edge) -> str:
    (i, j), (k, m) = edge.a.numbers(), edge.b.numbers()
    return f"row {i}, column {j} to row {k}, column {m}"


def _write(puzzle: Puzzle, solution: Solution | None) -> State:
    if solution and solution.lattice != puzzle.lattice:
        raise PuzzleError("found a board with other points than the puzzle, expected the puzzle's own")
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
