"""What is started ends with the process that started it, however that ends: no server is left, and no kernel."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from jupyter_client.blocking.client import BlockingKernelClient
from patience import PATIENCE, until

from tests import warm

if sys.platform == "win32":
    pytest.skip("Windows has other signals", allow_module_level=True)

ROOT = Path(__file__).resolve().parents[1]
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere kernels start on their own")
DEATHS = [signal.SIGTERM, signal.SIGKILL, pytest.param(signal.SIGHUP, marks=pytest.mark.slow)]
HEARING = "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"  # nohup has what it starts ignore it
LAB = HEARING + "import sys; from puzzlekit.entry_point import main; sys.exit(main())"
NURSERY = (
    HEARING
    + f"""
import sys, time
from pathlib import Path
from jupyter_client.manager import KernelManager
from tests import warm

with warm.kernels(Path(sys.argv[1]), {PATIENCE}):
    kernel = KernelManager(transport="ipc", connection_file=sys.argv[1] + "/kernel.json")
    kernel.start_kernel()
    client = kernel.blocking_client()
    client.start_channels()
    client.wait_for_ready(timeout={PATIENCE})
    print("ready", flush=True)
    time.sleep(600)
"""
)


class Started:
    """A Python process, and all that descends from it."""

    def __init__(self, code: str, *arguments: str, **options: Any):
        command = [sys.executable, "-c", code, *arguments]
        self.process = subprocess.Popen(command, cwd=ROOT, text=True, start_new_session=True, **options)
        self._first = psutil.Process(self.process.pid)
        self._others: set[psutil.Process] = set()

    def look(self) -> int:
        """How many processes there have been beside the first."""
        self._others.update(self._first.children(recursive=True))
        return len(self._others)

    def left(self) -> list[psutil.Process]:
        """Those that have not ended; one that nobody has waited for has."""
        return [process for process in self._others if not has_ended(process)]

    def end(self, number: int) -> None:
        """End the first by this signal, and see the others end."""
        self.look()
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        until(lambda: not self.left())

    def kill(self) -> None:
        """Leave nothing."""
        if self.process.poll() is None:
            self.look()
            self.process.kill()
        self.process.wait()
        for process in self.left():
            process.kill()


def has_ended(process: psutil.Process) -> bool:
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


@pytest.fixture
def start() -> Iterator[Callable[..., Started]]:
    with ExitStack() as stack:

        def begin(*arguments: str, **options: Any) -> Started:
            started = Started(*arguments, **options)
            stack.callback(started.kill)
            return started

        yield begin


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short path, as sockets need it."""
    with tempfile.TemporaryDirectory(prefix="pk-", ignore_cleanup_errors=True) as name:
        yield Path(name)


def start_lab(start: Callable[..., Started], folder: Path, **options: Any) -> tuple[Started, dict[str, Any]]:
    """`puzzlekit lab` in a world of its own, and what its server says of itself once it answers."""
    own = {f"JUPYTER_{name}_DIR": str(folder / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    own |= {f"JUPYTERLAB_{name}_DIR": str(folder / name.lower()) for name in ("SETTINGS", "WORKSPACES")}
    kept = {key: value for key, value in os.environ.items() if key != "JUPYTER_PATH"}  # kernels come from no nursery
    environment = kept | own | {"IPYTHONDIR": str(folder / "ipython")}
    started = start(LAB, "lab", "--no-browser", "--port=0", env=environment, **options)
    (file,) = until(lambda: list((folder / "runtime").glob("jpserver-*.json")) if lives(started) else None)
    server = until(lambda: written(file))
    until(lambda: ask(server, "api/status"))
    return started, server


def written(file: Path) -> Any:
    """What stands in a file, once all of it does."""
    with suppress(ValueError):
        return json.loads(file.read_text(encoding="utf-8"))


def lives(started: Started) -> bool:
    assert started.process.poll() is None
    return True


def ask(server: dict[str, Any], path: str, data: bytes | None = None) -> Any:
    """What the server answers, if it does."""
    request = urllib.request.Request(server["url"] + path, data, {"Authorization": f"token {server['token']}"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)
    except OSError:
        return None


@pytest.mark.parametrize("death", DEATHS)
@pytest.mark.full
def test_puzzlekit_lab_leaves_no_server_and_no_kernel(start: Callable, folder: Path, death: signal.Signals) -> None:
    with (folder / "log.txt").open("w") as log:
        lab, server = start_lab(start, folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    kernel = ask(server, "api/kernels", b"{}")["id"]
    client = BlockingKernelClient(connection_file=str(folder / f"runtime/kernel-{kernel}.json"))
    client.load_connection_file()
    client.start_channels(hb=False)  # on a busy machine a late heartbeat would count as a death
    client.wait_for_ready(timeout=PATIENCE)
    client.stop_channels()
    assert lab.look() >= 1
    lab.end(death)
    assert ask(server, "api/status") is None
    assert lab.process.returncode == (0 if death == signal.SIGTERM else -death)


def test_puzzlekit_lab_asks_at_ctrl_c_and_ends_at_the_second(start: Callable, folder: Path) -> None:
    ours, theirs = os.openpty()
    with (folder / "log.txt").open("w") as log, open(ours, "wb"):
        lab, _ = start_lab(start, folder, stdin=theirs, stdout=log, stderr=log)
        os.close(theirs)
        lab.look()
        questions = 0
        while lab.process.poll() is None:  # two are enough, but for one who is slower than the five seconds it waits
            os.killpg(lab.process.pid, signal.SIGINT)  # as a terminal does
            until(lambda before=questions: lab.process.poll() is not None or asked(folder) > before)
            questions = asked(folder)
        assert questions >= 1
        assert lab.process.returncode == 0
    until(lambda: not lab.left())


def asked(folder: Path) -> int:
    """How often JupyterLab has asked whether it is to end."""
    return (folder / "log.txt").read_text(encoding="utf-8").count("Shut down this Jupyter server")


@pytest.mark.parametrize("death", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_a_sweep_leaves_no_worker(start: Callable, folder: Path, death: signal.Signals) -> None:
    """Not even one in the middle of a long solve."""
    for number, name in enumerate(["tiny_3x3", *["board_12x12"] * 3]):
        shutil.copy(ROOT / f"data/circuit/{name}.txt", folder / f"{number}.txt")
    table = folder / "table.csv"
    command = ["bench", "circuit", "--instances", str(folder), "--formulations", "network_flow", "--workers", "2"]
    sweep = start(LAB, *command, "--csv", str(table), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    until(lambda: lives(sweep) and table.exists())  # the first is done
    assert sweep.look() >= 2
    sweep.end(death)
    sweep.process.stdout.read()  # nobody holds it open


@on_linux
@pytest.mark.parametrize("death", DEATHS[1:])  # none is heard
def test_the_nursery_of_the_tests_leaves_no_kernel(start: Callable, folder: Path, death: signal.Signals) -> None:
    parent = start(NURSERY, str(folder), stdout=subprocess.PIPE)
    assert parent.process.stdout.readline() == "ready\n"
    assert parent.look() >= 3  # the nursery, a kernel, and what stands for it
    parent.end(death)


@on_linux
@pytest.mark.full
def test_the_nursery_outlives_who_asked_it_and_says_when_a_kernel_ends(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two are gone before they are answered, one without a word; of two others, the kernel of the first ends, and the
    other with the nursery."""
    monkeypatch.delenv("JUPYTER_PATH", raising=False)  # the kernels of other tests come from their own nursery
    with warm.kernels(folder, PATIENCE), ExitStack() as stack:
        asking = [stack.enter_context(socket.socket(socket.AF_UNIX)) for _ in range(4)]
        for number, one in enumerate(asking):
            one.settimeout(PATIENCE)
            one.connect(str(folder / "nursery"))
            one.sendall(warm.order(str(folder / f"{number}.json")) if number else b"")
            if number < 2:
                one.close()
        first, second = (psutil.Process(int(one.recv(32))) for one in asking[2:])
        first.kill()
        assert asking[2].recv(1) == b""
        assert not has_ended(second)
    until(lambda: has_ended(second))


def test_a_nursery_that_does_not_end_is_a_failure(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deaf = folder / "deaf.py"
    deaf.write_text(f"import time\ntime.sleep({PATIENCE})\n", encoding="utf-8")
    monkeypatch.delenv("JUPYTER_PATH", raising=False)
    monkeypatch.setattr(warm, "__file__", str(deaf))
    with pytest.raises(RuntimeError, match="the nursery of kernels did not end"), warm.kernels(folder, 0.1):
        pass
