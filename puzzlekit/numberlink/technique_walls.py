"""The technique "no way past": a wall separates the two ends of a letter, or the paths of two letters would cross.

The rule looks at one or two letters. A *wall* is the rim of the board, or a connected group of cells through which the
paths of these letters cannot pass. If a part of a path is drawn from an end, the last cell of this part counts as the
end. If the ends of two letters alternate along a wall, their paths would cross. The spot of a cell is its index on the
board with a rim, see `spot`.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from itertools import chain, combinations_with_replacement, pairwise

from puzzlekit.numberlink.technique_board import IN, Board, least
from puzzlekit.numberlink.technique_turns import Path, Turns
from puzzlekit.reasoning.system import Fact, Found, Left, Mask

Inside = Set[int]  # the spots of the cells through which the paths of the letters can pass
Ends = Mapping[int, int]  # spot -> 0 or 2 at the ends of one letter, 1 or 3 at the ends of another letter
ORDERS = ((0, 1, 2, 3), (0, 3, 2, 1))


class Walls:
    """The rule about walls between ends."""

    def __init__(self, board: Board, turns: Turns):
        self.board, self.turns = board, turns

    def look(self, left: Left, place: None) -> Iterator[Found]:
        """Yield the contradiction that no path leads past a wall. If there is no such contradiction, yield the
        conclusion that a cell on the only way past a wall has one of the letters. Yield at most one conclusion, and
        nothing under a supposition."""
        if left.known is not None:  # type: ignore[attr-defined]  # too slow for every supposition
            return
        paths = self.turns.paths(left)
        begun = [[_from(paths.get(end, (end,)), end) for end in ends] for ends in self.board.pairs]
        loose = [k for k, (path, _) in enumerate(begun) if self.board.pairs[k][1] not in path]
        for gaps in (False, True):
            for one, other in combinations_with_replacement(loose, 2):
                wall = _Wall(self.board, left, paths, [begun[k] for k in {one, other}], 1 << one | 1 << other)
                for gap in wall.gaps() if gaps else [()]:
                    if found := wall.found(gap):
                        yield found
                        return


def _from(path: Path, end: int) -> Path:
    return path if path[0] == end else path[::-1]


class _Wall:
    """The walls that the paths of one or two letters cannot pass.

    Parameters
    ----------
    paths
        {cell: the drawn path through the cell}.
    begun
        For each of the letters, the two paths that are drawn from its ends.
    bits
        The mask of the letters.
    """

    def __init__(
        self, board: Board, left: Left, paths: Mapping[int, Path], begun: Sequence[Sequence[Path]], bits: Mask
    ):
        self.board, self.left, self.paths, self.begun, self.bits = board, left, paths, begun, bits
        self.width, self.spot = board.puzzle.columns + 2, board.spot
        self.cells = [cell for cell in board.at if board.given.get(cell, bits) & bits]
        self.spots = {self.spot[cell] for cell in self.cells}
        self.shut = [cell for cell in self.cells if not left[cell] & bits]
        self.starts = {path[0]: n + 2 * end for n, own in enumerate(begun) for end, path in enumerate(own)}
        self.drawn = [step for own in begun for path in own for step in pairwise(path)][::-1]  # the last step first

    def _blocked(self, closed: Collection[int], drawn: Sequence[tuple[int, int]]) -> bool:
        """Return whether a wall keeps some letter's ends apart if no path of the letters passes the cells `closed`.

        `drawn` has steps of drawn paths, as pairs of cells. Each step moves an end to the next cell.
        """
        ends = dict(self.starts)
        for cell, other in reversed(drawn):
            if cell in ends:
                ends[other] = ends[cell]
        inside = self.spots - {self.spot[cell] for cell in closed}
        return blocked(self.width, inside, {self.spot[cell]: end for cell, end in ends.items()})

    def gaps(self) -> Iterator[Path]:
        """Yield the gaps. A gap is a cell with walls or ends on two sides. It is yielded as the drawn path through the
        cell, or as a path of this one cell."""
        ends = {cell for own in self.begun for path in own for cell in path}
        open_ = [cell for cell in self.cells if self.left[cell] & self.bits and cell not in ends]
        inside = {self.spot[cell] for cell in open_}
        beside = Counter(chain(*walks(self.width, inside, inside)))
        narrow = [cell for cell in open_ if beside[self.spot[cell]] > 1 and self.left[cell] & ~self.bits]
        yield from dict.fromkeys(tuple(self.paths.get(cell, (cell,))) for cell in narrow)

    def found(self, gap: Path) -> Found | None:
        """Return the conclusion that one of the letters must pass through this gap. If `gap` is empty, return the
        contradiction that the letters cannot be joined. Return None if neither follows.

        Every fact behind the conclusion is needed.
        """
        board = self.board
        own_gap = [cell for cell in sorted(gap) if self.spot[cell] in self.spots]
        closed: Sequence[int] = [*(cell for cell in self.shut if cell not in gap), *own_gap]
        if not self._blocked(closed, self.drawn):
            return None
        closed = least(closed, lambda fewer: self._blocked(fewer, self.drawn))
        drawn = least(self.drawn, lambda fewer: self._blocked(closed, fewer))
        own = [number for number, cell in enumerate(gap) if cell in closed]
        joined = [board.line[step] for step in pairwise(gap[own[0] : own[-1] + 1])] if own else []
        lines = [board.line[step] for step in drawn]
        facts: list[Fact] = [(line, IN) for line in (*lines, *joined)]
        facts += [fact for cell in closed if cell not in gap for fact in board.has(cell, board.full & ~self.bits)]
        letters = tuple(letter for k, letter in enumerate(board.states) if self.bits >> k & 1)
        row = "past", (letters, tuple(board.elements[c] for c in closed), tuple(board.elements[e] for e in lines))
        rows = [row, *board.rows_of(joined)]
        if not gap:
            return board.contradiction(facts, rows, (letters, None))
        return Found({gap[own[0]]: self.bits}, facts, rows, (letters, gap[own[0]]))


def blocked(width: int, inside: Inside, ends: Ends) -> bool:
    """Return whether a wall separates the ends of a letter, or, for two letters, whether their ends alternate along a
    wall.

    `width` is the width of the board with its rim, see `spot`.
    """
    if len({*ends.values()}) == 2:
        return _apart(width, inside, ends)
    begin = {place + step for place, end in ends.items() if end == 0 for step in (0, 1, -1, width, -width)}
    for walk in walks(width, inside, begin & inside):
        order = [ends[place] for place in walk if place in ends]
        if len({*order}) == 4:
            turned = [(*order[k:], *order[:k]) for k in range(len(order)) if order[k] == 0]
            if any(_comes(seen, wanted) for seen in turned for wanted in ORDERS):
                return True
    return False


def _comes(seen: Sequence[int], wanted: Sequence[int]) -> bool:
    """Return whether `wanted` is a subsequence of `seen`."""
    rest = iter(seen)
    return all(end in rest for end in wanted)


def _apart(width: int, inside: Inside, ends: Ends) -> bool:
    reached = [place for place, end in ends.items() if end == 0]
    seen = {*reached}
    for place in reached:
        for other in (place - width, place + 1, place + width, place - 1):
            if other in inside and other not in seen:
                seen.add(other)
                reached.append(other)
    return not any(ends.get(place) == 2 for place in reached)


def walks(width: int, inside: Inside, begin: Inside) -> Iterator[list[int]]:
    """Yield, for each wall beside one of the spots `begin`, the spots in `inside` along the wall, in the order of a
    walk that follows the wall. `width` is as in `blocked`."""
    around = (-width, 1, width, -1)
    sides = {(place, side): None for place in begin for side in range(4) if place + around[side] not in inside}
    while sides:
        start = place, side = next(iter(sides))
        walk = [place]
        while True:
            sides.pop((place, side), None)
            if (ahead := place + around[(side + 1) % 4]) not in inside:
                side = (side + 1) % 4
            elif (corner := ahead + around[side]) not in inside:
                place = ahead
                walk.append(place)
            else:
                place, side = corner, (side + 3) % 4
                walk += ahead, corner
            if (place, side) == start:
                break
        yield walk
