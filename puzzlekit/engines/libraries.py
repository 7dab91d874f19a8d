"""Libraries of second engines, and a clear error where an installation lacks one."""

from collections.abc import Iterator
from contextlib import contextmanager

from puzzlekit.core.errors import MissingEngine
from puzzlekit.core.interrupts import DeferInterrupts


@contextmanager
def library(name: str) -> Iterator[None]:
    """Guard a block that imports this library. Raises MissingEngine if the import fails."""
    with DeferInterrupts():  # libraries turn an interrupt into another exception, and some cannot be imported again
        try:
            yield
        except ImportError as error:
            raise MissingEngine(f"{name} cannot be imported here ({error}); `pip install {name}` brings it") from error


@contextmanager
def where_installed() -> Iterator[None]:
    """Run a block that calls a second engine. If the engine's library is missing, print that and skip the rest of the
    block.

    Examples
    --------
    >>> with where_installed():  # doctest: +SKIP
    ...     print(sudoku.ENGINES["cp_sat"](puzzle).solutions)
    """
    try:
        yield
    except ImportError as missing:  # a MissingEngine, or the reader's own import
        print(f"Left out here: {missing}")
