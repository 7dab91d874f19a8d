"""The package behind the course: a package for each puzzle type, and what they share."""

__version__ = "1.0.0"

PUZZLES = ("sudoku", "battleship", "circuit", "hashi", "zebra", "slitherlink", "numberlink")
"""The puzzle types, each a package `puzzlekit.<name>`, in the order of the chapters."""
