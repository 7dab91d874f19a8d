"""The techniques of the Zebra puzzle for solving by hand: clues, singles, and pairs of properties.

An element is a place: an attribute of a house. Its states are the properties of the attribute. Auxiliary elements, the
notes, say whether two properties are in the same house or in different houses. All of them are numbers in the rules,
see `technique_board`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from puzzlekit.reasoning.system import NOTE, VISIBLE, Fact, Found, Left, Row, Rule, System
from puzzlekit.zebra.puzzle import Puzzle
from puzzlekit.zebra.technique_board import DIFFERENT, SAME, Board, Conclusion, known_in
from puzzlekit.zebra.technique_clues import Clues, Group, Said
from puzzlekit.zebra.technique_words import Sentences, Words


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


def techniques(puzzle: Puzzle) -> System:
    """Return a puzzle as a `System`: its places and notes, and the rules of reasoning."""
    board = Board(puzzle)
    places = range(len(board.names))
    clues, singles, words = Clues(board), Singles(board), Words(board)
    pairs = Pairs(board, clues.single)
    say = Sentences(board, words, pairs.clue_of)
    single, double = clues.places(clues.single), clues.places(clues.double)
    own = [(cell, (cell,)) for cell in places]
    rows = [(row, row) for row in board.rows_of[:: board.size]]
    notes = [(pair, (note,)) for pair, note in board.pair.items() if pair[0] < pair[1]]
    rules = [
        Rule("", 0, own, singles.placed, say.placed, VISIBLE),
        Rule("", 1, clues.places(clues.direct), clues.told, say.clues),
        *(
            Rule(
                f"the only {attribute} left", 1, own[row * board.size :][: board.size], singles.in_house, say.only_name
            )
            for row, (attribute, _) in enumerate(puzzle.attributes)
        ),
        Rule("the only house left", 1, rows, singles.of_names, say.only_house),
        Rule("", 2, single, clues.placing, say.clues),
        Rule("", 3, single, clues.look, say.clues),
        Rule("", 4, [(group, ()) for group in pairs.same], pairs.told, say.clues, VISIBLE),
        Rule("", 4, [(group, ()) for group in pairs.different], pairs.told, say.clues, NOTE),
        Rule("", 4, notes, pairs.third, say.pair, NOTE),
        Rule("", 5, own, pairs.house, say.house),
        Rule("", 5, clues.places(clues.located), clues.taken, say.clues, conclude=say.taken),
        Rule("", 6, double, clues.look, say.clues),
    ]
    return System(
        elements=(*puzzle.cells, *board.pairs),
        states=(*(puzzle.properties(cell) for cell in puzzle.cells), *((0, 1),) * len(board.pairs)),
        board=len(places),
        start=(*(board.every | board.open,) * len(places), *(DIFFERENT | SAME,) * len(board.pairs)),
        rules=tuple(rules),
        words=words,
        pending=board.open,
    )


class Singles:
    """The rules about one attribute: a property has only one possible house, or a house has only one
    possible property."""

    def __init__(self, board: Board):
        self.board = board

    def placed(self, left: Left, cell: int) -> Iterator[Found]:
        """Yield the exclusion of a filled place's property from all other houses."""
        bit, board = left[cell], self.board
        if bit and not bit & (bit - 1 | board.open):
            name = board.rows_of[cell][bit.bit_length() - 1]
            others = [other for other in board.rows_of[cell] if other != cell and left[other] & bit]
            twice = [other for other in others if left[other] == bit]
            if others:
                claim = dict.fromkeys(twice[:1] or others, ~bit)
                yield Found(claim, ((cell, bit),), board.once(board.names[name]), name)

    def in_house(self, left: Left, cell: int) -> Iterator[Found]:
        """Yield a conclusion if a place has only one possible property. If the place has no possible property, yield a
        contradiction."""
        board, mask = self.board, left[cell] & self.board.every
        if left[cell] & board.open and not mask & (mask - 1):
            house = cell % board.size
            others = [name for name in board.rows_of[cell] if not board.bits[name] & mask]
            state = known_in(left)
            nothing = f"no {board.puzzle.attributes[cell // board.size][0]} would be left for house {house + 1}"
            yield Conclusion(
                {cell: mask},
                "" if mask else nothing,
                lambda: (
                    board.excluded(*state, dict.fromkeys(others, 1 << house)),
                    board.once(*(board.names[name] for name in others)),
                ),
            )

    def of_names(self, left: Left, row: range) -> Iterator[Found]:
        """Yield a conclusion for each property of an attribute that has only one possible house, and a contradiction
        for each property that has no possible house. `row` has the numbers of the attribute's places."""
        board = self.board
        for name in row:
            houses = board.houses(left, name)
            if not houses:
                nothing = f"no house would be left for {board.names[name]}"
                yield Conclusion({row[0]: 0}, nothing, self._why_house(left, name, houses))
            elif not houses & (houses - 1) and left[row[houses.bit_length() - 1]] & board.open:
                claim = {row[houses.bit_length() - 1]: board.bits[name]}
                yield Conclusion(claim, "", self._why_house(left, name, houses))

    def _why_house(self, left: Left, name: int, houses: int) -> Callable[[], tuple[Sequence[Fact], Sequence[Row]]]:
        board, state = self.board, known_in(left)
        return lambda: (board.excluded(*state, {name: board.every & ~houses}), board.once(board.names[name]))
