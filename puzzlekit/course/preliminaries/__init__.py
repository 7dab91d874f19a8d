"""The modules of chapters 1 and 2: pictures of the plane, and the checks of their exercises.

This package is not a puzzle type, but its modules import each other in the same order as a puzzle type's modules.
"""

from puzzlekit.course.preliminaries.draw import draw_choices, draw_plane
from puzzlekit.course.preliminaries.plane import vertices
