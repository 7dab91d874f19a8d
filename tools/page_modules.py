"""Which of the package's files a page carries: `page.board` and all that its boards import through each other.

Where Python finds a folder without `__init__.py`, it makes a package of it. So a page leaves out the faces of `board`
and of the puzzle types, which name solvers, pictures and widgets, and that no file names which a page needs.

    uv run python tools/page_modules.py                    # the files of all types, and how large they are, packed
    uv run python tools/page_modules.py sudoku hashi       # those of these
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
ASKED = ("play", "puzzle", "statement", *FACE)  # what a page and its boards import of a puzzle type by its name
Parts = tuple[str, ...]  # a module within the package: ("board", "notes")


def carried(puzzle_types: Collection[str] = puzzlekit.PUZZLES, package: Path = PACKAGE) -> list[Path]:
    """The files, from the package's folder on, for pages with boards of these types."""
    return sorted(Path(*parts).with_suffix(".py") for parts in reached(starts(puzzle_types), package))


def starts(puzzle_types: Collection[str]) -> list[Parts]:
    """The modules that a page asks for by their names."""
    asked = [(puzzle_type, name) for puzzle_type in puzzle_types for name in ASKED]
    return [("page", "board"), *(parts for parts in asked if PACKAGE.joinpath(*parts).with_suffix(".py").is_file())]


def reached(modules: Collection[Parts], package: Path = PACKAGE) -> set[Parts]:
    """These modules and all of the package that they import, wherever in their text; a folder's face only where a file
    names something of it."""
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
    """Full names of what a file imports, wherever in the file; `from a import b` gives `a.b`."""
    above = ["puzzlekit", *parts[:-1]]
    for node in ast.walk(ast.parse(package.joinpath(*parts).with_suffix(".py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = above[: len(above) - node.level + 1] if node.level else []
            source += [node.module] if node.module else []
            yield from (".".join([*source, alias.name]) for alias in node.names)


def module_parts(names: list[str], package: Path) -> Parts:
    """The module among `a.b.c`, where the last names may be functions in it."""
    parts: list[str] = []
    for name in names:
        folder = package.joinpath(*parts)
        if not (folder / name).is_dir() and not (folder / f"{name}.py").exists():
            break
        parts.append(name)
    return tuple(parts)


def packed(puzzle_types: Collection[str] = puzzlekit.PUZZLES) -> bytes:
    """The files as a zip archive, from `puzzlekit/` on; the same bytes each time."""
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
