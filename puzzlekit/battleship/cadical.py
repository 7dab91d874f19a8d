"""The engine of Battleship with the SAT solver CaDiCaL. Deduction first excludes places in which no ship can lie.

A `Ship` is a place of a ship: first cell, length and direction.
"""

from collections.abc import Container, Iterable, Iterator, Mapping

from puzzlekit.battleship.families import board, presolved
from puzzlekit.battleship.puzzle import DOWN, LEFT, RIGHT, SIDES, SINGLE, UP, WATER, Puzzle, Ship, Solution
from puzzlekit.battleship.rules import next_to
from puzzlekit.core.errors import check_kind
from puzzlekit.core.grid import Cell
from puzzlekit.engines import EngineResult
from puzzlekit.engines.cadical import answer
from puzzlekit.engines.counting import CardinalityEncoder
from puzzlekit.engines.problem import Settled
from puzzlekit.engines.rounds import Stated
from puzzlekit.engines.sat import SatSolver

BEYOND = {"<": (LEFT,), ">": (RIGHT,), "^": (UP,), "v": (DOWN,), SINGLE: SIDES}  # the sides on which a ship ends


def cadical(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> EngineResult:
    """Solve the placement model (4.1) by CaDiCaL, for the places that deduction does not exclude. Return an
    `EngineResult`.

    There is a literal for each place (a ship lies in the place) and for each cell (the cell contains a ship part). With
    the literals for cells, the constraint for the count of a row needs no coefficients.

    Raises
    ------
    PuzzleError
        If `workers` is not 1, because CaDiCaL has one thread, or if `limit` or `time_limit` is out of range.
    """
    check_kind(puzzle, Puzzle)
    return answer(lambda solver: _clauses(puzzle, solver), limit, time_limit=time_limit, workers=workers)


def _clauses(puzzle: Puzzle, solver: SatSolver) -> Stated:
    known = presolved(puzzle)
    if isinstance(known, Settled):
        return known
    y, _ = _rules(puzzle, known.places, solver, frozenset(known.parts))

    def read(true: set[int]) -> Solution:
        return _board(puzzle, y, true)

    def forbid(true: set[int]) -> None:
        solver.add_clause([-literal for literal in y.values() if literal in true])

    return read, forbid


def _rules(
    puzzle: Puzzle, places: Iterable[Ship], solver: SatSolver, sure: frozenset[Cell] = frozenset()
) -> tuple[dict[Ship, int], dict[Cell, int]]:
    """Add the rules (4.1c), (4.1d), (4.1e) and (4.1f) to a solver, for ships in these places. The cells in `sure`
    contain ship parts.

    Returns
    -------
    tuple
        Two dicts: {place: literal that is true if a ship lies in the place}, and {cell: literal that is true if the
        cell contains a ship part}.
    """
    y = {ship: index for index, ship in enumerate(places, start=1)}
    part = {cell: index for index, cell in enumerate(puzzle.cells, start=len(y) + 1)}
    covered = {cell for ship in y for cell in ship.parts}
    solver.append_formula([*_places(y, part), *([part[cell]] for cell in sure)])
    solver.append_formula(_apart(y, {cell: literal for cell, literal in part.items() if cell in covered}))
    counter = CardinalityEncoder(solver, len(y) + len(part))
    for _, cells, count in puzzle.lines:
        if count is not None:
            known = sure & {*cells}
            counter.exactly(count - len(known), [part[cell] for cell in cells if cell in covered - known])
    for length, number in puzzle.fleet:
        counter.exactly(number, [one for ship, one in y.items() if ship.length == length])
    return y, part


def _board(puzzle: Puzzle, y: Mapping[Ship, int], true: Container[int]) -> Solution:
    return board(puzzle, (ship for ship, literal in y.items() if literal in true))


def _places(y: Mapping[Ship, int], part: Mapping[Cell, int]) -> Iterator[list[int]]:
    """Yield clauses that say that a cell contains a part if and only if a ship covers the cell. The dicts `y` and
    `part` are as `_rules` returns them."""
    over: dict[Cell, list[int]] = {cell: [] for cell in part}
    for ship, literal in y.items():
        for cell in ship.parts:
            over[cell].append(literal)
    for cell, literals in over.items():
        yield [-part[cell], *literals]
        yield from ([part[cell], -literal] for literal in literals)


def _apart(y: Mapping[Ship, int], part: Mapping[Cell, int]) -> Iterator[list[int]]:
    """Yield clauses that keep ships apart. Diagonal neighbours never both contain parts, so ships do not cross or lie
    side by side. The cells beyond a ship's ends, and around a single, contain no part."""
    for cell, literal in part.items():
        for aside in (-1, 1):
            if other := part.get(Cell(cell.row + 1, cell.column + aside)):
                yield [-literal, -other]
    for ship, literal in y.items():
        for cell, kind in ship.parts.items():
            for step in BEYOND.get(kind, ()):
                if other := part.get(next_to(cell, step)):
                    yield [-literal, -other]


class Others:
    """A search for solutions other than the solution `target`, with one incremental SAT solver. Clues are assumptions.

    The solver keeps the clauses that it learns, so later calls are faster.

    Parameters
    ----------
    puzzle
        A puzzle without clues.
    target
        One of its solutions.
    """

    def __init__(self, puzzle: Puzzle, target: Solution):
        self._puzzle = puzzle
        self._solver = SatSolver()
        self._y, part = _rules(puzzle, puzzle.ships, self._solver)
        filled = target.filled
        self._solver.add_clause([-y for ship, y in self._y.items() if ship.parts.items() <= filled.items()])
        self._shown = dict.fromkeys(part, 0)  # cell -> literal that is true if the cell has the target's kind
        last = self._solver.nof_vars()
        for cell, literal in part.items():
            kind = filled[cell]
            if kind == WATER:
                self._shown[cell] = -literal
                continue
            last += 1
            self._shown[cell] = last
            showing = [one for ship, one in self._y.items() if ship.parts.get(cell) == kind]
            self._solver.add_clause([-last, *showing])

    def other(self, given: Iterable[Cell]) -> Solution | None:
        """Return a solution that differs from the target but agrees with it in the cells `given`. Return None if there
        is no such solution."""
        assumed = [self._shown[cell] for cell in given]
        if not self._solver.solve(assumed):
            return None
        return _board(self._puzzle, self._y, set(self._solver.get_model()))
