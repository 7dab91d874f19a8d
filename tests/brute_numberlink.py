"""All ways to join cells of a small grid in pairs, and all solutions of a Numberlink, without a solver and without
anything of the package.

Cells are taken row by row; at each, every choice of lines to the right and downwards is tried that gives it as many
lines as it may have. What is drawn in the end is looked at once more, as a graph.
"""

from collections.abc import Iterator, Mapping, Set
from itertools import product

import networkx as nx

Place = tuple[int, int]  # row, column
Link = tuple[Place, Place]  # two neighbouring cells, the smaller first


def boards(rows: int, columns: int, ends: Set[Place], *, cover: bool, touch: bool) -> Iterator[frozenset[Link]]:
    """Yield every set of lines that makes paths between these cells, each of them the end of one path.

    With `cover`, every cell lies on a path. Without `touch`, cells of one path are neighbours only along it.
    """
    for links in _drawings(rows, columns, ends, cover, (0, 0), frozenset()):
        found = paths(links)
        if all(len(ends & cells) == 2 for cells in found) and (
            touch or not any(_touches(links, cells) for cells in found)
        ):
            yield links


def _drawings(
    rows: int, columns: int, ends: Set[Place], cover: bool, cell: Place, links: frozenset[Link]
) -> Iterator[frozenset[Link]]:
    """Every way to go on from a cell such that all cells have as many lines as they may have."""
    if cell[0] == rows:
        yield links
        return
    i, j = cell
    following = (i, j + 1) if j + 1 < columns else (i + 1, 0)
    before = sum(cell in link for link in links)
    allowed = {1} if cell in ends else {2} if cover else {0, 2}
    for right, down in product((False, True), repeat=2):
        if (right and j + 1 == columns) or (down and i + 1 == rows) or before + right + down not in allowed:
            continue
        more = {(cell, (i, j + 1))} if right else set()
        more |= {(cell, (i + 1, j))} if down else set()
        yield from _drawings(rows, columns, ends, cover, following, links | more)


def paths(links: frozenset[Link]) -> list[set[Place]]:
    """The cells of each connected part."""
    return list(nx.connected_components(nx.Graph(links)))


def _touches(links: frozenset[Link], cells: set[Place]) -> bool:
    """Whether two of these cells are neighbours without a line."""
    beside = {(cell, other) for cell in cells for other in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))}
    return any(other in cells and (cell, other) not in links for cell, other in beside)


def solutions(
    rows: int, columns: int, letter: Mapping[Place, str], *, cover: bool, touch: bool
) -> Iterator[frozenset[Link]]:
    """Yield each way to join equal letters."""
    for links in boards(rows, columns, set(letter), cover=cover, touch=touch):
        if all(len({letter[cell] for cell in cells & set(letter)}) == 1 for cells in paths(links)):
            yield links
