"""How nbgrader marks this course; `export assignment` lays it into the course folder. MARKING.md tells the rest."""

from typing import Any

from nbgrader import preprocessors

c = get_config()  # noqa: F821  # nbgrader's

c.CourseDirectory.course_id = "puzzles"
c.FileNameCollectorPlugin.named_regexp = r".*/(?P<student_id>[^/]+)_(?P<file_id>\d\d_[a-z_]+)"  # anna_03_sudoku.ipynb
c.Execute.timeout = 60  # seconds for a cell; a right answer takes a few


def stop_without_engine(execute_reply: dict[str, Any], **_: Any) -> None:
    """End the run where a check lacks its engine, or all of the course: otherwise everybody would get no point."""
    name, said = (execute_reply["content"][part] for part in ("ename", "evalue"))
    if name == "MissingEngine" or said == "No module named 'puzzlekit'":
        raise KeyboardInterrupt(said)  # for any other exception, nbgrader goes on with the next student


class DeduplicateIds(preprocessors.DeduplicateIds):
    """A locked cell that was copied is the student's own; nbgrader's class leaves it as one whose metadata are too old,
    which ends the run."""

    def preprocess_cell(self, cell: Any, resources: Any, cell_index: int) -> tuple[Any, Any]:
        """Take the empty metadata away."""
        super().preprocess_cell(cell, resources, cell_index)
        if "nbgrader" in cell.metadata and not cell.metadata.nbgrader:
            del cell.metadata["nbgrader"]
        return cell, resources


c.Execute.on_cell_error = stop_without_engine
c.Autograde.sanitize_preprocessors = [
    preprocessors.ClearOutput,
    DeduplicateIds,
    preprocessors.OverwriteKernelspec,
    preprocessors.OverwriteCells,
    preprocessors.CheckCellMetadata,
]
