"""Second engine: Slitherlink by Google OR-Tools' CP-SAT, which is solved again as long as there are several loops."""

from functools import partial
from typing import Any

from puzzlekit.errors import takes
from puzzlekit.grid import Edge
from puzzlekit.peers import PeerResult
from puzzlekit.peers.cp_sat import TUNED, answer
from puzzlekit.peers.rounds import Forbid, Read
from puzzlekit.slitherlink.families import start
from puzzlekit.slitherlink.graph import forbidden
from puzzlekit.slitherlink.puzzle import Puzzle, Solution


@takes(Puzzle)
def cp_sat(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """One variable for each edge, and all that the fast build of SCIP begins with; each loop that cannot stay adds a
    clause. See `PeerResult`."""
    return answer(partial(open_model, puzzle), limit, time_limit=time_limit, workers=workers, settings=TUNED)


def edges_of(puzzle: Puzzle, model: Any) -> dict[Edge, Any]:
    """A variable for each edge, with all that is stated of them but the degrees and the loops that come lazily."""
    known = start(puzzle)
    x = {e: model.new_constant(known.sure[e]) if e in known.sure else model.new_bool_var("") for e in puzzle.edges}
    if known.refuted:
        model.add_bool_or([])
    for cell, number in puzzle.clues:
        model.add(sum(x[edge] for edge in puzzle.around[cell]) == number)
    for loop in known.small:
        model.add_bool_or(~x[edge] for edge in loop)
    model.add_bool_or(x.values())
    return x


def open_model(puzzle: Puzzle, model: Any) -> tuple[Read, Forbid]:
    """The edges, clues and small loops, and the degrees; each loop that cannot stay adds a clause."""
    x = edges_of(puzzle, model)
    for around in puzzle.at.values():
        model.add(sum(x[edge] for edge in around) == 2 * model.new_bool_var(""))

    def read(solver: Any) -> Solution | None:
        drawn = [edge for edge in puzzle.edges if solver.boolean_value(x[edge])]
        closed = list(forbidden(puzzle, drawn))
        for edges in closed:
            model.add_bool_or(~x[edge] for edge in edges)
        return None if closed else Solution.of(puzzle, drawn)

    def forbid(solver: Any) -> None:
        """Another loop lacks one of these edges: no loop holds a loop and more."""
        model.add_bool_or(~x[edge] for edge in puzzle.edges if solver.boolean_value(x[edge]))

    return read, forbid
