"""A board on a page of the site, as a reader plays it."""

import re
from typing import Any

from seen import Seen, api

UNDOS = 20  # more than any test enters
TOLD = """(root) => [...root.querySelectorAll("[data-key]")].map((e) => e.getAttribute("aria-label"))"""


class Played(Seen):
    """A board of a page, with Python or before it is there."""

    def settles(self) -> None:
        """Python has answered all, also what takes a while."""
        self.root.locator(".pk-grid[aria-busy=false]").wait_for()
        api.expect(self.button("stop")).to_have_class(re.compile("pk-away"))

    def does(self, name: str) -> str:
        """Press a button; gives what is said then."""
        self.press(name)
        self.settles()
        return str(self.message.text_content())

    def enters(self, *states: tuple[str, str]) -> None:
        for element, state in states:
            self.element(element).click()
            if state:
                self.root.locator(f".pk-palette [data-state='{state}']").click()

    def told(self) -> list[str]:
        """What a screen reader says of each element."""
        return list(self.root.evaluate(TOLD))

    def is_rid_of_marks(self) -> bool:
        """After as many Undos as there can be"""
        for _ in range(UNDOS):
            if self.button("undo").get_attribute("aria-disabled") != "false":
                return self.wrong.count() == 0
            self.does("undo")
        return False

    @property
    def wrong(self) -> Any:
        return self.root.locator(".pk-mark-wrong, .pk-mark-over, .pk-is-wrong")


def unjudged(told: list[str]) -> list[str]:
    """Without what only Python says"""
    return [re.sub(", (met|wrong|over)", "", words) for words in told]


def given(board: Played) -> int:
    return sum("given" in told for told in board.told())
