"""The techniques of Numberlink for solving by hand, easiest first.

They are about a cell and its lines, U-turns, letters of neighbours, and walls ("no way past").

An element is a line between two neighbouring cells, with the states 0 (not drawn) and 1 (drawn), or a cell, whose
states are the letters of paths and "blank".
"""

from collections.abc import Iterator, Sequence
from functools import partial

from puzzlekit.numberlink.puzzle import Puzzle
from puzzlekit.numberlink.technique_board import IN, OPEN, OUT, Board, least
from puzzlekit.numberlink.technique_turns import Turns
from puzzlekit.numberlink.technique_walls import Walls
from puzzlekit.numberlink.technique_words import Sentences, Words
from puzzlekit.reasoning.system import NOTE, VISIBLE, Fact, Found, Left, Mask, Rule, System

FEW = 2  # a step tells the possible letters of a cell if there are at most this many


class Letters:
    """The rules that derive letters from lines, and lines from letters.

    The letter of a cell is the letter of its path. A line joins cells of one path, and a path may not touch itself.
    """

    def __init__(self, board: Board):
        self.board = board

    def _both(self, line: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the pair of a line's two cells, in both orders."""
        one, other = self.board.ends[line]
        return (one, other), (other, one)

    def along(self, left: Left, line: int) -> Iterator[Found]:
        """Yield the conclusions from a drawn line: each of its two cells has only letters that are possible in the
        other cell."""
        for cell, other in self._both(line) if left[line] == IN else ():
            if cell not in self.board.given and left[cell] & left[other] and left[cell] & ~left[other]:
                facts = ((line, IN), *self.board.has(other, left[other]))
                yield Found({cell: left[other]}, facts, self.board.rows_of([line]), (cell, other, left[other]))

    def clash(self, left: Left, line: int, single: bool = False) -> Iterator[Found]:
        """Yield the conclusion that a line between cells without a common letter is not drawn. If `single` is true,
        yield the conclusion only if each of the cells has just one possible letter."""
        board, (one, other) = self.board, self.board.ends[line]
        if not left[line] & IN or left[one] & left[other] or (single and (left[one] | left[other]).bit_count() > 2):
            return
        if left[one] & board.blank or other in board.given:
            one, other = other, one
        facts = (*board.has(one, left[one]), *board.has(other, board.full & ~left[one]))
        yield Found({line: OUT}, facts, board.rows_of([line]), (line, left[one] | left[other]))

    def apart(self, left: Left, line: int) -> Iterator[Found]:
        """Yield the conclusions from a line that is not drawn: if the letter of one of its cells is known, the other
        cell has a different letter."""
        for cell, other in self._both(line) if left[line] == OUT else ():
            letter = left[other] & ~self.board.blank
            if cell not in self.board.given and letter.bit_count() == 1 == left[other].bit_count():
                facts = ((line, OUT), *self.board.has(other, letter))
                rows = self.board.rows_of([line], "no_touching")
                yield Found({cell: self.board.full & ~letter}, facts, rows, (cell, letter))

    def joined(self, left: Left, line: int) -> Iterator[Found]:
        """Yield the conclusion that a line between neighbours with the same known letter is drawn."""
        board, (one, other) = self.board, self.board.ends[line]
        letter = left[one] & ~board.blank
        if left[one] == left[other] == letter and letter.bit_count() == 1:
            facts = (*board.has(one, letter), *board.has(other, letter))
            yield Found({line: IN}, facts, board.rows_of([line], "no_touching"), (line, letter))

    def few(self, left: Left, cell: int, most: int = FEW) -> Iterator[Found]:
        """Yield the conclusion that a cell has one of the letters that at least two of its neighbours can have. Yield
        the conclusion only if there are at most `most` such letters."""
        board, at = self.board, self.board.at[cell]
        known = [left[other] if left[line] & IN else 0 for line, other in at]
        letters = _twice(known) & ~board.blank
        if letters.bit_count() > most or not left[cell] & ~letters or left[cell] & board.blank:
            return
        facts: list[tuple[Fact, ...]] = [
            board.has(other, left[other]) if left[line] & IN else ((line, OUT),) for line, other in at
        ]

        def suffices(places: Sequence[int]) -> bool:
            some = [known[i] if i in places or not facts[i] else self._open(at[i][1]) for i in range(len(at))]
            return _twice(some) & ~board.blank == letters

        kept = [fact for i in least(range(len(at)), suffices) for fact in facts[i]]
        rows = [*board.rows_at(cell), *board.rows_of([line for line, _ in at])]
        yield Found({cell: letters | board.blank}, kept, rows, (cell, letters))

    def _open(self, cell: int) -> Mask:
        return self.board.given.get(cell, self.board.full)


def _twice(masks: Sequence[Mask]) -> Mask:
    """Return the mask of the letters that are in at least two of these masks."""
    once = twice = 0
    for mask in masks:
        twice |= once & mask
        once |= mask
    return twice


def techniques(puzzle: Puzzle) -> System:
    """Return a puzzle as a `System`: its lines and cells, its clues as the start, and the rules of reasoning."""
    board = Board(puzzle)
    return System(
        board.elements,
        (*((0, 1),) * len(board.lines), *(board.states,) * len(board.at)),
        len(board.elements),
        (*(OPEN,) * len(board.lines), *(board.given.get(cell, board.full) for cell in board.at)),
        tuple(_rules(board)),
        Words(puzzle),
        supposed=len(board.lines),
    )


def _rules(board: Board) -> Iterator[Rule]:
    near, letters, turns, say = Near(board), Letters(board), Turns(board), Sentences(board)
    cells = [(cell, (cell, *(element for pair in own for element in pair))) for cell, own in board.at.items()]
    free = [(cell, scope) for cell, scope in cells if cell not in board.given]
    wide = min(board.puzzle.rows, board.puzzle.columns) > 1
    corners = [(cell, ()) for cell, _ in free if len(board.at[cell]) == 2 and wide and not board.blank]
    lines = [(line, (line, *board.ends[line])) for line in board.lines]
    everywhere = [(None, range(len(board.elements)))]
    yield Rule("", 0, cells, near.full, say.full, VISIBLE)
    yield Rule("", 0, lines, letters.along, say.along, VISIBLE)
    yield Rule("", 0, [(pair, board.lines) for pair in board.pairs], turns.done, say.done, VISIBLE)
    yield Rule("", 0, lines, partial(letters.clash, single=True), say.clash, VISIBLE)
    yield Rule("a corner", 1, corners, near.needed, say.corner, clashes=False)
    yield Rule("", 2, cells, near.needed, say.needed)
    if not board.puzzle.touch:
        blocks = [(block, block) for block in board.blocks]
        yield Rule("a U-turn", 3, blocks, turns.u_turn, say.u_turn)
        yield Rule("", 4, lines, letters.apart, say.apart, VISIBLE)
        yield Rule("", 4, lines, letters.joined, say.joined)
    yield Rule("", 4, [(None, board.lines)], turns.look, say.turn)
    yield Rule("", 5, lines, letters.clash, say.clash)
    yield Rule("", 5, free, letters.few, say.few)
    yield Rule("", 6, free, partial(letters.few, most=len(board.states)), say.few, NOTE)
    yield Rule("no way past", 7, everywhere, Walls(board, turns).look, say.past)


class Near:
    """The rules about the lines of one cell."""

    def __init__(self, board: Board):
        self.board = board

    def full(self, left: Left, cell: int) -> Iterator[Found]:
        """Yield the exclusion of the other lines at a cell that has all its lines: one at an end, otherwise two."""
        at, most = self.board.at[cell], 1 if cell in self.board.given else 2
        drawn = [line for line, _ in at if left[line] == IN][:most]
        if len(drawn) == most:
            claim = {line: OUT for line, _ in at if line not in drawn}
            yield Found(claim, [(line, IN) for line in drawn], self.board.rows_at(cell), cell)

    def _is_full(self, left: Left, cell: int) -> bool:
        """Return whether a cell has all its lines."""
        return sum(left[line] == IN for line, _ in self.board.at[cell]) == (1 if cell in self.board.given else 2)

    def needed(self, left: Left, cell: int) -> Iterator[Found]:
        """Yield the conclusion that all possible lines at a cell are drawn, or that the cell stays empty. If the cell
        has too few possible lines and cannot stay empty, yield a contradiction."""
        board, at = self.board, self.board.at[cell]
        ways = [line for line, _ in at if left[line] & IN]
        facts: list[Fact] = [(line, OUT) for line, _ in at if not left[line] & IN]
        drawn = [line for line in ways if left[line] == IN]
        need, rows = 1 if cell in board.given else 2, board.rows_at(cell)
        strange = [other for line, other in at if left[line] == OUT and not left[cell] & left[other]]
        strange = [other for other in strange if not self._is_full(left, other)]
        if left[cell] & board.blank and not drawn:
            if len(ways) < need and left[cell] != board.blank:
                claim = {**dict.fromkeys(ways, OUT), cell: board.blank}
                yield Found(claim, facts[: len(at) - 1], rows, (cell, 0, ()))
            return
        if board.blank and cell not in board.given:  # the fact that a path passes the cell
            facts = [(drawn[0], IN) if drawn else (cell, board.full & ~board.blank), *facts]
        if len(ways) < need:
            yield board.contradiction(facts[: len(facts) - (need - len(ways) - 1)], rows, (cell, 0, ()))
        elif len(ways) == need and any(left[line] == OPEN for line in ways):
            claim = {line: IN for line in ways if left[line] == OPEN}
            yield Found(claim, facts, rows, (cell, len(claim), strange))
