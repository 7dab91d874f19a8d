"""The checks of the exercises of chapter 4. Each check takes the reader's answer and prints a verdict.

An answer that is still the notebook's placeholder `...` is not judged.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, product

from puzzlekit.battleship import model_cell, model_placement
from puzzlekit.battleship.puzzle import Puzzle, Ship, Solution
from puzzlekit.battleship.rules import clue_conflicts
from puzzlekit.battleship.solve import solutions
from puzzlekit.battleship.text import parse
from puzzlekit.core.errors import counted, validate_int
from puzzlekit.core.grid import Label
from puzzlekit.course import model_comparison
from puzzlekit.course.exercise import Remarks, check, exact, function, picture
from puzzlekit.course.modelling import family, not_alone, wrong_boards
from puzzlekit.scip.model import Family


def open_seas(cells: int) -> Iterator[Puzzle]:
    """Yield all puzzles with at most `cells` cells, without clues and counts, and with at most two ships of each
    length. Small grids come first. Raise PuzzleError if `cells` is not from 0 to 100."""
    sides = range(1, validate_int(cells, "cells", 0, 100) + 1)
    sizes = sorted((h * w, w, h) for h, w in product(sides, sides) if h * w <= cells)
    for area, w, h in sizes:
        lengths = range(max(h, w), 0, -1)
        for numbers in product(range(3), repeat=len(lengths)):
            fleet = tuple((length, number) for length, number in zip(lengths, numbers, strict=True) if number)
            if fleet and sum(length * number for length, number in fleet) <= area:
                yield Puzzle(("." * w,) * h, (None,) * h, (None,) * w, fleet)


SIZES = ((10, 10, 4), (10, 10, 1), (3, 5, 1), (7, 2, 1), (8, 6, 3), (3, 6, 5), (6, 3, 5), (2, 2, 3), (1, 4, 2))
SEAS = (
    "fleet: 1x2 2x1\n... ?\n... ?\n... ?\n? ? ?",
    "fleet: 2x1\n..... ?\n? ? ? ? ?",
    "fleet: 2x1\n. ?\n. ?\n. ?\n. ?\n. ?\n?",
    "fleet: 1x3 1x2\n.... ?\n.... ?\n.... ?\n? ? ? ?",  # a ship with a middle part
)


FEWEST = 4  # the smallest number of ships in the reader's own puzzle of exercise 4


@check(function("m n length", exact))
def check_places(places: Callable) -> Remarks:
    """Check exercise 1: `places(m, n, length)` returns the number of places in which a ship of this length can lie on a
    grid with m rows and n columns."""
    for m, n, length in SIZES:
        sea = Puzzle(("." * n,) * m, (None,) * m, (None,) * n, ((length, 1),)) if length <= max(m, n) else None
        found = places(m, n, length)
        if found != (len(list(sea.ships)) if sea else 0):
            where = f"a ship of length {length} on {m} x {n} cells"
            yield f"found {found} for {where}, expected the number of its places"


@check(family)
def check_mended(ends_close: Family) -> Remarks:
    """Check exercise 2: a constraint family that replaces `ends_close` in the cell model. The solutions must stay the
    same."""
    families = tuple(ends_close if own is model_cell.ends_close else own for own in model_cell.FAMILIES)
    compared = model_comparison.same_solutions(
        lambda puzzle: model_cell.build(puzzle, families), model_cell.build, open_seas(4)
    )
    yield None if compared else compared.report


@check(family)
def check_corners(apart: Family) -> Remarks:
    """Check exercise 3: a constraint family of the placement model that allows ships to touch at corners, but not side
    by side."""
    for sea in map(parse, SEAS):  # on the 3 x 3 grid alone, a wrong index could pass
        yield wrong_boards(model_placement.build(sea, (apart, model_placement.fleet)), sea, set(_corner_boards(sea)))


def _corner_boards(sea: Puzzle) -> Iterator[Solution]:
    """Yield all boards that have the whole fleet and on which ships touch only at corners or not at all. The boards are
    enumerated without a model."""
    lengths = sorted(length for length, number in sea.fleet for _ in range(number))
    for ships in combinations(sea.ships, len(lengths)):
        whole_fleet = sorted(ship.length for ship in ships) == lengths
        if whole_fleet and not any(_side_by_side(a, b) for a, b in combinations(ships, 2)):
            yield model_placement.board(sea, ships)


def _side_by_side(a: Ship, b: Ship) -> bool:
    return any(abs(p.row - q.row) + abs(p.column - q.column) < 2 for p in a.parts for q in b.parts)


@check(picture(parse))
def check_own(puzzle: Puzzle) -> Remarks:
    """Check exercise 4: the reader's own puzzle.

    The puzzle must have at least 5 x 5 cells and FEWEST ships, counts as its only clues, a unique solution, and no
    redundant count.
    """
    if min(puzzle.height, puzzle.width) < 5:
        yield f"found {puzzle.height} x {puzzle.width} cells, expected 5 x 5 or more"
    if (ships := sum(number for _, number in puzzle.fleet)) < FEWEST:
        yield f"found {counted(ships, 'ship')}, expected {FEWEST} or more"
    if puzzle.given:
        yield f"found {min(puzzle.given)} given, expected counts as the only clues"
    yield from map(str, clue_conflicts(puzzle))
    yield not_alone(solutions(puzzle, 2))
    without_counts = replace(puzzle, row_counts=(None,) * puzzle.height, column_counts=(None,) * puzzle.width)
    if len(solutions(without_counts, 2)) == 1:
        yield "found a fleet that fits in only one way and needs no count; choose another fleet"
    for label, fewer in _with_one_count_less(puzzle):
        if len(solutions(fewer, 2)) == 1:
            yield f"right, but the count of {label} can be hidden, too"


def _with_one_count_less(puzzle: Puzzle) -> Iterator[tuple[Label, Puzzle]]:
    for label, _, count in puzzle.lines:
        if count is not None:
            counts = list(getattr(puzzle, side := f"{label.side}_counts"))
            counts[label.index] = None
            yield label, replace(puzzle, **{side: tuple(counts)})
