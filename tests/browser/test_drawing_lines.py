"""Where lines are drawn by hand: what a drag takes with it, what a click hits, what the mouse leaves to be seen."""

import io
from collections.abc import Iterator
from itertools import product
from typing import Any

import matplotlib.pyplot as plt
import pytest
from bare import Bare, new_context
from hands import coloured, drag, middle, seen, settled

from puzzlekit import circuit, hashi, numberlink, slitherlink

BOARDS = {  # where an edge from (1,1) to `end` is open, the kind of place at which it ends, and the lines it may have
    "circuit": (lambda: circuit.board(circuit.load("tiny_4x4")), "point", "(1,2)", ["1"]),
    "hashi": (lambda: hashi.board(hashi.parse("2.3.2\n.....\n..3.2")), "point", "(1,3)", ["1", "2"]),
    "slitherlink": (lambda: slitherlink.board(slitherlink.parse("333\n333")), "point", "(1,2)", ["1"]),
    "numberlink": (lambda: numberlink.board(numberlink.parse("ABCD\n....\nABCD")), "cell", "(1,2)", ["1"]),
}
WITH_CELLS = ["slitherlink", "numberlink"]


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


def test_a_drag_draws_over_crosses(bare: Bare) -> None:
    board = slitherlink.board(slitherlink.parse(".."))
    shown = seen(bare, board)
    edges = {edge_of("point", f"(1,{j})", f"(1,{j + 1})") for j in (1, 2)}
    drag(shown, "point (1,1)", "point (1,3)", button="right")
    assert not lines(board)
    drag(shown, "point (1,1)", "point (1,3)")
    assert lines(board) == edges


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
    board = make()
    shown = seen(bare, board)
    (x, y), (far, _) = middle(shown, f"{kind} (1,1)"), middle(shown, f"{kind} {end}")
    for aside in (-6, 0, 6):
        bare.page.mouse.click(x + part * (far - x), y + aside)
        settled(bare)
        assert board.state.get(edge_of(kind, "(1,1)", end)) == word
        shown.press("undo")
        settled(bare)


def test_a_click_where_bridges_cross_takes_the_nearer_one_and_in_the_middle_the_one_that_is_drawn(bare: Bare) -> None:
    board = hashi.board(hashi.parse(".1.\n1.1\n.1."))
    shown = seen(bare, board)
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


def inked(bare: Bare, box: dict) -> int:
    """How many dark pixels a part of the page has."""
    picture = plt.imread(io.BytesIO(bare.page.screenshot(clip=box)))
    return int((picture[:, :, :3].max(axis=2) < 0.45).sum())


@pytest.fixture
def pointed(browser: Any) -> Iterator[Bare]:
    """A page without a finger: where there is one, nothing answers to what lies below the mouse."""
    context = new_context(browser)
    yield Bare(context.new_page())
    context.close()


@pytest.mark.parametrize("room", WITH_CELLS)
def test_the_mouse_hides_no_clue(pointed: Bare, room: str) -> None:
    shown = seen(pointed, BOARDS[room][0]())
    clues = [text.bounding_box() for text in shown.root.locator(".pk-cell .pk-text").all()[:2]]
    before = [inked(pointed, box) for box in clues]
    assert min(before) > 10
    for edge in shown.root.locator(".pk-edge").all():
        box = edge.locator(".pk-area").bounding_box()
        pointed.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if box["y"] < clues[0]["y"] + 2 * clues[0]["height"]:  # it lies beside the clues
            coloured(pointed)
            assert all(inked(pointed, clue) >= 0.9 * n for clue, n in zip(clues, before, strict=True))


def test_a_finger_leaves_no_colour_behind(browser: Any) -> None:
    context = new_context(browser, is_mobile=True, has_touch=True)
    try:
        phone = Bare(context.new_page())
        shown = seen(phone, BOARDS["numberlink"][0]())
        area, colour = shown.element("cells (1,1)-(1,2)").locator(".pk-area"), "(node) => getComputedStyle(node).fill"
        before = area.evaluate(colour)
        area.tap()
        settled(phone)
        coloured(phone)
        assert area.evaluate(colour) == before
    finally:
        context.close()
