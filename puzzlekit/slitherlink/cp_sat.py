"""A model of Slitherlink for Google OR-Tools' CP-SAT. It states the whole puzzle, without prior deduction."""

from typing import Any

from puzzlekit.engines.cp_sat import stated_by
from puzzlekit.engines.rounds import Forbid, Read
from puzzlekit.slitherlink.puzzle import Puzzle, Solution


@stated_by(Puzzle)
def cp_sat_plain(puzzle: Puzzle, model: Any) -> tuple[Read, Forbid]:
    """Add the puzzle to a CpModel, with CP-SAT's circuit constraint for the loop. Return (read, forbid), see
    `stated_by`.

    Each edge has an arc in each direction. Each point has an arc to itself; if this arc is used, the loop does not pass
    the point.
    """
    number = {point: index for index, point in enumerate(puzzle.points)}
    x = {edge: model.new_bool_var("") for edge in puzzle.edges}
    arcs = [(own, own, model.new_bool_var("")) for own in number.values()]
    for edge, drawn in x.items():
        a, b = number[edge.a], number[edge.b]  # type: ignore[index]  # points
        ways = model.new_bool_var(""), model.new_bool_var("")
        model.add(sum(ways) == drawn)
        arcs += [(a, b, ways[0]), (b, a, ways[1])]
    model.add_circuit(arcs)
    model.add_bool_or(x.values())
    for cell, count in puzzle.clues:
        model.add(sum(x[edge] for edge in puzzle.around[cell]) == count)

    def read(solver: Any) -> Solution:
        return Solution.of(puzzle, (edge for edge, drawn in x.items() if solver.boolean_value(drawn)))

    def forbid(solver: Any) -> None:
        """Forbid the edges of the solver's loop. Forbidding only its arcs would still allow the same loop in the other
        direction."""
        model.add_bool_or(~drawn if solver.boolean_value(drawn) else drawn for drawn in x.values())

    return read, forbid
