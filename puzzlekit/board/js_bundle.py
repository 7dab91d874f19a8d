"""The widgets' JavaScript: modules that import each other, joined into the single text that anywidget needs.

Linters, tests and web pages use the separate modules. The modules are joined in memory, without a build step.
"""

import re
from pathlib import Path

HERE = Path(__file__).parent
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=const |function |class )", re.MULTILINE)


def joined(name: str) -> str:
    """Return one JavaScript text: the module `name` and all modules that it imports, each once. Import lines and the
    word `export` are removed.

    The modules share one scope, so no name may be defined in two modules. A test checks that names are unique.
    """
    return "\n".join(_text(module) for module in in_order(name))


def in_order(name: str) -> list[str]:
    """Return the names of the module `name` and of all modules that it imports, also indirectly. Each module comes
    after the modules that it imports."""
    order: dict[str, None] = {}
    for imported in IMPORT.findall((HERE / name).read_text(encoding="utf-8")):
        order |= dict.fromkeys(in_order(imported))
    return [*order, name]


def _text(name: str) -> str:
    return EXPORT.sub("", IMPORT.sub("", (HERE / name).read_text(encoding="utf-8")))
