"""Lazy imports for a puzzle's package: a public name is imported when it is first used (PEP 562)."""

import ast
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from puzzlekit.core.interrupts import DeferInterrupts


class Face(ModuleType):
    """A package whose public names are defined in its modules and imported when they are first used."""

    _homes: dict[str, str]  # name -> its module

    def __getattr__(self, name: str) -> Any:
        """Import a public name of the package, or one of its modules, and return it. Raises AttributeError for other
        names."""
        if name not in self._homes and (name.startswith("__") or not find_spec(f"{self.__name__}.{name}")):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        with DeferInterrupts():  # a library whose import is cut off stays half imported
            if name not in self._homes:
                return import_module(f"{self.__name__}.{name}")
            value = getattr(import_module(self._homes[name]), name)
        setattr(self, name, value)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute, but never replace a function by the module of the same name."""
        if not (isinstance(value, ModuleType) and name in self._homes):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        """Return the names that editors complete."""
        return sorted({name for name in super().__dir__() if name.startswith("_")} | {*self._homes})


def show(package: str) -> None:
    """Turn a package into a `Face` for the imports in its block `if TYPE_CHECKING:`. Type checkers see these imports at
    once; when the package runs, each name is imported when it is first used."""
    face = sys.modules[package]
    tree = ast.parse(Path(str(face.__file__)).read_text(encoding="utf-8"))
    listed = [node for block in tree.body if isinstance(block, ast.If) for node in block.body]
    imports = [node for node in listed if isinstance(node, ast.ImportFrom)]
    homes = {alias.name: str(node.module) for node in imports for alias in node.names}
    face.__dict__.update(_homes=homes, __all__=sorted(homes))
    face.__class__ = Face
