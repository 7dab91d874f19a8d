"""Hashi on other sites: puzz.link and its files, Tatham's Bridges.

The same boards are right everywhere. An island without bridges is cut off here, while puzz.link only says that it lacks
them. An island `?`, whose number is not told, is refused. A file has bridges stretch by stretch, and one counts where
every stretch of it is drawn.
"""

from puzzlekit.core.errors import ParseError
from puzzlekit.core.grid import Point
from puzzlekit.formats import ASKED, PUZZ_LINK, PZPRV3, TATHAM, Board, Links, pzpr, tatham_ids
from puzzlekit.hashi.puzzle import Puzzle, Solution, covered
from puzzlekit.hashi.rules import violations

NAMES = ("hashi", "hashikake", "bridges", "Bridges")  # the first is written in addresses, the second in files


def _from_address(_: str, body: str) -> tuple[Puzzle, Solution]:
    return _read(pzpr.NUMBERS.board(body))


def _from_file(_: str, body: str) -> tuple[Puzzle, Solution]:
    file = pzpr.File(body)
    rows, columns = file.sides()
    return _read(Board(rows, columns, file.clues(rows, columns), file.drawn(rows, columns)))


def _read(board: Board) -> tuple[Puzzle, Solution]:
    if asked := [Point(*place) for place, clue in board.clues.items() if clue == ASKED]:
        raise ParseError(f"{asked[0]}: found an island '?', expected its number")
    puzzle = Puzzle.of(board.rows, board.columns, {Point(*place): number for place, number in board.clues.items()})
    stretches = {
        bridge: [board.entries.get(place, 0) for place in covered(bridge) if sum(place) % 2]
        for bridge in puzzle.bridges
    }
    return puzzle, Solution.of(puzzle, {bridge: min(counts) for bridge, counts in stretches.items()})


def _board(puzzle: Puzzle, solution: Solution | None) -> Board:
    clues = {(point.row, point.column): number for point, number in puzzle.islands}
    bridges = solution.bridges if solution else ()
    entries = {place: count for bridge, count in bridges for place in covered(bridge)}
    return Board(puzzle.rows, puzzle.columns, clues, entries)


def _to_address(puzzle: Puzzle, _: Solution | None) -> str:
    return pzpr.NUMBERS.address(NAMES[0], _board(puzzle, None))


def _to_file(puzzle: Puzzle, solution: Solution | None) -> str:
    board = _board(puzzle, solution)
    size = board.rows, board.columns
    return pzpr.write_file(NAMES[1], *size, pzpr.clue_table(*size, board.clues), pzpr.line_tables(*size, board.entries))


def _to_id(puzzle: Puzzle, _: Solution | None) -> str:
    clues = {point.row * puzzle.columns + point.column: number for point, number in puzzle.islands}
    return f"{puzzle.columns}x{puzzle.rows}m2:{tatham_ids.body(clues, puzzle.rows * puzzle.columns)}"


LINKS = Links(
    Puzzle,
    Solution,
    violations,
    names=NAMES,
    readers={PUZZ_LINK: _from_address, PZPRV3: _from_file},
    writers={PUZZ_LINK: _to_address, PZPRV3: _to_file, TATHAM: _to_id},
)
link = LINKS.link
