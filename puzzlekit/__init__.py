"""Helper package of the course: a subpackage for each puzzle type, and the modules that the types share."""

__version__ = "0.9.0"

PUZZLES = ("sudoku", "battleship", "circuit", "hashi", "zebra", "slitherlink", "numberlink")
"""The puzzle types, each a package `puzzlekit.<name>`, in the order of the chapters."""
