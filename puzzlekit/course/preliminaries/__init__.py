"""The modules of chapters 1 and 2: pictures of the plane, and the checks of their exercises.

This is no puzzle type, but its files import each other in the same order as the files of a puzzle type.
"""

from puzzlekit.course.preliminaries.draw import draw_choices, draw_plane
from puzzlekit.course.preliminaries.plane import vertices
