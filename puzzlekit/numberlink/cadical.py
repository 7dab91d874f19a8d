"""Third engine: Numberlink by the SAT solver CaDiCaL, with a clause for each stray loop."""

from collections.abc import Iterator
from itertools import combinations

from puzzlekit import forest
from puzzlekit.errors import takes
from puzzlekit.grid import Cell, Edge
from puzzlekit.numberlink.families import Start, start
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.numberlink.rules import BLANK
from puzzlekit.peers import PeerResult
from puzzlekit.peers.cadical import answer
from puzzlekit.peers.rounds import Forbid, Read
from puzzlekit.peers.sat import SatSolver

Clause = list[int]


@takes(Puzzle)
def cadical(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """Lines and letters as clauses, and all that the fast build of SCIP begins with; see `PeerResult`.

    Raises
    ------
    PuzzleError
        If `workers` is not 1: CaDiCaL has one thread.
    """
    return answer(lambda solver: _clauses(puzzle, solver), limit, time_limit=time_limit, workers=workers)


def _clauses(puzzle: Puzzle, solver: SatSolver) -> tuple[Read, Forbid]:
    known = start(puzzle)
    line = {edge: number for number, edge in enumerate(puzzle.edges, start=1)}
    keys = [(cell, state) for cell, states in known.letters.items() for state in sorted(states)]
    letter = {key: number for number, key in enumerate(keys, start=1 + len(line))}
    solver.append_formula([*_known(known, line), *_cells(puzzle, known, line, letter)])
    solver.append_formula([*_letters(puzzle, known, line, letter), *_blocks(puzzle, line)])
    if known.refuted:
        solver.add_clause([])

    def read(true: set[int]) -> Solution | None:
        drawn = [edge for edge, number in line.items() if number in true]
        loops = forest.loops(drawn)
        for loop in loops:
            solver.add_clause([-line[edge] for edge in loop])
        return None if loops else Solution.of(puzzle, drawn)

    def forbid(true: set[int]) -> None:
        """Another solution lacks one of these lines: more than these would be a loop."""
        solver.add_clause([-number for number in line.values() if number in true])

    return read, forbid


def _known(known: Start, line: dict[Edge, int]) -> Iterator[Clause]:
    yield from ([line[edge] if one else -line[edge]] for edge, one in known.lines.items())


def _cells(
    puzzle: Puzzle, known: Start, line: dict[Edge, int], letter: dict[tuple[Cell, str], int]
) -> Iterator[Clause]:
    """One line at an end, two at any other cell or none where it is empty, and one letter."""
    for cell, states in known.letters.items():
        own = [line[edge] for edge in puzzle.at[cell]]
        if cell in puzzle.letter:
            yield own
            yield from ([-a, -b] for a, b in combinations(own, 2))
            continue
        blank = [letter[cell, BLANK]] if BLANK in states else []
        yield from ([-a, -b, -c] for a, b, c in combinations(own, 3))
        yield from ([*blank, *(other for other in own if other != one)] for one in own or [0])
        yield from ([-blank[0], -one] for one in own if blank)
        choices = [letter[cell, state] for state in states]
        yield choices
        yield from ([-a, -b] for a, b in combinations(choices, 2))


def _letters(
    puzzle: Puzzle, known: Start, line: dict[Edge, int], letter: dict[tuple[Cell, str], int]
) -> Iterator[Clause]:
    """A line joins cells of one letter; neighbours of one letter are joined, unless paths may touch."""
    for edge, own in line.items():
        one, other = known.letters[edge.a], known.letters[edge.b]  # type: ignore[index]  # of cells
        for state in sorted(one | other):
            if state == BLANK:
                continue
            a, b = letter.get((edge.a, state)), letter.get((edge.b, state))  # type: ignore[arg-type]
            if a and b:
                yield from ([-own, -a, b], [-own, a, -b])
                if not puzzle.touch:
                    yield [own, -a, -b]
            else:
                yield [-own, -(a or b or 0)]


def _blocks(puzzle: Puzzle, line: dict[Edge, int]) -> Iterator[Clause]:
    """Four cells have at most two lines among them, or three where paths may touch themselves."""
    most = 3 if puzzle.touch else 2
    for block in puzzle.blocks:
        yield from ([-line[edge] for edge in chosen] for chosen in combinations(block, most + 1))
