"""The companion text's lean model of Hashi: x[bridge, k] is 1 if a bridge holds k or more; cut-sets keep it connected.

There are as many cut-sets as there are sets of islands, so `connected` is a lazy family: its rows are added where a
candidate breaks them. `build_fast` is the same model over what deduction leaves open, with stronger cut-sets.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import lazy, scip
from puzzlekit.engines.scip import model_of
from puzzlekit.errors import takes
from puzzlekit.grid import Edge
from puzzlekit.hashi.families import technique
from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.hashi.rules import clues, components, leaving, words
from puzzlekit.hashi.statement import problem
from puzzlekit.scip import BuiltModel, Phrases, name


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


@lazy.family
def connected(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(lazy, 1) A bridge leaves every group of joined islands that is not all of them."""
    groups = components(puzzle, [e for e in puzzle.bridges if values.x[e, 1] or values.x[e, 2]])
    for group in groups if len(groups) > 2 else groups[1:]:  # of two groups, one cut-set serves both
        yield group[0], quicksum(v.x[e, 1] for e in leaving(puzzle, group)) >= 1


FAMILIES = (number_of_bridges, second_needs_first, no_crossing, connected)

PHRASES = {
    "number_of_bridges": Phrases(
        "{0} | has only {n:link}", "{0} | takes {side:bridge} at most", "{0} | has its {side:bridge}"
    ),
    "second_needs_first": Phrases("", ""),
    "no_crossing": Phrases("", "{0} and {1} cross"),
    "connected": Phrases("the group of {0} needs a way out over {n:link}", ""),
}


def statements(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(bridge, n) -> an expression that is 1 where the bridge holds n."""
    return _statements(puzzle, v.x)


def _statements(puzzle: Puzzle, x: Mapping[tuple[Edge, int], Any]) -> dict[tuple, Any]:
    none = {(e, 0): 1 - x[e, 1] for e in puzzle.bridges}
    single = {(e, 1): x[e, 1] - x[e, 2] for e in puzzle.bridges}
    return none | single | {(e, 2): x[e, 2] for e in puzzle.bridges}


@takes(Puzzle)
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The lazy model of the companion text."""
    model = scip.new_model("hashi")
    x = {(e, k): model.addVar(name("x", e, k), vtype="B") for e in puzzle.bridges for k in (1, 2)}
    v = SimpleNamespace(x=x)
    built = BuiltModel(
        model,
        v,
        read=_reader(puzzle),
        decisions=x.values(),
        statements=statements(puzzle, v),
        said=lambda: words(puzzle),
        phrases=PHRASES,
        technique=technique,
        clues=lambda: clues(puzzle),
    )
    return built.add(families, puzzle)


@takes(Puzzle)
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """The same with variables only for what deduction leaves open, and cut-sets in parity form.

    The objective, as many joined pairs as possible, only guides the search towards connected boards.
    """
    empty = partial(scip.lean_model, "hashi")
    return model_of(problem(puzzle), lambda: scip.for_logic(empty(), depth_first=False), partial(_statements, puzzle))


def _reader(puzzle: Puzzle) -> Callable[[SimpleNamespace], Solution]:
    def read(values: SimpleNamespace) -> Solution:
        return Solution.of(puzzle, {e: values.x[e, 1] + values.x[e, 2] for e in puzzle.bridges})

    return read
