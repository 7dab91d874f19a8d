"""The techniques about clues of the Zebra puzzle: conclusions from one clue, or from two clues that share a property.

Places, properties and pairs are numbers, see `technique_board`. Houses count from 0 here. A way is an assignment of a
house to each property of a group of clues. A supposition is a state that the reasoner assumes for a while.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations, product
from typing import Any, NamedTuple

from puzzlekit.reasoning.system import Fact, Found, Left, Row, positions
from puzzlekit.zebra.deduce import near
from puzzlekit.zebra.technique_board import DIFFERENT, Board, Conclusion, known_in

FEW = 2  # a conclusion from at most this many facts is easy to see
Told = tuple[int, int, str, bool]  # two properties as indices in `Group.names`, their relation, whether it is negated
Way = tuple[int, ...]  # a house for each property of a group
Test = Callable[[Sequence[Way]], bool]  # a condition that a list of ways can satisfy
Known = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]  # pairs in different houses; for each property its houses


class Group(NamedTuple):
    """One clue, or two clues that are used together: the numbers of the clues, of their properties and of the pairs of
    their properties, and the relations in the clues."""

    clues: tuple[int, ...]
    names: tuple[int, ...]
    told: tuple[Told, ...]
    pairs: tuple[tuple[tuple[int, int], int], ...]  # (two indices in `names`, number of the pair's note or 0)


class Said(NamedTuple):
    """Data for a sentence about clues.

    `fails` is whether the clues cannot be true together. `house` is a house that certainly has one of the clues'
    properties; -1 if the sentence is not about such a house.
    """

    clues: tuple[int, ...]
    fails: bool = False
    house: int = -1


class State(NamedTuple):
    """The known facts about a group's properties, the current masks of the board (`left`), and the masks without the
    supposition (`sure`). Both are equal if there is no supposition."""

    group: Group
    known: Known
    left: Left
    sure: Left


class Clues:
    """The rules about clues.

    Attributes
    ----------
    direct
        Groups of one clue that names a house.
    single
        Groups of one clue with two properties.
    located
        Groups of one clue with "next to", "right of" or "left of", not negated.
    double
        Groups of two clues as in `located` that have a property in common.
    """

    def __init__(self, board: Board):
        self.board, self.clues = board, board.puzzle.clues
        pairs = [(n, clue) for n, clue in enumerate(self.clues) if clue.relation != "at"]
        positive = [(n, clue) for n, clue in pairs if not clue.negated and clue.relation != "="]
        houses = [(n, clue) for n, clue in enumerate(self.clues) if clue.relation == "at"]
        self.direct = [Group((n,), (board.number[clue.first],), (), ()) for n, clue in houses]
        self.single = [self._group(n) for n, _ in pairs]
        self.located = [self._group(n) for n, _ in positive]
        self.double = [
            self._group(a, b)
            for (a, one), (b, two) in combinations(positive, 2)
            if len({*one.properties, *two.properties}) == 3
        ]

    def _group(self, *clues: int) -> Group:
        own = [self.clues[clue] for clue in clues]
        names = tuple(dict.fromkeys(self.board.number[name] for clue in own for name in clue.properties))
        at: dict[str | int, int] = {self.board.names[name]: place for place, name in enumerate(names)}
        told = tuple((at[c.first], at[c.second], c.relation, c.negated) for c in own)
        pairs = combinations(range(len(names)), 2)
        return Group(clues, names, told, tuple((p, self.board.pair.get((names[p[0]], names[p[1]]), 0)) for p in pairs))

    def places(self, groups: Sequence[Group]) -> list[tuple[Group, list[int]]]:
        """Return (group, places of its properties) for each group, as `Rule.places` needs them."""
        return [(group, [cell for name in group.names for cell in self.board.rows_of[name]]) for group in groups]

    def told(self, left: Left, group: Group) -> Iterator[Found]:
        """Yield the conclusion from a clue that names a house: the property is in this house, or not in it if the clue
        is negated."""
        board, clue, name = self.board, self.clues[group.clues[0]], group.names[0]
        cell = board.rows_of[name][clue.second - 1]  # type: ignore[operator]  # a house
        mask = ~board.bits[name] if clue.negated else board.bits[name]
        yield Found({cell: mask}, (), board.clue_rows(*group.clues), Said(group.clues, not left[cell] & mask))

    def placing(self, left: Left, group: Group) -> Iterator[Found]:
        """Yield the conclusions of `look` that determine a property's house. Without a supposition, only conclusions
        from at most FEW facts are yielded."""
        for found in self.look(left, group):
            if any(mask > 0 for mask in found.claim.values()) and is_easy(left, found):
                yield found

    def look(self, left: Left, group: Group) -> Iterator[Found]:
        """Yield conclusions that restrict each property to the houses that the clues of a group allow. Without a
        supposition, conclusions from the same facts are combined."""
        founds = self._founds(left, group)
        if getattr(left, "known", None):  # in a supposition, separate conclusions are shorter
            yield from founds
            return
        alike: dict[Any, Found] = {}
        for found in founds:
            claim = alike.setdefault(found.because, found).claim
            joint = {cell: claim.get(cell, -1) & mask for cell, mask in found.claim.items()}
            alike[found.because].claim = {**claim, **joint}
        yield from alike.values()

    def _founds(self, left: Left, group: Group) -> Iterator[Found]:
        state = self._state(left, group)
        if not state:
            return
        kept, _ = _joint(self.board.size, group.told, *state.known)
        if not all(kept):
            first = self.board.rows_of[group.names[0]][0]
            yield Conclusion({first: 0}, Said(group.clues, True), partial(self._why, state, lambda ways: not ways))
            return
        for own, houses in enumerate(kept):
            cells, bit = self.board.rows_of[group.names[own]], self.board.bits[group.names[own]]
            only = houses.bit_length() - 1
            if not houses & (houses - 1):
                if left[cells[only]] == bit:
                    continue
                found = Conclusion(
                    {cells[only]: bit}, Said(group.clues), partial(self._why, state, _always(own, only), own)
                )
                yield found
                if is_easy(left, found):
                    continue
            for house in positions(state.known[1][own] & ~houses):
                why = partial(self._why, state, _never(own, house), own)
                yield Conclusion({cells[house]: ~bit}, Said(group.clues), why)

    def _state(self, left: Left, group: Group) -> State | None:
        """Return the State of a group. Return None for two clues if two of their properties may share a house: together
        they imply no more than each clue alone."""
        apart = tuple([pair for pair, note in group.pairs if not note or left[note] == DIFFERENT])
        if len(apart) < len(group.pairs) > 1:
            return None
        known = apart, tuple([self.board.houses(left, name) for name in group.names])
        return State(group, known, *known_in(left))

    def _why(
        self, state: State, test: Test, target: int = -1, noted: Sequence[tuple[int, int]] = ()
    ) -> tuple[tuple[Fact, ...], tuple[Row, ...]]:
        """Return (facts, constraints): a minimal set of facts that imply a conclusion, and the constraints used.

        The conclusion is implied if the list of all ways that the facts allow passes the `test`. `target` is the index
        of the property that the conclusion is about, or -1; facts about this property are preferred. `noted` are
        further pairs of properties that must be in different houses for the conclusion.
        """
        board, group, (apart, masks) = self.board, state.group, state.known
        priced = list[tuple[tuple[bool, bool, bool], Fact]]()
        for own, name in enumerate(group.names):
            for fact in board.where(state.left, name):
                priced.append(((own != target, not state.sure[fact[0]] & ~fact[1], True), fact))
            for fact in board.absent(state.left, state.sure, name, board.every & ~masks[own]):
                priced.append(((own != target, not state.sure[fact[0]] & board.bits[name], False), fact))
        facts = [fact for _, fact in sorted(priced)]
        for fact in facts.copy():
            fewer = [other for other in facts if other is not fact]
            if test(_ways(board.size, group.told, apart, self._masks(group.names, fewer))):
                facts = fewer
        masks = self._masks(group.names, facts)
        for pair in apart:
            fewer_pairs = tuple(other for other in apart if other != pair)
            if test(_ways(board.size, group.told, fewer_pairs, masks)):
                apart = fewer_pairs
        noted = [*noted, *((group.names[a], group.names[b]) for a, b in apart)]
        noted = [pair for pair in noted if pair in board.pair]
        notes = tuple((board.pair[pair], DIFFERENT) for pair in noted)
        return board.merged(facts) + notes, (*board.clue_rows(*group.clues), *board.pair_rows(*noted))

    def _masks(self, names: Sequence[int], facts: Sequence[Fact]) -> tuple[int, ...]:
        """Return, for each property, the mask of the houses that these facts allow."""
        board, found = self.board, [self.board.every] * len(names)
        for cell, mask in facts:
            for own, name in enumerate(names):
                if cell in board.rows_of[name]:
                    house = 1 << cell % board.size
                    found[own] &= house if mask == board.bits[name] else -1 if mask & board.bits[name] else ~house
        return tuple(found)

    def taken(self, left: Left, group: Group) -> Iterator[Found]:
        """Yield exclusions from a house that certainly has a property of the group.

        A property that is known to be in a different house from each property of the group cannot be in this house.
        """
        board, state = self.board, self._state(left, group)
        if not state:
            return
        _, taken = _joint(board.size, group.told, *state.known)
        for house in positions(taken):
            for row in board.rows_of[:: board.size]:
                out = [name for name in row if name not in group.names and left[row[house]] & board.bits[name]]
                out = [name for name in out if all(board.are_apart(left, name, mate) for mate in group.names)]
                if out:
                    mask = ~sum(board.bits[name] for name in out)
                    why = partial(self._why, state, _takes(house), -1, [*product(out, group.names)])
                    yield Conclusion({row[house]: mask}, Said(group.clues, not left[row[house]] & mask, house), why)


def is_easy(left: Left, found: Found) -> bool:
    """Return whether a conclusion is easy to see. Under a supposition, all conclusions count as easy, because this
    shortens the chains of conclusions."""
    return bool(getattr(left, "known", None)) or len(found.because) <= FEW


def _always(own: int, house: int) -> Test:
    return lambda ways: all(way[own] == house for way in ways)


def _never(own: int, house: int) -> Test:
    return lambda ways: all(way[own] != house for way in ways)


def _takes(house: int) -> Test:
    return lambda ways: all(house in way for way in ways)


@lru_cache(maxsize=200_000)
def _ways(
    size: int, told: tuple[Told, ...], apart: tuple[tuple[int, int], ...], masks: tuple[int, ...]
) -> tuple[Way, ...]:
    """Return all ways that satisfy the relations `told`. A way is here a tuple with a house for each property.

    `size` is the number of houses, `apart` has pairs of properties in different houses, and `masks` are the possible
    houses of each property.
    """
    return tuple(
        way
        for way in product(*map(positions, masks))
        if all(way[a] != way[b] for a, b in apart)
        and all(near(how, negated, False, size, 1 << way[b]) >> way[a] & 1 for a, b, how, negated in told)
    )


@lru_cache(maxsize=200_000)
def _joint(
    size: int, told: tuple[Told, ...], apart: tuple[tuple[int, int], ...], masks: tuple[int, ...]
) -> tuple[list[int], int]:
    """Return a pair: for each property, the mask of its houses in the ways that satisfy the relations; and the mask of
    the houses that every such way uses.

    The parameters are as in `_ways`. The second item is 0 if the house of some property is known.
    """
    kept, taken = [0] * len(masks), -1
    for way in _ways(size, told, apart, masks):
        own = 0
        for place, house in enumerate(way):
            kept[place] |= 1 << house
            own |= 1 << house
        taken &= own
    return kept, taken if all(mask & (mask - 1) for mask in masks) else 0
