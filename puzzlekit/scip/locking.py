"""Locks on models: only one thread uses a model at a time. Two threads at one model end the process, or get SCIP's bare
errors. So does an exception inside a callback of SCIP, or between a change of a model and its end."""

import contextlib
import ctypes
import threading
from collections.abc import Callable, Iterator

import pyscipopt
from pyscipopt import Model

from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.interrupts import DeferInterrupts

SCIP = 0  # holds the models that are being solved; no thread has this number
_holders: dict[int, int] = {}  # address of a model -> the thread that holds it, or SCIP
_library = ctypes.CDLL(pyscipopt.scip.__file__)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)


def native(function: str) -> Callable[..., int] | None:
    """Return one of SCIP's functions that PySCIPOpt does not expose, or None if the library does not export it."""
    return getattr(_library, function, None)


def address(model: Model) -> int:
    """Return the address of SCIP's model. Several objects of PySCIPOpt may have the same one.

    Raises
    ------
    PuzzleError
        If the model was freed: any other call to it ends the process.
    """
    try:
        return _pointer(model.to_ptr(give_ownership=False), b"scip")  # type: ignore[attr-defined]
    except ValueError:
        raise PuzzleError("found a model that was freed, expected one that was just built") from None


@contextlib.contextmanager
def locked(*models: Model) -> Iterator[DeferInterrupts]:
    """Keep other threads from these models, and interrupts from this block.

    A thread may lock a model again, but not while it has SCIP solve the model: in a lazy family or a progress function.

    Raises
    ------
    PuzzleError
        If another thread or SCIP holds one of the models.
    """
    me, taken = threading.get_ident(), list[int]()
    with DeferInterrupts() as interrupt:
        try:
            for place in map(address, models):
                if _holders.get(place) != me:
                    if _holders.setdefault(place, me) != me:  # compared and set in one step
                        told = "this model is being solved already, perhaps by a board"
                        raise PuzzleError(f"{told}; stop that solve or wait for its end")
                    taken.append(place)
            yield interrupt
        finally:
            for place in taken:
                del _holders[place]


@contextlib.contextmanager
def owned_by_scip(model: Model) -> Iterator[None]:
    """Let SCIP work on a model that this thread holds: meanwhile not even this thread may use it in another way."""
    place = address(model)
    me, _holders[place] = _holders[place], SCIP
    try:
        yield
    finally:
        _holders[place] = me
