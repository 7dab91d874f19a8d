"""Second engine: circuit boards by Google OR-Tools' CP-SAT, re-solved with clauses until the answer is a tree.

ortools is imported when the peer is called, for it is not needed to use the course.
"""

import math
from typing import Any

from puzzlekit.circuit.graph import cycles, squares
from puzzlekit.circuit.puzzle import Puzzle, Solution
from puzzlekit.circuit.rules import clashes
from puzzlekit.grid import Edge
from puzzlekit.peer import PeerResult, Stopwatch


def cp_sat(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """Degrees, the count of edges and the given edges, then a clause for each cycle that an answer has.

    With endpoints, the path of (5.3) is minimised first; its least length is then kept. See `PeerResult`.
    """
    from ortools.sat.python import cp_model

    watch = Stopwatch()
    if clashes(puzzle):
        watch.lap()
        return PeerResult("infeasible", (), *watch.seconds())
    model = cp_model.CpModel()
    x = _tree(model, puzzle)
    path = _path(model, puzzle, x) if puzzle.endpoints else []
    if path:
        model.minimize(sum(path))
    watch.lap()
    found: list[Solution] = []
    while True:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = workers
        left = watch.left(time_limit)
        solver.parameters.max_time_in_seconds = math.inf if left is None else left
        answer = solver.solve(model)
        drawn = [edge for edge in x if solver.boolean_value(x[edge])] if answer == cp_model.OPTIMAL else []
        closed = cycles(puzzle, drawn)
        for cycle in closed:
            model.add_bool_or(~x[edge] for edge in cycle)
        if closed:
            continue
        if not found:
            watch.lap()
        if drawn:
            if path and not found:
                model.clear_objective()
                model.add(sum(path) == round(solver.objective_value))
            found.append(Solution.of(puzzle, drawn))
            model.add_bool_or(~x[edge] for edge in drawn if edge not in puzzle.given)
        if not drawn or len(found) == limit:
            proved = answer in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
            status = "unknown" if not proved else "solved" if found else "infeasible"
            return PeerResult(status, tuple(sorted(found, key=str)), *watch.seconds())


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
