"""Numberlink in the formats of other sites: puzz.link addresses and files, Penpa-edit.

On these sites cells may stay empty (`cover: no`), and no site forbids a path that runs beside itself. So this module
reads their puzzles with `touch: yes`, and there is no link for a puzzle with `touch: no`. In puzz.link's variant
`arukone`, clues are letters, and all cells are covered unless the address has the flag `e`. The npm package pzpr does
not support this variant. The numbers 1, 2, ... become the signs 1 to 9, A to Z, a to z and 0, in this order; larger
numbers become the first free signs. On these sites, an empty board is never a solution.
"""

import string
from collections.abc import Iterable

from puzzlekit.core.errors import ParseError, PuzzleError, shown
from puzzlekit.core.grid import Cell
from puzzlekit.core.lattice import middle
from puzzlekit.formats import ASKED, PENPA, PUZZ_LINK, PZPRV3, Board, Link, Links, penpa, pzpr
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.numberlink.rules import violations

NUMLIN, ARUKONE = "numlin", "arukone"
LETTERS = string.ascii_uppercase + string.ascii_lowercase
ORDER = {NUMLIN: f"123456789{LETTERS}0", ARUKONE: f"{LETTERS}1234567890"}  # the sites' order of numbers
COVERS = {"passallcell": True, "dontpassallcell": False}
EMPTY = "e"  # the flag of arukone that lets cells stay empty


def _from_address(found: Link) -> tuple[Puzzle, Solution]:
    board = pzpr.NUMBERS.board(found.body, (EMPTY,) if found.name == ARUKONE else ())
    return _read(board, ORDER.get(found.name, ORDER[NUMLIN]), cover=found.name == ARUKONE and board.flag != EMPTY)


def _from_file(found: Link) -> tuple[Puzzle, Solution]:
    file = pzpr.File(found.body)
    size = file.sides()
    if found.name != ARUKONE:
        return _read(Board(*size, file.clues(*size), file.drawn(*size)))
    if (told := file.line()) not in COVERS:
        raise ParseError(f"found {shown(told)}, expected {' or '.join(COVERS)}")
    clues = file.marks(*size, {letter: letter for letter in LETTERS} | {"-": ASKED})
    return _read(Board(*size, clues, file.drawn(*size)), cover=COVERS[told])


def _from_penpa(found: Link) -> tuple[Puzzle, Solution]:
    return _read(penpa.read_bare(found.body, "numberlink"))


def _read(board: Board, order: str = ORDER[NUMLIN], *, cover: bool = False) -> tuple[Puzzle, Solution]:
    letters = _letters(board.clues.values(), order)
    letter = {Cell(*place): letters[str(clue)] for place, clue in board.clues.items()}
    puzzle = Puzzle.of(board.rows, board.columns, letter, cover=cover, touch=True)
    return puzzle, Solution.of(puzzle, (edge for edge in puzzle.edges if middle(edge) in board.entries))


def _letters(clues: Iterable[str | int], order: str) -> dict[str, str]:
    """Return `{number or letter on the site, as a text: its letter in our puzzle}`. `order` has our letters in the
    order of the site's numbers.

    Raise ParseError if a number is `?`, and PuzzleError if there are more numbers than letters in `order`.
    """
    signs = dict.fromkeys(map(str, clues))
    if ASKED in signs:
        raise ParseError("found a number '?', expected only known numbers, each in two cells")
    found: dict[str, str] = {}
    for sign in signs:
        letter = sign if sign.isalpha() else order[int(sign) - 1 : int(sign)]  # empty for 0 and for large numbers
        found |= {sign: letter} if letter and letter not in found.values() else {}
    late = [sign for sign in signs if sign not in found]
    free = [letter for letter in order if letter not in found.values()]
    if len(late) > len(free):
        raise PuzzleError(f"found {len(signs)} different numbers, expected at most {len(order)}")
    return found | dict(zip(late, free, strict=False))


def _name(puzzle: Puzzle) -> str:
    if not puzzle.touch:
        raise PuzzleError("found 'touch: no', a rule that puzzle sites lack; expected a puzzle with 'touch: yes'")
    return ARUKONE if puzzle.cover else NUMLIN


def _to_address(puzzle: Puzzle, _: Solution | None) -> str:
    name = _name(puzzle)
    clues = {(cell.row, cell.column): ORDER[name].index(letter) + 1 for cell, letter in puzzle.clues}
    return pzpr.NUMBERS.address(name, Board(puzzle.rows, puzzle.columns, clues))


def _to_file(puzzle: Puzzle, solution: Solution | None) -> str:
    """Return the text of a puzz.link file. If all cells are covered, the file is of the variant `arukone`: it has
    letters and the line "passallcell"."""
    name, size = _name(puzzle), (puzzle.rows, puzzle.columns)
    signs = {letter: str(number) for number, letter in enumerate(ORDER[NUMLIN], start=1)}
    if puzzle.cover:
        signs = {letter: letter for letter in LETTERS}
        if digits := [letter for letter in puzzle.pairs if letter not in signs]:
            raise PuzzleError(f"found the letter {digits[0]!r}, expected A to Z or a to z in a file with 'cover: yes'")
    clues = pzpr.clue_table(*size, {(cell.row, cell.column): signs[letter] for cell, letter in puzzle.clues})
    lines = pzpr.line_tables(*size, pzpr.counts(solution.drawn) if solution else {})
    return pzpr.write_file(name, *size, *(["passallcell"] if puzzle.cover else []), clues, lines)


LINKS = Links(
    Puzzle,
    Solution,
    violations,
    names=(*ORDER, "numberlink"),
    readers={PUZZ_LINK: _from_address, PZPRV3: _from_file, PENPA: _from_penpa},
    writers={PUZZ_LINK: _to_address, PZPRV3: _to_file},
)
link = LINKS.link
