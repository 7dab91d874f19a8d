"""The contract of statements: what deduction leaves open, stated once for all engines."""

from types import ModuleType
from typing import Any

from capabilities import function_of
from engines import OF_A_PROBLEM, by_cp_sat
from packages import each_room, each_tiny, loaded, peers, tiny, tiny_names

from puzzlekit.core.errors import UnsupportedPuzzle
from puzzlekit.engines import Problem, Settled

FEW = 30  # solutions that are compared


def stated(room: ModuleType, puzzle: Any, *, deduced: bool = True) -> Problem | Settled:
    return function_of(room, "statement.problem")(puzzle, deduced=deduced)


@each_tiny("statement")
def test_rows_of_our_deduction_change_no_answer(room: ModuleType, puzzle: Any) -> None:
    """All engines, begun where deduction ends, and given the rules alone; beside one that has neither."""
    judge = next(peer for key, peer in peers(room).items() if key.endswith(("_plain", "_count")))
    try:
        right = set(judge(puzzle, FEW).solutions)
    except UnsupportedPuzzle:
        right = set(room.ENGINES["zdd"](puzzle, FEW).solutions)
    for deduced in (True, False):
        open_ = stated(room, puzzle, deduced=deduced)
        for engine, ask in OF_A_PROBLEM.items():
            found = ask(open_, FEW)
            assert len(found) == len(set(found)) == len(right), (engine, deduced)
            assert len(right) == FEW or set(found) == right, (engine, deduced)


@each_room("statement")
def test_what_the_rules_say_leaves_nothing_known(room: ModuleType) -> None:
    sizes = []
    for name in tiny_names(room):
        by_rules, open_ = (stated(room, loaded(room, name), deduced=deduced) for deduced in (False, True))
        assert isinstance(by_rules, Problem)
        sizes.append((0 if isinstance(open_, Settled) else open_.deciding, by_rules.deciding))
    assert all(some <= every for some, every in sizes)
    assert any(some < every for some, every in sizes)


@each_room("statement")
def test_two_solutions_lack_and_differ_as_the_statement_says(room: ModuleType) -> None:
    compared = 0
    for open_ in (stated(room, puzzle) for puzzle in tiny(room)):
        chosen = [frozenset(ones) for ones in _ones(open_)] if isinstance(open_, Problem) else []
        for one, other in ((one, other) for one in chosen for other in chosen if one != other):
            compared += 1
            assert len(one - other) >= open_.lacks
            assert len(one ^ other) >= open_.differs
    assert compared


def _ones(open_: Problem) -> list[Any]:
    """The deciding items that are 1, of each of at most `FEW` solutions."""
    plain = Problem(
        open_.keys,
        open_.deciding,
        open_.constraints,
        decode=lambda ones: tuple(item for item in ones if item < open_.deciding),
        violated=open_.violated,
        lacks=0,
    )
    return by_cp_sat(plain, FEW)
