"""Notebooks as a class hands them in: right ones, made of the published answers, and what else comes."""

import ast
import copy
import sys
from collections.abc import Callable
from pathlib import Path

import nbformat
from nbformat import NotebookNode

sys.path.append(str(Path(__file__).resolve().parents[1] / "tools"))
from assignment import assignment  # noqa: F401  # a tool, not a package

from puzzlekit.course.marking import _published
from puzzlekit.course.marking.handout import Handout

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
Change = Callable[[str], str]  # of the source that answers an exercise


def chapter(number: int) -> Path:
    return next(NOTEBOOKS.glob(f"{number:02}_*.ipynb"))


def untouched(number: int) -> NotebookNode:
    return nbformat.read(chapter(number), as_version=4)


def right(
    number: int,
    change: Change = lambda source: source,
    only: int | None = None,
    book: NotebookNode | None = None,
) -> NotebookNode:
    """A chapter, or its assignment, with the published answers behind the empty ones; one, or all, may be changed."""
    answered = {exercise.check.id: exercise.number for exercise in Handout(untouched(number)).exercises}
    book, solutions = book or untouched(number), NOTEBOOKS / "solutions" / chapter(number).name
    published = _published(solutions)
    cells = []
    for cell in book.cells:
        exercise = answered.get(cell.get("id"))
        if exercise in published:
            source = handing_in(published[exercise], cell.source)
            new = nbformat.v4.new_code_cell(change(source) if only in (None, exercise) else source)
            cells.append(new)
        cells.append(copy.deepcopy(cell))
    first = next(i for i, cell in enumerate(cells) if cell.cell_type == "code")
    setup = next(
        cell for cell in nbformat.read(solutions, as_version=4).cells if "setup" in cell.metadata.get("tags", [])
    )
    cells.insert(first + 1, nbformat.v4.new_code_cell(setup.source))
    book.cells = cells
    return book


def handing_in(answer: str, check: str) -> str:
    """The published answer, under the names that the handed-out check asks for; what it asks itself is left out."""
    ours, theirs = (calls_of(source) for source in (check, answer))
    tree = ast.parse(answer)
    tree.body = [node for node in tree.body if not _is_check(node)]
    lines = [ast.unparse(tree)]
    name, wanted = next(iter(ours.items()))
    for target, given in zip(wanted, theirs.get(name, wanted), strict=True):
        if target != given:
            lines.append(f"{target} = {given}")
    return "\n".join(lines)


def calls_of(source: str) -> dict[str, list[str]]:
    """Check -> what it is handed, of the last call of each."""
    return {
        _name(node.value): [ast.unparse(one) for one in node.value.args]
        for node in ast.parse(source).body
        if _is_check(node)
    }


def _is_check(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _name(node.value).startswith("check_")


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
