"""Deduction in Battleship without search: constraint propagation between neighbours, and from the counts.

A kind is water or a kind of ship part. The candidates of a cell are the kinds that are still possible, as a mask with
one bit for each kind. In this module the grid has a border of water cells.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from puzzlekit.battleship.puzzle import KINDS, MIDDLE, OPEN, PART, SIDES, SINGLE, WATER, Puzzle
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Candidates, Cell, Element, Step, checked_candidates

BIT = {kind: 1 << index for index, kind in enumerate(KINDS)}
SEA, HULL, ANY = BIT[WATER], BIT[MIDDLE], (1 << len(KINDS)) - 1
AFLOAT = ANY - SEA  # any part of a ship
STEPS = (*SIDES, (-1, -1), (-1, 1), (1, -1), (1, 1))
Event = tuple[str, dict[int, int], tuple[Element, ...]]  # rule, {place: its candidates}, elements that the rule uses


def kinds(mask: int) -> str:
    """Return the kinds (water and ship parts) whose bits are set in a mask, as a text in the order of Table 4.1."""
    return "".join(kind for kind in KINDS if mask & BIT[kind])


def _fit(kind: str, other: str, step: tuple[int, int]) -> bool:
    """Return whether a cell can have the kind `kind` if the cell one step away has the kind `other`."""
    back = (-step[0], -step[1])
    if WATER not in (kind, other):
        return step in OPEN[kind] and back in OPEN[other]
    return OPEN[kind] != (step,) and OPEN[other] != (back,)  # the ship must continue from an end


@lru_cache(maxsize=1)
def fitting_tables() -> tuple[list[int], ...]:
    """Return a tuple of tables, one for each step in STEPS. If the neighbour one step away has the candidates `mask`,
    `table[mask]` is the mask of the kinds that the cell can have."""
    tables = []
    for step in STEPS:
        fitting = {other: sum(BIT[kind] for kind in KINDS if _fit(kind, other, step)) for other in KINDS}
        table = [0] * (ANY + 1)
        for mask, other in product(range(1, ANY + 1), KINDS):
            table[mask] |= fitting[other] if mask & BIT[other] else 0
        tables.append(table)
    return tuple(tables)


class CandidateGrid:
    """Constraint propagation: the candidates of each cell, and the rules that reduce them.

    The attribute `left` is a list with the mask of each cell. The list includes a border of cells, so its rows are two
    cells longer than the puzzle's rows. In the methods, a place is an index in `left`.

    Parameters
    ----------
    candidates
        {cell: kinds}: the candidates to start from; the clues are then not used. All kinds are possible in a missing
        cell. If None, every kind is possible in every cell, and `events` begins with the clues.
    """

    def __init__(self, puzzle: Puzzle, candidates: Candidates | None = None):
        self.puzzle = puzzle
        self.known = candidates
        self.across = puzzle.width + 2
        ends = self.across * (puzzle.height + 2)
        self.left = [SEA] * (ends + self.across + 1)  # with more cells below, so that no step leads out of the list
        for cell in puzzle.cells:
            own = None if candidates is None else candidates.get(cell)
            self.left[self.place(cell)] = ANY if own is None else sum(BIT[kind] for kind in own)
        self.moves = [down * self.across + right for down, right in STEPS]
        self.lines = [(label, [self.place(cell) for cell in cells], count) for label, cells, count in puzzle.lines]
        self.waiting: dict[int, None] = {}  # places whose changes are not propagated yet

    def place(self, cell: Cell) -> int:
        """Return the place of a cell: its index in `left`."""
        return (cell.row + 1) * self.across + cell.column + 1

    def cell(self, place: int) -> Cell:
        """Return the cell at a place. For a place in the border, return a cell outside the grid."""
        return Cell(place // self.across - 1, place % self.across - 1)

    @property
    def decided(self) -> bool:
        """Return whether each cell has exactly one candidate."""
        return all(mask.bit_count() == 1 for mask in self.left)

    def events(self) -> Iterator[Event]:
        """Remove candidates and yield an event for each removal, until nothing more follows or a cell has no candidate
        left."""
        for event in self._consequences():
            changes = {place: mask for place, mask in event[1].items() if mask != self.left[place]}
            for place, mask in changes.items():
                self.left[place] = mask
                self.waiting[place] = None
            if changes:
                yield event[0], changes, event[2]
            if not all(changes.values()):
                return

    def _consequences(self) -> Iterator[Event]:
        if self.known is None:
            yield from self._clues()
        self.waiting = dict.fromkeys(
            place for place in reversed(range(len(self.left) - self.across - 1)) if self.left[place] != ANY
        )
        while self.waiting:
            while self.waiting:
                yield from self._around(self.waiting.popitem()[0])
            yield from self._counts()

    def _clues(self) -> Iterator[Event]:
        for cell, clue in self.puzzle.given.items():
            place = self.place(cell)
            yield "keep_clues", {place: self.left[place] & (AFLOAT if clue == PART else BIT[clue])}, (cell,)
        longest, shortest = self.puzzle.fleet[0][0], self.puzzle.fleet[-1][0]
        missing = BIT[SINGLE] * (shortest > 1) | HULL * (longest < 3) | (AFLOAT - HULL - BIT[SINGLE]) * (longest < 2)
        if missing:
            places = map(self.place, self.puzzle.cells)
            yield "fleet", {place: self.left[place] & ~missing for place in places}, self.puzzle.cells[:1]

    def _around(self, place: int) -> Iterator[Event]:
        """Yield the conclusions from the cell at this place: the cell excludes candidates of its neighbours, and more
        follows if this cell or a cell beside it can be a middle part."""
        left, across = self.left, self.across
        for move, table in zip(self.moves, fitting_tables(), strict=True):
            other, fitting = place - move, table[left[place]]  # `place` is one step from `other`
            if left[other] & ~fitting:
                rule = "ends_go_on" if left[place] & SEA else "ships_apart"
                yield rule, {other: left[other] & fitting}, (self.cell(other), self.cell(place))
        for middle in (place, place - 1, place + 1, place - across, place + across):
            if left[middle] & HULL:
                lies_across = left[middle - 1] & AFLOAT and left[middle + 1] & AFLOAT
                lies_down = left[middle - across] & AFLOAT and left[middle + across] & AFLOAT
                if not (lies_across and lies_down):
                    yield from self._middle(middle, 1 if lies_across else across if lies_down else 0)

    def _middle(self, place: int, lies: int) -> Iterator[Event]:
        """Yield the conclusions about a cell that is, or can be, a middle part.

        `lies` is the direction of the ship, as the distance in `left` between neighbouring parts: 1 if the ship can
        only be horizontal, `self.across` if it can only be vertical, and 0 if both are impossible.
        """
        cell, left = (self.cell(place),), self.left
        if not lies:
            yield "middles_go_on", {place: left[place] & ~HULL}, cell
        elif left[place] == HULL:
            aside = self.across if lies == 1 else 1
            ship = {side: left[side] & AFLOAT for side in (place - lies, place + lies)}
            yield "middles_go_on", ship | {side: left[side] & SEA for side in (place - aside, place + aside)}, cell

    def _counts(self) -> Iterator[Event]:
        """Yield the conclusions from the counts. If a row or column has all its parts, its other cells are water. If a
        row or column needs parts in all its undecided cells, these cells are parts."""
        for label, places, count in self.lines:
            if count is None:
                continue
            masks = [self.left[place] for place in places]
            sure, possible = sum(not mask & SEA for mask in masks), sum(mask != SEA for mask in masks)
            rule = f"count_per_{label.side}"
            if sure > count or possible < count:
                yield rule, {places[0]: 0}, (label,)
                return
            if sure < possible and count in (sure, possible):
                keep = SEA if sure == count else AFLOAT
                unsure = [place for place in places if self.left[place] & SEA and self.left[place] & AFLOAT]
                yield rule, {place: self.left[place] & keep for place in unsure}, (label,)


@validate_args
def deduce(puzzle: Puzzle, candidates: Candidates | None = None) -> list[Step]:
    """Remove candidates until nothing more follows or a cell has no candidate left. Return the steps.

    Parameters
    ----------
    candidates
        `{cell: frozenset of kinds}` to start from; the clues are then not used. All kinds are possible in a missing
        cell. If None, every kind is possible in every cell, and the first steps place the clues.

    Returns
    -------
    list of Step
        The `rule` of a step is a name as in `violations`: "keep_clues"; "fleet" (no ship of the fleet has a part of the
        removed kind); "ships_apart", "ends_go_on" and "middles_go_on" (a neighbour excludes kinds); "count_per_row" and
        "count_per_column". A contradiction ends the list: its step leaves some cell without a candidate.

    Raises
    ------
    PuzzleError
        If `candidates` has a cell or a kind that the puzzle does not have.
    """
    sea = CandidateGrid(
        puzzle, None if candidates is None else checked_candidates(candidates, initial_candidates(puzzle))
    )
    return [_step(sea, *event) for event in sea.events()]


def refuted(sea: CandidateGrid) -> bool:
    """Remove all candidates that propagation excludes, and return whether a contradiction is found."""
    contradiction = False
    for _, changes, _ in sea.events():  # the events end at a contradiction
        contradiction = not all(changes.values())
    return contradiction


def initial_candidates(puzzle: Puzzle) -> dict[Cell, frozenset[str]]:
    """Return {cell: all kinds}, the candidates before any deduction."""
    return dict.fromkeys(puzzle.cells, frozenset(KINDS))


def _step(sea: CandidateGrid, rule: str, changes: dict[int, int], where: tuple[Element, ...]) -> Step:
    inside = set(sea.puzzle.cells)
    masks = {sea.cell(place): mask for place, mask in changes.items()}
    left = {cell: frozenset(kinds(mask)) for cell, mask in masks.items() if cell in inside}
    seen = tuple(e for e in where if not isinstance(e, Cell) or e in inside)
    return Step(left or {sea.puzzle.cells[0]: frozenset()}, rule, seen)
