"""Puzzles in the addresses and files of other sites: the code that the puzzle types share.

Each puzzle type states its names and codes on other sites in its `link.py`. Nothing is fetched from the network.
"""

from puzzlekit.formats.addresses import F_PUZZLES, PACKED, PENPA, PUZZ_LINK, PZPRV3, TATHAM, Link, find, opened
from puzzlekit.formats.boards import ASKED, Board, Links, number
