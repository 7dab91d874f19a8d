"""A notebook of a chapter's exercises, with the earlier cells that the exercises need.

The cells have the metadata of nbgrader. A check is a test worth a point, which fails unless the attempt is right. All
other cells are locked, except the cells for answers. These have no metadata: nbgrader would empty a solution cell, and
with it the code that students complete or correct.
"""

import ast
import re
from collections.abc import Sequence
from typing import Any

import nbformat
from handout import EXERCISE, exercises, names, needed
from nbformat import NotebookNode

SPAN, CALLED = re.compile("`([^`]+)`"), re.compile(r"(?<![\w.])(\w+)\(")  # code in a text, and called functions
OPENING = "{title}: exercises\n\nThe first cells are what the exercises need of the chapter; run them as they are."


def assignment(notebook: NotebookNode) -> NotebookNode:
    """Turn a chapter into the notebook of its exercises, without answers and outputs."""
    asked, section = [*exercises(notebook)], _section(notebook.cells)
    first = next(i for i, cell in enumerate(notebook.cells) if cell is section[0])
    before = [cell for cell in notebook.cells[:first] if cell.cell_type == "code"]
    title = notebook.cells[0].source.splitlines()[0]
    opening = nbformat.v4.new_markdown_cell(OPENING.format(title=title), id="assignment")
    colab = [cell for cell in before if "colab" in cell.metadata.get("tags", [])]
    notebook.cells = [opening, *colab, *needed(before, _taken(section)), *section]
    checks = {exercise.check.id for exercise in asked}
    answers = {cell.id for exercise in asked for cell in exercise.answers}
    for cell in notebook.cells:
        if cell.id not in answers:
            cell.metadata["nbgrader"] = _grading(cell, cell.id in checks)
        if cell.id in checks:
            cell.source = f"{cell.source.removesuffix(')')}, graded=True)"
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook


def _taken(section: Sequence[NotebookNode]) -> set[str]:
    """Return the names that a section takes from earlier cells, and the functions that its texts call."""
    codes = [cell.source for cell in section if cell.cell_type == "code"]
    spans = [code for cell in section if cell.cell_type == "markdown" for code in SPAN.findall(cell.source)]
    inner = {node.arg for code in codes for node in ast.walk(ast.parse(code)) if isinstance(node, ast.arg)}
    made, taken = set[str](), {name for code in spans for name in CALLED.findall(code)} - inner
    for code in codes:
        own, used = names(code)
        taken |= used - made  # a name defined in the section is not taken from an earlier cell
        made |= own
    return taken


def _section(cells: list[NotebookNode]) -> list[NotebookNode]:
    """Return the cells of the section of exercises, from its heading to the next."""
    texts = [cell.source if cell.cell_type == "markdown" else "" for cell in cells]
    exercise = next(i for i, text in enumerate(texts) if EXERCISE.match(text))
    start = max(i for i in range(exercise) if texts[i].startswith("## "))
    end = next((i for i in range(exercise, len(cells)) if texts[i].startswith("## ")), len(cells))
    return cells[start:end]


def _grading(cell: NotebookNode, is_check: bool) -> dict[str, Any]:
    kind: dict[str, Any] = {"grade": is_check, "solution": False, "locked": True, "task": False}
    return {"grade_id": cell.id, "schema_version": 3, "cell_type": cell.cell_type, **kind} | (
        {"points": 1} if is_check else {}
    )
