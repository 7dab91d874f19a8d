"""The clickable tree without a browser: what it sends, what it takes, and what it is where no widget runs."""

import json
from typing import Any

import pytest
from chains import market_split

from puzzlekit import sudoku
from puzzlekit.board import Tree, TreeBoard
from puzzlekit.core.errors import PuzzleError
from puzzlekit.scip import tree
from puzzlekit.scip.tree.run import Record
from puzzlekit.sudoku import model_assignment


@pytest.fixture(scope="module")
def record() -> Record:
    return tree.record(model_assignment.build(sudoku.load("hard_2")))


@pytest.fixture
def seen(record: Record) -> TreeBoard:
    return TreeBoard(record, sudoku.board(sudoku.load("hard_2")))


def send(view: Tree, **content: Any) -> None:
    view._on_message(view, content, [])


def shares(seen: TreeBoard) -> dict[str, dict[str, float]]:
    return {key: mark["shares"] for key, mark in seen.board.marks.items() if "shares" in mark}


def test_every_step_shows_its_point(seen: TreeBoard, record: Record) -> None:
    for index, step in enumerate(record.steps):
        send(seen.tree, do="go", to=index, edit=f"e{index}")
        assert seen.tree.ui["edit"] == f"e{index}"
        assert (seen.tree.step, seen.tree.node) == (index, step.node)
        assert record.said(step) in seen.tree.ui["message"]
        wanted: dict[str, dict[str, float]] = {}
        for (cell, digit), value in record.fractions(step).items():
            wanted.setdefault(str(cell), {})[str(digit)] = value
        assert shares(seen) == wanted


def test_every_node_can_be_chosen(seen: TreeBoard, record: Record) -> None:
    for number, node in record.nodes.items():
        send(seen.tree, do="choose", to=number, edit="e")
        assert seen.tree.ui["node"] == number
        assert node.status in seen.tree.ui["message"]
        assert (seen.tree.step is None) == (node.order is None)
        assert bool(shares(seen)) == bool(node.fractions)


def test_python_is_told_what_is_wrong(seen: TreeBoard) -> None:
    for ask, told in ((seen.tree.choose, "one of their numbers"), (seen.tree.go, "a whole number from 0 to")):
        with pytest.raises(PuzzleError, match=f"expected {told}"):
            ask(10**6)


@pytest.mark.parametrize("content", [{"do": "go"}, {"do": "choose", "to": 0}])
def test_a_wrong_message_is_answered_and_changes_nothing(seen: TreeBoard, content: dict) -> None:
    before = seen.tree.node, seen.tree.step, shares(seen)
    send(seen.tree, edit="e", **content)
    assert "expected" in seen.tree.ui["message"]
    assert seen.tree.ui["edit"] == "e"
    assert (seen.tree.node, seen.tree.step, shares(seen)) == before


@pytest.mark.parametrize("content", [None, "go", [], {"do": "solve"}, {"do": ["go"]}, {}])
def test_noise_is_dropped(seen: TreeBoard, content: Any) -> None:
    before = dict(seen.tree.ui)
    seen.tree._on_message(seen.tree, content, [])
    assert seen.tree.ui == before


NOWHERE = [None, True, 1.0, "1", -1, 10**6, 10**20, 10**5000, float("nan"), [], [1], [[0]], {}, "x" * 10**6]


@pytest.mark.parametrize("to", NOWHERE, ids=lambda to: type(to).__name__)
@pytest.mark.parametrize("do", ["go", "choose"])
def test_a_place_that_is_none_is_refused(seen: TreeBoard, do: str, to: Any) -> None:
    before = (seen.tree.step, seen.tree.node, dict(seen.board.state), shares(seen))
    for edit in ("page-1", None, [[]], 5):
        seen.tree._on_message(seen.tree, {"do": do, "to": to, "edit": edit}, [])
        assert (seen.tree.step, seen.tree.node, dict(seen.board.state), shares(seen)) == before
        assert "expected" in seen.tree.ui["message"]
        assert len(seen.tree.ui["message"]) < 200
        assert seen.tree.ui["edit"] == (edit if isinstance(edit, str) else "")


def test_what_is_sent_is_json_and_in_the_picture(seen: TreeBoard, record: Record) -> None:
    drawn = json.loads(json.dumps(seen.tree.tree))
    assert [number for number, _, _ in drawn["nodes"]] == list(record.nodes)
    assert all(0 <= x <= 1 and 0 <= y <= 1 for _, x, y in drawn["nodes"])
    assert all(0 <= y <= 1 for y, _ in drawn["ticks"])
    assert len(drawn["steps"]) == len(record.steps)
    assert drawn["about"] == record.about


def test_a_better_bound_is_higher() -> None:
    from test_tree import recorded

    for seed in (34, 37):  # one maximises, the other minimises
        one = recorded(seed)[1]
        drawn = Tree(one).tree
        heights = {number: y for number, _, y in drawn["nodes"]}
        for node in one.nodes.values():
            if node.parent is not None:
                assert heights[node.number] >= heights[node.parent]
        assert drawn["found"] == sorted(drawn["found"], reverse=True)


def test_where_no_widget_runs(seen: TreeBoard, record: Record) -> None:
    for shown in (seen, seen.tree):
        data = shown._repr_mimebundle_()[0]
        assert data["text/plain"] == record.about == repr(shown)
        assert "<svg" in data["image/svg+xml"]
        assert "<script" not in data["image/svg+xml"]
    assert "innerHTML" not in seen.tree._esm


def test_a_large_tree_is_one_message_of_fair_size() -> None:
    large = Tree(tree.record(*market_split(), max_nodes=3000))
    assert len(large.tree["nodes"]) > 3000
    assert len(json.dumps(large.tree)) < 600_000
    assert "tree incomplete" in large.tree["about"]
