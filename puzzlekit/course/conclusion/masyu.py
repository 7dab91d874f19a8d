"""Masyu for the final exercises of chapter 12: pictures, all solutions at once, a generator. The model is an exercise.

A puzzle is a picture: `w` is a white pearl, `b` a black pearl, `.` an empty cell. A solution is a set of edges. An edge
is a pair of neighbouring cells (row, column), counted from zero, with the upper or left cell first.
"""

import random
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

import networkx as nx
from matplotlib.axes import Axes
from matplotlib.patches import Circle

from puzzlekit.core.errors import ParseError, PuzzleError, expect, shown, validate_args, validate_int
from puzzlekit.drawing import BLUE, INK, board_axes, styled
from puzzlekit.zdd import Family, cycles

WHITE, BLACK, EMPTY = "w", "b", "."
LEAST, MOST = 3, 7  # the fewest and most cells on a side; with more, the diagram of all loops is too large
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
Place = tuple[int, int]
Edge = tuple[Place, Place]
Loop = frozenset[Edge]


@validate_args
def read(picture: str) -> dict[Place, str]:
    """Return the pearls of a picture: {cell: "w" or "b"}.

    Raises
    ------
    ParseError
        If lines differ in length or contain another symbol.
    PuzzleError
        If the board has fewer than three rows or columns.
    """
    lines = picture.strip().split("\n")
    for number, line in enumerate(lines, start=1):
        if len(line) != len(lines[0]):
            raise ParseError(f"found {len(line)} symbols, expected {len(lines[0])} as in the first line", line=number)
        if wrong := next((symbol for symbol in line if symbol not in (WHITE, BLACK, EMPTY)), None):
            raise ParseError(f"found {wrong!r}, expected 'w', 'b' or '.'", line=number)
    if min(len(lines), len(lines[0])) < LEAST:
        raise PuzzleError(f"found {len(lines)} x {len(lines[0])} cells, expected at least {LEAST} on each side")
    found = {(i, j): symbol for i, line in enumerate(lines) for j, symbol in enumerate(line)}
    return {cell: symbol for cell, symbol in found.items() if symbol != EMPTY}


@validate_args
def shape(picture: str) -> tuple[int, int]:
    """Return (number of rows, number of columns) of a picture. Raise ParseError or PuzzleError if the picture is not
    valid, see `read`."""
    read(picture)
    lines = picture.strip().split("\n")
    return len(lines), len(lines[0])


@cache
def loops(rows: int, columns: int) -> Family:
    """Return the family of all loops on a board, each a set of edges, as a ZDD (chapter 11). Raise PuzzleError if the
    board is too large."""
    if max(rows, columns) > MOST:
        raise PuzzleError(f"found {rows} x {columns} cells, expected at most {MOST} on each side")
    return cycles(nx.grid_2d_graph(rows, columns))


@validate_args
def solutions(picture: str) -> Family:
    r"""Return the family of all solutions, each a set of edges. The algorithm starts with all loops, and filters them
    by one pearl after another.

    Raise ParseError or PuzzleError if the picture is not valid, see `read`, or if the board is too large.

    Examples
    --------
    >>> solutions("b..\n...\n...").count()
    2
    """
    pearls, found = read(picture), loops(*shape(picture))
    for cell, colour in pearls.items():
        found = passing(found, cell, colour)
    return found


def passing(family: Family, cell: Place, colour: str) -> Family:
    """Return the sets of edges in a family that satisfy the rule of a pearl of this colour in this cell."""
    within = set(family.items)
    passing = family - family
    for one, other in zip(STEPS, STEPS[2:] if colour == WHITE else STEPS[1:] + STEPS[:1], strict=False):
        near, far = zip(*(_away(cell, step) for step in (one, other)), strict=True)
        if not within.issuperset(near):
            continue
        if colour == BLACK:
            passing |= family.restrict(having={*near, *far}) if within.issuperset(far) else passing
        else:  # the loop turns beyond the pearl on at least one side, so it lacks the second edge on this side
            for beyond in far:
                passing |= family.restrict(having=near, lacking={beyond} & within)
    return passing


def _away(cell: Place, step: Place) -> tuple[Edge, Edge]:
    """Return the first two edges on the straight path from a cell in the direction `step`."""
    path = [(cell[0] + n * step[0], cell[1] + n * step[1]) for n in range(3)]
    first, second = (tuple(sorted(pair)) for pair in pairwise(path))
    return first, second  # type: ignore[return-value]


def pearls_of(loop: Iterable[Edge], rows: int, columns: int) -> dict[Place, str]:
    """Return {cell: "w" or "b"}: all pearls whose rules a loop satisfies."""
    alone = Family.of([loop], loops(rows, columns).items)
    cells = ((i, j) for i in range(rows) for j in range(columns))
    return {cell: colour for cell in cells for colour in (WHITE, BLACK) if passing(alone, cell, colour)}


def picture_of(pearls: dict[Place, str], rows: int, columns: int) -> str:
    """Return the picture of a puzzle with these pearls, {cell: "w" or "b"}."""
    return "\n".join("".join(pearls.get((i, j), EMPTY) for j in range(columns)) for i in range(rows))


@validate_args
def generate(rows: int, columns: int, *, seed: int) -> str:
    """Return the picture of a random puzzle with one solution. Without any one of its pearls, the puzzle has several
    solutions. Raise PuzzleError if a number is not valid.

    The function chooses a loop uniformly at random, and removes pearls in random order as long as the solution stays
    unique.

    Examples
    --------
    >>> print(generate(4, 4, seed=3))
    .w..
    .ww.
    ....
    ....
    """
    rng = random.Random(validate_int(seed, "seed", 0))
    validate_int(rows, "rows", LEAST, MOST), validate_int(columns, "columns", LEAST, MOST)
    while True:
        loop = loops(rows, columns).sample(rng.randrange(10**9))
        pearls = pearls_of(loop, rows, columns)
        if solutions(picture_of(pearls, rows, columns)).count() == 1:
            break
    for cell in rng.sample(sorted(pearls), len(pearls)):
        fewer = {other: colour for other, colour in pearls.items() if other != cell}
        if solutions(picture_of(fewer, rows, columns)).count() == 1:
            pearls = fewer
    return picture_of(pearls, rows, columns)


@validate_args
@styled
def draw(picture: str, drawn: Iterable[Edge] = (), ax: Axes | None = None) -> Axes:
    """Draw the board of a picture, with pearls as circles, and the edges `drawn` as lines from cell to cell. By default
    the Axes are in a new figure. Raise PuzzleError if the picture or an edge is not valid."""
    expect(drawn, Iterable, "edges")
    rows, columns = shape(picture)
    ax = board_axes(rows, columns, ax)
    ax.hlines(range(rows + 1), 0, columns, color=INK, lw=0.3)
    ax.vlines(range(columns + 1), 0, rows, color=INK, lw=0.3)
    for (i, j), (k, m) in _checked(drawn):
        ax.plot([j + 0.5, m + 0.5], [i + 0.5, k + 0.5], color=BLUE, lw=4, solid_capstyle="round", zorder=3)
    for (i, j), colour in read(picture).items():
        face = INK if colour == BLACK else "white"
        ax.add_patch(Circle((j + 0.5, i + 0.5), 0.3, facecolor=face, edgecolor=INK, lw=1.5, zorder=2))
    return ax


def _checked(drawn: Iterable[Edge]) -> Sequence[Edge]:
    own = list(drawn)
    for edge in own:
        try:
            (a, b), (c, d) = edge
            near = abs(a - c) + abs(b - d) == 1
        except (TypeError, ValueError):
            near = False
        if not near:
            raise PuzzleError(f"found {shown(edge)}, expected a pair of neighbouring cells such as ((0, 0), (0, 1))")
    return own
