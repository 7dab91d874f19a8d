"""Every set of clues for a loop: against all sets of cells of small boards, and the paper's own example."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, combinations, compress, product

import brute_slitherlink
import pytest

from puzzlekit import slitherlink
from puzzlekit.core.errors import ParseError, PuzzleError, TimeLimitReached
from puzzlekit.core.grid import Cell, Edge, Point
from puzzlekit.slitherlink import Puzzle, Solution, ValidClueSets
from puzzlekit.slitherlink.clue_sets import HARDEST, loop_around, valid_clue_sets

Places = frozenset[tuple[int, int]]
TWO = ["#..", "..#"]
ONE = loop_around(["#."])


def drawings(rows: int, columns: int) -> Iterator[frozenset]:
    """Every set of loops without a common point, at least one."""
    cells = list(product(range(rows), range(columns)))
    for chosen in product((False, True), repeat=len(cells)):
        beside = Counter(link for cell in compress(cells, chosen) for link in brute_slitherlink.sides(cell))
        border = frozenset(link for link, count in beside.items() if count == 1)
        if border and max(Counter(point for link in border for point in link).values()) == 2:
            yield border


@cache
def numbers(rows: int, columns: int, several: bool) -> dict[frozenset, tuple[int, ...]]:
    """loop -> its numbers, cell by cell."""
    every = drawings(rows, columns) if several else brute_slitherlink.loops(rows, columns)
    cells = list(product(range(rows), range(columns)))
    return {loop: tuple(len(loop & {*brute_slitherlink.sides(cell)}) for cell in cells) for loop in every}


def good(rows: int, columns: int, loop: frozenset, cells: list, several: bool = False) -> set[Places]:
    """The sets of some cells in which no other loop has the same numbers."""
    number = numbers(rows, columns, several)
    places = list(product(range(rows), range(columns)))
    others = [own for other, own in number.items() if other != loop]
    differ = {frozenset(c for c, a, b in zip(places, number[loop], own, strict=True) if a != b) for own in others}
    some = chain.from_iterable(combinations(cells, size) for size in range(len(cells) + 1))
    return {frozenset(one) for one in some if all(not own.isdisjoint(one) for own in differ)}


def board(rows: int, columns: int, loop: frozenset) -> Solution:
    return Solution.of(Puzzle.of(rows, columns, {}), (Edge(Point(*a), Point(*b)) for a, b in loop))


def plain(family: object) -> set[Places]:
    return {frozenset((cell.row, cell.column) for cell in one) for one in family}  # type: ignore[attr-defined]


def check(found: ValidClueSets, right: set[Places]) -> None:
    minimal = {one for one in right if not any(other < one for other in right)}
    fewest = min(map(len, right), default=0)
    assert found.count() == len(right)
    assert plain(found.family) == right
    assert plain(found.minimal()) == minimal
    assert plain(found.minimum()) == {one for one in minimal if len(one) == fewest}
    assert not any(one < other for one in found.differences for other in found.differences)
    if right:
        counts = [tuple(_number(found, one).count(value) for value in HARDEST) for one in right]
        hardest = frozenset((cell.row, cell.column) for cell in found.hardest())
        assert tuple(_number(found, hardest).count(value) for value in HARDEST) == min(counts)


def _number(found: ValidClueSets, cells: Places) -> list[int]:
    return [found.puzzle.number[Cell(*cell)] for cell in cells]


SMALL = [(1, 3, 3), (2, 2, 4), (2, 3, 4), (3, 3, 6), (3, 4, 1)]  # rows, columns, how many loops


@pytest.mark.parametrize(("rows", "columns", "count"), SMALL)
def test_good_sets_are_those_of_brute_force(rows: int, columns: int, count: int) -> None:
    loops = sorted(brute_slitherlink.loops(rows, columns), key=sorted)
    cells = list(product(range(rows), range(columns)))
    for loop in loops[:: max(1, len(loops) // count)][:count]:
        check(valid_clue_sets(board(rows, columns, loop)), good(rows, columns, loop, cells))


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns", "step"), [(3, 3, 1), (3, 4, 29)])
def test_good_sets_of_all_loops_are_those_of_brute_force(rows: int, columns: int, step: int) -> None:
    cells = list(product(range(rows), range(columns)))
    for loop in sorted(brute_slitherlink.loops(rows, columns), key=sorted)[::step]:
        check(valid_clue_sets(board(rows, columns, loop)), good(rows, columns, loop, cells))


def test_clues_may_stand_in_some_cells_only() -> None:
    loop = sorted(brute_slitherlink.loops(3, 3), key=sorted)[100]
    for size in (0, 1, 4, 7):
        cells = list(product(range(3), range(3)))[1 : 1 + size]
        check(valid_clue_sets(board(3, 3, loop), [Cell(*cell) for cell in cells]), good(3, 3, loop, cells))


@pytest.mark.parametrize("rows", [["#.."], ["#.#"], ["#.#", "..."], TWO, ["###", "#.#", "###"], ["#.#", "...", "#.#"]])
def test_several_loops_are_compared_with_all_sets_of_loops(rows: list[str]) -> None:
    if rows == TWO:
        rows = ["#..", "...", "..#"]
    loop = loop_around(rows, several=True)
    links = frozenset((((e.a.row, e.a.column)), (e.b.row, e.b.column)) for e in loop.drawn)
    shape = (len(rows), len(rows[0]))
    check(valid_clue_sets(loop, several=True), good(*shape, links, list(product(*map(range, shape))), several=True))


def test_a_good_set_makes_a_puzzle_with_that_solution_alone() -> None:
    loop = loop_around(["##..", ".##.", "..##"])
    found = valid_clue_sets(loop)
    for cells in (found.family.sample(1), found.minimal().sample(2), found.hardest()):
        puzzle = found.with_clues(cells)
        assert [one.drawn for one in slitherlink.ENGINES["cadical"](puzzle).solutions] == [loop.drawn]
    fewest = found.minimum().sample(3)
    puzzle = found.with_clues(list(fewest)[1:])
    assert len(slitherlink.ENGINES["cadical"](puzzle).solutions) == 2


def test_clues_of_the_loops_own_board_do_not_matter() -> None:
    puzzle = slitherlink.load("five_hard")
    (solution,) = slitherlink.ENGINES["cadical"](puzzle).solutions
    found = valid_clue_sets(solution, puzzle.number)
    assert frozenset(puzzle.number) in found.family
    assert found.with_clues(iter(puzzle.number)) == puzzle


@pytest.mark.slow
def test_the_papers_example_has_the_papers_numbers() -> None:
    """Yoshinaka et al., 2012, section 8.3, figure 8."""
    found = valid_clue_sets(loop_around(["##...##", ".##.##.", "..###..", ".##.##.", "##...##"]))
    assert (found.count(), found.minimal().count()) == (2_912_556_380, 32_639)
    assert found.minimum().sizes() == {8: 81}


@pytest.mark.parametrize(
    ("ask", "error", "told"),
    [
        (lambda: loop_around([]), ParseError, "expected a string for each row"),
        (lambda: loop_around(["##", 3]), ParseError, "expected a string for each row"),
        (lambda: loop_around(None), PuzzleError, "expected a string for each row"),
        (lambda: loop_around(["##", "#"]), ParseError, "line 2: found 1 symbol, expected 2"),
        (lambda: loop_around(["#.", "#x"]), ParseError, "line 2, column 2: found 'x'"),
        (lambda: loop_around(["..", ".."]), ParseError, "found no '#'"),
        (lambda: loop_around(["#" * 101]), ParseError, "at most 100 x 100"),
        (lambda: loop_around(["#.", ".#"]), PuzzleError, r"^point \(2,2\): cells touch only at a corner"),
        (lambda: loop_around(["#.", ".#"], several=True), PuzzleError, r"^point \(2,2\): cells touch"),
        (lambda: loop_around(["#.#"]), PuzzleError, "found another loop there"),
        (lambda: loop_around(["###", "#.#", "###"]), PuzzleError, "found another loop there"),
        (lambda: valid_clue_sets(loop_around(["#.#"], several=True)), PuzzleError, "found another loop there"),
        (lambda: valid_clue_sets(board(2, 2, frozenset())), PuzzleError, "found nothing drawn"),
        (
            lambda: valid_clue_sets(board(2, 2, frozenset({((0, 0), (0, 1))}))),
            PuzzleError,
            r"^point \(1,1\): 1 edge end",
        ),
        (lambda: valid_clue_sets(ONE, [Cell(5, 5)]), PuzzleError, "expected cells of the 1 x 2 board"),
        (lambda: valid_clue_sets(ONE, ["a"]), PuzzleError, "expected list of Cell"),
        (lambda: valid_clue_sets(ONE).with_clues([Cell(5, 5)]), PuzzleError, "where clues may stand"),
        (lambda: valid_clue_sets(ONE).with_clues([0]), PuzzleError, "where clues may stand"),
        (lambda: valid_clue_sets(ONE, []).hardest(), PuzzleError, "an empty family"),
        (lambda: valid_clue_sets(ONE, time_limit=0), TimeLimitReached, "0 s reached, not every good set"),
        (lambda: valid_clue_sets("a"), PuzzleError, "expected a solution of slitherlink"),
    ],
)
def test_what_is_no_loop_or_no_cell_is_refused(ask: Callable, error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        ask()
