"""The techniques of Hashi: they conclude what is true, from no more facts than they need, and say it in plain words."""

import random
from dataclasses import replace
from itertools import product

import pytest
from brute_hashi import solutions
from reasoned import check_sentences, checker_of, finished, found_at, thoughts

from puzzlekit import hashi
from puzzlekit.core.grid import Edge, Point
from puzzlekit.hashi.deduce import first_glance
from puzzlekit.hashi.model_cut_set import build
from puzzlekit.hashi.techniques import techniques
from puzzlekit.reasoning.engine import Engine
from puzzlekit.reasoning.explainer import Explainer
from puzzlekit.reasoning.system import Found

BOARDS = [f"table_a4_{number:02}" for number in range(1, 16, 2)]
BOARDS += ["islands_25", "islands_50", "tiny_crossing", "tiny_eight", "tiny_six", "tiny_square", "tiny_uncrossed"]
SQUARE = "3.3\n...\n2.2"
HOOK = "1.2.1\n.....\n..2.2"
POSITIONS = {  # technique -> picture, and what is known: {ends: states}
    "pattern": (SQUARE, {}),
    "full": (SQUARE, {(0, 0, 0, 2): {2}, (0, 0, 2, 0): {1, 2}}),
    "needs": (SQUARE, {(0, 0, 0, 2): {0, 1}}),
    "least": (SQUARE, {(2, 0, 2, 2): {0, 1}}),
    "most": (SQUARE, {(2, 0, 2, 2): {1, 2}}),
    "over": (SQUARE, {(0, 0, 0, 2): {2}, (0, 0, 2, 0): {2}}),
    "under": (SQUARE, {(0, 0, 0, 2): {0, 1}, (0, 0, 2, 0): {0, 1}}),
    "closing": (HOOK, {(0, 0, 0, 2): {1}}),
    "way_out": (HOOK, {(0, 2, 0, 4): {0}}),
    "cut off": (HOOK, {(0, 0, 0, 2): {1}, (0, 2, 0, 4): {1}}),
    "crossing": ("2.2..\n.....\n1...1\n..2.2", {(0, 2, 3, 2): {1}}),
}


def how(found: Found) -> str:
    """Which technique it is."""
    if hasattr(found.about, "how"):
        return found.about.how
    if hasattr(found.about, "group"):
        return "cut off" if found.about.link is None else found.rule.look.__name__.strip("_")
    return found.rule.look.__name__


@pytest.mark.parametrize("technique", POSITIONS)
def test_a_small_position_shows_each_technique_and_every_board_agrees(technique):
    picture, known = POSITIONS[technique]
    puzzle = hashi.parse(picture)
    system, states = techniques(puzzle), {Edge(Point(*k[:2]), Point(*k[2:])): own for k, own in known.items()}
    left = [system.mask_of(e, states.get(bridge, {0, 1, 2})) for e, bridge in enumerate(system.elements)]
    found = [one for one in found_at(system, left) if how(one) == technique]
    number = {(point.row, point.column): own for point, own in puzzle.islands}
    boards = [{Edge(Point(*a), Point(*b)): n for (a, b), n in board.items()} for board in solutions(number)]
    agreeing = [board for board in boards if all(board[bridge] in own for bridge, own in states.items())]
    assert any(left[element] & ~mask for one in found for element, mask in one.claim.items())
    assert bool(agreeing) == (technique not in ("over", "under", "cut off"))
    for one in found:
        for element, mask in one.claim.items():
            assert all(1 << board[system.elements[element]] & mask for board in agreeing)


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_explained_whole_and_obeys_the_rules(name):
    puzzle = hashi.load(name)
    system = techniques(puzzle)
    explainer = Explainer(system, system.start)
    for _ in explainer.founds():
        pass
    assert not explainer.open
    assert not explainer.engine.contradiction
    drawn = {bridge: mask.bit_length() - 1 for bridge, mask in zip(system.elements, explainer.engine.left, strict=True)}
    assert not hashi.violations(puzzle, hashi.Solution.of(puzzle, drawn))


@pytest.mark.parametrize("name", BOARDS[:9])
def test_a_thought_follows_from_the_model_and_from_no_fewer_facts(name):
    puzzle = hashi.load(name)
    system = techniques(puzzle)
    checker = checker_of(puzzle, build(puzzle))
    for step in Explainer(system, system.start).steps():
        checker.check(step)
        for link in thoughts(step.links):
            for fact, (element, states) in product(link.facts, link.claim.items()):
                fewer = {other: known for other, known in link.facts.items() if other != fact}
                assert not checker.follows(replace(link, facts=fewer, claim={element: states})), (link.reason, fact)


@pytest.mark.parametrize("name", BOARDS)
def test_the_report_s_patterns_are_among_the_easiest_rules(name):
    puzzle = hashi.load(name)
    system = techniques(puzzle)
    engine = Engine(system, system.start)
    for found in found_at(system, list(system.start)):
        if found.rule.level < 2:
            engine.take(found)
    for step in first_glance(puzzle):
        for bridge, states in step.candidates.items():
            assert system.states_in(system.index[bridge], engine.left[system.index[bridge]]) <= states


@pytest.mark.parametrize("name", ["tiny_square", "tiny_crossing", "tiny_two_solutions", "table_a4_01"])
def test_a_full_board_is_contradicted_where_it_breaks_a_rule(name):
    puzzle, choice = hashi.load(name), random.Random(1)
    system = techniques(puzzle)
    solution = next(iter(hashi.solutions(puzzle))).drawn
    for _ in range(60):
        drawn = {bridge: solution.get(bridge, 0) for bridge in puzzle.bridges}
        drawn |= {bridge: choice.randrange(3) for bridge in choice.sample(puzzle.bridges, choice.randrange(4))}
        engine = finished(system, [1 << drawn[bridge] for bridge in system.elements])
        assert bool(engine.contradiction) == bool(hashi.violations(puzzle, hashi.Solution.of(puzzle, drawn)))


@pytest.mark.parametrize(
    "picture", ["4.1\n...\n1..", "2.2..\n.....\n2.2..\n....1", "1.1\n...\n1.1", "5.2", "3", "1.\n.1"]
)
def test_a_puzzle_without_a_solution_ends_in_a_contradiction(picture):
    system = techniques(hashi.parse(picture))
    *_, last = Explainer(system, system.start).steps()
    assert not all(last.candidates.values())
    assert "would" in last.message


def test_sentences_name_few_things_and_fit_in_a_line():
    for name in ("islands_50", "islands_100", "tiny_eight", "table_a4_18"):
        check_sentences(str(hashi.explanation(hashi.load(name))))


@pytest.mark.parametrize(
    ("picture", "name", "conclusion"),
    [
        ("2.3\n...\n..1", "a 2 with one neighbour", "a double bridge to the 3 at (1,3)"),
        ("..1..\n.....\n3.6.1\n.....\n..3..", "a 6 beside two 1s", "a single bridge to each 1"),
        ("..3..\n.....\n3.8.4\n.....\n..3..", "an 8 with four neighbours", "it has a double bridge to each"),
        ("..3..\n.....\n1.5.3", "a 5 beside a 1", "a double bridge to each of the others"),
        ("2.2.1\n.....\n1....", "a 2 beside a 1", "at least one bridge to the 2 at (1,3)"),
        ("2.2\n...\n2.2", "two 2s", "there is at most one bridge between them"),
    ],
)
def test_a_pattern_of_the_clues_has_its_name(picture, name, conclusion):
    lines = str(hashi.explanation(hashi.parse(picture))).split("\n")
    assert any(line.endswith(f": {name}.") and conclusion in line for line in lines)


def test_what_limits_an_island_is_told_in_whole_sentences():
    lines = str(hashi.explanation(hashi.load("loose_100"))).split("\n")
    assert max(map(len, lines)) <= 120
    assert any(line.startswith("It has at most one bridge to each of the ") for line in lines)
    assert not [line for line in lines if line.startswith(("At most", "Only one bridge"))]


def test_patterns_are_called_by_name_and_an_island_speaks_for_itself():
    told = str(hashi.explanation(hashi.parse("4.3\n...\n3.2"))).split("\n")
    assert told[:2] == [
        "The 4 at (1,1) has only two neighbours.",
        "So it has a double bridge to each: a 4 with two neighbours.",
    ]
