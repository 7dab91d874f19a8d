"""Shared functions of the tools that make a puzzle type's data: puzzles as files with their answers beside them."""

from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import DATA

Solutions = Callable[[str, Any], tuple]


def expect(name: str, found: tuple, expected: int) -> tuple:
    """Return the solutions `found`. Raises PuzzleError if their number is not the expected one."""
    if len(found) != expected:
        raise PuzzleError(f"{name}: found {len(found)} solutions, expected {expected}")
    return found


def save(
    folder: Path, puzzles: Iterable[tuple[str, Any]], solutions: Solutions | None, told: Callable[[Any], str]
) -> None:
    """Write each puzzle as NAME.txt, with NAME.answer.txt beside it if there is one solution.

    Parameters
    ----------
    solutions
        `(name, puzzle) -> all solutions`, which raises if their number is not the expected one; None writes no answers.
    told
        `puzzle -> its printed description`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, puzzle in puzzles:
        found = solutions(name, puzzle) if solutions else ()
        (folder / f"{name}.txt").write_text(f"{puzzle}\n", encoding="utf-8")
        if len(found) == 1:
            (folder / f"{name}.answer.txt").write_text(f"{found[0]}\n", encoding="utf-8")
        print(f"{name}: {told(puzzle)}", flush=True)


def check(room: ModuleType, solutions: Solutions) -> None:
    """Count the solutions of every puzzle of a type, and compare its answer file. Raises PuzzleError if they differ."""
    folder = DATA / room.__name__.rpartition(".")[2]
    for name in room.names():
        found = solutions(name, room.load(name))
        answer = folder / f"{name}.answer.txt"
        if answer.exists() != (len(found) == 1):
            raise PuzzleError(f"{name}: found {len(found)} solutions, expected an answer where there is one")
        if answer.exists() and answer.read_text(encoding="utf-8") != f"{found[0]}\n":
            raise PuzzleError(f"{name}: found another answer beside it than its only solution")
    print(f"{len(room.names())} puzzles are as they should be")
