"""The modules of chapter 12: the atlas of all measurements, and Masyu for the capstone.

This is no puzzle type, but its files import each other in the same order as the files of a puzzle type.
"""

from puzzlekit.course.conclusion.atlas import Atlas, atlas, draw_atlas
