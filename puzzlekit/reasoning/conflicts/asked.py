"""Questions about a puzzle to one of its models."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from puzzlekit.scip.enumeration import Build, build_model

T = TypeVar("T")


def asked(puzzle: Any, formulations: Mapping[str, Build], question: Callable[..., T], *more: Any) -> T:
    """Return what a function answers about a model of a puzzle, in the first formulation that takes it and is not fast.

    Raises
    ------
    UnsupportedPuzzle
        If there is none, or its model cannot be asked.
    """
    plain = {name: build for name, build in formulations.items() if not name.endswith("_fast")}
    built = build_model(puzzle, plain)
    try:
        return question(built, *more)
    finally:
        built.free()
