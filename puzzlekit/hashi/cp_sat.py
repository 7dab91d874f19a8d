"""Second engine: Hashi by Google OR-Tools' CP-SAT, which is solved again as long as the board is not connected.

ortools is imported when the peer is called, for it is not needed to use the course.
"""

import math

from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.hashi.rules import components, leaving
from puzzlekit.peer import PeerResult, Stopwatch


def cp_sat(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """The model x[bridge, k] in CP-SAT; each group of islands that is cut off adds a clause. See `PeerResult`."""
    from ortools.sat.python import cp_model

    watch = Stopwatch()
    model = cp_model.CpModel()
    x = {(e, k): model.new_bool_var("") for e in puzzle.bridges for k in (1, 2)}
    for island, number in puzzle.islands:
        model.add(sum(x[e, k] for e in puzzle.bridges_at[island] for k in (1, 2)) == number)
    for e in puzzle.bridges:
        model.add_implication(x[e, 2], x[e, 1])
    for e, f in puzzle.crossings:
        model.add_at_most_one(x[e, 1], x[f, 1])
    watch.lap()
    found: list[Solution] = []
    while True:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = workers
        left = watch.left(time_limit)
        solver.parameters.max_time_in_seconds = math.inf if left is None else left
        answer = solver.solve(model)
        solved = answer == cp_model.OPTIMAL
        ones = {key for key, variable in x.items() if solved and solver.boolean_value(variable)}
        groups = components(puzzle, [e for e, k in ones if k == 1])
        if solved and len(groups) > 1:
            for group in groups:
                model.add_bool_or(x[e, 1] for e in leaving(puzzle, group))
            continue
        if not found:
            watch.lap()
        if solved:
            found.append(Solution.of(puzzle, {e: ((e, 1) in ones) + ((e, 2) in ones) for e in puzzle.bridges}))
            model.add_bool_or(~variable if key in ones else variable for key, variable in x.items())
        if not solved or len(found) == limit:
            status = {cp_model.OPTIMAL: "solved", cp_model.INFEASIBLE: "solved" if found else "infeasible"}
            return PeerResult(status.get(answer, "unknown"), tuple(sorted(found, key=str)), *watch.seconds())
