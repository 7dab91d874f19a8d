"""The modules of chapter 12: the atlas of all measurements, and the puzzle Masyu for the final exercises.

This package is not a puzzle type, but its modules import each other in the same order as a puzzle type's modules.
"""

from puzzlekit.course.conclusion.atlas import Atlas, atlas, draw_atlas
