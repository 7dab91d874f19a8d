"""The companion text's polynomial model of Hashi: connectedness by a breadth-first search written as rows.

x[bridge, k] says that a bridge holds k or more; y[bridge, t] that a search reaches it in at most t - 1 steps from a
first bridge. With m possible bridges that makes m * m binaries y, so the model is for small puzzles only.
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

LARGEST = 150  # possible bridges; beyond that the model alone takes seconds and hundreds of megabytes


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


@validate_args
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The polynomial model of the companion text. Raises UnsupportedPuzzle if the puzzle has too many possible bridges.

    It joins bridges, not islands: that an island has a bridge at all is said by its number. So no number could be left
    untold, and the model names no clues.
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
