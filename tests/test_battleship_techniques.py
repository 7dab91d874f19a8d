"""The techniques of Battleship: they conclude what is true, from no more facts than they need, in plain words."""

import random
from itertools import islice, takewhile

import brute_battleship
import pytest
from reasoned import check_sentences, checker_of, finished, found_at, spared

from puzzlekit import battleship
from puzzlekit.battleship import Puzzle, Solution
from puzzlekit.battleship.model_cell import build
from puzzlekit.battleship.puzzle import KINDS
from puzzlekit.battleship.techniques import techniques
from puzzlekit.core.grid import Cell
from puzzlekit.reasoning.explainer import Explainer
from puzzlekit.reasoning.steps import ReasonedStep

FEW = 3000  # solutions of a puzzle that are compared


def brute(puzzle: Puzzle) -> list[dict[Cell, str]]:
    lengths = [length for length, number in puzzle.fleet for _ in range(number)]
    found = brute_battleship.solutions(puzzle.clues, puzzle.row_counts, puzzle.column_counts, lengths)
    return [dict(Solution(rows).filled) for rows in islice(found, FEW)]


def explained(puzzle: Puzzle) -> tuple[Explainer, list[ReasonedStep]]:
    system = techniques(puzzle)
    explainer = Explainer(system, system.start)
    return explainer, list(explainer.steps())


def told(picture: str) -> list[str]:
    """The sentences on a small board up to the first supposition."""
    system = techniques(battleship.parse(picture))
    steps = takewhile(lambda step: step.kind == "rule", Explainer(system, system.start).steps())
    return [line for step in steps for line in step.message.split("\n")]


@pytest.mark.parametrize("name", ["tiny_4x4", "tiny_5x5", "tiny_three", "tiny_line"])
def test_a_step_follows_from_the_model_and_from_no_fewer_facts(name: str) -> None:
    puzzle = battleship.load(name)
    boards, (_, steps) = brute(puzzle), explained(puzzle)
    checker = checker_of(puzzle, build(puzzle))
    assert steps
    for step in steps:
        checker.check(step)
        assert not spared(checker, step.links)
        assert all(board[cell] in states for board in boards for cell, states in step.candidates.items()), step.message


@pytest.mark.parametrize("seed", [7009, 7015])
def test_a_cell_that_serves_two_reasons_is_told_with_both(seed: int) -> None:
    """That it holds a part leaves its column no room, and that it is no end another ship none."""
    puzzle = battleship.generate(8, 8, seed=seed, engine="cadical")
    _, steps = explained(puzzle)
    checker = checker_of(puzzle, build(puzzle))
    for step in steps:
        checker.check(step)


@pytest.mark.parametrize("name", ["easy_6", "hard_6", "tiny_4x4", "easy_8"])
def test_a_board_is_explained_whole_and_obeys_the_rules(name: str) -> None:
    puzzle = battleship.load(name)
    explainer, _ = explained(puzzle)
    assert not explainer.open
    assert not explainer.engine.contradiction
    held = {cell: KINDS[mask.bit_length() - 1] for cell, mask in zip(puzzle.cells, explainer.engine.left, strict=True)}
    assert not battleship.violations(puzzle, Solution.of(puzzle, held))


@pytest.mark.parametrize("name", ["tiny_4x4", "tiny_5x5", "hard_6"])
def test_a_full_board_is_contradicted_where_it_breaks_a_rule(name: str) -> None:
    puzzle, choice = battleship.load(name), random.Random(1)
    system, solution = techniques(puzzle), battleship.solve(puzzle).filled
    free = [cell for cell in puzzle.cells if cell not in puzzle.given]
    for _ in range(40):
        held = solution | {cell: choice.choice(KINDS) for cell in choice.sample(free, choice.randrange(3))}
        engine = finished(system, [system.mask_of(n, held[cell]) for n, cell in enumerate(puzzle.cells)])
        assert bool(engine.contradiction) == bool(battleship.violations(puzzle, Solution.of(puzzle, held)))


def test_every_position_of_a_board_gives_true_conclusions() -> None:
    """From a half-filled board every rule leaves all solutions that agree with it."""
    bare, choice, seen = battleship.parse("fleet: 1x3 1x1" + "\n.... ?" * 4 + "\n? ? ? ?"), random.Random(2), set()
    every = brute(bare)
    for board in choice.sample(every, 30):
        counts = [sum(board[cell] != "~" for cell in cells) for _, cells, _ in bare.lines][:4]
        puzzle = Puzzle(bare.clues, tuple(counts), (None,) * 4, bare.fleet)
        known = {cell: board[cell] for cell in choice.sample(puzzle.cells, 5)}
        agreeing = [other for other in every if all(other[cell] == kind for cell, kind in known.items())]
        agreeing = [other for other in agreeing if not battleship.violations(puzzle, Solution.of(puzzle, other))]
        system = techniques(puzzle)
        left = [system.mask_of(n, known.get(cell, KINDS)) for n, cell in enumerate(puzzle.cells)]
        for found in found_at(system, left):
            seen.add(found.rule.look.__name__)
            for number, mask in found.claim.items():
                assert all(other[puzzle.cells[number]] in system.states_in(number, mask) for other in agreeing), found
    assert seen >= {"kind", "around", "settled", "spare", "no_room", "part", "longest"}


@pytest.mark.parametrize(
    ("picture", "reason", "conclusion"),
    [
        (
            "fleet: 1x3 1x1\n.... ?\n.^.. ?\n.... ?\n.... ?\n? ? ? ?",
            "The ship of the top end at (2,2) goes on downwards, and ships do not touch.",
            "So cell (3,2) holds a ship part, and the cells around both are water.",
        ),
        (
            "fleet: 1x3 1x1\n.... ?\n.*.. ?\n.... ?\n.... ?\n? ? ? ?",
            "No other ship touches the ship part at (2,2), not even at a corner.",
            "So cells (1,1), (1,3), (3,1) and (3,3) are water.",
        ),
        (
            "fleet: 1x3 1x1\n.... 0\n.... ?\n.... ?\n.... ?\n? ? ? ?",
            "Row 1 has no ship parts.",
            "So all its cells are water.",
        ),
        (
            "fleet: 1x3 1x1\n.... ?\n~... 3\n.... ?\n.... ?\n? ? ? ?",
            "Only three cells of row 2 can hold its three ship parts.",
            "So cells (2,2), (2,3) and (2,4) hold ship parts.",
        ),
        (
            "fleet: 1x3 1x1\n.... ?\n.... 3\n.... ?\n.... ?\n? ? ? ?",
            "Only four cells of row 2 can hold its three ship parts, and a part beside the row could rule out two.",
            "So cells (1,2), (1,3), (3,2) and (3,3) are water.",
        ),
        (
            "fleet: 1x3 1x1\n...~ 1\n~~~~ 0\n.... ?\n? ? ? ?",
            "Only two places are left for the last ship of length 3.",
            "So in both, cells (3,2) and (3,3) hold ship parts.",
        ),
    ],
)
def test_a_technique_says_what_a_person_looks_for(picture: str, reason: str, conclusion: str) -> None:
    lines = told(picture)
    assert reason in lines
    assert lines[lines.index(reason) + 1] == conclusion


@pytest.mark.parametrize("name", ["easy_6", "hard_6", "tiny_5x5"])
def test_sentences_name_few_things_and_fit_in_a_line(name: str) -> None:
    for step in explained(battleship.load(name))[1]:
        check_sentences(step.message, most=8)
