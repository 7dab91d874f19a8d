"""Hitting sets: sets that have an item in common with each of some given sets."""

from collections.abc import Hashable, Iterable
from functools import cache

from puzzlekit.zdd.family import Family
from puzzlekit.zdd.search import search
from puzzlekit.zdd.table import Table, deep


def hitting_sets(sets: Iterable[Iterable[Hashable]], items: Iterable[Hashable] | None = None) -> Family:
    """Return the family of all hitting sets: sets of items that have an item in common with each of `sets`.

    The state of the search is the diagram of the sets that no chosen item hits yet. Choosing an item removes the sets
    that contain it. Rejecting an item removes it from each set.

    Parameters
    ----------
    items
        The items, in the order in which they are decided. By default the items of the sets, in order of appearance.

    Raises
    ------
    PuzzleError
        If a set has an item that is not in `items`.

    Examples
    --------
    >>> hitting_sets([{"a", "b"}, {"b", "c"}]).minimal(closed=True).count()
    2
    """
    family = Family.of(sets, items)
    table = Table()
    level, low, high = table.level, table.low, table.high

    @cache
    def left_out(node: int) -> int | None:
        rest = table.minimal(table.union(low[node], high[node]))
        return None if rest == 1 else rest

    def step(node: int, index: int, taken: bool) -> int | None:
        if level[node] > index:
            return node
        return low[node] if taken else left_out(node)

    with deep(len(family.items)):
        start = table.minimal(table.load(family.nodes, family.root))
        return search(family.items, None if start == 1 else start, step)  # nothing hits the empty set
