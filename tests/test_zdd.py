"""Families of sets against Python's own, and the frontier searches against brute force and published counts."""

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from functools import partial
from itertools import chain, combinations, groupby, product

import brute_numberlink
import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlekit import zdd
from puzzlekit.core.errors import PuzzleError, UnsupportedPuzzle
from puzzlekit.core.grid import Edge, Point
from puzzlekit.zdd import DONE, Family
from puzzlekit.zdd.engine import answer, check_size
from puzzlekit.zdd.frontier import widths
from puzzlekit.zdd.pairings import Pairings

ITEMS = "abcdefg"
Sets = frozenset[frozenset]
families = st.frozensets(st.frozensets(st.sampled_from(ITEMS)), max_size=20)
usual = settings(max_examples=100, deadline=None)
many = settings(max_examples=1000, deadline=None)


def family(sets: Iterable[frozenset]) -> Family:
    return Family.of(sets, ITEMS)


def subsets(items: Iterable) -> list[frozenset]:
    own = list(items)
    return [frozenset(some) for size in range(len(own) + 1) for some in combinations(own, size)]


def minimal(sets: Sets) -> Sets:
    return frozenset(one for one in sets if not any(other < one for other in sets))


def check_alone(sets: Sets) -> None:
    """What is asked of one family."""
    own = family(sets)
    assert own.count() == len(sets)
    assert bool(own) == bool(sets)
    found = list(own)
    assert (len(found), set(found)) == (len(sets), set(sets))
    assert {one for one in subsets(ITEMS) if one in own} == sets
    assert set(own.minimal()) == minimal(sets)
    assert own.sizes() == {size: sum(len(one) == size for one in sets) for size in sorted({len(one) for one in sets})}
    fewest = min(map(len, sets), default=0)
    assert set(own.minimum()) == {one for one in sets if len(one) == fewest}
    weight = {item: (number * 7) % 5 - 1 for number, item in enumerate(ITEMS)}
    if sets:
        assert own.sample(len(sets)) in sets
        lightest = own.lightest(weight)
        assert lightest in sets
        assert sum(map(weight.__getitem__, lightest)) == min(sum(map(weight.__getitem__, one)) for one in sets)


def check_restricted(sets: Sets, having: frozenset, lacking: frozenset) -> None:
    found = family(sets).restrict(having=having, lacking=lacking)
    assert set(found) == {one for one in sets if having <= one and not lacking & one}


def check_both(one: Sets, other: Sets) -> None:
    """Equal sets are equal diagrams, node by node: so each comparison tells that the result is reduced, too."""
    a, b = family(one), family(other)
    assert (a == b) == (one == other)
    assert a | b == family(one | other)
    assert a & b == family(one & other)
    assert a - b == family(one - other)
    assert a.join(b) == family(x | y for x, y in product(one, other))
    assert a.nonsupersets(b) == family(x for x in one if not any(y <= x for y in other))
    assert hash(a | b) == hash(b | a)


def check_hitting(sets: Sets) -> None:
    found = zdd.hitting_sets(sets, ITEMS)
    assert set(found) == {one for one in subsets(ITEMS) if all(one & other for other in sets)}


@given(families)
@usual
def test_a_family_is_the_set_of_its_sets(sets: Sets) -> None:
    check_alone(sets)


@given(families, st.frozensets(st.sampled_from(ITEMS)), st.frozensets(st.sampled_from(ITEMS)))
@usual
def test_a_family_can_be_restricted(sets: Sets, having: frozenset, lacking: frozenset) -> None:
    check_restricted(sets, having, lacking)


@given(families, families)
@usual
def test_operations_are_those_of_sets(one: Sets, other: Sets) -> None:
    check_both(one, other)


@given(families)
@usual
def test_hitting_sets_hit_every_set(sets: Sets) -> None:
    check_hitting(sets)


@pytest.mark.slow
@given(families, families)
@many
def test_a_thousand_families_behave_as_sets(one: Sets, other: Sets) -> None:
    check_alone(one)
    check_both(one, other)
    check_hitting(one)
    check_restricted(one, min(other, default=frozenset(), key=sorted), max(other, default=frozenset(), key=sorted))


def test_samples_are_all_alike_likely() -> None:
    own = family(subsets("abc"))
    drawn = [own.sample(seed) for seed in range(800)]
    counts = [drawn.count(one) for one in own]
    assert len(counts) == 8
    assert min(counts) > 60


def test_a_family_is_reduced() -> None:
    """No two nodes are alike, no high child is empty, and children stand below."""
    own = zdd.cycles(nx.grid_2d_graph(4, 4))
    assert len(set(own.nodes)) == len(own.nodes)
    level = [len(own.items)] * 2 + [node[0] for node in own.nodes]
    assert all(high and level[low] > at < level[high] for at, low, high in own.nodes)


def test_families_of_deep_diagrams_can_be_joined() -> None:
    """More items than Python's usual depth of calls."""
    items = range(3000)
    every = Family.of([items], items)
    assert (every | Family.of([[]], items)).minimal().count() == 1
    assert every.join(every) == every


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: Family.of([{"a"}], "b"), "found 'a' in a set"),
        (lambda: Family.of([{0}], [1]), "found 0 in a set"),
        (lambda: Family.of([], "aa"), "found the item 'a' twice"),
        (lambda: Family.of(None), "expected sets"),
        (lambda: Family.of([], [1, {}, []]), "found dict among the items"),
        (lambda: family([frozenset()]).lightest(dict.fromkeys(ITEMS[1:], 1)), f"no weight of '{ITEMS[0]}'"),
        (lambda: family([]) | Family.of([], "ab"), "over different items"),
        (lambda: family([]) & {1}, "expected a family"),
        (lambda: family([]).sample(1), "an empty family"),
        (lambda: family([]).lightest(dict.fromkeys(ITEMS, 1)), "an empty family"),
        (lambda: family([frozenset()]).sample(-1), "found seed = -1"),
        (lambda: family([]).restrict(having="z"), "found 'z'"),
        (lambda: family([]).restrict(lacking=[0]), "found 0"),
        (lambda: zdd.hitting_sets([{"z"}], "a"), "found 'z' in a set"),
        (lambda: zdd.search("ab", 0, lambda state, index, taken: taken and "x"), "found the state False"),
        (lambda: zdd.cycles(nx.DiGraph([(1, 2)])), "expected an undirected graph"),
        (lambda: zdd.cycles(nx.MultiGraph([(1, 2)])), "expected an undirected graph"),
        (lambda: zdd.cycles("abc"), "expected an undirected graph"),
        (lambda: zdd.path_matchings(nx.Graph([(1, 1)])), "an edge from a vertex to itself"),
        (lambda: zdd.cycles(nx.path_graph(3), [(0, 1)]), "expected each edge of the graph once"),
        (lambda: zdd.cycles(nx.path_graph(3), [(0, 1), (1, 0)]), "expected each edge of the graph once"),
        (lambda: zdd.cycles(nx.complete_graph(300)), "found a frontier of"),
        (lambda: zdd.paths(nx.path_graph(3), 0, 9), "found 9, expected a vertex"),
        (lambda: zdd.paths(nx.path_graph(3), 1, 1), "found 1 twice"),
        (lambda: zdd.good_pairings(nx.path_graph(3), 0), "found pairs = 0"),
        (lambda: zdd.good_pairings(nx.path_graph(300)), "found 300 vertices"),
    ],
)
def test_what_cannot_be_done_is_refused(ask: Callable, told: str) -> None:
    with pytest.raises(PuzzleError, match=told):
        ask()


# Searches


def test_a_search_of_a_reader() -> None:
    """States may be anything, also the numbers 0 and 1; DONE leaves all later items out."""
    two = zdd.search("abcd", 0, lambda number, _, taken: None if number + taken > 2 else number + taken)
    assert set(two) == {one for one in subsets("abcd") if len(one) <= 2}
    first = zdd.search("abcd", 0, lambda state, _, taken: DONE if taken else state)
    assert set(first) == {frozenset(), *map(frozenset, "abcd")}
    assert zdd.search((), 0, lambda *_: None) == Family.of([[]], ())
    assert not zdd.search("ab", 0, lambda *_: None)


def test_a_search_can_be_ended() -> None:
    class Ended(Exception):
        pass

    def ended() -> None:
        raise Ended

    with pytest.raises(Ended):
        zdd.search("ab", 0, lambda *_: 0, check=ended)
    with pytest.raises(Ended):
        zdd.family_of(zdd.Cycles([(1, 2), (1, 3), (2, 3)]), ended)
    for graph in (nx.path_graph(2), nx.grid_2d_graph(3, 3)):
        with pytest.raises(Ended):
            zdd.good_pairings(graph, check=ended)


def test_a_search_as_an_engine_tells_what_is_proved() -> None:
    edges = list(nx.complete_graph(4).edges)
    cycles = [sorted(one) for one in subsets(edges) if one and is_cycle(nx.Graph([*one]))]
    ask = partial(answer, lambda: zdd.Cycles(edges), sorted, workers=1)
    found = ask(10, time_limit=None)
    assert (found.status, list(found.solutions)) == ("solved", sorted(cycles, key=str))
    assert len(ask(2, time_limit=None).solutions) == 2
    assert ask(10, time_limit=0).status == "unknown"
    nothing = answer(lambda: zdd.Cycles([(1, 2), (2, 3)]), sorted, 10, time_limit=None, workers=1)
    assert (nothing.status, nothing.solutions) == ("infeasible", ())


def test_solutions_of_a_search_need_no_order_of_their_own() -> None:
    """They come in one order, whichever order the search decides in, although Python compares no two of them."""
    graph = nx.complete_graph(4)
    own, turned = (
        answer(partial(zdd.Cycles, edges), lambda one: {"edges": sorted(one)}, 10, time_limit=None, workers=1)
        for edges in (list(graph.edges), list(graph.edges)[::-1])
    )
    assert own.solutions == turned.solutions
    assert len(own.solutions) == zdd.cycles(graph).count()


def test_a_search_as_an_engine_has_one_thread() -> None:
    triangle = zdd.Cycles([(1, 2), (1, 3), (2, 3)])
    assert answer(lambda: triangle, set, 5, time_limit=None, workers=1).solutions == (set(triangle.items),)
    with pytest.raises(PuzzleError, match="found workers = 2"):
        answer(lambda: triangle, set, 5, time_limit=None, workers=2)


@pytest.mark.parametrize("shape", [*product(range(1, 8), repeat=2)])
def test_boards_are_refused_for_their_shorter_side_and_for_their_cells(shape: tuple[int, int]) -> None:
    cells = len([*product(*map(range, shape))])
    fits = min(shape) <= 3 and cells <= 18
    with nullcontext() if fits else pytest.raises(UnsupportedPuzzle, match=f"found {shape[0]} x"):
        check_size(*shape, side=3, cells=18)


def graphs() -> list[nx.Graph]:
    """Small graphs of all kinds, in one part or two."""
    random = [nx.gnm_random_graph(7, edges, seed=edges) for edges in range(5, 12)]
    named = [nx.complete_graph(5), nx.cycle_graph(6), nx.star_graph(4), nx.path_graph(2), nx.empty_graph(2), nx.Graph()]
    return [*random, *named, nx.grid_2d_graph(3, 3), nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(4))]


@pytest.mark.parametrize("graph", graphs(), ids=str)
def test_vertices_at_work_have_slots_of_their_own_and_no_slot_is_to_spare(graph: nx.Graph) -> None:
    edges = zdd.ordered(graph)
    frontier, most = zdd.Frontier(edges), 0
    for index, slots in enumerate(frontier.after):
        done, ahead = ({end for edge in some for end in edge} for some in (edges[: index + 1], edges[index + 1 :]))
        assert slots.keys() == done & ahead
        assert len({*slots.values()}) == len(slots)
        assert {*slots.values(), *frontier.ends[index]} <= {*frontier.start}
        most = max(most, len({*slots, *frontier.gone[index]}))
    assert frontier.width == most


@pytest.mark.parametrize("search", [zdd.PathMatchings, zdd.Cycles])
def test_a_state_has_a_byte_for_each_slot(search: Callable) -> None:
    specification = search(list(nx.complete_graph(4).edges))
    for decisions in product((False, True), repeat=len(specification.items)):
        state = specification.start
        for index, taken in enumerate(decisions):
            assert len(state) == specification.frontier.width
            if (state := specification.step(state, index, taken)) in (None, DONE):
                break


@pytest.mark.parametrize(
    "ask", [lambda number: zdd.Frontier([(0, 1)], range(number)), lambda number: Pairings(nx.path_graph(number), None)]
)
def test_so_many_vertices_are_taken_as_a_refusal_tells(ask: Callable) -> None:
    with pytest.raises(PuzzleError, match="expected at most") as refusal:
        ask(300)
    most = int(str(refusal.value).rpartition(" ")[2])
    ask(most)
    with pytest.raises(PuzzleError, match=f"found .*{most + 1} vertices.* at most {most}"):
        ask(most + 1)


def test_a_walk_gives_the_order_where_it_is_narrower_by_two_at_least() -> None:
    gaps = set()
    for seed in range(60):
        graph = nx.gnm_random_graph(9, 12, seed=seed)
        own, found = tuple(graph.edges), zdd.ordered(graph)
        assert set(map(frozenset, own)) == set(map(frozenset, found))
        if own != found:
            gaps.add(max(widths(own)) - max(widths(found)))
            begun = [vertex for vertex, _ in groupby(a for a, _ in found)]
            assert len(begun) == len({*begun})  # all edges from a vertex to later ones, then those of the next
            both = [(begun.index(a), begun.index(b)) for a, b in found if b in begun]
            assert both == sorted(both)  # and to those first from which the walk goes on first
    assert min(gaps) == 2


def test_vertices_need_no_order_of_their_own() -> None:
    graph = nx.Graph([(str(a), b) if sum(a) % 2 else (a, str(b)) for a, b in nx.grid_2d_graph(3, 10).edges])
    assert zdd.ordered(graph) != tuple(graph.edges)
    assert zdd.cycles(graph).count() == zdd.cycles(nx.grid_2d_graph(3, 10)).count()


@pytest.mark.parametrize("shape", [(1, 1), (4, 1), (5, 2), (5, 3), (6, 5)])
def test_a_board_is_searched_along_its_longer_side(shape: tuple[int, int]) -> None:
    """Whichever way it is turned, as narrow as it can be line by line."""
    board = [Edge(Point(*a), Point(*b)) for a, b in nx.grid_2d_graph(*shape).edges]
    found, turned = zdd.lengthwise(board), zdd.lengthwise(map(mirrored, board))
    assert sorted(found) == sorted(board)
    assert turned == tuple(map(mirrored, found))
    assert max(widths([(edge.a, edge.b) for edge in found]), default=0) <= shape[1]


def test_a_board_that_is_as_wide_as_high_is_searched_row_by_row() -> None:
    """As it is read, whatever the order in which its edges come: nothing needs to be turned."""
    edges = [Edge(Point(*a), Point(*b)) for a, b in nx.grid_2d_graph(4, 4).edges]
    for own in (edges, edges[::-1]):
        begun = [edge.a for edge in zdd.lengthwise(own)]
        assert begun == sorted(begun)


def mirrored(edge: Edge) -> Edge:
    return Edge(*(Point(end.column, end.row) for end in (edge.a, edge.b)))


def is_path_matching(graph: nx.Graph) -> bool:
    return all(degree <= 2 for _, degree in graph.degree) and nx.is_forest(graph)


def is_cycle(graph: nx.Graph) -> bool:
    return all(degree == 2 for _, degree in graph.degree) and nx.is_connected(graph)


def is_path(graph: nx.Graph, s: object, t: object) -> bool:
    ends = [vertex for vertex, degree in graph.degree if degree == 1]
    return is_path_matching(graph) and nx.is_connected(graph) and set(ends) == {s, t}


@pytest.mark.parametrize("graph", graphs(), ids=str)
@pytest.mark.once
def test_searches_find_what_brute_force_finds(graph: nx.Graph) -> None:
    sets = subsets(graph.edges)
    drawn = {one: nx.Graph(list(one)) for one in sets if one}
    assert set(zdd.path_matchings(graph)) == {one for one in sets if not one or is_path_matching(drawn[one])}
    assert set(zdd.cycles(graph)) == {one for one, own in drawn.items() if is_cycle(own)}
    for s, t in list(combinations(graph, 2))[:2]:
        assert set(zdd.paths(graph, s, t)) == {one for one, own in drawn.items() if is_path(own, s, t)}
        assert zdd.paths(graph, s, t) == zdd.paths(graph, t, s)


@pytest.mark.parametrize("graph", graphs()[:6], ids=str)
def test_another_order_of_edges_finds_the_same_sets(graph: nx.Graph) -> None:
    turned = [(b, a) for a, b in reversed(list(graph.edges))]
    for search in (zdd.path_matchings, zdd.cycles):
        other = {frozenset((b, a) for a, b in one) for one in search(graph, turned)}
        assert other == set(search(graph))


def test_a_wide_grid_is_searched_along_its_longer_side() -> None:
    """Either way round there are as many cycles, and about as many nodes."""
    high, wide = (zdd.cycles(nx.grid_2d_graph(*shape)) for shape in ((10, 3), (3, 10)))
    assert high.count() == wide.count()
    assert len(wide.nodes) < 3 * len(high.nodes)


PATHS = [1, 2, 12, 184, 8512, 1262816, 575780564, 789360053252, 3266598486981642, 41044208702632496804]
PATHS += [1568758030464750013214100]
CYCLES = [1, 13, 213, 9349, 1222363, 487150371, 603841648931, 2318527339461265, 27359264067916806101]
CYCLES += [988808811046283595068099]
EASY = 8  # points a side in the usual run


def sides(last: int) -> list:
    return [side if side <= EASY else pytest.param(side, marks=pytest.mark.slow) for side in range(2, last + 1)]


@pytest.mark.parametrize("side", sides(11))
def test_paths_from_corner_to_corner_are_as_many_as_is_known(side: int) -> None:
    """OEIS A007764."""
    assert zdd.paths(nx.grid_2d_graph(side, side), (0, 0), (side - 1, side - 1)).count() == PATHS[side - 1]


@pytest.mark.parametrize("side", sides(11))
def test_cycles_of_a_grid_are_as_many_as_is_known(side: int) -> None:
    """OEIS A140517, whose n-th number is that of n + 1 points a side."""
    assert zdd.cycles(nx.grid_2d_graph(side, side)).count() == CYCLES[side - 2]


# Good pairings


def brute_pairings(rows: int, columns: int) -> dict[frozenset, int]:
    """Each pairing of cells that some paths join: how many ways there are, one more if a way leaves a cell out."""
    cells = set(product(range(rows), range(columns)))
    found: dict[frozenset, int] = {}
    for ends in chain.from_iterable(combinations(sorted(cells), size) for size in range(2, len(cells) + 1, 2)):
        for links in brute_numberlink.boards(rows, columns, set(ends), cover=False, touch=True):
            paths = brute_numberlink.paths(links)
            pairing = frozenset(tuple(sorted(set(ends) & path)) for path in paths)
            spoilt = set().union(*paths) != cells
            found[pairing] = found.get(pairing, 0) + 1 + spoilt
    return found


@pytest.mark.parametrize(
    "shape", [(1, 2), (1, 3), (2, 2), (2, 3), (3, 2), (1, 6), (3, 3), pytest.param((3, 4), marks=pytest.mark.slow)]
)
def test_good_pairings_are_those_of_brute_force(shape: tuple[int, int]) -> None:
    found = zdd.good_pairings(nx.grid_2d_graph(*shape))
    right = {pairing for pairing, ways in brute_pairings(*shape).items() if ways == 1}
    assert set(found) == right
    for most in (1, 2):
        few = zdd.good_pairings(nx.grid_2d_graph(*shape), most)
        assert set(few) == {pairing for pairing in right if len(pairing) <= most}


@pytest.mark.parametrize(
    ("shape", "good", "fewest"),
    [
        ((3, 4), 807, (2, 14)),
        ((4, 4), 16410, (3, 496)),
        pytest.param((4, 5), 338460, (3, 880), marks=pytest.mark.slow),
        pytest.param((3, 8), 4311079, (2, 14), marks=pytest.mark.slow),
        pytest.param((4, 6), 6901105, (3, 1116), marks=pytest.mark.slow),
    ],
)
def test_good_pairings_are_as_many_as_were_counted(shape: tuple[int, int], good: int, fewest: tuple[int, int]) -> None:
    """By another program, which was checked by brute force up to 4 x 4."""
    sizes = zdd.good_pairings(nx.grid_2d_graph(*shape)).sizes()
    assert sum(sizes.values()) == good
    assert next(iter(sizes.items())) == fewest


@pytest.mark.parametrize("vertices", [(0, 1, 2, 3), (3, 1, 0, 2), ("b", 7, "a", 0)])
def test_the_pairs_of_a_pairing_stand_in_the_order_of_the_graph(vertices: tuple) -> None:
    """Whatever its vertices are: Python need not compare them."""
    graph = nx.Graph()
    graph.add_nodes_from(vertices)
    graph.add_edges_from(zip(vertices[1:], vertices, strict=False))
    assert set(zdd.good_pairings(graph).items) == set(combinations(vertices, 2))


def test_a_vertex_without_edges_is_on_no_path() -> None:
    assert zdd.good_pairings(nx.path_graph(2)).count() == 1
    graph = nx.path_graph(2)
    graph.add_node(7)
    assert zdd.good_pairings(graph).count() == 0
