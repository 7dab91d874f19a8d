"""A chapter's exercises as a notebook of their own, and what marks it. `test_nbgrader.py` marks a class."""

import ast
import builtins
from pathlib import Path
from typing import Any

import nbformat
import pytest
from assignment import assignment
from handed_in import NOTEBOOKS
from handout import exercises, names, needed
from nbformat import NotebookNode

from puzzlekit.course.exercise import NotRight

each_chapter = pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)


def test_what_a_name_needs() -> None:
    sources = ("a = 1", "b = 2", "%magic", "c = a", "a = 3", "d = c + a")
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    assert [cell.source for cell in needed(cells, {"c"})] == ["a = 1", "c = a"]
    assert [cell.source for cell in needed(cells, {"d"})] == ["a = 1", "c = a", "a = 3", "d = c + a"]


@each_chapter
def test_an_assignment_holds_what_it_needs_and_no_answer(path: Path) -> None:
    asked = [*exercises(nbformat.read(path, as_version=4))]
    assert len(asked) >= 3
    assert all(one.answers for one in asked)
    book = assignment(nbformat.read(path, as_version=4))
    nbformat.validate(book)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    made = set[str]().union(*(names(cell.source)[0] for cell in code), vars(builtins), {"get_ipython"})
    assert all(names(cell.source)[1] <= made for cell in code)
    marked = {cell.id: cell.metadata["nbgrader"] for cell in book.cells if "nbgrader" in cell.metadata}
    assert [name for name, own in marked.items() if own["grade"]] == [one.check.id for one in asked]
    assert {cell.id for cell in book.cells} - marked.keys() == {cell.id for one in asked for cell in one.answers}
    assert all(own["locked"] and not own["solution"] for own in marked.values())  # nbgrader empties a solution
    assert not any(cell.outputs or cell.execution_count for cell in code)


@each_chapter
def test_a_check_of_an_assignment_is_that_of_the_chapter_and_fails_unless_the_answer_is_right(path: Path) -> None:
    book = assignment(nbformat.read(path, as_version=4))
    last = {cell.id: ast.parse(cell.source).body[-1] for cell in book.cells if cell.cell_type == "code"}
    for exercise in exercises(nbformat.read(path, as_version=4)):
        chapter, own = ast.parse(exercise.check.source).body[-1].value, last[exercise.check.id].value  # type: ignore[attr-defined]
        assert ast.unparse(own) == ast.unparse(chapter).replace(")", ", graded=True)")
        own.args = [ast.Constant(...) for _ in own.args]
        with pytest.raises(NotRight, match="not attempted yet") as told:
            eval(ast.unparse(own), imported(book))
        assert told.value._render_traceback_() == [str(told.value)]


def imported(book: NotebookNode) -> dict[str, Any]:
    """The names that a notebook imports."""
    found: dict[str, Any] = {}
    for cell in book.cells:
        if cell.cell_type == "code":
            nodes = [one for one in ast.parse(cell.source).body if isinstance(one, ast.Import | ast.ImportFrom)]
            exec("\n".join(map(ast.unparse, nodes)), found)
    return found
