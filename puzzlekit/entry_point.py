"""Entry point of the shell command `puzzlekit`, and of `python -m puzzlekit.entry_point`. Ctrl-C ends the command at
once, even while libraries are imported."""

import gc
import os
import sys
from types import FrameType

from puzzlekit.core.interrupts import STOPPED, DeferInterrupts


class Ending(DeferInterrupts):
    """A `with` block in which an interrupt ends the process at once.

    The block imports libraries, which takes seconds, and libraries turn a KeyboardInterrupt into other errors. The
    command has not begun yet, so nothing needs cleaning up.
    """

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Handle an interrupt: print that the command was stopped, and end the process."""
        os.write(2, b"puzzlekit: stopped\n")
        os._exit(STOPPED)


def main() -> int:
    """Run the command given in the shell and return its exit status."""
    with Ending():
        from puzzlekit import cli
    status = cli.main(importing=Ending)
    if status == STOPPED:
        gc.freeze()  # otherwise Python visits every object once more before it ends
    return status


if __name__ == "__main__":
    sys.exit(main())
