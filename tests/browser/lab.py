"""What the tests of the boards need of JupyterLab: its settings, its commands, and the messages that it exchanges."""

import json
import subprocess
import time
import urllib.request
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE

DOCUMENTS = "@jupyterlab/docmanager-extension/plugin.jupyterlab-settings"
READY = """(name) => {
    const context = window.jupyterapp.shell.currentWidget?.context;
    return context?.path === name && context.sessionContext.session?.kernel?.status === "idle";
}"""


# Closes all tabs, whatever is in them, and ends their kernels without waiting for it.
CLOSE = """() => {
    for (const tab of Array.from(window.jupyterapp.shell.widgets("main"))) {
        const session = tab.sessionContext?.session?.id;
        tab.dispose();
        if (session) void window.jupyterapp.serviceManager.sessions.shutdown(session);
    }
}"""


# The path of the notebook that is open, if any is.
OPEN = "() => window.jupyterapp.shell.currentWidget?.context?.path"


# Makes a new notebook of the one that is open: other cells, and a kernel that knows no names and no widgets any more.
RENEW = """async (cells) => {
    const { content, context, sessionContext } = window.jupyterapp.shell.currentWidget;
    const made = cells.map((source) => ({cell_type: "code", metadata: {}, outputs: [], execution_count: null, source}));
    context.model.fromJSON({...context.model.toJSON(), cells: made});
    content.activeCellIndex = 0;
    content.mode = "command";
    const code = "get_ipython().run_line_magic('reset', '-sf')\\n__import__('ipywidgets').Widget.close_all()";
    const answer = await sessionContext.session.kernel.requestExecute({code}).done;
    if (answer.content.status !== "ok") throw new Error(JSON.stringify(answer.content));
}"""


# What boards of earlier tests have left in the browser.
FORGET = """() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("puzzlekit:")) localStorage.removeItem(key);
}"""


@dataclass(frozen=True)
class Server:
    """A running JupyterLab: its address, its token, and its folder of notebooks."""

    url: str
    token: str
    notebooks: Path


def write_setting(folder: Path, name: str, value: dict[str, Any]) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(value), encoding="utf-8")


def wait_for(runtime: Path, token: str, process: subprocess.Popen, log: Path) -> str:
    """Until the server answers that says in this folder where it is; its address."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            (file,) = runtime.glob("jpserver-*.json")
            url = json.loads(file.read_text(encoding="utf-8"))["url"].rstrip("/")
            with urllib.request.urlopen(f"{url}/api/status?token={token}", timeout=5):
                return str(url)
        except (OSError, ValueError):  # there is no file yet, or a part of it
            time.sleep(0.1)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text(encoding='utf-8')[-3000:]}")


class Frames:
    """The kernel's messages that went over the page's web sockets, each as (its type, what it answers)."""

    OURS = ("execute_request", "comm_msg", "comm_open", "comm_close")

    def __init__(self, page: Any):
        self._seen: list[tuple[dict, dict]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: Any) -> None:
        if "/channels" in socket.url:
            socket.on("framesent", self._note)
            socket.on("framereceived", self._note)

    def _note(self, frame: bytes) -> None:
        """A frame of Jupyter's protocol v1: the number of offsets, the offsets, and the parts that begin there."""
        count = int.from_bytes(frame[:8], "little")
        starts = [int.from_bytes(frame[8 * i : 8 * i + 8], "little") for i in range(1, count + 1)]
        header, parent = (json.loads(frame[start:end]) for start, end in pairwise(starts[1:4]))
        if header["msg_type"] in self.OURS or parent.get("msg_type") in self.OURS:
            self._seen.append((header, parent))

    def clear(self) -> None:
        """Forget what was seen."""
        self._seen.clear()

    def count(self) -> int:
        """How many messages went either way; what JupyterLab says for its own purposes is not counted."""
        return len(self._seen)

    def of_cell(self, index: int) -> int:
        """How many messages the run of one cell took, of those that were run."""
        requests = [header["msg_id"] for header, _ in self._seen if header["msg_type"] == "execute_request"]
        return sum(requests[index] in (header["msg_id"], parent.get("msg_id")) for header, parent in self._seen)


def command(page: Any, name: str, **arguments: Any) -> None:
    """Start one of JupyterLab's own commands, without waiting for its end."""
    script = "([name, arguments_]) => void window.jupyterapp.commands.execute(name, arguments_)"
    page.evaluate(script, [name, arguments])


def load(page: Any, server: Server) -> None:
    """Go to JupyterLab, with no tab open."""
    page.goto(f"{server.url}/lab?token={server.token}&reset", timeout=1000 * PATIENCE)
    page.wait_for_function("window.jupyterapp?.restored.then(() => true)", timeout=1000 * PATIENCE)


def open_file(page: Any, name: str) -> None:
    """Open a notebook, until its kernel is there."""
    command(page, "docmanager:open", path=name)
    page.wait_for_function(READY, arg=name, timeout=1000 * PATIENCE)


def run_all(page: Any) -> None:
    """Run every cell."""
    command(page, "notebook:run-all-cells")
