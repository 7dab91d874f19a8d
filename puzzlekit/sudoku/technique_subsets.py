"""Subsets and fish of Sudoku: k cells of a unit share k digits, or k lines share k lines that cross them.

In a naked subset, no other digits are possible in the k cells. In a hidden subset, the k digits are possible in no
other cells of the unit. In a fish, all cells of k rows that can have a digit lie in k columns, or with rows and columns
swapped: an X-wing (k = 2) or a swordfish (k = 3).

Cells and units are numbers, and digits are bits of masks; see `exclusions`.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from puzzlekit.core.errors import joined
from puzzlekit.reasoning.system import STEP, Found, Left, Mask, Rule
from puzzlekit.sudoku.exclusions import Conclusion, Grid
from puzzlekit.sudoku.technique_words import Claim, Speaker

NAMES = {2: "pair", 3: "triple", 4: "quad"}
LEVELS = {("naked", 2): 6, ("hidden", 2): 7, ("naked", 3): 8, ("hidden", 3): 9, ("naked", 4): 12, ("hidden", 4): 13}


class Subsets:
    """The rules about k empty cells of a unit that share k digits."""

    def __init__(self, grid: Grid):
        self.grid, self.speaker = grid, Speaker(grid)

    def rules(self, largest: int) -> Iterator[Rule]:
        """Yield the rules for subsets of 2 to `largest` cells."""
        ways = {
            "naked": (self._naked, self._say_naked, STEP, self._conclude_naked),
            "hidden": (self._hidden, self._say_hidden, STEP, self._conclude_hidden),
        }
        for (kind, size), level in LEVELS.items():
            if size <= largest and size < len(self.grid.units[0].cells):
                places = [((number, size), unit.cells) for number, unit in enumerate(self.grid.units)]
                yield Rule(f"a {kind} {NAMES[size]}", level, places, *ways[kind])

    def _naked(self, left: Left, place: tuple[int, int]) -> Iterator[Found]:
        """Yield naked subsets: k cells of a unit have only k possible digits, so no other cell of the unit has these
        digits.

        `place` is (number of the unit, k).
        """
        (number, size), every = place, self.grid.every
        open_ = {cell: left[cell] & every for cell in self.grid.units[number].cells if left[cell] & self.grid.open}
        few = {cell: mask for cell, mask in open_.items() if 1 < mask.bit_count() <= size}
        if len(open_) <= size:
            return
        for cells, mask in unions(few, size):
            if any(other & mask for cell, other in open_.items() if cell not in cells):
                yield self._naked_found(left, number, cells, mask)

    def _naked_found(self, left: Left, number: int, cells: Sequence[int], mask: Mask) -> Conclusion:
        grid = self.grid
        claim = {
            c: ~mask for c in grid.units[number].cells if c not in cells and left[c] & grid.open and left[c] & mask
        }
        targets = [(cell, bit) for cell in cells for bit in grid.bits(~mask)]
        rows = tuple(grid.units[number].row(bit) for bit in grid.bits(mask))
        return Conclusion(grid, left, claim, targets, rows, (number, cells, mask))

    def _say_naked(self, found: Conclusion) -> str:
        _, cells, mask = found.about
        own = f"{self.speaker.cells(cells)} can only be {self.speaker.symbols(mask)}"
        return _after_exclusions(self.speaker, found, own)

    def _conclude_naked(self, found: Found, claim: Claim) -> str:
        number, _, mask = found.about
        return self.speaker.cannot(claim, mask, str(self.grid.units[number].label))

    def _hidden(self, left: Left, place: tuple[int, int]) -> Iterator[Found]:
        """Yield hidden subsets: k digits are possible in only k cells of a unit, so these cells have no other digit.

        `place` is (number of the unit, k).
        """
        (number, size), every = place, self.grid.every
        cells = [cell for cell in self.grid.units[number].cells if left[cell] & self.grid.open]
        placed = sum({left[cell] for cell in self.grid.units[number].cells if not left[cell] & self.grid.open})
        where: dict[int, int] = {}  # bit of a digit -> mask of the indices in `cells` at which the digit is possible
        for spot, cell in enumerate(cells):
            for bit in self.grid.bits(left[cell] & ~placed):
                where[bit] = where.get(bit, 0) | 1 << spot
        few = {bit: spots for bit, spots in where.items() if 1 < spots.bit_count() <= size}
        for digits, spots in unions(few, size):
            own = [cell for spot, cell in enumerate(cells) if spots >> spot & 1]
            mask = sum(digits)
            if any(left[cell] & every & ~mask for cell in own):
                yield self._hidden_found(left, number, own, mask)

    def _hidden_found(self, left: Left, number: int, cells: Sequence[int], mask: Mask) -> Conclusion:
        grid, unit = self.grid, self.grid.units[number]
        targets = [(cell, bit) for cell in unit.cells if cell not in cells for bit in grid.bits(mask)]
        rows = tuple(unit.row(bit) for bit in grid.bits(mask))
        claim = dict.fromkeys(cells, mask | grid.open)
        return Conclusion(grid, left, claim, targets, rows, (number, cells, mask))

    def _say_hidden(self, found: Conclusion) -> str:
        number, _, _ = found.about
        return self.speaker.excluded(found.why, str(self.grid.units[number].label))

    def _conclude_hidden(self, found: Found, claim: Claim) -> str:
        number, cells, mask = found.about
        places = joined([self.speaker.place(cell) for cell in cells])
        digits = self.speaker.symbols(mask, "and")
        return f"in {self.grid.units[number].label} the {digits} must be in {places}, with no other digit there"


def unions(masks: dict[int, Mask], size: int) -> Iterator[tuple[tuple[int, ...], Mask]]:
    """Yield (keys, union of their masks) for each choice of `size` keys of `masks`, if the union has exactly `size`
    bits."""
    for keys in combinations(masks, size):
        mask = 0
        for key in keys:
            mask |= masks[key]
        if mask.bit_count() == size:
            yield keys, mask


FISH = {2: "an X-wing", 3: "a swordfish"}


class Fish:
    """The rules for fish: if k parallel lines have a digit only in k lines across, the other cells of these lines
    across cannot have this digit. A line is a row or a column; lines across are the columns if the lines are rows, and
    the rows if the lines are columns."""

    def __init__(self, grid: Grid):
        self.grid, self.speaker = grid, Speaker(grid)
        self.size = len(grid.units) // 3

    def rules(self) -> Iterator[Rule]:
        """Yield one rule for each number k of lines."""
        for level, (size, name) in enumerate(FISH.items(), start=10):
            places = [((side, size), range(len(self.grid.cells))) for side in (0, 1)]
            yield Rule(name, level, places, self._look, self._say, conclude=self._conclude)

    def _look(self, left: Left, place: tuple[int, int]) -> Iterator[Found]:
        """Yield the conclusions of the rule for k lines. `place` is (side, k): the lines are rows if side is 0, and
        columns if side is 1."""
        side, size = place
        for bit, lines in self._few(left, side, size).items():
            for own, spots in unions(lines, size) if len(lines) >= size else ():
                across = [(1 - side) * self.size + spot for spot in range(self.size) if spots >> spot & 1]
                yield from self._found(left, own, across, bit)

    def _few(self, left: Left, side: int, most: int) -> dict[Mask, dict[int, Mask]]:
        """Return {bit of a digit: {line: mask of the positions in the line where the digit is still possible}}.

        Only lines with 2 to `most` such positions are included; `side` is as in `_look`.
        """
        grid, found = self.grid, dict[Mask, dict[int, Mask]]()
        for line in range(side * self.size, (side + 1) * self.size):
            cells = grid.units[line].cells
            placed = sum({left[cell] for cell in cells if not left[cell] & grid.open})
            at_least = [grid.every & ~placed] + [0] * (most + 1)  # at_least[k]: digits possible in k cells or more
            for cell in cells:
                mask = left[cell] if left[cell] & grid.open else 0
                for count in range(most + 1, 0, -1):
                    at_least[count] |= at_least[count - 1] & mask
            for bit in grid.bits(at_least[2] & ~at_least[most + 1]):
                spots = sum(1 << spot for spot, cell in enumerate(cells) if left[cell] & bit)
                found.setdefault(bit, {})[line] = spots
        return found

    def _found(self, left: Left, lines: Sequence[int], across: Sequence[int], bit: Mask) -> Iterator[Found]:
        grid = self.grid
        inside = {cell for line in lines for cell in grid.units[line].cells}
        crossed = {cell for line in across for cell in grid.units[line].cells}
        claim = {c: ~bit for c in sorted(crossed - inside) if left[c] & grid.open and left[c] & bit}
        if claim:
            targets = [(cell, bit) for cell in sorted(inside - crossed)]
            rows = tuple(grid.units[line].row(bit) for line in (*lines, *across))
            yield Conclusion(grid, left, claim, targets, rows, (lines, across, bit))

    def _say(self, found: Conclusion) -> str:
        lines, across, bit = found.about
        own = f"in {self.speaker.units(lines)} the {self.speaker.symbols(bit)}s must be in {self.speaker.units(across)}"
        return _after_exclusions(self.speaker, found, own)

    def _conclude(self, found: Found, claim: Claim) -> str:
        _, across, bit = found.about
        return self.speaker.cannot(claim, bit, self.speaker.units(across))


def _after_exclusions(speaker: Speaker, found: Conclusion, own: str) -> str:
    """Return the clause `own` after the exclusions that it rests on, except those by digits that are filled in."""
    told = speaker.excluded(found.why._replace(has=(), filled=()), "")
    return f"{told}; {own}" if told else own
