"""The report's constraint program of the Zebra puzzle (Table 7.3), for Google OR-Tools' CP-SAT.

The model states the whole puzzle, without prior deduction.
"""

from typing import Any

from puzzlekit.engines.cp_sat import stated_by, valued
from puzzlekit.engines.rounds import Forbid, Read
from puzzlekit.zebra.puzzle import Clue, Puzzle, Solution


@stated_by(Puzzle)
def cp_sat_plain(puzzle: Puzzle, model: Any) -> tuple[Read, Forbid]:
    """Add an integer variable for each property to a CpModel: the property's house. The variables of an attribute are
    all different, and the clues are constraints on the variables. Return (read, forbid), see `stated_by`."""
    house = {name: model.new_int_var(1, puzzle.houses, "") for name in puzzle.cells_of}
    for _, own in puzzle.attributes:
        model.add_all_different(house[name] for name in own)
    for clue in puzzle.clues:
        _tell(puzzle, model, house, clue)

    def table(houses: dict[str, int]) -> Solution:
        return Solution.of(puzzle, {puzzle.cells_of[name][at - 1]: name for name, at in houses.items()})

    return valued(model, house, table)


def _tell(puzzle: Puzzle, model: Any, house: dict[str, Any], clue: Clue) -> None:
    one = house[clue.first]
    other = clue.second if isinstance(clue.second, int) else house[clue.second]
    if clue.relation == "next to":  # the report's constraint covers only one of the two sides
        apart = model.new_int_var(0, puzzle.houses, "")
        model.add_abs_equality(apart, one - other)
        one, other = apart, 1
    other = other + {"right of": 1, "left of": -1}.get(clue.relation, 0)
    model.add(one != other) if clue.negated else model.add(one == other)
