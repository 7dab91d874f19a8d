"""Assignments as a class hands them in: with the published answers, or with others."""

import ast
import copy
from collections.abc import Mapping, Sequence
from pathlib import Path

import handout
import nbformat
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"


def chapter(number: int) -> Path:
    return next(NOTEBOOKS.glob(f"{number:02}_*.ipynb"))


def exercises(number: int) -> list[handout.Exercise]:
    return [*handout.exercises(nbformat.read(chapter(number), as_version=4))]


def answered(book: NotebookNode, number: int, own: Mapping[int, str] | None = None) -> NotebookNode:
    """An assignment with the published answers, but for these: exercise -> source; "" leaves what is there."""
    solutions = nbformat.read(NOTEBOOKS / "solutions" / chapter(number).name, as_version=4)
    sources = published(solutions, exercises(number)) | (own or {})
    book = copy.deepcopy(book)
    cells = {cell.id: cell for cell in book.cells}
    for exercise in exercises(number):
        if source := sources[exercise.number]:
            cells[exercise.answers[-1].id].source = source
    first = next(i for i, cell in enumerate(book.cells) if cell.cell_type == "code")
    (setup,) = (cell for cell in solutions.cells if "setup" in cell.metadata.get("tags", []))
    book.cells.insert(first + 1, nbformat.v4.new_code_cell(setup.source))
    return book


def published(solutions: NotebookNode, asked: Sequence[handout.Exercise]) -> dict[int, str]:
    """Exercise -> the published answer, under the names that its check asks for."""
    found: dict[int, list[str]] = {}
    number = 0
    for cell in solutions.cells:
        if cell.cell_type == "markdown" and (heading := handout.EXERCISE.match(cell.source)):
            number = int(heading[1])
        elif cell.cell_type == "code" and number:
            found.setdefault(number, []).append(cell.source)
    return {one.number: handing_in("\n\n\n".join(found[one.number]), one.check.source) for one in asked}


def handing_in(answer: str, check: str) -> str:
    """An answer whose own checks are left out; what they were handed gets the names that are asked for."""
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
