"""The rules of each puzzle on the page Play: three sentences, with a right and a wrong corner of a board."""

import base64
import html
import json
from importlib import import_module
from pathlib import Path
from typing import Any

from puzzlekit import drawing

RULES = json.loads((Path(__file__).parent / "site" / "rules.json").read_text(encoding="utf-8"))
HEIGHT, MOST_WIDE = 9, 20  # of a picture, in rem


def stated(puzzle_type: str) -> str:
    """Return the HTML of a puzzle type's rules with two pictures. The type's own checker says what is wrong in one."""
    package, told = import_module(f"puzzlekit.{puzzle_type}"), RULES[puzzle_type]
    puzzle = package.parse(told["puzzle"])
    lines = "".join(f"<li>{html.escape(rule)}</li>" for rule in told["rules"])
    corners = "".join(_corner(package, puzzle, told[name], name) for name in ("right", "wrong"))
    return f'<div class="rules" data-type="{puzzle_type}"><ul>{lines}</ul><div>{corners}</div></div>'


def _corner(package: Any, puzzle: Any, text: str, name: str) -> str:
    """Return the HTML of one picture, and what it shows."""
    solution = package.parse_solution(puzzle, text)
    ax = package.draw(puzzle, solution, marks=package.marks(puzzle, solution))
    wide, tall = ax.figure.get_size_inches()
    picture = drawing.svg(ax)
    source = f"data:image/svg+xml;base64,{base64.b64encode(picture.encode()).decode()}"
    said = [violation.message for violation in package.violations(puzzle, solution)]
    words = f"✗ {said[0][0].upper()}{said[0][1:]}." if said else "✓ Right."
    alt = f"A {name} corner of a board"
    place = f"flex-basis: {min(HEIGHT * wide / tall, MOST_WIDE):.1f}rem"
    image = f'<img alt="{alt}" src="{source}">'
    return f'<figure style="{place}">{image}<figcaption>{html.escape(words)}</figcaption></figure>'
