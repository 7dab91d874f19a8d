"""The exercises in a chapter: the cells of each check and its answers, and the earlier cells that cells need."""

import ast
import re
import symtable
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from nbformat import NotebookNode

EXERCISE = re.compile(r"(?:#+ |\*\*)Exercise (\d+)")  # the beginning of an exercise's text, and of its answer's


@dataclass(frozen=True)
class Exercise:
    """An exercise with a check: its number, the cell with the check, and the cells for the answer."""

    number: int
    check: NotebookNode
    answers: tuple[NotebookNode, ...]


def exercises(notebook: NotebookNode) -> Iterator[Exercise]:
    """Yield the exercises of a chapter that have a check."""
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
    """Return the cells with placeholders; without any, the cells that define the checked names, which need a fix."""
    empty = [cell for cell in region if any(_is_placeholder(node) for node in ast.walk(ast.parse(cell.source)))]
    return empty or [cell for cell in region if names(cell.source)[0] & set(wanted)]


def _is_placeholder(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _arguments(source: str) -> set[str]:
    """Return the names in the last statement of a check cell, its call."""
    last = ast.parse(source).body[-1]
    return {node.id for node in ast.walk(last) if isinstance(node, ast.Name)}


def names(source: str) -> tuple[set[str], set[str]]:
    """Return the names that a cell defines for other cells, and the names that it takes from others."""
    top = symtable.symtable(source, "cell", "exec")
    made = {symbol.get_name() for symbol in top.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    tables = [top]
    for table in tables:  # the list grows during the loop
        tables += table.get_children()
    own = [(symbol, table is top) for table in tables for symbol in table.get_symbols()]
    used = {symbol.get_name() for symbol, here in own if symbol.is_referenced() and (here or symbol.is_global())}
    return made, used - made  # a cell does not take its own names, such as the variable of a loop


def needed(cells: Sequence[NotebookNode], wanted: Iterable[str]) -> list[NotebookNode]:
    """Return the cells that define these names, and all cells that those need, in order: backward slicing."""
    missing, kept = set(wanted), []
    for cell in reversed(cells):
        try:
            made, used = names(cell.source)
        except SyntaxError:  # half a line, or a command of IPython, which defines no visible name
            continue
        if made & missing:
            kept.append(cell)
            missing = (missing - made) | used
    return kept[::-1]
