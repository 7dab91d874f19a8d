"""A folder of pages as a plain host serves it, and a browser's page that reaches nothing else."""

import gzip
import importlib
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from seen import api

TOOLS = Path(__file__).resolve().parents[2] / "tools"
SIZES = {"phone": {"width": 375, "height": 812}, "laptop": {"width": 1280, "height": 800}}

TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm"}  # as hosts have them; Python's may lack them


class _Quiet(SimpleHTTPRequestHandler):
    def guess_type(self, path: Any) -> str:
        return TYPES.get(Path(path).suffix) or super().guess_type(path)

    def log_message(self, *args: Any) -> None:
        pass


class _Server(ThreadingHTTPServer):
    def handle_error(self, *args: Any) -> None:
        """A page that is left drops its connections."""


def build(folder: Path, *chapters: str) -> Path:
    """The site with these chapters, or with all."""
    render = importlib.import_module("notebooks").page_of_site
    if missing := importlib.import_module("site_pages").build(folder, render, chapters):
        pytest.skip(f"the pages have no Python: {missing}")
    return folder


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder's pages, for as long as they are wanted."""
    server = _Server(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


class Reader:
    """Somebody who reads the pages at `home`, with no way to another host. What is asked of one is in `strangers`, what
    was fetched here in `fetched`, and what went wrong on a page in `errors`; `folder` has the files."""

    def __init__(self, browser: Any, home: str, folder: Path, *, size: str = "laptop", **options: Any):
        self.folder = folder
        self.home, self.strangers, self.fetched, self.errors = home, list[str](), list[str](), list[str]()
        self.context = browser.new_context(viewport=SIZES[size], **options)
        self.context.set_default_timeout(1000 * PATIENCE)
        api.expect.set_options(timeout=1000 * PATIENCE)
        self.context.route("**/*", self._pass)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)

    def _pass(self, route: Any) -> None:
        url = route.request.url
        if url.startswith(self.home):
            self.fetched.append(url.removeprefix(self.home).partition("#")[0])
            route.continue_()
        else:
            self.strangers.append(url)
            route.abort()

    def goto(self, name: str) -> Any:
        """Open a page of the site, anew even where only what stands behind its # is another."""
        self.page.goto("about:blank")
        self.page.goto(self.home + name)
        return self.page


def packed(folder: Path, names: Iterable[str]) -> int:
    """How many bytes these files are, as a host sends them: packed, unless they are already."""
    files = [folder / name for name in {*names}]
    return sum(min(len(data), len(gzip.compress(data, 6))) for data in (file.read_bytes() for file in files))
