"""The checks of the exercises of chapter 12: a model of Masyu. Each takes the reader's attempt and prints a verdict.

They need no package of the puzzle: all loops of a small board are listed, and compared with what the reader's code
admits. An attempt that is still the notebook's placeholder (it gives `...`) is not judged.
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

# Each constraint of a pearl, in each direction, forbids something on one of the first three; the others have corners
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
# With one solution and with none, where several loops at once satisfy the pearls
ONE = (
    "..b..\n.....\nw.w..\n.....",
    ".....\nb....\n.....\n..b..",
    "..w.\n..w.\n....\n..w.",
    ".....\n.....\nww..b\n.....",
)
# With one solution, which a solver misses that forbids each of several loops, or lets each go on to the others, or that
# stops after a few rounds; the last two (seeds 5 and 8) have a white pearl beside which another part runs on both sides
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
    """A kind: edges, each a pair of neighbouring cells in either order."""
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
    """A kind: the picture of a Masyu, which may be indented."""
    if not isinstance(attempted(found), str):
        raise unlike(found, "the picture of a puzzle as a text")
    text = "\n".join(line.strip() for line in found.strip().split("\n"))
    with theirs():
        read(text)
    return text


@cache
def systems(rows: int, columns: int) -> Family:
    """All sets of loops that have no cell in common, one set of edges each; the empty one, too."""
    found: list[tuple[Loop, set]] = [(frozenset(), set())]
    for loop in loops(rows, columns):
        cells = {cell for edge in loop for cell in edge}
        found += [(drawn | loop, taken | cells) for drawn, taken in found if cells.isdisjoint(taken)]
    return Family.of([drawn for drawn, _ in found], loops(rows, columns).items)


def every_edge(text: str) -> tuple[Edge, ...]:
    """All edges of a puzzle's board."""
    return loops(*shape(text)).items  # type: ignore[return-value]


def local(text: str) -> Family:
    """What satisfies all rules of a puzzle but that there is one loop."""
    found = systems(*shape(text))
    for cell, colour in read(text).items():
        found = passing(found, cell, colour)
    return found


def written(text: str, drawn: Iterable[Edge]) -> str:
    """A drawing as a text: cells with their pearls, `-` and `|` for edges."""
    rows, columns = shape(text)
    pearls, lines = read(text), [[" "] * (2 * columns - 1) for _ in range(2 * rows - 1)]
    for i in range(rows):
        for j in range(columns):
            lines[2 * i][2 * j] = pearls.get((i, j), ".")
    for (i, j), (k, m) in drawn:
        lines[i + k][j + m] = "-" if i == k else "|"
    return "\n".join("".join(line).rstrip() for line in lines)


def drawings(text: str) -> Iterator[Loop]:
    """Drawings to be judged: all sets of loops, some with an edge too many or too few, and some that meet others."""
    every = sorted(systems(*shape(text)), key=lambda drawn: (len(drawn), sorted(drawn)))
    yield from every
    items, some = every_edge(text), every[:: max(1, len(every) // 20)]
    for place, drawn in enumerate(some):
        yield drawn ^ {items[place % len(items)]}
    squares = [drawn for drawn in every if len(drawn) == SHORTEST]
    for drawn, square in product([*squares, *some[::4]], squares):
        yield from (drawn | square, drawn ^ square)  # of two that share a cell alone, both are a figure eight


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
    """A kind: constraints of a model, by yield or as a list."""
    if isinstance(attempted(found), ExprCons) or not isinstance(found, Iterable):
        raise unlike(found, "a list of constraints; yield each, or return a list")
    with theirs():
        return list(found)


@check(function("picture x drawn", constraints))
def check_cuts(cuts: Callable[[str, dict, Loop], list[ExprCons]]) -> Remarks:
    """Exercise 3: `cuts(picture, x, drawn)` gives constraints that several loops violate, and no solution. It is asked
    of all sets of loops, so that nothing depends on what a search meets."""
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
    """Exercise 4: `solve(picture)` gives the edges of a solution, none where there is no solution."""
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
