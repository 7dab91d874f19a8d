"""nbgrader's configuration for this course; `export assignment` copies it to the course folder. See MARKING.md."""

from typing import Any

from nbgrader import preprocessors

c = get_config()  # noqa: F821  # nbgrader's

c.CourseDirectory.course_id = "puzzles"
c.FileNameCollectorPlugin.named_regexp = r".*/(?P<student_id>[^/]+)_(?P<file_id>\d\d_[a-z_]+)"  # anna_03_sudoku.ipynb
c.Execute.timeout = 60  # seconds for a cell; a right answer takes a few


def stop_without_engine(execute_reply: dict[str, Any], **_: Any) -> None:
    """End the run if a check lacks its engine or the whole package; otherwise all students would get no point."""
    name, said = (execute_reply["content"][part] for part in ("ename", "evalue"))
    if name == "MissingEngine" or said == "No module named 'puzzlekit'":
        raise KeyboardInterrupt(said)  # after any other exception, nbgrader would go on with the next student


class DeduplicateIds(preprocessors.DeduplicateIds):
    """nbgrader's preprocessor, except that a student's copy of a locked cell becomes an ordinary cell. Otherwise the
    copy counts as a cell with outdated metadata, which ends the run."""

    def preprocess_cell(self, cell: Any, resources: Any, cell_index: int) -> tuple[Any, Any]:
        """Remove empty metadata from a cell."""
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
