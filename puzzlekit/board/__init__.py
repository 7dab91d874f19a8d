"""The one interactive board. A room describes itself as a `Game`; the board knows no puzzle."""

from puzzlekit.board.board import Board
from puzzlekit.board.pictures import PictureSlider, Replay, SearchPair
from puzzlekit.board.sheet import (
    CROSS,
    Game,
    Kind,
    Line,
    Look,
    Place,
    Sheet,
    State,
    agrees_but_for_crosses,
    clue,
    entry,
    given,
    grid_lines,
    row_and_column_numbers,
)
from puzzlekit.board.tree import Tree, TreeBoard
