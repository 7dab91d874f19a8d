"""The sentences of Sudoku's techniques. Digits are bits of masks, and cells and units are numbers; see `exclusions`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from puzzlekit.core.errors import joined
from puzzlekit.core.grammar import LONGEST, Clause, alternatives, clauses, listed
from puzzlekit.reasoning.system import Mask
from puzzlekit.sudoku.exclusions import Exclusion, Grid
from puzzlekit.sudoku.puzzle import SYMBOLS

NAMED = 4  # a sentence names at most this many cells or units
FEW = 2  # a sentence names at most this many filled cells


Claim = Mapping[Any, frozenset]


class Words:
    """The wording of claims about cells of a Sudoku."""

    def __init__(self, digits: Sequence[int]):
        self.digits = frozenset(digits)

    def concluded(self, claim: Claim) -> str:
        """Return a claim {cell: digits that remain} as a clause: "cell (1,2) is 4", "cell (1,2) cannot be 4 or 5"."""
        told: dict[tuple[bool, tuple[int, ...]], list[str]] = {}
        for cell, states in claim.items():
            few = 2 * len(states) <= len(self.digits)
            told.setdefault((few, tuple(sorted(states if few else self.digits - states))), []).append(str(cell))
        return joined([f"{listed(cells, NAMED)} {_state(*how, len(cells))}" for how, cells in told.items()])


def _state(few: bool, digits: Sequence[int], cells: int) -> str:
    symbols = alternatives([SYMBOLS[digit] for digit in digits])
    if few:
        return f"{'is' if cells == 1 else 'are'} {symbols}" if len(digits) == 1 else f"can only be {symbols}"
    return f"cannot be {symbols}"


class Speaker:
    """The phrases that several techniques use in their sentences about cells, units and digits."""

    def __init__(self, grid: Grid):
        self.grid = grid

    def symbols(self, mask: Mask, word: str = "or") -> str:
        """Return the digits of a mask as text: "4 or 5"; "4 and 5" if `word` is not "or"."""
        own = [SYMBOLS[bit.bit_length()] for bit in self.grid.bits(mask)]
        return alternatives(own) if word == "or" else joined(own)

    def units(self, numbers: Iterable[int]) -> str:
        """Return the names of the units with these numbers: "rows 2 and 6"."""
        return listed([str(self.grid.units[unit].label) for unit in numbers])

    def cells(self, numbers: Iterable[int]) -> str:
        """Return the names of the cells with these numbers: "cells (1,2) and (1,3)"."""
        return listed([str(self.grid.cells[cell]) for cell in numbers])

    def place(self, cell: int) -> str:
        """Return the name of a cell without the word "cell": "(1,2)"."""
        return str(self.grid.cells[cell]).removeprefix("cell ")

    def cannot(self, claim: Claim, mask: Mask, where: str) -> str:
        """Return a clause such as "cells (1,7) and (1,8) cannot be 4 or 5".

        The cells are the keys of `claim`, the digits are `mask`. Many cells become "no other cell of {where}".
        """
        if len(claim) > NAMED - 1:
            return f"no other cell of {where} can be {self.symbols(mask)}"
        return f"{listed([str(cell) for cell in claim])} cannot be {self.symbols(mask)}"

    def excluded(self, why: Exclusion, where: str) -> str:
        """Return the reasons for an exclusion as a clause. Shorter versions are tried until one is short enough.

        If no version is short enough, the reasons that a reader sees on the board (`has` and `filled`) are omitted.
        `where` is the name of the unit or cell, or "".
        """
        for shown, few in ((NAMED, FEW), (NAMED, 0), (3, 0), (2, 0), (1, 0)):
            words, named = self._excluded(why, where, shown, few)
            if named <= NAMED and len(words) <= LONGEST - len("Then ."):
                return words
        return self._excluded(why._replace(has=(), filled=()), where, NAMED, 0)[0]

    def _excluded(self, why: Exclusion, where: str, shown: int, few: int) -> tuple[str, int]:
        """Return the reasons for an exclusion as a clause, and how many cells and units, counted together, the clause
        names.

        A list of more than `shown` clauses is abbreviated. The filled cells, `why.filled`, are named only if there are
        at most `few` of them.
        """
        has = list(dict.fromkeys(unit for unit, _ in why.has))
        told: dict[int, Mask] = {}
        for cell, bit in why.told:
            told[cell] = told.get(cell, 0) | bit
        filled = why.filled if len(why.filled) <= few else ()
        sentences = [
            clauses([Clause(self.units([unit]), "has its", self.symbols(bit)) for unit, bit in why.has], shown),
            clauses(
                [Clause(self.cells([cell]), "cannot be", self.symbols(mask)) for cell, mask in told.items()], shown
            ),
            clauses([Clause(self.cells([cell]), "is filled") for cell in filled], shown),
        ]
        if told:
            sentences[1] += ", as shown"
        if len(filled) < len(why.filled):
            sentences[2] = f"{'the' if has or told else 'all'} other cells of {where} are filled"
        named = sum(min(len(own), shown) if len(own) <= shown else 0 for own in (has, told, filled))
        return "; ".join(filter(None, sentences)), named
