"""A family of sets as a zero-suppressed decision diagram (ZDD). A small diagram can hold very many sets.

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
    """A family of sets over `items`. Two families over the same items, in the same order, are equal if they have the
    same sets.

    `len` is not supported, because a family may have more sets than `len` can return: use `count`.

    Attributes
    ----------
    items
        The items, in the order in which the diagram decides them.
    nodes
        (level, low, high) for each node, from the bottom up; the last node is the root. `level` is the index of the
        node's item in `items`. `low` and `high` are the numbers of the children for the sets without and with this
        item. The number 0 is the empty family, 1 the family with only the empty set, and 2 the first node.
    root
        The number of the root: 0 or 1 if there are no nodes.

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
        """Return the family of these sets. By default `items` are the items of the sets, in order of appearance.

        Raise PuzzleError if a set has an item that is not in `items`, or `items` has an item twice.
        """
        expect(sets, Iterable, "sets")
        own = [_items(one) for one in sets]
        order = dict.fromkeys(item for one in own for item in one) if items is None else _items(items)
        level = {item: number for number, item in enumerate(order)}
        if len(level) < len(order):
            twice = next(item for number, item in enumerate(order) if level[item] != number)
            raise PuzzleError(f"found the item {shown(twice)} twice, expected each item once")
        if strangers := [item for one in own for item in one if item not in level]:
            raise PuzzleError(f"found {shown(strangers[0])} in a set, expected only items of the list")
        table = Table()
        with deep(len(level)):
            root = _inserted(table, [sorted({level[item] for item in one}, reverse=True) for one in own])
        return cls.of_table(tuple(order), table, root)

    @classmethod
    def from_layers(
        cls, items: Iterable[Hashable], layers: Sequence[tuple[Sequence[int], Sequence[int]]], last: int
    ) -> "Family":
        """Return the family from the result of a frontier search. `layers` has a pair (low children, high children) for
        each item.

        Each list has one number for each state in which the search decides this item: the state's child if the item is
        rejected (low) or taken (high). 0 is the empty family, 1 the family of the empty set, and 2 the first state
        before the next item. `last` is the number of states after the last item. Equal nodes are merged from the bottom
        up (Bryant's reduction).
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
        """Return the family whose root is the node number `root` of a table."""
        nodes = tuple(table.nodes(root))
        return cls(items, nodes, 1 + len(nodes) if nodes else root)

    def count(self) -> int:
        """Return the number of sets in the family."""
        return self._counts[self.root]

    @cached_property
    def _counts(self) -> list[int]:
        """Return, for each node, the number of sets in its family."""
        counts = [0, 1]
        for _, low, high in self.nodes:
            counts.append(counts[low] + counts[high])
        return counts

    def __bool__(self) -> bool:
        return self.root != 0

    def __iter__(self) -> Iterator[frozenset]:
        """Yield every set once. Sets with an item come before sets without it."""
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
        """Return {size: number of sets with this number of items}, in ascending order of sizes."""
        sizes: list[dict[int, int]] = [{}, {0: 1}]
        for _, low, high in self.nodes:
            own = dict(sizes[low])
            for size, number in sizes[high].items():
                own[size + 1] = own.get(size + 1, 0) + number
            sizes.append(own)
        return dict(sorted(sizes[self.root].items()))

    def sample(self, seed: int) -> frozenset:
        """Return a set of the family, drawn uniformly at random. Raise PuzzleError if the family is empty."""
        rng, node, taken = random.Random(validate_int(seed, "seed", 0)), self._some_root(), []
        while node > 1:
            level, low, high = self.nodes[node - 2]
            with_item = rng.randrange(self._counts[node]) < self._counts[high]
            taken += [self.items[level]] * with_item
            node = high if with_item else low
        return frozenset(taken)

    @validate_args
    def lightest(self, weight: Weight) -> frozenset:
        """Return a set of the family with the least sum of weights. `weight` is a dict {item: weight}, or a function of
        an item.

        Raise PuzzleError if the family is empty, or an item has no weight.
        """
        best, node, taken = self._least(weight), self._some_root(), []
        while node > 1:
            level, low, high = self.nodes[node - 2]
            with_item = best[node] != best[low]
            taken += [self.items[level]] * with_item
            node = high if with_item else low
        return frozenset(taken)

    def _least(self, weight: Weight) -> list[Any]:
        """Return, for each node, the least sum of weights of a set in its family, or None if the family is empty."""
        weigh = weight if callable(weight) else weight.__getitem__
        try:
            of = [weigh(item) for item in self.items]
        except KeyError as error:
            raise PuzzleError(f"found no weight of {shown(error.args[0])}, expected a weight for each item") from None
        best: list[Any] = [None, 0]
        for level, low, high in self.nodes:
            with_item = best[high] + of[level]
            best.append(with_item if best[low] is None else min(best[low], with_item))
        return best

    def _some_root(self) -> int:
        if not self.root:
            raise PuzzleError("found an empty family, expected a family with at least one set")
        return self.root

    def minimum(self) -> "Family":
        """Return the family of all sets with the fewest items."""
        best, table, own = self._least(lambda _: 1), Table(), [0, 1]
        for node, (level, low, high) in enumerate(self.nodes, start=2):
            keeps_low, keeps_high = best[low] == best[node], best[high] + 1 == best[node]
            own.append(table.node(level, own[low] * keeps_low, own[high] * keeps_high))
        return Family.of_table(self.items, table, own[self.root])

    def minimal(self, *, closed: bool = False) -> "Family":
        """Return the family of the minimal sets, which include no other set of this family.

        Set `closed` to True if this family contains all supersets of its sets, as a family of hitting sets does. The
        result is then found faster.
        """
        return self._done(Table.minimal_upward if closed else Table.minimal)

    @validate_args
    def restrict(self, *, having: Iterable[Hashable] = (), lacking: Iterable[Hashable] = ()) -> "Family":
        """Return the family of the sets that contain all items of `having` and no item of `lacking`. Raise PuzzleError
        for an unknown item."""
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
        """Return the union: all sets that are in at least one of the two families."""
        return self._done(Table.union, other)

    def __and__(self, other: "Family") -> "Family":
        """Return the intersection: all sets that are in both families."""
        return self._done(Table.intersection, other)

    def __sub__(self, other: "Family") -> "Family":
        """Return the difference: all sets of this family that are not in `other`."""
        return self._done(Table.difference, other)

    def join(self, other: "Family") -> "Family":
        """Return the join: all unions of one set of this family with one set of `other`."""
        return self._done(Table.join, other)

    def nonsupersets(self, other: "Family") -> "Family":
        """Return the family of the sets that include no set of `other`."""
        return self._done(Table.nonsupersets, other)

    def _done(self, operation: Callable[..., int], *others: "Family") -> "Family":
        for other in others:
            expect(other, Family, "a family")
            if other.items != self.items:
                raise PuzzleError("found families over different items, expected the same items in the same order")
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
        raise PuzzleError(f"found {shown(strangers[0])} among the items, expected hashable items")
    return items


def _inserted(table: Table, sets: list[list[int]]) -> int:
    """Add the family of these sets to a table, and return the number of its root. Each set is a descending list of the
    levels of its items."""
    first = min((one[-1] for one in sets if one), default=None)
    if first is None:
        return int(bool(sets))
    low = [one for one in sets if not one or one[-1] != first]
    high = [one[:-1] for one in sets if one and one[-1] == first]
    return table.node(first, _inserted(table, low), _inserted(table, high))
