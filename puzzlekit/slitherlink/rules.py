"""Checker for the rules of Slitherlink, written independently of the models, so that it can check every model."""

from collections.abc import Iterator, Sequence

from puzzlekit.core.errors import counted, validate_args
from puzzlekit.core.grid import Cell, Edge, Element, Violation
from puzzlekit.core.lattice import check_fits
from puzzlekit.core.union_find import cycle_components
from puzzlekit.slitherlink.graph import missed
from puzzlekit.slitherlink.puzzle import MOST, Puzzle, Solution


@validate_args
def violations(puzzle: Puzzle, solution: Solution, *, partial: bool = False) -> list[Violation]:
    """Return the violations of the rules by this board; none if the board solves the puzzle.

    Parameters
    ----------
    partial
        Judge a half-drawn board: return only violations that more edges cannot repair.

    Returns
    -------
    list of Violation
        `rule` is the name of the violated constraint family: "demand" (a clue is not met), "no_branch",
        "no_dead_end", "one_loop" (a loop is closed, and more is drawn) or "some_loop" (nothing is drawn); `where` are
        cells, points and edges.

    Raises
    ------
    PuzzleError
        If the board has other clues than the puzzle.
    """
    check_fits(puzzle, solution)
    free = _free(solution) if partial else frozenset()
    found = [*_unmet(solution, free, partial), *_branches(solution), *_ends(solution, free), *_loops(solution)]
    if partial:
        return found + list(_closed_in_vain(solution, found))
    if not solution.drawn:
        found.append(Violation("some_loop", puzzle.edges, "nothing is drawn: there is no loop"))
    return found


def _free(solution: Solution) -> frozenset[Edge]:
    """Return the edges that may still be drawn: both ends have fewer than two edges, no cell beside has its number."""
    puzzle = solution.puzzle
    ends = {point for point, own in puzzle.at.items() if solution.count(own) < 2}
    full = {cell for cell, number in puzzle.clues if solution.count(puzzle.around[cell]) >= number}
    return frozenset(
        edge
        for edge, cells in puzzle.beside.items()
        if edge not in solution.drawn and edge.a in ends and edge.b in ends and full.isdisjoint(cells)
    )


def _unmet(solution: Solution, free: frozenset[Edge], partial: bool) -> Iterator[Violation]:
    for cell, number in solution.puzzle.clues:
        around = solution.puzzle.around[cell]
        count = solution.count(around)
        room = sum(edge in free for edge in around)
        if not count <= number <= count + room:
            more = f" and room for {room} more" if partial and count < number else ""
            message = f"{clue(solution.puzzle, cell)} has {counted(count, 'edge')}{more}"
            yield Violation("demand", (cell,), message)


def _branches(solution: Solution) -> Iterator[Violation]:
    for point, around in solution.puzzle.at.items():
        if (count := solution.count(around)) > 2:
            yield Violation("no_branch", (point,), f"the loop branches at {point}, which has {count} edges")


def _ends(solution: Solution, free: frozenset[Edge]) -> Iterator[Violation]:
    for point, around in solution.puzzle.at.items():
        if solution.count(around) == 1 and free.isdisjoint(around):
            yield Violation("no_dead_end", (point,), f"the loop ends at {point}, which has only one edge")


def _loops(solution: Solution) -> Iterator[Violation]:
    for loop in cycle_components(solution.drawn):
        if others := len(solution.drawn) - len(loop):
            outside = f"{counted(others, 'edge')} {'lies' if others == 1 else 'lie'} outside"
            message = f"a loop of {len(loop)} edges is closed at {loop[0].a}, and {outside}"
            yield Violation("one_loop", loop, message)


def _closed_in_vain(solution: Solution, found: Sequence[Violation]) -> Iterator[Violation]:
    """Yield a closed loop without other edges that misses a clue: the clue can no longer be met."""
    for loop in cycle_components(solution.drawn):
        cell = missed(solution.puzzle, loop)
        if len(loop) == len(solution.drawn) and cell and not any(cell in violation.where for violation in found):
            count = counted(solution.count(solution.puzzle.around[cell]), "edge")
            message = f"the loop is closed, and {clue(solution.puzzle, cell)} has {count}"
            yield Violation("demand", (cell, *loop), message)


@validate_args
def clue_conflicts(puzzle: Puzzle) -> list[Violation]:
    """Return visible conflicts of the clues: 0s leave a clue too little room, or a 4 excludes another clue.

    The loop of a 4 has only the four edges around its cell.
    """
    found = []
    empty = {edge for cell, number in puzzle.clues if number == 0 for edge in puzzle.around[cell]}
    for cell, number in puzzle.clues:
        room = sum(edge not in empty for edge in puzzle.around[cell])
        if room < number:
            message = f"{clue(puzzle, cell)} has room for {counted(room, 'edge')} only, beside cells of 0"
            found.append(Violation("demand", (cell,), message))
    for cell, number in puzzle.clues:
        if number == MOST and not found and (other := missed(puzzle, puzzle.around[cell])):
            message = f"the loop goes around {clue(puzzle, cell)} alone, and does not meet {clue(puzzle, other)}"
            found.append(Violation("demand", (cell, other), message))
    return found


@validate_args
def marks(puzzle: Puzzle, solution: Solution, broken: Sequence[Violation] | None = None) -> dict[Element, str]:
    """Return the marks of a half-drawn board: clues that are "met" or "over"; points, loops and clues that are "wrong".

    `broken` is the result of `violations(..., partial=True)`, if the caller already has it.
    """
    found: dict[Element, str] = {}
    for violation in violations(puzzle, solution, partial=True) if broken is None else broken:
        found |= dict.fromkeys(violation.where, "wrong")
    for cell, number in puzzle.clues:
        count = solution.count(puzzle.around[cell])
        if count > number:
            found[cell] = "over"
        elif count == number:
            found.setdefault(cell, "met")
    return found


def clue(puzzle: Puzzle, cell: Cell) -> str:
    """Return a clue in words: its number and its place."""
    return f"the {puzzle.number[cell]} at ({cell.row + 1},{cell.column + 1})"
