"""What an address or a file of another site says of itself: the site, the type of puzzle, and what is left to read."""

import re
from dataclasses import dataclass
from urllib.parse import unquote

from puzzlekit.core import texts
from puzzlekit.core.errors import ParseError
from puzzlekit.formats import tatham_ids

PUZZ_LINK, PZPRV3, PENPA, F_PUZZLES, TATHAM = "puzz.link", "pzprv3", "penpa-edit", "f-puzzles", "tatham"
BEGINS = re.compile(r"(https?://)?([\w.-]+(?::\d+)?)/(.*)", re.IGNORECASE | re.ASCII)
HOSTS = re.compile(r"(?:[\w-]+\.)*(puzz\.link|pzv\.jp|f-puzzles\.com|sudokupad\.app|github\.io)", re.ASCII)
SUDOKUPAD = r"(?:^|[/?&=])fpuz(?:zles)?([\w+/%=-]{20,})"  # a shorter one is a name on its server
PACKED = "a puzzle in the address itself: puzz.link, penpa-edit, f-puzzles.com?load=... or sudokupad.app/fpuzzles..."


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
        What holds the puzzle; of games of Tatham's collection it is the whole text, as of his ids.
    """

    site: str
    name: str
    body: str


def find(text: str) -> Link | None:
    """What a text holds, if it is an address or a file of another site; None if it is anything else.

    Raises
    ------
    ParseError
        If it cannot be a text at all, or is an address that does not hold its puzzle, which is only looked up on a
        server; nothing is asked of any.
    """
    lines = texts.text_lines(text)
    first = lines[min(lines)].strip()
    if game := tatham_ids.game(lines.values()):
        return Link(TATHAM, game[:40], "")
    if first.startswith("pzprv3"):
        return _file("\n".join(lines.values()).strip())
    found = BEGINS.fullmatch(first)
    if not found or not (found[1] or HOSTS.fullmatch(found[2].lower())):
        return None
    if len(lines) > 1:
        raise ParseError("found a second line, expected one address", line=min(lines) + 1)
    return _address(found[2].lower(), found[3])


def _address(host: str, rest: str) -> Link:
    query = re.split("[?#]", f"{rest}?", maxsplit=1)[1].rstrip("?")
    for site, pattern, within in (
        (F_PUZZLES, SUDOKUPAD, rest),
        (F_PUZZLES, r"(?:^|&)load=([^&]+)", query),
        (PENPA, r"[?#&]p=([^&]+)", rest if "penpa" in rest else ""),
    ):
        if packed := re.search(pattern, within, re.ASCII):
            return Link(site, "", unquote(packed[1]))
    query = re.sub(r"^(?:\w+=\w*&)+", "", query)  # such as type=editor
    if query.startswith("pzprv3"):
        return _file(unquote(query))
    if found := re.fullmatch(r"((?:v:[^/]*/)?)([\w-]+?)(?:_edit|_play)?/(.*)", query, re.ASCII):
        return Link(PUZZ_LINK, found[2], found[1] + found[3])
    own = re.search(r"(?:^|[/?&=])(scl|ctc|scf)[\w+/%=-]{20,}", rest, re.ASCII)
    what = f"in a form of its own ({own[1]})" if own else "without a puzzle in it"
    raise ParseError(f"found an address of {host[:40]} {what}, expected {PACKED}", line=1)


def _file(text: str) -> Link:
    """Its body begins with the version."""
    head, name, *lines = [line.strip() for line in re.split("[/\n]", f"{text}\n")]
    return Link(PZPRV3, name[:40] or "nothing", "\n".join([head.removeprefix("pzprv3").removeprefix("."), *lines]))
