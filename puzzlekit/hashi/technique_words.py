"""The sentences of the techniques of Hashi: about one island and its neighbours, links, and groups of islands.

A link is a possible bridge. Islands and links are numbers, see `technique_board`. A method with the parameter `found`
returns the reason for the conclusion `found` as a clause. A method with `found` and `claim` returns the conclusion
about the links in `claim` as a clause.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from puzzlekit.core.errors import joined
from puzzlekit.core.grammar import LONGEST
from puzzlekit.core.grid import Edge
from puzzlekit.hashi.rules import island
from puzzlekit.hashi.technique_board import DOUBLE, NONE, NOT_DOUBLE, Board
from puzzlekit.hashi.technique_groups import Cut
from puzzlekit.reasoning.system import Fact, Found

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
BRIDGES = {
    frozenset({2}): "a double bridge",
    frozenset({1}): "a single bridge",
    frozenset({1, 2}): "at least one bridge",
    frozenset({0, 2}): "no bridge or a double bridge",
    frozenset({0, 1}): "at most one bridge",
    frozenset({0}): "no bridge",
}
GIVEN = {DOUBLE: "a double bridge", DOUBLE | 2: "a bridge"}  # "a bridge" means at least one
MOST = 4  # the largest number of links of an island
ROOM = LONGEST - len("Then the 4 at (11,12) has , and .")
NAMED = 3  # a sentence names at most this many islands of a group


class Sum(NamedTuple):
    """Data for a sentence about the bridges of an island. `how` selects the sentence: "pattern", "full", "needs",
    "least", "most", "over" or "under"; see `techniques.Islands`."""

    island: int
    how: str
    ones: tuple[int, ...] = ()  # links to islands with the number 1
    facts: tuple[Fact, ...] = ()
    blocked: tuple[tuple[int, int], ...] = ()  # empty links, each with a bridge that crosses it
    exact: tuple[int, ...] = ()  # links that are known to have a single bridge

    @property
    def is_blocked(self) -> bool:
        """Return whether the only fact is that a bridge blocks a link of the island."""
        return len(self.facts) == len(self.blocked) == 1


class Words:
    """The wording of claims about links of Hashi."""

    def concluded(self, claim: Mapping[Any, frozenset]) -> str:
        """Return a claim {link: states} as a clause: "the link (1,1)-(1,4) has a double bridge"."""
        told = []
        for states, words in BRIDGES.items():
            links = [link(element) for element, own in claim.items() if own == states]
            if len(links) > 4:
                told.append(f"{len(links)} links have {words}")
            elif links:
                told.append(f"the link{'s'[: len(links) > 1]} {joined(links)} {'have' if links[1:] else 'has'} {words}")
        return joined(told)


def link(bridge: Edge) -> str:
    """Return the name of a link by its two islands: "(1,1)-(1,4)"."""
    return str(bridge).removeprefix("points ")


def pattern_name(number: int, neighbours: int, ones: int) -> str:
    """Return the name of a pattern of clues: "a 3 with two neighbours", "a 2 beside a 1".

    `number` is the island's number, and `ones` is the number of its neighbours with the number 1.
    """
    name = f"{'an' if number == 8 else 'a'} {number}"
    if ones and number > 1:
        return f"{name} beside {'a 1' if ones == 1 else f'{NUMBERS[ones]} 1s'}"
    return f"{name} with {_counted(neighbours, 'neighbour')}"


class Sentences:
    """The reasons and conclusions of the techniques as sentences, for one board."""

    def __init__(self, board: Board):
        self.board = board
        self.names = [island(board.puzzle, point) for point in board.points]

    def neighbour(self, v: int, e: int) -> str:
        """Return the name of the island at the other end of link `e`, as seen from island `v`."""
        return self.names[self.board.other(e, v)]

    # one island

    def one(self, found: Found) -> str:
        """Return a clause that says that an island with the number 1 would have a double bridge."""
        return f"{self.names[found.about]} would have more than one bridge"

    def crossing(self, found: Found) -> str:
        """Return a clause that names a link that would cross a bridge."""
        one, crossed = found.about
        return f"the link {link(self.board.links[crossed[0]])} would cross the bridge {link(self.board.links[one])}"

    def pattern(self, found: Found) -> str:
        """Return a clause that describes the pattern of an island and its neighbours."""
        v, _, ones, *_ = found.about
        neighbours = len(self.board.at[v])
        told = f"{self.names[v]} has only {_counted(neighbours, 'neighbour')}"
        if not ones or self.board.number[v] == 1:
            return told
        if len(ones) == 1:
            return f"{told}, and {self.neighbour(v, ones[0])} takes only one bridge"
        return f"{told}, and the {NUMBERS[len(ones)]} 1s among them take only one bridge each"

    def sum(self, found: Found) -> str:
        """Return a clause about the numbers of bridges that are known at an island."""
        about: Sum = found.about
        name, number = self.names[about.island], self.board.number[about.island]
        if about.how == "full":
            known = [e for e, _ in about.facts]
            # with this number every link has a bridge, so the sentence names only double bridges
            if number == 2 * len(self.board.at[about.island]) - 1 and len(known) < 3:
                return f"{name} already has {self._told(about)}"
            each = [
                f"{'two' if mask == DOUBLE else 'one'} to {self.neighbour(about.island, e)}" for e, mask in about.facts
            ]
            told = f": {joined(each)}" if len(known) < 3 and not found.claim.keys().isdisjoint(known) else ""
            return f"{name} has its {_counted(number, 'bridge')}{told}"
        if about.how == "over":
            return f"{name} would have more than {_counted(number, 'bridge')}"
        if about.how == "under":
            return f"{name} would have {'no bridge' if number == 1 else f'fewer than {NUMBERS[number]} bridges'}"
        if about.how == "most":
            return f"{name} already has {self._given(about)}"
        return f"{name} {self._limits(about)}"

    def _given(self, about: Sum) -> str:
        if len(about.facts) > 2:
            number = self.board.number[about.island]
            return f"{NUMBERS[number - 1]} of its {NUMBERS[number]} bridges"
        return self._told(about)

    def _told(self, about: Sum) -> str:
        told = []
        for mask, words in GIVEN.items():
            if own := [self.neighbour(about.island, e) for e, known in about.facts if known == mask]:
                several = f"{words.removeprefix('a ')}s" if own[1:] else words
                told.append(f"{several} to {joined(own)}")
        return joined(told)

    def _limits(self, about: Sum) -> str:
        v, told = about.island, []
        none = [e for e, mask in about.facts if mask == NONE]
        few = [e for e, mask in about.facts if mask == NOT_DOUBLE]
        left = len(self.board.at[v]) - len(none)
        if about.is_blocked:
            ((empty, bridge),) = about.blocked
            return f"cannot reach {self.neighbour(v, empty)} across the bridge {link(self.board.links[bridge])}"
        if none or len(few) < left - 1 or not few:
            told.append(f"{'only ' if none or not few else ''}{_counted(left, 'neighbour')}{' left' if none else ''}")
        if few:
            most = "only one bridge" if set(few) <= set(about.exact) else "at most one bridge"
            told.append(f"{most} to {self._each([self.neighbour(v, e) for e in few], left)}")
        joint = ", and " if sum(map(len, told)) <= ROOM else ".\nIt has "
        return f"has {joint.join(told)}"

    @staticmethod
    def _each(names: Sequence[str], neighbours: int) -> str:
        if len(names) == neighbours > 1:
            return "each"
        return f"{'each of ' if names[1:] else ''}{joined(names)}"

    def to_neighbours(self, found: Found, claim: Mapping[Any, frozenset]) -> str:
        """Return the conclusion about an island's links as a clause about its neighbours: "it has a bridge to each"."""
        about: Sum = found.about
        groups = [(states, [bridge for bridge, own in claim.items() if own == states]) for states in BRIDGES]
        groups = sorted((group for group in groups if group[1]), key=lambda group: len(group[1]))
        told = [f"{BRIDGES[states]} to {self._neighbours(about, own, states == {0})}" for states, own in groups]
        states, last = groups[-1]
        if len(claim) == MOST > len(last) > 1 and about.how != "pattern":  # all neighbours: "each of the others"
            told[-1] = f"{BRIDGES[states]} to {'' if states == {0} else 'each of '}the others"
        return f"it has {', and '.join(told)}"

    def _neighbours(self, about: Sum, own: Sequence[Edge], none: bool) -> str:
        point = self.board.points[about.island]
        neighbours = len(self.board.at[about.island]) - sum(mask == NONE for _, mask in about.facts)
        names = [island(self.board.puzzle, bridge.other(point)) for bridge in own]
        ones = [self.board.links[e] for e in about.ones if about.how == "pattern"]
        if len(names) > 1 and own == ones:
            return "each 1"
        if len(names) == neighbours - len(ones) > 1:
            return f"each{' of the others' if ones or about.is_blocked else ''}"
        if names[1:] and none:
            return f"{', '.join(names[:-1])} or {names[-1]}"
        return self._each(names, neighbours)

    # groups

    def closing(self, found: Found) -> str:
        """Return a clause that names the islands that would be cut off, and the bridge that would cut them off."""
        about: Cut = found.about
        if about.link is None:
            return f"{self._group(about)} would be cut off from {self._others(about)}"
        what = "a double bridge" if about.bridges == 2 else "a bridge"
        pair = joined([self.names[v] for v in self.board.ends[about.link]])
        more = [self.names[v] for v in about.group if v not in self.board.ends[about.link]]
        cut = joined(["them", *more]) if len(more) < 2 else _counted(len(about.group), "island")
        return f"{what} between {pair} would cut {cut} off from {self._others(about)}"

    def between(self, found: Found, claim: Mapping[Any, frozenset]) -> str:
        """Return the conclusion about the bridges between two islands as a clause: "there is no bridge
        between them"."""
        ((_, states),) = claim.items()
        return f"there is {BRIDGES[states]} between them"

    def way_out(self, found: Found) -> str:
        """Return a clause that names the only link that leads out of a group."""
        about: Cut = found.about
        if about.link is None:
            return f"{self._group(about)} would be cut off from {self._others(about)}"
        return f"only the link {link(self.board.links[about.link])} leads out of {self._group(about)}"

    def _others(self, about: Cut) -> str:
        others = len(self.board.points) - len(about.group)
        return "the others" if others >= len(about.group) else f"the other {_number(others)}"

    def _group(self, about: Cut) -> str:
        group = sorted(about.group)
        if len(group) <= NAMED:
            return joined([self.names[v] for v in group])
        return f"the group of {_number(len(group))} islands with {self.names[group[0]]}"


def _number(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def _counted(number: int, noun: str) -> str:
    return f"{_number(number)} {noun}{'s'[: number != 1]}"
