"""The techniques of Battleship for solving by hand: water around ships, counts, and places for missing ships.

An element is a cell; its states are the kinds of Table 4.1. In rules, cells are numbers, and `left` has the mask of
possible kinds of each cell.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from puzzlekit.battleship.deduce import AFLOAT, ANY, BIT, HULL, SEA, fitting_tables, kinds
from puzzlekit.battleship.puzzle import KINDS, OPEN, PART, SIDES, Puzzle
from puzzlekit.battleship.technique_board import NOWHERE, Board, Line
from puzzlekit.battleship.technique_fleet import Fleet
from puzzlekit.battleship.technique_words import Around, Count, Sentences, Words
from puzzlekit.reasoning.system import VISIBLE, Fact, Found, Left, Mask, Row, Rule, System


def techniques(puzzle: Puzzle) -> System:
    """Return a puzzle as a `System`: its cells, its clues as the start, and the rules of reasoning."""
    board = Board(puzzle)
    cells, lines, fleet, say = Cells(board), Lines(board), Fleet(board), Sentences(board)
    each = [(cell, (cell,)) for cell in range(len(board.cells))]
    beside = [(cell, (cell, *(side for side in board.sides[cell] if side >= 0))) for cell, _ in each]
    rows = [(line, line.cells) for line in board.lines]
    every = [(None, range(len(board.cells)))]
    clues = (puzzle.given.get(cell) for cell in board.cells)
    return System(
        board.cells,
        (tuple(KINDS),) * len(board.cells),
        len(board.cells),
        tuple(ANY if clue is None else AFLOAT if clue == PART else BIT[clue] for clue in clues),
        (
            Rule("", 0, beside, cells.kind, say.kind, VISIBLE),
            Rule("", 0, each, cells.around_supposed, say.around, VISIBLE),
            Rule("", 1, each, _news(cells.around), say.around, conclude=say.water_around),
            Rule("", 1, beside, cells.middle, say.middle),
            Rule("", 2, rows, _news(lines.settled), say.count, conclude=say.others),
            Rule("", 3, rows, _news(lines.spare), say.count, conclude=say.others),
            Rule("", 3, every, fleet.no_room, say.fleet),
            Rule("", 4, every, _news(fleet.part), say.fleet, conclude=say.placed),
            Rule("", 5, every, _news(fleet.longest), say.fleet, conclude=say.placed),
        ),
        Words(),
        coarse=(AFLOAT,),
    )


def _news(look: Callable[..., Iterator[Found]]) -> Callable[..., Iterator[Found]]:
    """Wrap `look` so that each conclusion keeps only the cells whose possible kinds it reduces. This shortens
    sentences."""

    @wraps(look)
    def only_news(left: Left, place: Any) -> Iterator[Found]:
        for found in look(left, place):
            found.claim = {cell: mask for cell, mask in found.claim.items() if left[cell] & ~mask}
            yield found

    return only_news


PAIRS = ((0, 1), (2, 3))  # opposite sides of a cell, by their indices in SIDES


class Cells:
    """The rules about a cell and the cells around it."""

    def __init__(self, board: Board):
        self.board, self.fitting = board, fitting_tables()

    def kind(self, left: Left, cell: int) -> Iterator[Found]:
        """Yield conclusions about a cell: the cells on its four sides exclude kinds of parts. Other rules decide about
        water."""
        if left[cell] == SEA:
            return
        sides = self.board.sides[cell]
        masks = [SEA if side == NOWHERE else left[side] for side in sides]
        for step, (side, mask) in enumerate(zip(sides, masks, strict=True)):
            keep = self.fitting[step][mask] | SEA
            if left[cell] & ~keep and left[cell] & keep != SEA:
                because = () if side == NOWHERE else ((side, self._weakest(step, keep)),)
                yield Found({cell: keep}, because, self._beside(cell, side), (cell, not left[cell] & keep))
        if left[cell] & HULL and left[cell] & ~HULL != SEA:
            shut = [min((s for s in pair if masks[s] == SEA), key=sides.__getitem__, default=-1) for pair in PAIRS]
            if -1 not in shut:
                facts = [(sides[s], SEA) for s in shut if sides[s] != NOWHERE]
                fails = left[cell] == HULL
                yield Found({cell: ANY & ~HULL}, facts, (("middles_go_on", self.board.cells[cell]),), (cell, fails))

    def _beside(self, cell: int, side: int) -> tuple[Row, ...]:
        """Return the model's constraints between a cell and the cell on one of its sides. `side` is NOWHERE outside the
        grid."""
        one, two = self.board.cells[cell], self.board.cells[side]
        go_on = ("ends_go_on", one)
        return (go_on,) if side == NOWHERE else (go_on, ("side_closes", (one, two)), ("side_closes", (two, one)))

    def _weakest(self, step: int, keep: Mask) -> Mask:
        """Return the mask of all kinds of a neighbour that restrict the cell to kinds in `keep`. The neighbour is one
        `step` away."""
        return sum(bit for bit in BIT.values() if not self.fitting[step][bit] & ~keep)

    def around_supposed(self, left: Left, cell: int) -> Iterator[Found]:
        """Yield the conclusions of `around` under a supposition, otherwise nothing. No sentence mentions these
        conclusions."""
        if getattr(left, "known", None) is not None:
            yield from self._around(left, cell)

    def around(self, left: Left, cell: int) -> Iterator[Found]:
        """Yield water around the known parts of a ship, and the cells in which the ship must continue.

        Under a supposition, yield nothing; see `around_supposed`.
        """
        if getattr(left, "known", None) is None:
            yield from self._around(left, cell)

    def _around(self, left: Left, cell: int) -> Iterator[Found]:
        if left[cell] & SEA:
            return
        group = self._group(left, cell)
        claim, because, rows = {}, {}, list[Row]()
        for part, other, mask, kind, own in self._neighbours(left, group):
            if not left[other] & mask:
                yield Found({other: mask}, ((part, kind),), own, Around((part,), (kind,), other))
                return
            if other not in claim:
                claim[other], because[other] = mask, ((part, kind),)
                rows += own
        if claim:
            yield Found(claim, because, rows, Around(group, tuple(left[part] for part in group)))

    def _group(self, left: Left, cell: int) -> tuple[int, ...]:
        """Return the connected group of known ship parts that contains `cell`, as a sorted tuple of cells."""
        group = [cell]
        for part in group:
            group += [o for o in self.board.sides[part] if o != NOWHERE and not left[o] & SEA and o not in group]
        return tuple(sorted(group))

    def _neighbours(self, left: Left, group: tuple[int, ...]) -> Iterator[tuple[int, int, Mask, Mask, tuple[Row, ...]]]:
        """Yield the conclusions about the cells around a group of ship parts.

        A conclusion is a tuple (part, cell, mask of the cell, mask of the part, constraints that are used).
        """
        cells, apart = self.board.cells, self.board.apart
        for part in group:
            for other in self.board.corners[part]:
                yield part, other, SEA, AFLOAT, (apart(part, other),)
        for part in group:
            own = left[part]
            if own.bit_count() == 1 and own != HULL:
                for step, side in zip(SIDES, self.board.sides[part], strict=True):
                    go_on = "ends_go_on", cells[part]
                    if side != NOWHERE and step not in OPEN[kinds(own)]:
                        yield part, side, SEA, own, (("side_closes", (cells[part], cells[side])),)
                    elif side not in (NOWHERE, *group):
                        yield part, side, AFLOAT, own, (go_on,)
                        for other in self.board.corners[side]:
                            yield part, other, SEA, own, (go_on, apart(side, other))

    def middle(self, left: Left, cell: int) -> Iterator[Found]:
        """Yield conclusions about a middle part beside water or the border of the grid: the cell on the opposite side
        is water, too, and the cells on the other two sides are ship parts."""
        sides = self.board.sides[cell]
        if left[cell] != HULL:
            return
        for step, side in enumerate(sides):
            if side == NOWHERE or left[side] == SEA:
                along = (2, 3) if step < 2 else (0, 1)
                claim = {sides[s]: AFLOAT if s in along else SEA for s in range(4) if sides[s] != NOWHERE}
                claim.pop(side, None)
                facts: list[Fact] = [(cell, HULL)] + ([] if side == NOWHERE else [(side, SEA)])
                own = self.board.cells
                rows = [("middles_go_on", own[cell]), *(("ships_apart", own[s]) for s in sides if s != NOWHERE)]
                yield Found(claim, facts, rows, (cell, SIDES[step]))
                return


class Lines:
    """The rules about the count of a row or column."""

    def __init__(self, board: Board):
        self.board = board

    def settled(self, left: Left, line: Line) -> Iterator[Found]:
        """Yield water in the other cells of a line that has enough parts. If a line needs parts in all its remaining
        cells, yield these parts.

        If the count is violated, yield this contradiction.
        """
        sure = [cell for cell in line.cells if not left[cell] & SEA]
        water = [cell for cell in line.cells if left[cell] == SEA]
        room = len(line.cells) - line.needs
        if room < 0:
            yield Found({line.cells[0]: 0}, (), (line.row,), Count(line, "under"))
            return
        for own, most, mask, how in ((sure, line.needs, SEA, "full"), (water, room, AFLOAT, "needs")):
            facts = [(cell, ANY & ~mask) for cell in own]
            if len(own) > most:
                wrong = "over" if mask == SEA else "under"
                yield Found({own[0]: mask}, facts[1 : most + 1], (line.row,), Count(line, wrong))
                return
            if len(own) == most:
                claim = {cell: mask for cell in line.cells if cell not in own}
                yield Found(claim, facts, (line.row,), Count(line, how))

    def spare(self, left: Left, line: Line) -> Iterator[Found]:
        """Yield water beside a line (a row or column) in which only one more cell can be water: a part beside the line
        would make two of its cells water."""
        water = [cell for cell in line.cells if left[cell] == SEA]
        if len(line.cells) - line.needs != len(water) + 1:
            return
        claim, rows = {}, [line.row]
        for first, middle, last in zip(line.cells, line.cells[1:], line.cells[2:], strict=False):
            if left[first] & left[last] & SEA and left[first] != SEA != left[last]:
                for cell in (c for c in self.board.sides[middle] if c != NOWHERE and c not in line.cells):
                    claim[cell] = SEA
                    rows += [self.board.apart(cell, c) for c in (first, last)]
        if claim:
            yield Found(claim, [(c, SEA) for c in water], rows, Count(line, "spare"))
