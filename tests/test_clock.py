"""A time limit that is reached is told as it was given, with what is missing because of it."""

import pickle
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from puzzlekit import scip, slitherlink, sudoku
from puzzlekit.core.clock import Deadline, Stopwatch
from puzzlekit.core.errors import TimeLimitReached
from puzzlekit.reasoning import answers, conflicts
from puzzlekit.scip import enumeration
from puzzlekit.sudoku import model_assignment

PUZZLE = sudoku.load("tiny_4x4")
EMPTY = sudoku.parse("." * 81)
GIVEN = 0.0123456789

ASKS: dict[str, Callable[[float], Any]] = {
    "solve": lambda limit: sudoku.solve(EMPTY, time_limit=limit),
    "solutions": lambda limit: sudoku.solutions(EMPTY, time_limit=limit),
    "is_unique": lambda limit: sudoku.is_unique(EMPTY, time_limit=limit),
    "boards": lambda limit: next(enumeration.enumerate_solutions(model_assignment.build(PUZZLE), time_limit=limit)),
    "next_step": lambda limit: answers.next_step(PUZZLE, time_limit=limit),
    "why": lambda limit: answers.why(PUZZLE, PUZZLE.cells[1], time_limit=limit),
    "clash": lambda limit: conflicts.minimal_conflict(model_assignment.build(PUZZLE), time_limit=limit),
    "repairs": lambda limit: conflicts.repairs(model_assignment.build(PUZZLE), time_limit=limit),
    "instances": lambda limit: slitherlink.valid_clue_sets(slitherlink.loop_around(["#."]), time_limit=limit),
    "generate": lambda limit: slitherlink.generate(3, 3, seed=1, time_limit=limit),
}


def nothing_left(given: float) -> Any:
    """What a function that hands on the rest of its time hands on, once the time is up."""
    watch = Stopwatch()
    time.sleep(given)
    return watch.remaining(given)


@pytest.mark.parametrize("ask", ASKS.values(), ids=ASKS)
def test_the_limit_is_told_as_it_was_given_and_not_what_is_left_of_it(ask: Callable[[float], Any]) -> None:
    with pytest.raises(TimeLimitReached, match=r"^time limit of 0\.0123 s reached, "):
        ask(nothing_left(GIVEN))


def test_nothing_is_said_of_a_puzzle_where_none_is_made() -> None:
    late: dict[str, Callable[[], Any]] = {
        "no puzzle generated": partial(sudoku.generate, seed=1, time_limit=0),
        "not every good set of clues found": partial(ASKS["instances"], 0),
        "no answer proved": partial(sudoku.solve, EMPTY, time_limit=0),
        "boards not all counted": partial(scip.count, model_assignment.build(EMPTY), time_limit=0),
    }
    for missing, ask in late.items():
        with pytest.raises(TimeLimitReached, match=f"^time limit of 0 s reached, {missing}$"):
            ask()


@pytest.mark.parametrize(
    ("given", "told"),
    [(2, "2"), (0.5, "0.5"), (1.9944050150002113, "1.99"), (60.0, "60"), (3600, "3600"), (86400.4, "86400")],
)
def test_a_time_has_at_most_three_digits_or_whole_seconds(given: float, told: str) -> None:
    deadline = Deadline(given, "no puzzle generated")
    assert str(deadline.reached()) == f"time limit of {told} s reached, no puzzle generated"


def test_where_another_limit_is_reached_no_time_is_told() -> None:
    assert str(Deadline(None, "no puzzle generated").reached()) == "limit reached, no puzzle generated"


def test_what_is_left_of_what_is_left_goes_on_naming_the_first_limit() -> None:
    first = Stopwatch().remaining(60)
    assert first is not None
    second: Any = pickle.loads(pickle.dumps(Stopwatch().remaining(first)))
    assert second <= first <= 60
    assert second.given == 60
