"""The checks of the exercises of chapter 6. Each takes the reader's attempt and prints a verdict.

An attempt that is still the notebook's placeholder (it gives `...`) is not judged.
"""

from collections.abc import Callable, Iterator
from typing import Any

from puzzlekit import parity, unique
from puzzlekit.course.exercise import attempted, verdict
from puzzlekit.errors import counted
from puzzlekit.hashi import cut_set, network_flow
from puzzlekit.hashi.puzzle import Puzzle, Solution
from puzzlekit.hashi.rules import pair
from puzzlekit.hashi.solve import PEERS
from puzzlekit.hashi.text import load
from puzzlekit.scip.model import Family

RINGS = ("tiny_square", "tiny_two_solutions", "tiny_six", "tiny_crossing", "tiny_eight", "tiny_neighbours")
BOARDS = ("tiny_pair", *RINGS, *(f"table_a4_{row:02}" for row in range(1, 18)), "islands_25", "loose_36")


def check_size(size: Callable[[int, int, int], Any]) -> None:
    """Exercise 1: `size(k, m, c)` is (variables, rows) of (6.1) with k islands, m possible bridges, c crossings."""
    verdict(_wrong_size(load(name), size) for name in ("tiny_crossing", "tiny_eight", "islands_25"))


def _wrong_size(puzzle: Puzzle, size: Callable) -> str | None:
    k, m, c = len(puzzle.islands), len(puzzle.bridges), len(puzzle.crossings)
    found = attempted(size(k, m, c))
    built = network_flow.build(puzzle)
    expected = (built.model.getNVars(), built.model.getNConss())
    built.free()
    if not isinstance(found, tuple | list) or len(found) != 2:
        return f"found {found!r} for k = {k}, m = {m}, c = {c}, expected a pair (variables, rows)"
    right = [what for what, own, real in zip(("variables", "rows"), found, expected, strict=True) if own == real]
    told = f"the number of {right[0]} is right, the other is not" if right else "neither number is right"
    return None if len(right) == 2 else f"for k = {k}, m = {m}, c = {c} you say {tuple(found)}: {told}"


def check_mended(build: Callable[[Puzzle], Any]) -> None:
    """Exercise 2: `build(puzzle)` returns (model, x), which is to be the lean model without its lazy family."""
    verdict(_differences(build))


def _differences(build: Callable[[Puzzle], Any]) -> Iterator[str]:
    puzzle = load("tiny_crossing")
    comparison = parity.same_model(build(puzzle), cut_set.build(puzzle, cut_set.FAMILIES[:-1]))
    if not comparison:
        yield comparison.report


def check_no_loops(family: Family) -> None:
    """Exercise 3: a family for the lean model that forbids loops of bridges; a double bridge is no loop."""
    verdict(_loop_remarks(family))


def _loop_remarks(family: Family) -> Iterator[str]:
    probe = load("tiny_square")
    attempted(family(probe, cut_set.build(probe, ()).v))
    for name in RINGS:
        puzzle = load(name)
        built = cut_set.build(puzzle, (*cut_set.FAMILIES, family))
        admitted = {board for board, _ in unique.boards(built)}
        built.free()
        for board in PEERS["cadical"](puzzle, 50).solutions:
            loops = len(board.bridges) >= len(puzzle.islands)  # connected, so a tree has one pair less than islands
            if (board in admitted) == loops:
                did, has = ("admit", "a loop") if loops else ("forbid", "no loop")
                yield f"the rows {did} this board, which has {has}:\n{board}"


def check_deduction(rule: Callable[[Puzzle], Any]) -> None:
    """Exercise 4: a rule of one's own, `rule(puzzle)` -> pairs (bridge, set of the numbers that are left)."""
    verdict(_deduction_remarks(rule))


def _deduction_remarks(rule: Callable[[Puzzle], Any]) -> Iterator[str]:
    said = 0
    for name in BOARDS:
        puzzle = load(name)
        found = attempted(rule(puzzle))
        for bridge, left in found:
            said += 1
            for board in _some_boards(puzzle):
                count = board.drawn.get(bridge, 0)
                if count not in left:
                    islands = pair(puzzle, bridge)
                    yield f"on {name} your rule leaves {set(left)} for {islands}, but a solution has {count}"
    if not said:
        yield f"your rule says nothing on {counted(len(BOARDS), 'board')}; find one that does"


def _some_boards(puzzle: Puzzle) -> tuple[Solution, ...]:
    return PEERS["cadical"](puzzle, 20).solutions
