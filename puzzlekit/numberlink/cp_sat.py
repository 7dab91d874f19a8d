"""The companion text's formulation of Numberlink for constraint solvers, in Google OR-Tools' CP-SAT."""

from typing import Any

from puzzlekit.core import union_find
from puzzlekit.core.errors import UnsupportedPuzzle
from puzzlekit.engines.cp_sat import stated_by
from puzzlekit.engines.rounds import Forbid, Read
from puzzlekit.numberlink.deduce import lacking
from puzzlekit.numberlink.puzzle import Puzzle, Solution


@stated_by(Puzzle)
def cp_sat_count(puzzle: Puzzle, model: Any) -> tuple[Read, Forbid]:
    """Add the companion text's formulation for constraint solvers to a CpModel. Return (read, forbid), see `stated_by`.

    The number of a cell is the number of its path. The constraints count the neighbours with the same number.

    Raises
    ------
    UnsupportedPuzzle
        If paths may touch themselves.
    """
    if puzzle.touch:
        raise UnsupportedPuzzle("found 'touch: yes', expected 'touch: no': this model joins neighbouring equal letters")
    number = {letter: index for index, letter in enumerate(puzzle.pairs, start=1)}
    least = 1 if puzzle.cover else 0  # the smallest number of a cell; an empty cell has the number 0
    x: dict[Any, Any] = {cell: number[letter] for cell, letter in puzzle.clues}
    for cell in puzzle.cells:
        if cell not in puzzle.letter:
            x[cell] = model.new_int_var(least, max(least, len(number)), "")
    some = {cell: model.new_bool_var("") for cell in puzzle.cells}
    z = {edge: model.new_bool_var("") for edge in puzzle.edges}
    if puzzle.cover and not number:
        model.add_bool_or([])
    for cell, at in puzzle.at.items():
        if cell not in puzzle.letter:
            model.add(x[cell] > 0).only_enforce_if(some[cell])
            model.add(x[cell] == 0).only_enforce_if(~some[cell])
        else:
            model.add(some[cell] == 1)
        model.add(sum(z[edge] for edge in at) == (1 if cell in puzzle.letter else 2 * some[cell]))
    for edge, same in z.items():
        if edge.a in puzzle.letter and edge.b in puzzle.letter:
            model.add(same == int(x[edge.a] == x[edge.b]))
            continue
        model.add(x[edge.a] == x[edge.b]).only_enforce_if(same)  # type: ignore[index]  # edges of cells
        model.add(x[edge.a] != x[edge.b]).only_enforce_if(~same, some[edge.a])  # type: ignore[index]
        model.add_implication(same, some[edge.a])  # type: ignore[index]
    return _lines(puzzle, model, z)


def _lines(puzzle: Puzzle, model: Any, z: dict) -> tuple[Read, Forbid]:
    """Return (read, forbid) for the variables z of the lines; see `stated_by`.

    If a solution of the model has loops, `read` adds a clause against each loop and returns None.
    """

    def read(solver: Any) -> Solution | None:
        drawn = [edge for edge in puzzle.edges if solver.boolean_value(z[edge])]
        loops = union_find.cycle_components(drawn)
        for loop in loops:
            model.add_bool_or(~z[edge] for edge in loop)
        return None if loops else Solution.of(puzzle, drawn)

    def forbid(solver: Any) -> None:
        drawn = [z[edge] for edge in puzzle.edges if solver.boolean_value(z[edge])]
        model.add(sum(drawn) <= len(drawn) - lacking(puzzle))

    return read, forbid
