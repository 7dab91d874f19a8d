"""The rules of Battleship as a checker, which shares no code with the models and judges their solutions.

Conflicts are told in its words for elements and clues.

In this module, `held` is {cell: kind}, without empty cells. A kind is water or a kind of ship part.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from puzzlekit.battleship.puzzle import (
    DOWN,
    KINDS,
    LEFT,
    MIDDLE,
    OPEN,
    PART,
    RIGHT,
    SIDES,
    SINGLE,
    UNKNOWN,
    UP,
    WATER,
    WORDS,
    Puzzle,
    Solution,
    line_of,
)
from puzzlekit.core.errors import PuzzleError, counted, validate_args
from puzzlekit.core.grid import Cell, Element, Label, Violation

DIAGONALS = ((1, 1), (1, -1))
AROUND = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]  # steps to a cell and to all that touch it
TOWARDS = {LEFT: "to the left", RIGHT: "to the right", UP: "upwards", DOWN: "downwards"}
Held = Mapping[Cell, str]


@validate_args
def violations(puzzle: Puzzle, solution: Solution, *, partial: bool = False) -> list[Violation]:
    """Return the violations of the rules in a grid. The list is empty if and only if the grid solves the puzzle.

    Parameters
    ----------
    partial
        Whether the grid is not finished. If True, only violations that further entries cannot repair are returned, so
        the list can be empty although the grid does not solve the puzzle. Further entries can change an empty cell to
        water or a part, and `*` to any part.

    Returns
    -------
    list of Violation
        The attribute `rule` is the name of the violated constraint family; `where` contains cells, and labels of counts
        and of ship lengths.

    Raises
    ------
    PuzzleError
        If grid and puzzle differ in size.
    """
    size = len(solution.rows), len(solution.rows[0])
    if size != (puzzle.height, puzzle.width):
        raise PuzzleError(
            f"found a board of {size[0]} x {size[1]} cells, expected {puzzle.height} x {puzzle.width} as in the puzzle"
        )
    held = solution.filled
    found = [] if partial else list(_undecided(puzzle, held))
    found += _touching(held)
    found += _broken_off(puzzle, held, partial)
    found += _miscounted(puzzle, held, partial)
    found += _wrong_fleet(puzzle, held, partial)
    return found + list(_changed_clues(puzzle, held))


def _undecided(puzzle: Puzzle, held: Held) -> Iterator[Violation]:
    for cell in puzzle.cells:
        if held.get(cell, PART) == PART:
            what = "holds a ship part whose kind is still open" if cell in held else "is neither water nor a ship part"
            yield Violation("one_kind_per_cell", (cell,), f"{cell} {what}")


def next_to(cell: Cell, step: tuple[int, int]) -> Cell:
    """Return the cell one step away. A step is (rows down, columns right). The cell can lie outside the grid."""
    return Cell(cell.row + step[0], cell.column + step[1])


def _joined(held: Held, cell: Cell, step: tuple[int, int]) -> bool:
    """Return whether the part in `cell` and the part one step away can belong to the same ship. They can if both kinds
    are open on their common side, see `OPEN`."""
    there = held.get(next_to(cell, step), WATER)
    return step in OPEN[held[cell]] and (-step[0], -step[1]) in OPEN[there]


def _touching(held: Held) -> Iterator[Violation]:
    for cell in [cell for cell, kind in held.items() if kind != WATER]:
        for step in (RIGHT, DOWN, *DIAGONALS):
            other = next_to(cell, step)
            if held.get(other, WATER) == WATER or (step not in DIAGONALS and _joined(held, cell, step)):
                continue
            yield Violation("ships_apart", (cell, other), f"ships touch: {cell} and {other}")


def _broken_off(puzzle: Puzzle, held: Held, partial: bool) -> Iterator[Violation]:
    inside = set(puzzle.cells)

    def stops(cell: Cell, step: tuple[int, int]) -> bool:
        there = next_to(cell, step)
        return there not in inside or held.get(there, PART if partial else WATER) == WATER

    for cell, kind in held.items():
        if len(OPEN[kind]) == 1 and stops(cell, OPEN[kind][0]):
            message = f"{cell} is {said(kind)}, but its ship does not go on {TOWARDS[OPEN[kind][0]]}"
            yield Violation("ends_go_on", (cell,), message)
        if kind == MIDDLE and all(any(stops(cell, step) for step in pair) for pair in (SIDES[:2], SIDES[2:])):
            message = f"{cell} is a middle part, but its ship does not go on to both sides"
            yield Violation("middles_go_on", (cell,), message)


def _miscounted(puzzle: Puzzle, held: Held, partial: bool) -> Iterator[Violation]:
    for label, cells, count in puzzle.lines:
        parts, free = _tally(held, cells)
        if count is None or parts <= count <= parts + (free if partial else 0):
            continue
        found = counted(parts, "ship part")
        room = f"{found} and room for {free} more" if partial and free and parts < count else found
        yield Violation(f"count_per_{label.side}", (label,), f"{label} has {room}, expected {count}")


def _tally(held: Held, cells: Iterable[Cell]) -> tuple[int, int]:
    """Return (number of ship parts, number of empty cells) among these cells."""
    kinds = [held.get(cell) for cell in cells]
    return sum(kind not in (None, WATER) for kind in kinds), kinds.count(None)


def ships(held: Held) -> list[list[Cell]]:
    """Return the ships on a board, each as a sorted list of cells. A ship is a connected group of parts: two
    neighbouring parts are joined if both are open, as in `OPEN`, on their common side."""
    left, found = {cell for cell, kind in held.items() if kind != WATER}, []
    while left:
        ship, frontier = set[Cell](), [min(left)]
        while frontier:
            ship.add(cell := frontier.pop())
            steps = [step for step in SIDES if _joined(held, cell, step)]
            frontier += [there for step in steps if (there := next_to(cell, step)) not in ship]
        left -= ship
        found.append(sorted(ship))
    return found


def _straight(ship: list[Cell]) -> bool:
    return len({cell.row for cell in ship}) == 1 or len({cell.column for cell in ship}) == 1


def _finished(puzzle: Puzzle, held: Held, ship: list[Cell]) -> bool:
    """Return whether a straight ship is complete, which means that no part can be added at either end."""
    inside = set(puzzle.cells)
    across = len({cell.row for cell in ship}) == 1
    sides = SIDES if len(ship) == 1 else SIDES[:2] if across else SIDES[2:]
    ends = ((cell, step) for cell in (ship[0], ship[-1]) for step in sides if next_to(cell, step) not in ship)
    return all(
        next_to(cell, step) not in inside or held.get(next_to(cell, step)) == WATER or step not in OPEN[held[cell]]
        for cell, step in ends
    )


def _by_length(puzzle: Puzzle, held: Held, partial: bool) -> dict[int, list[list[Cell]]]:
    """Return {length: straight ships of this length}. If `partial` is true, include only ships that are complete or too
    long."""
    found: dict[int, list[list[Cell]]] = {length: [] for length, _ in puzzle.fleet}
    longest = max(found)
    for ship in filter(_straight, ships(held)):
        if not partial or len(ship) > longest or _finished(puzzle, held, ship):
            found.setdefault(len(ship), []).append(ship)
    return found


def _wrong_fleet(puzzle: Puzzle, held: Held, partial: bool) -> Iterator[Violation]:
    fleet, room = dict(puzzle.fleet), partial and len(held) < len(puzzle.cells)
    for length, there in _by_length(puzzle, held, partial).items():
        number, expected = len(there), fleet.get(length, 0)
        if number == expected or (room and number < expected):
            continue
        line = (line_of(length),) if length in fleet else ()
        cells = tuple(cell for ship in there for cell in ship) if number > expected else ()
        how = f"{number - expected} too many" if number > expected else f"{expected - number} missing"
        message = f"{counted(number, 'ship')} of length {length}, expected {expected}: {how}"
        yield Violation("fleet", (*line, *cells), message)


def _changed_clues(puzzle: Puzzle, held: Held) -> Iterator[Violation]:
    for cell, clue in puzzle.given.items():
        if not agrees(held.get(cell, clue), clue):
            message = f"{cell} holds {said(held[cell])}, but {said(clue)} is given"
            yield Violation("keep_clues", (cell,), message)


def said(kind: str) -> str:
    """Return a kind of cell as text with its article: "a left end"."""
    return WORDS[kind] if kind == WATER else f"a {WORDS[kind]}"


def agrees(kind: str, clue: str) -> bool:
    """Return whether a kind of cell agrees with a clue. The part `*`, as kind or as clue, agrees with every ship
    part."""
    return kind == clue or (PART in (kind, clue) and WATER not in (kind, clue))


@validate_args
def clue_conflicts(puzzle: Puzzle) -> list[Violation]:
    """Return contradictions between clues that are visible without search: given parts that touch, a given part whose
    ship cannot continue, counts that cannot be reached, and counts whose sum differs from the number of parts in the
    fleet."""
    return [*violations(puzzle, Solution(puzzle.clues), partial=True), *_wrong_sums(puzzle)]


def _wrong_sums(puzzle: Puzzle) -> Iterator[Violation]:
    for side, counts in (("row", puzzle.row_counts), ("column", puzzle.column_counts)):
        known = {Label(side, index): count for index, count in enumerate(counts) if count is not None}
        total = sum(known.values())
        if total > puzzle.parts or (total < puzzle.parts and len(known) == len(counts)):
            message = f"the {side} counts add up to {total}, but the fleet has {counted(puzzle.parts, 'part')}"
            yield Violation("fleet", tuple(known), message)


def settle(puzzle: Puzzle, solution: Solution) -> Solution:
    """Return the board with obvious entries added.

    If the board has as many parts as the fleet, every empty cell becomes water. A part `*` gets its kind if its
    neighbours determine the kind.
    """
    held = solution.filled
    if sum(kind != WATER for kind in held.values()) == puzzle.parts:
        held = {cell: held.get(cell, WATER) for cell in puzzle.cells}
    inside = set(puzzle.cells)

    def beside(cell: Cell) -> list[bool | None]:
        kinds = [held.get(there, UNKNOWN) if (there := next_to(cell, step)) in inside else WATER for step in SIDES]
        return [None if kind == UNKNOWN else kind != WATER for kind in kinds]

    return Solution.of(puzzle, {cell: _kind(*beside(cell)) if kind == PART else kind for cell, kind in held.items()})


def _kind(left: bool | None, right: bool | None, up: bool | None, down: bool | None) -> str:
    """Return the kind of a ship part, or `*` if its neighbours do not determine the kind. Each parameter says whether
    the neighbour on that side is a part; None means that the neighbour is unknown."""
    if None not in (left, right) and not (up or down) and (left or right):
        return MIDDLE if left and right else ">" if left else "<"
    if None not in (up, down) and not (left or right) and (up or down):
        return MIDDLE if up and down else "v" if up else "^"
    return SINGLE if {left, right, up, down} == {False} else PART


@validate_args
def marks(puzzle: Puzzle, solution: Solution, broken: Sequence[Violation] | None = None) -> dict[Element, str]:
    """Return {element: mark} for a full or partly filled grid.

    Cells in violations are "wrong". A count, or the number of ships of a length, is "met" (satisfied), "over" (there
    are too many) or "wrong" (the number can no longer be reached).

    `broken` is the result of `violations(..., partial=True)`; if None, it is computed.
    """
    held = solution.filled
    found: dict[Element, str] = {}
    for violation in violations(puzzle, solution, partial=True) if broken is None else broken:
        found |= dict.fromkeys(violation.where, "wrong")
    for label, cells, count in puzzle.lines:
        parts, _ = _tally(held, cells)
        if count is not None and parts >= count:
            found[label] = "met" if parts == count else "over"
    finished = _by_length(puzzle, held, True)
    for length, number in puzzle.fleet:
        if len(finished[length]) >= number:
            found[line_of(length)] = "met" if len(finished[length]) == number else "over"
    return found


def words(puzzle: Puzzle) -> dict[str, str]:
    """Return {kind of cell: its name}."""
    return {kind: said(kind) for kind in KINDS}


def clues(puzzle: Puzzle) -> dict[tuple[str, Element], str]:
    """Return {(constraint family, element): the clue in words}. The number of ships of each length is a clue, but the
    lengths are not clues."""
    found: dict[tuple[str, Element], str] = {}
    for cell, clue in puzzle.given.items():
        found["keep_clues", cell] = f"{cell} is {said(clue)}"
    for label, _, count in puzzle.lines:
        if count is not None:
            found[f"count_per_{label.side}", label] = f"{label} needs {count}"
    for length, number in puzzle.fleet:
        found["fleet", line_of(length)] = f"the fleet has {counted(number, 'ship')} of length {length}"
    return found
