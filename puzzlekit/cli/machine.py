"""Checks that differ between Linux, macOS and Windows: paths, browsers, fonts, and whether Stop reaches a solve in a
kernel."""

import asyncio
import locale
import os
import platform
import queue
import subprocess
import sys
import time
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any

from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.installation import PACKAGE, folder, is_clone

WINDOWS, MACOS = sys.platform == "win32", sys.platform == "darwin"
LONGEST_PATH = 259  # the most characters of a path on Windows, unless an administrator allows more
BROWSERS = ("firefox", "chromium", "google-chrome", "chrome", "msedge")  # commands
APPLICATIONS = ("Firefox", "Google Chrome", "Microsoft Edge", "Safari")  # on macOS
FOLDER_SHOWN_BY = "explorer" if WINDOWS else "open" if MACOS else "xdg-open"
READS_UTF8 = sys.version_info >= (3, 13)  # Python reads a clone's path as UTF-8, whatever the system's encoding is
SIGNS = "✓✗±"  # the signs other than letters that pictures contain
PATIENCE = 10  # seconds for a browser to print its version
STARTS = 120  # seconds for a kernel to import the package, and to answer
HARD = """
import random
from puzzlekit import scip
model, rng = scip.new_model("market split"), random.Random(1)
x = [model.addVar(vtype="B") for _ in range(30)]
for _ in range(4):
    weights, apart = [rng.randrange(1, 100) for _ in x], model.addVar(obj=1)
    away = sum(weight * one for weight, one in zip(weights, x)) - sum(weights) // 2
    model.addCons(away <= apart)
    model.addCons(-away <= apart)
scip.solve(model, progress=lambda so_far: print("solving", flush=True))
"""  # a cell that takes SCIP minutes; the first line that it prints shows that SCIP is working


def system() -> str:
    """Return the operating system and its version."""
    named = f"macOS {platform.mac_ver()[0]}" if MACOS else f"{platform.system()} {platform.release()}"
    return f"{named} on {platform.machine()}"


def paths() -> str:
    """Return a sentence about the notebooks' folder, the command that shows it, and the length of the longest path.
    Raises PuzzleError if a path is too long for Windows, or if this Python may be unable to find a clone in a folder
    with letters other than ASCII."""
    if is_clone() and not (READS_UTF8 or str(PACKAGE).isascii() or locale.getencoding().upper() == "UTF-8"):
        raise PuzzleError(f"found letters other than ASCII in {PACKAGE.parent}, expected Python 3.13 or newer there")
    own = folder("notebooks")
    longest = max(len(str(path)) for part in ("data", "notebooks") for path in folder(part).rglob("*"))
    if WINDOWS and longest > LONGEST_PATH:
        raise PuzzleError(f"found a file path of {longest} characters, expected at most {LONGEST_PATH}")
    shown = f"`{FOLDER_SHOWN_BY} {own}` shows the notebooks" if which(FOLDER_SHOWN_BY) else f"notebooks in {own}"
    return f"{shown}{'' if os.access(own, os.W_OK) else ', read-only'}; longest path {longest} characters"


def browser() -> str:
    """Return the version of each installed browser. If none is found, return the name of the browser that JupyterLab
    would open."""
    return ", ".join(_browsers()) or type(webbrowser.get()).__name__  # macOS and Windows have a default browser


def _browsers() -> Iterator[str]:
    if MACOS:
        yield from (name for name in APPLICATIONS if Path("/Applications", f"{name}.app").exists())
    for path in filter(None, map(which, BROWSERS)):
        if WINDOWS:  # on Windows, a browser that is asked for its version opens a window
            yield Path(path).stem
            continue
        done = subprocess.run(
            [path, "--version"], capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE, check=False
        )
        yield from done.stdout.strip().splitlines()[:1]


def fonts() -> str:
    """Return a sentence that names the font of pictures. Raises PuzzleError if the font lacks one of SIGNS."""
    from matplotlib import font_manager

    font = font_manager.get_font(font_manager.findfont(font_manager.FontProperties(family=["sans-serif"])))
    if missing := [sign for sign in SIGNS if ord(sign) not in font.get_charmap()]:
        raise PuzzleError(f"found no U+{ord(missing[0]):04X} in {font.family_name}, expected a font with this sign")
    return f"{font.family_name} in pictures; boards use the browser's font"


def event_loop() -> str:
    """Create an event loop of the type that a kernel uses here, and return a description of this type."""
    loop = asyncio.new_event_loop()
    loop.close()
    return f"{type(loop).__name__}{', with a selector in a thread for the sockets of Jupyter' if WINDOWS else ''}"


def stop() -> str:
    """Start a kernel, interrupt a solve in this kernel, and return a sentence with the time that the interrupt took.
    Raises PuzzleError if the kernel does not answer, or if the interrupt does not end the solve."""
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel(kernel_name="python3", startup_timeout=STARTS, stderr=subprocess.DEVNULL)
    try:
        asked = client.execute(HARD)
        _await(client.get_iopub_msg, asked, "stream")
        sent = time.perf_counter()
        manager.interrupt_kernel()
        ended = _await(client.get_shell_msg, asked, "execute_reply").get("ename", "no interrupt")
        seconds = time.perf_counter() - sent
    except queue.Empty:
        raise PuzzleError(f"the kernel did not answer in {STARTS} s") from None
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    if ended not in ("KeyboardInterrupt", "Stopped"):
        raise PuzzleError(f"the solve ended with {ended}, expected KeyboardInterrupt")
    return f"reached a solve of SCIP in a kernel after {seconds:.2f} s"


def _await(get: Any, asked: str, kind: str) -> dict[str, Any]:
    """Return the content of the next message of the type `kind` that answers the request `asked`. `get` is a function
    that waits for the next message. Raises queue.Empty after `STARTS` seconds."""
    until = time.monotonic() + STARTS
    while True:
        told = get(timeout=max(0, until - time.monotonic()))
        if told["msg_type"] == kind and told["parent_header"].get("msg_id") == asked:
            return dict(told["content"])
