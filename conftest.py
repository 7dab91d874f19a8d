"""How the tests are shared out among the cores: file by file, the longest first; the browser stays in one process.

What is tested of Ctrl-C needs a process that hears it. A shell that starts the tests in the background has them ignore
it, and so would all that they start: the processes that run tests take Python's own handler back.
"""

import os
import signal
import sys
import tempfile
from collections.abc import Sized
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import nbval.kernel
import pytest
from jupyter_client import manager
from nbval.plugin import IPyNbCell

from tests import patience, warm

ROOT = Path(__file__).resolve().parent
TESTS = ROOT / "tests"
# What takes longest, first: the contract and the notebooks follow, the rest is short, and all processes end together.
LONGEST = (
    "browser", "contract/test_capability_exercises.py", "test_signals.py", "test_ending.py",
    "test_bench.py", "test_kernel.py", "test_installed.py",
)  # fmt: skip
LEFT_OUT = {"not slow and not full": {"slow", "full"}, "not slow": {"slow"}, "full": {"slow"}}  # by what -m says


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
    """Hear Ctrl-C; on Linux, all kernels of the tests listen on sockets, and are forked by one process."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    is_first = not hasattr(config, "workerinput")
    _keep_bytecode()
    for name in ("nbval_cell_timeout", "nbval_kernel_startup_timeout"):
        setattr(config.option, name, patience.limit(config.getoption(name, 0.0)))
    if is_first:
        config.pluginmanager.register(AtOnce(config))
    if sys.platform != "linux":  # Windows has no such sockets, macOS long paths for them and no safe forks
        return
    if is_first:  # the workers inherit where kernels are found
        kernels = ExitStack()
        folder = Path(kernels.enter_context(tempfile.TemporaryDirectory(prefix="pk-")))
        kernels.enter_context(warm.kernels(folder, patience.PATIENCE))
        config.add_cleanup(kernels.close)
    runtime = tempfile.TemporaryDirectory(prefix="pk-")  # a socket's path must be short
    config.add_cleanup(runtime.cleanup)
    os.environ["JUPYTER_RUNTIME_DIR"] = runtime.name
    manager.KernelManager = nbval.kernel.KernelManager = OnSockets  # type: ignore[misc]


def _keep_bytecode() -> None:
    """The tests start a hundred processes. Where Python keeps no bytecode, each would compile all that it imports: more
    than half of its time."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Cases that are left out are not even made: there are three slow ones to one that is run."""
    if left_out := LEFT_OUT.get(metafunc.config.option.markexpr):
        own = metafunc.definition.own_markers
        own[:] = [_without(mark, left_out) for mark in own]


def _without(mark: pytest.Mark, left_out: set[str]) -> pytest.Mark:
    """A parametrisation without its cases that are left out, unless it has no others, or a list of names for all."""
    if mark.name != "parametrize" or len(mark.args) != 2 or isinstance(mark.kwargs.get("ids"), Sized):
        return mark
    cases = list(mark.args[1])
    kept = [case for case in cases if left_out.isdisjoint(own.name for own in getattr(case, "marks", ()))]
    return pytest.mark.parametrize(mark.args[0], kept or cases, **mark.kwargs).mark


def pytest_itemcollected(item: pytest.Item) -> None:
    """What belongs together is a group, and stays in one process; nbval's cells wait longer for what a cell prints."""
    if isinstance(item, IPyNbCell):
        item.output_timeout = patience.limit(60.0)
    if not item.get_closest_marker("xdist_group"):
        item.add_marker(pytest.mark.xdist_group(_group(item.path)))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest groups come first, so that nothing long is left for the end; `-m full` runs nothing that is slow."""
    if config.option.markexpr == "full":
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("slow")])
        items[:] = [item for item in items if not item.get_closest_marker("slow")]
    _leave_to_the_full_run(items)
    items.sort(key=lambda item: _place(item.path))


def _leave_to_the_full_run(items: list[pytest.Item]) -> None:
    """Of a test that is marked `once`, and of each in the browser, one case is usual, or one for each value of the
    parameters that the mark names; the others are `full`."""
    usual = set()
    for item in items:
        own = {mark.name for mark in item.iter_markers()}
        if own.isdisjoint({"slow", "full"}) and ("once" in own or _group(item.path) == "browser"):
            mark = item.get_closest_marker("once")
            values = [item.callspec.params[name] for name in mark.args] if mark else []  # type: ignore[attr-defined]
            kind = (item.nodeid.partition("[")[0], *values)
            if kind in usual:
                item.add_marker("full")
            usual.add(kind)


@cache
def _group(path: Path) -> str:
    return "browser" if path.is_relative_to(TESTS / "browser") else path.relative_to(ROOT).as_posix()


@cache
def _place(path: Path) -> int:
    """The contract and the notebooks between what is known to be long and the rest."""
    name = _group(path).removeprefix("tests/")
    if name in LONGEST:
        return LONGEST.index(name)
    return len(LONGEST) + (0 if name.startswith("contract/") else 1 if path.suffix == ".ipynb" else 2)
