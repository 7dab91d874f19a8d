"""Compressed texts in addresses of other sites, unpacked with a limit on the size of the result."""

import base64
import json
import re
import zlib
from collections import deque
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from puzzlekit.core.errors import ParseError, shown

MOST_PACKED = 100_000  # characters; a Sudoku takes a few hundred
MOST = 1_000_000  # characters or bytes after unpacking
DEEPEST = 20  # nested brackets; f-puzzles has 5
BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|([\[{])|([\]}])', re.DOTALL)  # a bracket, or a string with its brackets
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
VALUES = {character: value for value, character in enumerate(ALPHABET)}
SHORT, LONG, END = range(3)  # codes of LZ-string: an 8-bit character follows, a 16-bit character follows, end of text


def inflate(packed: str) -> str:
    """Decompress a raw deflate stream in base64, the form of Penpa-edit, and return its text.

    Raises
    ------
    ParseError
        If `packed` is not such a stream, or its text has more than `MOST` bytes.
    """
    bare = _bare(packed)
    stream = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    try:
        data = stream.decompress(base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True), MOST + 1)
    except (ValueError, zlib.error):  # invalid base64 raises a ValueError
        raise _broken(packed, "a deflate stream in base64") from None
    if len(data) > MOST:
        raise _too_much()
    if not stream.eof:
        raise _broken(packed, "a whole deflate stream")
    return data.decode("utf-8", errors="replace")


def deflate(text: str) -> str:
    """Compress a text as base64 that `inflate` can decompress."""
    stream = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return base64.b64encode(stream.compress(text.encode()) + stream.flush()).decode("ascii").rstrip("=")


def lz_unpack(packed: str) -> str:
    """Decompress a text that the library LZ-string compressed as base64, the form of f-puzzles and SudokuPad.

    Raises
    ------
    ParseError
        If `packed` is not such a text, or the result has more than `MOST` characters.

    Examples
    --------
    >>> lz_unpack("N4XyA===")
    '{}'
    """
    parts, length = [], 0
    try:
        values = [VALUES[character] for character in _bare(packed)]
        bits = deque(value >> place & 1 for value in values for place in reversed(range(6)))
        for part in _phrases(bits):
            parts.append(part)
            length += len(part)
            if length > MOST:
                raise _too_much()
    except LookupError:
        raise _broken(packed, "a text compressed by LZ-string") from None
    return "".join(parts)


def read_json(text: str) -> Any:
    """Return the data of a JSON text that is not nested too deeply. In a web page, deep nesting would crash Python.

    Raises
    ------
    ValueError
        If the text is not JSON, or has more than `DEEPEST` nested levels.

    Examples
    --------
    >>> read_json('{"size": 4}')
    {'size': 4}
    """
    depths = accumulate(bool(found[1]) - bool(found[2]) for found in BRACKET.finditer(text))
    if max(depths, default=0) > DEEPEST:
        raise ValueError(f"found too many nested brackets, expected at most {DEEPEST} levels")
    return json.loads(text)


def _number(bits: deque[int], count: int) -> int:
    """Take a number of `count` bits from the left of `bits`. The first bit of a number is its lowest bit."""
    return sum(bits.popleft() << power for power in range(count))


def _phrases(bits: deque[int]) -> Iterator[str]:
    """Yield the phrases of a text compressed by LZ-string.

    Each code is the number of a known phrase, in just enough bits for all known phrases. Each phrase, followed by the
    first character of the next phrase, becomes a known phrase. The next phrase can itself be this new phrase.
    """
    known, before = ["", "", ""], ""
    while (code := _number(bits, len(known).bit_length())) != END:
        if code in (SHORT, LONG):
            known.append(chr(_number(bits, 8 if code == SHORT else 16)))
            code = len(known) - 1
        if before:
            known.append(before + (known[code] if code < len(known) else before)[0])
        before = known[code]
        yield before


def _bare(packed: str) -> str:
    if len(packed) > MOST_PACKED:
        raise ParseError(f"found a compressed text of {len(packed)} characters, expected at most {MOST_PACKED}")
    return packed.rstrip("=")


def _broken(packed: str, expected: str) -> ParseError:
    return ParseError(f"found {shown(packed)}, expected {expected}; was the address cut short?")


def _too_much() -> ParseError:
    return ParseError(f"found a text of more than {MOST} characters after unpacking, expected a shorter text")
