"""Records of the package (its dataclasses) cannot be changed: they are found by looking, in all of its modules."""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, is_dataclass

import puzzlekit

# what is filled as it goes, and a family that keeps the text of its function
CHANGING = {"scip.handler.LazyFamily", "scip.handler._Served"}
CHANGING |= {"reasoning.system.Found", "sudoku.exclusions.Conclusion", "battleship.technique_exclusion.FleetFound"}
CHANGING |= {"zebra.technique_board.Conclusion"}  # the engine notes whose conclusion it is


def records() -> Iterator[tuple[str, type]]:
    """All dataclasses with their names, each where it is defined."""
    for module in pkgutil.walk_packages(puzzlekit.__path__, "puzzlekit."):
        for name, thing in vars(importlib.import_module(module.name)).items():
            if isinstance(thing, type) and is_dataclass(thing) and thing.__module__ == module.name:
                yield f"{module.name}.{name}".removeprefix("puzzlekit."), thing


def refuses_assignment(kind: type) -> bool:
    try:
        setattr(object.__new__(kind), next(iter(kind.__dataclass_fields__)), None)  # type: ignore[attr-defined]
    except FrozenInstanceError:
        return True
    return False


def test_records_cannot_be_changed() -> None:
    found = dict(records())
    assert {"core.grid.Cell", "reasoning.steps.Link"} <= found.keys()
    assert {name for name, kind in found.items() if not refuses_assignment(kind)} == CHANGING
