"""A notebook that was handed in, laid over the one that was handed out."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from puzzlekit.course.marking.handout import Cell, Exercise, Handout, names, needed
from puzzlekit.errors import PuzzleError


@dataclass(frozen=True)
class Step:
    """What the judge does next: run a cell that these exercises need, or ask the check of an exercise."""

    source: str
    needed_by: tuple[int, ...] = ()
    exercise: int | None = None


class Submission:
    """A notebook that was handed in.

    The checks and all cells that no answer is written into are those of the handout, whatever stands in their place.
    What was added is run where an answer needs it.
    """

    def __init__(self, handout: Handout, notebook: Cell):
        self.handout = handout
        own = [cell for cell in notebook.cells if cell.cell_type == "code"]
        self.given = _paired(handout, own)
        if not self.given:
            raise PuzzleError("found no cell of the notebook that was handed out")
        self.added = _added(own, self.given)
        self.cells = list(self._merged())

    def _merged(self) -> Iterator[Cell]:
        yield from self.added.get("", ())
        checks = {exercise.check.id for exercise in self.handout.exercises}
        for cell in self.handout.cells:
            found: Cell = self.given.get(cell.id, cell)
            if cell.id in checks and found.source != cell.source:
                yield found  # answers may stand in it
            yield found if cell.id in self.handout.answers else cell
            yield from self.added.get(cell.id, ())

    @property
    def steps(self) -> list[Step]:
        """The cells that the exercises need, and the checks, in their order."""
        needed_by: dict[int, list[int]] = {}
        for exercise in self.handout.exercises:
            for cell in self._needed(exercise):
                needed_by.setdefault(id(cell), []).append(exercise.number)
        checks = {id(exercise.check): exercise.number for exercise in self.handout.exercises}
        return [
            Step(cell.source, tuple(needed_by.get(id(cell), ())), checks.get(id(cell)))
            for cell in self.cells
            if id(cell) in needed_by or id(cell) in checks
        ]

    def _needed(self, exercise: Exercise) -> list[Cell]:
        before = self.cells[: next(i for i, cell in enumerate(self.cells) if cell is exercise.check)]
        return needed(before, set.union(*names(exercise.check.source)))

    def attempt(self, exercise: Exercise) -> str:
        """What was written for an exercise, and what was added for it."""
        ours = {id(cell) for cell in self.handout.cells}
        parts = [cell.source for cell in self._needed(exercise) if id(cell) not in ours]
        return "\n\n\n".join(parts)

    def notes(self, exercise: Exercise, said: str, solutions: Mapping[int, str]) -> list[str]:
        """What a lecturer should look at: a check that was changed, an output that the check does not give, a copy."""
        check, found = exercise.check, self.given.get(exercise.check.id)
        if found is None:
            return ["the check's cell is missing"]
        notes = ["the check's cell was changed"] if found.source.strip() != check.source.strip() else []
        shown = "".join(output.get("text", "") for output in found.get("outputs", []))
        if "Right." in shown and said != "Right.":
            notes.append("the stored output says otherwise")
        if is_copy(self.attempt(exercise), solutions.get(exercise.number, "")):
            notes.append("the published answer, word for word")
        return notes


LONG = 3  # statements: two people would hardly write more than that alike


def is_copy(attempt: str, published: str) -> bool:
    """Whether all that a published answer defines stands in an attempt as well, but for comments and layout."""
    try:
        own, defined = _definitions(attempt), _definitions(published)
    except SyntaxError:
        return False
    statements = sum(isinstance(node, ast.stmt) for part in defined for node in ast.walk(ast.parse(part)))
    return statements > LONG and defined <= own


def _definitions(source: str) -> set[str]:
    return {ast.unparse(node) for node in ast.parse(source).body if not isinstance(node, ast.Expr)}


def _paired(handout: Handout, own: list[Cell]) -> dict[str, Cell]:
    """Id of a handed-out cell -> the cell handed in for it: by its id, or where programs gave new ones, by its text."""
    by_id = {cell.id: cell for cell in own if "id" in cell}
    found = {cell.id: by_id[cell.id] for cell in handout.cells if cell.id in by_id}
    by_text = {cell.source.strip(): cell for cell in own if cell not in found.values()}
    for cell in handout.cells:
        if cell.id not in found and cell.source.strip() in by_text:
            found[cell.id] = by_text[cell.source.strip()]
    return found


def _added(own: list[Cell], given: Mapping[str, Cell]) -> dict[str, list[Cell]]:
    """Id of a handed-out cell, or "" -> the cells that were added behind it."""
    place = {id(cell): name for name, cell in given.items()}
    added: dict[str, list[Cell]] = {}
    last = ""
    for cell in own:
        if id(cell) in place:
            last = place[id(cell)]
        else:
            added.setdefault(last, []).append(cell)
    return added
