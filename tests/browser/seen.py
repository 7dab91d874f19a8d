"""A board on a page, as the tests of all rooms look at it."""

from typing import Any

try:
    from playwright import sync_api as api
except ImportError:
    api = None  # the fixtures skip the tests

# How many symbols stick out of their cells, or out of the board.
CLIPPED = """(root) => {
    const svg = root.querySelector(".pk-grid").getBoundingClientRect();
    const outside = (inner, outer) => inner.left < outer.left - 1 || inner.right > outer.right + 1
        || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
    const boxes = [...root.querySelectorAll(".pk-grid text")].map((text) => {
        const cell = text.closest(".pk-cell");
        const area = cell ? cell.querySelector(".pk-area").getBoundingClientRect() : svg;
        return outside(text.getBoundingClientRect(), area);
    });
    return boxes.filter(Boolean).length;
}"""


class Seen:
    """A board on a page."""

    def __init__(self, page: Any, index: int = 0):
        self.page = page
        self.root = page.locator(".pk-board").nth(index)
        self.shown = self.grid = self.root.locator(".pk-grid")
        self.message = self.root.locator(".pk-message")
        self.live = self.root.locator(".pk-live")
        self.ring = self.root.locator(".pk-ring")

    def element(self, name: str) -> Any:
        return self.root.locator(f"[data-key='{name}']")

    def button(self, name: str) -> Any:
        return self.root.locator(f"button[data-do={name}]")

    def press(self, name: str) -> None:
        """Click a button, in the menu if it stands there."""
        self.button(name).wait_for(state="attached")
        if not self.button(name).is_visible():
            self.button("menu").click()
        self.button(name).click()

    def puts(self, name: str, text: str) -> None:
        """Click a button that asks for a text, and put this one on the board, by the keyboard."""
        self.press(name)
        self.root.locator("textarea").press_sequentially(text)
        api.expect(self.root.locator("textarea")).to_have_value(text)
        if name == "paste":
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")

    def holds(self, name: str, text: str) -> None:
        api.expect(self.element(name).locator(".pk-text")).to_have_text(text)

    def is_empty(self, name: str) -> None:
        api.expect(self.element(name).locator(".pk-text")).to_have_count(0)

    def is_wrong(self, name: str) -> None:
        api.expect(self.element(name).locator(".pk-mark-wrong")).to_have_count(1)

    def says(self, text: str) -> None:
        api.expect(self.message).to_contain_text(text)

    def types(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def types_at(self, name: str, *keys: str) -> None:
        """Click an element, and press keys there."""
        self.element(name).click()
        self.types(*keys)


def evaluate(page: Any, code: str) -> str:
    """What the notebook's kernel prints for this code, once it has heard what was done on the boards."""
    page.wait_for_function("() => !document.querySelector('.pk-grid[aria-busy=true]')")
    script = """async (code) => {
        const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
        const future = kernel.requestExecute({code});
        let text = "";
        future.onIOPub = (message) => { text += message.content.text || ""; };
        await future.done;
        return text;
    }"""
    return str(page.evaluate(script, code)).strip()
