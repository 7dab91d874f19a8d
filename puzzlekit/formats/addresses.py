"""What a text is: a picture, or an address, an id or a file of another site, and what it says of itself."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import unquote

from puzzlekit.core import texts
from puzzlekit.core.errors import ParseError
from puzzlekit.formats import tatham_ids
from puzzlekit.formats.compression import inflate

PUZZ_LINK, PZPRV3, PENPA, F_PUZZLES, TATHAM = "puzz.link", "pzprv3", "penpa-edit", "f-puzzles", "tatham"
HOSTS = r"(?:[\w-]+\.)*(?:puzz\.link|pzv\.jp|f-puzzles\.com|sudokupad\.app|github\.io)|[\w.-]+(?=/~sgtatham/)"
ADDRESS = re.compile(rf"(?:https?://([\w.-]+(?::\d+)?)|({HOSTS}))/(.*)", re.IGNORECASE | re.ASCII)
SUDOKUPAD = r"(?:^|[/?&=])fpuz(?:zles)?([\w+/%=-]{20,})"  # a shorter one is a name on its server
WHOLE = "a puzzle in the address itself: puzz.link, penpa-edit, f-puzzles.com?load=... or sudokupad.app/fpuzzles..."
OWN = re.compile(r"\s*https?://[^#\s]*#(\S+)\s*", re.IGNORECASE)  # of a site with pages of ours, see `opened`
PACKED = "packed:"  # before a position in such an address


@dataclass(frozen=True)
class Link:
    """A puzzle as another site has it.

    Attributes
    ----------
    site
        Whose form it is.
    name
        What the type of puzzle is called there; "" where the form does not say it.
    body
        What holds the puzzle; of a game of Tatham's collection it is the id.
    line
        The number of its first line.
    """

    site: str
    name: str
    body: str
    line: int = 1

    def refused(self, expected: str) -> ParseError:
        """What is said where only puzzles of other names are read."""
        told = f"found {self.name or 'a puzzle'!r} in the form of {self.site}"
        return ParseError(f"{told}, expected {expected}", line=self.line)


def find(text: str) -> Link | None:
    """What a text holds, if it is an address, an id or a file of another site; None if it is a picture.

    Raises
    ------
    ParseError
        If it cannot be a text at all, or is an address that does not hold its puzzle, which is only looked up on a
        server; nothing is asked of any. If more than the address follows, or a saved game is not whole.
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
        raise ParseError(f"found a second line, expected one {'address' if address else 'id'}", line=number + 1)
    return _address(address, number) if address else Link(TATHAM, "", lines[number], number)


def opened(text: str, puzzle_types: Collection[str]) -> tuple[str, str]:
    """The type that a text names before a colon, "" if it names none of these, and the text that it is about.

    So an address of a site with pages of ours holds any board: `index.html#TYPE:` and a text, percent-encoded, or
    `packed:` and a position. It is read as a whole, or what stands behind its `#`, decoded.

    Raises
    ------
    ParseError
        If what is packed is broken.
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
    what = f"in a form of its own ({own[1]})" if own else "without a puzzle in it"
    raise ParseError(f"found an address of {host[:40]} {what}, expected {WHOLE}", line=line)


def _file(text: str) -> Link:
    """Its body begins with the version."""
    head, name, *lines = [line.strip() for line in re.split("[/\n]", f"{text}\n")]
    return Link(PZPRV3, name[:40] or "nothing", "\n".join([head.removeprefix("pzprv3").removeprefix("."), *lines]))
