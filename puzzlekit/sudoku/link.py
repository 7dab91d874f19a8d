"""Sudoku on other sites: puzz.link and its files, Penpa-edit, f-puzzles and SudokuPad, Tatham's Solo.

The rules are the same everywhere. puzz.link has boxes for 4, 6 (2 x 3), 9, 16 and 25 digits alone; a clue `?` there
forbids to fill its cell, so it is refused here.
"""

from collections.abc import Mapping
from math import isqrt

from puzzlekit.core.errors import ParseError, PuzzleError, shown
from puzzlekit.core.grid import Cell, Edge
from puzzlekit.formats import (
    F_PUZZLES,
    PENPA,
    PUZZ_LINK,
    PZPRV3,
    TATHAM,
    Board,
    Links,
    fpuzzles,
    number,
    penpa,
    pzpr,
    tatham_ids,
)
from puzzlekit.sudoku.puzzle import Puzzle, Solution
from puzzlekit.sudoku.rules import violations

NAME = "sudoku"
BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4), 25: (5, 5)}  # those of puzz.link


def _from_address(_: str, body: str) -> tuple[Puzzle, Solution]:
    board = pzpr.NUMBERS.board(body)
    return _read(board, *_usual_boxes(board))


def _from_file(_: str, body: str) -> tuple[Puzzle, Solution]:
    file = pzpr.File(body)
    size = file.side()
    board = Board(size, size, file.clues(size, size), file.entries(size, size))
    return _read(board, *_usual_boxes(board))


def _usual_boxes(board: Board) -> tuple[int, int]:
    if board.rows != board.columns or board.rows not in BOXES:
        usual = ", ".join(f"{size} x {size}" for size in BOXES)
        raise ParseError(f"found {board.rows} x {board.columns} cells, expected {usual}")
    return BOXES[board.rows]


def _from_penpa(_: str, body: str) -> tuple[Puzzle, Solution]:
    """The lines that are drawn say which boxes they are; without any, they are no taller than wide."""
    board, sides = penpa.read(body, "classic", ("square", "sudoku"))
    size = board.rows
    if size != board.columns:
        raise ParseError(f"found {size} x {board.columns} cells, expected as many rows as columns")
    tall = [p for p in range(isqrt(size), 0, -1) if size % p == 0][:1]
    for p in (*tall, *(size // p for p in tall)):
        if all(_is_border(side, p, size // p) for side in sides):
            return _read(board, p, size // p)
    raise ParseError("found lines that are no borders of boxes, expected a classic Sudoku")


def _is_border(side: Edge, p: int, q: int) -> bool:
    return side.a.row % p == 0 if side.a.row == side.b.row else side.a.column % q == 0


def _from_f_puzzles(_: str, body: str) -> tuple[Puzzle, Solution]:
    board, regions = fpuzzles.read(body)
    p = next(p for p in range(isqrt(board.rows), 0, -1) if board.rows % p == 0)
    q = board.rows // p
    cells = [(i, j) for i in range(board.rows) for j in range(board.rows)]
    boxes = {place: place[0] // p * p + place[1] // q for place in cells}
    pairs = {(boxes[place], shown(regions.get(place, boxes[place]))) for place in cells}
    if not len(pairs) == len({box for box, _ in pairs}) == len({region for _, region in pairs}):
        raise ParseError("found regions that are no boxes (a jigsaw), expected a classic Sudoku")
    return _read(board, p, q)


def _read(board: Board, p: int, q: int) -> tuple[Puzzle, Solution]:
    clues = {Cell(*place): number(clue, Cell(*place), 1) for place, clue in board.clues.items()}
    empty = Puzzle(((0,) * board.columns,) * board.rows, p, q)
    puzzle = Puzzle(Solution.of(empty, clues).digits, p, q)
    entries = {Cell(*place): number(entry, Cell(*place), 1) for place, entry in board.entries.items()}
    return puzzle, Solution.of(puzzle, entries | clues)


def _to_address(puzzle: Puzzle, _: Solution | None) -> str:
    return pzpr.NUMBERS.address(NAME, _board(puzzle, {}))


def _to_file(puzzle: Puzzle, solution: Solution | None) -> str:
    board = _board(puzzle, solution.filled if solution else {})
    tables = [pzpr.clue_table(board.rows, board.columns, numbers) for numbers in (board.clues, board.entries)]
    return pzpr.write_file(NAME, puzzle.size, *tables)


def _board(puzzle: Puzzle, filled: Mapping[Cell, int]) -> Board:
    if BOXES.get(puzzle.size) != (puzzle.p, puzzle.q):
        usual = ", ".join(f"{p}x{q}" for p, q in BOXES.values())
        raise PuzzleError(f"found boxes of {puzzle.p}x{puzzle.q}, which {PUZZ_LINK} does not have; expected {usual}")
    clues = {(cell.row, cell.column): digit for cell, digit in puzzle.given.items()}
    entries = {(cell.row, cell.column): digit for cell, digit in filled.items() if cell not in puzzle.given}
    return Board(puzzle.size, puzzle.size, clues, entries)


def _to_id(puzzle: Puzzle, _: Solution | None) -> str:
    clues = {place: digit for place, digit in enumerate(d for row in puzzle.clues for d in row) if digit}
    return f"{puzzle.p}x{puzzle.q}:{tatham_ids.body(clues, puzzle.size**2, long=True)}"


LINKS = Links(
    Puzzle,
    Solution,
    violations,
    names=(NAME, "Solo"),
    readers={PUZZ_LINK: _from_address, PZPRV3: _from_file, PENPA: _from_penpa, F_PUZZLES: _from_f_puzzles},
    writers={PUZZ_LINK: _to_address, PZPRV3: _to_file, TATHAM: _to_id},
)
link = LINKS.link
