"""Every engine asked the same: a room's engines one puzzle, and those that all rooms share one statement."""

from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import suppress
from functools import partial
from types import ModuleType
from typing import Any

from puzzlekit import scip
from puzzlekit.core.errors import UnsupportedPuzzle
from puzzlekit.engines import Problem, Settled, cadical, cp_sat
from puzzlekit.engines.cadical import answer as ask_cadical
from puzzlekit.engines.cp_sat import answer as ask_cp_sat
from puzzlekit.engines.scip import model_of
from puzzlekit.scip import enumeration


def answers(room: ModuleType, puzzle: Any, limit: int) -> Iterator[tuple[str, list[Any]]]:
    """(name, solutions) of each formulation and each peer; those that refuse the puzzle are left out."""
    for formulation in room.FORMULATIONS:
        with suppress(UnsupportedPuzzle):
            yield formulation, room.solutions(puzzle, limit, formulation)
    for name, peer in room.ENGINES.items():
        with suppress(UnsupportedPuzzle):
            yield name, list(peer(puzzle, limit).solutions)


def agreeing(room: ModuleType, puzzle: Any, expected: Set[Any], few: int) -> list[str]:
    """The names of the engines that were asked, which all agree with brute force. It may have stopped at `few`."""
    asked = []
    for engine, found in answers(room, puzzle, few):
        asked.append(engine)
        assert len(found) == len(set(found)) == min(few, len(expected)), engine
        assert len(expected) == few or set(found) <= expected, engine
        assert all(room.violations(puzzle, solution) == [] for solution in found), engine
    return asked


def by_scip(open_: Problem | Settled, limit: int) -> list[Any]:
    built = model_of(open_, partial(scip.new_model, "problem"), dict)
    try:
        found = enumeration.several(None, built, lambda puzzle, solution: (), limit)
    finally:
        built.free()
    assert found.status != "unknown"
    return list(found.solutions)


def by_cp_sat(open_: Problem | Settled, limit: int) -> list[Any]:
    return list(ask_cp_sat(partial(cp_sat.state, open_), limit, time_limit=None, workers=1).solutions)


def by_cadical(open_: Problem | Settled, limit: int) -> list[Any]:
    return list(ask_cadical(partial(cadical.state, open_), limit, time_limit=None, workers=1).solutions)


OF_A_PROBLEM: Mapping[str, Callable[[Problem | Settled, int], list[Any]]] = {
    "scip": by_scip,
    "cp_sat": by_cp_sat,
    "cadical": by_cadical,
}
