"""X-wings and swordfish: in k rows, all cells that can have a digit lie in k columns; or with rows and columns swapped.

A line is a row or column. Lines across are the columns if the lines are rows, and the rows if the lines are columns.
Cells and lines are numbers, and digits are bits of masks; see `exclusions`.
"""

from collections.abc import Iterator, Sequence

from puzzlekit.reasoning.system import Found, Left, Mask, Rule
from puzzlekit.sudoku.exclusions import Conclusion, Grid
from puzzlekit.sudoku.technique_subsets import unions
from puzzlekit.sudoku.technique_words import Claim, Speaker

NAMES = {2: "an X-wing", 3: "a swordfish"}


class Fish:
    """The rules for fish: if k parallel lines have a digit only in k lines across, the other cells of these lines
    across cannot have this digit."""

    def __init__(self, grid: Grid):
        self.grid, self.speaker = grid, Speaker(grid)
        self.size = len(grid.units) // 3

    def rules(self) -> Iterator[Rule]:
        """Yield one rule for each number k of lines."""
        for level, (size, name) in enumerate(NAMES.items(), start=10):
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
        told = self.speaker.excluded(found.why._replace(has=(), filled=()), "")
        own = f"in {self.speaker.units(lines)} the {self.speaker.symbols(bit)}s must be in {self.speaker.units(across)}"
        return f"{told}; {own}" if told else own

    def _conclude(self, found: Found, claim: Claim) -> str:
        _, across, bit = found.about
        return self.speaker.cannot(claim, bit, self.speaker.units(across))
