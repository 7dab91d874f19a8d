"""Without second engines and without threads, as in a page: what needs them says so, nothing is right by default."""

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import reading

from puzzlekit import PUZZLES, bench, scip, sudoku
from puzzlekit.core import threads
from puzzlekit.core.errors import MissingEngine, PuzzleError, UnsupportedPuzzle
from puzzlekit.course.exercise import check, function
from puzzlekit.engines import where_installed
from puzzlekit.scip import ambient_stop, lazy
from puzzlekit.sudoku import model_assignment

ROOT = Path(__file__).resolve().parents[1]

LIBRARIES = ("ortools", "pysat")
NOTEBOOKS = sorted([*(ROOT / "notebooks").glob("*.ipynb"), *(ROOT / "notebooks" / "solutions").glob("*.ipynb")])
RUN = {"01_introduction": (), "08_minimum_clues": pytest.mark.full}  # quick ones; the others are slow


@pytest.fixture
def without_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = [name for name in sys.modules if name.split(".")[0] in LIBRARIES]
    for name in (*loaded, *LIBRARIES):
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.usefixtures("without_engines")
@pytest.mark.parametrize("room", PUZZLES)
def test_an_engine_answers_as_ever_or_says_what_it_lacks(room: str) -> None:
    module = bench.find_package(room)
    tiny = next(name for name in module.names() if name.startswith("tiny_"))
    missing = set()
    for name, engine in module.ENGINES.items():
        try:
            engine(module.load(tiny))
        except MissingEngine:
            missing.add(name)
        except UnsupportedPuzzle:
            continue
    lacking = {name for name in module.ENGINES if name.startswith(("cp_sat", "cadical"))}
    assert lacking - {"cadical"} <= missing <= lacking  # a puzzle that deduction settles needs no solver


def judging(ask: Any) -> Any:
    """A check of an exercise that asks an engine, beside what the reader's own function does."""

    @check(function("", int))
    def check_it(own: Any) -> Any:
        yield None if own() == 1 else "found another number"
        ask()

    return check_it


def ask_cp_sat() -> int:
    """A reader's function may ask one, too."""
    return len(sudoku.ENGINES["cp_sat"](sudoku.load("tiny_4x4")).solutions)


@pytest.mark.parametrize("own", [lambda: 1, ask_cp_sat], ids=["the check's", "the reader's"])
def test_a_check_without_its_engine_judges_nothing(own: Any, capsys: Any, request: Any) -> None:
    judging(ask_cp_sat)(own)
    assert capsys.readouterr().out == "Right.\n"
    request.getfixturevalue("without_engines")
    judging(ask_cp_sat)(own)
    assert capsys.readouterr().out.startswith("Cannot be judged here: ortools ")
    with pytest.raises(MissingEngine):  # no verdict, and so no mark
        judging(ask_cp_sat)(own, graded=True)


@pytest.mark.usefixtures("without_engines")
def test_a_wrong_attempt_is_told_so_all_the_same(capsys: Any) -> None:
    judging(ask_cp_sat)(lambda: 2)
    assert capsys.readouterr().out == "Not yet: found another number\n"


def test_a_cell_that_compares_goes_on(capsys: Any, request: Any) -> None:
    def cell() -> int:
        with where_installed():
            return ask_cp_sat()
        return 0

    assert cell() == 1
    request.getfixturevalue("without_engines")
    assert cell() == 0
    assert capsys.readouterr().out.startswith("Left out here: ortools ")


@pytest.mark.usefixtures("without_engines")
def test_a_benchmark_goes_on() -> None:
    files = [ROOT / "data/sudoku/tiny_4x4.txt"]
    (rows,) = bench.sweep("sudoku", files, ["assignment", "cp_sat"], workers=1)
    assert {row.formulation: row.status for row in rows} == {"assignment": "solved", "cp_sat": "missing"}


# Threads


@pytest.fixture
def without_threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def start(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    threads.can_start.cache_clear()
    yield
    threads.can_start.cache_clear()


@pytest.mark.usefixtures("without_threads")
def test_a_solve_and_every_engine_run_in_the_callers_thread() -> None:
    puzzle = sudoku.load("report_figure_3_1")
    solution = sudoku.solve(puzzle)
    assert not sudoku.violations(puzzle, solution)
    assert {engine(puzzle).solutions for engine in sudoku.ENGINES.values()} == {(solution,)}
    assert threading.active_count() == len(threading.enumerate())


@pytest.mark.usefixtures("without_threads")
def test_scip_keeps_its_limit_and_a_lazy_familys_error_is_raised() -> None:
    built = sudoku.FORMULATIONS["assignment"](sudoku.load("square_25"))
    assert scip.solve(built, time_limit=0.01).status == "unknown"
    assert ambient_stop.get() is None  # it is set for the solve alone

    @lazy.family
    def failing(puzzle: Any, v: Any, values: Any) -> Any:
        raise PuzzleError("of the family")

    with pytest.raises(PuzzleError, match="of the family"):
        scip.solve(model_assignment.build(sudoku.load("tiny_4x4"), (*model_assignment.FAMILIES, failing)))


TURNS = 3  # of the event loop: one in which the board answers, and what that brings about


async def turns(board: Any, *pressed: Callable[[], None]) -> str:
    """What a board says when these were pressed one after the other and the loop has turned."""
    for press in pressed:
        press()
    assert board.ui["running"]
    for _ in range(TURNS):
        await asyncio.sleep(0)
    return str(board.ui["message"])


@pytest.mark.usefixtures("without_threads", "no_loop")
def test_a_board_answers_in_the_next_turn_of_the_event_loop() -> None:
    board = sudoku.board(sudoku.load("tiny_4x4"))
    assert "Solved" in asyncio.run(turns(board, board.solve))
    assert board.solution == sudoku.solve(board.puzzle)


@pytest.mark.usefixtures("without_threads", "no_loop")
def test_what_has_not_begun_can_be_stopped_and_stop_says_that_nothing_else_can() -> None:
    board = sudoku.board(sudoku.load("tiny_4x4"))
    assert asyncio.run(turns(board, board.solve, board.stop)) == "Stopped; the board is as it was."
    board.stop()
    assert "restart of the kernel" in board.ui["message"]
    assert "Solved" in asyncio.run(turns(board, board.solve))


@pytest.mark.usefixtures("without_threads", "no_loop")
def test_without_an_event_loop_a_board_answers_at_once() -> None:
    board = sudoku.board(sudoku.load("tiny_4x4"))
    board.solve()
    assert not board.ui["running"]
    assert "Solved" in board.ui["message"]


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=str(path.relative_to(ROOT)), marks=RUN.get(path.stem, pytest.mark.slow))
        for path in NOTEBOOKS
    ],
)
def test_a_chapter_needs_neither_threads_nor_ortools(path: Path) -> None:
    assert reading.once(path, without=("threads", "ortools")) == []
