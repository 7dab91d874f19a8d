"""The widgets' JavaScript: modules that import each other, joined into the one text that anywidget takes.

The modules are what linters, tests and web pages see. Joining needs no build step, and its result no other file.
"""

import re
from pathlib import Path

HERE = Path(__file__).parent
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=const |function |class )", re.MULTILINE)


def joined(name: str) -> str:
    """A module after all that it imports, each once, without the lines that import and export names.

    They share one scope, so no two modules may give a name twice; the tests see to that.
    """
    return "\n".join(_text(module) for module in in_order(name))


def in_order(name: str) -> list[str]:
    """A module and all that it imports, each after what it imports itself."""
    order: dict[str, None] = {}
    for imported in IMPORT.findall((HERE / name).read_text(encoding="utf-8")):
        order |= dict.fromkeys(in_order(imported))
    return [*order, name]


def _text(name: str) -> str:
    return EXPORT.sub("", IMPORT.sub("", (HERE / name).read_text(encoding="utf-8")))
