"""What chapter 12 needs beside the shared modules: the atlas of what was measured, and Masyu for its capstone.

There is no puzzle type, but its files stand to each other as those of one do.
"""

from puzzlekit.course.conclusion.atlas import Atlas, atlas, draw_atlas
