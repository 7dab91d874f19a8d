"""The companion text's lean model of Hashi: x[bridge, k] is 1 if a bridge holds k or more; cut-sets keep it connected.

There are as many cut-sets as there are sets of islands, so `connected` is a lazy family: its rows are added where a
candidate breaks them. `build_fast` is the same model over what deduction leaves open, with stronger cut-sets.
"""

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.core.errors import validate_args
from puzzlekit.engines.scip import model_of
from puzzlekit.hashi import wording
from puzzlekit.hashi.families import indicators, no_crossing, number_of_bridges, read, second_needs_first, stated
from puzzlekit.hashi.puzzle import Puzzle
from puzzlekit.hashi.rules import components, cut_edges
from puzzlekit.hashi.statement import problem
from puzzlekit.scip import BuiltModel, lazy, name


@lazy.family
def connected(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(lazy, 1) A bridge leaves every group of joined islands that is not all of them."""
    groups = sorted(components(puzzle, [e for e in puzzle.bridges if values.x[e, 1] or values.x[e, 2]]), key=len)
    for group in groups if len(groups) > 2 else groups[:-1]:  # of two groups, one cut-set serves both
        yield tuple(group), quicksum(v.x[e, 1] for e in cut_edges(puzzle, group)) >= 1


FAMILIES = (number_of_bridges, second_needs_first, no_crossing, connected)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The lazy model of the companion text."""
    model = scip.new_model("hashi")
    x = {(e, k): model.addVar(name("x", e, k), vtype="B") for e in puzzle.bridges for k in (1, 2)}
    v = SimpleNamespace(x=x)
    built = BuiltModel(
        model,
        v,
        decode=partial(read, puzzle),
        decisions=x.values(),
        indicators=indicators(puzzle, v),
        display_names=lambda: wording.words(puzzle),
        clues=lambda: wording.clues(puzzle),
    )
    return built.add(families, puzzle)


@validate_args
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """The same with variables only for what deduction leaves open, and cut-sets in parity form.

    The objective, as many joined pairs as possible, only guides the search towards connected boards.
    """
    empty = partial(scip.lightweight_model, "hashi")
    return model_of(problem(puzzle), lambda: scip.set_cp_emphasis(empty(), depth_first=False), partial(stated, puzzle))
