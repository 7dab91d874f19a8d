"""Tables as the course shows them."""

import html
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import pandas as pd

from puzzlekit.errors import PuzzleError, declared
from puzzlekit.grid import DATA
from puzzlekit.parity import broken_without


@declared
def left_out(room: ModuleType, formulation: ModuleType, boards: Mapping[str, str]) -> pd.DataFrame:
    """What each family of a formulation forbids: the rules that boards break without it, or "nothing".

    Parameters
    ----------
    boards
        family -> the picture of a tiny puzzle on which nothing else stands in for it; families of other formulations
        may be among them.

    Raises
    ------
    PuzzleError
        If a family has no board, and as `parity.broken_without`.
    """
    families = [family.__name__ for family in formulation.FAMILIES]
    if missing := [family for family in families if family not in boards]:
        raise PuzzleError(f"found no board for {', '.join(missing)}; expected one for each family")
    lines = []
    for family in families:
        breaks = broken_without(formulation, family, room.parse(boards[family]), room.violations)
        lines.append((family, boards[family].replace("\n", " / "), ", ".join(breaks) or "nothing"))
    return pd.DataFrame(lines, columns=["left out", "board", "breaks"]).set_index("left out")


@declared
def recorded(lines: Mapping[str, str]) -> pd.DataFrame:
    """Median seconds of recorded runs: for building, solving and, where it was asked for, the proof of uniqueness.

    Parameters
    ----------
    lines
        A line's label -> the name of its file, `data/results/<name>.csv`.

    Returns
    -------
    DataFrame
        A column "boards", and one for each engine that was measured.

    Raises
    ------
    PuzzleError
        If there is no such file.
    """
    medians, boards = {}, {}
    for label, name in lines.items():
        file = DATA / "results" / f"{name}.csv"
        if not file.exists():
            raise PuzzleError(f"found no recorded run {name!r}, expected a file in {file.parent}")
        rows = pd.read_csv(file)
        medians[label] = rows.filter(like="_seconds").sum(axis=1).groupby(rows["formulation"], sort=False).median()
        boards[label] = rows["instance"].nunique()
    table = pd.DataFrame(medians).T
    table.insert(0, "boards", pd.Series(boards))
    return table


class Table:
    """A table whose smallest number of each row is bold among some columns; as text, it is plain.

    pandas' own styled tables print an address as their text and a random name as their HTML, so that the outputs of
    a notebook could not be compared.
    """

    @declared
    def __init__(self, table: pd.DataFrame, best_of: Sequence[str], digits: int = 2):
        self.table = table
        self.best_of = list(best_of)
        self.digits = digits

    def _written(self) -> pd.DataFrame:
        numbers = self.table.select_dtypes("float").columns
        return self.table.assign(**{name: self.table[name].map(self._significant) for name in numbers})

    def _significant(self, number: float) -> str:
        return "" if pd.isna(number) else f"{number:#.{self.digits}g}".rstrip(".")

    def __repr__(self) -> str:
        return self._written().to_string()

    def _repr_html_(self) -> str:
        written, best = self._written().map(_escaped), self.table[self.best_of].min(axis=1)
        for name in self.best_of:
            is_best = self.table[name] == best
            written[name] = written[name].where(~is_best, "<b>" + written[name] + "</b>")
        for axis in (written.index, written.columns):  # labels may be names of files
            axis.names = [_escaped(name) for name in axis.names]
        return written.rename(index=_escaped, columns=_escaped).to_html(escape=False, border=0)


def _escaped(cell: Any) -> Any:
    """A text as HTML shows it; a number as it is."""
    return html.escape(cell, quote=False) if isinstance(cell, str) else cell
