"""How a solve under way is ended, from another thread or from inside of it."""

import contextlib
import ctypes

from pyscipopt import SCIP_STAGE, Model

from puzzlekit.scip.locking import address, native

_interrupt_lp = native("SCIPinterruptLP")


def stop_search(model: Model) -> None:
    """Ask SCIP to end its search. Whoever needs it to end asks again until it has: while SCIP sets a search up it does
    not take it, and it forgets what was asked before it began."""
    with contextlib.suppress(Exception):  # the stage, which any thread may ask for, may change in between
        if model.getStage() != SCIP_STAGE.INITSOLVE:  # it sets a search up, and takes no such call
            model.interruptSolve()


def stop_lp(model: Model) -> None:
    """Stop the LP that a search may be in; SCIP by itself looks up only between two LPs.

    PySCIPOpt does not show SCIPinterruptLP, so it is called where the library that PySCIPOpt brings has it.
    """
    if _interrupt_lp is not None:
        _interrupt_lp(ctypes.c_void_p(address(model)), 1)
