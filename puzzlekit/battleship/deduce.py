"""Deduction in Battleship without search: constraint propagation from a cell's neighbours and from the counts.

The candidates of a cell are a bit mask, with one bit for each kind. A border of water surrounds the grid.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from puzzlekit.battleship.puzzle import KINDS, MIDDLE, OPEN, PART, SIDES, SINGLE, WATER, Puzzle
from puzzlekit.battleship.rules import said
from puzzlekit.core.errors import counted, validate_args
from puzzlekit.core.grid import Candidates, Cell, Element, Step, checked_candidates

BIT = {kind: 1 << index for index, kind in enumerate(KINDS)}
SEA, HULL, ANY = BIT[WATER], BIT[MIDDLE], (1 << len(KINDS)) - 1
AFLOAT = ANY - SEA  # any part of a ship
STEPS = (*SIDES, (-1, -1), (-1, 1), (1, -1), (1, 1))
Event = tuple[str, dict[int, int], tuple[Element, ...]]  # rule, place -> the kinds left, elements that the reason names


def kinds(mask: int) -> str:
    """Return the kinds in a mask, in the order of Table 4.1."""
    return "".join(kind for kind in KINDS if mask & BIT[kind])


def _fit(kind: str, other: str, step: tuple[int, int]) -> bool:
    """Return whether two cells can have these kinds, the second cell one step from the first."""
    back = (-step[0], -step[1])
    if WATER not in (kind, other):
        return step in OPEN[kind] and back in OPEN[other]
    return OPEN[kind] != (step,) and OPEN[other] != (back,)  # the ship of an end must continue


@lru_cache(maxsize=1)
def fitting_tables() -> tuple[list[int], ...]:
    """Return a table for each step: mask of the neighbour there -> mask of the kinds that it leaves to a cell."""
    tables = []
    for step in STEPS:
        fitting = {other: sum(BIT[kind] for kind in KINDS if _fit(kind, other, step)) for other in KINDS}
        table = [0] * (ANY + 1)
        for mask, other in product(range(1, ANY + 1), KINDS):
            table[mask] |= fitting[other] if mask & BIT[other] else 0
        tables.append(table)
    return tuple(tables)


class CandidateGrid:
    """A grid of candidates: the kinds left in each cell, narrowed by propagation.

    A place is an index into `left`. Its rows are two cells longer than the puzzle's, for the border of water.
    """

    def __init__(self, puzzle: Puzzle, candidates: Candidates | None = None):
        self.puzzle = puzzle
        self.known = candidates
        self.across = puzzle.width + 2
        ends = self.across * (puzzle.height + 2)
        self.left = [SEA] * (ends + self.across + 1)  # more cells below, so that no step leaves the list
        for cell in puzzle.cells:
            own = None if candidates is None else candidates.get(cell)
            self.left[self.place(cell)] = ANY if own is None else sum(BIT[kind] for kind in own)
        self.moves = [down * self.across + right for down, right in STEPS]
        self.lines = [(label, [self.place(cell) for cell in cells], count) for label, cells, count in puzzle.lines]
        self.waiting: dict[int, None] = {}  # places whose changes are not propagated yet

    def place(self, cell: Cell) -> int:
        """Return the index of a cell."""
        return (cell.row + 1) * self.across + cell.column + 1

    def cell(self, place: int) -> Cell:
        """Return the cell of an index; a place in the border gives a cell off the grid."""
        return Cell(place // self.across - 1, place % self.across - 1)

    @property
    def decided(self) -> bool:
        """Return whether each cell has exactly one kind left."""
        return all(mask.bit_count() == 1 for mask in self.left)

    @property
    def kinds(self) -> dict[Cell, str]:
        """Return cell -> the kinds left in the cell, in the order of Table 4.1."""
        return {cell: kinds(self.left[self.place(cell)]) for cell in self.puzzle.cells}

    def events(self) -> Iterator[Event]:
        """Narrow the candidates and yield each event, until nothing more follows or a cell has no kind left."""
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
        """Yield what a cell excludes in its neighbours, and what follows for middle parts in and beside the cell."""
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
        """Yield what follows where the ship of a middle part lies across (1), down (a row), or has no room (0)."""
        cell, left = (self.cell(place),), self.left
        if not lies:
            yield "middles_go_on", {place: left[place] & ~HULL}, cell
        elif left[place] == HULL:
            aside = self.across if lies == 1 else 1
            ship = {side: left[side] & AFLOAT for side in (place - lies, place + lies)}
            yield "middles_go_on", ship | {side: left[side] & SEA for side in (place - aside, place + aside)}, cell

    def _counts(self) -> Iterator[Event]:
        """Yield water for the rest of a row or column that has all its parts, and parts if it has no cell to spare."""
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
    """Return the steps that narrow the candidates, each with a reason, until nothing follows or a cell has no kind.

    Parameters
    ----------
    candidates
        `{cell: frozenset of kinds}`; without it, every kind is possible and the clues are the first steps.

    Returns
    -------
    list of Step
        The rules have the names of `violations`: "keep_clues"; "fleet" (no ship has such parts); "ships_apart",
        "ends_go_on" and "middles_go_on" (a neighbour excludes kinds); "count_per_row", "count_per_column".
    """
    sea = CandidateGrid(
        puzzle, None if candidates is None else checked_candidates(candidates, initial_candidates(puzzle))
    )
    return [_step(sea, *event) for event in sea.events()]


def refuted(sea: CandidateGrid) -> str | None:
    """Narrow the candidates as far as possible; return why there is no solution, or None without a contradiction."""
    last = deque(sea.events(), maxlen=1)
    return _step(sea, *last[0]).message if last and not all(last[0][1].values()) else None


def initial_candidates(puzzle: Puzzle) -> dict[Cell, frozenset[str]]:
    """Return cell -> every kind."""
    return dict.fromkeys(puzzle.cells, frozenset(KINDS))


def _step(sea: CandidateGrid, rule: str, changes: dict[int, int], where: tuple[Element, ...]) -> Step:
    left = {sea.cell(place): frozenset(kinds(mask)) for place, mask in changes.items()}
    inside = set(sea.puzzle.cells)
    left = {cell: own for cell, own in left.items() if cell in inside} or {sea.puzzle.cells[0]: frozenset()}
    reason = _reason(sea, rule, where, inside)
    return Step(
        left, rule, tuple(e for e in where if not isinstance(e, Cell) or e in inside), f"{_told(left)}: {reason}"
    )


def _told(left: Candidates) -> str:
    said_of = {cell: _may_be(own) for cell, own in left.items()}
    words = set(said_of.values())
    cells = ", ".join(map(str, left)) if len(left) < 4 else f"{len(left)} cells"
    return (
        "; ".join(f"{cell} {may_be}" for cell, may_be in said_of.items())
        if len(words) > 1
        else f"{cells} {words.pop()}"
    )


def _may_be(own: Iterable[str]) -> str:
    mask = sum(BIT[kind] for kind in own)
    if mask in (0, AFLOAT):
        return "must hold a ship part" if mask else "can be nothing at all"
    said_of: Sequence[str] = [said(kind) for kind in kinds(mask)]
    return f"must be {said_of[0]}" if len(said_of) == 1 else f"can be {', '.join(said_of[:-1])} or {said_of[-1]} only"


def _reason(sea: CandidateGrid, rule: str, where: tuple[Element, ...], inside: set[Cell]) -> str:
    if rule == "keep_clues":
        return "it is given"
    if rule == "fleet":
        return "no ship of the fleet has other parts"
    if rule == "middles_go_on":
        own = sea.left[sea.place(where[0])]  # type: ignore[arg-type]  # a cell
        if own != HULL:
            return "a middle part has no room there to go on to both sides"
        return f"the ship goes on to both sides of the middle part in {where[0]}"
    if rule.startswith("count"):
        label = where[0]
        count = next(count for own, _, count in sea.puzzle.lines if own == label)
        return f"{label} has {counted(count or 0, 'ship part')}"
    if where[1] not in inside:
        return "the grid ends beside it"
    mask = sea.left[sea.place(where[1])]  # type: ignore[arg-type]  # a cell
    return f"{where[1]} beside it {_may_be(kinds(mask))}"
