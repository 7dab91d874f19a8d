"""The one interactive board. A puzzle type describes itself as a `PuzzleAdapter`, and the board knows none."""

from puzzlekit.board.board import Board
from puzzlekit.board.layout import (
    CROSS,
    BoardLayout,
    ElementPosition,
    ElementType,
    Line,
    PuzzleAdapter,
    State,
    StateStyle,
    cell_positions,
    clue,
    entry,
    given,
    grid_lines,
    row_and_column_numbers,
)
from puzzlekit.board.pictures import PictureSlider, Replay, SearchPair
from puzzlekit.board.tree import Tree, TreeBoard
