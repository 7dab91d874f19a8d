"""Work in a fork of the process, which leaves the process as it is. Windows has no forks."""

import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from typing import Any


def forked(work: Callable[[], Any]) -> tuple[Any, int]:
    """Return the result of `work` in a fork, and 0. If the fork ends without a result, return None and its status, see
    `os.waitpid`."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        status = 1
        with suppress(BaseException), os.fdopen(writing, "wb") as pipe:
            pipe.write(pickle.dumps(work()))
            status = 0
        os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        found = pipe.read()
    _, status = os.waitpid(child, 0)
    return None if status else pickle.loads(found), status
