"""The checks of the exercises of chapter 12: a model of Masyu. Each takes the reader's attempt and prints a verdict.

The checks need no model of Masyu: they list all loops of a small board, and compare them with the loops that the
reader's code admits. An attempt that is still the notebook's placeholder (it returns `...`) is not judged.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Set
from functools import cache
from itertools import islice, product
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model
from pyscipopt.scip import ExprCons

from puzzlekit import scip
from puzzlekit.course.conclusion.masyu import Edge, Loop, loops, passing, read, shape, solutions
from puzzlekit.course.exercise import Remark, Remarks, attempted, check, function, theirs, truth, unlike
from puzzlekit.course.modelling import binaries, linear, not_alone, wrong_boards
from puzzlekit.scip import BuiltModel
from puzzlekit.scip.constraints import LinearConstraint, is_broken
from puzzlekit.scip.handler import TOLERANCE
from puzzlekit.zdd import Family

# Puzzles for models. If a model lacks a pearl's constraint in some direction, it admits an invalid board of one of the
# first three puzzles. The other puzzles have pearls in or near corners.
SMALL: tuple[str, ...] = ("....\n....\nwbw.\n....\n....", ".....\n.....\n..b..", ".....\n..w..\n.w...")
SMALL += (
    "w..\n...\n...",
    ".w.\n...\n...",
    "b..\n...\n...",
    "..w.\n....\nb...",
    "....\n....\n..b.\n....",
    "b..w\n....\n....\n....",
)
EMPTY = ("....\n....\n....", "....\n....\n....\n....")  # puzzles without pearls: every loop is a solution
# Puzzles with one solution, in which several loops together also satisfy the rules of the pearls
ONE = (
    "..b..\n.....\nw.w..\n.....",
    ".....\nb....\n.....\n..b..",
    "..w.\n..w.\n....\n..w.",
    ".....\n.....\nww..b\n.....",
)
# Puzzles with one solution, which these wrong solvers do not find: a solver that forbids every loop of a board with
# several loops, a solver that only joins each of these loops to the others, and a solver that stops after a few rounds.
# In the last two puzzles (seeds 5 and 8), another part of the loop passes on both sides of a white pearl.
BESIDE = (
    ".....\n.ww..\n.w..b\n..w..\n.....",
    ".....\n...ww\nb....\n..w.w\n.....",
    "......\n.www..\n......\n.wwb..\n......",
    "...w..\n..ww..\n......\n......\n..b...",
    "..w...\n..w...\n......\n......\nb.b...\n......",
    "...w..\n.w.w..\n...ww.\n...w.w\nb.....",
    "......\nw....w\nww....\n..wb..\n......",
)
# Puzzles without a solution
NONE = (".....\n...w.\n...w.\n.wb..", ".....\n..w..\n.w...\n..b.b")
SHORTEST = 4  # edges of a loop
SIDE, FEWEST = 4, 2  # a board of 4 x 4 cells with one solution needs two pearls


def edges_of(found: Any) -> Loop:
    """Convert edges, each a pair of neighbouring cells in either order, to a frozenset of edges. Raise Remark for
    anything else."""
    if isinstance(attempted(found), str | dict) or not isinstance(found, Iterable):
        raise unlike(found, "a set of edges such as {((0, 0), (0, 1)), ...}, or the empty set for no solution")
    return frozenset(map(_edge, list(found)))


def _edge(found: Any) -> Edge:
    try:
        one, other = sorted((int(row), int(column)) for row, column in attempted(found))
    except (TypeError, ValueError):
        raise unlike(found, "an edge such as ((0, 0), (0, 1)): two neighbouring cells") from None
    if abs(one[0] - other[0]) + abs(one[1] - other[1]) != 1:
        raise Remark(f"found an edge from {one} to {other}, which are not neighbours")
    return one, other


def puzzle(found: Any) -> str:
    """Return the picture of a Masyu puzzle without its indentation. Raise Remark for anything else."""
    if not isinstance(attempted(found), str):
        raise unlike(found, "the picture of a puzzle as a text")
    text = "\n".join(line.strip() for line in found.strip().split("\n"))
    with theirs():
        read(text)
    return text


@cache
def systems(rows: int, columns: int) -> Family:
    """Return the family of all sets of disjoint loops on a board, as sets of edges. The empty set is included."""
    found: list[tuple[Loop, set]] = [(frozenset(), set())]
    for loop in loops(rows, columns):
        cells = {cell for edge in loop for cell in edge}
        found += [(drawn | loop, taken | cells) for drawn, taken in found if cells.isdisjoint(taken)]
    return Family.of([drawn for drawn, _ in found], loops(rows, columns).items)


def every_edge(text: str) -> tuple[Edge, ...]:
    """Return all edges of the board of a puzzle's picture."""
    return loops(*shape(text)).items  # type: ignore[return-value]


def local(text: str) -> Family:
    """Return the sets of disjoint loops that satisfy all rules of a puzzle except the one-loop rule. `text` is the
    puzzle's picture."""
    found = systems(*shape(text))
    for cell, colour in read(text).items():
        found = passing(found, cell, colour)
    return found


def written(text: str, drawn: Iterable[Edge]) -> str:
    """Return the picture of a puzzle with the edges `drawn`: cells with their pearls, and `-` and `|` for edges."""
    rows, columns = shape(text)
    pearls, lines = read(text), [[" "] * (2 * columns - 1) for _ in range(2 * rows - 1)]
    for i in range(rows):
        for j in range(columns):
            lines[2 * i][2 * j] = pearls.get((i, j), ".")
    for (i, j), (k, m) in drawn:
        lines[i + k][j + m] = "-" if i == k else "|"
    return "\n".join("".join(line).rstrip() for line in lines)


def drawings(text: str) -> Iterator[Loop]:
    """Yield sets of edges that test a reader's rule checker: all sets of disjoint loops, some of these sets with an
    edge added or removed, and some loops that share cells."""
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
    """Check exercise 1: `is_solution(picture, drawn)` returns whether the edges `drawn` are a solution of
    the puzzle."""
    for text in (*SMALL, EMPTY[0]):
        right = set(solutions(text))
        for drawn in drawings(text):
            try:
                found = is_solution(text, drawn)
            except Remark as remark:
                raise Remark(f"{remark}\nfor these edges:\n{written(text, drawn)}") from None
            if found != (drawn in right):
                told = "a solution" if drawn in right else "no solution"
                yield f"this is {told}, but your function returns the opposite:\n{written(text, drawn)}"


@check(function("picture", binaries("one for each pair of neighbouring cells")))
def check_model(build: Callable[[str], tuple[Model, SimpleNamespace]]) -> Remarks:
    """Check exercise 2: `build(picture)` returns (model, x). The model has all rules except the one-loop rule, and x
    has a binary variable for each pair of neighbouring cells."""
    for text in SMALL:
        own, v = build(text)
        x: dict[Hashable, Any] = {_edge(key): variable for key, variable in v.x.items()}
        if set(x) != set(every_edge(text)) or len(x) != len(v.x):
            raise unlike(v.x, f"x with {len(every_edge(text))} variables, one for each pair of neighbouring cells")
        built = BuiltModel(own, scip.variables(x=x), decode=_read(text), decisions=x.values(), stop_at_first=True)
        yield wrong_boards(built, text, {written(text, drawn) for drawn in local(text)})


def _read(text: str) -> Callable[[SimpleNamespace], str]:
    return lambda values: written(text, (edge for edge, value in values.x.items() if value > 0.5))


def constraints(found: Any) -> list[ExprCons]:
    """Convert an iterable of constraints, such as a generator, to a list. Raise Remark for anything else."""
    if isinstance(attempted(found), ExprCons) or not isinstance(found, Iterable):
        raise unlike(found, "a list of constraints; yield each, or return a list")
    with theirs():
        return list(found)


@check(function("picture x drawn", constraints))
def check_cuts(cuts: Callable[[str, dict, Loop], list[ExprCons]]) -> Remarks:
    """Check exercise 3: `cuts(picture, x, drawn)` returns constraints on the variables x. If `drawn` has several loops,
    `drawn` must violate one of the constraints. No solution may violate any of the constraints.

    The check tries all sets of disjoint loops, so the verdict does not depend on a search.
    """
    for text in (*EMPTY, *ONE):
        model = scip.new_model("cuts")
        v = scip.variables(x={edge: model.addVar(vtype="B") for edge in every_edge(text)})
        right = set(solutions(text))
        for drawn in sorted(local(text), key=sorted):
            rows = [linear(row, v) for row in cuts(text, dict(v.x), frozenset(drawn))] if drawn else []
            yield from _wrong_cuts(rows, text, drawn, right)


def _wrong_cuts(rows: Sequence[LinearConstraint], text: str, drawn: Loop, right: Set[Loop]) -> Iterator[str]:
    if drawn in right and rows:
        yield f"found {rows[0]} for a single loop, expected no constraint:\n{written(text, drawn)}"
    if drawn and drawn not in right and not any(is_broken(row, _values(text, drawn), TOLERANCE) for row in rows):
        yield f"found no constraint that these loops violate, expected at least one:\n{written(text, drawn)}"
    for row in rows:
        lost = (loop for loop in right if is_broken(row, _values(text, loop), TOLERANCE))
        yield from (f"your constraint {row} excludes this valid board:\n{written(text, loop)}" for loop in lost)


@cache
def _values(text: str, drawn: Loop) -> SimpleNamespace:
    return SimpleNamespace(x={edge: int(edge in drawn) for edge in every_edge(text)})


@check(function("picture", edges_of))
def check_solver(solve: Callable[[str], Loop]) -> Remarks:
    """Check exercise 4: `solve(picture)` returns the edges of a solution, or no edges if the puzzle has no solution."""
    for text in (*ONE, *BESIDE, *NONE, *SMALL):
        found, right = solve(text), set(solutions(text))
        if found and found not in right:
            yield f"this is no solution:\n{written(text, found)}"
        if right and not found:
            one = written(text, min(right, key=sorted))
            yield f"your function finds no solution of\n{text}\nbut this is a solution:\n{one}"


@check(puzzle)
def check_invented(text: str) -> Remarks:
    """Check exercise 5: the picture of a puzzle with SIDE x SIDE cells, one solution, and at most FEWEST pearls, among
    them a white and a black pearl."""
    if shape(text) != (SIDE, SIDE):
        yield f"found {' x '.join(map(str, shape(text)))} cells, expected {SIDE} x {SIDE}"
    found, pearls = solutions(text), read(text)
    if len(pearls) > FEWEST:
        yield f"found {len(pearls)} pearls, expected at most {FEWEST}"
    if set(pearls.values()) != {"w", "b"}:
        yield "found pearls of one colour, expected at least one white and one black pearl"
    yield not_alone([written(text, drawn) for drawn in islice(found, 2)])
