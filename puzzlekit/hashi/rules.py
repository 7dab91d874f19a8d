"""The rules of Hashi as a checker. It is written apart from every model, so that it can judge all of them."""

from collections.abc import Iterable, Iterator, Sequence

from puzzlekit.core.errors import PuzzleError, counted, validate_args
from puzzlekit.core.grid import Edge, Element, Point, Violation
from puzzlekit.core.union_find import connected_components
from puzzlekit.hashi.puzzle import Puzzle, Solution, ends

NAMED = 4  # how many islands of a large group a message names


@validate_args
def violations(puzzle: Puzzle, solution: Solution, *, partial: bool = False) -> list[Violation]:
    """The rules that these bridges break; none if they solve the puzzle.

    Parameters
    ----------
    partial
        Judge a half-filled board: only what cannot be mended by drawing more bridges.

    Returns
    -------
    list of Violation
        `rule` is the name of the models' family that forbids it; `where` are islands and bridges.

    Raises
    ------
    PuzzleError
        If the board has other islands than the puzzle.
    """
    if solution.puzzle != puzzle:
        raise PuzzleError("found a board with other islands, expected those of the puzzle")
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
            yield Violation("no_crossing", (across, down), f"the bridge of {one} crosses that of {other}")


def _disconnected(puzzle: Puzzle, solution: Solution, partial: bool) -> Iterator[Violation]:
    """Each group of joined islands that is no whole; on a half-filled board only if it is finished."""
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
    """The groups of islands that these bridges join, each sorted, the one of the first island first."""
    return connected_components((point for point, _ in puzzle.islands), drawn)


@validate_args
def cut_edges(puzzle: Puzzle, group: list[Point]) -> list[Edge]:
    """The possible bridges with one end in this group of islands: its cut-set."""
    inside = set(group)
    return [e for island in group for e in puzzle.bridges_at[island] if not inside.issuperset(ends(e))]


@validate_args
def clue_conflicts(puzzle: Puzzle) -> list[Violation]:
    """Numbers that contradict each other visibly: an island that wants more than its neighbours can give, or none."""
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
    """How to show a half-filled board: islands that are "met" or "over", and what is "wrong".

    Of a board that has fallen into finished groups, the largest is not marked, so that one sees what is cut off.
    `broken` is what `violations(..., partial=True)` says, where that is known already.
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
    """Where every island belongs to a finished group, the largest group is that from which the others are cut off."""
    groups = [violation for violation in broken if violation.rule == "connected"]
    if sum(len(violation.where) for violation in groups) < len(puzzle.islands):
        return broken
    mainland = max(groups, key=lambda violation: len(violation.where))
    return [violation for violation in broken if violation is not mainland]


def island(puzzle: Puzzle, point: Point) -> str:
    """An island in words: its number and its place."""
    return f"the {puzzle.number[point]} at ({point.row + 1},{point.column + 1})"


def pair(puzzle: Puzzle, bridge: Edge) -> str:
    """The two islands of a bridge in words."""
    return " and ".join(island(puzzle, point) for point in ends(bridge))


def lacks(solution: Solution, point: Point) -> int:
    """How many bridges an island still lacks; negative if it has too many."""
    puzzle = solution.puzzle
    return puzzle.number[point] - sum(solution.drawn.get(bridge, 0) for bridge in puzzle.bridges_at[point])
