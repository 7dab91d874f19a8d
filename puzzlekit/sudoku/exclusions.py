"""Reasons why cells cannot hold digits: a small set of digits on the board, and exclusions by earlier steps.

Here a cell and a unit (row, column or box) are numbers. The mask of a cell has one bit for each candidate, and the bit
`Grid.open`, which stays set until the cell is filled. A cell with one candidate left is filled only when a step enters
its digit. A fact is a pair (cell, mask): the cell has only the candidates in the mask. See `reasoning.system`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from puzzlekit.core.grid import Cell, Label
from puzzlekit.reasoning.system import Fact, Found, Left, Mask, Row
from puzzlekit.sudoku.puzzle import Puzzle
from puzzlekit.sudoku.rules import units

Target = tuple[int, Mask]  # a cell, and the bit of a digit that the cell cannot hold


class Unit(NamedTuple):
    """A row, column or box, with the numbers of its cells."""

    label: Label
    cells: tuple[int, ...]

    def row(self, bit: Mask) -> Row:
        """Return the model's constraint, as (family, index), that the digit with this bit occurs exactly once in this
        unit."""
        return f"digit_once_per_{self.label.side}", (self.label, bit.bit_length())


class Grid(NamedTuple):
    """A board with numbered cells and units."""

    cells: tuple[Cell, ...]
    units: tuple[Unit, ...]  # rows, then columns, then boxes
    of: tuple[tuple[int, ...], ...]  # for each cell the numbers of its row, column and box
    peers: tuple[frozenset[int], ...]  # for each cell the other cells of its units
    every: Mask  # the bits of all digits
    open: Mask  # the bit that is set while a cell is not filled

    def bits(self, mask: Mask) -> Iterator[Mask]:
        """Yield the bits of the digits in a mask, without the bit `open`."""
        mask &= self.every
        while mask:
            yield mask & -mask
            mask &= mask - 1


def grid_of(p: int, q: int) -> Grid:
    """Return the board with numbered cells and units for boxes of p rows and q columns."""
    empty = Puzzle(((0,) * (p * q),) * (p * q), p, q)
    number = {cell: index for index, cell in enumerate(empty.cells)}
    own = tuple(Unit(label, tuple(number[cell] for cell in cells)) for label, cells in units(empty))
    of = tuple(tuple(u for u, unit in enumerate(own) if index in unit.cells) for index in number.values())
    peers = tuple(frozenset(c for u in of[index] for c in own[u].cells) - {index} for index in number.values())
    return Grid(empty.cells, own, of, peers, (1 << p * q) - 1, 1 << p * q)


class Exclusion(NamedTuple):
    """The reasons why some cells cannot hold some digits. A pair (cell, digit) to exclude is called a target.

    Attributes
    ----------
    facts
        The facts that exclude the targets. None of these facts can be omitted.
    has
        Pairs (unit, bit): a cell of the unit already holds the digit, so the unit's other cells cannot hold it.
    filled
        Cells of targets that already hold another digit.
    told
        Targets that an earlier step excluded.
    """

    facts: tuple[Fact, ...]
    has: tuple[tuple[int, Mask], ...]
    filled: tuple[int, ...]
    told: tuple[Target, ...]

    def rows(self, grid: Grid) -> tuple[Row, ...]:
        """Return the model's constraints, as (family, index), behind the pairs in `has`: each of these digits occurs
        once in its unit."""
        return tuple(grid.units[unit].row(bit) for unit, bit in self.has)


class Conclusion(Found):
    """A conclusion that follows because some cells cannot hold some digits.

    `because`, `rows` and `why` (the `Exclusion`) are computed at the first access, because most conclusions are never
    shown to a reader.

    Parameters
    ----------
    left
        For each cell its candidates.
    claim
        {cell: the mask of candidates that remain}.
    targets
        The pairs (cell, bit) whose exclusion leads to the claim.
    own
        The constraints that the rule itself uses, in addition to the constraints that exclude the targets.
    about
        Data for the rule's sentence.
    """

    __slots__ = ("_own", "_state", "why")
    why: Exclusion

    def __init__(
        self,
        grid: Grid,
        left: Left,
        claim: Mapping[int, Mask],
        targets: Sequence[Target],
        own: tuple[Row, ...],
        about: Any,
    ):
        self.claim, self.about = claim, about
        self._own, self._state = own, (grid, tuple(left), targets, getattr(left, "known", None))

    def __getattr__(self, name: str) -> Any:
        if name not in ("because", "rows", "why"):
            raise AttributeError(name)
        self.why = exclusion(*self._state)
        self.because, self.rows = self.why.facts, (*self._own, *self.why.rows(self._state[0]))
        return getattr(self, name)


def exclusion(grid: Grid, left: Left, targets: Sequence[Target], known: Left | None = None) -> Exclusion:
    """Return the reasons that exclude all targets, which are pairs (cell, bit). Digits in other cells are preferred to
    digits that fill the target cells.

    Parameters
    ----------
    left
        For each cell the mask of its candidates.
    known
        For conclusions from a supposition: the masks of candidates without the supposition. Facts that hold without the
        supposition are then preferred. Otherwise None.
    """
    covers = _covers(grid, left, targets)
    chosen = _chosen(grid, left, targets, covers, known or left)
    has, filled, told = [], [], []
    for fact, numbers in chosen.items():
        cell, mask = fact
        others = [targets[n][0] for n in numbers if targets[n][0] != cell]
        has += [(unit, mask) for unit in _units(grid, cell, others)]
        if mask & grid.open:
            told += [targets[n] for n in numbers]
        elif len(others) < len(numbers):
            filled.append(cell)
    return Exclusion(tuple(chosen), tuple(has), tuple(filled), tuple(told))


def _covers(grid: Grid, left: Left, targets: Sequence[Target]) -> dict[Fact, set[int]]:
    """Return {fact: indices in `targets` of the targets that this fact excludes}."""
    holders: dict[Mask, list[int]] = {bit: [] for _, bit in targets}
    for cell, mask in enumerate(left):
        if mask in holders:
            holders[mask].append(cell)
    covers: dict[Fact, set[int]] = {}
    full = grid.every | grid.open
    for number, (cell, bit) in enumerate(targets):
        facts = [(holder, bit) for holder in holders[bit] if holder in grid.peers[cell]]
        if not left[cell] & grid.open:
            facts.append((cell, left[cell]))
        for fact in facts or [(cell, full & ~bit)]:
            covers.setdefault(fact, set()).add(number)
    return covers


def _chosen(
    grid: Grid, left: Left, targets: Sequence[Target], covers: dict[Fact, set[int]], known: Left
) -> dict[Fact, list[int]]:
    """Choose facts that exclude all targets by *greedy set cover*, then remove redundant facts. `covers` is the result
    of `_covers`, and `known` is as in `exclusion`, but never None.

    Returns
    -------
    dict
        {fact: indices of the targets that this fact excludes and no earlier fact excludes}. The facts are in the order
        in which they were chosen.
    """
    rest = {number for number, (cell, _) in enumerate(targets) if (left[cell] | known[cell]) & grid.open}
    weight = Counter(unit for (cell, _) in covers for unit in grid.of[cell])
    chosen: list[Fact] = []
    weights = {fact: max([weight[unit] for unit in grid.of[fact[0]]]) / 1000 for fact in covers} if rest else {}
    sure = {fact: weight for fact, weight in weights.items() if not known[fact[0]] & ~fact[1]}
    while rest:
        best = max(sure or weights, key=lambda fact: len(covers[fact] & rest) + weights[fact])
        if covers[best] & rest:
            chosen.append(best)
            rest -= covers[best]
        else:
            sure = {}
    done = {number for fact in chosen for number in covers[fact]}
    filled = dict.fromkeys((c, left[c]) for n, (c, _) in enumerate(targets) if n not in done)
    chosen += filled
    times = Counter(number for fact in chosen for number in covers[fact])
    for fact in chosen.copy():
        if all(times[number] > 1 for number in covers[fact]):
            chosen.remove(fact)
            times.subtract(covers[fact])
    told: set[int] = set()
    found = {}
    for fact in chosen:
        found[fact] = sorted(covers[fact] - told)
        told |= covers[fact]
    return found


def _units(grid: Grid, cell: int, others: Iterable[int]) -> Iterator[int]:
    """Yield units of `cell` that together contain all cells in `others`. The choice is greedy: as few units as
    possible, and boxes last."""
    rest = set(others)
    while rest:
        unit = max(grid.of[cell], key=lambda u: len(rest.intersection(grid.units[u].cells)))
        rest.difference_update(grid.units[unit].cells)
        yield unit
