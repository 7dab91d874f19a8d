"""The commands `puzzlekit lab | solve | explain | link | bench | doctor`, each in a file of its own."""

import argparse
import errno
import io
import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module

from puzzlekit import __version__
from puzzlekit.cli.shared import BAD, LIMIT, say
from puzzlekit.core.errors import NoShortProof, PuzzleError, TimeLimitReached
from puzzlekit.core.interrupts import STOPPED, DeferInterrupts

CLOSED = (errno.EPIPE, errno.EINVAL)  # errors of a write whose reader has ended; Windows reports the second one
COMMANDS = ("lab", "solve", "explain", "link", "bench", "doctor")


def main(arguments: Sequence[str] | None = None, *, importing: type[DeferInterrupts] = DeferInterrupts) -> int:
    """Run a command and return its exit status. `arguments` are the words after `puzzlekit`, by default from the
    command line. PuzzleErrors, errors of files and interrupts are printed as sentences on stderr, without a traceback.

    `importing` is the class of the `with` blocks that defer interrupts during imports of puzzle types, libraries and
    engines.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):  # a console may be unable to print a letter of a file's name
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        arguments = sys.argv[1:] if arguments is None else arguments
        first = arguments[:1]
        parser = _parser([] if first == ["--version"] else [name for name in COMMANDS if name in first] or COMMANDS)
        parser.set_defaults(importing=importing, passes_on=False)
        options, others = parser.parse_known_args(arguments)
        if others and not options.passes_on:
            parser.error(f"unrecognized arguments: {' '.join(others)}")
        status = options.run(options, others) if others else options.run(options)
        print(end="", flush=True)  # otherwise Python flushes when it ends, and no handler catches an error there
        return status
    except (TimeLimitReached, NoShortProof) as error:
        return say(error, LIMIT)
    except PuzzleError as error:
        return say(error, BAD)
    except OSError as error:
        if error.errno not in CLOSED or error.filename:
            return say(error, BAD)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader, such as `head`, needs no more
        return BAD
    except KeyboardInterrupt:
        return say("stopped", STOPPED)


def _parser(asked: Iterable[str]) -> argparse.ArgumentParser:
    """Return the parser for these commands. The modules of other commands are not imported."""
    parser = argparse.ArgumentParser(prog="puzzlekit", description="Puzzles solved by mathematical optimization.")
    parser.add_argument("--version", action="version", version=f"puzzlekit {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name in asked:
        import_module(f"puzzlekit.cli.{name}").add(commands)
    return parser
