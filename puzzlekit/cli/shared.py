"""What the commands share: exit statuses, arguments that several take, how a puzzle is found."""

import argparse
import os
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from puzzlekit import PUZZLES, bench
from puzzlekit.clock import checked_limit
from puzzlekit.engines import MOST_WORKERS
from puzzlekit.errors import PuzzleError, nearest, shown
from puzzlekit.grid import MAX_BYTES, read_text

SOLVED, NONE, BAD, LIMIT = 0, 1, 2, 3
STATUSES = "exit status: 0 solved, 1 proved to have no solution, 2 bad input or use, 3 a limit was reached"


def say(message: object, status: int) -> int:
    """A sentence on stderr; the exit status that goes with it."""
    print(f"puzzlekit: {message}", file=sys.stderr)
    return status


def add_type(command: argparse.ArgumentParser) -> None:
    """The argument of all commands that need one: the puzzle type."""
    command.add_argument("type", metavar="TYPE", choices=PUZZLES, help=f"one of {', '.join(PUZZLES)}")


def seconds(text: str) -> float:
    """An argument in seconds."""
    try:
        return checked_limit(float(text))
    except ValueError:  # PuzzleError is one
        raise argparse.ArgumentTypeError(f"found {shown(text)}, expected seconds, 0 or more") from None


def count(text: str) -> int:
    """An argument that says how many processes work at a time."""
    if not re.fullmatch("[0-9]{1,4}", text) or not 1 <= int(text) <= MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"found {shown(text)}, expected 1 to {MOST_WORKERS}")
    return int(text)


def find_type(options: argparse.Namespace) -> ModuleType:
    """The package of the puzzle type that was asked for, imported."""
    with options.importing():
        return bench.find_package(options.type)


def find_puzzle(package: ModuleType, given: str) -> Any:
    """The puzzle that an argument names: standard input, a data file, a file, a picture or an id."""
    if given == "-":
        return package.parse(sys.stdin.buffer.read(MAX_BYTES + 1).decode("utf-8", errors="replace"))
    if given in package.names():
        return package.load(given)
    if os.path.isfile(given):
        return package.parse(read_text(Path(given)))
    try:
        return package.parse(given)
    except PuzzleError:
        if "\n" in given or ":" in given:
            raise
    names = package.names()
    told = f"{', '.join(names)}{nearest(given, names)}"
    raise PuzzleError(f"found {given[:60]!r}, expected - or a file or an id or one of the names {told}")
