"""The contract of deduction: steps that need no search."""

import random
from types import ModuleType
from typing import Any

import pytest
from boards import adapter_of, press
from packages import each_file, each_room, each_tiny, solvable, solved, tiny, told_in_text, truths

from puzzlekit.board.layout import entry
from puzzlekit.core import grid
from puzzlekit.core.errors import PuzzleError


@each_tiny("deduction")
def test_reasoning_rules_out_no_solution(room: ModuleType, name: str, puzzle: Any) -> None:
    from_clues = room.deduce(puzzle)
    for state in truths(room, name):
        known = {element: frozenset((value,)) for element, value in state.items()}
        for step in (*from_clues, *room.deduce(puzzle, known)):
            assert step.where
            assert step.candidates
            assert {element for element, left in step.candidates.items() if state[element] not in left} == set()


@each_tiny("deduction")
def test_reasoning_starts_from_what_is_handed_in(room: ModuleType, name: str, puzzle: Any) -> None:
    states = {element: own for one in told_in_text(room, name).values() for element, own in one.states.items()}
    for truth in truths(room, name)[:1]:
        for element, state in random.Random(5).sample(sorted(truth.items(), key=str), min(10, len(truth))):
            left = states | {element: states[element] - {state}}
            for step in room.deduce(puzzle, left):
                assert {e for e, own in step.candidates.items() if not own <= left.get(e, own)} == set()
                left |= step.candidates


@each_tiny("deduction")
def test_where_nothing_is_left_to_an_element_there_is_a_contradiction(room: ModuleType, name: str, puzzle: Any) -> None:
    elements = {element for step in room.deduce(puzzle) for element in step.candidates}
    for element in random.Random(7).sample(sorted(elements, key=str), min(10, len(elements))):
        assert grid.contradiction(room.deduce(puzzle, {element: frozenset()}))


@each_file("deduction")
def test_reasoning_only_narrows(room: ModuleType, name: str) -> None:
    left: dict[Any, frozenset] = {}
    steps = room.deduce(room.load(name))
    assert steps == room.deduce(room.load(name))
    for step in steps:
        assert {element for element, own in step.candidates.items() if not own <= left.get(element, own)} == set()
        left.update(step.candidates)


@each_room("board", "deduction")
def test_reasoning_finds_what_no_clue_says(room: ModuleType) -> None:
    found = ((puzzle, step) for puzzle in tiny(room) for step in room.deduce(puzzle))
    assert any(step.candidates.keys() - adapter_of(room).write(puzzle, None) for puzzle, step in found)


@each_tiny("board", "deduction")
def test_what_can_be_noted_are_the_states_of_deduce(room: ModuleType, puzzle: Any) -> None:
    sheet, possible = adapter_of(room).sheet(puzzle), adapter_of(room).initial_candidates(puzzle)
    for element in sheet.elements:
        if words := sheet.kind(element).notes:
            assert {str(state) for state in possible[element]} == {*words}
            assert {*words} <= {*sheet.looks}
            assert sheet.kind(element).play


@each_tiny("board", "deduction")
def test_notes_of_what_is_left_keep_every_solution(room: ModuleType, name: str) -> None:
    puzzle, agrees = room.load(name), adapter_of(room).agrees
    board = room.board(puzzle)
    for _ in range(2):  # what follows at once, and what follows then
        press(board, {"do": "note"})
        assert board.error is None
        for answer in solved(room, name):
            state = adapter_of(room).write(puzzle, answer)
            for element, left in board.candidates.items():
                assert any(agrees(entry(state.get(element, "")), str(one)) for one in left), (element, answer)
    assert (board.puzzle, board.state) == (puzzle, room.board(puzzle).state)
    board.undo()


@each_room("deduction", "explanations")
def test_a_candidate_that_does_not_exist_is_refused(room: ModuleType) -> None:
    name, puzzle, _ = solvable(room)
    one = next(element for step in room.deduce(puzzle) for element in step.candidates)
    states = next(told.states[one] for told in told_in_text(room, name).values() if one in told.states)
    strange = [{one: frozenset(states | {"no such"})}, {one: {99}}, {one: None}, {one: 1}, {"no such": frozenset({1})}]
    for ask in (room.next_step, room.deduce):
        for candidates in strange:
            with pytest.raises(PuzzleError, match="expected"):
                ask(puzzle, candidates)
    assert room.deduce(puzzle, {}) == room.deduce(puzzle, {one: states})  # the other elements may be in any state
