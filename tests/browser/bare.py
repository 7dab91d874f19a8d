"""A widget on a page of its own, without JupyterLab: its JavaScript draws it, its Python object answers at once.

So a test takes a fraction of a second. It says nothing about kernels, threads or JupyterLab: those have tests too.
"""

import json
from collections.abc import Sequence
from typing import Any

from patience import PATIENCE, until
from seen import api

from puzzlekit.board.js_bundle import joined

SIZE = {"width": 1300, "height": 1000}

# The part of anywidget's model that the widgets use. `apply` takes what Python sent, its keys in any order.
MODEL = """
class Model {
    constructor(values) { this.values = values; this.listeners = []; this.deaf = false; }
    get(name) { return this.values[name]; }
    on(name, listener) { this.listeners.push([name, listener]); }
    off(name, listener) { this.listeners = this.listeners.filter(([n, l]) => n !== name || l !== listener); }
    tell(name) { for (const [n, listener] of this.listeners) if (n === name) listener(); }
    async send(content) {
        if (this.deaf) return;
        this.apply(await window.toPython(content));
    }
    apply(changes) {
        if (!changes.length) return;
        for (const [name, value] of changes) this.values[name] = value;
        for (const [name] of changes) this.tell(`change:${name}`);
        this.tell("change");
    }
}
"""
# A page without an address may keep nothing: here it keeps what one test leaves there; and the clipboard is seen.
STORAGE = """
class Memory {
    getItem(key) { return this[key] ?? null; }
    setItem(key, value) { this[key] = value; }
    removeItem(key) { delete this[key]; }
}
if (location.protocol === "about:")
    Object.defineProperty(window, "localStorage", { value: new Memory(), configurable: true });
const clipboard = { writeText: async (text) => { window.copied = text; } };
Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
"""
PAGE = """<!doctype html><style>body {{ margin: 8px; }} {css}</style><div id="here"></div>
<script type="module">{storage}
{esm}
{model}
window.model = new Model({values});
render({{ model: window.model, el: document.querySelector("#here") }});
</script>"""


class Bare:
    """Shows one widget after the other on a page."""

    def __init__(self, page: Any):
        self.page = page
        self._widget: Any = None
        self._known: dict[str, Any] = {}
        page.expose_function("toPython", self._hear)

    def show(self, widget: Any, entry: str = "board.js") -> None:
        """Draw a widget, alone on the page."""
        self._widget, self._known = widget, {}
        values = dict(self._changes())
        esm = joined(entry).replace("export default {", "const { render } = {").replace("</", "<\\/")
        page = PAGE.format(
            css=widget._css, esm=esm, model=MODEL, storage=STORAGE, values=json.dumps(values).replace("</", "<\\/")
        )
        self.page.set_content(page)
        self.page.wait_for_selector(".pk-board")

    def tell(self, order: Sequence[str] = ()) -> None:
        """Send what has changed in Python; the names in `order` come first."""
        changes = sorted(self._changes(), key=lambda change: list(order).index(change[0]) if change[0] in order else 9)
        self.page.evaluate("(changes) => window.model.apply(changes)", changes)

    def hear_all(self) -> None:
        """Wait until Python has answered all, also what takes a while, and show it."""
        self.page.wait_for_selector(".pk-grid[aria-busy=false]")
        until(lambda: not self._widget.ui["running"], wait=lambda seconds: self.page.wait_for_timeout(1000 * seconds))
        self.tell()

    def _hear(self, content: dict) -> list[tuple[str, Any]]:
        self._widget._handle_custom_msg(content, [])
        return self._changes()

    def _changes(self) -> list[tuple[str, Any]]:
        names = [
            name for name in ("ui", "marks", "notes", "state", "sheet", "tree", "atlas") if self._widget.has_trait(name)
        ]
        values = {name: json.loads(json.dumps(getattr(self._widget, name))) for name in names}
        changed = [(name, value) for name, value in values.items() if self._known.get(name) != value]
        self._known = values
        return changed


def new_context(browser: Any, **options: Any) -> Any:
    """Pages that share no storage, no permissions and no clock with others."""
    context = browser.new_context(viewport=SIZE, **options)
    context.set_default_timeout(1000 * PATIENCE)
    api.expect.set_options(timeout=1000 * PATIENCE)
    return context
