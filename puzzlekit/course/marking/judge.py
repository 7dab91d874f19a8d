"""The process in which one submission runs: cells of strangers, and between them the checks.

`offline` starts it, without a network where the system can do that. It reads a job from its standard input, has no
other input, no output but the lines for `marking.run`, and a limit of memory. The checks are imported before the first
cell runs, their verdict is taken from them and not from what is printed, and none counts once a cell has changed what
checks are made of.
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from types import FunctionType
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from puzzlekit.course import exercise
from puzzlekit.course.sentences import stopped

GUARDED = ("puzzlekit", "pyscipopt", "builtins", "functools", "itertools", "math", "fractions", "operator")
MEGABYTE = 1 << 20


def main(*, offline: bool) -> None:
    """Run the job and write a line after each step; whether there is no network goes into the first line."""
    job = json.load(sys.stdin)
    lines = os.fdopen(os.dup(1), "w", buffering=1)
    _silence()
    checks: dict[str, Any] = {}
    exec(job["imports"], checks)  # before the limit of memory, which is for what follows
    _limit_memory(job["megabytes"])
    shell = InteractiveShell.instance(config=Config(HistoryManager={"enabled": False}))
    before = dict(_parts())
    print(json.dumps({"offline": offline}), file=lines)
    for step in job["steps"]:
        source = step["source"]
        said = _judge(source, shell.user_ns, checks) if step["is_check"] else _run(source, shell)
        now = dict(_parts())
        changed = [name for name, part in before.items() if now.get(name, now) is not part]
        print(json.dumps({"said": said, "changed": changed[:3]}), file=lines)
    os._exit(0)  # what a cell left running does not matter


def _silence() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)


def _limit_memory(megabytes: int) -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE,) * 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _run(source: str, shell: InteractiveShell) -> str:
    """Run a cell, as a notebook does. The sentence for what it stopped with, or ""."""
    result = shell.run_cell(source, store_history=False, silent=True)
    error = result.error_before_exec or result.error_in_exec
    return stopped(error) if isinstance(error, Exception) else type(error).__name__ if error else ""


def _judge(source: str, answers: dict[str, Any], checks: dict[str, Any]) -> str:
    """The sentence of a check."""
    said: list[str] = []
    exercise.say = said.append
    try:
        exec(source, {**answers, **checks})
    except BaseException as error:  # a cell may raise what it likes
        name = getattr(error, "name", "") or ""
        missing = isinstance(error, NameError) and name
        return f"Not yet: {name} was not made" if missing else f"Not yet: {type(error).__name__}"
    finally:
        exercise.say = print
    return said[-1] if said else ""


def _parts() -> Iterator[tuple[str, Any]]:
    """What checks are made of, by name: the functions and classes of guarded modules, and what those consist of."""
    seen = set[int]()
    for title, module in list(sys.modules.items()):
        if title.partition(".")[0] in GUARDED and title != __name__:
            for name, part in list(vars(module).items()):
                if callable(part) and (title, name) != (exercise.__name__, "say"):
                    yield f"{title}.{name}", part
                    yield from _inside(f"{title}.{name}", part, seen)


def _inside(name: str, part: Any, seen: set[int]) -> Iterator[tuple[str, Any]]:
    if id(part) in seen:
        return
    seen.add(id(part))
    if isinstance(part, type):
        yield from ((f"{name}.{own}", value) for own, value in list(vars(part).items()) if callable(value))
    elif isinstance(part, FunctionType):
        yield f"{name}.__code__", part.__code__
        yield f"{name}.__defaults__", part.__defaults__
        for number, cell in enumerate(part.__closure__ or ()):  # what a decorator holds
            with suppress(ValueError):  # a cell may be empty
                if callable(value := cell.cell_contents):
                    yield f"{name}[{number}]", value
                    yield from _inside(f"{name}[{number}]", value, seen)


if __name__ == "__main__":
    main(offline="offline" in sys.argv)
