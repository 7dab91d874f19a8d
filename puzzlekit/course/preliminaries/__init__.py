"""What chapters 1 and 2 need beside the shared modules: pictures of the plane, and the checks of their exercises.

There is no puzzle, but its files stand to each other as those of a puzzle type do.
"""

from puzzlekit.course.preliminaries.draw import draw_choices, draw_plane
from puzzlekit.course.preliminaries.plane import vertices
