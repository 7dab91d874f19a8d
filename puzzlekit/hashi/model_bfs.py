"""The companion text's polynomial model of Hashi: a breadth-first search, written as constraints, for connectedness.

x[bridge, k] is 1 if a bridge holds k or more; y[bridge, t] is 1 if a search from a source bridge reaches the bridge
in at most t - 1 steps. m possible bridges give m * m binaries y, so the model is for small puzzles only.
"""

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.core.errors import UnsupportedPuzzle, validate_args
from puzzlekit.hashi import wording
from puzzlekit.hashi.families import indicators, no_crossing, number_of_bridges, read, second_needs_first
from puzzlekit.hashi.puzzle import Puzzle, ends
from puzzlekit.scip import BuiltModel, name

LARGEST = 150  # possible bridges; to build a larger model takes seconds and hundreds of megabytes


def one_source(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(search, 1) The search starts from exactly one bridge."""
    yield (), quicksum(v.y[e, 1] for e in puzzle.bridges) == 1


def once_reached(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(search, 2) A bridge that has been reached stays reached."""
    for e in puzzle.bridges:
        for t in range(1, len(puzzle.bridges)):
            yield (e, t), v.y[e, t] <= v.y[e, t + 1]


def one_step_at_a_time(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(search, 3) A bridge is reached in t steps only if it or a bridge at its islands was reached in t - 1."""
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
    """Build the polynomial model of the companion text.

    Raises UnsupportedPuzzle if the puzzle has more than LARGEST possible bridges. The model connects bridges, not
    islands: only its number gives an island a bridge. So no number may be dropped, and the model names no clues.
    """
    m = len(puzzle.bridges)
    if m > LARGEST:
        raise UnsupportedPuzzle(
            f"found {m} possible bridges, which make {m * m} variables y; expected {LARGEST} at most"
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
        display_names=lambda: wording.words(puzzle),
    )
    return built.add(families, puzzle)
