"""What a reader can call, found by looking: the faces of the package, and all that the notebooks name."""

import ast
import importlib
import inspect
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, is_dataclass
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from puzzlekit import PUZZLES

ROOT = Path(__file__).resolve().parents[1]
SHARED = (
    "reasoning.certificates",
    "reasoning.conflicts",
    "scip",
    "scip.tree",
    "zdd",
    "drawing",
    "board",
    "scip.lazy",
    "scip.enumeration",
    "course.model_comparison",
    "bench",
)
LEFT_OUT = (inspect.Parameter.VAR_KEYWORD,)  # a keyword that nobody knows is a TypeError of Python's own


@dataclass(frozen=True)
class Call:
    """A public function, a class that checks what it is made of, or a method: `owner` is the class of a method."""

    name: str
    function: Callable[..., Any]
    owner: type | None = None

    @property
    def short(self) -> str:
        """Its last name, with the class before a method."""
        return ".".join(self.name.rsplit(".", 2 if self.owner else 1)[1:])

    @property
    def room(self) -> str:
        """The room that it belongs to; what is shared is tried with Sudoku."""
        return next((part for part in self.name.split(".") if part in PUZZLES), "sudoku")

    @property
    def parameters(self) -> list[inspect.Parameter]:
        """What it takes, apart from `self`."""
        own = inspect.signature(self.function).parameters.values()
        return [one for one in own if one.kind not in LEFT_OUT and not (self.owner and one.name == "self")]


@cache
def calls() -> tuple[Call, ...]:
    """Each once, under the first name that it has: what rooms share, their contract asks in each."""
    found: dict[int, tuple[str, Any]] = {}
    for name, thing in sorted({*_faces(), *_named_by_notebooks()}, key=lambda pair: pair[0]):
        found.setdefault(id(getattr(thing, "__func__", thing)), (name, thing))
    return tuple(call for name, thing in found.values() for call in _calls_of(name, thing))


def _calls_of(name: str, thing: Any) -> Iterator[Call]:
    if not inspect.isclass(thing):
        yield Call(name, thing)
    elif not issubclass(thing, BaseException):
        if not _takes_anything(thing):
            yield Call(name, thing)
        for title, method in inspect.getmembers_static(thing):
            written = getattr(method, "__func__", method)  # of a class method, and of a static one
            if isinstance(written, FunctionType) and _is_method(thing, title):
                own = thing if isinstance(method, FunctionType) else None
                yield Call(f"{name}.{title}", getattr(thing, title), own)


def _is_method(kind: type, title: str) -> bool:
    """Whether a class has a function of its own by this name, and no field that holds one."""
    fields = getattr(kind, "__dataclass_fields__", {})
    ours = any(title in vars(base) for base in kind.__mro__ if base.__module__.startswith("puzzlekit"))
    return ours and not title.startswith("_") and title not in fields


def _takes_anything(kind: type) -> bool:
    """Whether it is plain data that looks at nothing: what is wrong in there, its reader says."""
    return is_dataclass(kind) and "__init__" in vars(kind) and not hasattr(kind, "__post_init__")


def _faces() -> Iterator[tuple[str, Any]]:
    for face in (*PUZZLES, *SHARED):
        module = importlib.import_module(f"puzzlekit.{face}")
        yield from _public(module, (name for name in dir(module) if _is_its_own(module, name)))


def _is_its_own(module: ModuleType, name: str) -> bool:
    """Whether a name of a module is its own: a package's face is what it imports, a module's what it defines."""
    home = str(getattr(getattr(module, name), "__module__", ""))
    return home.startswith("puzzlekit") if hasattr(module, "__path__") else home == module.__name__


def _public(module: ModuleType, names: Any) -> Iterator[tuple[str, Any]]:
    for name in names:
        thing = getattr(module, name, None)
        home = str(getattr(thing, "__module__", ""))
        if callable(thing) and home.startswith("puzzlekit") and not name.startswith("_"):
            yield f"{module.__name__}.{name}".removeprefix("puzzlekit."), thing


def _named_by_notebooks() -> Iterator[tuple[str, Any]]:
    """What the chapters and their solutions import, and what they call in the modules that they import."""
    for notebook in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        plain = [
            "\n".join(line for line in text.split("\n") if not line.lstrip().startswith(("%", "!"))) for text in code
        ]
        yield from _named([node for text in plain for node in ast.walk(ast.parse(text))])


def _named(nodes: list[ast.AST]) -> Iterator[tuple[str, Any]]:
    modules: dict[str, ModuleType] = {}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "puzzlekit":
            home = importlib.import_module(str(node.module))
            for alias in node.names:
                if not hasattr(home, alias.name) or inspect.ismodule(getattr(home, alias.name)):
                    modules[alias.asname or alias.name] = importlib.import_module(f"{node.module}.{alias.name}")
                else:
                    yield from _public(home, [alias.name])
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            yield from _public(modules[node.value.id], [node.attr])
