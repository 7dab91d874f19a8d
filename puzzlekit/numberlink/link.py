"""Numberlink on other sites: puzz.link and its files, Penpa-edit.

There cells may stay empty (`cover: no`), and a path may run beside itself (`touch: yes`), which no site forbids. So
that is what their puzzles get, and a puzzle without `touch: yes` has no link. puzz.link's `arukone` covers all cells,
but for its flag `e`; pzpr does not know it. Numbers are read as 1 to 9, A to Z, a to z and 0; larger ones, as the first
of these that are free.
"""

import string
from collections.abc import Iterable

from puzzlekit.errors import ParseError, PuzzleError
from puzzlekit.grid import Cell
from puzzlekit.lattice import middle
from puzzlekit.links import ASKED, PENPA, PUZZ_LINK, PZPRV3, Board, Links, penpa, pzpr
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.numberlink.rules import violations

NUMBERED = string.digits[1:] + string.ascii_uppercase + string.ascii_lowercase + "0"
NUMLIN, ARUKONE = "numlin", "arukone"
EMPTY = "e"  # the flag of arukone that lets cells stay empty


def _from_address(name: str, body: str) -> tuple[Puzzle, Solution]:
    board = pzpr.NUMBERS.board(body, (EMPTY,) if name == ARUKONE else ())
    return _read(board, cover=name == ARUKONE and board.flag != EMPTY)


def _from_file(name: str, body: str) -> tuple[Puzzle, Solution]:
    file = pzpr.File(body)
    rows, columns = file.sides()
    if name == ARUKONE:
        raise ParseError("found a file of 'arukone', expected its address, or a file of 'numlin'")
    return _read(Board(rows, columns, file.clues(rows, columns), file.drawn(rows, columns)))


def _from_penpa(_: str, body: str) -> tuple[Puzzle, Solution]:
    return _read(penpa.read_bare(body, "numberlink"))


def _read(board: Board, *, cover: bool = False) -> tuple[Puzzle, Solution]:
    letters = _letters(board.clues.values())
    letter = {Cell(*place): letters[str(clue)] for place, clue in board.clues.items()}
    puzzle = Puzzle.of(board.rows, board.columns, letter, cover=cover, touch=True)
    return puzzle, Solution.of(puzzle, (edge for edge in puzzle.edges if middle(edge) in board.entries))


def _letters(clues: Iterable[str | int]) -> dict[str, str]:
    """Number or letter -> the letter that stands for it."""
    signs = dict.fromkeys(map(str, clues))
    if ASKED in signs:
        raise ParseError("found a number '?', expected each number in two cells")
    found: dict[str, str] = {}
    for sign in signs:
        letter = sign if sign.isalpha() else NUMBERED[int(sign) - 1 : int(sign)]  # none for 0 and for large ones
        found |= {sign: letter} if letter and letter not in found.values() else {}
    late = [sign for sign in signs if sign not in found]
    free = [letter for letter in NUMBERED if letter not in found.values()]
    if len(late) > len(free):
        raise PuzzleError(f"found {len(signs)} different numbers, expected at most {len(NUMBERED)}")
    return found | dict(zip(late, free, strict=False))


def _board(puzzle: Puzzle, solution: Solution | None) -> Board:
    if not puzzle.touch:
        raise PuzzleError("found 'touch: no', a rule that other sites do not have; expected a puzzle with 'touch: yes'")
    clues = {(cell.row, cell.column): NUMBERED.index(letter) + 1 for cell, letter in puzzle.clues}
    return Board(puzzle.rows, puzzle.columns, clues, pzpr.counts(solution.drawn) if solution else {})


def _to_address(puzzle: Puzzle, _: Solution | None) -> str:
    return pzpr.NUMBERS.address(ARUKONE if puzzle.cover else NUMLIN, _board(puzzle, None))


def _to_file(puzzle: Puzzle, solution: Solution | None) -> str:
    board = _board(puzzle, solution)
    if puzzle.cover:
        raise PuzzleError("found 'cover: yes', which no file of numlin has; expected the site 'puzz.link'")
    size = board.rows, board.columns
    return pzpr.write_file(NUMLIN, *size, pzpr.clue_table(*size, board.clues), pzpr.line_tables(*size, board.entries))


LINKS = Links(
    Puzzle,
    Solution,
    violations,
    names=(NUMLIN, ARUKONE, "numberlink"),
    readers={PUZZ_LINK: _from_address, PZPRV3: _from_file, PENPA: _from_penpa},
    writers={PUZZ_LINK: _to_address, PZPRV3: _to_file},
)
link = LINKS.link
