"""The libraries of second engines: an installation may lack them, and then it says so."""

from collections.abc import Iterator
from contextlib import contextmanager

from puzzlekit.core.errors import MissingEngine
from puzzlekit.core.interrupts import DeferInterrupts


@contextmanager
def library(name: str) -> Iterator[None]:
    """A block that imports this library. Raises MissingEngine where that cannot be done."""
    with DeferInterrupts():  # libraries make another exception of an interrupt, and some cannot be imported again
        try:
            yield
        except ImportError as error:
            raise MissingEngine(f"{name} cannot be imported here ({error}); `pip install {name}` brings it") from error


@contextmanager
def where_installed() -> Iterator[None]:
    """A block that asks a second engine: where its library is missing, print that and leave the rest of the block out.

    Examples
    --------
    >>> with where_installed():  # doctest: +SKIP
    ...     print(sudoku.ENGINES["cp_sat"](puzzle).solutions)
    """
    try:
        yield
    except ImportError as missing:  # a MissingEngine, or the reader's own import
        print(f"Left out here: {missing}")
