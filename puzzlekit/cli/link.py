"""The command `puzzlekit link`: print a puzzle as an address of another site."""

import argparse
from typing import Any

from puzzlekit import formats
from puzzlekit.cli.shared import SOLVED, add_puzzle, find_text
from puzzlekit.core.errors import PuzzleError


def add(commands: Any) -> None:
    """Add the command `link` to the parser."""
    link = commands.add_parser(
        "link",
        help="print a puzzle as an address of another site",
        description="Print the puzzle as another site reads it: an address, the text of a file, or an id.",
    )
    link.set_defaults(run=run)
    add_puzzle(link)
    file, tatham = formats.PZPRV3, formats.TATHAM
    sites = f"{formats.PUZZ_LINK} (default), {file} for a file of that site, {tatham} for an id of Tatham's collection"
    link.add_argument("--site", default=formats.PUZZ_LINK, help=sites)


def run(options: argparse.Namespace) -> int:
    """Print the puzzle as a link. Raises PuzzleError if the puzzle type has no links. Return the exit status."""
    package, text = find_text(options)
    if not hasattr(package, "link"):
        raise PuzzleError(f"found {options.type}, which has no links; expected a puzzle type that other sites have")
    print(package.link(package.parse(text), options.site))
    return SOLVED
