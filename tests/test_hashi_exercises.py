"""The checks of chapter 6's exercises: placeholders pass, right answers are right, and no attempt is a traceback."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import networkx as nx
import pytest
from pyscipopt import quicksum

from puzzlekit import scip
from puzzlekit.hashi import Puzzle, exercises, load, solve
from puzzlekit.hashi.deduce import first_glance
from puzzlekit.hashi.puzzle import ends


def lean(puzzle: Puzzle, *, weight: int = 1) -> tuple[Any, dict]:
    model = scip.new_model("attempt")
    x = {(e, k): model.addVar(vtype="B") for e in puzzle.bridges for k in (1, 2)}
    for island, number in puzzle.islands:
        at = puzzle.bridges_at[island]
        model.addCons(quicksum(x[e, 1] + weight * x[e, 2] for e in at) == number)
    for e in puzzle.bridges:
        model.addCons(x[e, 2] <= x[e, 1])
    for e, f in puzzle.crossings:
        model.addCons(x[e, 1] + x[f, 1] <= 1)
    return model, x


def exactly(puzzle: Puzzle) -> tuple[Any, dict]:
    """x[e, k] read as: e holds exactly k bridges."""
    model = scip.new_model("attempt")
    x = {(e, k): model.addVar(vtype="B") for e in puzzle.bridges for k in (1, 2)}
    for island, number in puzzle.islands:
        model.addCons(quicksum(x[e, 1] + 2 * x[e, 2] for e in puzzle.bridges_at[island]) == number)
    model.addConss(x[e, 1] + x[e, 2] <= 1 for e in puzzle.bridges)
    model.addConss(x[e, 1] + x[e, 2] + x[f, 1] + x[f, 2] <= 1 for e, f in puzzle.crossings)
    return model, x


def at_most(most: Callable[[Puzzle], int]) -> Callable[[Puzzle, Any], list]:
    """So many pairs are joined."""
    return lambda puzzle, v: [("few", quicksum(v.x[e, 1] for e in puzzle.bridges) <= most(puzzle))]


def basis_cycles(puzzle: Puzzle, v: Any) -> Iterator[tuple[Any, Any]]:
    joined = {frozenset(ends(e)): e for e in puzzle.bridges}
    for cycle in nx.cycle_basis(nx.Graph(list(map(tuple, joined)))):
        around = [joined[frozenset(pair)] for pair in zip(cycle, [*cycle[1:], cycle[0]], strict=True)]
        yield cycle[0], quicksum(v.x[e, 1] for e in around) <= len(around) - 1


def two_twos(puzzle: Puzzle, *, least: int = 3) -> Iterator[tuple[Any, set]]:
    """Right where there is a third island."""
    for bridge in puzzle.bridges:
        if len(puzzle.islands) >= least and all(puzzle.number[point] == 2 for point in ends(bridge)):
            yield bridge, {0, 1}


two_twos_alone = partial(two_twos, least=2)


def anything(puzzle: Puzzle) -> list[tuple[Any, set]]:
    return [(bridge, {0, 1, 2}) for bridge in puzzle.bridges]


def the_others_cannot(puzzle: Puzzle) -> Iterator[tuple[Any, range]]:
    for island, number in puzzle.islands:
        room = {q: min(2, puzzle.number[q.other(island)]) for q in puzzle.bridges_at[island]}
        for q in room:
            yield q, range(max(0, number - sum(room.values()) + room[q]), 3)


def three_beside_two_ones(puzzle: Puzzle) -> Iterator[tuple[Any, list]]:
    for island, number in puzzle.islands:
        around = puzzle.bridges_at[island]
        others = [q for q in around if puzzle.number[q.other(island)] > 1]
        if number == 3 and len(around) == 3 and len(others) == 1:
            yield others[0], [1, 2]


def by_heart(puzzle: Puzzle) -> Iterator[tuple[Any, set]]:
    if puzzle == load("islands_25"):
        for bridge, count in solve(puzzle).drawn.items():
            yield bridge, {count}


def of_the_report(puzzle: Puzzle) -> Iterator[tuple[Any, Any]]:
    for step in first_glance(puzzle):
        yield from step.candidates.items()


def joined_if(*numbers: int) -> Any:
    """A false rule: islands with these two numbers are joined."""
    return lambda p: [(e, {1, 2}) for e in p.bridges if sorted(p.number[q] for q in ends(e)) == sorted(numbers)]


def beside_ones(puzzle: Puzzle, number: int, neighbours: int, ones: int) -> Iterator[tuple[Any, set]]:
    """A rule: an island with this number, this many neighbours, and at least so many 1s beside it is joined to all
    others. For a 4 with four neighbours it is false."""
    for island, own in puzzle.islands:
        around = {e: puzzle.number[e.other(island)] for e in puzzle.bridges_at[island]}
        if own == number and len(around) == neighbours and list(around.values()).count(1) >= ones:
            yield from ((e, {1, 2}) for e, other in around.items() if other != 1)


def one_has_one(puzzle: Puzzle) -> Iterator[tuple[Any, set]]:
    """No island of 1 has two bridges, which nobody needs a rule for."""
    for bridge in puzzle.bridges:
        if 1 in [puzzle.number[point] for point in ends(bridge)]:
            yield bridge, {0, 1}


def bold(puzzle: Puzzle) -> list[tuple[Any, set]]:
    return [(puzzle.bridges[0], {2})]


LOOP = "Not yet: the constraints admit this board, which has a loop"
NO_LOOP = "Not yet: the constraints forbid this board, which has no loop"


@pytest.mark.parametrize(
    ("check", "attempt", "answer"),
    [
        (exercises.check_size, lambda k, m, c: (5 * m, 2 * k + 3 * m + c), "Right."),
        (exercises.check_size, lambda k, m, c: (5 * m, m), "Not yet: .*only the number of variables is right"),
        (exercises.check_size, lambda k, m, c: 7, "Not yet: found 7, expected a tuple of 2 numbers .variables, con"),
        (exercises.check_mended, lean, "Right."),
        (exercises.check_mended, lambda puzzle: lean(puzzle, weight=2), "Not yet: .*number_of_bridges"),
        (exercises.check_mended, exactly, r"Not yet: .*\(x\[e, i\] = 1 means that e holds at least i bridges\)"),
        (exercises.check_no_loops, at_most(lambda puzzle: len(puzzle.islands) - 1), "Right."),
        (exercises.check_no_loops, at_most(lambda puzzle: len(puzzle.islands)), LOOP),
        (exercises.check_no_loops, at_most(lambda _: 3), NO_LOOP),
        (exercises.check_no_loops, basis_cycles, LOOP),
        (exercises.check_deduction, two_twos, r"Right: no counterexample on \d+ boards."),
        (exercises.check_deduction, the_others_cannot, "Right: no counterexample"),
        (exercises.check_deduction, three_beside_two_ones, "Right: no counterexample"),
        (exercises.check_deduction, joined_if(5, 5), "Not yet: on .* but a solution has 0"),
        (exercises.check_deduction, joined_if(1, 6), "Not yet: on .* but a solution has 0"),
        (exercises.check_deduction, partial(beside_ones, number=4, neighbours=4, ones=2), "Not yet: .* solution has 0"),
        (exercises.check_deduction, partial(beside_ones, number=4, neighbours=3, ones=2), "Right: no counterexample"),
        (exercises.check_deduction, bold, "Not yet: on tiny_pair your rule leaves .2."),
        (exercises.check_deduction, two_twos_alone, "Not yet: on two islands of 2 your rule leaves {0, 1} for"),
        (exercises.check_deduction, anything, "Not yet: your rule concludes nothing on 108 boards"),
        (exercises.check_deduction, by_heart, "Not yet: .*, but concludes no more than the ten rules"),
        (exercises.check_deduction, of_the_report, "Not yet: .*, but concludes no more than the ten rules"),
        (exercises.check_deduction, one_has_one, "Not yet: .*, but concludes no more than the ten rules"),
    ],
)
@pytest.mark.once
def test_verdicts(check: Any, attempt: Any, answer: str, capsys: pytest.CaptureFixture) -> None:
    check(attempt)
    assert re.match(answer, capsys.readouterr().out, re.DOTALL)


def test_no_answer_stands_in_what_is_said_of_a_wrong_model(capsys: pytest.CaptureFixture) -> None:
    exercises.check_mended(lambda puzzle: lean(puzzle, weight=2))
    said = capsys.readouterr().out
    assert "number_of_bridges: 7 of 7 constraints" in said
    assert "expected" not in said
