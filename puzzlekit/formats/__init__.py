"""Puzzles as other sites have them, in addresses and files: what the puzzle types share of it.

A type says in its `link.py` what it is called there and which code it has. Nothing is fetched from anywhere.
"""

from puzzlekit.formats.addresses import F_PUZZLES, PACKED, PENPA, PUZZ_LINK, PZPRV3, TATHAM, Link, find, opened
from puzzlekit.formats.boards import ASKED, Board, Links, number
