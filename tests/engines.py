"""Every engine of a room asked the same puzzle, for the tests of all rooms."""

from collections.abc import Iterator, Set
from contextlib import suppress
from types import ModuleType
from typing import Any

from puzzlekit.errors import Unsuited


def answers(room: ModuleType, puzzle: Any, limit: int) -> Iterator[tuple[str, list[Any]]]:
    """(name, solutions) of each formulation and each peer; those that refuse the puzzle are left out."""
    for formulation in room.FORMULATIONS:
        with suppress(Unsuited):
            yield formulation, room.solutions(puzzle, limit, formulation)
    for name, peer in room.PEERS.items():
        with suppress(Unsuited):
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
