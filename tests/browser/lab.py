"""What the tests of the boards need of JupyterLab: its settings, its commands, and the messages that it exchanges."""

import json
import subprocess
import time
import urllib.request
from dataclasses import dataclass
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


# From now on, notes what goes either way between the page and the kernel of the notebook that is open; what JupyterLab
# says for its own purposes is left out.
WATCH = """() => {
    const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
    const ours = ["execute_request", "comm_msg", "comm_open", "comm_close"];
    window.messages = [];
    window.watched ||= new WeakSet();
    if (!window.watched.has(kernel)) kernel.anyMessage.connect((_, { msg: { header, parent_header: parent } }) => {
        if (ours.includes(header.msg_type) || ours.includes(parent.msg_type)) window.messages.push([header, parent]);
    });
    window.watched.add(kernel);
}"""


# How many of them the last cell took
OF_CELL = """() => {
    const { msg_id } = window.messages.findLast(([{ msg_type }]) => msg_type === "execute_request")[0];
    return window.messages.filter((pair) => pair.some((header) => header.msg_id === msg_id)).length;
}"""


def count(page: Any) -> int:
    """How many messages were noted."""
    return int(page.evaluate("window.messages.length"))


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
