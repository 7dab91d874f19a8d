"""Slitherlink on other sites: puzz.link and its files, Penpa-edit, Tatham's Loopy.

The same boards are right everywhere. puzz.link speaks of several loops also where lines are not closed. A clue `?` says
nothing and is left out. The variant `f` of puzz.link, whose loop runs through every point, is refused.
"""

from puzzlekit.core.grid import Cell
from puzzlekit.core.lattice import middle
from puzzlekit.formats import ASKED, PENPA, PUZZ_LINK, PZPRV3, TATHAM, Board, Links, number, penpa, pzpr, tatham_ids
from puzzlekit.slitherlink.puzzle import Puzzle, Solution
from puzzlekit.slitherlink.rules import violations

NAMES = ("slither", "slitherlink", "Loopy")  # the first is written


def _from_address(_: str, body: str) -> tuple[Puzzle, Solution]:
    return _read(pzpr.SMALL_NUMBERS.board(body))


def _from_file(_: str, body: str) -> tuple[Puzzle, Solution]:
    file = pzpr.File(body)
    rows, columns = file.sides()
    file.no_flag()
    clues = file.clues(rows, columns)
    if file.version == "1":
        file.table(rows, columns)  # colours of cells
    return _read(Board(rows, columns, clues, file.drawn(rows, columns, around=True)))


def _from_penpa(_: str, body: str) -> tuple[Puzzle, Solution]:
    return _read(penpa.read_bare(body, "slitherlink"))


def _read(board: Board) -> tuple[Puzzle, Solution]:
    told = {Cell(*place): clue for place, clue in board.clues.items() if clue != ASKED}
    clues = {cell: number(clue, cell) for cell, clue in told.items()}
    puzzle = Puzzle.of(board.rows, board.columns, clues)
    return puzzle, Solution.of(puzzle, (edge for edge in puzzle.edges if middle(edge) in board.entries))


def _board(puzzle: Puzzle, solution: Solution | None) -> Board:
    clues = {(cell.row, cell.column): number for cell, number in puzzle.clues}
    return Board(puzzle.rows, puzzle.columns, clues, pzpr.counts(solution.drawn) if solution else {})


def _to_address(puzzle: Puzzle, _: Solution | None) -> str:
    return pzpr.SMALL_NUMBERS.address(NAMES[0], _board(puzzle, None))


def _to_file(puzzle: Puzzle, solution: Solution | None) -> str:
    board = _board(puzzle, solution)
    rows, columns = size = board.rows, board.columns
    colours = pzpr.clue_table(rows, columns, {}, silent="0")
    lines = pzpr.line_tables(*size, board.entries, around=True)
    return pzpr.write_file(NAMES[0], *size, pzpr.clue_table(*size, board.clues), colours, lines, version=f"{PZPRV3}.1")


def _to_id(puzzle: Puzzle, _: Solution | None) -> str:
    clues = {cell.row * puzzle.columns + cell.column: number for cell, number in puzzle.clues}
    return f"{puzzle.columns}x{puzzle.rows}t0:{tatham_ids.body(clues, puzzle.rows * puzzle.columns)}"


LINKS = Links(
    Puzzle,
    Solution,
    violations,
    names=NAMES,
    readers={PUZZ_LINK: _from_address, PZPRV3: _from_file, PENPA: _from_penpa},
    writers={PUZZ_LINK: _to_address, PZPRV3: _to_file, TATHAM: _to_id},
)
link = LINKS.link
