"""A question about a puzzle, answered with one of the puzzle's models."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from puzzlekit.scip.enumeration import Build, build_model

T = TypeVar("T")


def asked(puzzle: Any, formulations: Mapping[str, Build], question: Callable[..., T], *more: Any) -> T:
    """Build a model of a puzzle, and return `question(model, *more)`. The model is freed afterwards.

    Parameters
    ----------
    formulations
        {name: function that builds a model}. The first formulation that supports the puzzle is used, except those with
        names ending in `_fast`.

    Raises
    ------
    UnsupportedPuzzle
        If there is no such formulation, or `question` does not support the model.
    """
    plain = {name: build for name, build in formulations.items() if not name.endswith("_fast")}
    built = build_model(puzzle, plain)
    try:
        return question(built, *more)
    finally:
        built.free()
