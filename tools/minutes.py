"""The minutes of each section by a formula: words read aloud, lines typed and shown, outputs looked at.

    uv run python tools/minutes.py print    # each section, as stated and by the formula; each lecture of TEACHING.md
    uv run python tools/minutes.py write    # the formula's minutes into chapters, the lecturer's book and TEACHING.md

TEACHING.md says where the rates come from, and proposes the lectures, which `write` puts into the chapters' openings.
After `write`, run `tools/notebooks.py trust`.
"""

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import reading

ROOT = Path(__file__).resolve().parents[1]
WORDS, TYPED, SHOWN, OUTPUTS = 130, 4, 8, 1  # words, typed lines, shown lines, outputs in a minute
STEP, HOUR = 5, 50  # minutes: to which sections are rounded, and of a lecture
UNSEEN = {"setup", "colab", "check", "skip-in-slides"}  # tags of cells that no lecture shows
LINE = re.compile(r"\*(Core|Optional)(?:, \d+ minutes)?\.\*")
HOURS = ("", "", "two hours", "three hours", "four hours")
Cell = dict[str, Any]


@dataclass
class Part:
    """A section, or a part of one, that states its minutes: in its first cell."""

    number: str
    cells: list[Cell] = field(default_factory=list)

    @property
    def stated(self) -> tuple[str, int]:
        """Core or Optional, and the stated minutes."""
        kind, minutes = reading.STATED.findall(_text(self.cells[0]))[0]
        return kind, int(minutes or 0)

    @property
    def minutes(self) -> float:
        """The minutes by the formula."""
        words = sum(len(_text(cell).split()) for cell in self.cells if cell["cell_type"] == "markdown")
        code = [cell for cell in self.cells if cell["cell_type"] == "code" and not UNSEEN & _tags(cell)]
        typed = sum(_lines(cell) for cell in code if "blank" in _tags(cell))
        shown = sum(map(_lines, code)) - typed
        return words / WORDS + typed / TYPED + shown / SHOWN + sum(bool(cell["outputs"]) for cell in code) / OUTPUTS

    @property
    def rounded(self) -> int:
        """The minutes by the formula, as they are to be stated."""
        return max(STEP, STEP * round(self.minutes / STEP))


def _text(cell: Cell) -> str:
    return "".join(cell["source"])


def _tags(cell: Cell) -> set[str]:
    return set(cell["metadata"].get("tags", ()))


def _lines(cell: Cell) -> int:
    return sum(bool(line.strip()) for line in _text(cell).splitlines())


def parts(cells: Sequence[Cell]) -> list[Part]:
    """Return the parts of a chapter. What has minutes below a smaller heading goes to the next heading."""
    found: list[Part] = []
    section = part = None
    for cell in cells:
        text = _text(cell) if cell["cell_type"] == "markdown" else ""
        heading, states = reading.HEADING.search(text), reading.STATED.search(text)
        if heading or (section and states):
            part = Part(heading[1] if heading else section.number) if states else None  # type: ignore[union-attr]
            section = part if heading else section
            found += [part] if part else []
        elif text.startswith("### "):
            part = section
        if part:
            part.cells.append(cell)
    return found


def lectures(teaching: str, path: Path) -> dict[str, int]:
    """Return the lectures that TEACHING.md proposes for a chapter, with their stated minutes."""
    needed = {one.number: one.needed for one in reading.sections(path)}
    proposed = teaching.partition("## One lecture")[2].partition("For slides")[0]
    told = {tuple(reading._numbers(one[1])): one[0] for one in re.finditer(reading.PLAN, proposed)}
    own = [numbers for numbers in told if needed.keys() >= {*numbers}]
    order = sorted(own, key=lambda numbers: [*needed].index(numbers[0]))
    return {re.sub("sections? ", "", told[numbers]): sum(needed[one] for one in numbers) for numbers in order}


def opening(text: str, plan: dict[str, int], total: int) -> str:
    """Return a chapter's opening with its time, and with its lectures and their minutes."""
    hours, rest = divmod(total, 60) if total >= 120 else (0, total)
    time = " and ".join(filter(None, (HOURS[hours], f"{rest} minutes" if rest else "")))
    (first, minutes), *others = plan.items()
    told = f"sections {first} make" if re.search(" (and|to) ", first) else f"section {first} makes"
    more = "".join(f", {names} another one of {minutes}" for names, minutes in others)
    text = re.sub(r"(\*\*Time:\*\* )[^.,]*", rf"\g<1>{time}", text)
    return re.sub(r"(can be cut: ).*?\.(?=\s|$)", rf"\g<1>{told} a lecture of {minutes} minutes{more}.", text)


def write(root: Path = ROOT) -> None:
    """Write the minutes by the formula wherever minutes are stated."""
    teaching, book = (root / name for name in ("TEACHING.md", "notebooks/README.md"))
    for path in _chapters(root):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for part in parts(notebook["cells"]):
            _change(part.cells[0], LINE.sub(rf"*\1, {part.rounded} minutes.*", _text(part.cells[0]), count=1))
        _save(notebook, path)
        found = [section for section in reading.sections(path) if section.minutes]
        chapter, total = int(path.stem[:2]), sum(section.minutes for section in found)
        plan = lectures(teaching.read_text(encoding="utf-8"), path)
        first = next(cell for cell in notebook["cells"] if "**Time:**" in _text(cell))
        _change(first, opening(_text(first), plan, total))
        _save(notebook, path)
        row = " · ".join(
            f"{one.number} {one.minutes}" if one.core else f"({one.number} {one.minutes})" for one in found
        )
        _replace(book, rf"^(\| {chapter} \| )[^|]*\d\.\d[^|]* \|$", row)
        _replace(teaching, rf"^(\| {chapter} \|.*\| )\d+:\d\d \|$", f"{total // 60}:{total % 60:02}")


def _chapters(root: Path) -> list[Path]:
    """Return the chapters whose sections state minutes: all but the introduction."""
    return sorted((root / "notebooks").glob("*.ipynb"))[1:]


def _change(cell: Cell, text: str) -> None:
    cell["source"] = text.splitlines(keepends=True)


def _save(notebook: dict[str, Any], path: Path) -> None:
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _replace(page: Path, row: str, cell: str) -> None:
    """Put a cell at the end of the row that matches."""
    text, number = re.subn(row, rf"\g<1>{cell} |", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert number == 1, f"{page.name} has {number} rows {row}"
    page.write_text(text, encoding="utf-8")


def show(root: Path = ROOT) -> None:
    """Print the minutes of each section, stated and by the formula, and the stated ones of each lecture."""
    for path in _chapters(root):
        for part in parts(json.loads(path.read_text(encoding="utf-8"))["cells"]):
            print(f"{part.number:6}{part.stated[0]:9}stated {part.stated[1]:3}, by the formula {part.minutes:.1f}")
        for names, minutes in lectures((root / "TEACHING.md").read_text(encoding="utf-8"), path).items():
            print(f"    {names}: {minutes}{' IS TOO LONG' if minutes > HOUR else ''}")


if __name__ == "__main__":
    {"print": show, "write": write}[sys.argv[1]]()
