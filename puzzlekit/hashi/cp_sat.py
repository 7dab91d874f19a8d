"""A model of Hashi for Google OR-Tools' CP-SAT. The engine solves it again until the board is connected.

The model states the whole puzzle, without prior deduction.
"""

from typing import Any

from puzzlekit.engines.cp_sat import stated_by
from puzzlekit.engines.rounds import Stated
from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.hashi.rules import components, cut_edges


@stated_by(Puzzle)
def cp_sat_plain(puzzle: Puzzle, model: Any) -> Stated:
    """Add a model of the puzzle to a CpModel: x[bridge, k] is 1 if there are k or more bridges between the two islands.
    Return (read, forbid), see `stated_by`.

    If a solution of the model is not connected, each component gets a clause: at least one bridge leaves the component.
    """
    x = {(e, k): model.new_bool_var("") for e in puzzle.bridges for k in (1, 2)}
    for island, number in puzzle.islands:
        model.add(sum(x[e, k] for e in puzzle.bridges_at[island] for k in (1, 2)) == number)
    for e in puzzle.bridges:
        model.add_implication(x[e, 2], x[e, 1])
    for e, f in puzzle.crossings:
        model.add_at_most_one(x[e, 1], x[f, 1])

    def read(solver: Any) -> Solution | None:
        counts = {e: sum(solver.boolean_value(x[e, k]) for k in (1, 2)) for e in puzzle.bridges}
        groups = components(puzzle, [e for e, count in counts.items() if count])
        if len(groups) <= 1:
            return Solution.of(puzzle, counts)
        for group in groups:
            model.add_bool_or(x[e, 1] for e in cut_edges(puzzle, group))
        return None

    def forbid(solver: Any) -> None:
        model.add_bool_or(~variable if solver.boolean_value(variable) else variable for variable in x.values())

    return read, forbid
