"""The companion text's lean model of Hashi, with cut-set constraints for connectedness.

x[bridge, k] is 1 if there are k or more bridges between two neighbouring islands, see `families`. Each set of islands
has a cut-set constraint. There are too many sets, so `connected` is a lazy family: a constraint is added only when a
candidate solution violates it. `build_fast` has variables only for bridges that deduction does not decide, and stronger
constraints.
"""

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.core.errors import validate_args
from puzzlekit.engines.scip import model_of
from puzzlekit.hashi import rules
from puzzlekit.hashi.families import indicators, no_crossing, number_of_bridges, read, second_needs_first, stated
from puzzlekit.hashi.puzzle import Puzzle
from puzzlekit.hashi.rules import components, cut_edges
from puzzlekit.hashi.statement import problem
from puzzlekit.scip import BuiltModel, lazy, name


@lazy.family
def connected(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(lazy, 1) At least one bridge leaves every group of islands. The groups are the components of a candidate
    solution, whose values are `values`. Yield nothing if the candidate is connected."""
    groups = sorted(components(puzzle, [e for e in puzzle.bridges if values.x[e, 1] or values.x[e, 2]]), key=len)
    for group in groups if len(groups) > 2 else groups[:-1]:  # two groups have the same cut-set
        yield tuple(group), quicksum(v.x[e, 1] for e in cut_edges(puzzle, group)) >= 1


FAMILIES = (number_of_bridges, second_needs_first, no_crossing, connected)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the companion text's lean model, with these constraint families."""
    model = scip.new_model("hashi")
    x = {(e, k): model.addVar(name("x", e, k), vtype="B") for e in puzzle.bridges for k in (1, 2)}
    v = SimpleNamespace(x=x)
    built = BuiltModel(
        model,
        v,
        decode=partial(read, puzzle),
        decisions=x.values(),
        indicators=indicators(puzzle, v),
        display_names=lambda: rules.words(puzzle),
        clues=lambda: rules.clues(puzzle),
    )
    return built.add(families, puzzle)


@validate_args
def build_fast(puzzle: Puzzle) -> BuiltModel:
    """Return the lean model with variables only for bridges that deduction does not decide. See `statement`.

    Its cut-set constraints are stronger, because they use the parity of the number of bridges that leave a group. The
    objective maximizes the number of joined pairs of islands; it only guides the search towards connected boards.
    """
    empty = partial(scip.lightweight_model, "hashi")
    return model_of(problem(puzzle), lambda: scip.set_cp_emphasis(empty(), depth_first=False), partial(stated, puzzle))
