"""The techniques of Numberlink: they conclude what is true, from no more facts than they need, and say it plainly."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from brute_numberlink import solutions
from test_reasoning import leaves

from puzzlekit import numberlink
from puzzlekit.grid import Cell, Edge
from puzzlekit.numberlink.model_edge import build
from puzzlekit.numberlink.techniques import techniques
from puzzlekit.reasoning import answers
from puzzlekit.reasoning.check import Checker
from puzzlekit.reasoning.engine import Engine
from puzzlekit.reasoning.steps import ReasonedStep

SMALL = ("beside", "digits", "empty", "empty_touch", "line", "loop", "touch")
SEVERAL = ("tiny_several", "tiny_several_empty", "tiny_several_touch")
BOARDS = [*(f"tiny_{name}" for name in SMALL), "five", "six", "eight"]


@cache
def brute(puzzle: Any) -> list[dict[Any, Any]]:
    """Each solution, as {element: state}."""
    letter = {(cell.row, cell.column): own for cell, own in puzzle.clues}
    found = []
    for links in solutions(puzzle.rows, puzzle.columns, letter, cover=puzzle.cover, touch=puzzle.touch):
        drawn = numberlink.Solution.of(puzzle, [Edge(Cell(*a), Cell(*b)) for a, b in links]).drawn
        board: dict[Any, Any] = {edge: int(edge in drawn) for edge in puzzle.edges} | dict(puzzle.clues)
        stack = list(puzzle.letter)
        for cell in stack:
            for edge in puzzle.at[cell]:
                if edge in drawn and edge.other(cell) not in board:
                    board[edge.other(cell)] = board[cell]
                    stack.append(edge.other(cell))
        found.append(dict.fromkeys(puzzle.cells, "blank") | board)
    return found


@cache
def explained(name: str) -> tuple[Any, Checker, tuple[ReasonedStep, ...]]:
    puzzle = numberlink.load(name)
    built = build(puzzle)
    checker = Checker(built, techniques(puzzle))
    built.free()
    return puzzle, checker, answers.explanation(puzzle).steps


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_explained_whole_and_each_step_follows(name: str) -> None:
    puzzle, checker, steps = explained(name)
    known = {e: frozenset(own) for e, own in zip(checker._system.elements, checker._system.states, strict=True)}
    for step in steps:
        assert all(known[element] <= states for element, states in step.facts.items()), (
            f"{step} takes what was not told"
        )
        checker.check(step)
        for link in step.links:  # what is visible is not told
            known |= {element: known[element] & states for element, states in link.claim.items()}
    system = checker._system
    engine = Engine(system, [system.mask_of(n, known[e]) & system.start[n] for n, e in enumerate(system.elements)])
    engine.run(float("inf"))
    drawn = [edge for edge, mask in zip(puzzle.edges, engine.left, strict=False) if mask == 2]
    assert all(mask.bit_count() == 1 for mask in engine.left)
    assert not numberlink.violations(puzzle, numberlink.Solution.of(puzzle, drawn))


@pytest.mark.parametrize("name", BOARDS)
def test_no_fact_of_a_link_is_to_spare(name: str) -> None:
    _, checker, steps = explained(name)
    for link in leaves(tuple(link for step in steps for link in step.links)):
        for element in link.facts:
            less = replace(link, facts={e: states for e, states in link.facts.items() if e != element})
            assert not checker.follows(less), f"{link} does without {element}"
