"""The rules of Numberlink as a checker, which shares no code with the models and judges their solutions.

Conflicts are told in its words for elements and clues.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from puzzlekit.core import union_find
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Cell, Element, Violation
from puzzlekit.core.lattice import check_fits
from puzzlekit.numberlink.puzzle import Puzzle, Solution

BLANK = "blank"  # the state of a cell that no path passes


class _Board:
    """A board with data that the rules use.

    Attributes
    ----------
    degree
        {cell: the number of its drawn lines}.
    parts
        The connected components of cells that drawn lines join.
    room
        {cell: the number of lines that can still be drawn at the cell}; all numbers are 0 if `partial` is false.
    """

    def __init__(self, solution: Solution, partial: bool):
        self.solution, self.puzzle, self.partial = solution, solution.puzzle, partial
        self.degree = {cell: solution.count(own) for cell, own in self.puzzle.at.items()}
        self.parts = union_find.connected_components(self.puzzle.cells, solution.drawn)
        self.room = dict.fromkeys(self.puzzle.cells, 0)
        loose = {cell for cell, count in self.degree.items() if count < (1 if cell in self.puzzle.letter else 2)}
        for edge in self.puzzle.edges if partial else ():
            if edge not in solution.drawn and edge.a in loose and edge.b in loose:
                self.room[edge.a] += 1  # type: ignore[index]  # edges of cells
                self.room[edge.b] += 1  # type: ignore[index]


@validate_args
def violations(puzzle: Puzzle, solution: Solution, *, partial: bool = False) -> list[Violation]:
    """Return the violations of the rules on a board. The list is empty if and only if the board solves the puzzle.

    Parameters
    ----------
    partial
        Whether the board is not finished. If True, only violations that further lines cannot repair are returned, so
        the list can be empty although the board does not solve the puzzle.

    Returns
    -------
    list of Violation
        The attribute `rule` is the name of the violated constraint family: "ends" (an end does not have one line),
        "no_branch", "no_dead_end", "clues" (a path joins two letters), "cover", "no_loop" or "no_touching". The
        attribute `where` contains cells and edges; for "clues", it starts with the first of the two ends of a joined
        letter.

    Raises
    ------
    PuzzleError
        If board and puzzle differ in size, clues or rules.
    """
    check_fits(puzzle, solution)
    board = _Board(solution, partial)
    found = [*_ends(board), *_passing(board), *_joined(board), *_loops(board)]
    return found if puzzle.touch else [*found, *_touching(board)]


def _ends(board: _Board) -> Iterator[Violation]:
    for cell, _ in board.puzzle.clues:
        count = board.degree[cell]
        if count > 1 or count + board.room[cell] < 1:
            none = "has no room for a line" if board.partial else "has no line"
            how = f"has {count} lines" if count else none
            yield Violation("ends", (cell,), f"{clue(board.puzzle, cell)} {how}")


def _passing(board: _Board) -> Iterator[Violation]:
    """Yield violations at cells that are not ends. Such a cell must have two lines, or none if cells may stay empty."""
    for cell, count in board.degree.items():
        if cell in board.puzzle.letter:
            continue
        if count > 2:
            yield Violation("no_branch", (cell,), f"the path branches at {cell}, which has {count} lines")
        elif count == 1 and not board.room[cell]:
            yield Violation("no_dead_end", (cell,), f"the path ends at {cell}, where no letter is")
        elif count == 0 and board.puzzle.cover and board.room[cell] < 2:
            how = "no path can pass" if board.partial else "no path passes"
            yield Violation("cover", (cell,), f"{how} {cell}")


def _joined(board: _Board) -> Iterator[Violation]:
    """Yield one violation for each letter that drawn lines join to another letter."""
    letter, pairs = board.puzzle.letter, board.puzzle.pairs
    told: dict[str, Violation] = {}
    for part in board.parts:
        ends = [cell for cell in part if cell in letter]
        for own in dict.fromkeys(letter[cell] for cell in ends):
            others = [cell for cell in ends if letter[cell] != own]
            if others and own not in told:
                mine = next(cell for cell in ends if letter[cell] == own)
                message = f"a line joins {clue(board.puzzle, mine)} to {clue(board.puzzle, others[0])}"
                told[own] = Violation("clues", tuple(dict.fromkeys((pairs[own][0], mine, *others))), message)
    yield from (told[own] for own in pairs if own in told)


def _loops(board: _Board) -> Iterator[Violation]:
    for loop in union_find.cycle_components(board.solution.drawn):
        yield Violation("no_loop", loop, f"a loop of {len(loop)} lines is closed at {loop[0].a}")


def _touching(board: _Board) -> Iterator[Violation]:
    part_of = {cell: number for number, part in enumerate(board.parts) for cell in part}
    for edge in board.puzzle.edges:
        if part_of[edge.a] == part_of[edge.b] and edge not in board.solution.drawn:  # type: ignore[index]
            message = f"the path touches itself: {edge.a} and {edge.b} are neighbours without a line between them"
            yield Violation("no_touching", (edge.a, edge.b), message)


@validate_args
def clue_conflicts(puzzle: Puzzle) -> list[Violation]:
    """Return contradictions between clues that are visible without search: a cell has too few neighbours for its lines,
    or two paths must cross.

    Two paths must cross if their ends alternate along the border of the board.
    """
    found = []
    for cell, at in puzzle.at.items():
        own = puzzle.letter.get(cell)
        ways = sum(_may_join(own, puzzle.letter.get(edge.other(cell))) for edge in at)
        if own and not ways:
            found.append(Violation("ends", (cell,), f"{clue(puzzle, cell)} has no room for a line"))
        elif not own and puzzle.cover and ways < 2:
            found.append(Violation("cover", (cell,), f"no path can pass {cell}"))
    return [*found, *_crossing(puzzle)]


def _may_join(one: str | None, other: str | None) -> bool:
    return one is None or other is None or one == other


def _crossing(puzzle: Puzzle) -> Iterator[Violation]:
    border = [puzzle.letter[cell] for cell in _border(puzzle) if cell in puzzle.letter]
    both = [letter for letter in puzzle.pairs if border.count(letter) == 2]
    for number, one in enumerate(both):
        for other in both[number + 1 :]:
            turns = [letter for letter in border if letter in (one, other)]
            if turns[0] == turns[2]:
                where = (*puzzle.pairs[one], *puzzle.pairs[other])
                message = f"the lines of {one} and {other} must cross: their ends alternate on the border"
                yield Violation("clues", where, message)


def _border(puzzle: Puzzle) -> Iterable[Cell]:
    """Return the cells at the border of the board in cyclic order, each once."""
    last, right = puzzle.rows - 1, puzzle.columns - 1
    around = [Cell(0, j) for j in range(right)] + [Cell(i, right) for i in range(last)]
    around += [Cell(last, j) for j in range(right, 0, -1)] + [Cell(i, 0) for i in range(last, 0, -1)]
    return dict.fromkeys(around)


@validate_args
def marks(puzzle: Puzzle, solution: Solution, broken: Sequence[Violation] | None = None) -> dict[Element, str]:
    """Return {element: mark} for a finished or unfinished board.

    Two ends with the same letter are "met" if a path joins them. Cells and edges in violations are "wrong".

    `broken` is the result of `violations(..., partial=True)`; if None, it is computed.
    """
    found: dict[Element, str] = {}
    for violation in violations(puzzle, solution, partial=True) if broken is None else broken:
        found |= dict.fromkeys(violation.where, "wrong")
    for part in union_find.connected_components(puzzle.cells, solution.drawn):
        ends = [cell for cell in part if cell in puzzle.letter]
        alike = {puzzle.letter[cell] for cell in ends}
        if len(ends) == 2 and len(alike) == 1 and all(solution.count(puzzle.at[cell]) == 1 for cell in ends):
            for cell in ends:
                found.setdefault(cell, "met")
    return found


def clue(puzzle: Puzzle, cell: Cell) -> str:
    """Return the name of the clue in a cell: "the A at (1,2)"."""
    return f"the {puzzle.letter[cell]} at ({cell.row + 1},{cell.column + 1})"


def clues(puzzle: Puzzle) -> dict[tuple[str, Cell], str]:
    """Return `{("clues", first cell of a pair): the pair in words}`.

    The clue says which two ends are joined. The positions of the ends are not clues, but part of the board.
    """
    firsts = ((letter, cells[0], cells[0].numbers()) for letter, cells in puzzle.pairs.items())
    return {("clues", cell): f"the pair {letter} from ({i},{j})" for letter, cell, (i, j) in firsts}


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return {edge or state: phrase}. The states are 0 (not drawn) and 1 (drawn) for lines, and "blank" for cells."""
    edges = {edge: f"the line {str(edge).removeprefix('cells ')}" for edge in puzzle.edges}
    return {**edges, 0: "left out", 1: "drawn", BLANK: "empty"}
