"""Kernels that have imported the package already: a process that imports it once, and forks for every notebook.

    python warm.py EAR                        the nursery, given a socket that listens already, by its number: imports,
                                              then forks a kernel for each that connects; it ends with its standard
                                              input, a pipe from the process that started it
    python warm.py SOCKET CONNECTION_FILE     what Jupyter starts as a kernel: stands for the one that was forked for it

A kernel of its own for every test keeps the tests apart; seconds of the same imports for each would not.
"""

import gc
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

WORKS = hasattr(os, "fork")  # elsewhere the kernels start as usual


@contextmanager
def kernels(folder: Path, patience: float) -> Iterator[None]:
    """Here and in processes started from here, the Jupyter kernel `python3` is forked by a nursery in this folder.

    When it is asked to end, it has so many seconds; it takes a fraction of one.
    """
    if not WORKS:
        yield
        return
    place, known = folder / "nursery", os.environ.get("JUPYTER_PATH")
    write_kernelspec(folder, place)
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, (str(folder), known)))
    with (folder / "log.txt").open("w") as log, socket.socket(socket.AF_UNIX) as ears:
        ears.bind(str(place))  # here, so that who connects before the nursery stands has to wait, and is not refused
        ears.listen(128)
        command = [sys.executable, __file__, str(ears.fileno())]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=log, stderr=log, pass_fds=[ears.fileno()])
    try:
        yield
    finally:  # the nursery ends with its pipe, and its kernels before it
        _end(process, patience)


def _end(process: subprocess.Popen, patience: float) -> None:
    """Close the pipe and wait; where that does not end the nursery, say so instead of waiting for ever."""
    with suppress(BrokenPipeError):
        process.stdin.close()  # type: ignore[union-attr]
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise RuntimeError(f"the nursery of kernels did not end with its pipe, within {patience:.0f} s") from None


def write_kernelspec(folder: Path, place: Path) -> None:
    """Below `folder` (for JUPYTER_PATH) a `python3` whose kernels are forked by the nursery at `place`."""
    spec = {
        "argv": [sys.executable, "-S", str(Path(__file__).resolve()), str(place), "{connection_file}"],
        "display_name": "Python 3 (ipykernel)",  # as ipykernel calls it, and as it stands in the notebooks
        "language": "python",
    }
    (folder / "kernels/python3").mkdir(parents=True)
    (folder / "kernels/python3/kernel.json").write_text(json.dumps(spec), encoding="utf-8")


def stand_in(place: str, connection_file: str) -> None:
    """Ask for a kernel, hand Jupyter's signals on to it, and end when it does; if this is killed, so is the kernel."""
    with socket.socket(socket.AF_UNIX) as nursery:
        nursery.connect(place)
        nursery.sendall(order(connection_file))
        kernel = int(nursery.recv(32))
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda number, _: os.kill(kernel, number))
        nursery.recv(1)


def order(connection_file: str) -> bytes:
    """What is said to the nursery for a kernel that is as if it were started here."""
    asked = {"file": connection_file, "folder": os.getcwd(), "environment": dict(os.environ)}
    return json.dumps(asked).encode() + b"\n"


def nursery(ear: str) -> None:
    """Wait for orders; for the first, import what the notebooks import. It has no thread, so that it may fork."""
    ears = socket.socket(fileno=int(ear))
    kernels: dict[int, socket.socket] = {}
    woken, wakes = socket.socketpair()
    wakes.setblocking(False)
    signal.set_wakeup_fd(wakes.fileno())
    signal.signal(signal.SIGCHLD, lambda *_: None)
    with selectors.DefaultSelector() as selector:
        selector.register(ears, selectors.EVENT_READ)
        selector.register(woken, selectors.EVENT_READ)
        selector.register(sys.stdin, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fileobj is ears:
                    asking = ears.accept()[0]
                    _import_once()
                    if kernel := _fork(asking):
                        kernels[kernel] = asking
                        selector.register(asking, selectors.EVENT_READ)
                elif key.fileobj is woken:
                    woken.recv(1000)
                elif key.fileobj is sys.stdin:  # whoever started this process has ended
                    for kernel in kernels:
                        os.kill(kernel, signal.SIGKILL)
                    return
                else:  # its stand-in was killed
                    os.kill(next(kernel for kernel, asking in kernels.items() if asking is key.fileobj), signal.SIGKILL)
                    selector.unregister(key.fileobj)
            for kernel in [kernel for kernel in kernels if os.waitpid(kernel, os.WNOHANG)[0]]:
                asking = kernels.pop(kernel)
                if asking in selector.get_map():
                    selector.unregister(asking)
                with asking, suppress(OSError):
                    asking.shutdown(socket.SHUT_RDWR)  # to close it tells nothing: kernels forked since have it, too


def _import_once() -> None:
    if "puzzlekit" in sys.modules:
        return
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    del sys.path[0]
    import ipykernel.kernelapp  # noqa: F401
    import matplotlib.pyplot  # noqa: F401

    from puzzlekit import PUZZLES
    from puzzlekit.scip import tree  # noqa: F401

    for room in PUZZLES:
        __import__(f"puzzlekit.{room}.exercises")
    gc.freeze()


def _fork(asking: socket.socket) -> int | None:
    """Make the kernel that is asked for, if its stand-in was not killed before it could say what it wants."""
    with asking.makefile("r", encoding="utf-8") as lines:
        line = lines.readline()
    if not line.endswith("\n"):
        return None
    parent = os.getpid()  # asked by the kernel, it would be another one if the nursery had ended meanwhile
    if kernel := os.fork():
        with suppress(ConnectionError):  # killed since then: the nursery hears of it, and kills the kernel
            asking.sendall(str(kernel).encode())
        return kernel
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    with open(os.devnull, encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 0)
    asked = json.loads(line)
    os.chdir(asked["folder"])
    os.environ.update(asked["environment"] | {"JPY_PARENT_PID": str(parent)})
    from ipykernel.kernelapp import IPKernelApp

    sys.exit(IPKernelApp.launch_instance(argv=["-f", asked["file"]]))


if __name__ == "__main__":
    (stand_in if len(sys.argv) == 3 else nursery)(*sys.argv[1:])
