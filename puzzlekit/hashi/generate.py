"""Generator of Hashi: islands grow one from another along bridges; then bridges change until the solution is unique."""

import random
from collections.abc import Mapping

from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import PuzzleError, validate_float, validate_int
from puzzlekit.core.grid import Edge, Point
from puzzlekit.core.lattice import MAX_SIDE
from puzzlekit.engines.uniqueness import UniquenessChecker
from puzzlekit.hashi.puzzle import MAX_ISLANDS, Puzzle, Solution, between, ends
from puzzlekit.hashi.solve import ENGINES, solutions

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
PATIENCE = 200  # failed attempts to grow, or changes of one board, before the generator begins another board
Drawn = dict[Edge, int]


def generate(
    islands: int = 12,
    side: int = 0,
    *,
    seed: int,
    double: float = 0.5,
    extra: float = 0.1,
    unique: bool = True,
    engine: str | None = None,
    time_limit: float | None = None,
) -> Puzzle:
    """Return a random puzzle on a square grid.

    Parameters
    ----------
    islands, side
        The number of islands, and the side of the grid; with side 0, a third of the grid's places are islands.
    seed
        The same seed gives the same puzzle.
    double
        The share of bridges that are double.
    extra
        The number of bridges beyond a tree, as a share of the islands (0 to 2); fewer if the grid has no room.
    unique
        Keep one solution only: bridges in which a second solution differs are changed, mostly to double bridges. The
        shares above then hold approximately.
    engine
        A name in `ENGINES` that looks for other solutions; SCIP by default. Another engine may lead to another puzzle.
    time_limit
        In seconds. A large puzzle with a unique solution may never be found.

    Raises
    ------
    PuzzleError
        If there is no such engine, or the islands do not fit.
    TimeLimitReached

    Examples
    --------
    >>> len(generate(8, 5, seed=1).islands)
    8
    """
    islands, side = validate_int(islands, "islands", 2, MAX_ISLANDS), validate_int(side, "side", 0, MAX_SIDE)
    double, extra = validate_float(double, "double"), validate_float(extra, "extra", 2.0)
    deadline = Deadline(time_limit, "no puzzle generated")
    judge = UniquenessChecker(solutions, ENGINES, engine, deadline)
    side = side or max(3, round((3 * islands) ** 0.5))
    if not 2 <= islands <= side * side / 2:
        raise PuzzleError(f"found {islands} islands on {side} x {side} places, expected 2 to {side * side // 2}")
    rng = random.Random(validate_int(seed, "seed", 0))
    for _ in range(PATIENCE):
        deadline.remaining()
        drawn = _grown(islands, side, rng)
        if drawn is None:
            continue
        _add_cycles(drawn, round(extra * islands), rng)
        for bridge in drawn:
            drawn[bridge] = 2 if rng.random() < double else 1
        puzzle = _mended(drawn, side, rng, judge) if unique else _puzzle(drawn, side)
        if puzzle:
            return puzzle
    raise PuzzleError(f"found no way to place {islands} islands on {side} x {side} places; expected a larger side")


def _grown(islands: int, side: int, rng: random.Random) -> Drawn | None:
    """Return a random tree of bridges, or None if no place was found for an island."""
    dense = islands > side * side / 4  # only a dense grid may have islands in adjacent places
    drawn: Drawn = {}
    taken: dict[Point, bool] = {Point(rng.randrange(side), rng.randrange(side)): True}  # place -> has an island
    here = list(taken)
    vain = 0
    while len(here) < islands and vain < PATIENCE * islands:
        start, (down, across) = rng.choice(here), rng.choice(STEPS)
        path = _free_path(start, down, across, side, taken)
        least = 1 if dense else 2
        far = rng.randint(least, len(path)) if len(path) >= least else 0
        if not far or (not dense and any(taken.get(place) for place in _around(path[far - 1]))):
            vain += 1
            continue
        vain = 0
        taken |= dict.fromkeys(path[: far - 1], False) | {path[far - 1]: True}
        here.append(path[far - 1])
        drawn[Edge(start, path[far - 1])] = 1
    return drawn if len(here) == islands else None


def _free_path(start: Point, down: int, across: int, side: int, taken: Mapping[Point, bool]) -> list[Point]:
    """Return the free places visible from an island in one direction, at most half of the grid."""
    path = []
    for n in range(1, max(3, side // 2) + 1):
        place = Point(start.row + n * down, start.column + n * across)
        if not (0 <= place.row < side and 0 <= place.column < side) or place in taken:
            break
        path.append(place)
    return path


def _around(point: Point) -> list[Point]:
    return [Point(point.row + i, point.column + j) for i, j in STEPS]


def _add_cycles(drawn: Drawn, wanted: int, rng: random.Random) -> None:
    puzzle = _shape(drawn)
    for bridge in rng.sample(puzzle.bridges, len(puzzle.bridges)):
        if wanted > 0 and bridge not in drawn and _is_free(bridge, drawn):
            drawn[bridge] = 1
            wanted -= 1


def _is_free(bridge: Edge, drawn: Drawn) -> bool:
    places = set(between(bridge))
    return not any(places & set(between(other)) for other in drawn)


def _shape(drawn: Drawn) -> Puzzle:
    """Return a puzzle with these islands and arbitrary numbers."""
    points = {point for bridge in drawn for point in ends(bridge)}
    side = 1 + max(max(point.row, point.column) for point in points)
    return Puzzle.of(side, side, dict.fromkeys(points, 1))


def _puzzle(drawn: Drawn, side: int) -> Puzzle:
    number: dict[Point, int] = {}
    for bridge, count in drawn.items():
        for point in ends(bridge):
            number[point] = number.get(point, 0) + count
    return Puzzle.of(side, side, number)


def _mended(drawn: Drawn, side: int, rng: random.Random, judge: UniquenessChecker) -> Puzzle | None:
    """Change bridges in which another solution differs until the solution is unique; give up with None."""
    for _ in range(PATIENCE + 2 * len(drawn)):
        puzzle = _puzzle(drawn, side)
        other = next((board for board in judge.two(puzzle) if board != Solution.of(puzzle, drawn)), None)
        if other is None:
            return puzzle
        _change(drawn, other.drawn, rng)
    return None


def _change(drawn: Drawn, other: Mapping[Edge, int], rng: random.Random) -> None:
    """Double a bridge in which the other solution differs, or add a bridge that only the other solution has."""
    differ = [bridge for bridge in sorted({**drawn, **other}) if drawn.get(bridge, 0) != other.get(bridge, 0)]
    raisable = [bridge for bridge in differ if drawn.get(bridge) == 1]
    new = [bridge for bridge in differ if bridge not in drawn and _is_free(bridge, drawn)]
    lower = [bridge for bridge in differ if drawn.get(bridge) == 2]
    bridge = rng.choice(raisable or new or lower)
    if rng.random() < 0.2:  # an occasional random change, so that boards do not repeat in a cycle
        bridge = rng.choice([*raisable, *new, *lower])
    drawn[bridge] = 1 if drawn.get(bridge, 0) != 1 else 2
