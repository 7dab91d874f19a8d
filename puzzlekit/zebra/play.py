"""The Zebra puzzle on the interactive board: what can be touched, and the way back to a puzzle and a solution.

A place's state is its property, by its name. Beside the table stand the clues, each in the state "given": in edit mode
one can be taken away. New ones come by Paste.
"""

from collections.abc import Callable
from dataclasses import replace

from puzzlekit.board import Board, Game, Kind, Line, Look, Place, Sheet, State, grid_lines
from puzzlekit.errors import takes
from puzzlekit.grid import Cell, Element, Label
from puzzlekit.zebra.deduce import deduce, everything
from puzzlekit.zebra.draw import draw
from puzzlekit.zebra.puzzle import Puzzle, Solution
from puzzlekit.zebra.rules import check_fits, clashes, marks, place, told, violations, words_of
from puzzlekit.zebra.solve import FORMULATIONS, solutions, solve
from puzzlekit.zebra.text import parse, parse_solution

TOLD = "given"
LETTERS, LETTER = 0.42, 0.22  # the size of letters, and how wide one is then, in units
PITCH, GAP = 0.64, 1.0  # from clue to clue, from the table to the clues


@takes(Puzzle)
def board(puzzle: Puzzle, *, solve: Callable[[Puzzle], Solution] | None = None) -> Board:
    """The interactive board of a puzzle; `solve` is your own function for its Solve button. See `Board`."""
    return Board(GAME, puzzle, solve=solve)


def _wide(words: list[str]) -> float:
    """The room that the longest of some words takes."""
    return LETTER * max(map(len, words), default=0) + 0.3


def _sheet(puzzle: Puzzle) -> Sheet:
    attributes = [name for name, _ in puzzle.attributes]
    clues = [f"{number}. {clue}" for number, clue in enumerate(puzzle.clues, start=1)]
    wide, left, right = max(1.0, _wide([*puzzle.cells_of])), _wide(attributes), _wide(clues)
    kinds = {"house": Kind("label"), "attribute": Kind("words", width=left, letters=LETTERS)}
    kinds["clue"] = Kind("words", ("", TOLD), width=right, letters=LETTERS)
    for i, (_, own) in enumerate(puzzle.attributes):
        kinds[f"place {i + 1}"] = Kind("cell", (), ("", *own), notes=tuple(own), width=wide, letters=LETTERS)
    looks = {"": Look(key="."), TOLD: Look(look="given", said="given")}
    looks |= {name: Look(name, key=name[0].lower()) for name in puzzle.cells_of}
    edge = wide * puzzle.houses
    places: dict[Element, Place] = {
        cell: Place(f"place {cell.row + 1}", (wide * cell.column, cell.row), place(puzzle, cell))
        for cell in puzzle.cells
    }
    for j in range(puzzle.houses):
        places[Label("column", j)] = Place("house", (wide * (j + 0.5), -0.3), f"house {j + 1}", str(j + 1))
    for i, name in enumerate(attributes):
        places[Label("row", i)] = Place("attribute", (-left, i + 0.5), name, name)
    for label, _ in told(puzzle):
        at = (edge + GAP, PITCH * (label.index + 0.5))
        places[label] = Place("clue", at, words_of(puzzle, label), clues[label.index])
    rows = len(puzzle.attributes)
    below = max(0.0, PITCH * len(clues) - rows)
    margin = (left + 0.6, 0.9, GAP + right + 0.1 if clues else 0.1, below + 0.1)
    return Sheet(
        f"Zebra, {puzzle.houses} houses", edge, rows, places, kinds, looks, _lines(rows, puzzle.houses, wide), margin
    )


def _lines(rows: int, houses: int, wide: float) -> tuple[Line, ...]:
    lines = grid_lines(rows, houses)
    return tuple(replace(line, ends=(wide * x, y, wide * u, v)) for line in lines for x, y, u, v in [line.ends])


def _write(puzzle: Puzzle, solution: Solution | None) -> State:
    if solution:
        check_fits(puzzle, solution)
    entries = solution.filled if solution else {}
    return {**entries, **{label: TOLD for label, _ in told(puzzle)}}


def _read_puzzle(puzzle: Puzzle, state: State) -> Puzzle:
    return puzzle.without(*(label.index + 1 for label, _ in told(puzzle) if not state.get(label)))


def _read_solution(puzzle: Puzzle, state: State) -> Solution:
    return Solution.of(puzzle, {cell: word for cell, word in state.items() if isinstance(cell, Cell) and word})


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
    everything=everything,
    deduce=deduce,
    formulations=FORMULATIONS,
)
