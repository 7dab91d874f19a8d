"""Where lines are drawn by hand: what a drag takes with it, what a click hits, what the mouse leaves to be seen."""

import io
from itertools import pairwise, product
from typing import Any

import matplotlib.pyplot as plt
import pytest
from bare import Bare
from hands import coloured, drag, middle, placed, seen, settled
from seen import api

from puzzlekit import circuit, hashi, numberlink, slitherlink
from puzzlekit.core.grid import Cell

BOARDS = {  # where an edge from (1,1) to `end` is open, the kind of place at which it ends, and the lines it may have
    "circuit": (lambda: circuit.board(circuit.load("tiny_4x4")), "point", "(1,2)", ["1"]),
    "hashi": (lambda: hashi.board(hashi.parse("2.3.2\n.....\n..3.2")), "point", "(1,3)", ["1", "2"]),
    "slitherlink": (lambda: slitherlink.board(slitherlink.parse("333\n333")), "point", "(1,2)", ["1"]),
    "numberlink": (lambda: numberlink.board(numberlink.parse("ABCD\n....\nABCD")), "cell", "(1,2)", ["1"]),
}
WITH_CELLS = ["slitherlink", "numberlink"]

HALO = """(node) => { const { paintOrder, strokeWidth } = getComputedStyle(node);
    return paintOrder.startsWith("stroke") && parseFloat(strokeWidth) >= 3; }"""


def edge_of(kind: str, one: str, other: str) -> str:
    return f"{kind}s {one}-{other}"


def lines(board: Any) -> set[str]:
    """The edges that are drawn."""
    return {name for name, word in board.state.items() if word == "1"}


# Drags


@pytest.mark.parametrize("room", BOARDS)
def test_a_drag_over_a_drawn_line_takes_it_away_and_leaves_no_cross(bare: Bare, room: str) -> None:
    make, kind, end, words = BOARDS[room]
    board, edge = make(), edge_of(kind, "(1,1)", end)
    shown = seen(bare, board)
    for word in (*words, None, words[0]):
        drag(shown, f"{kind} (1,1)", f"{kind} {end}")
        assert board.state.get(edge) == word


STOPS = {"circuit": "(3,1) (2,1) (2,2) (1,2)", "hashi": "(1,1) (1,3) (3,3) (3,5)"}  # along edges, with a turn


@pytest.mark.parametrize("room", BOARDS)
@pytest.mark.parametrize("steps", [1, 10])
def test_a_drag_along_several_edges_draws_each(bare: Bare, room: str, steps: int) -> None:
    make, kind, *_ = BOARDS[room]
    board, stops = make(), STOPS.get(room, "(1,1) (2,1) (2,2) (2,3)").split()
    shown, given = seen(bare, board), {edge for edge in board.state if edge.startswith(f"{kind}s")}
    drag(shown, *(f"{kind} {stop}" for stop in stops), steps=steps)
    edges = {edge_of(kind, *sorted(ends)) for ends in pairwise(stops)}
    assert lines(board) == edges - given
    api.expect(shown.root.locator(".pk-stroke")).to_have_count(len(edges | given))


def test_a_drag_goes_on_only_once_it_has_come_to_the_end_of_an_edge(bare: Bare) -> None:
    board, shown = placed(bare, hashi.board(hashi.parse("1...1\n.....\n1...1")))
    (x, y), (far, _) = middle(shown, "point (1,1)"), middle(shown, "point (1,5)")
    mouse = bare.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + (far - x) * 0.6, y, steps=5)
    mouse.move(x, y, steps=5)
    mouse.move(x, middle(shown, "point (3,1)")[1], steps=5)
    mouse.up()
    settled(bare)
    assert lines(board) == {"points (1,1)-(3,1)"}


def test_crosses_are_dragged_along_edges_and_drawn_over(bare: Bare) -> None:
    board, shown = placed(bare, slitherlink.board(slitherlink.parse("..")))
    edges = [edge_of("point", *ends) for ends in (("(1,1)", "(1,2)"), ("(1,2)", "(1,3)"), ("(1,3)", "(2,3)"))]
    for stops, crosses in ((("(1,1)", "(1,3)", "(2,3)"), edges), (("(1,2)", "(1,3)"), edges[::2])):
        drag(shown, *(f"point {stop}" for stop in stops), button="right")
        assert board.state == dict.fromkeys(crosses, "0")
    cross = shown.root.locator(".pk-edge .pk-text").first
    assert cross.evaluate(HALO), "neither a line nor a hatch runs through it"
    drag(shown, "point (1,1)", "point (1,3)")
    assert board.state == dict.fromkeys(edges[:2], "1") | {edges[2]: "0"}


STRAYS: dict[str, Any] = {  # ways as (right, down) from the first end of an edge, and the edges that they pass
    "it leaves the edges": ([(0, 0), (0.5, 0.5), (2.5, 0.5)], []),
    "it changes the row": ([(0, 0), (1, 0), (1.5, 0.5), (2, 1), (3, 1)], ["(1,1)-(1,2)", "(2,3)-(2,4)"]),
    "it stops before the middle of an edge": ([(0, 0), (1, 0), (1.48, 0)], ["(1,1)-(1,2)"]),
    "it stops after the middle of an edge": ([(0, 0), (1, 0), (1.6, 0)], ["(1,1)-(1,2)", "(1,2)-(1,3)"]),
    "it begins in the middle of an edge": ([(0.5, 0), (2, 0)], ["(1,2)-(1,3)"]),
}  # fmt: skip


@pytest.mark.parametrize("way", STRAYS)
@pytest.mark.parametrize("room", WITH_CELLS)
def test_a_long_drag_marks_only_what_it_passed(bare: Bare, room: str, way: str) -> None:
    make, kind, end, _ = BOARDS[room]
    board, (stops, passed) = make(), STRAYS[way]
    shown, mouse = seen(bare, board), bare.page.mouse
    (x, y), (far, _) = middle(shown, f"{kind} (1,1)"), middle(shown, f"{kind} {end}")
    for number, (right, down) in enumerate(stops):
        mouse.move(x + right * (far - x), y + down * (far - x), steps=8)
        if number == 0:
            mouse.down()
    mouse.up()
    settled(bare)
    assert lines(board) == {f"{kind}s {edge}" for edge in passed}


# Clicks


@pytest.mark.parametrize("room", WITH_CELLS)
def test_a_click_in_the_middle_of_a_cell_draws_no_line(bare: Bare, room: str) -> None:
    board = BOARDS[room][0]()
    shown, before = seen(bare, board), dict(board.state)
    for cell in ("cell (1,1)", "cell (2,2)"):
        x, y = middle(shown, cell)
        for right, down in product((-5, 0, 5), repeat=2):
            bare.page.mouse.click(x + right, y + down)
            settled(bare)
    assert board.state == before


@pytest.mark.parametrize("room", BOARDS)
@pytest.mark.parametrize("part", [0.35, 0.5, 0.65])
def test_a_click_on_a_line_draws_it(bare: Bare, room: str, part: float) -> None:
    make, kind, end, (word, *_) = BOARDS[room]
    board, shown = placed(bare, make())
    (x, y), (far, _) = middle(shown, f"{kind} (1,1)"), middle(shown, f"{kind} {end}")
    for aside in (-6, 0, 6):
        bare.page.mouse.click(x + part * (far - x), y + aside)
        settled(bare)
        assert board.state.get(edge_of(kind, "(1,1)", end)) == word
        shown.press("undo")


def test_a_click_where_bridges_cross_takes_the_nearer_one_and_in_the_middle_the_one_that_is_drawn(bare: Bare) -> None:
    board, shown = placed(bare, hashi.board(hashi.parse(".1.\n1.1\n.1.")))
    flat, upright = "points (2,1)-(2,3)", "points (1,2)-(3,2)"
    (x, y), unit = middle(shown, flat), middle(shown, "point (2,3)")[0] - middle(shown, flat)[0]

    def clicked(right: float, down: float) -> set[str]:
        bare.page.mouse.click(x + right * unit, y + down * unit)
        settled(bare)
        return lines(board)

    assert clicked(0, 0) == set()
    for edge, other in ((flat, upright), (upright, flat)):
        for ahead, aside in product((-0.25, 0.15, 0.25), (-0.06, 0, 0.06)):
            at = (ahead, aside) if edge == flat else (aside, ahead)
            assert clicked(*at) == {edge}
            assert clicked(*at) == set()
            assert board.state[edge] == "2"
            clicked(*at)
            assert edge not in board.state
        assert clicked(*at) == {edge}
        clicked(0, 0)
        assert (board.state[edge], board.state.get(other)) == ("2", None)
        board.clear()
        bare.tell()


# What lies below the mouse


AT = """([x, y]) => {
    const grid = document.querySelector(".pk-grid");
    const at = new DOMPoint(x * 40, y * 40).matrixTransform(grid.getScreenCTM());
    return [at.x, at.y];
}"""  # where a place of the grid is on the screen


def test_a_large_board_has_nodes_for_what_it_shows_and_is_played_alike(bare: Bare) -> None:
    puzzle = slitherlink.Puzzle.of(40, 40, {Cell(i, 0): 3 for i in range(5)})
    board, shown = placed(bare, slitherlink.board(puzzle))
    assert shown.root.locator("[data-key]").count() < len(puzzle.edges) / 10
    mouse = bare.page.mouse

    def at(x: float, y: float) -> tuple[float, float]:
        return tuple(bare.page.evaluate(AT, [x, y]))

    mouse.click(*at(1.5, 1))
    api.expect(shown.element("points (2,2)-(2,3)")).to_be_focused()
    api.expect(shown.root.get_by_role("gridcell", name="edge from point (2,2) to point (2,3), drawn")).to_have_count(1)
    mouse.click(*at(3, 1.5), button="right")
    mouse.click(*at(1.5, 1.5))  # the middle of a cell
    settled(bare)
    assert lines(board) == {"points (2,2)-(2,3)"}
    assert board.state["points (2,4)-(3,4)"] == "0"
    mouse.move(*at(5, 5))
    mouse.down()
    for stop in ((6, 5), (7, 5), (7, 6)):
        mouse.move(*at(*stop), steps=8)
    mouse.up()
    shown.types("ArrowRight", "1")
    assert {"points (6,6)-(6,7)", "points (6,7)-(6,8)", "points (6,8)-(7,8)"} < lines(board)
    assert len(lines(board)) == 5
    for _ in range(4):
        shown.press("undo")
    assert lines(board) == set()
    shown.press("edit")
    mouse.click(*at(8.5, 1.5))
    shown.types("2")
    mouse.click(*at(0.5, 0.5))  # a clue
    shown.types("Delete")
    assert board.puzzle.number == {Cell(i, 0): 3 for i in range(1, 5)} | {Cell(1, 8): 2}
    shown.holds("cell (2,9)", "2")
    shown.is_empty("cell (1,1)")
    assert shown.grid.locator(":scope > .pk-tint").get_attribute("d").count("M") == len(board.puzzle.clues)


def inked(bare: Bare, box: dict) -> int:
    """How many dark pixels a part of the page has."""
    picture = plt.imread(io.BytesIO(bare.page.screenshot(clip=box)))
    return int((picture[:, :, :3].max(axis=2) < 0.45).sum())


# Where there is a finger, nothing answers to what lies below the mouse.
@pytest.mark.parametrize("bare", [{}], indirect=True)
@pytest.mark.parametrize("room", WITH_CELLS)
def test_the_mouse_hides_no_clue(bare: Bare, room: str) -> None:
    shown = seen(bare, BOARDS[room][0]())
    clues = [text.bounding_box() for text in shown.root.locator(".pk-cell .pk-text").all()[:2]]
    before = [inked(bare, box) for box in clues]
    assert min(before) > 10
    for edge in shown.root.locator(".pk-edge").all():
        box = edge.locator(".pk-area").bounding_box()
        bare.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if box["y"] < clues[0]["y"] + 2 * clues[0]["height"]:  # it lies beside the clues
            coloured(bare)
            assert all(inked(bare, clue) >= 0.9 * n for clue, n in zip(clues, before, strict=True))


@pytest.mark.parametrize("bare", [{"is_mobile": True, "has_touch": True}], indirect=True)
def test_a_finger_leaves_no_colour_behind(bare: Bare) -> None:
    shown = seen(bare, BOARDS["numberlink"][0]())
    area, colour = shown.element("cells (1,1)-(1,2)").locator(".pk-area"), "(node) => getComputedStyle(node).fill"
    before = area.evaluate(colour)
    area.tap()
    settled(bare)
    coloured(bare)
    assert area.evaluate(colour) == before
