"""The rules of the Circuit Board Game as a checker. It is written apart from every model, so that it can judge them."""

from collections.abc import Iterator, Sequence

from puzzlekit.circuit import graph
from puzzlekit.circuit.puzzle import DEGREES, Lattice, Puzzle, Solution
from puzzlekit.core.errors import PuzzleError, counted, validate_args
from puzzlekit.core.grid import Element, Violation


@validate_args
def violations(puzzle: Puzzle, solution: Solution, *, partial: bool = False) -> list[Violation]:
    """The rules that this board breaks; none if it solves the puzzle.

    Whether the way between two endpoints is as short as can be is not judged: that would take a search.

    Parameters
    ----------
    partial
        Judge a half-drawn board: only what cannot be mended by drawing more.

    Returns
    -------
    list of Violation
        `rule` is the name of the model's family that forbids it; `where` are points and edges.

    Raises
    ------
    PuzzleError
        If the board is another one than the puzzle's.
    """
    if solution.lattice != puzzle.lattice:
        raise PuzzleError("found a board with other points than the puzzle, expected the puzzle's own")
    found = [*_cycles(solution), *_wrong_degrees(solution, partial), *_cut_off(solution, partial)]
    return found if partial else found + list(_missing(puzzle, solution))


def _wrong_degrees(solution: Solution, partial: bool) -> Iterator[Violation]:
    for point, around in solution.at.items():
        degree = solution.degree(point)
        if any(degree <= right <= (len(around) if partial else degree) for right in DEGREES):
            continue
        room = f" and only {counted(len(around), 'neighbour')}" if partial and degree < max(DEGREES) else ""
        message = f"{point} has {counted(degree, 'edge')}{room}, where 1 or 3 are allowed"
        yield Violation("degree_one_or_three", (point,), message)


def _cycles(solution: Solution) -> Iterator[Violation]:
    for cycle in graph.cycles(solution, solution.drawn):
        first = min(edge.a for edge in cycle)
        yield Violation("no_cycle", cycle, f"{len(cycle)} edges from {first} on close a cycle")


def _cut_off(solution: Solution, partial: bool) -> Iterator[Violation]:
    joined = set(solution.drawn)
    if partial:  # an edge can still come between two points that have fewer than three
        free = {point for point in solution.points if solution.degree(point) < max(DEGREES)}
        joined |= {edge for edge in solution.edges if edge.a in free and edge.b in free}
    apart = sorted(graph.parts(solution, joined), key=lambda part: (len(part), part))
    for part in apart[:-1]:
        others = f" and {counted(len(part) - 1, 'other')}" if len(part) > 1 else ""
        how = "cannot be joined to the rest any more" if partial else "not joined to the rest"
        verb = "" if partial else "are " if others else "is "
        yield Violation("connect_all_points", tuple(part), f"{part[0]}{others} {verb}{how}")


def _missing(puzzle: Puzzle, solution: Solution) -> Iterator[Violation]:
    for edge in sorted(puzzle.given - solution.drawn):
        yield Violation("keep_given_edges", (edge,), f"the edge between {edge} is given, but not drawn")


@validate_args
def clue_conflicts(puzzle: Puzzle) -> list[Violation]:
    """What shows without search that there is no solution: the count of points, a colour of the checkerboard, or given
    edges that close a cycle, crowd a point or cut points off."""
    return [*_parity(puzzle), *violations(puzzle, Solution.of(puzzle, puzzle.given), partial=True)]


def _parity(lattice: Lattice) -> Iterator[Violation]:
    """All degrees are odd and add up to an even number. And each edge joins a light and a dark point, so the degrees
    of one colour add up to the number of edges, |V| - 1, which is odd."""
    number = len(lattice.points)
    if number % 2:
        message = f"{counted(number, 'point')}: an odd number of odd degrees has an odd sum"
        yield Violation("degree_one_or_three", lattice.points, message)
        return
    light = tuple(point for point in lattice.points if (point.row + point.column) % 2 == 0)
    if len(light) % 2 == 0:
        message = (
            f"as on a checkerboard, {len(light)} points are light and {number - len(light)} dark: "
            f"the odd degrees of an even number cannot add up to {number - 1} edges"
        )
        yield Violation("degree_one_or_three", light or lattice.points, message)


@validate_args
def marks(puzzle: Puzzle, solution: Solution, broken: Sequence[Violation] | None = None) -> dict[Element, str]:
    """How to show a half-drawn board: "over" and "wrong" points, the edges of a closed cycle "wrong", and "met" where
    a point has one or three edges.

    `broken` is what `violations(..., partial=True)` says, where that is known already.
    """
    found: dict[Element, str] = {}
    for violation in violations(puzzle, solution, partial=True) if broken is None else broken:
        found |= dict.fromkeys(violation.where, "wrong")
    for point in solution.points:
        degree = solution.degree(point)
        if degree > max(DEGREES):
            found[point] = "over"
        elif degree in DEGREES:
            found.setdefault(point, "met")
    return found
