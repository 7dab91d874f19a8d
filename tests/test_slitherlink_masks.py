"""What corners, paths, probing and a short search settle in Slitherlink: against brute force, the rules of deduction,
and an engine that shares nothing with them."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, count, islice
from operator import or_

import networkx as nx
import pytest
from test_slitherlink import everything_true, random_puzzle

from puzzlekit import slitherlink
from puzzlekit.engines.backtracking import search
from puzzlekit.slitherlink import Puzzle, Solution
from puzzlekit.slitherlink.graph import IN, OPEN, OUT
from puzzlekit.slitherlink.masks import Masks, probe, settled

Batch = list[tuple[Puzzle, list[Solution]]]
MANY = 40  # of each kind
BATCHES = [0, *(pytest.param(number, marks=pytest.mark.slow) for number in range(1, 30))]


@pytest.fixture(scope="module", params=BATCHES)
def batch(request: pytest.FixtureRequest) -> Batch:
    """Tiny puzzles with all solutions: as many with none as with one and with several."""
    found: dict[int, Batch] = {0: [], 1: [], 2: []}
    for seed in count(request.param * 10**6):
        puzzle = random_puzzle(seed)
        kind = found[len([*islice(everything_true(puzzle), 2)])]
        if len(kind) < MANY:
            kind.append((puzzle, [*everything_true(puzzle)]))
        if all(len(own) == MANY for own in found.values()):
            break
    return [*found[0], *found[1], *found[2]]


def states_of(board: Solution) -> list[int]:
    return [IN if edge in board.drawn else OUT for edge in board.puzzle.edges]


def admits(masks: Masks | None, board: Solution) -> bool:
    """Whether these masks leave each node the pattern that it has on the board, and each edge its state."""
    if masks is None:
        return False
    states = states_of(board)
    settles = all(state in (OPEN, right) for state, right in zip(masks.state, states, strict=True))
    drawn = [[edge >= 0 and states[edge] == IN for edge in own] for own in masks.nodes.edges]
    patterns = [sum(1 << k for k, one in enumerate(own) if one) for own in drawn]
    return settles and all(mask >> pattern & 1 for mask, pattern in zip(masks.left, patterns, strict=True))


@cache
def tiny() -> list[Puzzle]:
    return [puzzle for puzzle in map(random_puzzle, range(150)) if len(puzzle.edges) <= 17]


def reached(puzzle: Puzzle) -> Iterator[Masks]:
    """All that is settled on the way to each solution, an edge after the other, in an order by chance."""
    order = random.Random(str(puzzle)).sample(range(len(puzzle.edges)), len(puzzle.edges))
    masks = Masks(puzzle)
    waiting = [masks] if masks.settle() else []
    while waiting:
        yield (masks := waiting.pop())
        edge = next((edge for edge in order if masks.state[edge] == OPEN), None)
        if edge is not None:
            waiting += [other for state in (OUT, IN) if (other := masks.with_edge(edge, state))]


def test_edge_by_edge_each_solution_is_reached_once() -> None:
    for puzzle in tiny():
        ends = [masks.state for masks in reached(puzzle) if OPEN not in masks.state]
        assert sorted(ends) == sorted(map(states_of, everything_true(puzzle))), puzzle


def test_nothing_is_left_open_that_follows_from_one_place_or_one_path() -> None:
    """Two places have the same left to their common edges, an edge is settled that is the same in all patterns, and
    one that would close a path is left out, unless that is a solution."""
    for puzzle in tiny():
        solutions = [*map(states_of, everything_true(puzzle))]
        for masks in reached(puzzle):
            assert masks.open == masks.state.count(OPEN)
            left = [
                [{edge: pattern >> k & 1 for k, edge in enumerate(edges) if edge >= 0} for pattern in patterns_of(mask)]
                for mask, edges in zip(masks.left, masks.nodes.edges, strict=True)
            ]
            for one, other in combinations(left, 2):
                common = sorted(one[0].keys() & other[0].keys())
                ways = [{tuple(pattern[edge] for edge in common) for pattern in own} for own in (one, other)]
                assert ways[0] == ways[1] or len(common) == 1, puzzle
            for edge, state in enumerate(masks.state):
                drawn = {pattern[edge] for own in left for pattern in own if edge in pattern}
                assert drawn == {OPEN: {0, 1}, IN: {1}, OUT: {0}}[state], puzzle
            paths = nx.Graph([masks.nodes.ends[edge] for edge, state in enumerate(masks.state) if state == IN])
            for edge in (edge for edge, state in enumerate(masks.state) if state == OPEN):
                a, b = masks.nodes.ends[edge]
                if a in paths and b in paths and nx.has_path(paths, a, b):
                    last = [IN if i == edge else OUT if state == OPEN else state for i, state in enumerate(masks.state)]
                    assert last in solutions, puzzle


def patterns_of(mask: int) -> list[int]:
    return [pattern for pattern in range(16) if mask >> pattern & 1]


@pytest.mark.full
def test_nothing_is_settled_otherwise_than_by_brute_force(batch: Batch) -> None:
    for puzzle, boards in batch:
        masks = Masks(puzzle)
        if not masks.settle():
            assert not boards
            continue
        for stage in (masks, probe(masks, 10**6), settled(puzzle)):
            assert all(admits(stage, board) for board in boards), puzzle
            if stage is not None and not stage.open:
                assert [states_of(board) for board in boards] == [stage.state], puzzle


def test_a_search_finds_how_many_solutions_there_are(batch: Batch) -> None:
    for puzzle, boards in batch:
        masks = Masks(puzzle)
        found = search(masks, 10**6) if masks.settle() else []
        assert found is not None
        assert len(found) == min(len(boards), 2), puzzle
        assert all(own.state in map(states_of, boards) for own in found)
        stopped = search(masks, 1) if found else None
        assert stopped is None or len(stopped) == len(found) == 1


def test_tiny_boards_are_settled_unless_they_have_several_solutions(batch: Batch) -> None:
    for puzzle, boards in batch:
        masks = settled(puzzle)
        assert (masks is None) == (not boards), puzzle
        assert masks is None or bool(masks.open) == (len(boards) > 1), puzzle


def test_probing_ends_where_no_edge_says_more(batch: Batch) -> None:
    """Both states of an edge that is left open are possible, and leave a node together what it has."""
    for puzzle, _ in batch:
        masks = Masks(puzzle)
        if not masks.settle() or not (probed := probe(masks, 10**6)):
            continue
        for edge in (edge for edge, state in enumerate(probed.state) if state == OPEN):
            drawn, left_out = probed.with_edge(edge, IN), probed.with_edge(edge, OUT)
            assert drawn, puzzle
            assert left_out, puzzle
            assert list(map(or_, drawn.left, left_out.left)) == probed.left, puzzle


@pytest.mark.parametrize(
    ("picture", "solutions"),
    [
        ("3223", 1),  # the last edge closes the only path
        ("4", 1),
        ("0", 0),  # nothing is drawn, and nothing is open
        ("..\n..", 13),  # some of them around one cell
    ],
)
def test_short_loops_are_kept(picture: str, solutions: int) -> None:
    puzzle = slitherlink.parse(picture)
    boards = [*everything_true(puzzle)]
    assert len(boards) == solutions
    masks = settled(puzzle)
    assert all(admits(masks, board) for board in boards)
    assert len(slitherlink.solutions(puzzle, 50)) == solutions


def altered(seed: int) -> Puzzle:
    """A generated puzzle with another number in one cell, or without some clues."""
    rng = random.Random(seed)
    puzzle = slitherlink.generate(rng.choice((5, 6, 7)), seed=seed, easy=rng.random() < 0.5)
    number = dict(puzzle.clues)
    chosen = rng.choice(sorted(number))
    if seed % 3:
        number[chosen] = max(0, min(3, number[chosen] + rng.choice((-1, 1))))
    else:
        number = {cell: own for cell, own in number.items() if cell != chosen and rng.random() < 0.9}
    return Puzzle.of(puzzle.rows, puzzle.columns, number)


@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(12, 300))])
@pytest.mark.once
def test_altered_boards_have_the_solutions_that_another_engine_finds(seed: int) -> None:
    puzzle = altered(seed)
    theirs = slitherlink.ENGINES["cp_sat_plain"](puzzle, 2).solutions
    masks, ours = settled(puzzle), slitherlink.solutions(puzzle, 2)
    assert all(admits(masks, board) for board in theirs)
    assert len(ours) == len(theirs)
    assert len(theirs) > 1 or set(ours) == set(theirs)


def test_the_altered_boards_are_of_all_kinds() -> None:
    kinds = [len(slitherlink.solutions(altered(seed), 2)) for seed in range(12)]
    assert {*kinds} == {0, 1, 2}


@pytest.mark.full
def test_the_search_settles_what_probing_leaves() -> None:
    """The only solution; and with one more number that it has not, that there is none."""
    puzzle = slitherlink.generate(8, seed=3)
    masks = Masks(puzzle)
    assert masks.settle()
    probed = probe(masks, 10**6)
    assert probed is not None
    assert probed.open
    (board,) = slitherlink.ENGINES["cp_sat_plain"](puzzle, 2).solutions
    masks = settled(puzzle)
    assert masks is not None
    assert masks.state == states_of(board)
    number = dict(puzzle.clues)
    around = {cell: own for cell, own in puzzle.around.items() if cell not in number}
    wrong = {cell: (len(board.drawn & {*own}) + 1) % 4 for cell, own in around.items()}
    for cell, other in wrong.items():
        assert settled(Puzzle.of(8, 8, number | {cell: other})) is None


@pytest.mark.parametrize("seed", [11, 47, 70])
@pytest.mark.once
def test_which_ends_belong_together_tells_boards_apart(seed: int) -> None:
    """Where it does not, a board that can be completed is taken for another one that cannot. Smaller boards hardly show
    it."""
    puzzle = slitherlink.generate(8, seed=seed)
    (board,) = slitherlink.ENGINES["cp_sat_plain"](puzzle, 2).solutions
    masks = Masks(puzzle)
    assert masks.settle()
    found = search(masks, 3000)
    assert found is not None
    assert [masks.state for masks in found] == [states_of(board)]


def test_where_probing_and_the_search_are_cut_short_no_solution_is_lost() -> None:
    puzzle = slitherlink.generate(20, seed=3, share=0.2, unique=False)
    masks = settled(puzzle)
    assert masks is not None
    assert masks.open
    assert all(admits(masks, board) for board in slitherlink.ENGINES["cadical"](puzzle, 5).solutions)
