"""The checks of the exercises of chapter 5. Each takes the reader's attempt and prints a verdict.

An attempt that is still the notebook's placeholder (it gives `...`) is not judged.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from puzzlekit import lazy, unique
from puzzlekit.circuit import spanning_tree
from puzzlekit.circuit.cadical import cadical
from puzzlekit.circuit.puzzle import Puzzle, Solution
from puzzlekit.circuit.rules import clashes
from puzzlekit.circuit.text import load, parse
from puzzlekit.course.exercise import attempted, verdict

TINY = ("tiny_3x3", "tiny_rectangle", "tiny_two_solutions", "tiny_three_solutions", "tiny_4x4", "board_5x5")
MANY = 50
FEWEST = 12  # points of an invented board


def check_subsets(count: Callable[[int], Any]) -> None:
    """Exercise 1: `count(n)` is the number of rows (5.1e), mended, on n points: one for each N of two points or more
    that is not all of V."""
    verdict(_wrong_count(n, attempted(count(n))) for n in (3, 4, 10, 24))


def _wrong_count(n: int, found: Any) -> str | None:
    return None if found == 2**n - n - 2 else f"found {found!r} for {n} points, expected another number"


def check_cut_sets(family: Any) -> None:
    """Exercise 2: a lazy family that, instead of `no_cycle`, makes every board one tree."""
    verdict(_boards_that_differ(family))


def _boards_that_differ(family: Any) -> Iterator[str]:
    if not isinstance(family, lazy.LazyFamily):
        yield "decorate your function with @lazy.family"
        return
    probe = spanning_tree.build(load("tiny_3x3"), ())
    values = type(probe.v)(**{group: dict.fromkeys(members, 0) for group, members in vars(probe.v).items()})
    attempted(family(load("tiny_3x3"), probe.v, values))
    kept = tuple(one for one in spanning_tree.FAMILIES if one is not spanning_tree.no_cycle)
    for puzzle in map(load, TINY):
        built = spanning_tree.build(puzzle, (*kept, family))
        found = {board for board, _ in islice(unique.boards(built, time_limit=20), MANY)}
        right = set(cadical(puzzle, MANY).solutions)
        built.free()
        for wrong, told in ((found - right, "wrongly admitted"), (right - found, "wrongly shut out")):
            if wrong:
                yield f"of the puzzle\n{puzzle}\nthis board is {told}:\n{min(wrong, key=str)}"


def check_longest(longest: Callable[[Puzzle], Any]) -> None:
    """Exercise 3: `longest(puzzle)` is the number of edges of the longest way from s to t that a tree allows."""
    verdict(_wrong_length(load(name), longest) for name in ("tiny_path", "tiny_path_detour"))


def _wrong_length(puzzle: Puzzle, longest: Callable[[Puzzle], Any]) -> str | None:
    trees = cadical(replace(puzzle, endpoints=None), MANY).solutions
    right = max(len(Solution.of(puzzle, tree.drawn).path) for tree in trees)
    found = attempted(longest(puzzle))
    return None if found == right else f"of the puzzle\n{puzzle}\nthe longest way is not {found!r} edges long"


def check_invented(picture: Any) -> None:
    """Exercise 4: the picture of a board with one solution, no given edge, and FEWEST points at least."""
    verdict(_remarks(picture))


def _remarks(picture: Any) -> Iterator[str]:
    puzzle = parse(attempted(picture))
    if puzzle.endpoints or puzzle.given:
        yield "leave out given edges and endpoints"
    if len(puzzle.points) < FEWEST:
        yield f"found {len(puzzle.points)} points, expected {FEWEST} or more"
    if broken := clashes(puzzle):
        yield f"it has no solution: {broken[0]}"
    found = cadical(puzzle, 2).solutions
    if len(found) != 1:
        yield (
            "it has no solution" if not found else f"it has two solutions at least; they are\n{found[0]}\n\n{found[1]}"
        )
