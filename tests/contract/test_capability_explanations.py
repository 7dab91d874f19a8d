"""The contract of explanations: each step is true, and what is asked on a board says so, too."""

import random
from types import ModuleType
from typing import Any

import pytest
from boards import adapter_of, check_places, enter, kind_on, wait
from packages import each_tiny, few_tiny, solutions_or_none, solved, text_builds, truths

from puzzlekit.board.layout import given
from puzzlekit.core.errors import NoSolution, TimeLimitReached
from puzzlekit.core.grid import Element
from puzzlekit.reasoning import answers


@few_tiny("explanations")
@pytest.mark.once("room")
def test_every_step_of_an_explanation_is_true(room: ModuleType, name: str, puzzle: Any) -> None:
    """Of all solutions, and what is not told differs among them."""
    explanation = room.explanation(puzzle)
    if not solved(room, name):
        assert not all(explanation.steps[-1].candidates.values())
        return
    if not solutions_or_none(room, name):
        pytest.skip("not all solutions are known")
    states = truths(room, name)
    assert bool(explanation.open) == bool(answers.system_of(puzzle).unused)
    for step in explanation.steps:
        assert step.message
        for element, left in step.candidates.items():
            assert all(state[element] in left for state in states if element in state), step.message
    for element in explanation.several:
        assert len({state.get(element) for state in states}) > 1, element


@few_tiny("explanations")
@pytest.mark.once
def test_the_next_step_is_the_first_and_none_is_left_at_the_end(room: ModuleType, name: str, puzzle: Any) -> None:
    if not solved(room, name):
        with pytest.raises(NoSolution):
            room.difficulty(puzzle)
        return
    explanation, known = room.explanation(puzzle), dict[Any, frozenset]()
    assert room.next_step(puzzle) == next(iter(explanation.steps), room.next_step(puzzle))
    for step in explanation.steps:
        known |= {element: known.get(element, left) & left for element, left in step.candidates.items()}
    if explanation.open:
        with pytest.raises(TimeLimitReached):  # what is left is unknown, and no last step
            room.next_step(puzzle, known)
        return
    step = room.next_step(puzzle, known)
    assert step is None or not step.links, "only what goes without saying may be left"
    assert room.difficulty(puzzle) >= (1 if any(step.length > 1 for step in explanation.steps) else 0)


@few_tiny("explanations")
@pytest.mark.once
def test_a_limit_of_time_leaves_the_rest_open(room: ModuleType, name: str, puzzle: Any) -> None:
    whole, none = room.explanation(puzzle), room.explanation(puzzle, time_limit=0)
    assert not none.steps
    assert bool(none.open) >= bool(whole.steps)
    with pytest.raises(TimeLimitReached):
        room.difficulty(puzzle, time_limit=0)


@few_tiny("board", "explanations")
def test_no_step_says_what_a_clue_says(room: ModuleType, name: str) -> None:
    clues = adapter_of(room).write(room.load(name), None)
    for step in room.explanation(room.load(name)).steps:
        for element, left in step.candidates.items():
            assert clues.get(element) not in [given(state) for state in left if len(left) == 1], step.message


@few_tiny("board", "explanations")
@pytest.mark.once("room")
def test_why_of_a_wrong_entry_says_that_it_cannot_be(room: ModuleType, name: str) -> None:
    """What stands in some solution is never called wrong."""
    puzzle, game, board = room.load(name), adapter_of(room), room.board(room.load(name))
    boards, own = [game.write(puzzle, one) for one in solutions_or_none(room, name)], game.write(puzzle, None)
    model = next(text_builds(room, puzzle))[1]
    if not boards or (model.model.getObjective().terms and not model.stop_at_first):
        pytest.skip("no solution, or not all of them are known, or its objective counts")
    said = [(element, str(state)) for element, state in model.indicators if element in game.sheet(puzzle).elements]
    for element, word in random.Random(name).sample(said, min(4, len(said))):
        if word in kind_on(board, str(element))["play"] and not own.get(element):
            enter(board, str(element), word)
            board.why(element)
            wait(board)
            wrong = "wrong" in board.marks.get(str(element), {}).get("words", ())
            can_be = any(game.agrees(word, solution.get(element, "")) for solution in boards)
            assert wrong != can_be, f"{element} {word}: {board.ui['message']}"
            board.clear()


@each_tiny("explanations")
def test_words_for_elements_name_their_places(room: ModuleType, puzzle: Any) -> None:
    for _, built in text_builds(room, puzzle):
        for element, words in built.display_names.items():
            if isinstance(element, Element):
                check_places(words, [element])
