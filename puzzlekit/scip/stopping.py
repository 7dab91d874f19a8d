"""Calls that end a running solve, from another thread or from inside the solve."""

import contextlib
import ctypes

from pyscipopt import SCIP_STAGE, Model

from puzzlekit.scip.locking import address, native

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
