"""The contract of explanations: their words, their steps, and both on a board."""

import random
import re
from types import ModuleType
from typing import Any

import pytest
from boards import adapter_of, check_places, enter, kind_on, wait
from packages import (
    MANY,
    each_room,
    each_tiny,
    explained,
    few_tiny,
    is_linear,
    loaded,
    solutions_or_none,
    solved,
    text_builds,
    tiny_names,
    told_in_text,
)
from patience import limit

from puzzlekit.board import given
from puzzlekit.errors import NoSolution, UnsupportedPuzzle
from puzzlekit.explain import premises
from puzzlekit.explain.words.naming import conclusion
from puzzlekit.grid import Element

AT_ONCE = limit(30.0)  # generously, for an answer that is to come within one or to be none
NO_STEP = (
    "Unknown:",
    "No solution",
    "No step follows",
    "There is no solution",
    "Proved infeasible",
    "UnsupportedPuzzle:",
    "Solved",
    "There is nothing to",
)


@each_tiny("explanations")
def test_families_have_words_for_the_sides_of_their_rows(room: ModuleType, name: str) -> None:
    """What asks for something and what admits no more, unless the family needs no words; no docstring is quoted."""
    for formulation, built in text_builds(room, room.load(name)):
        assert built.families.keys() <= built.wording.keys(), formulation
        for row in premises(built).rows if is_linear(built) else ():
            own = built.wording[str(row.family)]
            both = (row.lower is None or own.at_least) and (row.upper is None or own.at_most)
            assert own.silent or both, row.family


@each_tiny("explanations")
def test_rows_that_follow_from_families_keep_all_boards(room: ModuleType, name: str) -> None:
    told = told_in_text(room, name)
    for formulation, built in text_builds(room, room.load(name)):
        assert not {str(row.family) for row in built.implied} & built.families.keys()
        for row in built.implied:
            for _, values, _ in told[formulation].boards:
                total = sum(vars(values)[group][key] * value for (group, key), value in row.coefficients.items())
                assert row.lower is None or total >= row.lower, row
                assert row.upper is None or total <= row.upper, row


@few_tiny("explanations")
@pytest.mark.once("room")
def test_every_step_of_an_explanation_is_proved_and_true(room: ModuleType, name: str, puzzle: Any) -> None:
    if not solved(room, name):
        _, built = next(text_builds(room, puzzle))
        with pytest.raises(NoSolution if is_linear(built) else UnsupportedPuzzle):
            room.explanation(puzzle)
        return
    if not (explanation := explained(room, name)):
        pytest.skip("this model cannot be asked")
    explanation.check()
    states = [dict(fractions.keys()) for _, _, fractions in next(iter(told_in_text(room, name).values())).boards]
    for step in explanation.steps:
        assert step.message
        assert step.where
        check_places(step.told, [*step.candidates])
        for element, left in step.candidates.items():
            assert all(state[element] in left for state in states)
            assert element in step.where
    settled = {element for step in explanation.steps for element, left in step.candidates.items() if len(left) == 1}
    for element in set(states[0]) - settled - set(explanation.premises.given):
        assert element in {*explanation.several, *explanation.unexplained}
    for element in explanation.several:
        assert len(states) == MANY or len({state[element] for state in states}) > 1


@each_room("explanations")
@pytest.mark.once
def test_what_one_rule_after_the_other_settles_costs_nothing(room: ModuleType) -> None:
    """And what costs nothing is told by sums, rounded or not."""
    names = [name for name in tiny_names(room) if solved(room, name) and explained(room, name)]
    costs = {name: room.difficulty(loaded(room, name)) for name in names[:3]}
    assert all(cost >= 0 for cost in costs.values())
    assert all(explained(room, name).rating.level == 0 for name, cost in costs.items() if cost == 0)


@few_tiny("explanations")
@pytest.mark.once
def test_the_next_step_is_the_easiest_and_starts_from_what_is_known(room: ModuleType, name: str, puzzle: Any) -> None:
    if not solved(room, name):
        pytest.skip("nothing to explain")
    if not (explanation := explained(room, name)):
        pytest.skip("this model cannot be asked")
    step, first = room.next_step(puzzle), next(iter(explanation.steps), None)
    assert (step is None) == (first is None)
    if step and first:
        assert (step.rule, step.proof.norm) == (first.rule, first.proof.norm)
    _, _, fractions = next(iter(told_in_text(room, name).values())).boards[0]
    assert room.next_step(puzzle, {element: frozenset((state,)) for element, state in fractions}) is None


@few_tiny("board", "explanations")
def test_no_step_says_what_a_clue_says(room: ModuleType, name: str) -> None:
    if not solved(room, name) or not (explanation := explained(room, name)):
        pytest.skip("nothing to explain")
    clues = adapter_of(room).write(room.load(name), None)
    for step in explanation.steps:
        for element, left in step.candidates.items():
            assert clues.get(element) not in [given(state) for state in left if len(left) == 1], step.message


@each_tiny("explanations")
@pytest.mark.once("room")
def test_nothing_is_negated_twice(room: ModuleType, name: str) -> None:
    for _, built in text_builds(room, room.load(name)):
        if is_linear(built) and (built.stop_at_first or not built.model.getObjective().terms):
            model = premises(built)
            for item in model.indicators:
                is_so, is_not = (conclusion(model, claim(*item)) for claim in (model.holds, model.excluded))
                assert is_so != is_not
                assert not re.search(r"\bnot not\b", is_not), is_not


@few_tiny("board", "explanations")
@pytest.mark.once("room")
def test_why_of_a_wrong_entry_says_that_it_cannot_be(room: ModuleType, name: str) -> None:
    """Or that only a search shows it; what stands in some solution is never called wrong."""
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
            told = board.ui["message"]
            assert wrong != can_be or told.startswith("Unknown: no short proof"), f"{element} {word}: {told}"
            board.clear()


@each_tiny("explanations")
def test_words_for_elements_name_their_places(room: ModuleType, puzzle: Any) -> None:
    for _, built in text_builds(room, puzzle):
        for element, words in built.display_names.items():
            if isinstance(element, Element):
                check_places(words, [element])
