"""All sets that have something in common with each of some sets."""

from collections.abc import Hashable, Iterable
from functools import cache

from puzzlekit.zdd.family import Family
from puzzlekit.zdd.search import search
from puzzlekit.zdd.table import Table, deep


def hitting_sets(sets: Iterable[Iterable[Hashable]], items: Iterable[Hashable] | None = None) -> Family:
    """All sets of items that have an item in common with each of these sets.

    The state of the search is what is still to be hit, as a diagram: an item that is taken leaves the sets without it,
    and one that is left out leaves all sets, without that item.

    Parameters
    ----------
    items
        In the order in which they are decided; by default those of the sets, in the order in which they come.

    Raises
    ------
    PuzzleError
        If a set has another item.

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
