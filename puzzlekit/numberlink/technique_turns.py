"""The techniques of Numberlink about turns: no path closes a loop; if the rule is `touch: no`, no path touches itself.

Lines and cells are numbers, see `technique_board`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from puzzlekit.numberlink.technique_board import IN, OUT, Board
from puzzlekit.reasoning.system import Found, Left, Row

Path = Sequence[int]  # the cells in order


class Turns:
    """The rules about parts of paths that are drawn: no path closes a loop or touches itself."""

    def __init__(self, board: Board):
        self.board, self._paths = board, lru_cache(maxsize=64)(self._walked)

    def u_turn(self, left: Left, block: Sequence[int]) -> Iterator[Found]:
        """Yield the conclusion that two drawn lines in a square of 2 x 2 cells exclude a third line. `block` contains
        the square's lines."""
        drawn = [line for line in block if left[line] == IN][:2]
        if len(drawn) == 2:
            others = [line for line in block if line not in drawn]
            rows = [self._row(line, *drawn) for line in others]
            yield Found(dict.fromkeys(others, OUT), [(line, IN) for line in drawn], rows, block)

    def look(self, left: Left, place: None) -> Iterator[Found]:
        """Yield the exclusion of lines that would close a loop. If paths may not touch themselves, also yield the
        contradiction that a path touches itself."""
        touch = self.board.puzzle.touch
        for start, path in self.paths(left).items():
            begin = path.index(start)
            for line, end in self.board.at[start]:
                if end not in path[begin + 3 :] or (touch and (start, end) != (path[0], path[-1])):
                    continue
                lines = [self.board.line[step] for step in pairwise(path[begin : path.index(end) + 1])]
                facts = [(own, IN) for own in lines]
                if touch:
                    yield Found({line: OUT}, facts, [self._row(line, *lines)], line)
                else:
                    yield self.board.contradiction(facts, [self._row(*lines)], line)

    def done(self, left: Left, pair: Sequence[int]) -> Iterator[Found]:
        """Yield the conclusion from a path that joins both ends of a letter (`pair`): no other cell has this letter.
        Yield nothing under a supposition."""
        if left.known is not None:  # type: ignore[attr-defined]  # too slow for every supposition
            return
        board, (start, end) = self.board, pair
        path, letter = self.paths(left).get(start, ()), board.given[start]
        others = [cell for cell in board.at if left[cell] & letter and cell not in path and cell not in board.given]
        if end in path and others:
            lines = [board.line[step] for step in pairwise(path)]
            told = tuple(board.elements[line] for line in lines)
            rows = [("done", (board.elements[cell], told)) for cell in others]
            yield Found(dict.fromkeys(others, board.full & ~letter), [(line, IN) for line in lines], rows, start)

    def _row(self, *lines: int) -> Row:
        return "not_touching", tuple(self.board.elements[line] for line in lines)

    def paths(self, left: Left) -> Mapping[int, Path]:
        """Return `{cell: the cells of its drawn path, from one end to the other}` for each cell with a drawn line."""
        return self._paths(tuple([line for line in self.board.lines if left[line] == IN]))

    def _walked(self, drawn: Sequence[int]) -> Mapping[int, Path]:
        on: dict[int, list[int]] = {}
        for line in drawn:
            for cell, other in (self.board.ends[line], self.board.ends[line][::-1]):
                on.setdefault(cell, []).append(other)
        paths: dict[int, Path] = {}
        for start in sorted(on, key=lambda cell: len(on[cell])):
            if start not in paths:
                path = [start]
                while further := [cell for cell in on[path[-1]] if cell not in path[-2:] and cell != start]:
                    path.append(further[0])
                paths |= dict.fromkeys(path, path)
        return paths
