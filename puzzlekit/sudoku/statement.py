"""The part of a Sudoku that singles do not decide, as an exact cover problem for all engines.

A cell is open if singles do not place its digit. A digit is open in a unit if no cell of the unit has it yet.
"""

from collections.abc import Mapping, Sequence

from puzzlekit.core.grid import Cell
from puzzlekit.engines import Constraint, Problem, Settled
from puzzlekit.sudoku.deduce import CandidateGrid, digits, indices, refuted
from puzzlekit.sudoku.puzzle import Puzzle, Solution

LACKS = 4  # two solutions differ in at least four cells: if a digit moves, it moves in two rows and in two columns


def problem(puzzle: Puzzle, *, deduced: bool = True) -> Problem | Settled:
    """(3.1b), (3.1c), (3.1d), (3.1e), (3.1f) Each open cell holds one digit; each open digit of a unit has one cell.

    Return the `Problem` of the open cells, or `Settled` if singles decide every cell or find a contradiction. If
    `deduced` is false, no singles are used: every cell is open, and a cell with a clue has this digit as its only
    choice.
    """
    if not deduced:
        given = (digit for row in puzzle.clues for digit in row)
        return cover(puzzle, [[digit] if digit else [*puzzle.digits] for digit in given], {})
    pencil = CandidateGrid(puzzle)
    if refuted(pencil):
        return Settled(None)
    if len(decided := pencil.decided) == len(puzzle.cells):
        return Settled(Solution.of(puzzle, decided), known=dict.fromkeys(decided.items(), 1))
    open_ = [digits(mask) if mask.bit_count() > 1 else [] for mask in pencil.left]
    return cover(puzzle, open_, {index: digits(mask)[0] for index, mask in enumerate(pencil.left) if not open_[index]})


def cover(puzzle: Puzzle, left: Sequence[Sequence[int]], placed: Mapping[int, int]) -> Problem:
    """Return the exact cover problem of the open cells. Its items are the pairs (open cell, possible digit).

    Parameters
    ----------
    left
        For each cell of the puzzle, its possible digits. The list is empty for a cell in `placed`.
    placed
        {index of a cell in `puzzle.cells`: its digit}, for the cells that are not open.
    """
    cells = puzzle.cells
    keys, at = list[tuple[Cell, int]](), list[list[tuple[int, int]]]()  # at: for each cell its pairs (digit, item)
    for cell, own in zip(cells, left, strict=True):
        at.append([(digit, item) for item, digit in enumerate(own, start=len(keys))])
        keys += [(cell, digit) for digit in own]
    groups = [[item for _, item in own] for own in at if own]
    for unit in indices(puzzle.p, puzzle.q)[1]:
        wanted: dict[int, list[int]] = {digit: [] for digit in {*puzzle.digits}.difference(map(placed.get, unit))}
        for index in unit:
            for digit, item in at[index]:
                wanted[digit].append(item)
        groups += wanted.values()
    known = {cells[index]: digit for index, digit in placed.items()}
    return Problem(
        keys,
        len(keys),
        [Constraint(group, 1, 1) for group in groups],
        decode=lambda ones: Solution.of(puzzle, {**known, **dict(keys[item] for item in ones)}),
        known=dict.fromkeys(known.items(), 1),
        lacks=LACKS,
    )
