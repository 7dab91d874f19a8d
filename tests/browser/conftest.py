"""A real JupyterLab and a real browser for the tests of the boards.

One server, one page with JupyterLab and one bare page for the session, for to load them takes seconds. A test gets its
own notebook and kernel, forked from a process that has imported the package (`tests/warm.py`), or, which is faster, the
notebook and the kernel of the test before, emptied. After a test that failed, all is made anew.
"""

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from bare import SIZE, Bare, new_context
from lab import (
    CLOSE,
    DOCUMENTS,
    FORGET,
    OPEN,
    RENEW,
    WATCH,
    Server,
    command,
    load,
    open_file,
    run_all,
    wait_for,
    write_setting,
)  # fmt: skip
from patience import PATIENCE
from seen import api
from site_server import Reader, build, served

from puzzlekit.cli import jupyter

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
]  # fmt: skip
LIGHT = "JupyterLab Light"
# It ends with the pipe from the process that started it, however that ends.
LAB = """
import os, sys, threading
from jupyterlab.labapp import main
threading.Thread(target=lambda: (os.read(0, 1), os._exit(0)), daemon=True).start()
sys.exit(main())
"""
REQUIRED = "PUZZLEKIT_BROWSER"  # set where a missing browser must not go unnoticed, as in .ci/run


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("jupyter")
    folders = {name: home / name for name in ("notebooks", "settings", "workspaces", "config", "data", "ipython")}
    for folder in folders.values():
        folder.mkdir()
    runtime = tempfile.TemporaryDirectory(prefix="pk-")  # sockets stand there, and their paths must be short
    write_setting(folders["settings"], DOCUMENTS, {"autosave": False})
    token = secrets.token_hex(16)
    environment = jupyter.environment() | {
        "JUPYTERLAB_SETTINGS_DIR": str(folders["settings"]),
        "JUPYTERLAB_WORKSPACES_DIR": str(folders["workspaces"]),
        "JUPYTER_CONFIG_DIR": str(folders["config"]),
        "JUPYTER_RUNTIME_DIR": runtime.name,
        "JUPYTER_DATA_DIR": str(folders["data"]),
        "IPYTHONDIR": str(folders["ipython"]),
    }
    options = {
        "ServerApp.ip": "127.0.0.1", "ServerApp.port": 0,  # it takes a free one: another may have taken ours meanwhile
        "ServerApp.open_browser": False, "ServerApp.root_dir": folders["notebooks"], "ServerApp.allow_root": True,
        "IdentityProvider.token": token, "LabApp.expose_app_in_browser": True,
        "KernelManager.transport": "ipc",  # over TCP its port may be taken before a kernel opens it
        "MappingKernelManager.kernel_info_timeout": PATIENCE,
    }  # fmt: skip
    line = [sys.executable, "-c", LAB, *(f"--{name}={value}" for name, value in options.items())]
    with (home / "log.txt").open("w") as log:
        process = subprocess.Popen(line, env=environment, stdin=subprocess.PIPE, stdout=log, stderr=log)
    try:
        url = wait_for(Path(runtime.name), token, process, home / "log.txt")
        yield Server(url, token, folders["notebooks"])
    finally:
        process.terminate()
        process.wait(PATIENCE)
        runtime.cleanup()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if api is None or path is None:
        missing = "Playwright is not installed" if api is None else f"none of {', '.join(NAMES)} is installed"
        (pytest.fail if REQUIRED in os.environ else pytest.skip)(f"no browser to test the boards in: {missing}")
    with api.sync_playwright() as playwright:  # it makes a new user-data folder itself
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def loaded(browser: Any, server: Server) -> Iterator[Any]:
    """A page with JupyterLab."""
    context = new_context(browser, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    load(page, server)
    yield page
    context.close()


@pytest.fixture
def page(loaded: Any, server: Server, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A page with JupyterLab, in which no test has failed since it was loaded."""
    failed = request.session.testsfailed
    yield loaded
    if request.session.testsfailed > failed:
        loaded.set_viewport_size(SIZE)
        load(loaded, server)
        loaded.evaluate("window.jupyterapp.serviceManager.sessions.shutdownAll()")


@pytest.fixture
def bare(browser: Any, request: pytest.FixtureRequest) -> Iterator[Bare]:
    """A page for one widget, without JupyterLab; an error on it fails the test."""
    context, errors = new_context(browser, **getattr(request, "param", {"has_touch": True})), list[Any]()
    bare = Bare(context.new_page())
    bare.page.on("pageerror", lambda error: errors.append(error))
    yield bare
    context.close()
    assert not errors


@pytest.fixture
def watch(bare: Bare) -> Bare:
    """The page's clock stands still until it is told to go on."""
    bare.page.clock.install(time=0)
    bare.page.clock.pause_at(1000)
    return bare


@pytest.fixture
def stored(bare: Bare) -> Bare:
    """A page with an address, for which the browser keeps things."""
    bare.page.route("http://board.test/", lambda route: route.fulfill(body="<html></html>", content_type="text/html"))
    bare.page.goto("http://board.test/")
    return bare


@pytest.fixture
def phone(bare: Bare) -> Bare:
    """The page is as wide as a phone."""
    bare.page.set_viewport_size({"width": 375, "height": 700})
    return bare


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with two chapters: one is played, and the other one's plot is asked."""
    return build(tmp_path_factory.mktemp("site") / "site", "03", "12")


@pytest.fixture(scope="session")
def home(site: Path) -> Iterator[str]:
    with served(site) as address:
        yield address


@pytest.fixture
def reader(browser: Any, home: str, site: Path, request: pytest.FixtureRequest) -> Iterator[Reader]:
    """Whoever reads the pages; at the end no other host was asked, and nothing went wrong."""
    reader = Reader(browser, home, site, **getattr(request, "param", {}))
    yield reader
    reader.context.close()
    assert reader.strangers == []
    assert reader.errors == []


def new_notebook(*cells: str) -> Any:
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    made = nbformat.v4.new_notebook(metadata={"kernelspec": kernel})
    made.cells = [nbformat.v4.new_code_cell(cell) for cell in cells]
    return made


def change_theme(page: Any, theme: str) -> None:
    if page.evaluate("document.body.dataset.jpThemeName") != theme:
        command(page, "apputils:change-theme", theme=theme)
        page.wait_for_function("(theme) => document.body.dataset.jpThemeName === theme", arg=theme)


@pytest.fixture
def notebook(page: Any, server: Server) -> Iterator[Callable[..., Any]]:
    """Opens a new notebook of these cells in JupyterLab, or a copy of a chapter.

    Who wants it otherwise may `change` it before. Returns the page.
    """
    own = f"{secrets.token_hex(4)}.ipynb"

    def open_notebook(
        *cells: str, chapter: Path | None = None, name: str = own, change: Callable = lambda made: None
    ) -> Any:
        made = nbformat.read(chapter, as_version=4) if chapter else new_notebook(*cells)
        change(made)
        nbformat.write(made, server.notebooks / name)
        page.evaluate(CLOSE)
        change_theme(page, LIGHT)
        open_file(page, name)
        page.evaluate(FORGET)
        return page

    yield open_notebook
    page.evaluate(CLOSE)


@pytest.fixture
def opened(page: Any, server: Server, request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Runs a notebook of the test file's SETUP and these cells; returns its `Seen` of the first board.

    It is the notebook of the test before, with its kernel, which has forgotten all names and widgets.
    """

    def run(*cells: str, theme: str = LIGHT) -> Any:
        change_theme(page, theme)
        if not page.evaluate(OPEN):
            name = f"{secrets.token_hex(4)}.ipynb"
            nbformat.write(new_notebook(), server.notebooks / name)
            open_file(page, name)
        page.evaluate(RENEW, [request.module.SETUP, *cells])
        page.evaluate(FORGET)
        page.evaluate(WATCH)
        run_all(page)
        seen = request.module.Seen(page)
        api.expect(seen.shown).to_be_visible()
        return seen

    return run


@pytest.fixture
def board(opened: Callable[..., Any], request: pytest.FixtureRequest) -> Any:
    """The board of the test file's BOARD, in such a notebook."""
    return opened(request.module.BOARD)
