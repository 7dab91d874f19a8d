"""Renew the table of equations, `notebooks/equations.md`: section and line of each cell that the table names.

    uv run python tools/equations.py    # after a change of the chapters

A row names its notebook and the ids of its cells. The tool finds the section in which the first of these cells stands,
and for each cell a line that no other cell of the notebook has.
"""

import re
from functools import cache

from reading import FOLDER, HEADING, cells

PAGE = FOLDER / "equations.md"
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| (?:\[[^]]*\]\(([\w.]+)[^)]*\) )?\| (.+) \|$", re.MULTILINE)
CELL = re.compile(r"`([\w-]+)` \((?:`[^`]*`)?\)")
TELLING = re.compile(r"def |class |.*\b(?:addCons|yield)\b")  # lines that say most of a cell
LONGEST = 56  # characters of a line that is shown


def renewed(page: str) -> str:
    """Return the page with the sections and lines of the notebooks as they stand.

    Raises KeyError if a notebook lacks a named cell.
    """
    return ROW.sub(lambda row: _row(row[0], row[3]), page)


@cache
def placed(notebook: str) -> dict[str, tuple[str, str]]:
    """Return for each code cell of a notebook the heading of its section and its source."""
    found, heading = {}, ""
    for cell in cells(FOLDER / notebook):
        if cell.tags is not None:
            found[cell.id] = heading, cell.source
        elif HEADING.search(cell.source):
            heading = cell.source.partition("\n")[0].removeprefix("## ")
    return found


def _row(row: str, notebook: str | None) -> str:
    named = CELL.findall(row)
    if not notebook or not named:
        return row
    heading = placed(notebook)[named[0]][0]
    target = f"{notebook}#{heading.replace(' ', '-')}".replace("(", "%28").replace(")", "%29") if heading else notebook
    link = f"[{heading.split()[0] if heading else 'opening'}]({target})"
    row = re.sub(r"\| \[[^]]*\]\([^)]*\) \|", lambda _: f"| {link} |", row, count=1)
    return CELL.sub(lambda cell: f"`{cell[1]}` (`{_line(notebook, cell[1])}`)", row)


def _line(notebook: str, cell: str) -> str:
    """Return the beginning of a line of the cell that the notebook's other cells do not have, if there is one."""
    source = placed(notebook)[cell][1]
    others = "\n".join(text for name, (_, text) in placed(notebook).items() if name != cell)
    lines = [_beginning(line.strip()) for line in source.splitlines() if not set("|`") & set(line)]
    own = [line for line in lines if len(line) > 3 and line not in others] or lines
    return min(own, key=lambda line: (not TELLING.match(line), own.index(line)))


def _beginning(line: str) -> str:
    return line if len(line) <= LONGEST else line[:LONGEST].rpartition(" ")[0] or line[:LONGEST]


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
