"""The Zebra puzzle on the interactive board: its layout, and the conversion between states, puzzles and solutions.

The state of a place (an attribute of a house) is its property, or "" if it is empty. The clues are listed beside the
table, each in the state "given". In edit mode a reader can remove clues, and add new clues with Compose.
"""

from dataclasses import replace

from puzzlekit.board.adapter import adapter
from puzzlekit.board.cells import grid_lines
from puzzlekit.board.layout import BoardLayout, ElementPosition, ElementType, Line, State, StateStyle
from puzzlekit.core.grid import Cell, Element, Label
from puzzlekit.zebra.compose import compose, empty, forms
from puzzlekit.zebra.puzzle import Puzzle, Solution
from puzzlekit.zebra.rules import check_fits, clue_words, place, told, words_of

TOLD = "given"
LETTERS, LETTER = 0.42, 0.22  # font size, and the width of a letter at this size, in board units


def _wide(words: list[str]) -> float:
    """Return the width of the longest of these words with a margin, in units of the board."""
    return LETTER * max(map(len, words), default=0) + 0.3


def _sheet(puzzle: Puzzle) -> BoardLayout:
    attributes = [name for name, _ in puzzle.attributes]
    clues = [f"{number}. {clue_words(clue)}" for number, clue in enumerate(puzzle.clues, start=1)]
    wide, left = max(1.0, _wide([*puzzle.cells_of])), _wide(attributes) + 0.15  # room for wide letters
    kinds = {"house": ElementType("label"), "attribute": ElementType("words", width=left, letters=LETTERS)}
    kinds["clue"] = ElementType("listed", ("", TOLD))
    for i, (_, own) in enumerate(puzzle.attributes):
        kinds[f"place {i + 1}"] = ElementType("cell", (), ("", *own), notes=tuple(own), width=wide, letters=LETTERS)
    looks = {"": StateStyle(key="."), TOLD: StateStyle(look="given", said="given")}
    looks |= {name: StateStyle(name, key=name[0].lower()) for name in puzzle.cells_of}
    edge = wide * puzzle.houses
    places: dict[Element, ElementPosition] = {
        cell: ElementPosition(f"place {cell.row + 1}", (wide * cell.column, cell.row), place(puzzle, cell))
        for cell in puzzle.cells
    }
    for j in range(puzzle.houses):
        places[Label("column", j)] = ElementPosition("house", (wide * (j + 0.5), -0.3), f"house {j + 1}", str(j + 1))
    for i, name in enumerate(attributes):
        places[Label("row", i)] = ElementPosition("attribute", (-left, i + 0.5), name, name)
    for label, _ in told(puzzle):
        at = (edge / 2, len(attributes) + edge * (label.index + 1))  # arrow keys reach it straight below the table
        places[label] = ElementPosition("clue", at, words_of(puzzle, label), clues[label.index])
    rows, margin = len(puzzle.attributes), (left + 0.6, 1.0, 0.1, 0.1)
    lines = _lines(rows, puzzle.houses, wide)
    title = f"Zebra, {puzzle.houses} houses"
    return BoardLayout(title, edge, rows, places, kinds, looks, lines, margin, puzzle.rows, forms(puzzle))


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


ADAPTER = adapter(__package__, _sheet, _write, _read_puzzle, _read_solution, empty=empty, compose=compose)
