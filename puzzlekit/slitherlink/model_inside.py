"""Slitherlink with its inside: c[cell] is 1 where the cell lies inside of the loop, x[edge] where the loop runs.

Not in the text: the rows of `families` and what lies on either side of an edge, for explanations. Players
colour cells so: along whatever way, the loop is crossed an even number of times from one side back to the same.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.errors import validate_args
from puzzlekit.scip import BuiltModel, name
from puzzlekit.slitherlink import wording
from puzzlekit.slitherlink.families import demand, no_branch, no_clue_missed, no_dead_end, one_loop, some_loop
from puzzlekit.slitherlink.puzzle import Puzzle, Solution
from puzzlekit.slitherlink.statement import stated


def sides(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(colours, 1) An edge is drawn where one of its cells is inside and the other is not; beyond the border is the
    outside. So it goes on at each point, around which one crosses it an even number of times."""
    for edge, cells in puzzle.beside.items():
        a, b = (v.c[cells[0]], v.c[cells[1]] if len(cells) > 1 else 0)
        drawn = v.x[edge]
        rows = (drawn <= a + b, drawn + a + b <= 2, drawn >= a - b, drawn >= b - a) if len(cells) > 1 else (drawn == a,)
        for number, row in enumerate(rows, start=1):
            yield (edge, *cells, number), row


def two_inside(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(colours, 2) Two neighbours of a 2 lie inside, wherever it lies itself."""
    for cell, number in puzzle.clues:
        if number == 2:
            beside = [other for edge in puzzle.around[cell] for other in puzzle.beside[edge] if other != cell]
            yield cell, quicksum(v.c[other] for other in beside) == 2


FAMILIES = (demand, two_inside, no_branch, sides, one_loop, some_loop)


def indicators(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """(edge, 0 or 1) and (cell, "inside" or "outside") -> an expression that is 1 where that is so."""
    inside = {(cell, "inside"): own for cell, own in v.c.items()}
    return stated(puzzle, v.x) | inside | {(cell, "outside"): 1 - own for cell, own in v.c.items()}


@validate_args(Puzzle)
def build(puzzle: Puzzle, families: tuple = FAMILIES) -> BuiltModel:
    """The model with a variable for each edge and for each cell."""
    model = scip.new_model("slitherlink")
    v = scip.variables(
        x={edge: model.addVar(name("x", edge), vtype="B") for edge in puzzle.edges},
        c={cell: model.addVar(name("c", cell), vtype="B") for cell in puzzle.around},
    )
    built = BuiltModel(
        model,
        v,
        decode=lambda values: Solution.of(puzzle, (edge for edge, value in values.x.items() if value)),
        decisions=v.x.values(),
        indicators=indicators(puzzle, v),
        display_names=lambda: wording.words(puzzle),
        wording=wording.INSIDE,
        technique=wording.technique,
        clues=lambda: wording.clues(puzzle),
    )
    built.add(families, puzzle)
    more = [no_dead_end] * (sides in families) + [no_clue_missed] * ({demand, one_loop} <= {*families})
    return built.imply(more, puzzle)
