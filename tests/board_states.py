"""The state of each element on a finished board, read off the board alone: what `indicators` must say."""

from collections.abc import Callable, Mapping
from typing import Any

import networkx as nx


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
    "slitherlink": lines,
    "numberlink": on_paths,
    "nurikabe": sea,
}
