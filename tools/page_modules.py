"""The package's files that a page carries: `page.board` and all modules that its boards import, directly or not.

Python treats a folder without `__init__.py` as a package. So a page leaves out the `__init__` modules of `board` and of
the puzzle types, which import solvers, pictures and widgets, and from which no file of a page imports a name.

    uv run python tools/page_modules.py                    # the files of all types, and their packed size
    uv run python tools/page_modules.py sudoku hashi       # the files of these types
"""

import ast
import io
import sys
import zipfile
from collections.abc import Collection, Iterator
from pathlib import Path

import puzzlekit
from puzzlekit.board.adapter import FACE

PACKAGE = Path(puzzlekit.__file__).parent
ASKED = ("play", "puzzle", "statement", *FACE)  # the modules of a puzzle type that a page and its boards import by name
Parts = tuple[str, ...]  # a module within the package: ("board", "notes")


def carried(puzzle_types: Collection[str] = puzzlekit.PUZZLES, package: Path = PACKAGE) -> list[Path]:
    """Return the files for pages with boards of these types, relative to the package's folder."""
    return sorted(Path(*parts).with_suffix(".py") for parts in reached(starts(puzzle_types), package))


def starts(puzzle_types: Collection[str]) -> list[Parts]:
    """Return the modules that a page imports by their names."""
    asked = [(puzzle_type, name) for puzzle_type in puzzle_types for name in ASKED]
    return [("page", "board"), *(parts for parts in asked if PACKAGE.joinpath(*parts).with_suffix(".py").is_file())]


def reached(modules: Collection[Parts], package: Path = PACKAGE) -> set[Parts]:
    """Return these modules and all modules of the package that they import, anywhere in their text, directly or not; a
    folder's `__init__` only if a file imports a name from it."""
    found, waiting = set(modules), [*modules]
    while waiting:
        parts = waiting.pop()
        for first, *names in (name.split(".") for name in imports(package, parts)):
            own = module_parts(names, package) if first == "puzzlekit" else ()
            if first == "puzzlekit" and not package.joinpath(*own).with_suffix(".py").is_file():
                own = (*own, "__init__")
            if own and own not in found:
                found.add(own)
                waiting.append(own)
    return found


def imports(package: Path, parts: Parts) -> Iterator[str]:
    """Yield the full names that a file imports, anywhere in its text; `from a import b` gives `a.b`."""
    above = ["puzzlekit", *parts[:-1]]
    for node in ast.walk(ast.parse(package.joinpath(*parts).with_suffix(".py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = above[: len(above) - node.level + 1] if node.level else []
            source += [node.module] if node.module else []
            yield from (".".join([*source, alias.name]) for alias in node.names)


def module_parts(names: list[str], package: Path) -> Parts:
    """Return the module in the name `a.b.c`, whose last parts may be functions of the module."""
    parts: list[str] = []
    for name in names:
        folder = package.joinpath(*parts)
        if not (folder / name).is_dir() and not (folder / f"{name}.py").exists():
            break
        parts.append(name)
    return tuple(parts)


def packed(puzzle_types: Collection[str] = puzzlekit.PUZZLES) -> bytes:
    """Return the files as a zip archive with the folder `puzzlekit/`, with the same bytes each time."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in carried(puzzle_types):
            inside = zipfile.ZipInfo(f"puzzlekit/{file.as_posix()}")
            archive.writestr(inside, (PACKAGE / file).read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return whole.getvalue()


if __name__ == "__main__":
    wanted = sys.argv[1:] or puzzlekit.PUZZLES
    print(*carried(wanted), sep="\n")
    print(f"{len(carried(wanted))} files, {len(packed(wanted)) / 1000:.0f} kB packed")
