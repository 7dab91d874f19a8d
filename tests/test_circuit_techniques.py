"""The techniques of the circuit board: they conclude what is true, from no more facts than they need."""

import random
from dataclasses import replace

import pytest
from brute_circuit import trees
from reasoned import check_sentences, checker_of, finished, found_at, spared

from puzzlekit import circuit
from puzzlekit.circuit.model_spanning_tree import build
from puzzlekit.circuit.techniques import techniques
from puzzlekit.core.grid import Edge, Point
from puzzlekit.reasoning import answers, steps
from puzzlekit.reasoning.engine import Used
from puzzlekit.reasoning.suppositions import literals

BOARDS = {name: circuit.load(name) for name in ("tiny_3x3", "tiny_4x4", "tiny_rectangle", "board_5x5")}
BOARDS |= {f"generated {seed}": circuit.generate(4, 5, seed=seed) for seed in range(1, 6)}


def pair(edge):
    return tuple((end.row, end.column) for end in (edge.a, edge.b))


def brute(puzzle):
    """All trees of a puzzle, as sets of edges."""
    found = trees({(p.row, p.column) for p in puzzle.points}, {*map(pair, puzzle.given)})
    return [frozenset(Edge(Point(*a), Point(*b)) for a, b in tree) for tree in found]


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_explained_whole_and_each_step_follows_from_no_fewer_facts(name):
    puzzle = BOARDS[name]
    checker = checker_of(puzzle, build(replace(puzzle, endpoints=None)))
    known = {edge: frozenset({1} if edge in puzzle.given else {0, 1}) for edge in puzzle.edges}
    for step in answers.explanation(puzzle).steps:
        checker.check(step)
        assert all(known[edge] <= states for edge, states in step.facts.items()), f"{step} takes what was not told"
        assert {*step.candidates, *step.where} <= {*puzzle.edges}
        known |= step.candidates
        assert not spared(checker, step.links)
    drawn = frozenset(edge for edge, states in known.items() if states == {1})
    assert not circuit.violations(puzzle, circuit.Solution.of(puzzle, drawn))
    assert all(len(states) == 1 for states in known.values())


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_from_any_position_what_is_concluded_holds_in_all_trees(seed):
    puzzle, choice = replace(circuit.generate(4, seed=seed), given=frozenset()), random.Random(seed)
    system, boards = techniques(puzzle), brute(puzzle)
    assert boards
    for _ in range(25):
        board, some = choice.choice(boards), choice.sample(puzzle.edges, choice.randrange(len(puzzle.edges)))
        told = {edge: (edge in board) ^ (choice.random() < 0.04) for edge in some}
        agreeing = [own for own in boards if all((edge in own) == drawn for edge, drawn in told.items())]
        engine = finished(system, [1 << told[e] if e in told else 3 for e in system.elements])
        assert not (agreeing and engine.contradiction), told
        for own in agreeing:
            for element, mask in zip(system.elements, engine.left, strict=True):
                edge = isinstance(element, Edge)
                assert 1 << (element in own if edge else sum(e in own for e in puzzle.at[element]) == 3) & mask
        for e, mask in [*literals(engine)][::3] if not engine.contradiction else ():
            near, whole = engine.suppose(e, mask), engine.suppose(e, mask, awake=True)
            assert near.run(float("inf")) == whole.run(float("inf")), f"{system.elements[e]} is examined in part"
            assert near.contradiction or near.left == whole.left


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_full_board_is_contradicted_where_it_breaks_a_rule(seed):
    puzzle, choice = circuit.generate(4, seed=seed), random.Random(seed)
    system, solution = techniques(puzzle), brute(puzzle)[0]
    for _ in range(30):
        changed = choice.sample([edge for edge in puzzle.edges if edge not in puzzle.given], choice.randrange(5))
        drawn = frozenset(solution.symmetric_difference(changed))
        engine = finished(system, [1 << (e in drawn) if isinstance(e, Edge) else 3 for e in system.elements])
        assert bool(engine.contradiction) == bool(circuit.violations(puzzle, circuit.Solution.of(puzzle, drawn)))


def test_a_given_edge_that_is_left_out_is_to_blame():
    puzzle = circuit.load("board_5x5")
    edge = min(puzzle.given)
    found = answers.mistake(puzzle, {edge: frozenset({0})})
    assert found
    assert found.entries == (edge,)
    assert str(found) == "The edge (1,1)-(1,2) is drawn in the puzzle itself."


@pytest.mark.parametrize("picture", ["o", "o.o.#\n.....\n#.#.o", "o.#.o.o", "o.o\n...\n#.#\n...\no.o"])
def test_boards_on_which_points_are_alone_have_no_solution(picture):
    assert "would" in answers.explanation(circuit.parse(picture)).steps[-1].message


def test_sentences_name_few_things_and_fit_in_a_line():
    for puzzle in (circuit.load("board_5x5"), *(circuit.generate(5, seed=seed) for seed in (2, 4))):
        check_sentences(str(answers.explanation(puzzle)))


@pytest.mark.parametrize(
    ("picture", "told"),
    [
        ("o.o.o\n.....\n#.o.#", "Point (1,1) has only one neighbour.|So the edge (1,1)-(1,2) is drawn."),
        ("o-o\n...\no.o", "Point (1,1) has one edge and cannot get three.|So the edge (1,1)-(2,1) is not drawn."),
        (
            "o.o.#\n.....\no.o.o",
            "Points (1,1) and (1,2) have only two neighbours each: joined, they would be cut off.|"
            "So the edge (1,1)-(1,2) is not drawn: two ends.",
        ),
        (
            "#.o-o\n..|..\n#.o.o\n.....\no.o.o",
            "Three edges at point (2,3) would close a cycle.|So point (2,3) is an end.",
        ),
        (
            "#.o-o\n..|..\n#.o-o\n.....\no.o.o",
            "Drawn edges already join points (1,3) and (2,3).|So the edge (1,3)-(2,3) is not drawn: no cycle.",
        ),
        (
            "o.#.o\n|....\no.o.o\n.....\no.o.o",
            "Point (1,1) can reach the other points only through point (2,1), a fork.|"
            "So the edges (2,1)-(2,2) and (2,1)-(3,1) are drawn.",
        ),
    ],
)
def test_a_technique_says_what_a_person_looks_for(picture, told):
    system, said = techniques(circuit.parse(picture)), set()
    for found in found_at(system, list(system.start)):
        said.add("|".join(steps.lines([steps.link_of(system, Used(found, tuple(found.claim)))])))
    assert told in said
