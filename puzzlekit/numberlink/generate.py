"""Numberlink puzzles of our own: random paths that cover the board, cut in two where there is another solution."""

import random
from collections.abc import Callable, Iterator, Set
from itertools import pairwise

from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import PuzzleError, called, validate_int
from puzzlekit.core.grid import Cell, Edge
from puzzlekit.numberlink.puzzle import LETTERS, Puzzle, Solution, geometry
from puzzlekit.numberlink.solve import ENGINES

SMALLEST, LARGEST = 3, 40
TURNS = 30  # for each cell
# cells; turned round they have the same ends
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
    """A random puzzle with a solution that covers the board, in which no path touches itself.

    Parameters
    ----------
    columns
        As many as rows, if not given.
    seed
        The same seed gives the same puzzle.
    cover, touch
        The puzzle's rules: whether every cell lies on a path, and whether a path may run beside itself.
    unique
        Keep one solution only; otherwise a part of the board may be one that has two, where there is room for it.
    time_limit
        In seconds; it is looked at between two questions to CaDiCaL.

    Raises
    ------
    PuzzleError
        If a side or a rule is not what it must be.
    TimeLimitReached

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
    """A solution with other lines than these paths, or None."""
    left = deadline.remaining()
    answer = ENGINES["cadical"](puzzle, 2, time_limit=left)
    if answer.status == "unknown":
        raise deadline.reached()
    own = {edge for path in paths for edge in _lines(path)}
    return next((found for found in answer.solutions if found.drawn != own), None)


def _cut(paths: list[Path], other: Solution, rng: random.Random) -> list[Path]:
    """The paths, of which one that the other solution leaves is cut in two there; none, if none is long enough."""
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
    """The paths, of which two are joined to one as long as there is no other solution."""
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
    """Two ends of paths that are neighbours."""
    ends = {end for path in paths for end in (path[0], path[-1])}
    return ((end, other) for end in sorted(ends) for other in _beside(end) if other in ends and end < other)


def _end_to_end(first: Path, second: Path, one: Cell, other: Cell) -> Path:
    """Two paths as one, joined at these ends; empty, if these are no longer their ends."""
    if one not in (first[0], first[-1]) or other not in (second[0], second[-1]):
        return []
    return [*(first if first[-1] == one else first[::-1]), *(second if second[0] == other else second[::-1])]


def _is_bare(path: Path) -> bool:
    """Whether no cell has a neighbour on the path but those before and after it."""
    own = set(path)
    return sum(len(own.intersection(_beside(cell))) for cell in path) == 2 * (len(path) - 1)


def _lines(path: Path) -> list[Edge]:
    return [Edge(one, other) for one, other in pairwise(path)]


def two_ways(rows: int, columns: int, rng: random.Random) -> list[Path]:
    """Paths somewhere on the board whose ends can be joined in another way as well; none, if there is no room."""
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
    """Random paths of two cells or more that cover these cells and do not touch themselves; none, if that fails.

    Each path grows from both ends until there is no way on; a cell that is left alone takes a part of a neighbour.
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
    """Random paths out of these: an end goes over to the path whose end is beside it, or the two become one."""
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
    """Whether a cell at the end of a path has no other neighbour on it."""
    return sum(other in path for other in _beside(cell)) == 1


def _mended(alone: Cell, paths: list[Path], rng: random.Random) -> bool:
    """Join a cell to a path beside it: at the end, or to a part of it that is long enough, and so is what is left."""
    if [alone] not in paths:
        return True  # another one has been joined to it
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
    """The two ways to cut a path such that a part ends at this place; what is left is empty, or two cells or more."""
    ways = [(path[: place + 1], path[place + 1 :]), (path[place:][::-1], path[:place])]
    return [(part, rest) for part, rest in ways if len(rest) != 1]
