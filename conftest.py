"""How the tests are shared out among the cores: a notebook stays in one process, and so does the browser.

What is tested of Ctrl-C needs a process that hears it. A shell that starts the tests in the background has them ignore
it, and so would all that they start: the processes that run tests take Python's own handler back.
"""

import os
import signal
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import nbval.kernel
import pytest
from jupyter_client import manager

from tests import warm

ROOT = Path(__file__).resolve().parent
TESTS = ROOT / "tests"
TOGETHER = {TESTS / "browser": "browser", TESTS / "test_kernel.py": "kernel", TESTS / "test_exercise.py": "exercises"}


class OnSockets(manager.KernelManager):
    """Its kernels listen on sockets: over TCP, another process may take a port before its kernel opens it."""

    def __init__(self, **options: Any):
        file = Path(os.environ["JUPYTER_RUNTIME_DIR"]) / f"{uuid4()}.json"
        super().__init__(transport="ipc", connection_file=str(file), **options)


class AtOnce:
    """A failure says its name at once: a run may be ended before pytest sums it up."""

    def __init__(self, config: pytest.Config):
        self.config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Here come the reports of all processes."""
        if report.failed and (terminal := self.config.pluginmanager.get_plugin("terminalreporter")):
            terminal.write_line(f"\nfailed: {report.nodeid} ({report.when}, {report.duration:.1f} s)")


def pytest_configure(config: pytest.Config) -> None:
    """Hear Ctrl-C; all kernels of the tests listen on sockets, where there are any, and are forked by one process."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    is_first = not hasattr(config, "workerinput")
    if is_first:
        config.pluginmanager.register(AtOnce(config))
    if sys.platform == "win32":
        return
    if is_first:  # the workers inherit where kernels are found
        kernels = ExitStack()
        kernels.enter_context(warm.kernels(Path(kernels.enter_context(tempfile.TemporaryDirectory(prefix="pk-")))))
        config.add_cleanup(kernels.close)
    runtime = tempfile.TemporaryDirectory(prefix="pk-")  # a socket's path must be short
    config.add_cleanup(runtime.cleanup)
    os.environ["JUPYTER_RUNTIME_DIR"] = runtime.name
    manager.KernelManager = nbval.kernel.KernelManager = OnSockets  # type: ignore[misc]


def pytest_itemcollected(item: pytest.Item) -> None:
    """What belongs together is a group, and stays in one process."""
    if group := _group(item.path):
        item.add_marker(pytest.mark.xdist_group(group))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest groups come first, so that nothing long is left for the end."""
    items.sort(key=lambda item: (_group(item.path) is None, _group(item.path) != "browser"))


def _group(path: Path) -> str | None:
    if path.suffix == ".ipynb":
        return str(path.relative_to(ROOT))
    return next((group for place, group in TOGETHER.items() if path.is_relative_to(place)), None)
