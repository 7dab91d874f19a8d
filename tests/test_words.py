"""Proofs in words: grammar, what is told together, what is named, and a census of sentences over all puzzles."""

import importlib
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice
from types import ModuleType
from typing import Any

import pytest

import puzzlekit
from puzzlekit import circuit, explain, hashi, numberlink, slitherlink, sudoku, zebra
from puzzlekit.circuit import wording as circuit_wording
from puzzlekit.clock import Stopwatch
from puzzlekit.errors import NoShortProof, NoSolution, TimeLimitReached, UnsupportedPuzzle
from puzzlekit.explain import ContradictionProof, ExplainedStep
from puzzlekit.explain.proofs.certificate import Certificate, Term
from puzzlekit.explain.proofs.easiest import Easiest
from puzzlekit.explain.proofs.known import taken_for_granted
from puzzlekit.explain.proofs.premises_of import premises
from puzzlekit.explain.proofs.proof import used
from puzzlekit.explain.proofs.row_kinds import ASSUMED, elements_in, weight
from puzzlekit.explain.words.link_kinds import is_direct
from puzzlekit.explain.words.naming import by_itself, clause_of, concluded, filled_in, known_of
from puzzlekit.explain.words.proof_parts import proof_parts, whole
from puzzlekit.explain.words.verbalize import PLAIN
from puzzlekit.explain.words.verbalize_cases import MOST
from puzzlekit.grammar import FULL, LONGEST, Clause, clauses, in_lines, lines, listed, many, named
from puzzlekit.grid import Cell, Edge, Label, Point
from puzzlekit.hashi import model_cut_set
from puzzlekit.scip import AtAGlance, StepConstraints, Wording
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.slitherlink import model_single_loop
from puzzlekit.sudoku import model_assignment
from puzzlekit.sudoku.rules import units

ROOMS = {name: importlib.import_module(f"puzzlekit.{name}") for name in puzzlekit.PUZZLES}
FILES = [(room, name) for room, module in ROOMS.items() for name in module.names()]
SIZES = {  # of generated puzzles: small, so that all of their steps are found
    "sudoku": (2, 3),
    "battleship": (6, 6),
    "circuit": (4, 4),
    "hashi": (10,),
    "zebra": (4, 4),
    "slitherlink": (5, 5),
    "numberlink": (5, 5),
}
TINY = [file for i, file in enumerate(file for file in FILES if file[1].startswith("tiny_")) if i % 3 == 0]


# Grammar


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["row 7"], "row 7"),
        (["row 8", "row 7", "box 2", "box 5"], "rows 7 and 8 and boxes 2 and 5"),
        (["cell (1,10)", "cell (1,9)"], "cells (1,9) and (1,10)"),
        (["the link (1,1)-(1,3)", "the link (1,1)-(4,1)"], "the links (1,1)-(1,3) and (1,1)-(4,1)"),
        (["the 3 at (1,1)", "the 3 at (1,4)"], "the 3 at (1,1) and the 3 at (1,4)"),
        (["the colour of house 1", "the pet of house 1"], "the colour of house 1 and the pet of house 1"),
        (["clue 1 (Englishman = red)"], "clue 1 (Englishman = red)"),
        (["row 1", "row 1"], "row 1"),
    ],
)
def test_lists(names: list[str], told: str) -> None:
    assert listed(names) == told


def test_of_many_of_a_kind_the_number_is_told_but_a_clue_has_its_text() -> None:
    clues = ["clue 1 (Englishman = red)", "clue 2 (Spaniard = dog)"]
    assert listed([f"cell (1,{j})" for j in range(1, 9)], 6) == "8 cells"
    assert listed(clues, 1) == "clue 1 (Englishman = red) and clue 2 (Spaniard = dog)"
    assert listed(["row 1", "column 2", "box 3", "house 4"], 1) == "row 1, column 2, box 3 and house 4"


def test_a_sentence_is_no_longer_than_a_line_with_its_full_stop() -> None:
    assert named([Clause("n" * (LONGEST - 1))]) == "n" * (LONGEST - 1)
    assert named([Clause("n" * LONGEST)]) is None


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("has its 7", "have their 7"),
        ("is a double bridge", "are double bridges"),
        ("is not a double bridge", "are not double bridges"),
        ("is not empty", "are not empty"),
        ("takes 2 at most", "take 2 at most"),
        ("goes to house 1", "go to house 1"),
        ("can only be 7", "can only be 7"),
        ("is an end", "are ends"),
        ("is a", "are a"),
        ("is not a", "are not a"),
        ("is not a left end and not an end", "are not left ends and not ends"),
        ("is not a left end, a top end or a single", "are not left ends, top ends or singles"),
        ("is not b or a", "are not b or a"),
    ],
)
def test_verbs(one: str, several: str) -> None:
    assert many(one) == several


def test_what_each_of_several_needs_is_told_of_each() -> None:
    needs = [Clause(f"the 3 at (1,{j})", "needs 3 edges") for j in (1, 3)]
    assert clauses(needs, 12) == "the 3 at (1,1) and the 3 at (1,3) need 3 edges each"
    pets = [Clause(f"the pet of house {i}", "is not fox") for i in (1, 3)]
    assert clauses(pets, 12) == "the pet of houses 1 and 3 is not fox"


# What is told


def test_a_limit_of_several_is_that_of_each() -> None:
    cells = [Clause(f"cell (1,{j})", "holds at most one digit") for j in (1, 3)]
    assert clauses(cells, 12) == "cells (1,1) and (1,3) hold at most one digit each"
    filled = [Clause(f"row {i}", "has its", "7") for i in (1, 3)]
    assert clauses(filled, 12) == "rows 1 and 3 have their 7"


def test_what_gets_too_long_for_a_line_takes_more_of_them() -> None:
    said = [Clause(f"the link (1,{j})-(2,{j})", "is empty" if j % 2 else "is a single bridge") for j in range(1, 30)]
    told = in_lines(said).splitlines()
    assert max(map(len, told)) < LONGEST
    assert sorted(re.findall(r"\(1,\d+\)", "".join(told))) == sorted(f"(1,{j})" for j in range(1, 30))
    assert in_lines(said[:1]) == "the link (1,1)-(2,1) is empty"
    assert [len(lines("".join, "a" * length)) for length in (LONGEST - 1, LONGEST)] == [1, 2]


def test_a_rule_that_counts_twice_says_so() -> None:
    model = premises(model_cut_set.build(hashi.load("tiny_six")))
    row = next(row for row in model.rows if row.family == "number_of_bridges")
    once, twice = (clauses([clause_of(model, replace(by_itself(row), times=times))], FULL) for times in (1, 2))
    assert twice == f"{once} (taken twice)"


def test_the_kind_says_how_a_step_is_told() -> None:
    """By its proofs, and not by its words."""
    built = zebra.FORMULATIONS["assignment"](zebra.load("four"))
    known, kinds = premises(built), set[str]()
    for step in explain.steps(built):
        own = proof_parts(known, step.proofs)
        suppose = isinstance(step.proof, ContradictionProof)
        assert step.kind != "supposed" or suppose
        assert step.kind != "plain" or own.rules <= PLAIN
        assert step.kind != "plain" or not suppose or is_direct(known, step.proof)
        assert step.kind != "long" or own.rules > PLAIN or own.times > 1
        known = step.check(known)
        kinds.add(step.kind)
    built.free()
    assert {"plain", "supposed"} <= kinds


@pytest.mark.full
def test_a_long_supposition_is_told_link_by_link() -> None:
    steps = slitherlink.explanation(slitherlink.load("five_hard")).steps
    step = next(step for step in steps if step.kind == "supposed" and "\n" in step.message)
    assert isinstance(step.proof, ContradictionProof)
    *sure, supposed = step.sentences[0].splitlines()
    told = step.sentences[1].splitlines()
    assert supposed.startswith("Suppose that ")
    assert told[-1].startswith("But ")
    assert " would " not in "".join(sure)
    for link in step.proof.links[:-1]:
        own, word = (told, " would ") if any(row.family == ASSUMED for row in used(link)) else (sure, ": ")
        element, state = link.claim.index
        assert any(str(element).split(" ")[-1] in line and word in line for line in own), (element, state)


def test_rows_that_say_the_same_are_told_once() -> None:
    step = explain.why(model_assignment.build(sudoku.load("report_figure_3_1")), Cell(8, 3))
    assert step is not None
    assert step.message in (  # as easy
        "Rows 7 and 8 and boxes 2 and 5 have their 7. So in column 4 the 7 must be in (9,4): a hidden single.",
        "Columns 5 and 6 and rows 7 and 8 have their 7. So in box 8 the 7 must be in (9,4): a hidden single.",
    )
    assert step.told == "cell (9,4) is 7"


def test_the_last_empty_cell_of_a_unit_is_called_so() -> None:
    puzzle = sudoku.load("tiny_4x4")
    filled, named = {*puzzle.given}, 0
    for step in sudoku.explanation(puzzle).steps:
        (cell,) = step.candidates
        own = [unit for unit, cells in units(puzzle) if cell in cells and {*cells} <= filled | {cell}]
        if "the last empty cell of its " in step.message:
            assert step.message.removesuffix(".").split(" ")[-1] in [unit.side for unit in own]
            assert step.sentences[0] in [f"All other cells of {unit} are filled." for unit in own]
            named += 1
        filled.add(cell)
    assert named
    assert "the last empty cell" in step.message  # nothing else was left


def test_of_an_element_that_is_known_nothing_else_is_told() -> None:
    model = premises(model_cut_set.build(hashi.load("tiny_square")))
    element, (state, *others) = next((e, [*states]) for e, states in model.states.items() if len(states) == 3)
    holds, out = model.holds(element, state), [model.excluded(element, other) for other in others]
    (told,) = known_of(model, [holds])
    assert known_of(model, [out[0], holds]) == known_of(model, [holds, *out]) == known_of(model, out) == [told]
    assert known_of(model, out[:1]) != [told]


def test_what_clues_exclude_is_told_clue_by_clue_with_their_texts() -> None:
    """Together they would get too long for a line."""
    puzzle = zebra.load("life_1962")
    model, cell = premises(zebra.FORMULATIONS["assignment"](puzzle)), puzzle.cells[0]
    places = [(Label("clue", i), "there") for i in (2, 4)]
    keys = [("x", (cell, own)) for own in puzzle.properties(cell)[:2]]
    rows = [LinearConstraint("neighbours", at, {key: 1.0}, None, 0.0) for at, key in zip(places, keys, strict=True)]
    told = [" ".join(one).strip() for one in known_of(model, rows)]
    assert [words.split(", by ")[1] for words in told] == [model.display_names[label] for label, _ in places]


def test_a_region_of_many_points_is_counted() -> None:
    model = premises(circuit.model_spanning_tree.build(circuit.parse("o.o\n...\no.o")))
    names = [Point(i, j) for i in range(4) for j in range(3)]
    rows = [
        LinearConstraint("connected", tuple(names[:k]), {("x", "e"): 1.0, ("x", "f"): 1.0}, 1, None) for k in (2, 12)
    ]
    two, many = (clause_of(model, by_itself(row)).subject for row in rows)
    assert (two, many) == ("an edge must lead out of points (1,1) and (1,2)", "an edge must lead out of 12 points")


def test_a_cell_that_has_another_letter_is_told_by_it() -> None:
    built = numberlink.FORMULATIONS["edge"](numberlink.parse("A.A\nB.B"))
    model = premises(built)
    row = next(row for row in model.rows if row.family == "one_letter" and row.index == Cell(0, 1))
    known = model.knowing(model.holds(Cell(0, 1), "A"))
    assert clause_of(known, replace(by_itself(row, asks=False), rest=Fraction(0))) == Clause("cell (1,2)", "is A")


def test_no_more_than_none_is_none() -> None:
    built = slitherlink.FORMULATIONS["single_loop"](slitherlink.parse("1."))
    model = premises(built)
    (row,) = [row for row in model.rows if row.family == "demand"]
    broken = model.wording["demand"].broken[0]
    assert filled_in(model, by_itself(row), broken) == "the 1 at (1,1) | would have no edge"


@pytest.mark.parametrize(
    ("count", "told"), [(2, "the 1 at (1,1) and the 1 at (1,3)"), (8, "the 1 at (1,1) and 7 others")]
)
def test_a_group_of_islands_is_named_or_counted(count: int, told: str) -> None:
    puzzle = hashi.parse("1.1.1\n.....\n1.1.1\n.....\n1.1.1")
    bridges = {("x", (bridge, 1)): 1.0 for bridge in puzzle.bridges}
    row = LinearConstraint("connected", tuple(point for point, _ in puzzle.islands[:count]), bridges, 1.0, None)
    own = clause_of(premises(model_cut_set.build(puzzle)), by_itself(row))
    assert own.subject == f"a bridge must lead out of {told}"


def test_a_number_of_edges_is_told_by_what_may_be_left_out() -> None:
    model = premises(circuit.model_spanning_tree.build(circuit.parse("o.o\n...\no.o")))
    (row,) = [row for row in model.rows if row.family == "connect_all_points"]
    assert clause_of(model, by_itself(row)).subject == "only 1 of 4 edges may be left out"


def test_a_square_is_named_by_its_corners() -> None:
    board = circuit.parse("o.o\n...\no.o")
    square = LinearConstraint("no_cycle", Point(0, 0), {("x", edge): 1.0 for edge in board.edges}, None, 3.0)
    model = premises(circuit.model_spanning_tree.build(board))
    assert str(clause_of(model, by_itself(square)).subject) == "the edges between (1,1) and (2,2) may not close a cycle"


def test_what_is_given_is_given() -> None:
    built = model_assignment.build(sudoku.load("report_figure_3_1"))
    assert str(explain.why(built, Cell(0, 3))) == "It is given. So cell (1,4) is 4."
    built.free()


def test_elements_that_follow_from_the_same_rows_are_one_step() -> None:
    step = hashi.next_step(hashi.load("tiny_six"))
    assert step is not None
    assert step.message == (
        "The 4 at (4,1) has only 2 neighbours. "
        "So the links (1,1)-(4,1) and (4,1)-(4,3) are double bridges: a 4 with two neighbours."
    )
    assert len(step.proofs) == len(step.candidates) == 2
    premises = explain.premises(model_cut_set.build(hashi.load("tiny_six")))
    known = step.check(premises)
    assert [proof.claim for proof in step.proofs] == list(known.known[len(premises.known) :])


def test_a_bound_is_told_before_what_follows_from_it() -> None:
    single = Edge(Point(0, 0), Point(0, 2))
    found = [step for step in hashi.explanation(hashi.load("tiny_six")).steps if single in step.candidates]
    assert [set(step.candidates[single]) for step in found] == [{1, 2}, {1}]


LACKS_1, PAIR, FOUR = frozenset({2, 3, 4}), frozenset({3, 4}), frozenset({3, 4, 5, 6})
NAMED = {  # a state of a cell of an empty grid of 4 or 6 rows, and what others may be
    "locked candidates": (Cell(0, 2), 1, {Cell(1, 0): LACKS_1, Cell(1, 1): LACKS_1}),
    "a hidden pair": (Cell(0, 0), 3, {Cell(0, column): FOUR for column in range(2, 6)}),
    "a naked pair": (Cell(1, 1), 3, {Cell(1, 2): PAIR, Cell(1, 3): PAIR}),
    "an X-wing": (Cell(1, 0), 1, dict.fromkeys([Cell(0, 1), Cell(0, 3), Cell(2, 1), Cell(2, 3)], LACKS_1)),
}


@pytest.mark.parametrize("name", NAMED)
def test_techniques_of_sudoku_have_their_names(name: str) -> None:
    cell, digit, candidates = NAMED[name]
    six = sudoku.parse("boxes: 2x3" + "\n......" * 6)
    built = model_assignment.build(six if FOUR in candidates.values() else sudoku.load("tiny_empty"))
    step = explain.why_not(built, cell, digit, candidates)
    assert step is not None
    step.check(explain.premises(built).knowing(*taken_for_granted(explain.premises(built), candidates)))
    assert step.sentences[2] == f"So cell ({cell.row + 1},{cell.column + 1}) is not {digit}: {name}."
    phrase = " can only be " if name == "a naked pair" else " must be in "
    assert phrase in step.message
    built.free()


@pytest.mark.parametrize(
    ("text", "edge", "name"),
    [
        ("3..\n...\n...", Edge(Point(0, 0), Point(0, 1)), "a 3 in a corner"),
        (".....\n.33..\n.....", Edge(Point(1, 1), Point(2, 1)), "adjacent threes"),
        ("....\n.3..\n..3.\n....", Edge(Point(1, 1), Point(1, 2)), "diagonal threes"),
        ("....\n.3..\n..0.\n....", Edge(Point(1, 2), Point(2, 2)), "a 3 beside a 0"),
    ],
)
def test_techniques_of_slitherlink_have_their_names(text: str, edge: Edge, name: str) -> None:
    built = model_single_loop.build(slitherlink.parse(text))
    step = explain.why(built, edge)
    assert step is not None
    assert step.message.endswith(f" is drawn: {name}.")
    built.free()


def test_a_name_that_has_no_room_at_the_end_comes_first() -> None:
    built = model_single_loop.build(slitherlink.parse(".....\n.33..\n....."))
    step = explain.next_step(built)
    assert step is not None
    assert len(step.proofs) > 1
    assert step.message.startswith("Adjacent threes:\nThe 3 at (2,2) and the 3 at (2,3) need 3 edges each; ")
    built.free()


def test_a_corner_of_the_circuit_board_has_too_few_neighbours_for_a_fork() -> None:
    step = circuit.next_step(circuit.load("tiny_4x4"))
    assert step is not None
    assert step.message.endswith(" is an end: too few for a fork.")


def test_what_an_element_is_not_is_told_of_it_once() -> None:
    built = model_assignment.build(sudoku.parse("1...\n..2.\n....\n...."))
    known, cell = premises(built), Cell(1, 1)
    proofs = [Certificate(known.excluded(cell, digit), ()) for digit in (3, 4)]
    assert concluded(known, proofs, {cell: frozenset({1, 2})}) == "cell (2,2) is not 3 and not 4"
    built.free()


@pytest.mark.full
def test_what_is_supposed_counts_for_what_a_rule_says() -> None:
    """What would be a fork takes three edges."""
    forks = list[str]()
    for seed in (7003, 7006):
        built = circuit.FORMULATIONS["forks"](circuit.generate(5, seed=seed))
        forks += [
            step.message for step in explain.steps(built) if re.match(r"Suppose that \S+ \S+ is a fork", step.message)
        ]
        built.free()
    assert forks
    for message in forks:
        point = message.removeprefix("Suppose that ").partition(" is a fork")[0]
        assert f"{point} takes three edges" in message
        assert f"{point} takes one edge or three" not in message


DRAWN = [("x", letter) for letter in "abcde"]


def region(family: str, count: int, number: int = 0) -> LinearConstraint:
    """A row through so many edges, of a point of its own."""
    return LinearConstraint(family, Point(0, number), dict.fromkeys(DRAWN[:count], 1.0), 1.0, 1.0)


@pytest.mark.parametrize(
    ("at_least", "at_most", "name"),
    [
        ([region("connected", 3)], [], "the only way out"),
        ([], [region("odd_sum", 3)], "parity of a border"),
        ([region("connected", 3), region("connected", 2, 1)], [], ""),
        ([region("connected", 3)], [region("no_cycle", 3, 1)], ""),
        ([region("degree_one_or_three", 2)], [], "the only way out"),  # with the variable that says which
        ([], [region("degree_one_or_three", 3)], "too few for a fork"),
        ([region("degree_one_or_three", 4)], [], ""),
        ([region("degree_one_or_three", 1)], [], ""),
        ([region("degree_one_or_three", 3), region("degree_one_or_three", 3, 1)], [], ""),
        ([region("degree_one_or_three", 3)], [region("no_cycle", 4, 1)], ""),
        ([region("connect_all_points", 3)], [], ""),
        ([region("no_lonely_pair", 3)], [], ""),
        ([], [], ""),
    ],
)
def test_what_steps_of_circuit_are_called(at_least: list, at_most: list, name: str) -> None:
    """By the one region that they look at, or by a point with few neighbours of which nothing is known."""
    claim, known = region("known", 1), region("keep_given_edges", 1)
    found = circuit_wording.technique(StepConstraints(claim, at_least, at_most, ()))
    assert found == name
    few = isinstance(found, AtAGlance)
    assert few == (name != "" and {row.family for row in (*at_least, *at_most)} == {"degree_one_or_three"})
    if few:
        count = {"the only way out": "one neighbour", "too few for a fork": "two neighbours"}[name]
        assert found.by == f"point (1,1) has only {count}"
    assert circuit_wording.technique(StepConstraints(claim, at_least, at_most, [known])) == ("" if few else name)


def test_a_point_of_circuit_has_few_edges_left() -> None:
    """Those that are not drawn count as if there were no neighbour; those of other points and drawn ones do not."""
    corner, row = Point(0, 0), region("degree_one_or_three", 4)  # three edges, and which of the two
    ends = [Point(1, 0), Point(0, 1), Point(1, 1)]
    out = [LinearConstraint("known", (Edge(corner, end), 1), {}, None, 0.0) for end in ends]
    drawn = LinearConstraint("known", (Edge(corner, ends[0]), 1), {}, 1.0, None)
    other = LinearConstraint("known", (Edge(ends[0], ends[2]), 1), {}, None, 0.0)

    def called(*known: LinearConstraint) -> tuple[str, str]:
        name = circuit_wording.technique(StepConstraints(region("known", 1), [], [row], known))
        return str(name), getattr(name, "by", "")

    assert called(out[0]) == ("too few for a fork", "point (1,1) has only two edges left")
    assert called(*out[:2]) == ("the only way out", "point (1,1) has only one edge left")
    assert called() == called(drawn) == called(other) == called(out[0], other) == ("", "")


def test_edges_of_circuit_are_drawn_or_not() -> None:
    words = circuit_wording.words(circuit.parse("o.o\n...\no.o"))
    assert (words[0], words[1]) == ("not drawn", "drawn")
    assert {words[edge] for edge in circuit.parse("o.o\n...\no.o").edges} == {
        f"the edge {ends}" for ends in ("(1,1)-(1,2)", "(1,1)-(2,1)", "(1,2)-(2,2)", "(2,1)-(2,2)")
    }


def test_a_path_of_numberlink_does_not_touch_itself() -> None:
    puzzle = numberlink.parse("....A\n.A...\n...B.\nC....\nC...B")
    left_out = Edge(Cell(0, 1), Cell(1, 1))
    steps = list(explain.steps(numberlink.FORMULATIONS["edge"](puzzle)))
    assert any(left_out in step.candidates for step in steps)
    assert any(step.message.endswith(" is left out: the path would touch itself.") for step in steps)


@pytest.mark.full
def test_what_two_links_say_in_the_same_words_is_said_once() -> None:
    """Of two letters, not to be one is to be the other: both would follow from the cell beside it."""
    puzzle = numberlink.parse("....A\n..A..\n..B..\n.....\n....B")
    answer = explain.asked(puzzle, numberlink.FORMULATIONS, explain.why, Edge(Cell(3, 4), Cell(4, 4)))
    told = [step.sentences[1].splitlines() for step in answer.before if step.kind == "supposed"]
    assert told
    assert all(len({*lines}) == len(lines) for lines in told)


def test_a_step_is_walked_in_pictures() -> None:
    built = model_assignment.build(sudoku.load("report_figure_3_1"))
    step = explain.why(built, Cell(8, 3))
    assert step is not None
    (pattern, first), (conclusion, last) = step.pictures
    assert (pattern, conclusion) == (step.sentences[0], step.sentences[2])
    assert last == step.marks
    assert all(set(word.split()) <= set(last[e].split()) for e, word in first.items())
    assert Cell(1, 4) in first  # a 7 that is there
    assert not {Cell(8, 3), Label("column", 3)} & first.keys()


def test_what_was_known_before_is_lit_where_it_is_told() -> None:
    puzzle = slitherlink.load("tiny_subtours")
    steps = explain.steps(model_single_loop.build(puzzle))
    step = next(step for step in steps if step.sentences[0].startswith("The edge") and step.sentences[1])
    named = {edge for edge in puzzle.edges if str(edge).removeprefix("points ") in step.sentences[0]}
    assert step.pictures[0][1].keys() == named
    assert named
    assert named < step.pictures[1][1].keys() == step.marks.keys()


def some_steps(room: Any, name: str) -> list[ExplainedStep]:
    return explain.asked(room.load(name), room.FORMULATIONS, lambda built: list(islice(explain.steps(built), 40)))


@pytest.mark.parametrize(
    ("room", "name"), [(hashi, "table_a4_01"), (slitherlink, "five_hard"), (numberlink, "five"), (numberlink, "six")]
)
@pytest.mark.once
def test_what_is_named_is_lit(room: Any, name: str) -> None:
    """An island, a clue, a cell: as well as the lines that a rule about it is about. Where a reason has several
    pictures, each shows its own."""
    lit = 0
    for step in some_steps(room, name):
        whole = len(step.pictures) == sum(map(bool, step.sentences))
        for number, (own, marks) in enumerate(step.pictures, start=1):
            said = " ".join(words for words, _ in step.pictures[:number]) if whole else own
            places = {str(element).partition(" ")[2] for element in marks}
            assert {*re.findall(r"\([\d,]+\)(?:-\([\d,]+\))?", said)} <= places, said
            lit += len(places)
    assert lit > 40


@pytest.mark.parametrize(("room", "name"), [(zebra, "life_1962"), (slitherlink, "five_hard"), (circuit, "board_5x5")])
@pytest.mark.full
def test_a_supposition_lights_what_it_speaks_of_and_each_mark_keeps_its_colour(room: Any, name: str) -> None:
    supposed = [step for step in some_steps(room, name) if "uppose that" in step.sentences[0]]
    for step in supposed:
        (words, first), *_, (_, last) = step.pictures
        assert step.claim.index[0] in first
        assert len(first) == 1 or not words.startswith("Suppose"), "what would follow is told later"
        assert all(last[element].replace(" hinted", "") == mark for element, mark in first.items())
        assert first.keys() < last.keys()
    assert supposed


@pytest.mark.parametrize(("room", "name"), [(slitherlink, "five_hard"), (circuit, "board_5x5"), (circuit, "board_6x6")])
@pytest.mark.once
def test_a_long_supposition_has_pictures_of_a_few_lines_each_with_its_own_marks(room: Any, name: str) -> None:
    long = [step for step in some_steps(room, name) if isinstance(step.proof, ContradictionProof)
            and len(step.sentences[1].splitlines()) > MOST]  # fmt: skip
    assert long
    for step in long:
        own = [(words, marks) for words, marks in step.pictures if words in step.sentences[1]]
        assert "\n".join(words for words, _ in own) == step.sentences[1]
        assert len(own) > 1
        assert all(step.claim.index[0] in marks for _, marks in own), "what is supposed stays lit"
        lit = [set(marks) for _, marks in own]
        assert max(map(len, lit)) < len(step.marks)
        assert set().union(*lit) >= {element for element, word in step.marks.items() if word != "hinted"}


def test_the_details_are_the_sum() -> None:
    step = explain.why(model_assignment.build(sudoku.load("report_figure_3_1")), Cell(8, 3))
    assert step is not None
    assert step.details.splitlines()[-1] == "sum: x[cell (9,4), 7] >= 1"
    assert len([line for line in step.details.splitlines() if "digit once per" in line]) == len(step.proof.rules)


def test_what_has_no_short_reason_is_counted() -> None:
    step = explain.why(model_assignment.build(sudoku.load("report_figure_3_1")), Cell(0, 1), at_once=True)
    assert step is not None
    many = sum(term.row.family == "one_digit_per_cell" for term in step.proof.rules)
    assert step.message.startswith(
        f"The proof combines {len(step.proof.rules)} constraints: {many} of one digit per cell, "
    )
    assert step.message.endswith("So cell (1,2) is 6.")
    assert step.details.endswith("rounded up, for it is a whole number")


@pytest.mark.full
def test_nothing_is_counted_where_a_loop_would_close() -> None:
    """No row says that, until something is supposed."""
    puzzle = slitherlink.parse(".2.2.\n31.1.\n..3..\n3....\n.1.33")
    steps = explain.asked(puzzle, slitherlink.FORMULATIONS, explain.explanation).steps
    assert any(re.search("would (miss|close without)", step.message) for step in steps)
    assert "counted" not in {step.kind for step in steps}


def test_where_there_is_no_time_for_more_rows_what_can_be_counted_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is up as soon as such rows are there."""
    late, (rows, proof) = list[bool](), (Easiest.take_refuting, Easiest.proof)

    def renewed(self: Easiest) -> bool:
        late.append(rows(self))
        return late[-1]

    def found(self: Easiest, **asked: Any) -> Any:
        if late and late[-1]:
            raise TimeLimitReached("no time")
        return proof(self, **asked)

    monkeypatch.setattr(Easiest, "take_refuting", renewed)
    monkeypatch.setattr(Easiest, "proof", found)
    told, built = [], slitherlink.FORMULATIONS["inside"](slitherlink.parse(".2.2.\n31.1.\n..3..\n3....\n.1.33"))
    with pytest.raises(TimeLimitReached):
        told += (step.kind for step in explain.steps(built))
    assert late == [True]
    assert told[-1] == "counted"
    built.free()


@pytest.mark.full
def test_a_question_is_answered_by_more_steps_where_one_could_only_be_counted() -> None:
    puzzle = slitherlink.parse("3.2.2\n..2..\n31.3.\n.2..2\n.2.3.")
    answer = explain.asked(puzzle, slitherlink.FORMULATIONS, explain.why, Cell(2, 1))
    at_once = explain.asked(puzzle, slitherlink.FORMULATIONS, partial(explain.why, at_once=True), Cell(2, 1))
    assert at_once.kind == "counted"
    assert "counted" not in {step.kind for step in (*answer.before, answer)}


# Census


def check_words(step: ExplainedStep, phrases: Mapping[str, Wording]) -> None:
    told = [sentence for sentence in step.sentences if sentence]
    lines = [line for sentence in told for line in sentence.splitlines()]
    assert step.message == " ".join(told)
    assert "\n".join(words for words, _ in step.pictures) == "\n".join(told)
    assert len(step.pictures) == len(told) or isinstance(step.proof, ContradictionProof)
    assert all(len(words.splitlines()) <= MOST + 3 for words, _ in step.pictures[:-1] if words in step.sentences[1])
    assert max(map(len, lines)) <= LONGEST, step.message
    assert "But ." not in step.message
    assert all(line[0].isupper() or line[0].isdigit() for line in lines)
    assert (step.kind == "counted") == step.message.startswith("The proof combines")
    assert not any(re.search(r"\. [A-Z]", sentence) for sentence in told), step.message
    plain = [sentence.lower().removeprefix("so ") for sentence in told]
    assert len({*plain}) == len(plain), step.message
    follows = [line for line in step.sentences[1].splitlines() if " would " in line]  # what is known may be used again
    assert len({*follows}) == len(follows), step.message
    assert not re.search(r"\bclues? \d+\b(?! \()", step.message), step.message  # each with its text
    assert not re.search(r"\d/\d|\{|\}|None|_", step.message), step.message
    assert not re.search(r"\bmore\b(?! than)", " ".join(step.sentences[:2])), (
        step.message
    )  # all is named, or it is counted
    assert set(re.findall(r"\(\d+,\d+\)", step.sentences[0])) <= places(step), step.message
    assert not re.search(r" (is|are) (?!not |(a )?ship parts? )[^.;,]* and not ", step.message)  # what is 5 is not 4
    if step.kind != "counted" and "(taken " not in step.message:
        assert {abs(term.multiplier) for term in taken_as_rules(step, phrases)} <= {1}, step.message


def taken_as_rules(step: ExplainedStep, phrases: Mapping[str, Wording]) -> list[Term]:
    """The rules of a step that need words, as often as they are taken where that is whole numbers."""
    leaves = [(leaf, set().union(*map(known_by, leaf.terms))) for proof in step.proofs for leaf in proof.leaves]
    terms = [(term, known) for leaf, known in leaves for term in whole(leaf) if weight(term.row) >= 1]
    # what leaves one thing open says what that is, however often it is taken
    own = [(term, phrases[str(term.row.family)]) for term, known in terms if len({*term.row.coefficients} - known) > 1]
    # what is full or has nothing may be taken more often: it says what the others are
    return [term for term, words in own if not words.silent and words.satisfied is None]


def known_by(term: Term) -> set[Any]:
    """The variables of which a clue or something that is known says all, if a term is such a fact."""
    return {*term.row.coefficients} if len(term.row.coefficients) == 1 and 0 < weight(term.row) < 1 else set()


def places(step: ExplainedStep) -> set[str]:
    """The numbers of all places that a step's proofs use."""
    rows = [term.row for proof in step.proofs for term in proof.terms]
    found = [e for row in rows for part in (row.index, *row.coefficients) for e in elements_in(part)]
    found += [e for element in found for e in (getattr(element, "a", None), getattr(element, "b", None)) if e]
    whole = {str(e).split(" ")[-1] for e in found}
    for row in rows:  # a ship's place, by its parts
        for _, key in row.coefficients:
            whole |= {str(cell).split(" ")[-1] for cell in getattr(key, "parts", ())}
    return whole


def census(room: ModuleType, puzzle: Any, seconds: float, most: int | None = None) -> int:
    """Check the words of the steps found in so many seconds; how many there were."""
    found: list[ExplainedStep] = []

    def ask(built: Any) -> None:
        watch = Stopwatch()
        for step in islice(explain.steps(built, time_limit=seconds), most):
            check_words(step, built.wording)
            found.append(step)
            if watch.remaining(seconds) == 0:
                return

    with suppress(NoSolution, TimeLimitReached, NoShortProof, UnsupportedPuzzle):
        explain.asked(puzzle, room.FORMULATIONS, ask)
    return len(found)


@pytest.mark.parametrize(("room", "name"), TINY)
def test_sentences(room: str, name: str) -> None:
    census(ROOMS[room], ROOMS[room].load(name), 2, 12)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.once
def test_sentences_of_a_generated_puzzle(room: str) -> None:
    assert census(ROOMS[room], ROOMS[room].generate(*SIZES[room], seed=1), 2, 8)


@pytest.mark.slow
@pytest.mark.parametrize(("room", "name"), FILES)
def test_sentences_of_all_files(room: str, name: str) -> None:
    census(ROOMS[room], ROOMS[room].load(name), 20)


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("seeds", [range(first, first + 20) for first in range(0, 200, 20)], ids=str)
def test_sentences_of_generated_puzzles(room: str, seeds: range) -> None:
    for seed in seeds:
        census(ROOMS[room], ROOMS[room].generate(*SIZES[room], seed=seed), 20)
