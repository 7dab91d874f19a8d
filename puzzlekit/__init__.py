"""The package behind the course: one room for each puzzle, and the pieces that the rooms share."""

ROOMS = ("sudoku", "battleship", "circuit", "hashi", "zebra", "slitherlink", "numberlink")
"""The rooms by name, each a package `puzzlekit.<name>`, in the order of the chapters."""
