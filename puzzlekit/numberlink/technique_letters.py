"""Techniques of Numberlink about letters of neighbours: a line joins cells of one path; a path may not touch itself."""

from collections.abc import Iterator, Sequence

from puzzlekit.numberlink.technique_board import IN, OUT, Board, least
from puzzlekit.reasoning.system import Fact, Found, Left, Mask

FEW = 2  # most possible letters of a cell


class Letters:
    """Deductions from lines to letters, and from letters to lines."""

    def __init__(self, board: Board):
        self.board = board

    def _both(self, line: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the cells of a line, in both orders."""
        one, other = self.board.ends[line]
        return (one, other), (other, one)

    def along(self, left: Left, line: int) -> Iterator[Found]:
        """Yield that a line passes the letters of one of its cells to the other."""
        for cell, other in self._both(line) if left[line] == IN else ():
            if cell not in self.board.given and left[cell] & left[other] and left[cell] & ~left[other]:
                facts = ((line, IN), *self.board.has(other, left[other]))
                yield Found({cell: left[other]}, facts, self.board.rows_of([line]), (cell, other, left[other]))

    def clash(self, left: Left, line: int, single: bool = False) -> Iterator[Found]:
        """Yield that cells without a common letter are not joined; with `single`, only if each has one letter."""
        board, (one, other) = self.board, self.board.ends[line]
        if not left[line] & IN or left[one] & left[other] or (single and (left[one] | left[other]).bit_count() > 2):
            return
        if left[one] & board.blank or other in board.given:
            one, other = other, one
        facts = (*board.has(one, left[one]), *board.has(other, board.full & ~left[one]))
        yield Found({line: OUT}, facts, board.rows_of([line]), (line, left[one] | left[other]))

    def apart(self, left: Left, line: int) -> Iterator[Found]:
        """Yield that a cell beside a path, without a line to it, is on another path."""
        for cell, other in self._both(line) if left[line] == OUT else ():
            letter = left[other] & ~self.board.blank
            if cell not in self.board.given and letter.bit_count() == 1 == left[other].bit_count():
                facts = ((line, OUT), *self.board.has(other, letter))
                rows = self.board.rows_of([line], "no_touching")
                yield Found({cell: self.board.full & ~letter}, facts, rows, (cell, letter))

    def joined(self, left: Left, line: int) -> Iterator[Found]:
        """Yield that neighbours with the same letter are joined by a line."""
        board, (one, other) = self.board, self.board.ends[line]
        letter = left[one] & ~board.blank
        if left[one] == left[other] == letter and letter.bit_count() == 1:
            facts = (*board.has(one, letter), *board.has(other, letter))
            yield Found({line: IN}, facts, board.rows_of([line], "no_touching"), (line, letter))

    def few(self, left: Left, cell: int, most: int = FEW) -> Iterator[Found]:
        """Yield the letters of a cell if at most `most` paths can come to the cell and go on."""
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
    """Return the letters that at least two of these masks have."""
    once = twice = 0
    for mask in masks:
        twice |= once & mask
        once |= mask
    return twice
