"""The stop button, as a reader presses it: in a real Jupyter kernel, on a search that does not end by itself."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.blocking import BlockingKernelClient
from jupyter_client.manager import KernelManager, start_new_kernel
from kernels import await_output, await_reply
from patience import PATIENCE, PROMPT, until

PREPARE = """
from puzzlekit import sudoku
empty = sudoku.parse("\\n".join(["." * 25] * 25))
"""
SOLVE = 'print("begun", flush=True)\nsudoku.solutions(empty, 1000, "{formulation}", time_limit=40)'
FORMULATIONS = ("assignment_fast", "assignment")  # the first finds board after board, the second stays in its first LP


@pytest.fixture(scope="module")
def kernel() -> Iterator[tuple[KernelManager, BlockingKernelClient]]:
    manager, client = start_new_kernel(kernel_name="python3", startup_timeout=PATIENCE)
    assert run(client, PREPARE)["status"] == "ok"
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def run(client: BlockingKernelClient, code: str) -> dict[str, Any]:
    """Run a cell to its end. After an error ipykernel may drop the cell sent next, unless it is told not to."""
    return client.execute(code, stop_on_error=False, reply=True, timeout=PATIENCE)["content"]


def interrupted(manager: KernelManager, client: BlockingKernelClient, code: str, after: float) -> tuple[dict, float]:
    """The answer of a cell that is interrupted some seconds after its first output, and how long that took."""
    identity = client.execute(code, stop_on_error=False)
    await_output(client, identity)
    time.sleep(after)
    start = time.perf_counter()
    manager.interrupt_kernel()
    return await_reply(client, identity), time.perf_counter() - start


@pytest.mark.parametrize(("formulation", "after"), [(FORMULATIONS[0], 0.2), (FORMULATIONS[1], 3.0)])
@pytest.mark.once
def test_the_stop_button(kernel: Any, formulation: str, after: float) -> None:
    manager, client = kernel
    answer, seconds = interrupted(manager, client, SOLVE.format(formulation=formulation), after)
    assert answer["status"] == "error"
    assert answer["ename"] in ("Stopped", "KeyboardInterrupt")
    assert seconds < PROMPT
    following = run(client, 'sudoku.solve(sudoku.load("tiny_4x4"))')
    assert following["status"] == "ok"


def test_the_cells_after_it_do_not_run(kernel: Any) -> None:
    manager, client = kernel
    code = SOLVE.format(formulation="assignment_fast") + "\nreached = True"
    interrupted(manager, client, code, 0.3)
    assert run(client, "reached")["ename"] == "NameError"


CLUES = """
from pkgutil import resolve_name
from unittest.mock import patch
from puzzlekit import sudoku
from puzzlekit.sudoku import minimum_clues
minimum_clues.MOST = {most}  # with 6 cells the sets before the solve are soon found
grid = sudoku.solve(sudoku.load("report_figure_8_1"))
step, usual = "{step}", resolve_name("{step}")
def begin(*given, **options):
    print("begun", flush=True)
    return usual(*given, **options)
"""
FEWEST = """
try:
    with patch(step, begin):
        sudoku.fewest_clues(grid, engine={engine})
except KeyboardInterrupt as stopped:
    found = stopped.result
    raise
"""
STANDS = """
assert 0 < found.bound <= 17 <= found.clues, found
assert sudoku.solutions(found.puzzle) == [grid]
"""


@pytest.mark.parametrize(
    ("engine", "most", "step"),
    [("None", 6, "shrink_clue_set"), ("'cadical'", 12, "Completions.small_sets"), ("'cadical'", 6, "scip.solve")],
)
@pytest.mark.once
def test_what_is_known_of_the_fewest_clues_stands(kernel: Any, engine: str, most: int, step: str) -> None:
    """Stopped in the local search, while CaDiCaL looks for sets, and in the solve."""
    manager, client = kernel
    step = f"puzzlekit.sudoku.minimum_clues.{step}"
    assert run(client, CLUES.format(most=most, step=step))["status"] == "ok"
    answer, seconds = interrupted(manager, client, FEWEST.format(engine=engine), 0.2)
    assert answer["ename"] == "Stopped"
    assert seconds < PROMPT
    assert run(client, STANDS)["status"] == "ok"


BOARD = """
import sys, threading, time, traceback
from pathlib import Path
from puzzlekit import sudoku
begun, main = threading.Event(), threading.get_ident()
def endless(puzzle):
    begun.set()
    while True:
        pass
board = sudoku.board(sudoku.load("tiny_4x4"), solve=endless)
"""
RUNS = """
begun.wait()
begun.clear()
while not board.ui["running"]:
    time.sleep(0.01)  # the thread that has started the function may show it later
def tell(file):
    while "select" not in (one.f_code.co_name for one, _ in traceback.walk_stack(sys._current_frames()[main])):
        time.sleep(0.01)  # until it waits for the next message
    file.touch()
    while board.ui["running"]:
        time.sleep(0.01)
    file.unlink()
threading.Thread(target=tell, args=[Path({file!r})]).start()
"""
ENDED = f"""
end = time.monotonic() + {PROMPT}
while board.ui["running"] and time.monotonic() < end:
    time.sleep(0.05)
assert board.ui["message"].startswith("Stopped"), board.ui
"""


@pytest.mark.parametrize("code", ["board.solve()", "threading.Thread(target=board.solve).start()"])
def test_an_interrupt_ends_what_a_board_runs_though_no_cell_runs(kernel: Any, code: str, tmp_path: Path) -> None:
    """Some kernels hear a board's buttons in a thread of their own."""
    manager, client = kernel
    assert run(client, BOARD)["status"] == "ok"
    for file in (tmp_path / "first", tmp_path / "second"):
        assert run(client, code)["status"] == "ok"
        assert run(client, RUNS.format(file=str(file)))["status"] == "ok"
        until(file.exists)
        manager.interrupt_kernel()
        until(lambda: not file.exists())  # noqa: B023  # a signal goes its own way, and must not meet the next cell
        assert run(client, ENDED)["status"] == "ok"


def test_an_interrupt_ends_the_cell_that_waits_for_a_board_and_what_it_runs(kernel: Any) -> None:
    manager, client = kernel
    assert run(client, BOARD)["status"] == "ok"
    code = 'board.solve()\nprint("asked", flush=True)\nwhile True: time.sleep(0.01)'
    answer, _ = interrupted(manager, client, code, 0.3)
    assert answer["ename"] == "KeyboardInterrupt"
    assert run(client, ENDED)["status"] == "ok"
