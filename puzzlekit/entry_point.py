"""`puzzlekit` in a shell: hears Ctrl-C before a library is imported, and ends soon after it."""

import gc
import os
from types import FrameType

from puzzlekit.core.interrupts import STOPPED, DeferInterrupts


class Ending(DeferInterrupts):
    """A block in which an interrupt ends the process at once: while libraries are imported, which takes seconds, and
    which make all kinds of errors of a KeyboardInterrupt. Nothing has begun that would have to be ended."""

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """End the process, and say so."""
        os.write(2, b"puzzlekit: stopped\n")
        os._exit(STOPPED)


def main() -> int:
    """Run the command that the shell was given; its exit status."""
    with Ending():
        from puzzlekit import cli
    status = cli.main(importing=Ending)
    if status == STOPPED:
        gc.freeze()  # Python would look at every object once more before it ends
    return status
