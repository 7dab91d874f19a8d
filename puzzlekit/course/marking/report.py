"""What marks look like: a table for the screen, rows for a spreadsheet, a page for each notebook."""

import csv
import html
from collections.abc import Mapping, Sequence
from pathlib import Path

from puzzlekit.course.marking import EMPTY, NOT_YET, OPEN, RIGHT, Mark
from puzzlekit.errors import counted

Marks = Mapping[str, Sequence[Mark] | str]  # a notebook -> its marks, or why it has none
SIGNS = {RIGHT: "+", NOT_YET: "-", EMPTY: ".", OPEN: "?"}
LEGEND = "+ right, - not yet, . not attempted, ? not judged, ! look at it"
COLUMNS = ("notebook", "exercise", "verdict", "remark", "notes")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a spreadsheet's formula begins
STYLE = "body{max-width:50em;margin:2em auto;font-family:sans-serif}pre{background:#f4f4f4;padding:.6em;overflow:auto}"


def table(marks: Marks) -> str:
    """A line for each notebook, a sign for each exercise."""
    width = max(map(len, marks), default=0)
    lines = []
    for name, own in marks.items():
        if isinstance(own, str):
            lines.append(f"{name:{width}}  {own}")
            continue
        signs = " ".join(f"{one.exercise}{SIGNS[one.verdict]}{'!' if one.notes else ''}" for one in own)
        right = sum(one.verdict == RIGHT for one in own)
        lines.append(f"{name:{width}}  {right} of {len(own)}  {signs}")
    return "\n".join([*lines, LEGEND])


def write_csv(marks: Marks, path: Path) -> None:
    """A row for each exercise of each notebook; nothing in it is taken for a formula."""
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(COLUMNS)
        for name, own in marks.items():
            if isinstance(own, str):
                rows.writerow(_harmless(name, "", OPEN, own, ""))
            else:
                rows.writerows(
                    _harmless(name, str(one.exercise), one.verdict, one.remark, "; ".join(one.notes)) for one in own
                )


def _harmless(*words: str) -> list[str]:
    return [f"'{word}" if word.startswith(FORMULA) else word for word in words]


def page(name: str, own: Sequence[Mark] | str) -> str:
    """A page of HTML: each exercise with its verdict, what the check said, and what was written."""
    parts = [f"<title>{html.escape(name)}</title><style>{STYLE}</style><h1>{html.escape(name)}</h1>"]
    if isinstance(own, str):
        parts.append(f"<p>{html.escape(own)}</p>")
    else:
        right = sum(one.verdict == RIGHT for one in own)
        parts.append(f"<p>{right} of {counted(len(own), 'exercise')} right</p>")
        for one in own:
            notes = "".join(f"<p><strong>Look at it:</strong> {html.escape(note)}</p>" for note in one.notes)
            parts.append(f"<h2>Exercise {one.exercise}: {one.verdict}</h2><p>{html.escape(one.remark)}</p>{notes}")
            parts.append(f"<pre>{html.escape(one.attempt)}</pre>")
    return "<!doctype html><html lang='en'><meta charset='utf-8'>" + "\n".join(parts) + "</html>\n"
