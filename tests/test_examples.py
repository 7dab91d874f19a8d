"""The examples in docstrings hold."""

import doctest
import importlib
import pkgutil
from types import ModuleType
from typing import Any

import puzzlekit

EXAMPLES = doctest.DocTestFinder(exclude_empty=True)


def around(module: ModuleType) -> dict[str, Any]:
    """What a module's package offers: examples call it by its bare name."""
    package = importlib.import_module(module.__name__.rpartition(".")[0])
    return {name: getattr(package, name) for name in getattr(package, "__all__", ())}


def test_every_example_in_a_docstring_holds() -> None:
    tried, wrong = 0, list[str]()
    for name in [module.name for module in pkgutil.walk_packages(puzzlekit.__path__, "puzzlekit.")]:
        module = importlib.import_module(name)
        for example in EXAMPLES.find(module, globs=around(module) | vars(module)):
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            runner.run(example, out=wrong.append)
            tried += runner.tries
    assert tried > 40
    assert not wrong, "".join(wrong)
