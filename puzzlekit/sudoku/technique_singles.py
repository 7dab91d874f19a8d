"""Singles of Sudoku: the last empty cell of a unit, hidden singles, naked singles, and exclusions by filled cells.

Cells and units are numbers, and digits are bits of masks; see `exclusions`.
"""

from collections.abc import Iterator

from puzzlekit.reasoning.system import STEP, VISIBLE, Found, Left, Rule
from puzzlekit.sudoku.exclusions import Conclusion, Grid
from puzzlekit.sudoku.technique_words import Claim, Speaker


class Singles:
    """The rules that fill a cell, and the rule that a filled cell excludes its digit from the other cells
    of its units."""

    def __init__(self, grid: Grid):
        self.grid, self.speaker = grid, Speaker(grid)

    def rules(self) -> Iterator[Rule]:
        """Yield the rules. Hidden and naked singles have the same level, because this shortens the chains of
        conclusions from a supposition. Among conclusions of one level, the one with the fewest facts comes first."""
        own = [(cell, (cell,)) for cell in range(len(self.grid.cells))]
        units = [(number, unit.cells) for number, unit in enumerate(self.grid.units)]
        boxes = len(units) // 3
        hidden = self._say_hidden, STEP, self._conclude_hidden
        yield Rule("", 0, own, self._filled, self._say_filled, VISIBLE, self._conclude_filled)
        yield Rule("the last empty cell", 1, units, self._last_cell, self._say_last_cell, STEP, self._conclude_hidden)
        yield Rule("a hidden single", 2, units[-boxes:], self._hidden, *hidden)
        yield Rule("a hidden single", 2, units[:-boxes], self._hidden, *hidden)
        yield Rule("a naked single", 2, own, self._naked, self._say_naked, STEP, self._conclude_naked)

    def _filled(self, left: Left, cell: int) -> Iterator[Found]:
        """Yield the exclusion of a filled cell's digit from the cell's peers. If a peer has the same digit, yield a
        contradiction instead."""
        bit, grid = left[cell], self.grid
        if not bit or bit & (grid.open | bit - 1):
            return
        claim = {}
        for peer in grid.peers[cell]:
            if left[peer] & bit:
                if left[peer] == bit:
                    unit = next(u for u in grid.of[cell] if peer in grid.units[u].cells)
                    yield Found({peer: ~bit}, ((cell, bit),), (grid.units[unit].row(bit),), (unit, cell, bit))
                    return
                claim[peer] = ~bit
        if claim:
            rows = tuple(grid.units[unit].row(bit) for unit in grid.of[cell])
            yield Found(claim, ((cell, bit),), rows, (None, cell, bit))

    def _say_filled(self, found: Found) -> str:
        unit, cell, bit = found.about
        if unit is None:
            return f"{self.grid.cells[cell]} is {self.speaker.symbols(bit)}"
        return f"{self.grid.units[unit].label} would have two {self.speaker.symbols(bit)}s"

    def _conclude_filled(self, found: Found, claim: Claim) -> str:
        return self.speaker.cannot(claim, found.about[2], "its row, column and box")

    def _last_cell(self, left: Left, number: int) -> Iterator[Found]:
        """Yield the digit of the only empty cell in the unit with this number."""
        grid, unit = self.grid, self.grid.units[number]
        open_ = []
        for cell in unit.cells:
            if left[cell] & grid.open:
                open_.append(cell)
                if len(open_) > 1:
                    return
        if not open_:
            return
        facts = tuple((cell, left[cell]) for cell in unit.cells if cell != open_[0])
        bit = grid.every & ~sum({mask for _, mask in facts})
        if bit.bit_count() == 1 and left[open_[0]] & bit:  # if not, other rules find the contradiction
            yield Found({open_[0]: bit}, facts, (unit.row(bit),), (number, open_[0], bit))

    def _say_last_cell(self, found: Found) -> str:
        return f"all other cells of {self.grid.units[found.about[0]].label} are filled"

    def _hidden(self, left: Left, number: int) -> Iterator[Found]:
        """Yield a conclusion for each digit that is possible in only one cell of a unit, and a contradiction for each
        digit that is possible in no cell. `number` is the unit's number."""
        grid, unit = self.grid, self.grid.units[number]
        once = twice = placed = 0
        for cell in unit.cells:
            mask = left[cell]
            twice |= once & mask
            once |= mask
            if not mask & grid.open:
                placed |= mask
        for bit in grid.bits(~once):
            targets = [(cell, bit) for cell in unit.cells]
            yield Conclusion(grid, left, {unit.cells[0]: 0}, targets, (unit.row(bit),), (number, None, bit))
        for bit in grid.bits(once & ~twice & ~placed):
            for only in [cell for cell in unit.cells if left[cell] & bit]:
                targets = [(other, bit) for other in unit.cells if other != only]
                yield Conclusion(grid, left, {only: bit}, targets, (unit.row(bit),), (number, only, bit))

    def _say_hidden(self, found: Conclusion) -> str:
        number, cell, bit = found.about
        name = str(self.grid.units[number].label)
        if cell is None:
            return f"{name} would have no place for a {self.speaker.symbols(bit)}"
        return self.speaker.excluded(found.why, name)

    def _conclude_hidden(self, found: Found, claim: Claim) -> str:
        number, cell, bit = found.about
        label = self.grid.units[number].label
        return f"in {label} the {self.speaker.symbols(bit)} must be in {self.speaker.place(cell)}"

    def _naked(self, left: Left, cell: int) -> Iterator[Found]:
        """Yield a conclusion if an empty cell has only one possible digit. If the cell has no possible digit, yield a
        contradiction."""
        grid, bit = self.grid, left[cell] & self.grid.every
        if not left[cell] & grid.open or bit & (bit - 1):
            return
        targets = [(cell, other) for other in grid.bits(~bit)]
        yield Conclusion(grid, left, {cell: bit}, targets, (), (cell, bit))

    def _say_naked(self, found: Conclusion) -> str:
        cell, bit = found.about
        name = str(self.grid.cells[cell])
        return self.speaker.excluded(found.why, name) if bit else f"{name} would have no digit left"

    def _conclude_naked(self, found: Found, claim: Claim) -> str:
        cell, bit = found.about
        return f"{self.grid.cells[cell]} can only be {self.speaker.symbols(bit)}"
