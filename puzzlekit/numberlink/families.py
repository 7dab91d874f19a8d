"""Constraint families that the Numberlink models share: x[cell, letter] is 1 if the letter's path passes the cell.

Three of the models have no other decisions: a line is drawn wherever neighbours have the same letter. These models
cannot express a path that touches itself, and raise UnsupportedPuzzle if the puzzle allows such paths. Labels such as
(MIQCP, 1) are equations of the companion text.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, Variable, quicksum

from puzzlekit import scip
from puzzlekit.core import union_find
from puzzlekit.core.errors import UnsupportedPuzzle
from puzzlekit.core.grid import Cell, Edge
from puzzlekit.numberlink import rules
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.numberlink.rules import BLANK
from puzzlekit.scip import BuiltModel, lazy, name


def letters_of(puzzle: Puzzle, model: Model) -> dict[Any, Variable]:
    """Add a binary variable for every cell and letter to the model, and return `{(cell, letter): variable}`."""
    return {(cell, k): model.addVar(name("x", cell, k), vtype="B") for cell in puzzle.cells for k in puzzle.pairs}


def one_letter(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(MIQCP, 1) Each cell has exactly one letter. If cells may stay empty, each cell that is not an end has at most
    one letter."""
    for cell in puzzle.cells:
        total = quicksum(v.x[cell, letter] for letter in puzzle.pairs)
        yield cell, total == 1 if puzzle.cover or cell in puzzle.letter else total <= 1


def clues(puzzle: Puzzle, v: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(MIQCP, 3) The two ends of a pair have its letter, and no other end has it."""
    for letter, cells in puzzle.pairs.items():
        for cell, own in puzzle.clues:  # notebooks print the indices, so no index has a cell twice
            yield (cells[0] if cell == cells[0] else (cells[0], cell)), v.x[cell, letter] == int(own == letter)


@lazy.family
def no_loop(puzzle: Puzzle, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
    """(lazy, not in the text) For each loop of a candidate solution: not all cells of the loop have the same letter."""
    for letter in puzzle.pairs:
        alike = (edge for edge in puzzle.edges if values.x[edge.a, letter] and values.x[edge.b, letter])
        for loop in union_find.cycle_components(alike):
            cells = {end for edge in loop for end in (edge.a, edge.b)}
            yield (loop[0].a, letter), quicksum(v.x[cell, letter] for cell in cells) <= len(cells) - 1


def lines_at(puzzle: Puzzle, v: SimpleNamespace, cell: Cell) -> Any:
    """Return the number of lines at a cell as a number or a linear expression: 1 at an end, 0 if the cell is empty,
    otherwise 2."""
    if cell in puzzle.letter:
        return 1
    return 2 if puzzle.cover else 2 * quicksum(v.x[cell, letter] for letter in puzzle.pairs)


def stated(puzzle: Puzzle, v: SimpleNamespace) -> dict[tuple, Any]:
    """Return `{(cell, state): expression}` for cells without a clue. The expression is 1 if the cell has this state,
    otherwise 0.

    A state is a letter, or "blank" if cells may stay empty.
    """
    free = [cell for cell in puzzle.cells if cell not in puzzle.letter]
    found = {(cell, letter): v.x[cell, letter] for cell in free for letter in puzzle.pairs}
    if not puzzle.cover:
        found |= {(cell, BLANK): 1 - quicksum(v.x[cell, letter] for letter in puzzle.pairs) for cell in free}
    return found


def by_letters(title: str, puzzle: Puzzle, families: tuple, **more: Any) -> BuiltModel:
    """Return the BuiltModel with these constraint families. Its decisions are only the letters x. `title` is part of
    the model's name.

    `more` adds groups of variables: {name of the group: function of the model that returns a dict of variables}.

    Raises
    ------
    UnsupportedPuzzle
        If paths may touch themselves.
    """
    if puzzle.touch:
        raise UnsupportedPuzzle("found 'touch: yes', expected 'touch: no': this model joins neighbouring equal letters")
    model = scip.new_model(f"numberlink, {title}")
    others = {group: make(model) for group, make in more.items()}
    v = scip.variables(x=letters_of(puzzle, model), **others)
    built = BuiltModel(
        model,
        v,
        decode=lambda values: Solution.of(puzzle, alike(puzzle, values)),
        decisions=v.x.values(),
        indicators=lambda: stated(puzzle, v),
        display_names=lambda: rules.words(puzzle),
    )
    return built.add(families, puzzle)


def alike(puzzle: Puzzle, values: SimpleNamespace) -> Iterator[Edge]:
    """Yield the edges between neighbours that have the same letter in the values of the variables x."""
    x, letters = values.x, list(puzzle.pairs)
    return (e for e in puzzle.edges if any(x[e.a, letter] and x[e.b, letter] for letter in letters))
