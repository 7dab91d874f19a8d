"""What an answer to an exercise admits on random boards, beside what the answer of the solutions admits.

A judge of the checks of exercises, which shares no board with them.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import product
from types import SimpleNamespace
from typing import Any

from puzzlekit import battleship, circuit, hashi, numberlink, slitherlink, sudoku, zebra
from puzzlekit.battleship import model_cell, model_placement
from puzzlekit.circuit import model_network_flow, model_spanning_tree
from puzzlekit.course.model_comparison import same_solutions
from puzzlekit.course.modelling import model
from puzzlekit.hashi import model_cut_set
from puzzlekit.numberlink import model_neighbour_count
from puzzlekit.scip import BuiltModel
from puzzlekit.slitherlink import model_single_loop
from puzzlekit.sudoku import model_assignment
from puzzlekit.zebra import model_assignment as zebra_assignment

SEEDS = range(4)


def instead(formulation: Any, left_out: str, *first: Any) -> Callable[[Any], Callable[[Any], BuiltModel]]:
    """With a family of the reader's in place of one of the formulation's, or beside all of them."""
    others = tuple(family for family in formulation.FAMILIES if getattr(family, "__name__", "") != left_out)
    return lambda own: lambda puzzle: formulation.build(puzzle, (*(first or others), own))


def drawn(read: Callable[[Any, Any], Any]) -> Callable[[Any], Callable[[Any], BuiltModel]]:
    """A model of the reader's, whose variables `read` takes for a solution."""

    def build(own: Callable, puzzle: Any) -> BuiltModel:
        made, v = model(own(puzzle))
        decode = partial(read, puzzle)
        return BuiltModel(made, v, decode=decode, decisions=v.x.values(), stop_at_first=True)

    return lambda own: partial(build, own)


def bridges(puzzle: hashi.Puzzle, values: SimpleNamespace) -> hashi.Solution:
    counts = {e: round(values.x[e, 1] + values.x[e, 2]) for e in puzzle.bridges}
    return hashi.Solution.of(puzzle, {e: count for e, count in counts.items() if count})


def edges(puzzle: slitherlink.Puzzle, values: SimpleNamespace) -> slitherlink.Solution:
    return slitherlink.Solution.of(puzzle, (e for e, value in values.x.items() if value > 0.5))


def letters(puzzle: numberlink.Puzzle, values: SimpleNamespace) -> Any:
    return frozenset(key for key, value in values.x.items() if value > 0.5)


def digits(puzzle: sudoku.Puzzle, values: SimpleNamespace) -> sudoku.Solution:
    filled = {cell: digit for (cell, digit), value in values.x.items() if value > 0.5}
    return sudoku.Solution.of(puzzle, filled)


def generated(room: Any, *sizes: Any, seeds: Iterable[int] = SEEDS, **options: Any) -> Callable[[], Iterator[Any]]:
    """Random puzzles of a room, most of them with several solutions; made when they are asked for."""
    return lambda: (room.generate(*sizes, seed=seed, unique=False, **options) for seed in seeds)


@cache
def streets() -> list[zebra.Puzzle]:
    """Two hundred puzzles of three to six houses; the longer ones have one solution."""
    short = [zebra.generate(3, 2, seed=seed, unique=False) for seed in range(100)]
    sizes = ((4, 40), (5, 40), (6, 20))
    return [*short, *(zebra.generate(houses, 2, seed=seed) for houses, many in sizes for seed in range(many))]


def seas(*fleets: tuple[tuple[int, int], ...]) -> Callable[[], Iterator[battleship.Puzzle]]:
    """Without clues and counts, of several shapes."""
    shapes = product(fleets, ((2, 4), (4, 2), (1, 5), (3, 3)))
    made = [battleship.Puzzle(("." * b,) * a, (None,) * a, (None,) * b, fleet) for fleet, (a, b) in shapes]
    return lambda: iter(made)


def large() -> Iterator[sudoku.Puzzle]:
    yield from generated(sudoku, 2, 2, clues=5)()
    yield from generated(sudoku, 2, 3, clues=14)()


@cache
def ways() -> list[circuit.Puzzle]:
    """Boards with endpoints, most of them with several trees."""
    return [*generated(circuit, 4, 4, seeds=range(200), hints=2, endpoints=True)()]


COVERED, LOOSE = generated(numberlink, 3, 4), generated(numberlink, 3, 4, cover=False)
JUDGES: dict[tuple[str, str], tuple[Callable | None, Callable[[], Iterable]]] = {  # None: the attempt gives a number
    ("sudoku", "check_mended"): (drawn(digits), large),
    ("sudoku", "check_diagonal"): (instead(model_assignment, ""), large),
    ("battleship", "check_mended"): (instead(model_cell, "ends_close"), seas(((2, 1), (1, 1)), ((3, 1),))),
    ("battleship", "check_corners"): (instead(model_placement, "", model_placement.fleet), seas(((2, 1), (1, 1)))),
    ("circuit", "check_cut_sets"): (instead(model_spanning_tree, "no_cycle"), generated(circuit, 4, 4, hints=2)),
    ("circuit", "check_longest"): (None, ways),
    ("circuit", "check_mended"): (
        instead(model_network_flow, "", model_network_flow.keep_given_edges),
        generated(circuit, 3, 4, hints=1),
    ),
    ("hashi", "check_mended"): (drawn(bridges), generated(hashi, 9, 5, extra=0.5)),
    ("hashi", "check_no_loops"): (instead(model_cut_set, ""), generated(hashi, 9, 5, extra=0.5)),
    ("zebra", "check_mended"): (
        instead(zebra_assignment, "", zebra_assignment.locations, zebra_assignment.neighbours),
        generated(zebra, 3, 2, seeds=range(20)),
    ),
    ("zebra", "check_neighbours"): (instead(zebra_assignment, "neighbours"), streets),
    ("slitherlink", "check_mended"): (drawn(edges), generated(slitherlink, 3, 3)),
    ("slitherlink", "check_every_point"): (instead(model_single_loop, ""), generated(slitherlink, 3, 3)),
    ("slitherlink", "check_cut_sets"): (instead(model_single_loop, "one_loop"), generated(slitherlink, 3, 4)),
    ("numberlink", "check_mended"): (drawn(letters), COVERED),
    ("numberlink", "check_small_m"): (instead(model_neighbour_count, "no_third_neighbour"), COVERED),
    ("numberlink", "check_way_out"): (instead(model_neighbour_count, "no_loop"), LOOSE),
}


def differs(room: str, check: str, own: Any, right: Any) -> str:
    """The first random board that one of the two attempts admits alone; empty, if there is none or no judge."""
    if (room, check) not in JUDGES:
        return ""
    built, puzzles = JUDGES[room, check]
    if built is None:
        return next((f"{own(puzzle)} differs:\n{puzzle}" for puzzle in puzzles() if own(puzzle) != right(puzzle)), "")
    compared = same_solutions(built(own), built(right), puzzles())
    return "" if compared else compared.report
