"""The clickable tree as a reader uses it: JupyterLab, a real browser, mouse, slider and keyboard."""

from collections.abc import Callable
from typing import Any

import pytest
from lab import OF_CELL, WATCH, count
from seen import Seen as Shown
from seen import api, evaluate

SETUP = """
from puzzlekit import sudoku
from puzzlekit.scip import tree
from puzzlekit.board import Tree, TreeBoard
from puzzlekit.sudoku import model_assignment
puzzle = sudoku.load("hard_2")
record = tree.record(model_assignment.build(puzzle))
"""
SHOWN = "seen = TreeBoard(record, sudoku.board(puzzle))\nseen"
RENDER, CHOOSE = 40, 12  # messages at most


class Seen(Shown):
    """A clickable tree on a page, with the board beside it."""

    def __init__(self, page: Any):
        super().__init__(page)
        self.root = page.locator(".pk-tree").first
        self.shown = self.svg = self.root.locator(".pk-search")
        self.slider = self.root.locator("input[type=range]")
        self.message = self.root.locator(".pk-message")
        self.board = page.locator(".pk-board:not(.pk-tree)").first

    def node(self, number: int) -> Any:
        return self.root.locator(f"[data-node='{number}']")

    def is_chosen(self, number: int) -> None:
        api.expect(self.node(number)).to_have_attribute("aria-selected", "true")
        api.expect(self.root.locator("[aria-selected='true']")).to_have_count(1)

    def click(self, number: int) -> None:
        """With the mouse, where the node is drawn."""
        box = self.node(number).locator("path").bounding_box()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def shaded(self, count: int) -> None:
        api.expect(self.board.locator(".pk-share")).to_have_count(count)


@pytest.fixture
def seen(opened: Callable[..., Seen]) -> Seen:
    return opened(SHOWN)


def fractional(page: Any, number: int) -> int:
    """How many small digits the board must show for a node."""
    code = f"print(sum(1e-6 < v < 1 - 1e-6 for v in record.nodes[{number}].fractions.values()))"
    return int(evaluate(page, code))


def test_a_click_shows_the_nodes_lp_point(seen: Seen) -> None:
    seen.shaded(0)  # the last step is the solution
    api.expect(seen.board.locator(".pk-cell .pk-text")).to_have_count(81)
    for number in (1, 2):
        seen.click(number)
        seen.is_chosen(number)
        seen.says(f"node {number}:")
        count = fractional(seen.page, number)
        assert count > 0
        seen.shaded(count)
    assert evaluate(seen.page, "print(seen.tree.node, seen.tree.step)") == "2 1"
    seen.click(3)  # open: no LP point
    seen.says("pruned")
    seen.shaded(0)
    assert evaluate(seen.page, "print(seen.tree.node, seen.tree.step)") == "3 None"


def test_shapes_tell_the_status(seen: Seen) -> None:
    shapes = {
        status: seen.root.locator(f".pk-search .pk-{status}").first.get_attribute("d")
        for status in ("branched", "solved", "pruned", "infeasible")
    }
    assert len(set(shapes.values())) == 4
    for status, shape in shapes.items():
        same = seen.root.locator(f".pk-search .pk-{status}").evaluate_all(
            "(all) => all.map((n) => n.getAttribute('d'))"
        )
        assert set(same) == {shape}
        count = evaluate(seen.page, f"print(sum(n.status == {status!r} for n in record.nodes.values()))")
        assert len(same) == int(count)
        api.expect(seen.root.locator(".pk-legend")).to_contain_text(f"{status} ({count})")
    api.expect(seen.root.locator(".pk-about")).to_have_text(evaluate(seen.page, "print(record.about)"))


def test_the_slider_steps_through_the_search(seen: Seen) -> None:
    steps = int(evaluate(seen.page, "print(len(record.steps))"))
    seen.slider.focus()
    seen.types("Home")
    seen.says(f"step 1 of {steps}: node 1")
    seen.is_chosen(1)
    later = int(evaluate(seen.page, "print(sum(n.order != 1 for n in record.nodes.values()))"))
    # children of the root that were open are there from the start
    shown = seen.root.locator(".pk-item:not(.pk-later)")
    assert 1 <= shown.count() <= 1 + later
    for step in range(2, steps + 1):
        seen.types("ArrowRight")
        seen.says(f"step {step} of {steps}:")
    seen.types("Home", *["ArrowRight"] * (steps - 2))  # faster than the kernel answers
    seen.says(f"step {steps - 1} of {steps}: solution 1")
    seen.root.locator("button[data-do='Step back']").click()
    seen.says(f"step {steps - 2} of {steps}:")
    seen.root.locator("button[data-do='Step on']").click()
    seen.says("solution 1")
    api.expect(seen.board.locator(".pk-cell .pk-text")).to_have_count(81)


def test_by_keyboard_alone(seen: Seen) -> None:
    seen.node(5).focus()
    seen.is_chosen(5)
    seen.types("ArrowUp")
    seen.is_chosen(2)
    api.expect(seen.node(2)).to_be_focused()
    seen.types("ArrowRight")
    seen.is_chosen(3)
    seen.types("ArrowRight")  # there is no other sibling
    seen.is_chosen(3)
    seen.types("ArrowLeft", "ArrowDown")
    seen.is_chosen(4)
    seen.says("infeasible")
    seen.types("Home")
    seen.is_chosen(1)
    seen.says("the root")
    api.expect(seen.page.locator(".jp-Cell")).to_have_count(2)  # no key reached JupyterLab


def test_roles_and_labels(seen: Seen) -> None:
    api.expect(seen.svg).to_have_attribute("role", "tree")
    api.expect(seen.node(1)).to_have_attribute("role", "treeitem")
    api.expect(seen.node(4)).to_have_attribute("aria-label", "node 4, infeasible")
    api.expect(seen.node(4)).to_have_attribute("aria-level", "3")
    assert seen.svg.locator("[tabindex='0']").count() == 1
    api.expect(seen.message).to_have_attribute("aria-live", "polite")
    api.expect(seen.slider).to_have_attribute(
        "aria-valuetext", "step 5 of 5: " + (seen.message.text_content() or "")[13:]
    )


def test_python_chooses_too(seen: Seen) -> None:
    evaluate(seen.page, "seen.tree.choose(1)")
    seen.is_chosen(1)
    evaluate(seen.page, "seen.tree.go(1)")
    seen.is_chosen(2)


def test_few_messages(seen: Seen) -> None:
    assert 0 < seen.page.evaluate(OF_CELL) <= RENDER
    digits = fractional(seen.page, 1)  # asked before, for what it prints goes over the sockets as well
    seen.page.evaluate(WATCH)
    seen.click(1)
    seen.says("the root")
    seen.shaded(digits)
    assert 0 < count(seen.page) <= CHOOSE


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_both_themes(opened: Callable[..., Seen], theme: str) -> None:
    seen = opened(SHOWN, theme=theme)
    fills = seen.root.evaluate(
        """(root) => [".pk-node.pk-branched", ".pk-node.pk-solved"].map((name) => {
            const style = getComputedStyle(root.querySelector(name));
            return [style.fill, style.stroke];
        })"""
    )
    (paper, ink), (solved, _) = fills
    assert len({paper, ink, solved}) == 3


def test_nothing_to_search(opened: Callable[..., Seen]) -> None:
    code = "easy = sudoku.load('tiny_4x4')\n"
    code += "TreeBoard(tree.record(model_assignment.build_fast(easy)), sudoku.board(easy))"
    seen = opened(code)
    seen.says("0 nodes")
    seen.root.locator("button[data-do='Step on']").click()
    api.expect(seen.root.locator(".pk-item")).to_have_count(0)
