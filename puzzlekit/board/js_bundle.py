"""The widgets' JavaScript: modules that import each other, joined into the single text that anywidget takes.

Linters, tests and web pages use the modules. Joining needs no build step and writes no file.
"""

import re
from pathlib import Path

HERE = Path(__file__).parent
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=const |function |class )", re.MULTILINE)


def joined(name: str) -> str:
    """Return the text of a module after its imported modules, each once, without import lines and `export` words.

    The modules share one scope, so no name may be defined in two of them; a test checks that.
    """
    return "\n".join(_text(module) for module in in_order(name))


def in_order(name: str) -> list[str]:
    """Return a module and all modules it imports, in topological order: each after its own imports."""
    order: dict[str, None] = {}
    for imported in IMPORT.findall((HERE / name).read_text(encoding="utf-8")):
        order |= dict.fromkeys(in_order(imported))
    return [*order, name]


def _text(name: str) -> str:
    return EXPORT.sub("", IMPORT.sub("", (HERE / name).read_text(encoding="utf-8")))
