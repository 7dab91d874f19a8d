"""What all tests share: pictures are drawn off screen and closed, hypothesis repeats itself."""

import asyncio
import gc
import sys
from collections.abc import Iterator
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from hypothesis import settings
from patience import limit

from puzzlekit.board import queries, solver_queries
from puzzlekit.reasoning import answers

sys.path.append(str(Path(__file__).resolve().parents[1] / "tools"))  # its modules are tested, too
mpl.use("Agg")
LIMITS = ((solver_queries, "PATIENCE"), (queries, "LIMIT"), (queries, "PATIENCE"))

settings.register_profile("course", deadline=None, derandomize=True)
settings.load_profile("course")


@pytest.fixture(autouse=True)
def close_figures() -> Iterator[None]:
    yield
    plt.close("all")


@pytest.fixture(autouse=True)
def boards_have_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a board says does not depend on how busy the machine is: else an entry is called wrong without the
    reason."""
    for module, name in LIMITS:
        monkeypatch.setattr(module, name, limit(60.0))
    for question in (answers.next_step, answers.why, answers.why_not, answers.mistake):
        monkeypatch.setitem(question.__kwdefaults__, "time_limit", limit(60.0))


@pytest.fixture
def collecting_quietly() -> Iterator[None]:
    """Nobody's function is called around garbage collections, as hypothesis's is: an interrupt that comes during a
    collection would be raised there, and lost."""
    others, gc.callbacks[:] = gc.callbacks[:], []
    yield
    gc.callbacks[:] = others


@pytest.fixture
def no_loop() -> Iterator[None]:
    """A browser's test of this process leaves its event loop in the thread, where none of ours would run beside it."""
    left = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(left)
