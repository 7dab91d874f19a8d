"""The techniques of Hashi for solving by hand: patterns of the clues, sums at one island, and groups of islands.

An element is a possible bridge, here called a link. Its states are 0, 1 and 2 bridges. In rules, islands and links are
numbers, and `left` has the mask of possible states of each link.
"""

from collections.abc import Iterator, Sequence

from puzzlekit.hashi.puzzle import Puzzle
from puzzlekit.hashi.technique_board import (
    ANY,
    DOUBLE,
    HIGH,
    LOW,
    NONE,
    NOT_DOUBLE,
    NOT_NONE,
    SINGLE,
    Board,
    at_least,
    at_most,
    board_of,
)
from puzzlekit.hashi.technique_groups import Groups
from puzzlekit.hashi.technique_words import Sentences, Sum, Words, pattern_name
from puzzlekit.reasoning.system import VISIBLE, Fact, Found, Left, Rule, System


def techniques(puzzle: Puzzle) -> System:
    """Return a puzzle as a `System`: its links and the rules of reasoning.

    An island without a neighbour is an element, too, so that a contradiction can name it.
    """
    board = board_of(puzzle)
    links = len(board.links)
    own, groups, say = Islands(board), Groups(board), Sentences(board)
    every = range(links)
    islands = list(enumerate(board.at))
    to_each = say.to_neighbours
    rules = [
        Rule("", 0, [(v, ()) for v, n in enumerate(board.number) if n == 1], own.one, say.one, VISIBLE),
        Rule("", 0, [(e, (e,)) for e in every if board.crossing[e]], own.crossing, say.crossing, VISIBLE),
        *(
            Rule(name, 1, [(found, ())], lambda left, own: iter((own,)), say.pattern, conclude=to_each, clashes=False)
            for name, found in own.patterns()
        ),
        *(
            Rule(name, 1, [(found, ())], lambda left, own: iter((own,)), say.closing, conclude=say.between)
            for name, found in groups.pairs()
        ),
        Rule("", 2, islands, own.settled, say.sum, conclude=to_each),
        Rule("", 3, islands, own.most, say.sum, conclude=to_each),
        Rule("", 4, islands, own.least, say.sum, conclude=to_each),
        Rule("", 5, [(None, every)], groups.closing, say.closing, conclude=say.between),
        Rule("", 6, [(None, every)], groups.way_out, say.way_out),
    ]
    alone = tuple(board.points[v] for v in board.alone)
    return System(
        (*board.links, *alone),
        (*((0, 1, 2),) * links, *((puzzle.number[point],) for point in alone)),
        links + len(alone),
        (*(ANY,) * links, *(1 for _ in alone)),
        tuple(rules),
        Words(),
        ranges=(NOT_NONE, NOT_DOUBLE),
    )


class Islands:
    """The rules about one island, and about two links that cross."""

    def __init__(self, board: Board):
        self.board = board

    def patterns(self) -> Iterator[tuple[str, Found]]:
        """Yield (name, conclusion) for each pattern (6.3), (6.4), (6.5), (6.6), (6.7), (6.8), (6.9), (6.10), (6.11) on
        this board.

        In all these patterns, an island needs all the bridges that are possible to its neighbours, or one bridge fewer.
        """
        board = self.board
        for v, links in enumerate(board.at):
            number, ones = board.number[v], board.ones(v)
            room = {e: 1 if e in ones or number == 1 else 2 for e in links}
            spare = sum(room.values()) - number
            if spare == 0 and links:
                claim = {e: 1 << most for e, most in room.items()}
            elif spare == 1 and number > 1:
                claim = {e: NOT_NONE for e, most in room.items() if most == 2}
            else:
                continue
            rows = (*board.rows_at(v), *(("number_of_bridges", board.points[board.other(e, v)]) for e in ones))
            if claim:
                yield pattern_name(number, len(links), len(ones)), Found(claim, (), rows, Sum(v, "pattern", ones))

    def one(self, left: Left, v: int) -> Iterator[Found]:
        """Yield the conclusion that an island with the number 1 has no double bridge."""
        yield Found(dict.fromkeys(self.board.at[v], NOT_DOUBLE), (), self.board.rows_at(v), v)

    def crossing(self, left: Left, link: int) -> Iterator[Found]:
        """If this link has a bridge, yield the conclusion that every link crossing it is empty."""
        if not left[link] & NONE:
            crossed = self.board.crossing[link]
            claim, rows = dict.fromkeys(crossed, NONE), tuple(crossed.values())
            yield Found(claim, ((link, NOT_NONE),), rows, (link, tuple(crossed)))

    def settled(self, left: Left, v: int) -> Iterator[Found]:
        """Yield the conclusion for an island that has all its bridges, or that needs all possible bridges. If the
        island has too many bridges, or cannot get enough, yield this contradiction."""
        links, number = self.board.at[v], self.board.number[v]
        low, high = sum([LOW[left[e]] for e in links]), sum([HIGH[left[e]] for e in links])
        if not links:
            yield self._found(left, v, "under", {len(self.board.links) + self.board.alone.index(v): 0}, ())
        elif low > number or high < number:
            yield self._wrong(left, v, low, high)
        elif low == number < high:
            claim = {e: 1 << LOW[left[e]] for e in links if LOW[left[e]] < HIGH[left[e]]}
            # with this number each link has a bridge, so the reason need not name the bridges on links of the claim
            implied = claim if number == 2 * len(links) - 1 else ()
            given = self._given(left, [e for e in links if e not in implied])
            yield self._found(left, v, "full", claim, given)
        elif low < number == high:
            claim = {e: 1 << HIGH[left[e]] for e in links if left[e] & DOUBLE or left[e] == NOT_DOUBLE}
            yield self._found(left, v, "needs", claim, self._limits(left, v))

    def least(self, left: Left, v: int) -> Iterator[Found]:
        """Yield the conclusion that certain links of an island have at least one bridge: the links that can be double.
        The conclusion follows if the largest possible number of bridges at the island exceeds its number by exactly
        one."""
        links, number = self.board.at[v], self.board.number[v]
        if sum([HIGH[left[e]] for e in links]) == number + 1:
            claim = {e: NOT_NONE for e in links if left[e] & DOUBLE and left[e] != DOUBLE}
            if any(left[e] & NONE for e in claim):
                yield self._found(left, v, "least", claim, self._limits(left, v))

    def most(self, left: Left, v: int) -> Iterator[Found]:
        """If the island lacks only one bridge, yield the conclusion that each link with no known bridge has at most
        one."""
        links, number = self.board.at[v], self.board.number[v]
        claim = {e: NOT_DOUBLE for e in links if left[e] & NONE and left[e] & DOUBLE}
        if claim and number > 1 and sum([LOW[left[e]] for e in links]) == number - 1:
            yield self._found(left, v, "most", claim, self._given(left, links))

    def _found(self, left: Left, v: int, how: str, claim: dict[int, int], facts: Sequence[Fact]) -> Found:
        return Found(claim, facts, self.board.rows_at(v), self._sum(left, v, how, facts))

    def _sum(self, left: Left, v: int, how: str, facts: Sequence[Fact]) -> Sum:
        blocked = tuple(
            (e, next(f for f in self.board.crossing[e] if not left[f] & NONE))
            for e, mask in facts
            if mask == NONE and any(not left[f] & NONE for f in self.board.crossing[e])
        )
        exact = tuple(e for e, _ in facts if left[e] == SINGLE)
        return Sum(v, how, self.board.ones(v), tuple(facts), blocked, exact)

    @staticmethod
    def _given(left: Left, links: Sequence[int]) -> tuple[Fact, ...]:
        """Return a fact for each of these links with known bridges: the link has at least one, or at least two
        bridges."""
        return tuple((e, at_least(LOW[left[e]])) for e in links if LOW[left[e]])

    def _limits(self, left: Left, v: int) -> tuple[Fact, ...]:
        """Return a fact for each link of an island that is known to have no bridge or at most one bridge. A fact that
        the island's number implies is omitted."""
        most = min(2, self.board.number[v])
        return tuple((e, at_most(HIGH[left[e]])) for e in self.board.at[v] if HIGH[left[e]] < most)

    def _wrong(self, left: Left, v: int, low: int, high: int) -> Found:
        """Return the contradiction that an island has too many or too few bridges, with as few facts as possible.

        `low` and `high` are the sums of the smallest and of the largest numbers of bridges on the island's links.
        Either `low` is larger than the island's number, or `high` is smaller.
        """
        links, number = self.board.at[v], self.board.number[v]
        if low > number:
            how, kept = "over", _reduced({e: LOW[left[e]] for e in links}, low - number - 1)
            facts = [(e, at_least(k)) for e, k in kept.items()]
        else:
            how, kept = "under", _reduced({e: 2 - HIGH[left[e]] for e in links}, number - 1 - high)
            facts = [(e, at_most(2 - k)) for e, k in kept.items()]
        one, mask = facts[0] if facts else (links[0], ANY)
        return self._found(left, v, how, {one: ANY & ~mask}, facts[1:])


def _reduced(amounts: dict[int, int], spare: int) -> dict[int, int]:
    """Subtract `spare` in total from the amounts, the smallest first. Return {item: amount} without amounts of 0."""
    kept = {}
    for item, amount in sorted(amounts.items(), key=lambda pair: pair[1]):
        taken = min(amount, spare)
        spare -= taken
        if amount > taken:
            kept[item] = amount - taken
    return kept
