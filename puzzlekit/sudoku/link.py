"""Sudoku on other sites: puzz.link and its files, Penpa-edit, f-puzzles and SudokuPad, Tatham's Solo.

The rules are the same everywhere. puzz.link supports only 4, 6 (boxes of 2 x 3), 9, 16 and 25 digits. The clue `?` on
puzz.link marks a cell that stays empty; this module rejects a puzzle with such a clue.
"""

import re
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
    Link,
    Links,
    fpuzzles,
    number,
    penpa,
    pzpr,
    tatham_ids,
)
from puzzlekit.sudoku.puzzle import Puzzle, Solution, check_box
from puzzlekit.sudoku.rules import violations

NAME = "sudoku"
BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4), 25: (5, 5)}  # the boxes of puzz.link: n -> (p, q)


def _from_address(found: Link) -> tuple[Puzzle, Solution]:
    board = pzpr.NUMBERS.board(found.body)
    return _read(board, *_usual_boxes(board))


def _from_file(found: Link) -> tuple[Puzzle, Solution]:
    file = pzpr.File(found.body)
    size = file.side()
    board = Board(size, size, file.clues(size, size), file.entries(size, size))
    return _read(board, *_usual_boxes(board))


def _usual_boxes(board: Board) -> tuple[int, int]:
    if board.rows != board.columns or board.rows not in BOXES:
        usual = ", ".join(f"{size} x {size}" for size in BOXES)
        raise ParseError(f"found {board.rows} x {board.columns} cells, expected {usual}")
    return BOXES[board.rows]


def _from_penpa(found: Link) -> tuple[Puzzle, Solution]:
    """Return the puzzle and the entries of a Penpa-edit board. The drawn lines are the borders of boxes. Without lines,
    the boxes are as square as possible, and not taller than wide."""
    board, sides = penpa.read(found.body, "classic", ("square", "sudoku"))
    size = board.rows
    if size != board.columns:
        raise ParseError(f"found {size} x {board.columns} cells, expected as many rows as columns")
    tall = [p for p in range(isqrt(size), 0, -1) if size % p == 0][:1]
    for p in (*tall, *(size // p for p in tall)):
        if all(_is_border(side, p, size // p) for side in sides):
            return _read(board, p, size // p)
    raise ParseError("found lines that are not borders of boxes, expected a classic Sudoku")


def _is_border(side: Edge, p: int, q: int) -> bool:
    return side.a.row % p == 0 if side.a.row == side.b.row else side.a.column % q == 0


def _from_json(found: Link) -> tuple[Puzzle, Solution]:
    board, regions = fpuzzles.read(found.body)
    p = next(p for p in range(isqrt(board.rows), 0, -1) if board.rows % p == 0)
    q = board.rows // p
    cells = [(i, j) for i in range(board.rows) for j in range(board.rows)]
    boxes = {place: place[0] // p * p + place[1] // q for place in cells}
    pairs = {(boxes[place], shown(regions.get(place, boxes[place]))) for place in cells}
    if not len(pairs) == len({box for box, _ in pairs}) == len({region for _, region in pairs}):
        raise ParseError("found regions that are not boxes (a jigsaw), expected a classic Sudoku")
    return _read(board, p, q)


def _from_id(found: Link) -> tuple[Puzzle, Solution]:
    """Return the puzzle of an id `PxQ:clues`, without entries. In the clues, a letter is a run of empty cells, a number
    is a digit, and `_` separates two numbers."""
    line = found.line
    head, body = tatham_ids.split(found.body, line, "3x3:a7c2")
    told = re.fullmatch(r"(\d{1,9})(?:x(\d{1,9}))?([a-z]\w*)?", head, re.ASCII)
    if not told or (told[2] is None and not told[3]):
        raise ParseError(f"found {head[:40]!r}, expected the rows x columns of a box, such as '3x3'", line=line)
    if told[3]:
        kinds = {"x": "diagonals", "j": "jigsaw boxes", "k": "killer cages"}
        kind = next((word for letter, word in kinds.items() if letter in told[3]), None)
        what = f"a variant with {kind}" if kind else f"the parameters {told[3][:20]!r}"
        what += ", expected a plain Sudoku such as '3x3:a7c2'"
        raise ParseError(f"found {what}", line=line, column=told.start(3) + 1)
    p, q = int(told[1]), int(told[2])  # in ids that Solo made, the rows of a box come first
    check_box(p, q, line)
    n = p * q
    expected = "a letter a to z, a number, or '_' between two numbers"
    digits: dict[tuple[int, int], int] = {}
    clues = tatham_ids.clues(body, n * n, line, len(head) + 2, noun="cells", expected=expected, long=True)
    for place, digit, column in clues:
        if len(digit) > 3 or not 1 <= int(digit) <= n:
            raise ParseError(f"found {digit[:20]}, expected 1 to {n}", line=line, column=column)
        digits[divmod(place, n)] = int(digit)
    return _read(Board(n, n, digits), p, q)


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
    readers={PUZZ_LINK: _from_address, PZPRV3: _from_file, PENPA: _from_penpa, F_PUZZLES: _from_json, TATHAM: _from_id},
    writers={PUZZ_LINK: _to_address, PZPRV3: _to_file, TATHAM: _to_id},
)
link = LINKS.link
