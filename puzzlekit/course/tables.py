"""Tables as the course shows them."""

import html
from collections.abc import Sequence
from typing import Any

import pandas as pd


class Table:
    """A table whose smallest number of each row is bold among some columns; as text, it is plain.

    pandas' own styled tables print an address as their text and a random name as their HTML, so that the outputs of
    a notebook could not be compared.
    """

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
