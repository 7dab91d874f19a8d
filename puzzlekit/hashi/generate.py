"""The generator of Hashi: a random tree of islands and bridges, which is changed until the solution is unique."""

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
PATIENCE = 200  # failed attempts to add an island, or changes of one board, before the generator begins a new board
Drawn = dict[Edge, int]  # {bridge: 1 or 2}


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
        The number of islands, and the number of rows of the grid, which is also its number of columns. With side 0, the
        grid has about three places for each island.
    seed
        The random seed. The same seed gives the same puzzle.
    double
        The probability that a bridge is double, 0 to 1.
    extra
        The number of bridges in addition to a tree, divided by the number of islands (0 to 2). There are fewer such
        bridges if the grid has no room for them.
    unique
        Whether the solution must be unique. The generator then changes bridges whose number differs in a second
        solution, mostly from single to double, so `double` and `extra` hold only approximately.
    engine
        The name in `ENGINES` of the engine that looks for second solutions; None means SCIP. With a different engine,
        the same seed can give a different puzzle.
    time_limit
        In seconds; None for no limit. Sometimes a large puzzle with a unique solution is never found.

    Raises
    ------
    PuzzleError
        If the engine is unknown, or the islands do not fit on the grid.
    TimeLimitReached
        If the time limit ends the generation.

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
    most = side * side // 2
    if islands > most:
        expected = f"2 to {most}" if most >= 2 else "more places"
        raise PuzzleError(f"found {islands} islands on {side} x {side} places, expected {expected}")
    rng = random.Random(validate_int(seed, "seed", 0))
    for _ in range(PATIENCE):
        deadline.remaining()
        drawn = _grown(islands, side, rng)
        if drawn is None:
            continue
        _add_cycles(drawn, side, round(extra * islands), rng)
        for bridge in drawn:
            drawn[bridge] = 2 if rng.random() < double else 1
        puzzle = _mended(drawn, side, rng, judge) if unique else _puzzle(drawn, side)
        if puzzle:
            return puzzle
    raise PuzzleError(f"found no way to place {islands} islands on {side} x {side} places; expected a larger side")


def _grown(islands: int, side: int, rng: random.Random) -> Drawn | None:
    """Return a random tree of single bridges as {bridge: 1}, or None if there is no place for an island."""
    dense = islands > side * side / 4  # islands can lie in adjacent places only on a dense grid
    drawn: Drawn = {}
    # place -> whether it has an island (True) or a bridge (False)
    taken: dict[Point, bool] = {Point(rng.randrange(side), rng.randrange(side)): True}
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
    """Return the free places next to an island in one direction, up to the first occupied place or half of the grid."""
    path = []
    for n in range(1, max(3, side // 2) + 1):
        place = Point(start.row + n * down, start.column + n * across)
        if not (0 <= place.row < side and 0 <= place.column < side) or place in taken:
            break
        path.append(place)
    return path


def _around(point: Point) -> list[Point]:
    return [Point(point.row + i, point.column + j) for i, j in STEPS]


def _add_cycles(drawn: Drawn, side: int, wanted: int, rng: random.Random) -> None:
    possible = _puzzle(drawn, side).bridges
    for bridge in rng.sample(possible, len(possible)):
        if wanted > 0 and bridge not in drawn and _is_free(bridge, drawn):
            drawn[bridge] = 1
            wanted -= 1


def _is_free(bridge: Edge, drawn: Drawn) -> bool:
    places = set(between(bridge))
    return not any(places & set(between(other)) for other in drawn)


def _puzzle(drawn: Drawn, side: int) -> Puzzle:
    number: dict[Point, int] = {}
    for bridge, count in drawn.items():
        for point in ends(bridge):
            number[point] = number.get(point, 0) + count
    return Puzzle.of(side, side, number)


def _mended(drawn: Drawn, side: int, rng: random.Random, judge: UniquenessChecker) -> Puzzle | None:
    """Change the bridges in `drawn`, in place, until they are the only solution of their puzzle. Return this puzzle, or
    None after too many changes.

    Each change concerns a bridge in which a second solution differs. `judge` finds second solutions.
    """
    for _ in range(PATIENCE + 2 * len(drawn)):
        puzzle = _puzzle(drawn, side)
        other = next((board for board in judge.two(puzzle) if board != Solution.of(puzzle, drawn)), None)
        if other is None:
            return puzzle
        _change(drawn, other.drawn, rng)
    return None


def _change(drawn: Drawn, other: Mapping[Edge, int], rng: random.Random) -> None:
    """Change one bridge of `drawn` in which the second solution `other` differs.

    Make a single bridge double, if possible; otherwise add a bridge; otherwise make a double bridge single.
    """
    differ = [bridge for bridge in sorted({**drawn, **other}) if drawn.get(bridge, 0) != other.get(bridge, 0)]
    raisable = [bridge for bridge in differ if drawn.get(bridge) == 1]
    new = [bridge for bridge in differ if bridge not in drawn and _is_free(bridge, drawn)]
    lower = [bridge for bridge in differ if drawn.get(bridge) == 2]
    bridge = rng.choice(raisable or new or lower)
    if rng.random() < 0.2:  # an occasional random change, so that boards do not repeat in a cycle
        bridge = rng.choice([*raisable, *new, *lower])
    drawn[bridge] = 1 if drawn.get(bridge, 0) != 1 else 2
