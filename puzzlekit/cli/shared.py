"""Shared parts of the commands: exit statuses, common arguments, and the search for a puzzle."""

import argparse
import os
import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from puzzlekit import PUZZLES, formats
from puzzlekit.core.clock import checked_limit
from puzzlekit.core.errors import PuzzleError, joined, nearest, shown, validate_choice
from puzzlekit.core.texts import MAX_BYTES, read_text
from puzzlekit.engines import MOST_WORKERS

SOLVED, NONE, BAD, LIMIT = 0, 1, 2, 3  # exit statuses, see STATUSES
STATUSES = "exit status: 0 solved, 1 proved to have no solution, 2 bad input or use, 3 a limit was reached"


def say(message: object, status: int) -> int:
    """Print a sentence on stderr, and return the exit status."""
    print(f"puzzlekit: {message}", file=sys.stderr)
    return status


def add_type(command: argparse.ArgumentParser) -> None:
    """Add the argument for the puzzle type. The argument may also be a link, because a link states its puzzle type."""
    told = f"one of {', '.join(PUZZLES)}; or only the address of a puzzle on another site"
    command.add_argument("type", metavar="TYPE|LINK", help=told)


def add_puzzle(command: argparse.ArgumentParser) -> None:
    """Add the arguments for one puzzle: its type, and the puzzle itself."""
    add_type(command)
    told = "a name in data/TYPE, a file, an id, an address, or - for stdin"
    command.add_argument("puzzle", metavar="PUZZLE", nargs="?", help=told)


def seconds(text: str) -> float:
    """Convert a command-line argument to seconds. Raises argparse.ArgumentTypeError if the argument is not a number, or
    is negative."""
    try:
        return checked_limit(float(text))
    except ValueError:  # PuzzleError is a ValueError
        raise argparse.ArgumentTypeError(f"found {shown(text)}, expected seconds, 0 or more") from None


def count(text: str) -> int:
    """Convert a command-line argument to a number of processes. Raises argparse.ArgumentTypeError if it is not a whole
    number from 1 to `MOST_WORKERS`."""
    if not re.fullmatch("[0-9]{1,4}", text) or not 1 <= int(text) <= MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"found {shown(text)}, expected 1 to {MOST_WORKERS}")
    return int(text)


def find_type(options: argparse.Namespace) -> ModuleType:
    """Import and return the package of the puzzle type that the command line names. Raises PuzzleError if there is no
    such type."""
    with options.importing():
        return import_module(f"puzzlekit.{validate_choice(options.type, PUZZLES, 'puzzle type')}")


def find_text(options: argparse.Namespace, *, entries: bool = False) -> tuple[ModuleType, str]:
    """Return the package of the puzzle type and the puzzle's text. The command line names them by two arguments, or by
    only a link. If `entries` is true, the text of a link includes the link's entries. Raises PuzzleError if there is no
    puzzle, or if puzzles of several types fit a link."""
    if options.puzzle is not None:
        package = find_type(options)
        return package, _text(package, options.puzzle)
    if options.type in PUZZLES:
        raise PuzzleError(f"found no PUZZLE, expected a puzzle of type {options.type}")
    given = _read(options.type)
    named, text = formats.opened(given, PUZZLES)
    if not (named or formats.find(text)):
        raise PuzzleError(f"found {shown(text)}, expected a link, or a puzzle type ({', '.join(PUZZLES)}) and a puzzle")
    with options.importing():
        from puzzlekit.page.links import from_link  # imported late: only a link needs it

        linked = from_link(given)
        if linked.others:
            types = joined([linked.puzzle_type, *linked.others])
            raise PuzzleError(f"found a link that fits {types}; write the puzzle type before the link")
        return import_module(f"puzzlekit.{linked.puzzle_type}"), linked.position if entries else linked.text


def _text(package: ModuleType, given: str) -> str:
    """Return the puzzle's text for a command-line argument: "-" for standard input, the name of a puzzle of the
    package, a file, a picture, an id or a link. Raises PuzzleError if the argument is none of these."""
    if given in package.names():
        return str(package.load(given))
    if (text := _read(given)) == given and not any(sign in given for sign in "\n:?"):
        try:
            package.parse(given)
        except PuzzleError:
            names = package.names()
            told = f"'-', a file, an id, or one of the names {', '.join(names)}{nearest(given, names)}"
            raise PuzzleError(f"found {given[:60]!r}, expected {told}") from None
    return text


def _read(given: str) -> str:
    if given == "-" and sys.stdin is None:
        raise PuzzleError("found a closed stdin, expected a puzzle there")
    if given == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1).decode("utf-8", errors="replace")
    return read_text(Path(given)) if os.path.isfile(given) else given
