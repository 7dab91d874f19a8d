"""The techniques of the Zebra puzzle: they conclude what is true, from no more facts than they need, in plain words."""

import random
import re
from functools import cache
from itertools import chain

import brute_zebra
import pytest
from reasoned import checker_of, finished, found_at, spared, there

from puzzlekit import zebra
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Cell
from puzzlekit.reasoning import answers
from puzzlekit.reasoning.answer import TOLD
from puzzlekit.reasoning.engine import Engine
from puzzlekit.reasoning.explainer import Explainer
from puzzlekit.reasoning.steps import Explanation
from puzzlekit.zebra import Puzzle, Solution
from puzzlekit.zebra.technique_board import Pair
from puzzlekit.zebra.techniques import techniques

BOARDS = ["tiny_two", "tiny_kinds", "tiny_not", "tiny_four", "four", "life_1962"]
SMALL = [*BOARDS[:4], "tiny_several"]
PETS = "houses: 4\nattributes:\npet: cat, dog, fox, hen.\ndrink: ale, gin, rum, tea.\n"
PETS += "job: cook, judge, nurse, vet.\nclues:\n"


def pets(*clues: str) -> Puzzle:
    """Four houses with these clues."""
    return zebra.parse(PETS + "".join(f"{clue}.\n" for clue in clues))


@cache
def explained(puzzle: Puzzle) -> Explanation:
    return answers.explanation(puzzle)


def tables(puzzle: Puzzle) -> list[dict[Cell, str]]:
    """All solutions, by brute force."""
    found = brute_zebra.solutions([own for _, own in puzzle.attributes], [*map(str, puzzle.clues)])
    return [{puzzle.cells_of[name][house - 1]: name for name, house in table.items()} for table in found]


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_explained_whole_and_each_step_follows_from_no_fewer_facts(name: str) -> None:
    puzzle = zebra.load(name)
    checker = checker_of(puzzle, zebra.FORMULATIONS["assignment"](puzzle))
    known = dict.fromkeys(puzzle.cells, frozenset(puzzle.cells_of))
    for step in explained(puzzle).steps:
        assert all(known[cell] & {*puzzle.properties(cell)} <= states for cell, states in step.facts.items()), step
        checker.check(step)
        assert not spared(checker, step.links)
        known |= {cell: known[cell] & states for cell, states in step.candidates.items()}
        known = seen(puzzle, known)
    table = {cell: next(iter(states)) for cell, states in known.items()}
    assert not zebra.violations(puzzle, Solution.of(puzzle, table))


def seen(puzzle: Puzzle, known: dict[Cell, frozenset]) -> dict[Cell, frozenset]:
    """What a board shows: what stands in one house stands in no other."""
    for cell, states in known.items():
        if len(states) == 1:
            row = puzzle.rows[cell.row]
            known |= {other: known[other] - states for other in row if other != cell}
    return known


@pytest.mark.parametrize("name", SMALL)
def test_whatever_a_rule_concludes_is_so_in_all_tables_that_agree(name: str) -> None:
    puzzle, choice = zebra.load(name), random.Random(1)
    system, solutions = techniques(puzzle), tables(puzzle)
    asked = 0
    for _ in range(30):
        engine = Engine(system, system.start)
        table = choice.choice(solutions)
        entries = choice.sample(puzzle.cells, choice.randrange(4))
        for cell in entries:
            engine.left[system.index[cell]] = system.mask_of(system.index[cell], {table[cell]})
        agreeing = [own for own in solutions if all(own[cell] == table[cell] for cell in entries)]
        engine.run(choice.randrange(1, 30))
        for found in found_at(system, engine.left):
            for element, mask in found.claim.items():
                states = system.states_in(element, mask)
                assert all(state_of(system.elements[element], own) in states for own in agreeing), found.rule.look
                asked += 1
    assert asked


def state_of(element: Cell | Pair, table: dict[Cell, str]) -> object:
    """The state of a place, or of a pair, in a table."""
    if isinstance(element, Cell):
        return table[element]
    house = {name: cell.column for cell, name in table.items()}
    return int(house[element.one] == house[element.other])


@pytest.mark.parametrize("name", ["tiny_kinds", "tiny_not", "tiny_none"])
def test_a_full_table_is_contradicted_where_it_breaks_a_rule(name: str) -> None:
    puzzle, choice = zebra.load(name), random.Random(2)
    system = techniques(puzzle)
    for _ in range(60):
        names = chain.from_iterable(choice.sample(own, len(own)) for _, own in puzzle.attributes)
        table = dict(zip(chain.from_iterable(puzzle.rows), names, strict=True))
        left = list(system.start)
        for cell, own in table.items():
            left[system.index[cell]] = system.mask_of(system.index[cell], {own})
        engine = finished(system, left)
        assert bool(engine.contradiction) == bool(zebra.violations(puzzle, Solution.of(puzzle, table)))


@pytest.mark.parametrize("name", ["tiny_none", "tiny_no_solution", "tiny_clash"])
def test_a_puzzle_without_a_solution_ends_in_a_contradiction(name: str) -> None:
    last = explained(zebra.load(name)).steps[-1]
    assert not all(last.candidates.values())
    assert re.search("would|cannot both hold", last.message)


def test_the_first_steps_tell_what_clues_say() -> None:
    told = str(explained(zebra.load("life_1962"))).split("\n")
    assert told[:8] == [
        'Clue 8 says "milk at 3".',
        "So milk is in house 3.",
        'Clue 9 says "Norwegian at 1".',
        "So Norwegian is in house 1.",
        'Clue 14 says "Norwegian next to blue", and Norwegian is in house 1.',
        "So blue is in house 2.",
        'Clue 5 says "green directly right of ivory".',
        "So green is not in house 1 and ivory is not in house 5.",
    ]


@pytest.mark.parametrize(
    ("clues", "told"),
    [
        (("cat at 2", "ale not at 4"), ['Clue 2 says "ale not at 4".', "So ale is not in house 4."]),
        (("cat = ale", "cat at 2"), ['Clue 1 says "cat = ale", and cat is in house 2.', "So ale is in house 2."]),
        (
            ("cat at 1", "dog at 2", "hen not at 3"),
            [
                "Cat and dog have their houses; hen is not in house 3, as shown.",
                "So fox is in house 3: the only pet left.",
            ],
        ),
        (
            ("cat at 1", "dog not at 2", "dog not at 3"),
            ["House 1 is filled; dog is not in house 2 or 3, as shown.", "So dog is in house 4: the only house left."],
        ),
        (
            ("cat right of dog", "hen at 1"),
            [
                'Clue 1 says "cat directly right of dog", and cat is not in house 2.',
                "So cat or dog is in house 3, not fox.",
            ],
        ),
        (
            ("cat next to ale", "cat next to gin"),
            [
                'Clue 1 says "cat next to ale" and clue 2 says "cat next to gin".',
                "Ale and gin are in different houses.",
                "So cat is not in house 1 or 4.",
            ],
        ),
    ],
)
def test_a_thought_is_told_as_a_solver_says_it(clues: tuple[str, ...], told: list[str]) -> None:
    system = techniques(pets(*clues))
    explainer, lines = Explainer(system, system.start), []
    while found := min(explainer.engine.ready(), key=lambda found: len(found.facts(found.claim)), default=None):
        lines.append(explainer.told(found).message)
        explainer.engine.take(found)
    assert "\n".join(told) in lines


def test_pairs_are_told_where_a_step_uses_them() -> None:
    puzzle = zebra.load("life_1962")
    for step in explained(puzzle).steps:
        assert not any(isinstance(element, Pair) for element in (*step.candidates, *step.facts, *step.where))
    assert "So Japanese and Lucky Strike are in different houses.\n" in str(explained(puzzle))
    for line in str(explained(puzzle)).split("\n"):
        assert not line.endswith("are in the same house.") or line.startswith("So "), "no clue is told"


def test_sentences_name_few_things_and_fit_in_a_line() -> None:
    for name in ("life_1962", "four", "tiny_four", "tiny_not"):
        for line in str(explained(zebra.load(name))).split("\n"):
            assert len(line) <= 120
            assert len(re.findall(r"\d+", line)) <= 8, line


def test_questions_are_answered_from_the_clues() -> None:
    puzzle = zebra.load("life_1962")
    water = there(answers.why(puzzle, Cell(2, 0)))
    assert str(water).endswith("So water is in house 1: the only drink left.")
    assert len(water.told) <= TOLD
    with pytest.raises(PuzzleError, match="expected an element"):
        answers.why(puzzle, Pair("Norwegian", "water"))
    wrong = there(answers.mistake(puzzle, {Cell(0, 0): frozenset({"red"}), Cell(2, 4): frozenset({"coffee"})}))
    assert wrong.entries == (Cell(0, 0),)
