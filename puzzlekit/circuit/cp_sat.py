"""Second engine: circuit boards by Google OR-Tools' CP-SAT, re-solved with clauses until the answer is a tree.

The engine does not use our deduction.
"""

from typing import Any

from puzzlekit.circuit.graph import cycles, squares
from puzzlekit.circuit.puzzle import Puzzle, Solution
from puzzlekit.circuit.rules import clue_conflicts
from puzzlekit.engines.cp_sat import stated_by
from puzzlekit.engines.problem import Settled
from puzzlekit.engines.rounds import Stated


@stated_by(Puzzle)
def cp_sat_plain(puzzle: Puzzle, model: Any) -> Stated:
    """Solve (5.1) by CP-SAT, without (5.1e) but with clauses for squares and pairs of ends; then add a clause for each
    cycle of an answer, and solve it again.

    With endpoints, the path of (5.3) is minimised first, and its least length is then kept. See `EngineResult`.
    """
    if clue_conflicts(puzzle):
        return Settled(None)
    x = {edge: model.new_constant(1) if edge in puzzle.given else model.new_bool_var("") for edge in puzzle.edges}
    _state_tree(puzzle, model, x)
    path = _state_path(puzzle, model, x) if puzzle.endpoints else []
    if path:
        model.minimize(sum(path))

    def read(solver: Any) -> Solution | None:
        drawn = [edge for edge in x if solver.boolean_value(x[edge])]
        closed = cycles(puzzle, drawn)
        for cycle in closed:
            model.add_bool_or(~x[edge] for edge in cycle)
        return None if closed else Solution.of(puzzle, drawn)

    def forbid(solver: Any) -> None:
        if model.has_objective():  # the first solution: later ones must be as good
            model.clear_objective()
            model.add(sum(path) == round(solver.objective_value))
        model.add_bool_or(~x[edge] for edge in x if solver.boolean_value(x[edge]) and edge not in puzzle.given)

    return read, forbid


def _state_tree(puzzle: Puzzle, model: Any, x: dict[Any, Any]) -> None:
    """State (5.1c), (5.1d), and two kinds of clauses that save many rounds: no square is closed, no ends are joined."""
    y: dict[Any, Any] = {point: model.new_bool_var("") for point in puzzle.points}
    for point, around in puzzle.at.items():
        model.add(sum(x[edge] for edge in around) == 1 + 2 * y[point])
    model.add(sum(x.values()) == len(puzzle.points) - 1)
    for square in squares(puzzle):
        model.add_bool_or(~x[edge] for edge in square)
    if len(puzzle.points) > 2:
        for edge in puzzle.edges:
            model.add_bool_or(~x[edge], y[edge.a], y[edge.b])


def _state_path(puzzle: Puzzle, model: Any, x: dict[Any, Any]) -> list[Any]:
    """State (5.3f), (5.3g), (5.3h); return the variables of the edges on the path between the endpoints."""
    p = {edge: model.new_bool_var("") for edge in puzzle.edges}
    for edge in puzzle.edges:
        model.add_implication(p[edge], x[edge])
    for point, around in puzzle.at.items():
        passed = 1 if point in (puzzle.endpoints or ()) else 2 * model.new_bool_var("")
        model.add(sum(p[edge] for edge in around) == passed)
    return list(p.values())
