"""A model of the circuit board for Google OR-Tools' CP-SAT, to which the engine adds clauses between solves.

The model states the whole puzzle, without prior deduction.
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
    """Add (5.1) to a CpModel. Instead of (5.1e), add clauses for squares and for pairs of neighbours that both have
    only one edge. Return (read, forbid), see `stated_by`.

    If a solution of the model has cycles, each cycle is forbidden by a clause, and CP-SAT solves the model again.

    If the puzzle has endpoints, the first solution minimises the length of the path in (5.3), and every later solution
    must have a path of this length.
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
        if model.has_objective():  # after the first solution: later solutions must be as good
            model.clear_objective()
            model.add(sum(path) == round(solver.objective_value))
        model.add_bool_or(~x[edge] for edge in x if solver.boolean_value(x[edge]) and edge not in puzzle.given)

    return read, forbid


def _state_tree(puzzle: Puzzle, model: Any, x: dict[Any, Any]) -> None:
    """Add (5.1c) and (5.1d) to the model, and two kinds of clauses that save many solves.

    Not all four edges of a square are drawn, and no edge joins two points that both have only one edge.
    """
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
    """Add (5.3f), (5.3g) and (5.3h) to the model. Return the variables for the path: each is 1 if its edge is on the
    path."""
    p = {edge: model.new_bool_var("") for edge in puzzle.edges}
    for edge in puzzle.edges:
        model.add_implication(p[edge], x[edge])
    for point, around in puzzle.at.items():
        passed = 1 if point in (puzzle.endpoints or ()) else 2 * model.new_bool_var("")
        model.add(sum(p[edge] for edge in around) == passed)
    return list(p.values())
