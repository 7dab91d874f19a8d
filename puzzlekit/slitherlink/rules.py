"""The rules of Slitherlink as a checker, which shares no code with the models and judges their solutions.

Conflicts are told in its words for elements and clues.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from puzzlekit.core.errors import counted, validate_args
from puzzlekit.core.grid import Cell, Edge, Element, Violation
from puzzlekit.core.lattice import check_fits
from puzzlekit.slitherlink.graph import missed
from puzzlekit.slitherlink.puzzle import MOST, Puzzle, Solution


@validate_args
def violations(puzzle: Puzzle, solution: Solution, *, partial: bool = False) -> list[Violation]:
    """Return the violations of the rules on a board. The list is empty if and only if the board solves the puzzle.

    Parameters
    ----------
    partial
        Whether the board is not finished. If True, only violations that further edges cannot repair are returned, so
        the list can be empty although the board does not solve the puzzle.

    Returns
    -------
    list of Violation
        The attribute `rule` is the name of the violated constraint family: "demand" (a clue is violated), "no_branch",
        "no_dead_end", "one_loop" (a loop is closed, and other edges are drawn) or "some_loop" (nothing is drawn). The
        attribute `where` contains cells, points and edges.

    Raises
    ------
    PuzzleError
        If board and puzzle differ in size or clues.
    """
    check_fits(puzzle, solution)
    closed = _closed(solution) if partial else solution.puzzle.geometry.all_edges
    found = [*_unmet(solution, closed, partial), *_branches(solution), *_ends(solution, closed), *_loops(solution)]
    if partial:
        return found + list(_closed_in_vain(solution, found))
    if not solution.drawn:
        found.append(Violation("some_loop", puzzle.edges, "nothing is drawn: there is no loop"))
    return found


def _closed(solution: Solution) -> frozenset[Edge]:
    """Return the edges that cannot be drawn any more: the drawn ones, those at a point with two drawn edges, and those
    beside a clue that has all its edges."""
    puzzle, count = solution.puzzle, solution.beside
    passed = (puzzle.at[point] for point, edges in solution.degree.items() if edges >= 2)
    full = (puzzle.around[cell] for cell, number in puzzle.clues if count.get(cell, 0) >= number)
    return solution.drawn.union(*passed, *full)


def _unmet(solution: Solution, closed: frozenset[Edge], partial: bool) -> Iterator[Violation]:
    for cell, number in solution.puzzle.clues:
        count = solution.beside.get(cell, 0)
        if count == number:
            continue
        around = solution.puzzle.around[cell]
        room = len(around) - len(closed.intersection(around))
        if not count <= number <= count + room:
            more = f" and room for {room} more" if partial and count < number else ""
            message = f"{clue(solution.puzzle, cell)} has {counted(count, 'edge')}{more}"
            yield Violation("demand", (cell,), message)


def _branches(solution: Solution) -> Iterator[Violation]:
    for point in sorted(point for point, count in solution.degree.items() if count > 2):
        message = f"the loop branches at {point}, which has {solution.degree[point]} edges"
        yield Violation("no_branch", (point,), message)


def _ends(solution: Solution, closed: frozenset[Edge]) -> Iterator[Violation]:
    at = solution.puzzle.at
    dead = (point for point, count in solution.degree.items() if count == 1 and closed.issuperset(at[point]))
    for point in sorted(dead):
        yield Violation("no_dead_end", (point,), f"the loop ends at {point}, which has only one edge")


def _loops(solution: Solution) -> Iterator[Violation]:
    for loop in solution.loops:
        if others := len(solution.drawn) - len(loop):
            outside = f"{counted(others, 'edge')} {'is' if others == 1 else 'are'} not on it"
            message = f"a loop of {len(loop)} edges is closed at {loop[0].a}, and {outside}"
            yield Violation("one_loop", loop, message)


def _closed_in_vain(solution: Solution, found: Sequence[Violation]) -> Iterator[Violation]:
    """Yield a violation if the drawn edges are a single closed loop that violates a clue: no edge can be added to the
    loop. Clues that are already in a violation of `found` are omitted."""
    for loop in solution.loops:
        cell = missed(solution.puzzle, loop) if len(loop) == len(solution.drawn) else None
        if cell and not any(cell in violation.where for violation in found):
            count = counted(solution.count(solution.puzzle.around[cell]), "edge")
            message = f"the loop is closed, and {clue(solution.puzzle, cell)} has {count}"
            yield Violation("demand", (cell, *loop), message)


@validate_args
def clue_conflicts(puzzle: Puzzle) -> list[Violation]:
    """Return contradictions between clues that are visible without search: 0s leave too few edges for another clue, or
    a 4 excludes another clue.

    If there is a 4, the loop consists of the four edges around its cell.
    """
    found = []
    empty = {edge for cell, number in puzzle.clues if number == 0 for edge in puzzle.around[cell]}
    for cell, number in puzzle.clues:
        room = sum(edge not in empty for edge in puzzle.around[cell])
        if room < number:
            message = f"{clue(puzzle, cell)} has room for only {counted(room, 'edge')}, beside cells of 0"
            found.append(Violation("demand", (cell,), message))
    for cell, number in puzzle.clues:
        if number == MOST and not found and (other := missed(puzzle, puzzle.around[cell])):
            message = f"the loop goes around {clue(puzzle, cell)} alone, and does not meet {clue(puzzle, other)}"
            found.append(Violation("demand", (cell, other), message))
    return found


@validate_args
def marks(puzzle: Puzzle, solution: Solution, broken: Sequence[Violation] | None = None) -> dict[Element, str]:
    """Return {element: mark} for a finished or unfinished board.

    Satisfied clues are "met", and clues with too many edges are "over". Other clues, points and edges in violations are
    "wrong".

    `broken` is the result of `violations(..., partial=True)`; if None, it is computed.
    """
    found: dict[Element, str] = {}
    for violation in violations(puzzle, solution, partial=True) if broken is None else broken:
        found |= dict.fromkeys(violation.where, "wrong")
    for cell, number in puzzle.clues:
        count = solution.beside.get(cell, 0)
        if count > number:
            found[cell] = "over"
        elif count == number:
            found.setdefault(cell, "met")
    return found


def clue(puzzle: Puzzle, cell: Cell) -> str:
    """Return the name of a clue: "the 3 at (1,2)"."""
    return f"the {puzzle.number[cell]} at ({cell.row + 1},{cell.column + 1})"


def clues(puzzle: Puzzle) -> dict[tuple[str, Cell], str]:
    """Return {("demand", cell): the name of the cell's clue}."""
    return {("demand", cell): clue(puzzle, cell) for cell, _ in puzzle.clues}


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return {edge or state: phrase}. The states are 0 (not drawn) and 1 (drawn)."""
    edges = {edge: f"the edge {str(edge).removeprefix('points ')}" for edge in puzzle.edges}
    return {**edges, 0: "left out", 1: "drawn"}
