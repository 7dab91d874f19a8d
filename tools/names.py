"""Count the names of the package that a chapter's code cells use, and list those that notebooks and documents use.

    uv run python tools/names.py              # one line for each chapter
    uv run python tools/names.py 03           # the names of one chapter, with the number of cells that use each
    uv run python tools/names.py public       # add the names that docs/public.md lacks; no name leaves the list here

A name is a dotted use of a module of the package (`sudoku.solve`) or an imported name used bare (`Board`). Methods and
attributes of objects are not counted.
"""

import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType

from chapters import FOLDER, committed

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *FOLDER.glob("*.md")])
PAGE = ROOT / "docs" / "public.md"
ROW = re.compile(r"^\| `(puzzlekit[\w.]*)` \| (.*) \|$", re.MULTILINE)
BLOCK, INLINE = re.compile(r"```python\n(.*?)```", re.DOTALL), re.compile(r"`([^`\n]+)`")
LIST = "\n| module | names |\n| --- | --- |\n"  # what stands before it in the page is written by hand
Name = tuple[str, str, str]  # as the cell has it, its module, and its name there
Known = tuple[str, str, object]  # the module of what was imported, its name there, and what it is


def names_of(path: Path) -> Counter[str]:
    """Return the package's names that a chapter's code cells use, with the number of cells that use each."""
    return Counter(name for cell in _cells(path) for name in {used for used, _, _ in cell})


def listed(text: str) -> dict[str, set[str]]:
    """Return {module: names} of a page of public names."""
    return {module: set(INLINE.findall(names)) for module, names in ROW.findall(text)}


def page() -> str:
    """Return the page of public names: the names that it lists, and the names that notebooks and documents use."""
    text = PAGE.read_text(encoding="utf-8")
    known = listed(text)
    for _, module, name in used():
        known.setdefault(module, set()).add(name)
    written = {module: ", ".join(f"`{name}`" for name in sorted(names)) for module, names in sorted(known.items())}
    rows = [f"| `{module}` | {names} |\n" for module, names in written.items()]
    return text[: text.index(LIST)] + LIST + "".join(rows)


def used() -> set[Name]:
    """Return the names that code uses: in cells and in texts of notebooks, and in blocks of Python in documents."""
    found = set[Name]()
    for path in committed():
        found.update(*_cells(path), _in_texts(path))
    for path in DOCUMENTS:
        for tree in map(ast.parse, BLOCK.findall(path.read_text(encoding="utf-8"))):
            found.update(_used(tree, _imported(tree)))
    return found


def _in_texts(path: Path) -> Iterator[Name]:
    """Yield the names in code that a notebook's texts show, such as `sudoku.generate(seed=1)`."""
    known = {name: it for source in _code(path) for name, it in _imported(ast.parse(source)).items()}
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    texts = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    for code in (code for text in texts for code in INLINE.findall(text)):
        with suppress(SyntaxError):  # a file, an option, a part of a line
            yield from _used(ast.parse(code), known)


def _cells(path: Path) -> Iterator[set[Name]]:
    """Yield the names that each code cell uses; what it imports, the cells below know."""
    known: dict[str, Known] = {}
    for source in _code(path):
        tree = ast.parse(source)
        known |= _imported(tree)
        yield set(_used(tree, known))


def _code(path: Path) -> Iterator[str]:
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code" and "colab" not in cell["metadata"].get("tags", ()):
            lines = "".join(cell["source"]).splitlines()
            yield "\n".join("pass" if line.lstrip().startswith(("%", "!")) else line for line in lines)


def _imported(tree: ast.AST) -> dict[str, Known]:
    """Return what the import statements of a cell bind to names of the package."""
    known: dict[str, Known] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "puzzlekit":
            for alias in node.names:
                module = str(node.module)
                known[alias.asname or alias.name] = (module, alias.name, _named(module, alias.name))
    return known


def _named(module: str, name: str) -> object:
    try:
        return import_module(f"{module}.{name}")
    except ModuleNotFoundError:
        return getattr(import_module(module), name)


def _used(tree: ast.AST, known: dict[str, Known]) -> Iterator[Name]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            if found := _dotted(node, known):
                yield found
        elif isinstance(node, ast.Name) and node.id in known and not isinstance(known[node.id][2], ModuleType):
            yield node.id, *known[node.id][:2]


def _dotted(node: ast.Attribute, known: dict[str, Known]) -> Name | None:
    """Return `module.name` where the attribute is one of a module of the package that is no module itself."""
    parts: list[str] = []
    at: ast.expr = node
    while isinstance(at, ast.Attribute):
        parts.insert(0, at.attr)
        at = at.value
    if not isinstance(at, ast.Name) or not isinstance(thing := known.get(at.id, ("", "", None))[2], ModuleType):
        return None
    for depth, part in enumerate(parts, 1):
        if not hasattr(thing, part):  # something else has the module's name in this cell
            return None
        home, thing = thing, getattr(thing, part)
        if not isinstance(thing, ModuleType):
            return (".".join([at.id, *parts]), home.__name__, part) if depth == len(parts) else None
        if depth < len(parts) and not thing.__name__.startswith(
            "puzzlekit"
        ):  # what another library has in there is not ours
            return ".".join([at.id, *parts]), home.__name__, part
    return None


def main(chapters: list[str]) -> None:
    """Print the counts of all chapters, or the names of those that are asked for; or write the page of all names."""
    if chapters == ["public"]:
        PAGE.write_text(page(), encoding="utf-8", newline="\n")
        return
    for path in sorted(FOLDER.glob("[01]*.ipynb")):
        used = names_of(path)
        if not chapters:
            print(f"{path.stem:24}{len(used):4}")
        elif path.name[:2] in chapters:
            print(path.stem, *(f"{count:4}  {name}" for name, count in sorted(used.items())), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
