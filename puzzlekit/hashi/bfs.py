"""The companion text's polynomial model of Hashi: connectedness by a breadth-first search written as rows.

x[bridge, k] says that a bridge holds k or more; y[bridge, t] that a search reaches it in at most t - 1 steps from a
first bridge. With m possible bridges that makes m * m binaries y, so the model is for small puzzles only.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.errors import Unsuited, takes
from puzzlekit.hashi.families import technique
from puzzlekit.hashi.puzzle import Puzzle, Solution, ends
from puzzlekit.hashi.rules import words
from puzzlekit.scip import BuiltModel, Phrases, name

LARGEST = 150  # possible bridges; beyond that the model alone takes seconds and hundreds of megabytes


def number_of_bridges(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(bridges, 1) Each island has as many bridges as its number says."""
    for island, number in puzzle.islands:
        yield island, quicksum(v.x[e, k] for e in puzzle.bridges_at[island] for k in (1, 2)) == number


def second_needs_first(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(bridges, 2) There is no second bridge without a first one."""
    for e in puzzle.bridges:
        yield e, v.x[e, 2] <= v.x[e, 1]


def no_crossing(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(bridges, 3) Of two bridges that cross, one is not there."""
    for e, f in puzzle.crossings:
        yield (e, f), v.x[e, 1] + v.x[f, 1] <= 1


def one_source(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(search, 1) The search starts from one bridge."""
    yield (), quicksum(v.y[e, 1] for e in puzzle.bridges) == 1


def once_reached(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(search, 2) What is reached stays reached."""
    for e in puzzle.bridges:
        for t in range(1, len(puzzle.bridges)):
            yield (e, t), v.y[e, t] <= v.y[e, t + 1]


def one_step_at_a_time(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(search, 3) What is reached next shares an island with what was reached, or was reached itself."""
    for e in puzzle.bridges:
        beside = [other for island in ends(e) for other in puzzle.bridges_at[island] if other != e]
        for t in range(1, len(puzzle.bridges)):
            yield (e, t), v.y[e, t + 1] <= v.y[e, t] + quicksum(v.y[other, t] for other in beside)


def bridges_are_reached(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(search, 4) What is there is reached in the end, and nothing else is."""
    for e in puzzle.bridges:
        yield e, v.x[e, 1] == v.y[e, len(puzzle.bridges)]


SEARCH = (one_source, once_reached, one_step_at_a_time, bridges_are_reached)
FAMILIES: tuple = (number_of_bridges, second_needs_first, no_crossing, *SEARCH)

PHRASES = {
    "number_of_bridges": Phrases(
        "{0} | has only {n:link}", "{0} | takes {side:bridge} at most", "{0} | has its {side:bridge}"
    ),
    "second_needs_first": Phrases("", ""),
    "no_crossing": Phrases("", "{0} and {1} cross"),
    "one_source": Phrases("the search begins somewhere", "the search begins at one bridge"),
    "once_reached": Phrases("", "what is reached stays reached"),
    "one_step_at_a_time": Phrases("", "{0} is reached only from beside it"),
    "bridges_are_reached": Phrases("a bridge at {0} is reached", "only a bridge at {0} is reached"),
}


def statements(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(bridge, n) -> an expression that is 1 where the bridge holds n."""
    none = {(e, 0): 1 - v.x[e, 1] for e in puzzle.bridges}
    single = {(e, 1): v.x[e, 1] - v.x[e, 2] for e in puzzle.bridges}
    return none | single | {(e, 2): v.x[e, 2] for e in puzzle.bridges}


@takes(Puzzle)
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The polynomial model of the companion text. Raises Unsuited if the puzzle has too many possible bridges.

    It joins bridges, not islands: that an island has a bridge at all is said by its number. So no number could be left
    untold, and the model names no clues.
    """
    m = len(puzzle.bridges)
    if m > LARGEST:
        raise Unsuited(f"found {m} possible bridges, which make {m * m} variables y; expected {LARGEST} at most")
    model = scip.new_model("hashi by search")
    v = scip.variables(
        x={(e, k): model.addVar(name("x", e, k), vtype="B") for e in puzzle.bridges for k in (1, 2)},
        y={(e, t): model.addVar(name("y", e, t), vtype="B") for e in puzzle.bridges for t in range(1, m + 1)},
    )
    decisions = v.x.values()
    built = BuiltModel(
        model,
        v,
        read=_reader(puzzle),
        decisions=decisions,
        statements=statements(puzzle, v),
        said=lambda: words(puzzle),
        phrases=PHRASES,
        technique=technique,
    )
    return built.add(families, puzzle)


def _reader(puzzle: Puzzle) -> Any:
    def read(values: SimpleNamespace) -> Solution:
        return Solution.of(puzzle, {e: values.x[e, 1] + values.x[e, 2] for e in puzzle.bridges})

    return read
