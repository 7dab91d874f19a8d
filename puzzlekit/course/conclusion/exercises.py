"""The checks of the exercises of chapter 12: a model of Masyu. Each takes the reader's attempt and prints a verdict.

The checks need no model of Masyu: they list all loops of a small board, and compare them with the loops that the
reader's code admits. An attempt that is still the notebook's placeholder (it returns `...`) is not judged.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Set
from functools import cache
from itertools import product
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model
from pyscipopt.scip import ExprCons

from puzzlekit import scip
from puzzlekit.course.conclusion.masyu import Edge, Loop, loops, passing, read, shape, solutions
from puzzlekit.course.exercise import Remark, Remarks, attempted, check, function, theirs, truth, unlike
from puzzlekit.course.modelling import binaries, linear, wrong_boards
from puzzlekit.scip import BuiltModel
from puzzlekit.scip.constraints import LinearConstraint, is_broken
from puzzlekit.scip.handler import TOLERANCE
from puzzlekit.zdd import Family

# Each constraint of a pearl, in each direction, excludes a board of one of the first three; the others have corners
SMALL: tuple[str, ...] = ("....\n....\nwbw.\n....\n....", ".....\n.....\n..b..", ".....\n..w..\n.w...")
SMALL += (
    "w..\n...\n...",
    ".w.\n...\n...",
    "b..\n...\n...",
    "..w.\n....\nb...",
    "....\n....\n..b.\n....",
    "b..w\n....\n....\n....",
)
EMPTY = ("....\n....\n....", "....\n....\n....\n....")  # every loop is a solution
# Boards with one solution, on which several loops together also satisfy the pearls
ONE = (
    "..b..\n.....\nw.w..\n.....",
    ".....\nb....\n.....\n..b..",
    "..w.\n..w.\n....\n..w.",
    ".....\n.....\nww..b\n.....",
)
# Boards with one solution that wrong solvers miss: solvers that forbid each of several loops, or let each loop only be
# joined to the others, or stop after a few rounds. On the last two (seeds 5 and 8), another part of the loop runs on
# both sides of a white pearl.
BESIDE = (
    ".....\n.ww..\n.w..b\n..w..\n.....",
    ".....\n...ww\nb....\n..w.w\n.....",
    "......\n.www..\n......\n.wwb..\n......",
    "...w..\n..ww..\n......\n......\n..b...",
    "..w...\n..w...\n......\n......\nb.b...\n......",
    "...w..\n.w.w..\n...ww.\n...w.w\nb.....",
    "......\nw....w\nww....\n..wb..\n......",
)
NONE = (".....\n...w.\n...w.\n.wb..", ".....\n..w..\n.w...\n..b.b")
SHORTEST = 4  # edges of a loop
SIDE, FEWEST = 4, 2  # a board of 4 x 4 cells with one solution needs two pearls


def edges_of(found: Any) -> Loop:
    """Convert edges, each a pair of neighbouring cells in either order, to a loop. A kind."""
    if isinstance(attempted(found), str) or not isinstance(found, Iterable):
        raise unlike(found, "a set of edges such as {((0, 0), (0, 1)), ...}, empty where there is no solution")
    return frozenset(map(_edge, list(found)))


def _edge(found: Any) -> Edge:
    try:
        one, other = sorted((int(row), int(column)) for row, column in attempted(found))
    except (TypeError, ValueError):
        raise unlike(found, "an edge such as ((0, 0), (0, 1)): two neighbouring cells") from None
    if abs(one[0] - other[0]) + abs(one[1] - other[1]) != 1:
        raise Remark(f"found an edge from {one} to {other}, which are no neighbours")
    return one, other


def puzzle(found: Any) -> str:
    """Return the picture of a Masyu puzzle without its indentation. A kind."""
    if not isinstance(attempted(found), str):
        raise unlike(found, "the picture of a puzzle as a text")
    text = "\n".join(line.strip() for line in found.strip().split("\n"))
    with theirs():
        read(text)
    return text


@cache
def systems(rows: int, columns: int) -> Family:
    """Return all sets of loops without a common cell, each as one set of edges; also the empty set."""
    found: list[tuple[Loop, set]] = [(frozenset(), set())]
    for loop in loops(rows, columns):
        cells = {cell for edge in loop for cell in edge}
        found += [(drawn | loop, taken | cells) for drawn, taken in found if cells.isdisjoint(taken)]
    return Family.of([drawn for drawn, _ in found], loops(rows, columns).items)


def every_edge(text: str) -> tuple[Edge, ...]:
    """Return all edges of a puzzle's board."""
    return loops(*shape(text)).items  # type: ignore[return-value]


def local(text: str) -> Family:
    """Return the sets of loops that satisfy all rules of a puzzle, except that there is one loop."""
    found = systems(*shape(text))
    for cell, colour in read(text).items():
        found = passing(found, cell, colour)
    return found


def written(text: str, drawn: Iterable[Edge]) -> str:
    """Return a drawing as a text: cells with their pearls, `-` and `|` for edges."""
    rows, columns = shape(text)
    pearls, lines = read(text), [[" "] * (2 * columns - 1) for _ in range(2 * rows - 1)]
    for i in range(rows):
        for j in range(columns):
            lines[2 * i][2 * j] = pearls.get((i, j), ".")
    for (i, j), (k, m) in drawn:
        lines[i + k][j + m] = "-" if i == k else "|"
    return "\n".join("".join(line).rstrip() for line in lines)


def drawings(text: str) -> Iterator[Loop]:
    """Yield drawings to be judged: all sets of loops, some with an edge added or removed, and some that meet others."""
    every = sorted(systems(*shape(text)), key=lambda drawn: (len(drawn), sorted(drawn)))
    yield from every
    items, some = every_edge(text), every[:: max(1, len(every) // 20)]
    for place, drawn in enumerate(some):
        yield drawn ^ {items[place % len(items)]}
    squares = [drawn for drawn in every if len(drawn) == SHORTEST]
    for drawn, square in product([*squares, *some[::4]], squares):
        yield from (drawn | square, drawn ^ square)  # two loops that share only a cell are a figure eight


@check(function("picture drawn", truth))
def check_rules(is_solution: Callable[[str, Loop], bool]) -> Remarks:
    """Exercise 1: `is_solution(picture, drawn)` says whether a set of edges is a solution."""
    for text in (*SMALL, EMPTY[0]):
        right = set(solutions(text))
        for drawn in drawings(text):
            if is_solution(text, drawn) != (drawn in right):
                told = "a solution" if drawn in right else "no solution"
                yield f"this is {told}, and your function says otherwise:\n{written(text, drawn)}"


@check(function("picture", binaries("one for each pair of neighbouring cells")))
def check_model(build: Callable[[str], tuple[Model, SimpleNamespace]]) -> Remarks:
    """Exercise 2: `build(picture)` returns (model, x) with all rules but that there is one loop."""
    for text in SMALL:
        own, v = build(text)
        x: dict[Hashable, Any] = {_edge(key): variable for key, variable in v.x.items()}
        if set(x) != set(every_edge(text)) or len(x) != len(v.x):
            raise unlike(v.x, f"x with one variable for each pair of neighbouring cells, {len(every_edge(text))}")
        built = BuiltModel(own, scip.variables(x=x), decode=_read(text), decisions=x.values(), stop_at_first=True)
        yield wrong_boards(built, text, {written(text, drawn) for drawn in local(text)})


def _read(text: str) -> Callable[[SimpleNamespace], str]:
    return lambda values: written(text, (edge for edge, value in values.x.items() if value > 0.5))


def constraints(found: Any) -> list[ExprCons]:
    """Convert an iterable of constraints to a list; a generator will do. A kind."""
    if isinstance(attempted(found), ExprCons) or not isinstance(found, Iterable):
        raise unlike(found, "a list of constraints; yield each, or return a list")
    with theirs():
        return list(found)


@check(function("picture x drawn", constraints))
def check_cuts(cuts: Callable[[str, dict, Loop], list[ExprCons]]) -> Remarks:
    """Exercise 3: `cuts(picture, x, drawn)` returns constraints that several loops violate, and no solution does. The
    check passes all sets of loops, so the verdict does not depend on a search."""
    for text in (*EMPTY, *ONE):
        model = scip.new_model("cuts")
        v = scip.variables(x={edge: model.addVar(vtype="B") for edge in every_edge(text)})
        right = set(solutions(text))
        for drawn in sorted(local(text), key=sorted):
            rows = [linear(row, v) for row in cuts(text, dict(v.x), frozenset(drawn))] if drawn else []
            yield from _wrong_cuts(rows, text, drawn, right)


def _wrong_cuts(rows: Sequence[LinearConstraint], text: str, drawn: Loop, right: Set[Loop]) -> Iterator[str]:
    if drawn in right and rows:
        yield f"your function gives {rows[0]}, and this is one loop:\n{written(text, drawn)}"
    if drawn and drawn not in right and not any(is_broken(row, _values(text, drawn), TOLERANCE) for row in rows):
        yield f"these loops violate none of your constraints:\n{written(text, drawn)}"
    for row in rows:
        lost = (loop for loop in right if is_broken(row, _values(text, loop), TOLERANCE))
        yield from (f"your constraint {row} excludes this valid board:\n{written(text, loop)}" for loop in lost)


@cache
def _values(text: str, drawn: Loop) -> SimpleNamespace:
    return SimpleNamespace(x={edge: int(edge in drawn) for edge in every_edge(text)})


@check(function("picture", edges_of))
def check_solver(solve: Callable[[str], Loop]) -> Remarks:
    """Exercise 4: `solve(picture)` returns the edges of a solution, or none if there is no solution."""
    for text in (*ONE, *BESIDE, *NONE, *SMALL):
        found, right = solve(text), set(solutions(text))
        if found and found not in right:
            yield f"this is no solution:\n{written(text, found)}"
        if right and not found:
            one = written(text, min(right, key=sorted))
            yield f"your function finds no solution of\n{text}\nand this is one:\n{one}"


@check(puzzle)
def check_invented(text: str) -> Remarks:
    """Exercise 5: the picture of a board of SIDE x SIDE cells with one solution, FEWEST pearls and both colours."""
    if shape(text) != (SIDE, SIDE):
        yield f"found {' x '.join(map(str, shape(text)))} cells, expected {SIDE} x {SIDE}"
    found, pearls = solutions(text), read(text)
    if len(pearls) > FEWEST:
        yield f"found {len(pearls)} pearls; fewer are enough"
    if set(pearls.values()) != {"w", "b"}:
        yield "expected a pearl of each colour"
    if found.count() != 1:
        two = [written(text, drawn) for drawn, _ in zip(found, range(2), strict=False)]
        yield "it has several solutions, such as\n" + "\nand\n".join(two) if two else "it has no solution"
