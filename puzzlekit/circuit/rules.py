"""The rules of the Circuit Board Game as a checker, which shares no code with the models and judges their solutions.

Conflicts are told in its words for elements and clues.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from puzzlekit.circuit import graph
from puzzlekit.circuit.puzzle import DEGREES, Lattice, Puzzle, Solution
from puzzlekit.core.errors import PuzzleError, counted, validate_args
from puzzlekit.core.grid import Edge, Element, Violation


@validate_args
def violations(puzzle: Puzzle, solution: Solution, *, partial: bool = False) -> list[Violation]:
    """Return the violations of the rules on a board. The list is empty if and only if the board solves the puzzle.

    Exception: whether the path between two endpoints is as short as possible is not tested, because this test would
    require a search.

    Parameters
    ----------
    partial
        Whether the board is not finished. If True, only violations that further edges cannot repair are returned, so
        the list can be empty although the board does not solve the puzzle.

    Returns
    -------
    list of Violation
        The attribute `rule` is the name of the violated constraint family; `where` contains points and edges.

    Raises
    ------
    PuzzleError
        If board and puzzle differ in size, blacked-out points or endpoints.
    """
    if solution.lattice != puzzle.lattice:
        raise PuzzleError("found a board with other points, expected the puzzle's points")
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
        yield Violation("no_cycle", cycle, f"{len(cycle)} edges through {first} close a cycle")


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
    """Return contradictions between clues that are visible without search.

    If the points are coloured like a checkerboard, the number of open points, or of open points of one colour, can rule
    out every tree. Given edges can close a cycle, give a point too many edges, or cut points off.
    """
    return [*_parity(puzzle), *violations(puzzle, Solution.of(puzzle, puzzle.given), partial=True)]


def _parity(lattice: Lattice) -> Iterator[Violation]:
    """Yield a violation if the number of points, or the number of points of one checkerboard colour, excludes every
    tree.

    All degrees are odd, and their sum is even, so the number |V| of points is even. Each edge joins points of both
    colours, so the degrees of the points of one colour add up to the number of edges, |V| - 1, which is odd. So each
    colour has an odd number of points.
    """
    number = len(lattice.points)
    if number % 2:
        message = f"{counted(number, 'point')}: an odd number of odd degrees has an odd sum, but each edge counts twice"
        yield Violation("degree_one_or_three", lattice.points, message)
        return
    light = tuple(point for point in lattice.points if (point.row + point.column) % 2 == 0)
    if len(light) % 2 == 0:
        message = (
            f"{len(light)} points are light (as on a checkerboard): "
            f"the sum of their odd degrees is even, but must be the number of edges, {number - 1}"
        )
        yield Violation("degree_one_or_three", light or lattice.points, message)


@validate_args
def marks(puzzle: Puzzle, solution: Solution, broken: Sequence[Violation] | None = None) -> dict[Element, str]:
    """Return {element: mark} for a finished or unfinished board.

    Points and edges in violations are "wrong". Points with more than three edges are "over", and points with one or
    three edges are "met".

    `broken` is the result of `violations(..., partial=True)`; if None, it is computed.
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


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return {edge or state: phrase} for sentences about edges. The states are 0 (not drawn) and 1 (drawn)."""
    edges = {edge: f"the edge {str(edge).removeprefix('points ')}" for edge in puzzle.edges}
    return {**edges, 0: "not drawn", 1: "drawn"}


def clues(puzzle: Puzzle) -> dict[tuple[str, Edge], str]:
    """Return {("keep_given_edges", edge): the clue in words}.

    Blacked-out points are part of the board, not clues. The endpoints are no clues here, either: they cannot contradict
    other clues, because every tree has a path between the endpoints.
    """
    said = words(puzzle)
    return {("keep_given_edges", edge): f"{said[edge]} is given" for edge in sorted(puzzle.given)}
