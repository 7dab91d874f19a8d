"""Imports of the libraries that engines other than SCIP need, with a clear error if a library is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from puzzlekit.core.errors import MissingEngine
from puzzlekit.core.interrupts import DeferInterrupts


@contextmanager
def library(name: str) -> Iterator[None]:
    """Run a `with` block that imports the library `name`. If the import fails, raise MissingEngine."""
    with DeferInterrupts():  # an interrupted import raises another exception, and some libraries allow no second import
        try:
            yield
        except ImportError as error:
            raise MissingEngine(f"{name} cannot be imported here ({error}); run `pip install {name}`") from error


@contextmanager
def where_installed() -> Iterator[None]:
    """Run a `with` block that needs a solver other than SCIP. If the solver's library is missing, print a message and
    skip the rest of the block.

    Examples
    --------
    >>> with where_installed():  # doctest: +SKIP
    ...     print(sudoku.ENGINES["cp_sat"](puzzle).solutions)
    """
    try:
        yield
    except ImportError as missing:  # a MissingEngine, or the reader's own import
        print(f"Left out here: {missing}")
