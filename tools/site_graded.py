"""The new puzzles of the page Play: what its form offers, and the puzzles in a file beside the page for each type."""

import html
import json
from pathlib import Path

import graded


def filled(page: str) -> str:
    """Fill in the choices of the page's form: types with their sizes, and levels."""
    kinds = [(f"{name}/{size}", f"{name.capitalize()}, {size}") for name, own in graded.SIZES.items() for size in own]
    levels = [(level, level.capitalize()) for level in graded.LEVELS]
    return page.replace("<!--kinds-->", _options(kinds)).replace("<!--levels-->", _options(levels))


def _options(choices: list[tuple[str, str]]) -> str:
    return "".join(f'<option value="{html.escape(value)}">{html.escape(words)}</option>' for value, words in choices)


def write(folder: Path) -> None:
    """Write {size: {level: texts}} of each puzzle type."""
    folder.mkdir(parents=True)
    for name, sizes in graded.SIZES.items():
        puzzles = graded.read(name)
        found = {
            size: {
                level: [one.text for one in puzzles if (one.size, one.level) == (size, level)]
                for level in graded.LEVELS
            }
            for size in sizes
        }
        (folder / f"{name}.json").write_text(json.dumps(found, separators=(",", ":")), encoding="utf-8")
