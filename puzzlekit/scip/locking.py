"""Only one thread uses a model at a time. Two threads at one model end the process, or get SCIP's bare errors; so
does an exception that falls into one of SCIP's callbacks, or between a change of a model and the end of it."""

import contextlib
import ctypes
import threading
from collections.abc import Callable, Iterator

import pyscipopt
from pyscipopt import Model

from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.interrupts import DeferInterrupts

SCIP = 0  # the number of no thread: it holds the models that are being solved
_holders: dict[int, int] = {}  # where a model lies in memory -> the thread that holds it, or SCIP
_library = ctypes.CDLL(pyscipopt.scip.__file__)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)


def native(function: str) -> Callable[..., int] | None:
    """One of SCIP's own functions, which PySCIPOpt does not show, where the library that it brings has it."""
    return getattr(_library, function, None)


def address(model: Model) -> int:
    """Where SCIP keeps this model: PySCIPOpt may have several objects for it.

    Raises
    ------
    PuzzleError
        If the model was freed: whatever else is asked of it ends the process.
    """
    try:
        return _pointer(model.to_ptr(give_ownership=False), b"scip")  # type: ignore[attr-defined]
    except ValueError:
        raise PuzzleError("found a model that was freed, expected one that was just built") from None


@contextlib.contextmanager
def locked(*models: Model) -> Iterator[DeferInterrupts]:
    """Keep all other threads from these models, and interrupts from this block.

    A thread may hold again what it holds, but not what it has SCIP solve: in a lazy family or a progress function.

    Raises
    ------
    PuzzleError
        If somebody else holds one of them.
    """
    me, taken = threading.get_ident(), list[int]()
    with DeferInterrupts() as interrupt:
        try:
            for place in map(address, models):
                if _holders.get(place) != me:
                    if _holders.setdefault(place, me) != me:  # looked at and taken in one step
                        told = "this model is being solved already, perhaps by a board"
                        raise PuzzleError(f"{told}; stop that solve or wait for its end")
                    taken.append(place)
            yield interrupt
        finally:
            for place in taken:
                del _holders[place]


@contextlib.contextmanager
def owned_by_scip(model: Model) -> Iterator[None]:
    """SCIP works on a model that this thread holds: not even this thread may touch it by another way."""
    place = address(model)
    me, _holders[place] = _holders[place], SCIP
    try:
        yield
    finally:
        _holders[place] = me
