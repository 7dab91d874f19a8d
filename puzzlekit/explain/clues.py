"""The clues of a model: the rows that each of them owns, and which of them can stand together."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from puzzlekit.errors import Unsuited
from puzzlekit.explain.certificate import Certificate
from puzzlekit.explain.oracle import Oracle, Point
from puzzlekit.explain.premises import Premises, premises
from puzzlekit.explain.search import Program
from puzzlekit.scip.model import BuiltModel
from puzzlekit.scip.rows import Row

Clue = tuple[str, Any]  # family, element


class Clues:
    """The clues of a built model, and what SCIP says of some of them alone.

    Parameters
    ----------
    time_limit
        In seconds, for all questions together. Each raises TimeLimitReached where it has no proved answer by then.

    Attributes
    ----------
    words
        (family, element) -> the clue in words.

    Raises
    ------
    Unsuited
        If the model does not say which of its rows are clues, or a family sets bounds, in which clues may hide; or if
        it cannot be asked, see `premises`.
    """

    def __init__(self, built: BuiltModel, *, time_limit: float | None = None):
        self._model, self._oracle, named = premises(built), Oracle(built, time_limit=time_limit), _named(built)
        self._rows: dict[Clue, list[Row]] = {}
        for row in self._model.rows:
            if (clue := _owner(row)) in named:
                self._rows.setdefault(clue, []).append(row)
        self.words = {clue: named[clue] for clue in self._rows}

    def board(self, kept: Collection[Clue]) -> Point | None:
        """Some solution that keeps these clues, whatever the others say; None if there is none."""
        return self._oracle.without(row for clue, own in self._rows.items() if clue not in kept for row in own)

    def refuted(self, kept: Collection[Clue]) -> tuple[Premises, Certificate | None]:
        """The rules with these clues alone, and a sum of rows that is a contradiction, if there is one."""
        rules = (row for row in self._model.rows if _owner(row) not in self._rows)
        clues = (row for clue, own in self._rows.items() if clue in kept for row in own)
        left = replace(self._model, rows=(*rules, *self._oracle.cuts, *clues))
        found = Program(left).refute()
        return left, found.certificate if found else None

    def clashing(self, among: Collection[Clue]) -> list[Clue] | None:
        """Some of these clues that contradict each other, none of which can be spared; None if all can stand together.

        The multipliers of a contradictory sum of rows say which clues to look at first (Farkas); what is left is
        tested clue by clue by SCIP.
        """
        kept = list(among)
        if self.board(kept):
            return None
        if proof := self.refuted(kept)[1]:
            used = {_owner(term.row) for term in proof.terms}
            kept = [clue for clue in kept if clue in used]
        for clue in tuple(kept):
            fewer = [other for other in kept if other != clue]
            if not self.board(fewer):
                kept = fewer
        return kept


def _named(built: BuiltModel) -> Mapping[Clue, str]:
    if built.clues is None:
        raise Unsuited("this model does not say which of its rows are clues; expected BuiltModel(..., clues=...)")
    if built.bounding:
        raise Unsuited(f"{min(built.bounding)} sets bounds, in which clues may hide; expected rows")
    return built.clues


def _owner(row: Row) -> Clue:
    """Which clue a row may belong to: its family, and the first part of its place."""
    return str(row.family), row.place[0] if isinstance(row.place, tuple) and row.place else row.place
