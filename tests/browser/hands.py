"""What is shown on a bare page, and what hands do there: a mouse that drags, a finger that slides or is held."""

import importlib
from itertools import pairwise
from typing import Any

from bare import Bare
from seen import Seen, api

from puzzlekit import PUZZLES, sudoku
from puzzlekit.board import Board

ROOMS = {name: importlib.import_module(f"puzzlekit.{name}") for name in PUZZLES}
ADAPTERS = {name: importlib.import_module(f"puzzlekit.{name}.play").ADAPTER for name in PUZZLES}
ANSWERED = "window.model.deaf || document.querySelector('.pk-grid[aria-busy=false]')"
LONG = "\n".join(f"({i}) each of these rows must be met, and their sum leaves nothing else." for i in range(12))


class Answered(Seen):
    """A board on a bare page, where Python has answered what is pressed, unless it is deaf."""

    def press(self, name: str) -> None:
        super().press(name)
        self.page.wait_for_function(ANSWERED)

    def types(self, *keys: str) -> None:
        super().types(*keys)
        self.page.wait_for_function(ANSWERED)


def seen(bare: Bare, board: Board) -> Seen:
    bare.show(board)
    return Answered(bare.page)


def placed(bare: Bare, board: Board) -> tuple[Board, Seen]:
    """A board, and what is seen of it."""
    return board, seen(bare, board)


def seen_tiny(bare: Bare) -> tuple[Board, Seen]:
    """A Sudoku of 4 x 4 cells."""
    return placed(bare, sudoku.board(sudoku.load("tiny_4x4")))


def first_board(room: str) -> Board:
    """A board with the first puzzle of a type."""
    return ROOMS[room].board(ROOMS[room].load(ROOMS[room].names()[0]))


def selected(shown: Seen) -> list[str]:
    """The elements that are selected."""
    code = "(root) => [...root.querySelectorAll('[aria-selected=true]')].map((node) => node.dataset.key)"
    return list(shown.root.evaluate(code))


def settled(bare: Bare) -> None:
    """Python has answered all."""
    bare.page.wait_for_selector(".pk-grid[aria-busy=false]")


def press(bare: Bare, shown: Seen, name: str) -> str:
    """Press a button; gives what the board says once it has answered, also what takes a while."""
    shown.press(name)
    bare.hear_all()
    return str(shown.message.text_content())


def drawn(bare: Any) -> None:
    """The page is on the screen as it is now."""
    bare.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def coloured(bare: Any) -> None:
    """All colours are those that they were to become, which takes a tenth of a second."""
    drawn(bare)
    bare.page.evaluate("Promise.allSettled(document.getAnimations().map((change) => change.finished))")


def middle(shown: Seen, name: str) -> tuple[float, float]:
    box = shown.element(name).locator(".pk-area").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(shown: Seen, *stops: str, steps: int = 10, button: Any = "left") -> None:
    """The mouse goes from one element to the next, heard of so often on each way, and is released at the last."""
    mouse = shown.page.mouse
    mouse.move(*middle(shown, stops[0]))
    mouse.down(button=button)
    for stop in stops[1:]:
        mouse.move(*middle(shown, stop), steps=steps)
    mouse.up(button=button)
    shown.page.wait_for_selector(".pk-grid[aria-busy=false]")


def right_click(shown: Seen, name: str) -> None:
    shown.page.mouse.click(*middle(shown, name), button="right")
    shown.page.wait_for_selector(".pk-grid[aria-busy=false]")


def slide(bare: Bare, *places: Any, held: bool = False) -> None:
    """A finger goes from the middle of one place to the next, perhaps after it was held for so long that it drew."""
    before = places[0].get_attribute("aria-label")
    boxes = [place.locator(".pk-area").bounding_box() for place in places]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    session = bare.page.context.new_cdp_session(bare.page)
    points = [middles[0], *((a + (b - a) * k / 8, c + (d - c) * k / 8)
              for (a, c), (b, d) in pairwise(middles) for k in range(1, 9))]  # fmt: skip
    for k, (x, y) in enumerate(points):
        kind = "touchStart" if k == 0 else "touchMove"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        if k == 0 and held:
            api.expect(places[0]).not_to_have_attribute("aria-label", before)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()
    bare.page.wait_for_function(ANSWERED)
