"""The techniques of Numberlink: they conclude what is true, from no more facts than they need, and say it plainly."""

import random
import re
from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Any

import pytest
from board_states import on_paths
from brute_numberlink import solutions
from reasoned import check_sentences, checker_of, finished, spared
from step_check import Checker

from puzzlekit import numberlink
from puzzlekit.core.grid import Cell, Edge
from puzzlekit.numberlink.model_edge import build
from puzzlekit.numberlink.puzzle import Puzzle
from puzzlekit.numberlink.technique_board import IN
from puzzlekit.numberlink.techniques import techniques
from puzzlekit.reasoning import answers
from puzzlekit.reasoning.engine import Engine
from puzzlekit.reasoning.steps import ReasonedStep
from puzzlekit.reasoning.suppositions import supposable

SMALL = ("beside", "digits", "empty", "empty_touch", "line", "loop", "touch")
SEVERAL = ("tiny_several", "tiny_several_empty", "tiny_several_touch", "tiny_beside_touch")
BOARDS = [*(f"tiny_{name}" for name in SMALL), "five", "six"]


@cache
def brute(puzzle: Puzzle) -> list[Mapping[Any, Any]]:
    """Each solution, as {element: state}."""
    letter = {(cell.row, cell.column): own for cell, own in puzzle.clues}
    found = solutions(puzzle.rows, puzzle.columns, letter, cover=puzzle.cover, touch=puzzle.touch)
    drawn = ([Edge(Cell(*a), Cell(*b)) for a, b in links] for links in found)
    return [{**on_paths(puzzle, numberlink.Solution.of(puzzle, own)), **puzzle.letter} for own in drawn]


@cache
def explained(name: str) -> tuple[Puzzle, Checker, tuple[ReasonedStep, ...]]:
    puzzle = numberlink.load(name)
    return puzzle, checker_of(puzzle, build(puzzle)), answers.explanation(puzzle).steps


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_explained_whole_and_each_step_follows(name: str) -> None:
    puzzle, checker, steps = explained(name)
    system = techniques(puzzle)
    known = {e: frozenset(own) for e, own in zip(system.elements, system.states, strict=True)}
    for step in steps:
        assert all(known[element] <= states for element, states in step.facts.items()), f"{step}: it was not told"
        checker.check(step)
        known |= {element: known[element] & states for element, states in step.candidates.items()}
    left = [system.mask_of(n, known[e]) & system.start[n] for n, e in enumerate(system.elements)]
    engine = finished(system, left)  # what is visible is not told
    drawn = [edge for edge, mask in zip(puzzle.edges, engine.left, strict=False) if mask == IN]
    assert all(mask.bit_count() == 1 for mask in engine.left)
    assert not numberlink.violations(puzzle, numberlink.Solution.of(puzzle, drawn))


@pytest.mark.parametrize("name", BOARDS)
def test_no_fact_of_a_link_is_to_spare(name: str) -> None:
    _, checker, steps = explained(name)
    for step in steps:
        assert not spared(checker, step.links)


def test_whatever_is_known_each_technique_concludes_what_all_solutions_have() -> None:
    choice, seen = random.Random(1), set()
    for name, _ in product((*BOARDS[:6], *SEVERAL), range(6)):
        puzzle = numberlink.load(name)
        system, board = techniques(puzzle), choice.choice(brute(puzzle))
        known = {e: board[e] for e in choice.sample(system.elements, choice.randrange(len(system.elements)))}
        left = [system.mask_of(n, {known[e]}) if e in known else system.start[n] for n, e in enumerate(system.elements)]
        agreeing = [other for other in brute(puzzle) if all(other[e] == state for e, state in known.items())]
        engine = Engine(system, left)
        for rule in system.rules:
            for found in (found for place, _ in rule.places for found in rule.look(engine.left, place)):
                news = engine.is_news(found)
                seen |= {rule.say.__name__} if news else set()
                for element, mask in found.claim.items():
                    states = system.states_in(element, mask)
                    assert all(other[system.elements[element]] in states for other in agreeing), rule.say(found)
    assert seen >= {rule.say.__name__ for rule in techniques(numberlink.load("tiny_beside")).rules} - {"turn"}


@pytest.mark.parametrize("name", [*BOARDS[:6], *SEVERAL])
def test_a_full_board_is_contradicted_where_it_breaks_a_rule(name: str) -> None:
    puzzle, choice = numberlink.load(name), random.Random(1)
    system = techniques(puzzle)
    for _ in range(40):
        board = choice.choice(brute(puzzle))
        wrong = choice.sample(puzzle.edges, choice.randrange(4))
        drawn = [edge for edge in puzzle.edges if board[edge] != (edge in wrong)]
        lines = [2 if edge in drawn else 1 for edge in puzzle.edges]
        engine = finished(system, [*lines, *system.start[len(lines) :]])
        assert bool(engine.contradiction) == bool(numberlink.violations(puzzle, numberlink.Solution.of(puzzle, drawn)))


def test_a_neighbour_on_another_path_is_named() -> None:
    messages = [step.message for _, _, steps in map(explained, BOARDS) for step in steps]
    named = [message for message in messages if "another path" in message]
    assert named
    assert all(re.search(r"has only one way (on|out), as cell \(\d,\d\) is on another path", told) for told in named)


def test_suppositions_are_about_lines() -> None:
    puzzle = numberlink.load("five")
    system = techniques(puzzle)
    supposed = {system.elements[element] for element, _ in supposable(Engine(system, system.start))}
    assert supposed == {*puzzle.edges}


def test_sentences_name_few_things_and_fit_in_a_line() -> None:
    for name in BOARDS:
        for step in explained(name)[2]:
            check_sentences(step.message)


@pytest.mark.parametrize(
    ("picture", "told"),
    [
        (
            "A..\n...\nA.B\nB..",
            "A path can only turn at cell (1,3).\nSo the lines (1,2)-(1,3) and (1,3)-(2,3) are drawn: a corner.",
        ),
        ("A.B\n...\nB.A", "The ends along the wall would come in the order A, B, A, B: the paths would cross."),
    ],
)
def test_a_technique_has_its_name(picture: str, told: str) -> None:
    assert told in str(answers.explanation(numberlink.parse(picture)))
