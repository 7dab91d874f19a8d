"""Threads, and their replacement where no thread can be started, as in the kernel of a web page.

Without threads, a solve runs in the caller's thread with SCIP's own limits, PySAT is called directly, and a board's
request runs in the next turn of the event loop. Nothing can stop such work.
"""

import threading
from collections.abc import Callable
from contextvars import copy_context
from functools import cache


@cache
def can_start() -> bool:
    """Return whether this process can start a thread."""
    try:
        probe = threading.Thread(target=bool, daemon=True)
        probe.start()
    except RuntimeError:
        return False
    probe.join()
    return True


def start(work: Callable[[], object], name: str | None = None) -> None:
    """Run a function in a new thread with the caller's context variables. If no thread can be started, run the function
    at once."""
    run = copy_context().run
    if can_start():
        threading.Thread(target=run, args=(work,), daemon=True, name=name).start()
    else:
        run(work)


def start_soon(work: Callable[[], object], name: str) -> None:
    """Run a function in a new thread. If no thread can be started, run the function in the next turn of the event loop,
    or at once if no event loop runs."""
    if not can_start():
        import asyncio  # imported late: the shell has threads and does not need it

        try:
            asyncio.get_running_loop().call_soon(work)
            return
        except RuntimeError:  # no event loop runs
            pass
    start(work, name)
