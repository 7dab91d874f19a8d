"""The companion text's lean model of Hashi: x[bridge, k] is 1 if a bridge holds k or more; cut-sets keep it connected.

There are as many cut-sets as there are sets of islands, so `connected` is a lazy family: its rows are added where a
candidate breaks them. `build_fast` is the same model over what deduction leaves open, with stronger cut-sets.
"""

from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from pyscipopt import SCIP_PARAMSETTING, Model, quicksum

from puzzlekit import grid, lazy, scip
from puzzlekit.errors import takes
from puzzlekit.grid import Edge
from puzzlekit.hashi.deduce import deduce, everything
from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.hashi.rules import clues, components, leaving, violations, words
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
        "{0} | has only {n:link}", "{0} | takes {side} at most", "{0} | has its {side:bridge}"
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
    read = _reader(puzzle, dict.fromkeys(x, 0))
    built = BuiltModel(
        model,
        v,
        read=read,
        decisions=x.values(),
        statements=statements(puzzle, v),
        said=lambda: words(puzzle),
        phrases=PHRASES,
        clues=lambda: clues(puzzle),
    )
    return built.add(families, puzzle)


@takes(Puzzle)
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """The same with variables only for what deduction leaves open, and cut-sets in parity form.

    The objective, as many joined pairs as possible, only guides the search towards connected boards.
    """
    steps = deduce(puzzle)
    left = grid.follow(steps, everything(puzzle))
    if refuted := grid.contradiction(steps):
        return BuiltModel(None, scip.variables(x={}), read=_reader(puzzle, {}), refuted=refuted)
    sure = {(e, k): int(min(states) >= k) for e, states in left.items() for k in (1, 2)}
    open_keys = [(e, k) for (e, k), one in sure.items() if not one and max(left[e]) >= k]
    if not open_keys:
        return _decided(puzzle, sure)
    model = _tuned_model()
    v = scip.variables(x={key: model.addVar(name("x", *key), vtype="B", obj=key[1] == 1) for key in open_keys})
    model.setMaximize()
    built = BuiltModel(
        model,
        v,
        read=_reader(puzzle, sure),
        decisions=v.x.values(),
        statements=lambda: _statements(puzzle, sure | v.x),
        first=True,
        no_good=lambda values: _differ_in_four(v, values),
    )
    families = (_open_numbers(sure), open_second_needs_first, open_no_crossing, _connected_by_parity(puzzle, sure))
    return built.add(families, puzzle)


def _decided(puzzle: Puzzle, sure: Mapping[tuple[Edge, int], int]) -> BuiltModel:
    """Nothing is left open: the board is right, or there is none."""
    read = _reader(puzzle, sure)
    broken = violations(puzzle, read(scip.variables(x={})))
    refuted = broken[0].message if broken else None
    return BuiltModel(
        None, scip.variables(x={}), read=read, statements=lambda: _statements(puzzle, sure), refuted=refuted
    )


def _open_numbers(sure: Mapping[tuple[Edge, int], int]) -> Callable:
    def open_number_of_bridges(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """(bridges, 1) for the bridges left open: each island has as many of them as it still lacks."""
        for island, number in puzzle.islands:
            keys = [(e, k) for e in puzzle.bridges_at[island] for k in (1, 2)]
            if terms := [v.x[key] for key in keys if key in v.x]:
                yield island, quicksum(terms) == number - sum(sure[key] for key in keys)

    return open_number_of_bridges


def open_second_needs_first(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(bridges, 2) for the bridges left open."""
    for (e, k), x in v.x.items():
        if k == 2 and (e, 1) in v.x:
            yield e, x <= v.x[e, 1]


def open_no_crossing(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(bridges, 3) for the bridges left open."""
    for e, f in puzzle.crossings:
        if (e, 1) in v.x and (f, 1) in v.x:
            yield (e, f), v.x[e, 1] + v.x[f, 1] <= 1


def _connected_by_parity(puzzle: Puzzle, sure: Mapping[tuple[Edge, int], int]) -> lazy.LazyFamily:
    """(lazy, 1) The numbers of a group count each bridge inside it twice, so as many bridges leave it, odd or even, as
    its numbers say: not one but two bridges leave a group whose sum is even.
    """
    blocks = components(puzzle, [e for e in puzzle.bridges if sure[e, 1]])  # joined for certain
    block_of = {island: index for index, block in enumerate(blocks) for island in block}
    sums = [sum(puzzle.number[island] for island in block) for block in blocks]
    between = [(e, block_of[e.a], block_of[e.b]) for e in puzzle.bridges]  # type: ignore[index]
    links = [(e, a, b) for e, a, b in between if a != b]

    @lazy.family
    def connected_by_parity(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        group_of = _joined(len(blocks), [(a, b) for e, a, b in links if values.x.get((e, 1))])
        groups = sorted(set(group_of))
        for group in groups if len(groups) > 2 else groups[1:]:
            keys = [(e, k) for e, a, b in links if (group_of[a] == group) != (group_of[b] == group) for k in (1, 2)]
            total = sum(own for own, other in zip(sums, group_of, strict=True) if other == group)
            yield blocks[group][0], quicksum(v.x[key] for key in keys if key in v.x) >= 2 - total % 2

    return connected_by_parity


def _joined(count: int, pairs: list[tuple[int, int]]) -> list[int]:
    """For each of `count` things the smallest one that these pairs join it to."""
    leader = list(range(count))

    def find(one: int) -> int:
        while leader[one] != one:
            leader[one] = leader[leader[one]]
            one = leader[one]
        return one

    for pair in pairs:
        a, b = sorted(map(find, pair))
        leader[b] = a
    return [find(one) for one in range(count)]


def _reader(puzzle: Puzzle, sure: Mapping[tuple[Edge, int], int]) -> Callable[[SimpleNamespace], Solution]:
    def read(values: SimpleNamespace) -> Solution:
        known = {**sure, **values.x}
        return Solution.of(puzzle, {e: known[e, 1] + known[e, 2] for e in puzzle.bridges})

    return read


def _differ_in_four(v: SimpleNamespace, values: SimpleNamespace) -> Any:
    """A no-good row. What one island gives up on one bridge it needs on another, so the differences of two solutions
    close to cycles; and no cycle along rows and columns has fewer than four bridges."""
    ones = [x for key, x in v.x.items() if values.x[key]]
    zeros = [x for key, x in v.x.items() if not values.x[key]]
    return quicksum(zeros) - quicksum(ones) >= 4 - len(ones)


def _tuned_model() -> Model:
    """Settings for many small connectivity searches; measured on the benchmark, see data/results/."""
    model = scip.new_model("hashi")
    model.setPresolve(SCIP_PARAMSETTING.FAST)
    model.setHeuristics(SCIP_PARAMSETTING.OFF)
    model.setSeparating(SCIP_PARAMSETTING.OFF)
    model.setParam("branching/inference/priority", 1_000_000)
    return model
