"""The state of each element on a finished board, read off the board alone: what `indicators` must say, and what
deduction must leave."""

import random
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

import networkx as nx

from puzzlekit.core import grid
from puzzlekit.core.grid import Step


def filled(puzzle: Any, board: Any) -> Mapping[Any, Any]:
    return board.filled


def bridges(puzzle: Any, board: Any) -> Mapping[Any, Any]:
    return dict.fromkeys(puzzle.bridges, 0) | dict(board.drawn)


def lines(puzzle: Any, board: Any) -> Mapping[Any, Any]:
    return {edge: int(edge in board.drawn) for edge in puzzle.edges}


def circuits(puzzle: Any, board: Any) -> Mapping[Any, Any]:
    """Edges, and what their points are."""
    ends = [end for edge in board.drawn for end in (edge.a, edge.b)]
    return {**lines(puzzle, board), **{p: "a fork" if ends.count(p) == 3 else "an end" for p in puzzle.points}}


def loops(puzzle: Any, board: Any) -> Mapping[Any, Any]:
    """Edges, and on which side of the loop cells lie: inside where it runs an odd number of times above them."""
    found: dict[Any, Any] = lines(puzzle, board)
    for cell in puzzle.around:
        above = (puzzle.around[other][0] for other in puzzle.around if other.column == cell.column and other <= cell)
        found[cell] = "inside" if sum(found[edge] for edge in above) % 2 else "outside"
    return found


def on_paths(puzzle: Any, board: Any) -> Mapping[Any, Any]:
    """Edges, and the letter of the path on which a cell without a clue lies."""
    letter, found = puzzle.letter, dict.fromkeys(puzzle.cells, "blank")
    for cells in nx.connected_components(nx.Graph((edge.a, edge.b) for edge in board.drawn)):
        (own,) = {letter[cell] for cell in cells if cell in letter}
        found |= dict.fromkeys(cells, own)
    return {**lines(puzzle, board), **{cell: state for cell, state in found.items() if cell not in letter}}


def sea(puzzle: Any, board: Any) -> Mapping[Any, Any]:
    return {cell: "sea" if cell in board.sea else "white" for cell in puzzle.beside}


STATES: Mapping[str, Callable[[Any, Any], Mapping[Any, Any]]] = {
    "sudoku": filled,
    "battleship": filled,
    "circuit": circuits,
    "hashi": bridges,
    "zebra": filled,
    "slitherlink": loops,
    "numberlink": on_paths,
    "nurikabe": sea,
}


def check_reasoning(room: ModuleType, puzzle: Any, boards: Iterable[Any], seed: int, also: Iterable[Step] = ()) -> None:
    """Deduction and visible clashes agree with all solutions, or some of them: from the clues, and from a third of one.

    `also` are further steps that must hold.
    """
    rng, name = random.Random(seed), room.__name__.rpartition(".")[2]
    every = list(import_module(f"{room.__name__}.deduce").initial_candidates(puzzle))
    left = [STATES[name](puzzle, board) for board in sorted(boards, key=str)]
    if grid.contradiction(room.deduce(puzzle)) or room.clue_conflicts(puzzle):
        assert left == []
    steps = [*room.deduce(puzzle), *also]
    for _ in range(2):
        for step in steps:
            for element, own in step.candidates.items():
                assert {board[element] for board in left} <= own, step
        known: dict[Any, frozenset] = {}
        for chosen in rng.sample(left, min(1, len(left))):
            known = {element: frozenset((chosen[element],)) for element in rng.sample(every, len(every) // 3)}
        left = [board for board in left if all(board[element] in own for element, own in known.items())]
        steps = room.deduce(puzzle, known)
