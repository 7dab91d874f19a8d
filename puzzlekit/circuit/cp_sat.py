"""Second engine: circuit boards by Google OR-Tools' CP-SAT, re-solved with clauses until the answer is a tree."""

from functools import partial
from typing import Any

from puzzlekit.circuit.graph import cycles, squares
from puzzlekit.circuit.puzzle import Puzzle, Solution
from puzzlekit.circuit.rules import clashes
from puzzlekit.clock import Stopwatch, checked_limit
from puzzlekit.errors import takes
from puzzlekit.grid import Edge
from puzzlekit.peers import PeerResult
from puzzlekit.peers.cp_sat import answer
from puzzlekit.peers.rounds import Forbid, Read


@takes(Puzzle)
def cp_sat(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """Degrees, the count of edges and the given edges, then a clause for each cycle that an answer has.

    With endpoints, the path of (5.3) is minimised first; its least length is then kept. See `PeerResult`.
    """
    checked_limit(time_limit)
    if clashes(puzzle):
        watch = Stopwatch()
        watch.lap()
        return PeerResult("infeasible", (), *watch.seconds())
    return answer(partial(_build, puzzle), limit, time_limit=time_limit, workers=workers)


def _build(puzzle: Puzzle, model: Any) -> tuple[Read, Forbid]:
    x = _tree(model, puzzle)
    path = _path(model, puzzle, x) if puzzle.endpoints else []
    if path:
        model.minimize(sum(path))

    def drawn(solver: Any) -> list[Edge]:
        return [edge for edge in x if solver.boolean_value(x[edge])]

    def read(solver: Any) -> Solution | None:
        closed = cycles(puzzle, drawn(solver))
        for cycle in closed:
            model.add_bool_or(~x[edge] for edge in cycle)
        return None if closed else Solution.of(puzzle, drawn(solver))

    def forbid(solver: Any) -> None:
        if model.has_objective():  # the first solution: later ones must be as good
            model.clear_objective()
            model.add(sum(path) == round(solver.objective_value))
        model.add_bool_or(~x[edge] for edge in drawn(solver) if edge not in puzzle.given)

    return read, forbid


def _tree(model: Any, puzzle: Puzzle) -> dict[Edge, Any]:
    """(5.1b)-(5.1d), and two kinds of clauses that spare many rounds: no square is closed, no two ends are joined."""
    x = {edge: model.new_constant(1) if edge in puzzle.given else model.new_bool_var("") for edge in puzzle.edges}
    y: dict[Any, Any] = {point: model.new_bool_var("") for point in puzzle.points}
    for point, around in puzzle.at.items():
        model.add(sum(x[edge] for edge in around) == 1 + 2 * y[point])
    model.add(sum(x.values()) == len(puzzle.points) - 1)
    for square in squares(puzzle):
        model.add_bool_or(~x[edge] for edge in square)
    if len(puzzle.points) > 2:
        for edge in puzzle.edges:
            model.add_bool_or(~x[edge], y[edge.a], y[edge.b])
    return x


def _path(model: Any, puzzle: Puzzle, x: dict[Edge, Any]) -> list[Any]:
    """(5.3f)-(5.3h): the edges of the path between the endpoints."""
    p = {edge: model.new_bool_var("") for edge in puzzle.edges}
    for edge in puzzle.edges:
        model.add_implication(p[edge], x[edge])
    for point, around in puzzle.at.items():
        on_path = 1 if point in (puzzle.endpoints or ()) else 2 * model.new_bool_var("")
        model.add(sum(p[edge] for edge in around) == on_path)
    return list(p.values())
