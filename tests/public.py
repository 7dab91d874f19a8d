"""The faces: what a code cell of a chapter or of its solutions calls, and what every puzzle's package answers.

Found by looking: a function or a class by its import, a method by what stands behind the dot of anything else.
"""

import ast
import importlib
import inspect
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from puzzlekit import PUZZLES

ROOT = Path(__file__).resolve().parents[1]
COMMON = (
    *("parse", "parse_solution", "link", "load", "names", "generate", "draw", "board", "violations", "clue_conflicts"),
    *("marks", "deduce", "solve", "solutions", "is_unique", "next_step", "explanation", "difficulty"),
)
CLASSES = ("board", "reasoning.certificates", "scip", "scip.tree", "zdd")  # beside those of the puzzles
LEFT_OUT = (inspect.Parameter.VAR_KEYWORD,)  # a keyword that nobody knows is a TypeError of Python's own
Found = tuple[str, Any]  # its name in the package, and what it is


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
    in_cells = [found for nodes in _notebooks() for found in _called(nodes)]
    by_dot = {name for name, thing in in_cells if thing is None}
    functions = [found for found in in_cells if found[1] is not None]
    kinds = {name: thing for name, thing in [*functions, *_classes()] if inspect.isclass(thing)}
    methods = [found for name, kind in kinds.items() for found in _methods(name, kind, by_dot)]
    made = [Call(name, thing) for name, thing in [*functions, *_common()] if not _takes_anything(thing)]
    found: dict[int, Call] = {}
    for call in sorted([*made, *methods], key=lambda call: call.name):
        found.setdefault(id(getattr(call.function, "__func__", call.function)), call)
    return tuple(found.values())


def _common() -> Iterator[Found]:
    for puzzle in PUZZLES:
        module = importlib.import_module(f"puzzlekit.{puzzle}")
        yield from ((f"{puzzle}.{name}", getattr(module, name)) for name in COMMON if hasattr(module, name))
        for build in module.FORMULATIONS.values():
            yield f"{build.__module__}.{build.__name__}".removeprefix("puzzlekit."), build
        yield from ((f"{puzzle}.ENGINES.{name}", engine) for name, engine in module.ENGINES.items())


def _classes() -> Iterator[Found]:
    for face in (*PUZZLES, *CLASSES):
        module = importlib.import_module(f"puzzlekit.{face}")
        yield from ((f"{face}.{name}", getattr(module, name)) for name in dir(module) if not name.startswith("_"))


def _methods(name: str, kind: type, called: set[str]) -> Iterator[Call]:
    """Those of a class's own methods that go by one of these names."""
    fields = getattr(kind, "__dataclass_fields__", {})  # some hold functions
    for title, method in inspect.getmembers_static(kind):
        ours = any(title in vars(base) for base in kind.__mro__ if base.__module__.startswith("puzzlekit"))
        if ours and title in called and title not in fields and isinstance(method, FunctionType):
            yield Call(f"{name}.{title}", method, kind)


def _takes_anything(thing: Any) -> bool:
    """Whether it is an error, or plain data that looks at nothing: what is wrong in there, its reader says."""
    if not inspect.isclass(thing) or not is_dataclass(thing):
        return inspect.isclass(thing) and issubclass(thing, BaseException)
    return "__init__" in vars(thing) and not hasattr(thing, "__post_init__")


def _notebooks() -> Iterator[list[ast.AST]]:
    folder = ROOT / "notebooks"
    for notebook in sorted([*folder.glob("*.ipynb"), *folder.glob("solutions/*.ipynb")]):
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        lines = [line for cell in cells if cell["cell_type"] == "code" for line in [*cell["source"], "\n"]]
        yield list(ast.walk(ast.parse("".join(line for line in lines if not line.lstrip().startswith(("%", "!"))))))


def _called(nodes: Iterable[ast.AST]) -> Iterator[Found]:
    """What is called, or decorates. Of what no import explains the name behind the dot, and None."""
    names = dict(_imported(nodes))
    for node in nodes:
        decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
        for called in [node.func] if isinstance(node, ast.Call) else decorators:
            full, thing = _resolved(called, names) or ("", None)
            if callable(thing) and str(thing.__module__).startswith("puzzlekit"):
                yield full.removeprefix("puzzlekit."), thing
            elif isinstance(called, ast.Attribute) and not full:
                yield called.attr, None


def _imported(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, Found]]:
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "puzzlekit":
            home = importlib.import_module(str(node.module))
            yield from ((alias.asname or alias.name, _part((home.__name__, home), alias.name)) for alias in node.names)


def _resolved(node: ast.AST, names: Mapping[str, Found]) -> Found | None:
    if isinstance(node, ast.Attribute) and (home := _resolved(node.value, names)):
        return _part(home, node.attr)
    return names.get(node.id) if isinstance(node, ast.Name) else None


def _part(home: Found, name: str) -> Found:
    """What a module or a class has by this name."""
    full, thing = f"{home[0]}.{name}", getattr(home[1], name, None)
    return full, importlib.import_module(full) if thing is None and inspect.ismodule(home[1]) else thing
