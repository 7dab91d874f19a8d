"""The tables of the chapters."""

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
    """Return the rules that boards violate without each family of a formulation, or "nothing", one row a family.

    Parameters
    ----------
    boards
        family -> the picture of a tiny puzzle on which no other family implies it; families of other formulations may
        be in the dict.

    Raises
    ------
    PuzzleError
        If a family has no board, and as `model_comparison.broken_without`.
    """
    families = [family.__name__ for family in formulation.FAMILIES]
    if missing := [family for family in families if family not in boards]:
        raise PuzzleError(f"found no board for {', '.join(missing)}; expected one for each family")
    lines = []
    for family in families:
        breaks = broken_without(formulation, family, package.parse(boards[family]), package.violations)
        lines.append((family, boards[family].replace("\n", " / "), ", ".join(breaks) or "nothing"))
    return pd.DataFrame(lines, columns=["left out", "board", "breaks"]).set_index("left out")


@validate_args
def recorded_run(name: str) -> pd.DataFrame:
    """Return the rows of a run that `puzzlekit bench` recorded: "sudoku/nine_hard" is nine_hard of sudoku.csv.

    Parameters
    ----------
    name
        A table of `data/results`, a slash, and a name from its column `run`; without a slash, the run with the name of
        the table.

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
    """Return the day, machine and versions of a recorded run. Parameters and errors are as in `recorded_run`."""
    file, run = _table_and_run(name)
    return said_of(file.read_text(encoding="utf-8"), run)


def _table_and_run(name: str) -> tuple[Path, str]:
    """Return the file of a recorded run, and its name there; the comment lines name all runs."""
    table, _, run = name.partition("/")
    for file in (DATA / "results").glob("*.csv"):
        if file.stem == table and said_of(file.read_text(encoding="utf-8"), run or table):
            return file, run or table
    raise PuzzleError(f"found no recorded run {shown(name)}, expected TABLE/RUN of {DATA / 'results'}")


@validate_args
def runtime_table(lines: Mapping[str, str]) -> pd.DataFrame:
    """Return the median seconds of recorded runs, for building, solving and, if measured, the proof of uniqueness.

    Parameters
    ----------
    lines
        A line's label -> the name of its run, as `recorded_run` takes it.

    Returns
    -------
    DataFrame
        A column "boards", and one for each engine that was measured.

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
    """Return each engine's seconds at one percentile of a family of boards, as recorded by `tools/equal_peers.py`.

    Parameters
    ----------
    lines
        A line's label -> the name of its family, a run of `percentiles.csv`.
    column
        "median", "p90", "p95" or "worst".

    Returns
    -------
    DataFrame
        A column "boards", and one for each engine that was measured.

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
    """A table in which the smallest number of each row, among some columns, is bold. Its text is plain.

    A styled table of pandas has a memory address in its text and a random name in its HTML, so the outputs of a
    notebook could not be compared.
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
    """Escape a text for HTML; return a number as it is."""
    return html.escape(cell, quote=False) if isinstance(cell, str) else cell
