"""A family of sets as a zero-suppressed decision diagram (ZDD): its size does not depend on how many sets it has.

Reference: S. Minato, Zero-suppressed BDDs for set manipulation in combinatorial problems, DAC 1993.
"""

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from puzzlekit.core.errors import PuzzleError, expect, shown, validate_args, validate_int
from puzzlekit.core.type_checks import is_a
from puzzlekit.zdd.table import Node, Table, deep

Weight = Mapping[Any, Any] | Callable[[Any], Any]


@dataclass(frozen=True)
class Family:
    """A family of sets of these items. Two families over the same items are equal if they have the same sets.

    `len` is not for them, for a family may have more sets than `len` can say: see `count`.

    Attributes
    ----------
    items
        In the order in which the diagram decides them.
    nodes
        (level, low, high) for each node, from below; the last one is the root. Children are numbered: 0 is the empty
        family, 1 the family of the empty set alone, and 2 stands for the first of these nodes.
    root
        The number of the root: 0 and 1 where there are no nodes.

    Examples
    --------
    >>> family = Family.of([{"a"}, {"a", "b"}, {"b", "c"}])
    >>> family.count(), len(family.nodes)
    (3, 4)
    >>> sorted(family.minimal().minimum().sample(1))
    ['a']
    """

    items: tuple[Hashable, ...]
    nodes: tuple[Node, ...]
    root: int

    @classmethod
    def of(cls, sets: Iterable[Iterable[Hashable]], items: Iterable[Hashable] | None = None) -> "Family":
        """The family of these sets; without `items`, the sets' own in the order in which they come.

        Raises PuzzleError if a set has another item, or an item is there twice.
        """
        expect(sets, Iterable, "sets")
        own = [_items(one) for one in sets]
        order = dict.fromkeys(item for one in own for item in one) if items is None else _items(items)
        level = {item: number for number, item in enumerate(order)}
        if len(level) < len(order):
            raise PuzzleError("found an item twice, expected each once")
        if strangers := [item for one in own for item in one if item not in level]:
            raise PuzzleError(f"found {shown(strangers[0])} in a set, expected only the items that were given")
        table = Table()
        with deep(len(level)):
            root = _inserted(table, [sorted({level[item] for item in one}, reverse=True) for one in own])
        return cls.of_table(tuple(order), table, root)

    @classmethod
    def from_layers(
        cls, items: Iterable[Hashable], layers: Sequence[tuple[Sequence[int], Sequence[int]]], last: int
    ) -> "Family":
        """The family of a search: for each item the low and the high child of each state, numbered as in `search`.

        Nodes that are alike become one, from below (Bryant's reduction).
        """
        own = [0, 1] + [1] * last
        nodes: list[Node] = []
        for level in range(len(layers) - 1, -1, -1):
            low, high = ([own[child] for child in children] for children in layers[level])
            pairs = sorted({(one, other) for one, other in zip(low, high, strict=True) if other})
            number = {pair: place for place, pair in enumerate(pairs, start=2 + len(nodes))}
            nodes += [(level, one, other) for one, other in pairs]
            own = [0, 1, *(number[one, other] if other else one for one, other in zip(low, high, strict=True))]
        return cls(tuple(items), tuple(nodes), own[2])

    @classmethod
    def of_table(cls, items: tuple[Hashable, ...], table: Table, root: int) -> "Family":
        """The family of a node in a table."""
        nodes = tuple(table.nodes(root))
        return cls(items, nodes, 1 + len(nodes) if nodes else root)

    def count(self) -> int:
        """How many sets there are."""
        return self._counts[self.root]

    @cached_property
    def _counts(self) -> list[int]:
        """The number of sets below each node."""
        counts = [0, 1]
        for _, low, high in self.nodes:
            counts.append(counts[low] + counts[high])
        return counts

    def __bool__(self) -> bool:
        return self.root != 0

    def __iter__(self) -> Iterator[frozenset]:
        """Every set once; those with an item before those without it."""
        waiting: list[tuple[int, tuple]] = [(self.root, ())]
        while waiting:
            node, taken = waiting.pop()
            if node == 1:
                yield frozenset(taken)
            elif node:
                level, low, high = self.nodes[node - 2]
                waiting += [(low, taken), (high, (*taken, self.items[level]))]

    def __contains__(self, one: object) -> bool:
        left = set(one) if isinstance(one, Iterable) else {None, self}
        node = self.root
        while node > 1:
            level, low, high = self.nodes[node - 2]
            taken = self.items[level] in left
            left.discard(self.items[level])
            node = high if taken else low
        return node == 1 and not left

    def sizes(self) -> dict[int, int]:
        """size -> how many sets have so many items, sizes in order."""
        sizes: list[dict[int, int]] = [{}, {0: 1}]
        for _, low, high in self.nodes:
            own = dict(sizes[low])
            for size, number in sizes[high].items():
                own[size + 1] = own.get(size + 1, 0) + number
            sizes.append(own)
        return dict(sorted(sizes[self.root].items()))

    def sample(self, seed: int) -> frozenset:
        """One of the sets, each as likely as any other. Raises PuzzleError if there is none."""
        rng, node, taken = random.Random(validate_int(seed, "seed", 0)), self._some_root(), []
        while node > 1:
            level, low, high = self.nodes[node - 2]
            with_item = rng.randrange(self._counts[node]) < self._counts[high]
            taken += [self.items[level]] * with_item
            node = high if with_item else low
        return frozenset(taken)

    @validate_args
    def lightest(self, weight: Weight) -> frozenset:
        """A set whose weights have the least sum; `weight` is a dict or a function of items. Raises PuzzleError if
        there is none."""
        best, node, taken = self._least(weight), self._some_root(), []
        while node > 1:
            level, low, high = self.nodes[node - 2]
            with_item = best[node] != best[low]
            taken += [self.items[level]] * with_item
            node = high if with_item else low
        return frozenset(taken)

    def _least(self, weight: Weight) -> list[Any]:
        """The least sum of weights below each node; None where there is no set."""
        weigh = weight if callable(weight) else weight.__getitem__
        try:
            of = [weigh(item) for item in self.items]
        except KeyError as error:
            raise PuzzleError(f"found no weight of {shown(error.args[0])}, expected one for each item") from None
        best: list[Any] = [None, 0]
        for level, low, high in self.nodes:
            with_item = best[high] + of[level]
            best.append(with_item if best[low] is None else min(best[low], with_item))
        return best

    def _some_root(self) -> int:
        if not self.root:
            raise PuzzleError("found an empty family, expected one with a set")
        return self.root

    def minimum(self) -> "Family":
        """The sets with the fewest items."""
        best, table, own = self._least(lambda _: 1), Table(), [0, 1]
        for node, (level, low, high) in enumerate(self.nodes, start=2):
            keeps_low, keeps_high = best[low] == best[node], best[high] + 1 == best[node]
            own.append(table.node(level, own[low] * keeps_low, own[high] * keeps_high))
        return Family.of_table(self.items, table, own[self.root])

    def minimal(self, *, closed: bool = False) -> "Family":
        """The sets that include no other set of the family. That is faster where the family is known to be closed:
        with each set it has all larger ones, such as hitting sets."""
        return self._done(lambda table, root: (table.minimal_upward if closed else table.minimal)(root))

    @validate_args
    def restrict(self, *, having: Iterable[Hashable] = (), lacking: Iterable[Hashable] = ()) -> "Family":
        """The sets that have all of some items and none of others. Raises PuzzleError if an item is none of ours."""
        taken, left = self._levels(having), self._levels(lacking)

        def restricted(table: Table, root: int) -> int:
            wanted = int(taken.isdisjoint(left))
            for level in range(len(self.items) - 1, -1, -1):
                if level not in left:
                    wanted = table.node(level, 0 if level in taken else wanted, wanted)
            return table.intersection(root, wanted)

        return self._done(restricted)

    def _levels(self, items: Iterable[Hashable]) -> set[int]:
        found = set(items)
        if strangers := [item for item in found if item not in self._level]:
            raise PuzzleError(f"found {shown(strangers[0])}, expected items of the family")
        return {self._level[item] for item in found}

    @cached_property
    def _level(self) -> dict[Hashable, int]:
        return {item: level for level, item in enumerate(self.items)}

    def __or__(self, other: "Family") -> "Family":
        """The sets of either family."""
        return self._done(Table.union, other)

    def __and__(self, other: "Family") -> "Family":
        """The sets of both families."""
        return self._done(Table.intersection, other)

    def __sub__(self, other: "Family") -> "Family":
        """The sets of this family that are not in the other."""
        return self._done(Table.difference, other)

    def join(self, other: "Family") -> "Family":
        """All unions of a set of this family and one of the other."""
        return self._done(Table.join, other)

    def nonsupersets(self, other: "Family") -> "Family":
        """The sets of this family that include no set of the other."""
        return self._done(Table.nonsupersets, other)

    def _done(self, operation: Callable[..., int], *others: "Family") -> "Family":
        for other in others:
            expect(other, Family, "a family")
            if other.items != self.items:
                raise PuzzleError("found a family over other items or in another order, expected the same items")
        table = Table()
        roots = [table.load(family.nodes, family.root) for family in (self, *others)]
        with deep(len(self.items)):
            root = operation(table, *roots)
        return Family.of_table(self.items, table, root)

    def __repr__(self) -> str:
        return f"a family of {self.count()} sets, {len(self.nodes)} nodes"


def _items(found: Any) -> tuple[Any, ...]:
    expect(found, Iterable, "items")
    items = tuple(found)
    if strangers := [item for item in items if not is_a(item, Hashable)]:
        raise PuzzleError(f"found {shown(strangers[0])} among the items, expected what can be in a set")
    return items


def _inserted(table: Table, sets: list[list[int]]) -> int:
    """The root of the family of these sets, each a list of levels from the last to the first."""
    first = min((one[-1] for one in sets if one), default=None)
    if first is None:
        return int(bool(sets))
    low = [one for one in sets if not one or one[-1] != first]
    high = [one[:-1] for one in sets if one and one[-1] == first]
    return table.node(first, _inserted(table, low), _inserted(table, high))
