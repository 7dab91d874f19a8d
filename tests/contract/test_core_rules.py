"""The core's contract: models and their families, and what is wrong, met, said and drawn."""

import re
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import combinations, islice
from types import ModuleType
from typing import Any

import matplotlib as mpl
import pytest
from board_states import STATES
from boards import (
    check_places,
    check_told,
    elements,
    empty_board,
    half_filled,
    less_and_less,
    met_on,
    rendered,
    some_values,
)
from matplotlib import pyplot as plt
from packages import (
    MANY,
    PATIENCE,
    builds,
    each_file,
    each_room,
    each_tiny,
    few_files,
    few_tiny,
    is_linear,
    kind_of,
    loaded,
    name_of,
    own_rows,
    proved,
    solvable,
    solved,
    text_builds,
    tiny,
    tiny_names,
    told,
    told_in_text,
)

from puzzlekit import scip
from puzzlekit.core.grid import Element
from puzzlekit.scip import enumeration
from puzzlekit.scip.constraints import as_linear_constraint, is_broken, keys
from puzzlekit.scip.handler import TOLERANCE, LazyFamily
from puzzlekit.scip.model import BuiltModel

FIRST = 10  # boards of a model without a family, until one breaks its rule

# Models


@each_tiny()
def test_at_a_solution_each_element_is_in_one_state_whatever_the_formulation(room: ModuleType, name: str) -> None:
    """One formulation may speak of lines and letters, another of letters alone. What both speak of is as both say."""
    states_of: dict[Any, dict] = {}
    spoken_of: dict[tuple, tuple[str, set]] = {}
    for formulation, one in told(room, name).items():
        for board, _, fractions in one.boards:
            state = dict(fractions.keys())
            assert set(fractions.values()) == {1.0}, formulation
            assert len(fractions) == len(state) == len(one.states), formulation
            others = states_of.setdefault(board, state)
            assert others.keys() & state.keys(), f"{formulation} has nothing in common with the others"
            assert {element for element in others.keys() & state.keys() if others[element] != state[element]} == set()
            states_of[board] = others | state
        for kind in map(kind_of, one.states) if one.boards else ():  # a refuted model need not speak
            own = {element for element in one.states if kind_of(element) == kind}
            other, known = spoken_of.setdefault(kind, (formulation, own))
            assert own == known, f"of one kind, {formulation} and {other} speak of different elements"


@each_tiny()
def test_at_a_solution_the_indicators_say_what_stands_on_its_board(room: ModuleType, name: str) -> None:
    for formulation, one in told(room, name).items():
        for board, _, fractions in one.boards:
            assert _misstated(room, name, board, fractions.keys()) == [], formulation


def _misstated(room: ModuleType, name: str, board: Any, said: Iterable[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """What is said of a board's elements and is not so."""
    states = STATES[name_of(room)](loaded(room, name), board)
    return [(element, state) for element, state in said if element not in states or states[element] != state]


@each_room()
def test_indicators_of_other_states_or_elements_are_found(room: ModuleType) -> None:
    name, _, _ = solvable(room)
    for formulation, one in told_in_text(room, name).items():  # a fast build knows one state alone of many elements
        for board, _, fractions in one.boards[:1]:
            said = dict(fractions.keys())
            wrong = [(element, other) for element, state in said.items() for other in one.states[element] - {state}]
            assert wrong
            assert _misstated(room, name, board, wrong) == wrong, formulation
            assert _misstated(room, name, board, zip(said, reversed(said.values()), strict=True)), formulation


@each_tiny()
def test_rows_are_named_after_their_family_and_place(room: ModuleType, name: str) -> None:
    """But those of a fast build, which spares the time."""
    for formulation, built in builds(room, loaded(room, name)):
        if not built.named:
            assert formulation.endswith("_fast")
            assert built.rows == {}
            continue
        assert {family for family, _ in built.rows.values()} <= set(built.families), formulation
        assert list(built.rows) == [scip.name(family, place) for family, place in built.rows.values()]
        if built.model is not None:
            rows = [row.name for row in own_rows(built)]
            assert sorted(rows) == sorted(built.rows)  # no row without a family, no name given twice
            variables = [variable.name for variable in built.model.getVars()]
            assert len(set(variables)) == len(variables)
            assert [title for title in (*rows, *variables) if not re.fullmatch(r"\w+", title, re.ASCII)] == []


@each_tiny()
def test_lazy_rows_are_broken_by_the_candidate_and_kept_by_every_solution(room: ModuleType, name: str) -> None:
    puzzle, asked = loaded(room, name), 0
    for formulation, built in text_builds(room, puzzle):
        lazily = [family for family in built.families.values() if isinstance(family, LazyFamily)]
        whole = [values for _, values, _ in told(room, name)[formulation].boards]
        unions = [_union(a, b) for a, b in islice(combinations(whole, 2), MANY)]
        for family in lazily:
            assert [list(family(puzzle, built.v, values)) for values in whole] == [[]] * len(whole)
            for values in [*some_values(built), *unions]:
                for place, found in family(puzzle, built.v, values):
                    row = as_linear_constraint(found, keys(built.v), family.__name__, place)
                    assert is_broken(row, values, TOLERANCE), (formulation, str(row))
                    assert not any(is_broken(row, values, TOLERANCE) for values in whole), (formulation, str(row))
            asked += 1
    if not asked:
        pytest.skip("no lazy family")


def _union(one: Any, other: Any) -> Any:
    """What is 1 in either of two points."""
    pairs = ((name, own, vars(other)[name]) for name, own in vars(one).items())
    return scip.variables(**{name: {k: max(x, theirs[k]) for k, x in own.items()} for name, own, theirs in pairs})


@each_tiny()
def test_families_say_which_equation_they_are(room: ModuleType, name: str) -> None:
    for formulation, built in text_builds(room, loaded(room, name)):
        for family in built.families.values():
            assert re.match(r"\([^()]+\) \S", family.__doc__ or ""), (formulation, family.__name__)


@each_tiny()
@pytest.mark.once("room")
def test_any_family_can_be_left_out(room: ModuleType, name: str, puzzle: Any) -> None:
    solutions = solved(room, name, MANY)
    for formulation, whole in text_builds(room, puzzle):
        for title in whole.families:
            kept = tuple(family for other, family in whole.families.items() if other != title)
            built = room.FORMULATIONS[formulation](puzzle, families=kept)
            assert list(built.families) == [other for other in whole.families if other != title]
            result = scip.solve(built, time_limit=PATIENCE)
            assert result.status == "solved" or not solutions, f"{formulation} without {title}"
            if result.status == "solved":
                _check_judged(room, name, built, built.decode(result.values), solutions)
            built.free()


@each_room()
@pytest.mark.once
def test_a_rule_is_broken_once_its_family_is_left_out(room: ModuleType) -> None:
    """On one of the first boards of some tiny puzzle, in each formulation: no other family brings the rule back."""
    known, broken = set(), set()
    for name in tiny_names(room):
        puzzle = loaded(room, name)
        for formulation, whole in text_builds(room, puzzle):
            rules = _rules(room, puzzle, map(whole.decode, some_values(whole)))
            known |= {(formulation, title) for title in rules & whole.families.keys()}
            for title in [title for title in whole.families if (formulation, title) in known - broken]:
                kept = tuple(family for other, family in whole.families.items() if other != title)
                built = room.FORMULATIONS[formulation](puzzle, families=kept)
                first = islice(enumeration.enumerate_solutions(built, time_limit=PATIENCE), FIRST)
                if title in _rules(room, puzzle, (board for board, _ in first)):
                    broken.add((formulation, title))
                built.free()
    assert known - broken == set()


def _rules(room: ModuleType, puzzle: Any, boards: Iterable[Any]) -> set[str]:
    """The rules that some of these boards break."""
    return {violation.rule for board in boards for violation in room.violations(puzzle, board)}


def _check_judged(room: ModuleType, name: str, built: BuiltModel, board: Any, solutions: tuple) -> None:
    """The checker refuses a board unless it is one of the solutions, in the words of the families."""
    puzzle = loaded(room, name)
    broken = room.violations(puzzle, board)
    check_told(room, name, [*broken, *room.violations(puzzle, board, partial=True)])
    objective_counts = built.model.getObjective().terms and not built.stop_at_first  # some boards are not optimal
    if len(solutions) < MANY and not objective_counts:
        assert (not broken) == (board in solutions)


# Half-filled boards, sentences, pictures


@each_file()
def test_a_solution_breaks_no_rule_as_a_half_filled_board(room: ModuleType, name: str, puzzle: Any) -> None:
    for solution in proved(room, name):
        assert room.violations(puzzle, solution, partial=True) == []
        assert set(room.marks(puzzle, solution).values()) == {"met"}


@each_room()
def test_an_empty_board_is_not_finished_and_yet_nothing_on_it_is_wrong(room: ModuleType) -> None:
    """Whoever does not say that a board is half filled has it judged as it stands."""
    puzzles = [loaded(room, name) for name in tiny_names(room) if proved(room, name)]
    boards = [empty_board(room, puzzle) for puzzle in puzzles]
    assert any(map(room.violations, puzzles, boards))  # but for a puzzle that tells all
    assert not any(map(partial(room.violations, partial=True), puzzles, boards))


@each_tiny()
def test_a_part_of_a_solution_breaks_no_rule_as_a_half_filled_board(room: ModuleType, name: str, puzzle: Any) -> None:
    for board in less_and_less(room, name, puzzle):
        assert room.violations(puzzle, board, partial=True) == []
        assert set(room.marks(puzzle, board).values()) <= {"met"}


@each_tiny()
def test_what_is_wrong_on_an_unfinished_board_is_wrong_on_a_finished_one(
    room: ModuleType, name: str, puzzle: Any
) -> None:
    for formulation, built in text_builds(room, puzzle):
        boards = [built.decode(values) for values in some_values(built)]
        found = [room.violations(puzzle, board, partial=True) for board in boards]
        wrong = any(room.violations(puzzle, board) for board in boards)
        assert any(found) or not wrong, f"{formulation}: nothing wrong"
        for board in boards:
            now, finally_ = (room.violations(puzzle, board, partial=partial) for partial in (True, False))
            check_told(room, name, [*now, *finally_])
            assert {violation.rule for violation in now} <= {violation.rule for violation in finally_}
            marks = room.marks(puzzle, board)
            assert set(marks.values()) <= {"wrong", "met", "over"}
            assert all(isinstance(element, Element) for element in marks)
            assert bool({"wrong", "over"} & set(marks.values())) == bool(now)
            assert room.marks(puzzle, board, now) == marks  # what was judged already is not judged again
            assert "wrong" not in room.marks(puzzle, board, []).values()


@each_room()
def test_every_rule_can_be_broken_before_the_board_is_full(room: ModuleType) -> None:
    """But for one that asks for entries: all that it has against some board are elements without one."""
    told, early, asking = set(), set(), set()
    for puzzle in tiny(room):
        for board, empty in half_filled(room, puzzle, 100):
            early |= {violation.rule for violation in room.violations(puzzle, board, partial=True)}
            for violation in room.violations(puzzle, board):
                told.add(violation.rule)
                if empty.issuperset(violation.where):
                    asking.add(violation.rule)
    assert early <= told
    assert told - early <= asking


@each_room()
def test_what_is_met_asks_for_nothing_more(room: ModuleType) -> None:
    """No rule is broken in a place that is met, and no other."""
    for puzzle in tiny(room):
        for board, _ in half_filled(room, puzzle, 100):
            met = met_on(room, puzzle, board)
            own = {violation.where[0] for violation in room.violations(puzzle, board) if len(violation.where) == 1}
            assert met & own == set(), str(board)


@few_tiny()
def test_what_is_wrong_can_be_seen(room: ModuleType, name: str, puzzle: Any) -> None:
    """Every place that a broken rule or a mark names lies on the board, and a mark changes the picture."""
    _, built = next(text_builds(room, puzzle))
    marks: dict[Any, str] = {}
    for values in some_values(built):
        board = built.decode(values)
        told = [*room.violations(puzzle, board, partial=True), *room.violations(puzzle, board)]
        told += room.clue_conflicts(puzzle)
        marks |= room.marks(puzzle, board)
        assert {element for violation in told for element in violation.where} | set(marks) <= elements(room, name)
    plain = rendered(room.draw(puzzle))
    kinds = {kind_of(element): (element, mark) for element, mark in marks.items()}
    for element, mark in kinds.values():
        assert (rendered(room.draw(puzzle, marks={element: mark})) != plain).any(), (element, mark)


@each_tiny()
def test_visible_clashes_are_contradictions(room: ModuleType, name: str, puzzle: Any) -> None:
    check_told(room, name, room.clue_conflicts(puzzle))
    assert not room.clue_conflicts(puzzle) or solved(room, name) == ()


@each_room()
def test_some_contradictions_are_visible_and_some_are_not(room: ModuleType) -> None:
    unsolvable = [name for name in tiny_names(room) if not solved(room, name)]
    assert {bool(room.clue_conflicts(loaded(room, name))) for name in unsolvable} == {True, False}


@each_tiny()
def test_sentences_count_from_one_and_name_the_places_that_they_are_about(room: ModuleType, puzzle: Any) -> None:
    for violation in room.clue_conflicts(puzzle):
        check_places(violation.message, violation.where)
    for board, _ in half_filled(room, puzzle, 50):
        for violation in (*room.violations(puzzle, board), *room.violations(puzzle, board, partial=True)):
            check_places(violation.message, violation.where)


@few_tiny()
@pytest.mark.once
def test_drawing_leaves_the_settings_alone_and_shows_what_it_is_given(room: ModuleType, name: str, puzzle: Any) -> None:
    _, built = next(text_builds(room, puzzle))
    before = dict(mpl.rcParams)
    plain = rendered(room.draw(puzzle))
    for solution in solved(room, name)[:1]:
        fractions = _fractions(room, name)
        shown = [rendered(room.draw(puzzle, solution)), rendered(room.draw(puzzle, fractions=fractions))]
        nothing_to_add = str(solution) == str(puzzle)
        assert [(picture == plain).all() for picture in shown] == [nothing_to_add] * 2
    seen = [element for values in some_values(built) for element in room.marks(puzzle, built.decode(values))]
    for element in {type(element): element for element in [*(e for e, _ in built.indicators), *seen]}.values():
        assert (rendered(room.draw(puzzle, marks={element: "wrong"})) != plain).any()
    assert dict(mpl.rcParams) == before


def _fractions(room: ModuleType, name: str) -> Mapping[tuple, float]:
    """What the first linear model's relaxation says of a solvable file; without one, what is said of a solution."""
    for _, built in text_builds(room, loaded(room, name)):
        if is_linear(built):
            return dict(built.fractions(scip.relax(built).values))
    return next(iter(told_in_text(room, name).values())).boards[0][2]


@few_files()
def test_drawing_goes_where_it_is_told(room: ModuleType, name: str) -> None:
    _, (left, right) = plt.subplots(1, 2)
    assert room.draw(loaded(room, name), ax=right) is right
    assert right.has_data()
    assert not left.has_data()
