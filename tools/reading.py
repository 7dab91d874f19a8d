"""Run the cells of a chapter in another way than once from top to bottom, and print the failures.

python tools/reading.py once 07         all cells; `--without ortools threads` simulates that these are missing
python tools/reading.py twice 07        after all cells, all of them again, in order
python tools/reading.py singly 07       after all cells, each of them again, by itself (not on Windows)
python tools/reading.py core 07         only the core sections
python tools/reading.py lectures 07     only each lecture, in a fresh kernel; also the sums of the stated minutes

A chapter runs in a process of its own, cell by cell as in a kernel, but faster: with IPython's shell alone.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from chapters import FOLDER
from forks import forked

HEADING = re.compile(r"^## (\d+\.\d+) ", re.MULTILINE)
STATED = re.compile(r"\*(Core|Optional)(?:, (\d+) minutes)?\.\*")
NUMBERS = r"(?:sections? )?\d+\.\d+(?:(?:, | and | to )(?:sections? )?\d+\.\d+)*"
PLAN = rf"({NUMBERS})(?: \(after ({NUMBERS})\))?"  # the sections of a lecture, and those that are run before class
LECTURE = re.compile(rf"{PLAN}(?: makes?)?(?: a lecture| another(?: one)?| one)? of (\d+)\b")
PART = re.compile(r"^### ", re.MULTILINE)
VERDICT = re.compile(r"^(?:Right|Not yet|not attempted|Cannot be).*", re.MULTILINE)
WORDS = {"an hour": 60, "two hours": 120, "three hours": 180, "a quarter": 15, "a half": 30, "three quarters": 45}
WORDS |= {"ten": 10, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "ninety": 90}
NEAR = 5  # minutes by which stated times may differ from their sum, since words round them


class Cell(NamedTuple):
    """A code cell, or a text cell, whose `tags` are None."""

    id: str
    source: str
    tags: frozenset[str] | None


@dataclass(frozen=True)
class Section:
    """A numbered section with its stated kind and minutes and its code cells. The opening has the number "".

    A core section may have optional parts, below a smaller heading: neither the core nor a lecture has them.
    """

    number: str
    core: bool
    minutes: int  # of the section and its parts
    cells: tuple[Cell, ...]
    needed: int  # minutes without the optional parts of a core section
    kept: tuple[Cell, ...]  # code cells without theirs


class Lecture(NamedTuple):
    """A lecture: the numbers of its sections and of those that are run before class, and its minutes."""

    sections: list[str]
    after: list[str]
    minutes: int


class Failure(NamedTuple):
    """The failure of a cell in a run."""

    cell: str
    what: str

    def __str__(self) -> str:
        return f"{self.cell}: {self.what}"


def chapter(name: str) -> Path:
    """Return the notebook whose name begins with `name`."""
    (path,) = FOLDER.glob(f"{name}*.ipynb")
    return path


def cells(path: Path) -> list[Cell]:
    """Return all cells of a notebook."""
    found = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [
        Cell(
            one["id"],
            "".join(one["source"]),
            frozenset(one["metadata"].get("tags", ())) if one["cell_type"] == "code" else None,
        )
        for one in found
    ]


def sections(path: Path) -> list[Section]:
    """Return the sections of a chapter, first the opening before section 1."""
    groups: list[list[Cell]] = [[]]
    for cell in cells(path):
        if cell.tags is None and HEADING.search(cell.source):
            groups.append([])
        groups[-1].append(cell)
    return [_section(group) for group in groups]


def _section(group: Sequence[Cell]) -> Section:
    texts = "\n".join(cell.source for cell in group if cell.tags is None)
    heading, stated = HEADING.search(texts), STATED.findall(texts)
    code = tuple(cell for cell in group if cell.tags is not None)
    core = not heading or [kind for kind, _ in stated[:1]] == ["Core"]
    minutes = [int(found or 0) for kind, found in stated if not core or kind == "Core"]
    number, total = heading[1] if heading else "", sum(int(found or 0) for _, found in stated)
    return Section(number, core, total, code, sum(minutes), tuple(_kept(group)) if core else code)


def _kept(group: Sequence[Cell]) -> Iterator[Cell]:
    """Yield the code cells of a core section that are in no optional part."""
    optional = False
    for cell in group:
        if cell.tags is not None and not optional:
            yield cell
        elif cell.tags is None and PART.search(cell.source):
            optional = [kind for kind, _ in STATED.findall(cell.source)] == ["Optional"]


def lectures(path: Path) -> list[Lecture]:
    """Return the lectures that the opening proposes."""
    found = LECTURE.findall(_opening(path))
    return [Lecture(_numbers(own), _numbers(after), int(minutes)) for own, after, minutes in found]


def _opening(path: Path) -> str:
    return next(cell.source for cell in cells(path) if "**Time:**" in cell.source)


def _numbers(text: str) -> list[str]:
    """Return the section numbers of a text such as "3.1, 3.2 and 3.4 to 3.6"."""
    found: list[str] = []
    for first, last in re.findall(r"(\d+\.\d+)(?: to (\d+\.\d+))?", text):
        whole, start = first.split(".")
        end = (last or first).split(".")[1]
        found += [f"{whole}.{number}" for number in range(int(start), int(end) + 1)]
    return found


def stated_minutes(path: Path) -> int:
    """Return the time that the opening states, in minutes."""
    found = re.search(r"\*\*Time:\*\*(.*?)(?:\.|,|$)", _opening(path))
    words = found[1] if found else ""
    told = re.sub(r"(\w+) and a half hours", r"\1 hours and a half", words)
    return sum(map(int, re.findall(r"\d+", told))) + sum(
        minutes for word, minutes in WORDS.items() if re.search(rf"\b{word}\b", told)
    )


# Running


def read(
    path: Path,
    ids: Sequence[str],
    *,
    again: bool = False,
    singly: bool = False,
    changed: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
    python: str | Path = sys.executable,
) -> list[Failure]:
    """Run these cells in order, and with `again` once more, in order or `singly`. Return the failures; a cell whose
    second verdict differs from the first is one.

    `changed` gives cells another source, by their ids. `python` may be another interpreter with its own packages.
    `without` hides packages, or forbids `threads`.
    """
    sources = {cell.id: cell.source for cell in cells(path)} | dict(changed or {})
    plan = {
        "cells": [[one, sources[one]] for one in ids], "again": again, "singly": singly, "without": [*without]
    }  # fmt: skip
    command = [str(python), __file__, "--child"]
    environment = os.environ | {"MPLBACKEND": "agg"}
    given = json.dumps(plan).encode()  # what goes between the two is ASCII, whatever the encoding of consoles
    done = subprocess.run(command, input=given, capture_output=True, cwd=path.parent, env=environment, check=False)
    if done.returncode:
        return [Failure("the process", done.stderr[-1000:].decode(errors="replace"))]
    return [Failure(*one) for one in json.loads(done.stdout.splitlines()[-1])]


def _child() -> None:
    """Run the cells in the process that `read` starts, and print the failures as JSON."""
    plan, out = json.loads(sys.stdin.read()), sys.stdout
    run = _shell()
    for name in plan["without"]:
        _do_without(name)
    found, verdicts = [], {}
    for name, source in plan["cells"]:
        verdicts[name], failure = run(source)
        found += [(name, failure)] if failure else []
    for name, source in plan["cells"] if plan["again"] and not found else ():
        again = partial(run, source)
        said, failure = (forked(again)[0] or ([], "the process ended")) if plan["singly"] else again()
        if failure:
            found.append((name, f"when run once more: {failure}"))
        elif said != verdicts[name]:
            found.append((name, f"says {said} when run once more, and {verdicts[name]} at first"))
    print(json.dumps(found), file=out)


def _shell() -> Any:
    """Return a function that runs a cell, and returns its printed verdicts and its error, or ""."""
    import matplotlib.pyplot as plt
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output

    shell = InteractiveShell.instance()
    shell.showtraceback = lambda *_, **__: None

    def run(source: str) -> tuple[list[str], str]:
        with capture_output() as out:
            result = shell.run_cell(source, store_history=False)
        plt.close("all")
        error = result.error_before_exec or result.error_in_exec
        return VERDICT.findall(out.stdout), f"{type(error).__name__}: {error}" if error else ""

    return run


def _do_without(name: str) -> None:
    """Hide a package, or forbid to start threads, as in a page."""
    if name != "threads":
        sys.modules[name] = None  # type: ignore[assignment]  # makes Python raise ModuleNotFoundError
        return

    def start(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    threading.Thread.start = start  # type: ignore[method-assign]


def once(path: Path, **how: Any) -> list[Failure]:
    """Run all cells once; `how` holds further arguments of `read`."""
    return read(path, [cell.id for cell in cells(path) if cell.tags is not None], **how)


def twice(path: Path, *, singly: bool = False) -> list[Failure]:
    """Run all cells, and then each again."""
    code = [cell.id for cell in cells(path) if cell.tags is not None]
    return read(path, code, again=True, singly=singly)


def alone(path: Path, chosen: Sequence[str] | None = None) -> list[Failure]:
    """Run only the opening and the sections with these numbers, or by default the core sections."""
    parts = [one for one in sections(path) if not one.number or (one.core if chosen is None else one.number in chosen)]
    return read(path, [cell.id for part in parts for cell in part.kept])


def each_lecture(path: Path) -> list[Failure]:
    """Run each lecture in a kernel of its own: the opening, the sections that it comes after, and its own."""
    return [failure for one in lectures(path) for failure in alone(path, [*one.after, *one.sections])]


def wrong_times(path: Path) -> Iterator[str]:
    """Yield the stated minutes that do not add up: of lectures, and of the chapter if its sections state minutes."""
    each = {one.number: one.minutes for one in sections(path)}
    needed = {one.number: one.needed for one in sections(path)}
    if "half of" in _opening(path):
        yield "half of a section makes no lecture that can be run"
    for numbers, after, stated in lectures(path):
        if missing := [number for number in (*numbers, *after) if number not in each]:
            yield f"there is no section {missing[0]}"
        elif (total := sum(needed[number] for number in numbers)) > stated:
            yield f"{', '.join(numbers)} take {total} minutes, not {stated}"
    if (total := sum(each.values())) and abs(total - (stated := stated_minutes(path))) > NEAR:
        yield f"all sections together take {total} minutes, not {stated}"


def main() -> int:
    """Run the command line; return the exit status, 1 if something fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("once", "twice", "singly", "core", "lectures"))
    parser.add_argument("chapters", nargs="*", default=[""])
    parser.add_argument("--without", nargs="+", default=(), metavar="NAME", help="packages, or threads")
    options, failed = parser.parse_args(), False
    if options.command == "singly" and not hasattr(os, "fork"):
        parser.error("`singly` runs each cell in a fork, which Windows does not have")
    for path in (path for name in options.chapters for path in sorted(FOLDER.glob(f"{name}*.ipynb"))):
        if options.command in ("twice", "singly"):
            found = [*map(str, twice(path, singly=options.command == "singly"))]
        elif options.command == "once":
            found = [*map(str, once(path, without=options.without))]
        elif options.command == "core":
            found = [*map(str, alone(path))]
        else:
            found = [*map(str, each_lecture(path)), *wrong_times(path)]
        print(path.stem, *found or ["nothing fails"], sep="\n    ", flush=True)
        failed |= bool(found)
    return int(failed)


if __name__ == "__main__":
    sys.exit(_child() if sys.argv[1:] == ["--child"] else main())
