"""The techniques of Sudoku for solving by hand: singles, locked candidates, subsets such as pairs, and fish (X-wings).

Reference: the names are from Sudopedia and https://www.sudokuwiki.org.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from puzzlekit.reasoning.system import Found, Left, Mask, Rule, System
from puzzlekit.sudoku.exclusions import Conclusion, Grid, grid_of
from puzzlekit.sudoku.puzzle import Puzzle
from puzzlekit.sudoku.technique_singles import Singles
from puzzlekit.sudoku.technique_subsets import Fish, Subsets
from puzzlekit.sudoku.technique_words import Claim, Speaker, Words

LARGE = 10  # the smallest size n with quads: for smaller n, only pairs and triples are tried


def techniques(puzzle: Puzzle) -> System:
    """Return a puzzle as a `System`: its cells, its clues as the start, and the rules of reasoning."""
    grid, rules = rules_of(puzzle.p, puzzle.q)
    given = (puzzle.clues[cell.row][cell.column] for cell in grid.cells)
    return System(
        elements=grid.cells,
        states=(tuple(puzzle.digits),) * len(grid.cells),
        board=len(grid.cells),
        start=tuple(1 << digit - 1 if digit else grid.every | grid.open for digit in given),
        rules=rules,
        words=Words(puzzle.digits),
        pending=grid.open,
    )


@lru_cache(maxsize=32)
def rules_of(p: int, q: int) -> tuple[Grid, tuple[Rule, ...]]:
    """Return the board with numbered cells for boxes of p rows and q columns, and the rules of reasoning for this
    board."""
    grid = grid_of(p, q)
    largest = 3 + (p * q >= LARGE)
    return grid, (*Singles(grid).rules(), *Locked(grid).rules(), *Subsets(grid).rules(largest), *Fish(grid).rules())


class Locked:
    """The rule of locked candidates: if all possible cells for a digit in one unit are also in a second unit, no other
    cell of the second unit has the digit."""

    def __init__(self, grid: Grid):
        self.grid, self.speaker = grid, Speaker(grid)
        self.crossings = crossings_of(grid)

    def rules(self) -> Iterator[Rule]:
        """Yield the rule of locked candidates."""
        units = [(number, unit.cells) for number, unit in enumerate(self.grid.units)]
        yield Rule("locked candidates", 5, units, self._look, self._say, conclude=self._conclude)

    def _look(self, left: Left, number: int) -> Iterator[Found]:
        """Yield a conclusion for each digit whose possible cells in a unit are all in a second unit. `number` is the
        unit's number."""
        for other, common, rest, outside in self.crossings[number]:
            inner = beside = away = 0
            for cell in common:
                inner |= left[cell]
            for cell in rest:
                beside |= left[cell]
            for cell in outside:
                away |= left[cell]
            for bit in self.grid.bits(inner & ~beside & away):
                yield from self._found(left, (number, other), rest, outside, bit)

    def _found(
        self, left: Left, units: tuple[int, int], rest: Sequence[int], outside: Sequence[int], bit: Mask
    ) -> Iterator[Found]:
        claim = {cell: ~bit for cell in outside if left[cell] & bit and left[cell] & self.grid.open}
        if claim:
            rows = tuple(self.grid.units[unit].row(bit) for unit in units)
            yield Conclusion(self.grid, left, claim, [(cell, bit) for cell in rest], rows, (units, bit))

    def _say(self, found: Conclusion) -> str:
        (number, _), _ = found.about
        return self.speaker.excluded(found.why, str(self.grid.units[number].label))

    def _conclude(self, found: Found, claim: Claim) -> str:
        (number, other), bit = found.about
        one, two = (self.grid.units[unit].label for unit in (number, other))
        gone = self.speaker.cannot(claim, bit, str(two))
        return f"in {one} the {self.speaker.symbols(bit)} must be in {two}, and {gone}"


Crossing = tuple[int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def crossings_of(grid: Grid) -> tuple[tuple[Crossing, ...], ...]:
    """Return, for each unit, its crossings with the units that share several, but not all, of its cells.

    A crossing is (number of the second unit, common cells, other cells of the first unit, other cells of the second
    unit).
    """
    found: list[list[Crossing]] = [[] for _ in grid.units]
    for one, unit in enumerate(grid.units):
        for two in sorted({other for cell in unit.cells for other in grid.of[cell]} - {one}):
            own, others = unit.cells, grid.units[two].cells
            common = tuple(cell for cell in own if cell in others)
            rest, outside = (tuple(cell for cell in cells if cell not in common) for cells in (own, others))
            if len(common) > 1 and rest:
                found[one].append((two, common, rest, outside))
    return tuple(map(tuple, found))
