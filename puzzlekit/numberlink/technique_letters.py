"""The techniques of Numberlink about letters of neighbours: a line joins cells of one path, and a path may not touch
itself.

The letter of a cell is the letter of its path. Lines and cells are numbers, and letters are bits; see
`technique_board`.
"""

from collections.abc import Iterator, Sequence

from puzzlekit.numberlink.technique_board import IN, OUT, Board, least
from puzzlekit.reasoning.system import Fact, Found, Left, Mask

FEW = 2  # a step tells the possible letters of a cell if there are at most this many


class Letters:
    """The rules that derive letters from lines, and lines from letters."""

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
