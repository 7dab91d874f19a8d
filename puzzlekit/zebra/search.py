"""An engine of the Zebra puzzle: a small backtracking search in plain Python.

The search propagates one clue at a time, and branches on the property with the fewest possible houses.
"""

from collections.abc import Iterator

from puzzlekit.core.clock import Stopwatch
from puzzlekit.core.errors import check_kind
from puzzlekit.engines import EngineResult, check_request
from puzzlekit.zebra.puzzle import Clue, Puzzle, Solution

Left = dict[str, frozenset[int]]  # property -> its possible houses, counted from 1


def search(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> EngineResult:
    """Search for at most `limit` solutions by backtracking over the houses of properties. Return an `EngineResult`.

    Its status is "unknown" if the time limit, in seconds, ends the search; None means no limit.

    Raises
    ------
    PuzzleError
        If `workers` is not 1, because the search has one thread, or if `limit` or `time_limit` is out of range.
    """
    check_kind(puzzle, Puzzle)
    check_request(limit, time_limit, workers, threads=1)
    watch = Stopwatch()
    found: list[Solution] = []
    watch.lap()
    status = ""
    houses = frozenset(range(1, puzzle.houses + 1))
    for left in _tables(puzzle, dict.fromkeys(puzzle.cells_of, houses)):
        if watch.remaining(time_limit) == 0.0:
            status = "unknown"
            break
        if left is not None:
            if not found:
                watch.lap()
            found.append(_table(puzzle, left))
        if len(found) == limit:
            break
    status = status or ("solved" if found else "infeasible")
    return EngineResult(status, tuple(sorted(found, key=str)), *watch.seconds())


def _tables(puzzle: Puzzle, left: Left) -> Iterator[Left | None]:
    """Yield each solution as {property: set of its only house}. At each node of the search, yield None, so that the
    caller can check the time limit."""
    settled = _settled(puzzle, left)
    yield None
    if settled is None:
        return
    open_ones = [name for name, own in settled.items() if len(own) > 1]
    if not open_ones:
        yield settled
        return
    name = min(open_ones, key=lambda one: len(settled[one]))
    for house in sorted(settled[name]):
        yield from _tables(puzzle, {**settled, name: frozenset((house,))})


def _settled(puzzle: Puzzle, left: Left) -> Left | None:
    """Return {property: possible houses} after propagation of the clues and of decided properties, or None at a
    contradiction."""
    left, before = dict(left), None
    while left != before:
        before = dict(left)
        for clue in puzzle.clues:
            _keep(clue, left)
        for _, own in puzzle.attributes:
            for name in own:
                if len(left[name]) == 1:
                    left.update({other: left[other] - left[name] for other in own if other != name})
        if not all(left.values()):
            return None
    return left


def _keep(clue: Clue, left: Left) -> None:
    """Remove from `left` the houses in which a clue's properties cannot be."""
    ones = left[clue.first]
    if isinstance(clue.second, int):
        left[clue.first] = frozenset(one for one in ones if clue.allows(one, clue.second))
        return
    others = left[clue.second]
    left[clue.first] = frozenset(one for one in ones if any(clue.allows(one, other) for other in others))
    left[clue.second] = frozenset(other for other in others if any(clue.allows(one, other) for one in left[clue.first]))


def _table(puzzle: Puzzle, house: Left) -> Solution:
    return Solution.of(puzzle, {puzzle.cells_of[name][next(iter(own)) - 1]: name for name, own in house.items()})
