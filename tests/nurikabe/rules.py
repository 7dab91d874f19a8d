"""The rules of Nurikabe as a checker, written apart from the model."""

from collections.abc import Iterator, Sequence

from nurikabe.graph import parts
from nurikabe.puzzle import Puzzle, Solution
from puzzlekit.core.errors import counted, validate_args
from puzzlekit.core.grid import Cell, Element, Violation
from puzzlekit.core.lattice import check_fits


@validate_args
def violations(puzzle: Puzzle, solution: Solution, *, partial: bool = False) -> list[Violation]:
    """The rules that this board breaks; with `partial` only what cannot be mended by more sea.

    `rule` is "number" (it lies in the sea), "no_pool", "island_size", "one_sea" or "one_number" (of an island).
    """
    check_fits(puzzle, solution)
    found = [*_cells(solution), *_sizes(solution, partial), *_seas(solution, partial)]
    return found if partial else [*found, *_numbers(solution)]


def _cells(solution: Solution) -> Iterator[Violation]:
    for cell in solution.sea & solution.puzzle.number.keys():
        yield Violation("number", (cell,), f"{clue(solution.puzzle, cell)} lies in the sea")
    for own in solution.puzzle.squares:
        if solution.sea.issuperset(own):
            yield Violation("no_pool", own, f"the sea covers the square from {_at(own[0])} to {_at(own[3])}")


def _sizes(solution: Solution, partial: bool) -> Iterator[Violation]:
    islands = parts(solution.puzzle, solution.white)
    for cell, number in solution.puzzle.clues:
        size = next((len(island) for island in islands if cell in island), number)
        if size < number or (size > number and not partial):
            message = f"the island of {clue(solution.puzzle, cell)} has {counted(size, 'cell')}"
            yield Violation("island_size", (cell,), message)


def _seas(solution: Solution, partial: bool) -> Iterator[Violation]:
    """Parts of the sea that are not joined, or never can be, for numbers lie between them."""
    land = solution.puzzle.number if partial else solution.white
    sea = [cell for cell in solution.puzzle.beside if cell in solution.sea or cell not in land]
    met = [own[0] for part in parts(solution.puzzle, sea) if (own := [cell for cell in part if cell in solution.sea])]
    for other in met[1:]:
        yield Violation("one_sea", (met[0], other), f"the sea at {_at(met[0])} does not reach that at {_at(other)}")


def _numbers(solution: Solution) -> Iterator[Violation]:
    for island in parts(solution.puzzle, solution.white):
        own = solution.puzzle.number.keys() & island
        if len(own) != 1:
            message = f"the island at {_at(island[0])} has {len(own) or 'no'} number{'s' if own else ''}"
            yield Violation("one_number", tuple(island), message)


@validate_args
def clue_conflicts(puzzle: Puzzle) -> list[Violation]:
    """Numbers side by side, which no sea can part."""
    pairs = [(a, b) for a in puzzle.number for b in puzzle.beside[a] if a < b and b in puzzle.number]
    return [Violation("one_number", (a, b), f"{clue(puzzle, a)} lies beside {clue(puzzle, b)}") for a, b in pairs]


@validate_args
def marks(puzzle: Puzzle, solution: Solution, broken: Sequence[Violation] | None = None) -> dict[Element, str]:
    """How to show a half-filled board: numbers that are "met", cells that are "wrong"."""
    now = violations(puzzle, solution, partial=True) if broken is None else broken
    found: dict[Element, str] = {cell: "wrong" for violation in now for cell in violation.where}
    for island in parts(puzzle, solution.white):
        own = puzzle.number.keys() & island
        if [len(island)] == [puzzle.number[cell] for cell in own]:
            found = dict.fromkeys(own, "met") | found
    return found


def clue(puzzle: Puzzle, cell: Cell) -> str:
    """A number in words, with its place."""
    return f"the {puzzle.number[cell]} at {_at(cell)}"


def _at(cell: Cell) -> str:
    return f"({cell.row + 1},{cell.column + 1})"
