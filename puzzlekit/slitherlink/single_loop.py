"""Slitherlink with one variable for each edge: x[edge] is 1 where the loop runs along it.

At each point the loop passes once or not at all, and nothing in these rows keeps it from falling into several loops:
`one_loop` is a lazy family. `build_fast` is the same over what deduction leaves open, with stronger rows.
"""

from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from pyscipopt import SCIP_PARAMSETTING, Model, quicksum

from puzzlekit import lazy, scip
from puzzlekit.errors import takes
from puzzlekit.grid import Edge
from puzzlekit.scip import BuiltModel, Phrases, name
from puzzlekit.slitherlink.families import DEMAND, ONE_LOOP, Start, start, stated, technique
from puzzlekit.slitherlink.graph import forbidden, spoilt
from puzzlekit.slitherlink.puzzle import Puzzle, Solution
from puzzlekit.slitherlink.rules import clues, violations, words

SHORTEST = 4  # edges of a loop, and edges in which two loops differ at least


def demand(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(loop, 1) As many edges around a cell are drawn as its clue says."""
    for cell, number in puzzle.clues:
        yield cell, quicksum(v.x[edge] for edge in puzzle.around[cell]) == number


def no_branch(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(loop, 2) At most two edges meet at a point."""
    for point, around in puzzle.at.items():
        if len(around) > 2:
            yield point, quicksum(v.x[edge] for edge in around) <= 2


def no_dead_end(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(loop, 3) A drawn edge goes on at each of its ends."""
    for point, around in puzzle.at.items():
        for edge in around:
            yield (point, edge), v.x[edge] <= quicksum(v.x[other] for other in around if other != edge)


@lazy.family
def one_loop(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(lazy, 1) Where a loop is closed, no other edge is drawn."""
    for loop, other in spoilt(edge for edge, value in values.x.items() if value):
        yield ("loop", loop[0].a, other), quicksum(v.x[edge] for edge in (*loop, other)) <= len(loop)


def some_loop(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(loop, 4) There is a loop, and no loop is shorter than four edges."""
    yield "board", quicksum(v.x.values()) >= SHORTEST


FAMILIES = (demand, no_branch, no_dead_end, one_loop, some_loop)

PHRASES = {
    "demand": DEMAND,
    "no_branch": Phrases("", "{0} | takes two edges at most", "{0} | has its two edges"),
    "no_dead_end": Phrases("", "the loop does not end at {0}"),
    "one_loop": ONE_LOOP,
    "some_loop": Phrases("the loop has four edges at least", ""),
}


def statements(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(edge, 0 or 1) -> an expression that is 1 where that is so."""
    return stated(puzzle, v.x)


@takes(Puzzle)
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The model with a variable for each edge."""
    model = scip.new_model("slitherlink")
    v = scip.variables(x={edge: model.addVar(name("x", edge), vtype="B") for edge in puzzle.edges})
    built = BuiltModel(
        model,
        v,
        read=_reader(puzzle, {}),
        decisions=v.x.values(),
        statements=statements(puzzle, v),
        said=lambda: words(puzzle),
        phrases=PHRASES,
        technique=technique,
        clues=lambda: clues(puzzle),
    )
    return built.add(families, puzzle)


@takes(Puzzle)
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """The same with variables only for what deduction leaves open, rows for the smallest loops, and shorter lazy rows:
    a loop that misses a clue cannot be drawn, whatever else is."""
    known = start(puzzle)
    read = _reader(puzzle, known.sure)
    if known.refuted:
        return BuiltModel(None, scip.variables(x={}), read=read, refuted=known.refuted)
    if len(known.sure) == len(puzzle.edges):
        return _decided(puzzle, known)
    model = _tuned_model()
    open_edges = [edge for edge in puzzle.edges if edge not in known.sure]
    v = scip.variables(
        x={edge: model.addVar(vtype="B") for edge in open_edges},
        y={point: model.addVar(vtype="B") for point in _loose(puzzle, known.sure)},
    )
    built = BuiltModel(
        model,
        v,
        read=read,
        decisions=v.x.values(),
        statements=lambda: stated(puzzle, {**known.sure, **v.x}),
        no_good=lambda values: _another(v, values),
        named=False,
    )
    return built.add((*_open_families(known), _one_loop(known.sure)), puzzle)


def _decided(puzzle: Puzzle, known: Start) -> BuiltModel:
    """Nothing is left open: the board is right, or there is none."""
    v, read = scip.variables(x={}), _reader(puzzle, known.sure)
    broken = violations(puzzle, read(v))
    refuted = broken[0].message if broken else None
    return BuiltModel(None, v, read=read, statements=lambda: stated(puzzle, known.sure), refuted=refuted)


def _loose(puzzle: Puzzle, sure: Mapping[Edge, int]) -> list:
    """The points that the loop may pass or not."""
    return [
        point
        for point, around in puzzle.at.items()
        if not any(sure.get(edge) for edge in around) and any(edge not in sure for edge in around)
    ]


def _open_families(known: Start) -> tuple[Callable, ...]:
    sure = known.sure

    def open_demand(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(loop, 1) for the edges left open."""
        for cell, number in puzzle.clues:
            around = puzzle.around[cell]
            if terms := [v.x[edge] for edge in around if edge in v.x]:
                yield cell, quicksum(terms) == number - sum(sure.get(edge, 0) for edge in around)

    def passed_once(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(loop, 2, 3) The loop passes a point or it does not: two edges or none."""
        for point, around in puzzle.at.items():
            if terms := [v.x[edge] for edge in around if edge in v.x]:
                yield point, quicksum(terms) == (2 * v.y[point] if point in v.y else 1)

    def no_small_loop(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(lazy, 1) for the loops around one and two cells."""
        for number, loop in enumerate(known.small):
            yield number, quicksum(v.x[edge] for edge in loop) <= len(loop) - 1

    def some_open_loop(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(loop, 4) where no clue asks for an edge."""
        if not any(number for _, number in puzzle.clues):
            yield "board", quicksum(v.x.values()) >= SHORTEST - sum(sure.values())

    return open_demand, passed_once, no_small_loop, some_open_loop


def _one_loop(sure: Mapping[Edge, int]) -> lazy.LazyFamily:
    always = [edge for edge, one in sure.items() if one]

    @lazy.family
    def no_closed_loop(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(lazy, 1) A loop that misses a clue is not closed, nor is another one beside a loop that meets all."""
        for edges in forbidden(puzzle, [*always, *(edge for edge, value in values.x.items() if value)]):
            terms = [v.x[edge] for edge in edges if edge in v.x]
            yield ("loop", edges[0]), quicksum(terms) <= len(terms) - 1

    return no_closed_loop


def _reader(puzzle: Puzzle, sure: Mapping[Edge, int]) -> Callable[[SimpleNamespace], Solution]:
    def read(values: SimpleNamespace) -> Solution:
        return Solution.of(puzzle, (edge for edge, value in {**sure, **values.x}.items() if value))

    return read


def _another(v: SimpleNamespace, values: SimpleNamespace) -> Any:
    """A no-good row: where two loops differ, every point has an even number of edges, and no cycle is shorter."""
    ones = [x for key, x in v.x.items() if values.x[key]]
    zeros = [x for key, x in v.x.items() if not values.x[key]]
    return quicksum(zeros) - quicksum(ones) >= SHORTEST - len(ones)


def _tuned_model() -> Model:
    """Settings for a search that is mostly logic, to which presolving adds more than it costs; see data/results/."""
    model = scip.new_model("slitherlink")
    model.setHeuristics(SCIP_PARAMSETTING.OFF)
    model.setSeparating(SCIP_PARAMSETTING.OFF)
    return model
