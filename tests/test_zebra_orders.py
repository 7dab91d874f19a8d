"""The search by goals in a given order: what it counts, that every order finds the same, its tree, two trees."""

import random

import pytest
from matplotlib import pyplot as plt

from puzzlekit import drawing, zebra
from puzzlekit.board import SearchPair
from puzzlekit.core.errors import PuzzleError
from puzzlekit.scip import tree
from puzzlekit.zebra import model_assignment
from puzzlekit.zebra.model_ordered import goals, heuristic_order, ordered

TABLE = ((), (1, 2), (1, 2, 3))  # the orders of Table 7.5


def test_each_order_of_the_table_needs_fewer_inferences_and_the_last_a_tenth_at_most() -> None:
    puzzle = zebra.load("life_1962")
    counts = [ordered(puzzle, heuristic_order(puzzle, own)).inferences for own in TABLE]
    assert counts == sorted(counts, reverse=True)
    assert len({*counts}) == 3
    assert counts[-1] <= counts[0] / 10


@pytest.mark.parametrize("seed", range(5))
def test_whatever_the_order_there_are_the_same_solutions(seed: int) -> None:
    rng = random.Random(seed)
    for name in ("tiny_kinds", "tiny_not", "tiny_four", "tiny_several", "tiny_none"):
        puzzle = zebra.load(name)
        order = goals(puzzle)
        trace = ordered(puzzle, rng.sample(order, len(order)), limit=50)
        assert trace.complete
        assert sorted(trace.solutions, key=str) == zebra.solutions(puzzle, 50)


def test_heuristics_are_switched_on_one_by_one() -> None:
    puzzle = zebra.load("life_1962")
    kinds = {
        own: [puzzle.clues[g - 1].kind for g in heuristic_order(puzzle, own) if isinstance(g, int)]
        for own in [(1,), (2,)]
    }
    assert kinds[1,][:2] == ["DLC", "DLC"]
    assert kinds[2,][-4:] == ["ILC"] * 4
    assert heuristic_order(puzzle, ()) == goals(puzzle) == [*range(1, 15), "water", "zebra"]
    for own in ((), (1,), (2,), (3,), (1, 2, 3)):
        assert sorted(map(str, heuristic_order(puzzle, own))) == sorted(map(str, goals(puzzle)))


def test_an_inference_is_one_attempted_match() -> None:
    puzzle = zebra.parse("houses: 3\nattributes:\npet: cat, dog, fox.\nclues:\ncat at 2.\ndog right of cat.")
    trace = ordered(puzzle)
    tried = [(one.goal, one.houses, one.fits) for one in trace.tries]
    assert tried == [(1, (2,), True), (2, (2, 1), False), (2, (3, 2), True), ("fox", (1,), True)]
    assert [str(found) for found in trace.solutions] == ["pet: fox, cat, dog"]
    assert not trace.complete
    assert ordered(puzzle, limit=2).inferences == 6
    assert ordered(puzzle, most=2).inferences == 2


def test_a_goal_that_does_not_exist_is_refused() -> None:
    puzzle = zebra.load("life_1962")
    for order in ([15], [0], ["giraffe"], [1, 1], [True], ["zebra", "zebra"]):
        with pytest.raises(PuzzleError, match=r"found the goal|expected list of int or str"):
            ordered(puzzle, order)


def test_the_tree_has_each_try_once_and_ends_at_the_solution() -> None:
    trace = ordered(zebra.load("four"))
    whole = trace.tree("four")
    assert len(whole.nodes) == trace.inferences + 1
    assert [node.order for node in whole.nodes.values()] == list(range(1, len(whole.nodes) + 1))
    assert [node.status for node in whole.nodes.values()].count("solved") == 1
    assert {number for number, own in whole.children.items() if own} == {
        number for number, node in whole.nodes.items() if node.status == "branched"
    }
    fitting = trace.tree("four", failed=False)
    assert len(fitting.nodes) == 1 + sum(one.fits for one in trace.tries)
    for upto in (1, 7, 20):
        shown = whole.upto(upto)
        assert len(shown) == upto
        assert all(node.parent is None or node.parent in shown for node in shown.values())


def test_any_two_searches_stand_side_by_side_on_one_scale() -> None:
    one = ordered(zebra.load("four")).tree("ours")
    other = tree.record(model_assignment.build(zebra.load("four")))
    first = drawing.draw_searches((one, other), upto=5)
    left, right = first.figure.axes
    assert left.get_xlim() == right.get_xlim()
    assert left.get_ylim() == right.get_ylim()
    assert "5 nodes" in left.get_title()
    plt.close("all")
    pair = SearchPair(one, other, names=("ours", "SCIP's"))
    assert pair.slider.options[0] == 1
    assert pair.slider.options[-1] == max(len(one.nodes), len(other.nodes))
    before = pair.picture.value
    pair.slider.value = 1
    assert pair.picture.value != before
    assert "image/svg+xml" in pair._repr_mimebundle_()[0]
    with pytest.raises(PuzzleError, match="expected a search recorded by"):
        SearchPair(one, None)
