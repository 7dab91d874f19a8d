"""A class's notebooks, marked by the checks of the exercises.

What was handed in is laid over the chapter that was handed out (`submission`), so that the checks and all that they are
made of are ours; it runs in a process of its own (`judge`), with limits of time and memory and without a network where
the system can do that. This keeps honest work honest and finds the usual cheats. It is no prison: strangers' code runs
with the rights of whoever calls it, so mark in an account or a container that has nothing to lose.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from puzzlekit.course.marking.handout import EXERCISE, Cell, Exercise, Handout
from puzzlekit.course.marking.run import Judged, Limits, run_checks
from puzzlekit.course.marking.submission import Submission
from puzzlekit.errors import PuzzleError, shown

RIGHT, NOT_YET, EMPTY, OPEN = "right", "not yet", "not attempted", "not judged"
MAX_BYTES = 50_000_000


@dataclass(frozen=True)
class Mark:
    """What is said of one exercise of a notebook.

    Attributes
    ----------
    verdict
        RIGHT, NOT_YET, EMPTY or OPEN.
    remark
        What the check said, or why there is no verdict.
    notes
        What a lecturer should look at.
    attempt
        What was written.
    """

    exercise: int
    verdict: str
    remark: str
    notes: tuple[str, ...] = ()
    attempt: str = ""


def mark(path: Path, notebooks: Path, limits: Limits | None = None) -> list[Mark]:
    """Mark a notebook: its name begins with that of its chapter, such as `03_sudoku`.

    Raises
    ------
    PuzzleError
        If it is no notebook, or not one of the chapters in `notebooks`.
    """
    chapter = _chapter(path, notebooks)
    handout, answers = Handout(_read(chapter)), _published(notebooks / "solutions" / chapter.name)
    handed_in = Submission(handout, _read(path))
    judged = run_checks(handout.imports, handed_in.steps, limits or Limits())
    return [_mark(handed_in, exercise, judged, answers) for exercise in handout.exercises]


def _mark(handed_in: Submission, exercise: Exercise, judged: Judged, answers: Mapping[int, str]) -> Mark:
    number = exercise.number
    said, stopped = judged.said[number], judged.stopped.get(number)
    verdict, notes = _verdict(said), handed_in.notes(exercise, said, answers)
    if not judged.offline:
        notes.append("it ran with a network, which this system does not take away")
    remark = f"{said}; a cell of it: {stopped}" if stopped and verdict != RIGHT else said
    return Mark(number, verdict, remark, tuple(notes), handed_in.attempt(exercise))


def _verdict(said: str) -> str:
    if said == "not attempted yet":
        return EMPTY
    if not said or said.startswith(("Not judged", "Cannot be judged")):
        return OPEN
    return NOT_YET if said.startswith("Not yet") else RIGHT


def _chapter(path: Path, notebooks: Path) -> Path:
    known = {found.stem: found for found in notebooks.glob("[0-9][0-9]_*.ipynb")}
    for stem, found in known.items():
        if stem in path.stem:
            return found
    raise PuzzleError(f"found a notebook called {shown(path.name)}, expected the name of a chapter: {', '.join(known)}")


def _read(path: Path) -> Cell:
    import nbformat

    if path.stat().st_size > MAX_BYTES:
        raise PuzzleError(f"found a notebook of more than {MAX_BYTES:,} bytes")
    try:
        return nbformat.read(path, as_version=4)
    except Exception as error:  # nbformat raises what it likes for what is no notebook
        raise PuzzleError(f"found no notebook: {type(error).__name__}") from None


def _published(path: Path) -> dict[int, str]:
    """Exercise -> the published answer; nothing where there are no solutions."""
    found: dict[int, list[str]] = {}
    number = 0
    for cell in _read(path).cells if path.is_file() else ():
        if cell.cell_type == "markdown" and (heading := EXERCISE.match(cell.source)):
            number = int(heading[1])
        elif cell.cell_type == "code" and number:
            found.setdefault(number, []).append(cell.source)
    return {number: "\n\n\n".join(parts) for number, parts in found.items()}
