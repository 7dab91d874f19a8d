"""The generator of Numberlinks: random paths cover the board, and are cut until there is no second solution."""

import random
from collections.abc import Callable, Iterator, Set
from itertools import pairwise

from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import PuzzleError, called, validate_int
from puzzlekit.core.grid import Cell, Edge
from puzzlekit.numberlink.puzzle import LETTERS, Puzzle, Solution, geometry
from puzzlekit.numberlink.solve import ENGINES

SMALLEST, LARGEST = 3, 40
TURNS = 30  # the number of random moves of `stirred` for each cell
# Three paths: each pair of digits is the row and the column of a cell. After a rotation of the square by 180 degrees,
# the paths differ, but join the same pairs of ends.
TWO_WAYS = ("00 01 02 03 04 14 24 23", "11 10 20 30 31 32 33 34", "13 12 22 21")
Path = list[Cell]


def generate(
    rows: int = 6,
    columns: int | None = None,
    *,
    seed: int,
    cover: bool = True,
    touch: bool = False,
    unique: bool = True,
    time_limit: float | None = None,
) -> Puzzle:
    """Return a random puzzle. It has a solution that covers the board and in which no path touches itself.

    Parameters
    ----------
    columns
        The number of columns. The default is the number of rows.
    seed
        The random seed. The same seed gives the same puzzle.
    cover, touch
        The rules of the puzzle: whether every cell is on a path, and whether a path may run beside itself.
    unique
        Whether the puzzle must have only one solution. If False, the puzzle can have several solutions; often a part of
        the board can be solved in two ways.
    time_limit
        In seconds, checked between two calls of CaDiCaL; None for no limit.

    Raises
    ------
    PuzzleError
        If rows or columns are out of range, or `cover` or `touch` is not a bool.
    TimeLimitReached
        If the time limit ends the generation.

    Examples
    --------
    >>> generate(4, 5, seed=1).columns
    5
    """
    rows = validate_int(rows, "rows", SMALLEST, LARGEST)
    columns = rows if columns is None else validate_int(columns, "columns", SMALLEST, LARGEST)
    for name, value in (("cover", cover), ("touch", touch)):
        if not isinstance(value, bool):
            raise PuzzleError(f"found {name} = {called(value)}, expected True or False")
    deadline = Deadline(time_limit, "no puzzle generated")
    rng = random.Random(validate_int(seed, "seed", 0))

    def another(paths: list[Path]) -> Solution | None:
        return _another(_puzzle(rows, columns, paths, cover, touch), paths, deadline) if unique else None

    while True:
        deadline.remaining()
        kept = [] if unique or rng.random() < 0.5 else two_ways(rows, columns, rng)
        rest = {*geometry(rows, columns).places}.difference(*kept)
        paths = random_paths(rest, rng)
        if rest and not paths:
            continue
        paths = [*kept, *paths]
        while 0 < len(paths) <= len(LETTERS) and (other := another(paths)):
            paths = _cut(paths, other, rng)
        if 0 < len(paths) <= len(LETTERS):
            paths = _fewer(paths, another, rng) if unique else paths
            return _puzzle(rows, columns, paths, cover, touch)


def _puzzle(rows: int, columns: int, paths: list[Path], cover: bool, touch: bool) -> Puzzle:
    pairs = enumerate(sorted(sorted((path[0], path[-1])) for path in paths))
    return Puzzle.of(rows, columns, {end: LETTERS[k] for k, ends in pairs for end in ends}, cover=cover, touch=touch)


def _another(puzzle: Puzzle, paths: list[Path], deadline: Deadline) -> Solution | None:
    """Return a solution whose lines differ from the lines of these paths, or None if there is no such solution. Raise
    TimeLimitReached after the deadline."""
    answer = ENGINES["cadical"](puzzle, 2, time_limit=deadline.remaining())
    if answer.status == "unknown":
        raise deadline.reached()
    own = {edge for path in paths for edge in _lines(path)}
    return next((found for found in answer.solutions if found.drawn != own), None)


def _cut(paths: list[Path], other: Solution, rng: random.Random) -> list[Path]:
    """Split one path near a line that the second solution `other` does not have, and return all paths.

    Return an empty list if every path with such a line is too short to split.
    """
    places = []
    for number, path in enumerate(paths):
        for place, edge in enumerate(_lines(path)):
            if edge not in other.drawn:
                places += [(number, cut) for cut in (place, place + 1, place + 2) if 2 <= cut <= len(path) - 2]
    if not places:
        return []
    number, place = rng.choice(places)
    path = paths[number]
    return [*paths[:number], path[:place], path[place:], *paths[number + 1 :]]


def _fewer(paths: list[Path], another: Callable[[list[Path]], Solution | None], rng: random.Random) -> list[Path]:
    """Join paths end to end where the solution stays unique, and return the remaining paths.

    `another` is a function of paths that returns a second solution, or None.
    """
    kept = paths
    ends = list(_neighbours(paths))
    rng.shuffle(ends)
    for one, other in ends:
        first, second = (next(path for path in kept if end in path) for end in (one, other))
        long = _end_to_end(first, second, one, other)
        if long and first is not second and _is_bare(long):
            fewer = [*(path for path in kept if path not in (first, second)), long]
            if not another(fewer):
                kept = fewer
    return kept


def _neighbours(paths: list[Path]) -> Iterator[tuple[Cell, Cell]]:
    """Yield each pair of neighbouring cells that are both ends of paths. Each pair is yielded once."""
    ends = {end for path in paths for end in (path[0], path[-1])}
    return ((end, other) for end in sorted(ends) for other in _beside(end) if other in ends and end < other)


def _end_to_end(first: Path, second: Path, one: Cell, other: Cell) -> Path:
    """Return `first` and `second` as one path: the end `one` of the first path is joined to the end `other` of the
    second. Return an empty list if these cells are not ends of the paths."""
    if one not in (first[0], first[-1]) or other not in (second[0], second[-1]):
        return []
    return [*(first if first[-1] == one else first[::-1]), *(second if second[0] == other else second[::-1])]


def _is_bare(path: Path) -> bool:
    """Return whether the path does not touch itself."""
    own = set(path)
    return sum(len(own.intersection(_beside(cell))) for cell in path) == 2 * (len(path) - 1)


def _lines(path: Path) -> list[Edge]:
    return [Edge(one, other) for one, other in pairwise(path)]


def two_ways(rows: int, columns: int, rng: random.Random) -> list[Path]:
    """Return the paths TWO_WAYS in a random place of the board. Other paths can join the same ends. Return an empty
    list if the board is too small."""
    paths = [[Cell(*map(int, place)) for place in path.split()] for path in TWO_WAYS]
    if rng.random() < 0.5:
        paths = [[Cell(cell.column, cell.row) for cell in path] for path in paths]
    down = rows - max(cell.row for path in paths for cell in path)
    right = columns - max(cell.column for path in paths for cell in path)
    if down < 1 or right < 1:
        return []
    top, left = rng.randrange(down), rng.randrange(right)
    return [[Cell(top + cell.row, left + cell.column) for cell in path] for path in paths]


def random_paths(cells: Set[Cell], rng: random.Random) -> list[Path]:
    """Return random paths that together cover these cells. Each path has at least two cells and does not touch itself.

    Each path grows at both ends as long as there is a free cell. A single cell that remains is joined to a part of a
    neighbouring path. If this is impossible, return an empty list.
    """
    free, paths = set(cells), list[Path]()
    while free:
        fewest = min(len(_free(cell, free)) for cell in free)
        begin = rng.choice(sorted(cell for cell in free if len(_free(cell, free)) == fewest))
        path = [begin]
        free.discard(begin)
        for _ in range(2):
            while ways := [cell for cell in _free(path[-1], free) if _apart(cell, path)]:
                path.append(rng.choice(ways))
                free.discard(path[-1])
            path.reverse()
        paths.append(path)
    for alone in [path[0] for path in paths if len(path) == 1]:
        if not _mended(alone, paths, rng):
            return []
    return stirred(paths, TURNS * len(cells), rng)


def stirred(paths: list[Path], turns: int, rng: random.Random) -> list[Path]:
    """Return the paths after `turns` random moves. A move concerns two paths with neighbouring ends: the paths merge,
    or the end of one path is moved to the other path. A move that makes a path touch itself is omitted."""
    paths = list(paths)
    owner = {cell: path for path in paths for cell in path}
    for _ in range(turns):
        mine = rng.choice(paths)
        if rng.random() < 0.5:
            mine.reverse()
        cell = rng.choice(_beside(mine[-1]))
        other = owner.get(cell, mine)
        if other is mine or cell not in (other[0], other[-1]) or not _apart(cell, mine):
            continue
        if cell == other[-1]:
            other.reverse()
        if _is_bare([*mine, *other]):
            moved = other[:]
            paths = [path for path in paths if path is not other]
        elif len(other) > 2:
            moved = [other.pop(0)]
        else:
            continue
        mine += moved
        owner |= dict.fromkeys(moved, mine)
    return paths


def _beside(cell: Cell) -> list[Cell]:
    return [Cell(cell.row + i, cell.column + j) for i, j in ((-1, 0), (0, -1), (0, 1), (1, 0))]


def _free(cell: Cell, free: set[Cell]) -> list[Cell]:
    return [other for other in _beside(cell) if other in free]


def _apart(cell: Cell, path: Path) -> bool:
    """Return whether exactly one neighbour of a cell is on the path."""
    return sum(other in path for other in _beside(cell)) == 1


def _mended(alone: Cell, paths: list[Path], rng: random.Random) -> bool:
    """Join the single cell `alone` to the end of a neighbouring path, or cut such a path in two and join the cell to
    one part. Change `paths` in place. Return False if no path allows this, otherwise True."""
    if [alone] not in paths:
        return True  # another single cell has been joined to this cell
    ways = []
    for path in paths:
        for place, cell in enumerate(path):
            if cell in _beside(alone):
                ways += [(path, part, rest) for part, rest in _parts(path, place) if _apart(alone, part)]
    if not ways:
        return False
    path, part, rest = rng.choice(ways)
    paths.remove([alone])
    paths.remove(path)
    paths += [[*part, alone], *([rest] if rest else [])]
    return True


def _parts(path: Path, place: int) -> list[tuple[Path, Path]]:
    """Return the ways to cut a path in two, as (part that ends at the index `place`, rest). Ways in which the rest has
    exactly one cell are omitted; the rest can be empty."""
    ways = [(path[: place + 1], path[place + 1 :]), (path[place:][::-1], path[:place])]
    return [(part, rest) for part, rest in ways if len(rest) != 1]
