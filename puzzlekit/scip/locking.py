"""Locks on models: only one thread uses a model at a time. If two threads use one model at the same time, the process
crashes, or SCIP reports false errors. An exception inside a callback of SCIP, or in the middle of a change of a model,
has the same effect.

The calls that end a running solve are here as well, because they come from another thread.
"""

import contextlib
import ctypes
import threading
from collections.abc import Callable, Iterator

import pyscipopt
from pyscipopt import SCIP_STAGE, Model

from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.interrupts import DeferInterrupts

SCIP = 0  # the holder of the models that SCIP is solving; no thread has this number
_holders: dict[int, int] = {}  # address of a model -> the thread that holds it, or SCIP
_library = ctypes.CDLL(pyscipopt.scip.__file__)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)


def native(function: str) -> Callable[..., int] | None:
    """Return the C function of SCIP with this name, or None if SCIP's library does not export the function. This is a
    way to call functions that PySCIPOpt lacks."""
    return getattr(_library, function, None)


def address(model: Model) -> int:
    """Return the address of SCIP's model. Several PySCIPOpt objects may refer to the same SCIP model.

    Raises
    ------
    PuzzleError
        If the model was freed. A method of a freed model would crash the process.
    """
    try:
        return _pointer(model.to_ptr(give_ownership=False), b"scip")  # type: ignore[attr-defined]
    except ValueError:
        raise PuzzleError("found a freed model, expected a model that was just built") from None


@contextlib.contextmanager
def locked(*models: Model) -> Iterator[DeferInterrupts]:
    """Lock models for this thread in a `with` block, and defer interrupts. Yields the object that defers interrupts.

    A thread may lock a model again, but not during a solve of the model: a lazy family or a progress function cannot
    lock it.

    Raises
    ------
    PuzzleError
        If another thread or SCIP has locked one of the models.
    """
    me, taken = threading.get_ident(), list[int]()
    with DeferInterrupts() as interrupt:
        try:
            for place in map(address, models):
                if _holders.get(place) != me:
                    if _holders.setdefault(place, me) != me:  # compared and set in one step
                        told = "this model is being solved already, perhaps by a board"
                        raise PuzzleError(f"{told}; stop that solve or wait until it ends")
                    taken.append(place)
            yield interrupt
        finally:
            for place in taken:
                del _holders[place]


@contextlib.contextmanager
def owned_by_scip(model: Model) -> Iterator[None]:
    """Transfer a model's lock from this thread to SCIP for a `with` block. Inside the block, not even this thread can
    lock the model."""
    place = address(model)
    me, _holders[place] = _holders[place], SCIP
    try:
        yield
    finally:
        _holders[place] = me


_interrupt_lp = native("SCIPinterruptLP")


def stop_search(model: Model) -> None:
    """Ask SCIP to end its search. Repeat the call until the search has ended: SCIP rejects the call while it prepares a
    search, and ignores a call made before the search begins."""
    with contextlib.suppress(Exception):  # the stage may change after this thread has read it
        if model.getStage() != SCIP_STAGE.INITSOLVE:  # SCIP sets up a search and refuses the call
            model.interruptSolve()


def stop_lp(model: Model) -> None:
    """Stop the LP that the search may be solving. SCIP itself checks for a stop only between two LPs.

    PySCIPOpt does not expose the function SCIPinterruptLP, so it is called in SCIP's library, if the library exports
    it.
    """
    if _interrupt_lp is not None:
        _interrupt_lp(ctypes.c_void_p(address(model)), 1)
