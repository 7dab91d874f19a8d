"""The companion text's model of Hashi of polynomial size: a breadth-first search, as constraints, proves connectedness.

x[bridge, k] is 1 if there are k or more bridges between two neighbouring islands, see `families`. y[bridge, t] is 1 if
a search from a source bridge reaches the bridge in at most t - 1 steps. There are m * m variables y for m possible
bridges, so the model is only for small puzzles.
"""

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.core.errors import UnsupportedPuzzle, validate_args
from puzzlekit.hashi import rules
from puzzlekit.hashi.families import indicators, no_crossing, number_of_bridges, read, second_needs_first
from puzzlekit.hashi.puzzle import Puzzle, ends
from puzzlekit.scip import BuiltModel, name

LARGEST = 150  # the largest number of possible bridges: a larger model takes seconds and hundreds of megabytes


def one_source(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(search, 1) The search starts from exactly one bridge."""
    yield (), quicksum(v.y[e, 1] for e in puzzle.bridges) == 1


def once_reached(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(search, 2) A bridge that is reached in at most t - 1 steps is also reached in at most t steps."""
    for e in puzzle.bridges:
        for t in range(1, len(puzzle.bridges)):
            yield (e, t), v.y[e, t] <= v.y[e, t + 1]


def one_step_at_a_time(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(search, 3) A bridge is reached within t steps only if the bridge itself, or another bridge at one of its
    islands, is reached within t - 1 steps."""
    for e in puzzle.bridges:
        beside = [other for island in ends(e) for other in puzzle.bridges_at[island] if other != e]
        for t in range(1, len(puzzle.bridges)):
            yield (e, t), v.y[e, t + 1] <= v.y[e, t] + quicksum(v.y[other, t] for other in beside)


def bridges_are_reached(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(search, 4) At the end of the search, exactly the drawn bridges are reached."""
    for e in puzzle.bridges:
        yield e, v.x[e, 1] == v.y[e, len(puzzle.bridges)]


SEARCH = (one_source, once_reached, one_step_at_a_time, bridges_are_reached)
FAMILIES: tuple = (number_of_bridges, second_needs_first, no_crossing, *SEARCH)


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """Return the companion text's model of polynomial size, with these constraint families.

    Raise UnsupportedPuzzle if the puzzle has more than LARGEST possible bridges. The model connects the bridges, not
    the islands: only the clue of an island forces a bridge to the island. Without its clue, an island could stay
    without bridges. So no clue can be left out, and the attribute `clues` of the BuiltModel is None.
    """
    m = len(puzzle.bridges)
    if m > LARGEST:
        raise UnsupportedPuzzle(
            f"found {m} possible bridges, so {m * m} variables y; expected at most {LARGEST} bridges"
        )
    model = scip.new_model("hashi by search")
    v = scip.variables(
        x={(e, k): model.addVar(name("x", e, k), vtype="B") for e in puzzle.bridges for k in (1, 2)},
        y={(e, t): model.addVar(name("y", e, t), vtype="B") for e in puzzle.bridges for t in range(1, m + 1)},
    )
    built = BuiltModel(
        model,
        v,
        decode=partial(read, puzzle),
        decisions=v.x.values(),
        indicators=indicators(puzzle, v),
        display_names=lambda: rules.words(puzzle),
    )
    return built.add(families, puzzle)
