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
    """The module object of a puzzle's package, such as `puzzlekit.sudoku`. Each public name of the package is imported
    from its module on first use."""

    _homes: dict[str, str]  # name -> its module

    def __getattr__(self, name: str) -> Any:
        """Import a public name of the package, or one of its modules, and return it. Raises AttributeError for other
        names."""
        if name not in self._homes and (name.startswith("__") or not find_spec(f"{self.__name__}.{name}")):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        with DeferInterrupts():  # an interrupted import would leave a library half imported
            if name not in self._homes:
                return import_module(f"{self.__name__}.{name}")
            value = getattr(import_module(self._homes[name]), name)
        setattr(self, name, value)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute of the package, unless the value is a module and the name is public: the import of a
        submodule must not replace a public function with the same name."""
        if not (isinstance(value, ModuleType) and name in self._homes):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        """Return the public names and the names that begin with an underscore. Editors complete these names."""
        return sorted({name for name in super().__dir__() if name.startswith("_")} | {*self._homes})


def show(package: str) -> None:
    """Turn the imported package with this name into a `Face`. The public names are the names that the package imports
    in its block `if TYPE_CHECKING:`.

    Type checkers read these imports. In a running program, each name is imported on first use.
    """
    face = sys.modules[package]
    tree = ast.parse(Path(str(face.__file__)).read_text(encoding="utf-8"))
    listed = [node for block in tree.body if isinstance(block, ast.If) for node in block.body]
    imports = [node for node in listed if isinstance(node, ast.ImportFrom)]
    homes = {alias.name: str(node.module) for node in imports for alias in node.names}
    face.__dict__.update(_homes=homes, __all__=sorted(homes))
    face.__class__ = Face
