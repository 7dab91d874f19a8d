"""A question about a puzzle, put to one of its models."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from puzzlekit.scip.enumeration import Build, build_model

T = TypeVar("T")


def asked(puzzle: Any, formulations: Mapping[str, Build], question: Callable[..., T], *more: Any) -> T:
    """Return a function's answer about a model of a puzzle: the first formulation that accepts it and is not fast.

    Raises
    ------
    UnsupportedPuzzle
        If there is no such formulation, or the function does not support its model.
    """
    plain = {name: build for name, build in formulations.items() if not name.endswith("_fast")}
    built = build_model(puzzle, plain)
    try:
        return question(built, *more)
    finally:
        built.free()
