"""The interactive board of every puzzle type. A puzzle type describes itself as a `PuzzleAdapter`."""

from typing import TYPE_CHECKING

from puzzlekit.core.face import show

if TYPE_CHECKING:
    from puzzlekit.board.board import Board
    from puzzlekit.board.pictures import PictureSlider, Replay, SearchPair
    from puzzlekit.board.tree import Tree, TreeBoard

show(__name__)
