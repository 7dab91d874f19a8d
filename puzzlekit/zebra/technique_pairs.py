"""The techniques about pairs of properties that are in the same house or in different houses.

Places, properties and pairs are numbers, see `technique_board`.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzlekit.reasoning.system import Found, Left
from puzzlekit.zebra.technique_board import DIFFERENT, SAME, Board
from puzzlekit.zebra.technique_clues import Group, Said


class Chain(NamedTuple):
    """Data for a sentence: the pairs of properties in the same house that are the reason (`same`), and the pair that
    the conclusion is about (`pair`).

    `fails` is whether the conclusion is a contradiction.
    """

    same: tuple[tuple[int, int], ...]
    pair: tuple[int, int]
    fails: bool


class Pairs:
    """The rules about pairs of properties in the same house or in different houses."""

    def __init__(self, board: Board, groups: Sequence[Group]):
        self.board = board
        own = [group for group in groups if group.names in board.pair]
        self.same = [group for group in own if group.told[0][2:] == ("=", False)]
        self.different = [group for group in own if (group.told[0][2] == "=") == group.told[0][3]]
        self.clue_of = {frozenset(group.names): group.clues[0] for group in self.same}

    def told(self, left: Left, group: Group) -> Iterator[Found]:
        """Yield the conclusion from one clue that its two properties are in the same house, or in different houses."""
        one, other = group.names
        state = SAME if group in self.same else DIFFERENT
        rows = (*self.board.clue_rows(*group.clues), *self.board.pair_rows((one, other)))
        note = self.board.pair[one, other]
        yield Found({note: state}, (), rows, Said(group.clues, not left[note] & state))

    def third(self, left: Left, pair: tuple[int, int]) -> Iterator[Found]:
        """Yield conclusions from two properties in the same house: each third property is either in the house of both,
        or in a different house from both."""
        board, same = self.board, (self.board.pair[pair], SAME)
        for one, other in (pair, pair[::-1]) if left[same[0]] == SAME else ():
            mates = [name for name in board.rows_of[one] if name != one]
            rows = board.pair_rows(pair, *((name, other) for name in mates))
            claim = {board.pair[name, other]: DIFFERENT for name in mates}
            yield Found(claim, (same,), rows, Chain((pair,), (one, other), any(left[note] == SAME for note in claim)))
            for third in range(len(board.names)):
                known = left[board.pair[one, third]] if third != other and (one, third) in board.pair else 0
                if known in (SAME, DIFFERENT) and (other, third) in board.pair:
                    note = board.pair[other, third]
                    chain = Chain((pair, (one, third))[:known], (other, third), not left[note] & known)
                    rows = board.pair_rows(pair, (one, third), (other, third))
                    yield Found({note: known}, (same, (board.pair[one, third], known)), rows, chain)

    def house(self, left: Left, cell: int) -> Iterator[Found]:
        """Yield exclusions of properties from the house of a place.

        If a property is in a different house from each possible property of the place, it is not in the house of the
        place.
        """
        board = self.board
        own = [name for name in board.rows_of[cell] if left[cell] & board.bits[name]]
        for name in range(len(board.names)) if len(own) < board.size else ():
            here = board.rows_of[name][cell % board.size]
            if here == cell or not left[here] & board.bits[name] or name in board.rows_of[cell]:
                continue
            if all(left[board.pair[name, other]] == DIFFERENT for other in own):
                facts = ((cell, left[cell]), *((board.pair[name, other], DIFFERENT) for other in own))
                rows = board.pair_rows(*((name, other) for other in own))
                fails = board.names[name] if left[here] == board.bits[name] else ""
                yield Found({here: ~board.bits[name]}, facts, rows, (cell, left[cell], fails))
