"""Functions that all pictures share: a board's Axes, symbols, shades and marks. No meaning rests on colour alone.

The coordinates of a picture are the grid's: cell (row, column) is the unit square with its upper left corner at
x = column, y = row, and y grows downwards. A drawing function does not change matplotlib's global settings.
"""

import matplotlib.pyplot as plt

from puzzlekit.drawing.base import (
    BLUE,
    BOARD_INCHES,
    GREEN,
    GREY,
    INK,
    NONE,
    ORANGE,
    PURPLE,
    SURE,
    THICK,
    THIN,
    VERMILLION,
    board_axes,
    boards,
    grid_lines,
    point_size,
    shade,
    strip,
    styled,
    svg,
    symbol,
)
from puzzlekit.drawing.diagrams import draw_frontier, draw_zdd
from puzzlekit.drawing.marks import mark_cells, mark_labels, mark_strip, sign, sign_colour
from puzzlekit.drawing.plots import LABELLED, NODES, draw_tree, filmstrip, gap_plot, times
from puzzlekit.drawing.searches import draw_searches
