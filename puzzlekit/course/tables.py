"""Tables for the chapters: rules that constraint families enforce, and recorded run times."""

import html
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pandas as pd

from puzzlekit.core.errors import PuzzleError, shown, validate_args, validate_choice
from puzzlekit.core.grid import DATA
from puzzlekit.course.model_comparison import broken_without
from puzzlekit.course.results import said_of


@validate_args
def ablation_table(package: ModuleType, formulation: ModuleType, boards: Mapping[str, str]) -> pd.DataFrame:
    """Return a table with a row for each constraint family of a formulation. The row shows the rules that are violated
    on a tiny puzzle if the family is left out.

    The index "left out" has the families' names, and the column "board" their puzzles. The column "breaks" lists the
    violated rules, or is "nothing".

    Parameters
    ----------
    package
        The package of the puzzle type.
    formulation
        A module with FAMILIES and `build`.
    boards
        {name of a family: picture of a tiny puzzle whose boards can violate this family's rule if the family is left
        out}. Families of other formulations are ignored.

    Raises
    ------
    PuzzleError
        If a family has no puzzle in `boards`, or the puzzle has too many boards to check all of them.
    """
    families = [family.__name__ for family in formulation.FAMILIES]
    if missing := [family for family in families if family not in boards]:
        raise PuzzleError(f"found no board for {', '.join(missing)}; expected a board for each family")
    lines = []
    for family in families:
        breaks = broken_without(formulation, family, package.parse(boards[family]), package.violations)
        lines.append((family, boards[family].replace("\n", " / "), ", ".join(breaks) or "nothing"))
    return pd.DataFrame(lines, columns=["left out", "board", "breaks"]).set_index("left out")


@validate_args
def recorded_run(name: str) -> pd.DataFrame:
    """Return the rows of a recorded run, without the column `run`.

    Parameters
    ----------
    name
        "TABLE/RUN": a file of `data/results` without ".csv", and a name in its column `run`. "sudoku/nine_hard" is the
        run nine_hard in sudoku.csv. Without a slash, the run has the name of the table.

    Raises
    ------
    PuzzleError
        If there is no such run.
    """
    file, run = _table_and_run(name)
    rows = pd.read_csv(file, comment="#", dtype={"run": str})
    return rows[rows["run"] == run].drop(columns="run").reset_index(drop=True).infer_objects()


@validate_args
def recorded_on(name: str) -> str:
    """Return a text about a recorded run: the date, the machine and the versions. See `recorded_run` for `name` and the
    errors."""
    file, run = _table_and_run(name)
    return said_of(file.read_text(encoding="utf-8"), run)


def _table_and_run(name: str) -> tuple[Path, str]:
    """Return the file of a recorded run, and the name of the run in this file. Raise PuzzleError if there is no such
    run."""
    table, _, run = name.partition("/")
    for file in (DATA / "results").glob("*.csv"):
        if file.stem == table and said_of(file.read_text(encoding="utf-8"), run or table):
            return file, run or table
    raise PuzzleError(f"found no recorded run {shown(name)}, expected TABLE/RUN of {DATA / 'results'}")


@validate_args
def runtime_table(lines: Mapping[str, str]) -> pd.DataFrame:
    """Return the median times of recorded runs, in seconds, with a row for each run. A time includes building, solving
    and, if measured, the proof of uniqueness.

    Parameters
    ----------
    lines
        {label of a row: name of a run, as in `recorded_run`}.

    Returns
    -------
    DataFrame
        The column "boards" has the number of boards. Each formulation or engine that was measured has a column.

    Raises
    ------
    PuzzleError
        If there is no such run.
    """
    medians, boards = {}, {}
    for label, name in lines.items():
        rows = recorded_run(name)
        medians[label] = rows.filter(like="_seconds").sum(axis=1).groupby(rows["formulation"], sort=False).median()
        boards[label] = rows["instance"].nunique()
    table = pd.DataFrame(medians).T
    table.insert(0, "boards", pd.Series(boards))
    return table


@validate_args
def percentile_table(lines: Mapping[str, str], column: str = "p95") -> pd.DataFrame:
    """Return one percentile of each engine's times, in seconds, with a row for each family of boards.
    `tools/equal_peers.py` recorded the times.

    Parameters
    ----------
    lines
        {label of a row: name of a family of boards, which is a run in `percentiles.csv`}.
    column
        "median", "p90", "p95" or "worst".

    Returns
    -------
    DataFrame
        The column "boards" has the number of boards. Each engine that was measured has a column.

    Raises
    ------
    PuzzleError
        If there is no such run or column.
    """
    validate_choice(column, ("median", "p90", "p95", "worst"), "column")
    runs = {label: recorded_run(f"percentiles/{family}").set_index("engine") for label, family in lines.items()}
    table = pd.DataFrame({label: run[column] for label, run in runs.items()}).T
    table.insert(0, "boards", pd.Series({label: int(run["boards"].iloc[0]) for label, run in runs.items()}))
    return table


class BestBoldTable:
    """A table that shows the smallest number of each row in bold, in HTML. Only the columns `best_of` are compared.

    Floats have `digits` significant digits. (A styled pandas table would have a memory address in its text and a random
    name in its HTML, so two runs of a notebook would have different outputs.)
    """

    @validate_args
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
    """Return a text with HTML characters escaped, and any other value unchanged."""
    return html.escape(cell, quote=False) if isinstance(cell, str) else cell
