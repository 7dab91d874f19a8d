"""The generator of Battleship puzzles: a fleet in random places, its counts, and few clues for a unique solution."""

import random
from collections.abc import Callable, Iterable, Sequence

from puzzlekit.battleship.cadical import Others
from puzzlekit.battleship.families import board
from puzzlekit.battleship.puzzle import WATER, Puzzle, Ship, Solution
from puzzlekit.battleship.rules import AROUND, next_to
from puzzlekit.battleship.solve import ENGINES, solutions
from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import PuzzleError, expect, validate_int
from puzzlekit.core.grid import Cell
from puzzlekit.engines.uniqueness import ClueChoice, UniquenessChecker

FLEETS = {  # Table 4.2 of the report: size -> (length, number)
    (6, 6): ((3, 1), (2, 2), (1, 3)),
    (8, 8): ((4, 1), (3, 2), (2, 3), (1, 3)),
    (10, 10): ((4, 1), (3, 2), (2, 3), (1, 4)),
    (15, 15): ((5, 1), (4, 2), (3, 3), (2, 4), (1, 5)),
    (20, 20): ((5, 2), (4, 3), (3, 5), (2, 6), (1, 8)),  # this fleet and the next one are not from the report
    (30, 20): ((5, 3), (4, 5), (3, 8), (2, 10), (1, 12)),
}
LARGEST = 30  # the largest height and width, in cells
TRIES = 1000  # attempts to place a random fleet
Filled = dict[Cell, str]


def generate(
    height: int = 10,
    width: int = 10,
    *,
    seed: int,
    fleet: Sequence[tuple[int, int]] | None = None,
    clues: int = 0,
    hidden: int = 0,
    unique: bool = True,
    engine: str | None = None,
    time_limit: float | None = None,
) -> Puzzle:
    """Return a random puzzle.

    Parameters
    ----------
    seed
        The random seed. The same seed gives the same puzzle.
    fleet
        (length, number of ships) pairs, longest first. If None, take the last fleet in FLEETS whose longest ship fits
        and whose size has at most `height` x `width` cells.
    clues
        The smallest number of clues. If it is 0, every clue is needed for a unique solution. With `unique=False`, the
        puzzle has exactly this number of clues, and one or more solutions.
    hidden
        The number of rows and columns whose counts are hidden.
    unique
        Whether to add clues until the puzzle has only one solution.
    engine
        The name in `ENGINES` of the engine that tests uniqueness; None means SCIP. With a different engine, the same
        seed gives a different puzzle, because engines find different second solutions. "cadical" uses one solver for
        all tests: 20 x 20 cells take half a minute instead of ten minutes.
    time_limit
        In seconds; None for no limit. A large puzzle with a unique solution can take very long.

    Raises
    ------
    PuzzleError
        If height or width is not from 1 to 30, the engine is unknown, FLEETS has no fleet for the size, or no random
        placement of the fleet is found.
    TimeLimitReached
        If the time limit ends the generation.

    Examples
    --------
    >>> generate(4, 4, seed=1, fleet=[(2, 1), (1, 1)]).fleet
    ((2, 1), (1, 1))
    """
    height, width = validate_int(height, "height", 1, LARGEST), validate_int(width, "width", 1, LARGEST)
    deadline = Deadline(time_limit, "no puzzle generated")
    rng = random.Random(validate_int(seed, "seed", 0))
    if fleet is not None:
        expect(fleet, Sequence, "a fleet of (length, number) pairs")
    own = tuple(fleet or _usual_fleet(height, width))
    bare = Puzzle(("." * width,) * height, (None,) * height, (None,) * width, own)
    judge = UniquenessChecker(solutions, ENGINES, engine, deadline)
    clues, hidden = validate_int(clues, "clues", 0, height * width), validate_int(hidden, "hidden", 0, height + width)
    return clued(
        bare, board(bare, random_ships(bare, rng, deadline)), rng, judge, clues=clues, hidden=hidden, unique=unique
    )


def clued(
    bare: Puzzle,
    target: Solution,
    rng: random.Random,
    judge: UniquenessChecker,
    *,
    clues: int = 0,
    hidden: int = 0,
    unique: bool = True,
) -> Puzzle:
    """Return a puzzle with the solution `target`. Its counts are the counts of the target, and its clues are chosen as
    in `generate`.

    `bare` is a puzzle of the same size with the same fleet, but without clues and counts. `judge` tests uniqueness.
    """
    bare = _with_counts(bare, target, rng, hidden)
    order = rng.sample(list(bare.cells), len(bare.cells))
    if not unique:
        return _with_clues(bare, target, order[:clues])
    right = target.filled
    choice = ClueChoice(lambda board, cell: board[cell] == right[cell], _others(bare, target, judge))
    given = choice.fewest(choice.enough(order, order[:clues]), rng, clues)
    return _with_clues(bare, target, given)


def _others(bare: Puzzle, target: Solution, judge: UniquenessChecker) -> Callable[[Sequence[Cell]], list[Filled]]:
    """Return a function of a list of cells. It returns a list of solutions that differ from the target but agree with
    it in these cells; the list is empty if there are none. CaDiCaL uses one incremental solver for all calls."""
    kept = Others(bare, target) if judge.engine == "cadical" else None

    def beside(given: Sequence[Cell]) -> list[Filled]:
        if kept:
            judge.deadline.remaining()  # raises TimeLimitReached
            other = kept.other(given)
            return [] if other is None else [other.filled]
        found = judge.two(_with_clues(bare, target, given))
        return [solution.filled for solution in found if solution != target]

    return beside


def _usual_fleet(height: int, width: int) -> tuple[tuple[int, int], ...]:
    fitting = [
        fleet for (h, w), fleet in FLEETS.items() if h * w <= height * width and fleet[0][0] <= max(height, width)
    ]
    if not fitting:
        raise PuzzleError(f"found {height} x {width} cells and no fleet, expected 6 x 6 cells or more, or a fleet")
    return fitting[-1]


def random_ships(puzzle: Puzzle, rng: random.Random, deadline: Deadline) -> list[Ship]:
    """Return random places for the puzzle's fleet such that no two ships touch. Raise PuzzleError after TRIES failed
    attempts, and TimeLimitReached after the deadline."""
    for _ in range(TRIES):
        deadline.remaining()
        free, lie = set(puzzle.cells), list[Ship]()
        places = list(puzzle.ships)
        for length in (length for length, number in puzzle.fleet for _ in range(number)):
            room = [ship for ship in places if ship.length == length and free.issuperset(ship.parts)]
            if not room:
                break
            lie.append(rng.choice(room))
            free.difference_update(next_to(cell, step) for cell in lie[-1].parts for step in AROUND)
        else:
            return lie
    size = f"{puzzle.height} x {puzzle.width} cells"
    raise PuzzleError(f"found no room for the fleet {puzzle.fleet} on {size}; expected a larger board or fewer ships")


def _with_counts(puzzle: Puzzle, target: Solution, rng: random.Random, hidden: int) -> Puzzle:
    filled = target.filled
    counts = [sum(filled[cell] != WATER for cell in cells) for _, cells, _ in puzzle.lines]
    untold = set(rng.sample(range(len(counts)), hidden))
    told = tuple(None if index in untold else count for index, count in enumerate(counts))
    return Puzzle(puzzle.clues, told[: puzzle.height], told[puzzle.height :], puzzle.fleet)


def _with_clues(puzzle: Puzzle, target: Solution, cells: Iterable[Cell]) -> Puzzle:
    filled = target.filled
    clues = Solution.of(puzzle, {cell: filled[cell] for cell in cells}).rows
    return Puzzle(clues, puzzle.row_counts, puzzle.column_counts, puzzle.fleet)
