"""Recognition of the form of a text that holds a puzzle: a text picture, or an address, an id or a file of another
site."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import unquote

from puzzlekit.core import texts
from puzzlekit.core.errors import ParseError, shown
from puzzlekit.formats import tatham_ids
from puzzlekit.formats.compression import inflate

PUZZ_LINK, PZPRV3, PENPA, F_PUZZLES, TATHAM = "puzz.link", "pzprv3", "penpa-edit", "f-puzzles", "tatham"
HOSTS = r"(?:[\w-]+\.)*(?:puzz\.link|pzv\.jp|f-puzzles\.com|sudokupad\.app|github\.io)|[\w.-]+(?=/~sgtatham/)"
ADDRESS = re.compile(rf"(?:https?://([\w.-]+(?::\d+)?)|({HOSTS}))/(.*)", re.IGNORECASE | re.ASCII)
SUDOKUPAD = r"(?:^|[/?&=])fpuz(?:zles)?([\w+/%=-]{20,})"  # a shorter code names a puzzle on its server
WHOLE = "a puzzle in the address itself: puzz.link, penpa-edit, f-puzzles.com?load=... or sudokupad.app/fpuzzles..."
OWN = re.compile(r"\s*https?://[^#\s]*#(\S+)\s*", re.IGNORECASE)  # an address of the course's pages, see `opened`
PACKED = "packed:"  # the prefix of a compressed position in such an address


@dataclass(frozen=True)
class Link:
    """A puzzle in the format of another site.

    Attributes
    ----------
    site
        The name of the form, such as `PUZZ_LINK`.
    name
        The site's name of the puzzle type; "" where the form states no name.
    body
        The text that encodes the puzzle; for a game of Tatham's collection, its id.
    line
        The number of the link's first line in the text.
    """

    site: str
    name: str
    body: str
    line: int = 1

    def refused(self, expected: str) -> ParseError:
        """Return, without raising it, the error that this link's puzzle is not of the type `expected`."""
        told = f"found {shown(self.name or 'a puzzle')} in the format of {self.site}"
        return ParseError(f"{told}, expected {expected}", line=self.line)


def find(text: str) -> Link | None:
    """Return the link in a text that is an address, an id or a file of another site; None for a picture.

    Raises
    ------
    ParseError
        If the text is invalid (see `text_lines`), if the address does not contain its puzzle (a puzzle on a server is
        never fetched), if another line follows, or if a saved game is incomplete.
    """
    lines = texts.text_lines(text)
    number = min(lines)
    first = lines[number].strip()
    if first.startswith("pzprv3"):
        return _file("\n".join(lines.values()).strip())
    if game := tatham_ids.game(lines.values()):
        return Link(TATHAM, game[0][:40], game[1], number)
    address = ADDRESS.fullmatch(first)
    if not (address or tatham_ids.ID.fullmatch(first)):
        return None
    if len(lines) > 1:
        raise ParseError(f"found a second line, expected only one {'address' if address else 'id'}", line=number + 1)
    return _address(address, number) if address else Link(TATHAM, "", lines[number], number)


def opened(text: str, puzzle_types: Collection[str]) -> tuple[str, str]:
    """Return (puzzle type, rest of the text) from a text such as "sudoku: ...". If no puzzle type comes before the
    colon, return "" and the text; if the part after the `#` of the text is itself an address, return "" and that
    address.

    An address of the course's pages can hold any board in this form: `index.html#TYPE:`, followed by a percent-encoded
    text, or by `packed:` and a compressed position. `text` may be the whole address, or the decoded part after its `#`.

    Raises
    ------
    ParseError
        If a compressed position is broken.
    """
    found = OWN.fullmatch(text)
    inside = unquote(found[1]) if found else text
    named, colon, rest = inside.partition(":")
    if colon and named in puzzle_types:
        rest = rest.strip()
        return named, inflate(rest.removeprefix(PACKED)) if rest.startswith(PACKED) else rest
    return "", inside if named in ("http", "https") else text


def _address(address: re.Match[str], line: int) -> Link:
    host, rest = (address[1] or address[2]).lower(), address[3]
    query = re.split("[?#]", f"{rest}?", maxsplit=1)[1].rstrip("?")
    for site, pattern, within in (
        (F_PUZZLES, SUDOKUPAD, rest),
        (F_PUZZLES, r"(?:^|&)load=([^&]+)", query),
        (PENPA, r"[?#&]p=([^&]+)", rest if "penpa" in rest else ""),
    ):
        if packed := re.search(pattern, within, re.ASCII):
            return Link(site, "", unquote(packed[1]), line)
    if game := re.fullmatch(tatham_ids.PAGE, rest, re.ASCII):
        return Link(TATHAM, game[1].capitalize()[:40], game[2], line)
    query = re.sub(r"^(?:\w+=\w*&)+", "", query)  # such as type=editor
    if query.startswith("pzprv3"):
        return _file(unquote(query))
    if found := re.fullmatch(r"((?:v:[^/]*/)?)([\w-]+?)(?:_edit|_play)?/(.*)", query, re.ASCII):
        return Link(PUZZ_LINK, found[2], found[1] + found[3], line)
    own = re.search(r"(?:^|[/?&=])(scl|ctc|scf)[\w+/%=-]{20,}", rest, re.ASCII)
    what = f"in the private format {own[1]!r}" if own else "that contains no puzzle"
    raise ParseError(f"found an address of {host[:40]} {what}, expected {WHOLE}", line=line)


def _file(text: str) -> Link:
    """Return the link for the text of a pzprv3 file. The link's body begins with the version."""
    head, name, *lines = [line.strip() for line in re.split("[/\n]", f"{text}\n")]
    return Link(PZPRV3, name[:40] or "nothing", "\n".join([head.removeprefix("pzprv3").removeprefix("."), *lines]))
