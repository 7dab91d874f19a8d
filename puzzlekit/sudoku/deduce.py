"""What follows in Sudoku without search: naked and hidden singles."""

from collections.abc import Iterable, Iterator

from puzzlekit import grid
from puzzlekit.errors import takes
from puzzlekit.grid import Candidates, Cell, Step
from puzzlekit.sudoku.puzzle import SYMBOLS, Puzzle, geometry
from puzzlekit.sudoku.rules import units


@takes(Puzzle)
def deduce(puzzle: Puzzle, candidates: Candidates | None = None) -> list[Step]:
    """The steps that place a digit for a reason, until no single is left or a cell has no digit left.

    Parameters
    ----------
    candidates
        `{cell: frozenset of digits}`; without it, every digit is possible and the clues are the first steps.

    Returns
    -------
    list of Step
        Rules: "keep_clues", "naked_single" (one digit left in a cell), "hidden_single" (one cell left for a digit in a
        row, column or box). A contradiction is the last step: "no_digit_left" in a cell, "no_cell_left" for a digit in
        a unit, or "keep_clues" where a clue contradicts an earlier one.
    """
    return list(_Reasoning(puzzle, candidates).steps())


def everything(puzzle: Puzzle) -> dict[Cell, frozenset[int]]:
    """Every digit in every cell."""
    return dict.fromkeys(puzzle.cells, frozenset(puzzle.digits))


class _Reasoning:
    def __init__(self, puzzle: Puzzle, candidates: Candidates | None):
        self.puzzle = puzzle
        self.peers = geometry(puzzle.p, puzzle.q).peers
        self.left = grid.checked_candidates(candidates, everything(puzzle))
        self.given = puzzle.given if candidates is None else {}
        self.placed: set[Cell] = set()
        self.naked: list[Cell] = []  # cells that went down to one digit

    def steps(self) -> Iterator[Step]:
        return grid.reasoning(self._clues(), (self._naked_singles, self._hidden_singles))

    def _clues(self) -> Iterator[Step]:
        for cell, digit in self.given.items():
            if digit in self.left[cell]:
                yield from self._place(
                    cell, digit, "keep_clues", (cell,), f"{cell} holds {SYMBOLS[digit]}: it is given"
                )
            else:
                yield Step({cell: frozenset()}, "keep_clues", (cell,), f"{cell} cannot hold its {SYMBOLS[digit]}")
        self.naked = [cell for cell, digits in self.left.items() if len(digits) == 1]
        if not self.given:  # what is known comes before what follows from it
            for cell in self.naked.copy():
                yield from self._naked_single(cell)
        if empty := next((cell for cell, digits in self.left.items() if not digits), None):
            yield _lost(empty)

    def _naked_singles(self) -> Iterator[Step]:
        while self.naked:
            yield from self._naked_single(self.naked.pop())

    def _naked_single(self, cell: Cell) -> Iterator[Step]:
        if cell not in self.placed and len(self.left[cell]) == 1:
            (digit,) = self.left[cell]
            yield from self._place(
                cell, digit, "naked_single", (cell,), f"{cell} holds {SYMBOLS[digit]}: no other digit is left"
            )

    def _hidden_singles(self) -> Iterator[Step]:
        for unit, cells in units(self.puzzle):
            places: dict[int, list[Cell]] = {digit: [] for digit in self.puzzle.digits}
            for cell in cells:
                for digit in self.left[cell]:
                    places[digit].append(cell)
            for digit, where in places.items():
                if not where:
                    yield Step(
                        {cells[0]: frozenset()}, "no_cell_left", cells, f"{unit} has no cell left for {SYMBOLS[digit]}"
                    )
                    return
                if len(where) == 1 and where[0] not in self.placed and digit in self.left[where[0]]:
                    message = f"{where[0]} holds {SYMBOLS[digit]}: no other cell of {unit} is left for it"
                    yield from self._place(where[0], digit, "hidden_single", cells, message)

    def _place(self, cell: Cell, digit: int, rule: str, where: Iterable[Cell], message: str) -> Iterator[Step]:
        only = frozenset((digit,))
        changed = {cell: only}
        for peer in self.peers[cell]:
            if digit in self.left[peer]:
                changed[peer] = self.left[peer] - only
                if len(changed[peer]) == 1:
                    self.naked.append(peer)
        self.left.update(changed)
        self.placed.add(cell)
        yield Step({place: digits for place, digits in changed.items() if digits}, rule, tuple(where), message)
        yield from (_lost(place) for place, digits in changed.items() if not digits)


def _lost(cell: Cell) -> Step:
    return Step({cell: frozenset()}, "no_digit_left", (cell,), f"{cell} has no digit left")
