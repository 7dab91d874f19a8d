"""A chapter's exercises as they are handed out: what each check asks for, and what it needs of the cells before."""

import ast
import re
import symtable
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from nbformat import NotebookNode

EXERCISE = re.compile(r"(?:#+ |\*\*)Exercise (\d+)")  # how the text of one begins, and that of its answer


@dataclass(frozen=True)
class Exercise:
    """One that is checked: its number, the cell with the check, and the cells that an answer is written into."""

    number: int
    check: NotebookNode
    answers: tuple[NotebookNode, ...]


def exercises(notebook: NotebookNode) -> Iterator[Exercise]:
    """Those of a chapter that are checked."""
    number, region = 0, list[NotebookNode]()
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and (found := EXERCISE.match(cell.source)):
            number, region = int(found[1]), []
        elif cell.cell_type == "code" and number:
            if "check" in cell.metadata.get("tags", []):
                yield Exercise(number, cell, tuple(_answers(region, _arguments(cell.source))))
                number = 0
            else:
                region.append(cell)


def _answers(region: Sequence[NotebookNode], wanted: Collection[str]) -> list[NotebookNode]:
    """The cells with placeholders; where there are none, those that make what is handed in, which is to be mended."""
    empty = [cell for cell in region if any(_is_placeholder(node) for node in ast.walk(ast.parse(cell.source)))]
    return empty or [cell for cell in region if names(cell.source)[0] & set(wanted)]


def _is_placeholder(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _arguments(source: str) -> set[str]:
    """The names that a check cell hands in."""
    last = ast.parse(source).body[-1]
    return {node.id for node in ast.walk(last) if isinstance(node, ast.Name)}


def names(source: str) -> tuple[set[str], set[str]]:
    """The names that a cell makes for others, and those that it takes from others."""
    top = symtable.symtable(source, "cell", "exec")
    made = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    tables = [top]
    for table in tables:  # grows
        tables += table.get_children()
    own = [(symbol, table is top) for table in tables for symbol in table.get_symbols()]
    used = {symbol.get_name() for symbol, here in own if symbol.is_referenced() and (here or symbol.is_global())}
    return made, used - made  # what a cell makes itself, such as the variable of a loop, it does not take


def needed(cells: Sequence[NotebookNode], wanted: Iterable[str]) -> list[NotebookNode]:
    """The cells that these names come from, with what those need themselves, in their order."""
    missing, kept = set(wanted), []
    for cell in reversed(cells):
        try:
            made, used = names(cell.source)
        except SyntaxError:  # half a line, or a command of IPython: it makes no name that can be seen
            continue
        if made & missing:
            kept.append(cell)
            missing = (missing - made) | used
    return kept[::-1]
