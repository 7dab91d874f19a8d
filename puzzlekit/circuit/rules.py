"""The rule checker of the Circuit Board Game. It is independent of every model, so that it can judge all of them."""

from collections.abc import Iterator, Sequence

from puzzlekit.circuit import graph
from puzzlekit.circuit.puzzle import DEGREES, Lattice, Puzzle, Solution
from puzzlekit.core.errors import PuzzleError, counted, validate_args
from puzzlekit.core.grid import Element, Violation


@validate_args
def violations(puzzle: Puzzle, solution: Solution, *, partial: bool = False) -> list[Violation]:
    """Return the rule violations of this board; the list is empty if the board solves the puzzle.

    The length of the path between two endpoints is not judged: that would take a search.

    Parameters
    ----------
    partial
        Judge a half-drawn board: return only the violations that further edges cannot mend.

    Returns
    -------
    list of Violation
        `rule` is the name of the family that forbids the violation; `where` holds points and edges.

    Raises
    ------
    PuzzleError
        If the board and the puzzle differ in size, blacked-out points or endpoints.
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
    if partial:  # an edge can still join two points with fewer than three edges
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
    """Return contradictions that need no search: the number of points, a colour of the checkerboard, or given edges
    that close a cycle, crowd a point or cut points off."""
    return [*_parity(puzzle), *violations(puzzle, Solution.of(puzzle, puzzle.given), partial=True)]


def _parity(lattice: Lattice) -> Iterator[Violation]:
    """Yield a violation if the number of points, or of points of one colour, fits no tree. All degrees are odd and add
    up to an even number; the degrees of one colour add up to the number of edges, |V| - 1, which is odd."""
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
    """Return element -> mark for a half-drawn board: "over" and "wrong" for points, "wrong" for the edges of a cycle,
    and "met" for points with one or three edges.

    `broken` is the result of `violations(..., partial=True)`, if the caller has it already.
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
