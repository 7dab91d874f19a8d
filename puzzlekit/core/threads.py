"""Threads, and the one place that knows what is done where none can be started: the kernel of a page has no others.

There, a solve runs in the caller's thread with SCIP's own limits, PySAT is asked directly, and what a board asks runs
in the next turn of the event loop. Nobody can stop it then.
"""

import threading
from collections.abc import Callable
from contextvars import copy_context
from functools import cache


@cache
def can_start() -> bool:
    """Whether this process can start a thread at all."""
    try:
        probe = threading.Thread(target=bool, daemon=True)
        probe.start()
    except RuntimeError:
        return False
    probe.join()
    return True


def start(work: Callable[[], object], name: str | None = None) -> None:
    """Run a function in a thread of its own, with the caller's context variables; where there is none, at once."""
    run = copy_context().run
    if can_start():
        threading.Thread(target=run, args=(work,), daemon=True, name=name).start()
    else:
        run(work)


def start_soon(work: Callable[[], object], name: str) -> None:
    """The same, but where there is no thread, in the next turn of the event loop, if one runs."""
    if not can_start():
        import asyncio  # the shell, which has threads, does without

        try:
            asyncio.get_running_loop().call_soon(work)
            return
        except RuntimeError:  # plain Python
            pass
    start(work, name)
