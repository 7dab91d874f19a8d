"""The companion text's lean model of Hashi: x[bridge, k] is 1 if a bridge holds k or more; cut-sets keep it connected.

Every set of islands has a cut-set, so `connected` is a lazy family: a constraint is added when a candidate violates it.
`build_fast` builds the model over the bridges that deduction leaves open, with stronger cut-sets.
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
    """(lazy, 1) At least one bridge leaves every group of joined islands that does not hold all islands."""
    groups = sorted(components(puzzle, [e for e in puzzle.bridges if values.x[e, 1] or values.x[e, 2]]), key=len)
    for group in groups if len(groups) > 2 else groups[:-1]:  # two groups have the same cut-set
        yield tuple(group), quicksum(v.x[e, 1] for e in cut_edges(puzzle, group)) >= 1


FAMILIES = (number_of_bridges, second_needs_first, no_crossing, connected)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Build the lazy model of the companion text."""
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
    """Build the lazy model with variables only for bridges that deduction leaves open, and cut-sets in parity form.

    The objective maximizes the number of joined pairs. It only guides the search towards connected boards.
    """
    empty = partial(scip.lightweight_model, "hashi")
    return model_of(problem(puzzle), lambda: scip.set_cp_emphasis(empty(), depth_first=False), partial(stated, puzzle))
