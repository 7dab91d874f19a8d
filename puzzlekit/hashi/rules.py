"""The rules of Hashi as a checker, which shares no code with the models and judges their solutions.

Conflicts are told in its words for elements and clues.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from puzzlekit.core.errors import PuzzleError, counted, validate_args
from puzzlekit.core.grid import Edge, Element, Point, Violation
from puzzlekit.core.union_find import connected_components
from puzzlekit.hashi.puzzle import Puzzle, Solution, ends

NAMED = 4  # a message names at most this many islands of a group


@validate_args
def violations(puzzle: Puzzle, solution: Solution, *, partial: bool = False) -> list[Violation]:
    """Return the violations of the rules on a board. The list is empty if and only if the board solves the puzzle.

    Parameters
    ----------
    partial
        Whether the board is not finished. If True, only violations that further bridges cannot repair are returned, so
        the list can be empty although the board does not solve the puzzle.

    Returns
    -------
    list of Violation
        The attribute `rule` is the name of the violated constraint family; `where` contains islands and bridges.

    Raises
    ------
    PuzzleError
        If board and puzzle differ in their islands.
    """
    if solution.puzzle != puzzle:
        raise PuzzleError("found a board with other islands, expected the puzzle's islands")
    found = [*_too_many(solution), *_crossed(solution)]
    for point, want in puzzle.islands:
        lacking = lacks(solution, point)
        if lacking < 0 or (lacking > 0 and not partial):
            message = f"{island(puzzle, point)} has {counted(want - lacking, 'bridge')}"
            found.append(Violation("number_of_bridges", (point,), message))
    return found + list(_disconnected(puzzle, solution, partial))


def _too_many(solution: Solution) -> Iterator[Violation]:
    for bridge, count in solution.bridges:
        if count > 2:
            yield Violation("at_most_two", (bridge,), f"{count} bridges join {pair(solution.puzzle, bridge)}")


def _crossed(solution: Solution) -> Iterator[Violation]:
    for across, down in solution.puzzle.crossings:
        if across in solution.drawn and down in solution.drawn:
            one, other = pair(solution.puzzle, across), pair(solution.puzzle, down)
            yield Violation("no_crossing", (across, down), f"the bridge of {one} crosses the bridge of {other}")


def _disconnected(puzzle: Puzzle, solution: Solution, partial: bool) -> Iterator[Violation]:
    """Yield a violation for each separate group of joined islands. If `partial` is true, only groups in which no island
    lacks bridges are violations."""
    groups = components(puzzle, solution.drawn)
    if len(groups) == 1:
        return
    for group in groups:
        if not partial or all(lacks(solution, point) <= 0 for point in group):
            told = ", ".join(island(puzzle, point) for point in group[:NAMED])
            more = f" and {len(group) - NAMED} more" if len(group) > NAMED else ""
            cut_off = "is" if len(group) == 1 else "are"
            yield Violation("connected", tuple(group), f"{told}{more} {cut_off} cut off from the other islands")


@validate_args
def components(puzzle: Puzzle, drawn: Iterable[Edge]) -> list[list[Point]]:
    """Return the connected components of the graph of all islands and these bridges, each as a sorted list of islands.

    The component of the first island comes first. An island without bridges is a component.
    """
    return connected_components((point for point, _ in puzzle.islands), drawn)


@validate_args
def cut_edges(puzzle: Puzzle, group: list[Point]) -> list[Edge]:
    """Return the cut-set of a group of islands: the possible bridges with exactly one end in the group."""
    inside = set(group)
    return [e for island in group for e in puzzle.bridges_at[island] if not inside.issuperset(ends(e))]


@validate_args
def clue_conflicts(puzzle: Puzzle) -> list[Violation]:
    """Return contradictions between clues that are visible without search: an island's number that its neighbours
    cannot satisfy, an odd sum of all numbers, or islands that cannot be connected to others."""
    found = []
    for point, want in puzzle.islands:
        room = sum(min(2, want, puzzle.number[a], puzzle.number[b]) for a, b in map(ends, puzzle.bridges_at[point]))
        if room < want:
            message = f"{island(puzzle, point)} can have {counted(room, 'bridge')} at most"
            found.append(Violation("number_of_bridges", (point,), message))
    if sum(want for _, want in puzzle.islands) % 2:
        where = tuple(point for point, _ in puzzle.islands)
        found.append(
            Violation("number_of_bridges", where, "the numbers add up to an odd total, but each bridge counts twice")
        )
    if len(groups := components(puzzle, puzzle.bridges)) > 1:
        message = f"{island(puzzle, groups[-1][0])} has no way to {island(puzzle, groups[0][0])}"
        found.append(Violation("connected", tuple(groups[-1]), message))
    return found


@validate_args
def marks(puzzle: Puzzle, solution: Solution, broken: Sequence[Violation] | None = None) -> dict[Element, str]:
    """Return {element: mark} for a finished or unfinished board.

    Islands with too many bridges are "over". Other islands and bridges in violations are "wrong". All other islands
    with the right number of bridges are "met".

    If every island is in a group that is cut off, only the groups other than the largest are "wrong". `broken` is the
    result of `violations(..., partial=True)`; if None, it is computed.
    """
    broken = violations(puzzle, solution, partial=True) if broken is None else broken
    found: dict[Element, str] = {}
    for violation in _all_but_the_mainland(puzzle, broken):
        mark = "over" if violation.rule == "number_of_bridges" else "wrong"
        found |= {element: mark for element in violation.where if found.get(element) != "over"}
    for point, _ in puzzle.islands:
        if lacks(solution, point) == 0:
            found.setdefault(point, "met")
    return found


def _all_but_the_mainland(puzzle: Puzzle, broken: Sequence[Violation]) -> Sequence[Violation]:
    """Return the violations. If every island is in a group that is cut off, the violation of the largest group is
    omitted."""
    groups = [violation for violation in broken if violation.rule == "connected"]
    if sum(len(violation.where) for violation in groups) < len(puzzle.islands):
        return broken
    mainland = max(groups, key=lambda violation: len(violation.where))
    return [violation for violation in broken if violation is not mainland]


def island(puzzle: Puzzle, point: Point) -> str:
    """Return the name of an island with its number: "the 3 at (1,2)"."""
    return f"the {puzzle.number[point]} at ({point.row + 1},{point.column + 1})"


def pair(puzzle: Puzzle, bridge: Edge) -> str:
    """Return the names of the two islands of a bridge: "the 3 at (1,2) and the 1 at (1,5)"."""
    return " and ".join(island(puzzle, point) for point in ends(bridge))


def lacks(solution: Solution, point: Point) -> int:
    """Return the number of bridges that an island still lacks. It is negative if the island has too many."""
    puzzle = solution.puzzle
    return puzzle.number[point] - sum(solution.drawn.get(bridge, 0) for bridge in puzzle.bridges_at[point])


def words(puzzle: Puzzle) -> dict[Any, str]:
    """Return the words {possible bridge or number of bridges (0, 1, 2): phrase}."""
    links = {bridge: f"the link {str(bridge).removeprefix('points ')}" for bridge in puzzle.bridges}
    states = {0: "empty", 1: "a single bridge", 2: "a double bridge"}
    return {**links, **states}


def clues(puzzle: Puzzle) -> dict[tuple[str, Point], str]:
    """Return {("number_of_bridges", island): the clue in words}.

    Only the number is a clue. The island itself belongs to the board: without the clue, the island can have any number.
    """
    return {("number_of_bridges", point): island(puzzle, point) for point, _ in puzzle.islands}
