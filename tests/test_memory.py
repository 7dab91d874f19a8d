"""What one answer found serves the next."""

from collections.abc import Callable
from functools import cache
from typing import Any
from unittest.mock import patch

import pytest

from puzzlekit import explain, slitherlink, sudoku
from puzzlekit.explain.proofs.easiest import Easiest
from puzzlekit.explain.proofs.known import Known
from puzzlekit.grid import Cell, Edge, Point
from puzzlekit.scip import BuiltModel
from puzzlekit.slitherlink import model_inside
from puzzlekit.sudoku import model_assignment


@cache
def puzzle() -> sudoku.Puzzle:
    return sudoku.generate(3, 3, seed=8003)


FAR, NEAR = Cell(8, 1), Cell(5, 0)
EDGE = Edge(Point(3, 3), Point(3, 4))
BOARDS: list[tuple[Callable[[], BuiltModel], Any]] = [
    (lambda: model_assignment.build(puzzle()), FAR),
    (lambda: model_inside.build(slitherlink.generate(5, seed=8004)), EDGE),
]


class Stopped(Exception):
    """As when a reader presses Stop."""


class Searches:
    """Counts how often the easiest proof is looked for, and stops where it is told to."""

    def __init__(self, stop_after: float = float("inf")):
        self.count, self._stop = 0, stop_after
        self._find = Easiest.proof

    def __call__(self, easiest: Easiest, **more: Any) -> Any:
        if self.count >= self._stop:
            raise Stopped
        self.count += 1
        return self._find(easiest, **more)


def asked(built: BuiltModel, element: Any, memory: explain.Memory, **more: Any) -> tuple[explain.ExplainedStep, int]:
    """Why an element is as it is, and how often something was looked for."""
    searches = Searches(**more)
    with patch.object(Easiest, "proof", lambda easiest, **own: searches(easiest, **own)):
        step = explain.why(built, element, memory=memory)
    assert step
    return step, searches.count


@pytest.mark.parametrize(("build", "element"), BOARDS)
def test_what_was_asked_before_is_not_looked_for_again(build: Callable, element: Any) -> None:
    memory = explain.Memory()
    step, many = asked(build(), element, memory)
    again, none = asked(build(), element, memory)
    assert step.before
    assert many > len(step.before) // 2
    assert none == 0
    assert [proof.norm for proof in again.proofs] == [proof.norm for proof in step.proofs]  # another may be as easy


def test_another_question_goes_on_from_the_same_steps() -> None:
    memory = explain.Memory()
    built = model_assignment.build(puzzle())
    alone = asked(built, NEAR, explain.Memory())[1]
    asked(built, FAR, memory)
    step, fewer = asked(built, NEAR, memory)
    assert fewer < alone / 2
    step.check(explain.premises(built))
    assert step.candidates == {NEAR: frozenset((sudoku.solve(puzzle()).filled[NEAR],))}


@pytest.mark.parametrize(("build", "element"), BOARDS)
def test_what_was_stopped_goes_on_where_it_was(build: Callable, element: Any) -> None:
    whole, memory = asked(build(), element, explain.Memory())[1], explain.Memory()
    with pytest.raises(Stopped):
        asked(build(), element, memory, stop_after=whole // 2)
    assert asked(build(), element, memory)[1] <= whole - whole // 2


def test_a_step_that_was_not_taken_is_the_same_again() -> None:
    memory, built = explain.Memory(), model_assignment.build(puzzle())
    first = explain.next_step(built, memory=memory)
    with patch.object(Easiest, "proof", side_effect=AssertionError):
        again = explain.next_step(built, memory=memory)
    assert first
    assert again
    assert again.message == first.message
    after = explain.next_step(built, first.candidates, memory=memory)
    assert after
    assert after.candidates != first.candidates


def test_where_time_ran_out_it_is_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    memory, built = explain.Memory(), model_assignment.build(puzzle())
    own = Known.__init__

    def late(known: Known, *args: Any, **more: Any) -> None:
        own(known, *args, **more)
        known.remaining = lambda: 0.0

    with monkeypatch.context() as patched:
        patched.setattr(Known, "__init__", late)
        assert explain.next_step(built, memory=memory)
    with patch.object(Easiest, "proof", side_effect=Stopped), pytest.raises(Stopped):
        explain.next_step(built, memory=memory)


def test_of_another_model_all_is_forgotten() -> None:
    memory = explain.Memory()
    asked(model_assignment.build(puzzle()), FAR, memory)
    built = model_assignment.build(sudoku.generate(3, 3, seed=8001))
    for step in (explain.next_step(built, memory=memory), explain.next_step(built)):
        assert step
        step.check(explain.premises(built))
    assert asked(model_assignment.build(puzzle()), FAR, memory)[1] > 0


def test_of_many_places_the_last_ones_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the first steps are looked for again, and no others."""
    memory, built = explain.Memory(), model_assignment.build(puzzle())
    steps = explain.explanation(built).steps
    monkeypatch.setattr("puzzlekit.explain.proofs.memory.KEPT", len(steps) // 2)
    known: dict[Any, Any] = {}
    for step in steps:
        assert explain.next_step(built, known, memory=memory)
        last, known = known, known | step.candidates
    with patch.object(Easiest, "proof", side_effect=Stopped):
        assert explain.next_step(built, last, memory=memory)
        with pytest.raises(Stopped):
            explain.next_step(built, memory=memory)
