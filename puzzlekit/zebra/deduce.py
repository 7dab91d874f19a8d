"""What follows in a Zebra puzzle without search: a clue keeps some houses only, and singles, as in Sudoku."""

from collections.abc import Iterable, Iterator, Set

from puzzlekit import grid
from puzzlekit.errors import takes
from puzzlekit.grid import Candidates, Cell, Label, Step
from puzzlekit.zebra.puzzle import Clue, Puzzle
from puzzlekit.zebra.rules import FAMILY, place, told, words_of


@takes(Puzzle)
def deduce(puzzle: Puzzle, candidates: Candidates | None = None) -> list[Step]:
    """The steps that rule a property out of houses for a reason, until nothing more follows or a place has none left.

    Parameters
    ----------
    candidates
        `{cell: frozenset of properties}`; without it, every property is possible in every house.

    Returns
    -------
    list of Step
        Rules: "connections", "locations", "neighbours" (what one clue says), "one_house_per_property" (a property
        stands, so it stands nowhere else) and "one_property_per_house" (one house is left for a property, so nothing
        else stands there). A contradiction is the last step.
    """
    return list(_Reasoning(puzzle, candidates).steps())


def everything(puzzle: Puzzle) -> dict[Cell, frozenset[str]]:
    """Every property of its attribute in every place."""
    return {cell: frozenset(puzzle.properties(cell)) for cell in puzzle.cells}


class _Reasoning:
    def __init__(self, puzzle: Puzzle, candidates: Candidates | None):
        self.puzzle = puzzle
        self.left = grid.checked_candidates(candidates, everything(puzzle))

    def steps(self) -> Iterator[Step]:
        return grid.reasoning(self._empty(), (self._clues, self._only_property, self._only_house))

    def _empty(self) -> Iterator[Step]:
        for cell, own in self.left.items():
            if not own:
                yield self._lost((cell,), f"nothing is left for {place(self.puzzle, cell)}")
                return

    def _houses(self, name: str) -> set[int]:
        return {cell.column + 1 for cell in self.puzzle.cells_of[name] if name in self.left[cell]}

    def _clues(self) -> Iterator[Step]:
        for label, clue in told(self.puzzle):
            kept = self._kept(clue)
            out = {name: self._houses(name) - own for name, own in kept.items()}
            if any(out.values()):
                reason = "; ".join(f"{name} is {_not_in(own)}" for name, own in out.items() if own)
                cells = {self.puzzle.cells_of[name][house - 1]: name for name, own in out.items() for house in own}
                yield from self._without(
                    out, FAMILY[clue.kind], (label, *cells), f"{words_of(self.puzzle, label)}: {reason}"
                )

    def _kept(self, clue: Clue) -> dict[str, set[int]]:
        """The houses with which the clue can be kept, of each of its properties."""
        ones = self._houses(clue.first)
        if isinstance(clue.second, int):
            return {clue.first: {one for one in ones if clue.allows(one, clue.second)}}
        others = self._houses(clue.second)
        alike = self.puzzle.cells_of[clue.first] == self.puzzle.cells_of[clue.second]
        ways = [(a, b) for a in ones for b in others if clue.allows(a, b) and not (alike and a == b)]
        return {clue.first: {a for a, _ in ways}, clue.second: {b for _, b in ways}}

    def _only_property(self) -> Iterator[Step]:
        for row in self.puzzle.rows:
            for cell in row:
                if len(self.left[cell]) == 1:
                    (name,) = self.left[cell]
                    out = {name: self._houses(name) - {cell.column + 1}}
                    if out[name]:
                        message = f"{place(self.puzzle, cell)} is {name}, so no other house has it"
                        yield from self._without(out, "one_house_per_property", (cell,), message)

    def _only_house(self) -> Iterator[Step]:
        for name, row in self.puzzle.cells_of.items():
            where = [cell for cell in row if name in self.left[cell]]
            if not where:
                yield self._lost(row, f"no house is left for {name}")
                return
            if len(where) == 1 and len(self.left[where[0]]) > 1:
                (cell,) = where
                self.left[cell] = frozenset((name,))
                message = f"{place(self.puzzle, cell)} is {name}: no other house is left for it"
                yield Step({cell: self.left[cell]}, "one_property_per_house", row, message)

    def _without(
        self, out: dict[str, set[int]], rule: str, where: tuple[Cell | Label, ...], message: str
    ) -> Iterator[Step]:
        """A step that takes properties out of houses, and one more where a place has none left then."""
        changed: dict[Cell, frozenset] = {}
        for name, houses in out.items():
            for house in houses:
                cell = self.puzzle.cells_of[name][house - 1]
                changed[cell] = changed.get(cell, self.left[cell]) - {name}
        self.left.update(changed)
        yield Step({cell: own for cell, own in changed.items() if own} or changed, rule, where, message)
        for cell, own in changed.items():
            if not own:
                yield self._lost((cell,), f"nothing is left for {place(self.puzzle, cell)}")

    def _lost(self, where: Iterable[Cell], message: str) -> Step:
        cells = tuple(where)
        return Step({cells[0]: frozenset()}, "one_property_per_house", cells, message)


def _not_in(houses: Set[int]) -> str:
    listed = [str(house) for house in sorted(houses)]
    return f"not in house {' or '.join(listed)}"
