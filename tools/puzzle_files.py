"""Shared functions of the tools that make a puzzle type's data: puzzles as files with their answers beside them."""

import argparse
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import DATA

Solutions = Callable[[str, Any], tuple]
Makers = Mapping[str, Callable[[], Iterable[tuple[str, Any]]]]  # name of a part or family -> what makes its puzzles


def run(
    doc: str | None,
    room: ModuleType,
    parts: Makers,
    solutions: Solutions,
    told: Callable[[Any], str],
    families: Makers | None = None,
    *,
    answered: bool = True,
) -> None:
    """Run a tool's command line: make the named part of a type's data, or all parts; check the data; or make the
    benchmark's instances.

    Parameters
    ----------
    doc
        The tool's docstring.
    parts, families
        {name of a part: what yields its puzzles}, and the same for the families of the benchmark.
    solutions, told
        See `save`.
    answered
        Whether the benchmark's instances are saved with their answers.
    """
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.set_defaults(folder=None, family=None)
    choices = [*parts, "check", *["bench"] * bool(families)]
    parser.add_argument("part", nargs="?", choices=choices, help="default: all of the data")
    if families:
        parser.add_argument("folder", nargs="?", type=Path, help="where the benchmark's instances go")
        parser.add_argument("--family", choices=families, help="this family of the benchmark alone")
    given = parser.parse_args()
    if (given.part == "bench") != (given.folder is not None):
        parser.error("a folder is needed for bench, and for nothing else")
    if families and given.folder:
        for family in [given.family] if given.family else families:
            save(given.folder / family, families[family](), solutions if answered else None, told)
    elif given.part == "check":
        check(room, solutions)
    else:
        for part in [given.part] if given.part else parts:
            save(folder_of(room), parts[part](), solutions, told)


def folder_of(room: ModuleType) -> Path:
    """Return the folder with the data of a puzzle type."""
    return DATA / room.__name__.rpartition(".")[2]


def counted_by(engine: Callable[..., Any], several: Mapping[str, int]) -> Solutions:
    """Return `(name, puzzle) -> all solutions`, found by an engine. It raises PuzzleError if their number is not the
    expected one: `several` is {name of a puzzle: number of its solutions}, and all other puzzles have one."""

    def solutions(name: str, puzzle: Any) -> tuple:
        expected = several.get(name, 1)
        found = engine(puzzle, expected + 1).solutions
        if len(found) != expected:
            raise PuzzleError(f"{name}: found {len(found)} solutions, expected {expected}")
        return found

    return solutions


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
    folder = folder_of(room)
    for name in room.names():
        found = solutions(name, room.load(name))
        answer = folder / f"{name}.answer.txt"
        if answer.exists() != (len(found) == 1):
            raise PuzzleError(f"{name}: found {len(found)} solutions, expected an answer where there is one")
        if answer.exists() and answer.read_text(encoding="utf-8") != f"{found[0]}\n":
            raise PuzzleError(f"{name}: found another answer beside it than its only solution")
    print(f"{len(room.names())} puzzles are as they should be")
