"""Real signals at random moments: each is soon a KeyboardInterrupt, the next solve is right, and nothing is left over.

A few are sent in the usual run; `-m slow` sends over 500, and `-s` shows how long they took.
"""

import contextlib
import importlib
import itertools
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import psutil
import pytest
from chains import best, chain, lazily, stated
from jupyter_client.blocking import BlockingKernelClient
from jupyter_client.manager import start_new_kernel
from kernels import await_output, await_reply
from long_questions import SHARED, public, questions, quick
from patience import PATIENCE, PROMPT, until

from puzzlekit import PUZZLES, scip, sudoku
from puzzlekit.core.errors import UnsupportedPuzzle
from puzzlekit.core.interrupts import STOPPED
from puzzlekit.engines import cadical

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="signals are sent to processes, and to groups of them"),
    pytest.mark.usefixtures("collecting_quietly"),
]
LARGE = 3000  # variables
SHOTS = 5  # in a process
ROUNDS = [pytest.param(4), pytest.param(75, marks=pytest.mark.slow)]

AIM = """
import os, sys, time
for line in sys.stdin:
    time.sleep(float(line))
    sent = time.monotonic()
    os.kill(int(sys.argv[1]), 2)
    print(sent, flush=True)
"""


class Sniper:
    """A process that sends SIGINT to this one: a thread of this one would wait where SCIP holds Python's lock."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", AIM, str(os.getpid())]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.late = 0

    def shot(self, act: Callable[[], Any], after: float) -> float:
        """The seconds between a signal and the KeyboardInterrupt, where it is sent so many seconds after the start."""
        try:
            self.process.stdin.write(f"{after}\n")  # type: ignore[union-attr]
            self.process.stdin.flush()  # type: ignore[union-attr]
            act()
            self.late += 1
            until(lambda: False)  # the signal comes after the end; one just before a sleep waits for that one's end
        except KeyboardInterrupt:
            return time.monotonic() - float(self.process.stdout.readline())  # type: ignore[union-attr]
        except Exception:
            self.process.kill()  # no signal may come into what runs next
            raise


@pytest.fixture
def sniper() -> Iterator[Sniper]:
    own = Sniper()
    yield own
    own.process.communicate()


def report(what: str, seconds: list[float]) -> None:
    """Say how long it took, and fail where it took far too long."""
    ordered = sorted(seconds)
    told = f"median {ordered[len(ordered) // 2]:.3f} s, longest {ordered[-1]:.3f} s"
    print(f"\n{what}: {len(ordered)} signals, {told}, {sum(taken > 1 for taken in ordered)} over a second")
    assert ordered[-1] < PROMPT


# In this process


def lasting(act: Callable[[], Any]) -> float:
    """How many seconds a function takes."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def kept(model: Any) -> tuple:
    return model.getParams(), model.getStage(), model.getNConss(), signal.getsignal(signal.SIGINT)


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("family", [stated, lazily])
@pytest.mark.parametrize("length", [12, LARGE])
@pytest.mark.once
def test_in_a_solve(length: int, family: Any, rounds: int, sniper: Sniper) -> None:
    rng = random.Random(length)
    built = chain(length, family=family)
    usual, before, taken = lasting(lambda: scip.solve(built)), kept(built.model), []
    for _ in range(rounds):
        taken.append(sniper.shot(lambda: scip.solve(built), rng.uniform(0, usual)))
        assert kept(built.model) == before
        assert scip.solve(built).primal == best(length)
    report(f"{length} variables, {family.__name__} ({sniper.late} signals after the end)", taken)
    built.free()


@pytest.mark.parametrize("rounds", [pytest.param(4), pytest.param(70, marks=pytest.mark.slow)])
def test_in_an_explanation(rounds: int, sniper: Sniper) -> None:
    rng = random.Random(0)
    puzzle = sudoku.load("hard_2")
    told, taken = sudoku.explanation(puzzle), []
    usual = lasting(lambda: sudoku.explanation(puzzle))
    for _ in range(rounds):
        taken.append(sniper.shot(lambda: sudoku.explanation(puzzle), rng.uniform(0, usual)))
        assert sudoku.explanation(puzzle) == told
    report(f"explain ({sniper.late} signals after the end)", taken)


SECOND = """
import os, signal, threading, time
from puzzlekit import sudoku
empty = sudoku.parse("\\n".join(["." * 25] * 25))
sudoku.ENGINES["cp_sat"](sudoku.load("tiny_4x4"), 2)
for act in (lambda: sudoku.ENGINES["cp_sat"](empty, 2), lambda: None):
    threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        act()
        time.sleep(60)
    except KeyboardInterrupt:
        print("heard")
"""


@pytest.mark.full
def test_in_the_second_engine_and_after_it() -> None:
    """CP-SAT has its own way to hear signals, after which the process does not."""
    run = subprocess.run([sys.executable, "-c", SECOND], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert run.stdout == "heard\n" * 2


@pytest.mark.parametrize("rounds", [pytest.param(1), pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.once
def test_in_the_other_engines(name: str, rounds: int, sniper: Sniper) -> None:
    """Wherever they are: they state a puzzle, search, or read what was found."""
    rng, room, taken = random.Random(0), importlib.import_module(f"puzzlekit.{name}"), []
    for peer in room.ENGINES.values():
        puzzle, before = _suited(room, peer)
        for _ in range(rounds):
            taken.append(sniper.shot(lambda: _for_ever(peer, puzzle), rng.uniform(0, 0.3)))  # noqa: B023
            assert peer(puzzle, 2).solutions == before
    report(f"peers of {name}", taken)


def _suited(room: ModuleType, peer: Callable) -> tuple[Any, tuple]:
    """A puzzle that this peer takes, and its answer."""
    for name in room.names():
        with contextlib.suppress(UnsupportedPuzzle):
            if name.startswith("tiny_"):
                return (puzzle := room.load(name)), peer(puzzle, 2).solutions
    raise AssertionError("it takes no tiny puzzle")


def _for_ever(peer: Callable, puzzle: Any) -> None:
    """Until a signal comes; where none is heard, long enough to say so."""
    start = time.monotonic()
    while time.monotonic() - start < PROMPT:
        peer(puzzle, 2)


@pytest.mark.parametrize("rounds", [pytest.param(3), pytest.param(20, marks=pytest.mark.slow)])
@pytest.mark.full
def test_in_a_long_search_of_the_sat_solver(rounds: int, sniper: Sniper) -> None:
    """By one question, which alone would take minutes."""
    rng, taken = random.Random(0), []
    for _ in range(rounds):
        taken.append(sniper.shot(lambda: _housed(13, 12), rng.uniform(0, 2)))
        assert [_housed(pigeons, 4) for pigeons in (5, 4)] == ["infeasible", "solved"]
    report("CaDiCaL", taken)


def _housed(pigeons: int, holes: int) -> str:
    """Whether so many pigeons find a hole each."""
    literals = [[pigeon * holes + hole for hole in range(1, holes + 1)] for pigeon in range(pigeons)]

    def build(solver: Any) -> Any:
        solver.append_formula(literals)
        solver.append_formula([-a, -b] for column in zip(*literals, strict=True) for a, b in combinations(column, 2))
        return set, lambda true: solver.add_clause([-literal for literal in true])

    return cadical.answer(build, 1, time_limit=None, workers=1).status


# In every function that can take long

LONG = [(name, word) for name in (*PUZZLES, *SHARED) for word in questions(name)]
SOME = {("slitherlink", "valid_clue_sets"), ("circuit", "generate None"), ("sudoku", "fewest_clues cadical")}


@pytest.mark.parametrize("name", [*PUZZLES, *SHARED])
def test_every_public_function_is_asked_or_quick(name: str) -> None:
    module = SHARED.get(name) or importlib.import_module(f"puzzlekit.{name}")
    asked = {word.split()[0] for word in questions(name)} - {"peer"}
    assert asked | quick(name) >= public(module) >= asked
    assert not asked & quick(name)
    assert {*LONG} >= SOME


@pytest.mark.parametrize(
    ("name", "word"), [pytest.param(*one, marks=[] if one in SOME else pytest.mark.slow) for one in LONG]
)
@pytest.mark.once
def test_in_whatever_takes_long(name: str, word: str) -> None:
    """In a fresh process, in the midst of its first imports, and then in the same, used one."""
    rng, taken = random.Random(f"{name} {word}"), []
    command = [sys.executable, str(Path(__file__).with_name("long_questions.py")), f"{name}.{word}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            for _ in range(SHOTS):
                taken.append(_asked_and_stopped(process, rng.uniform(0, 2)))
        finally:
            process.kill()
    report(f"{name}.{word}", taken)


def _asked_and_stopped(process: subprocess.Popen, after: float) -> float:
    """The seconds from a signal, so many after the beginning, until it was heard; then all is right."""
    assert process.stdin
    assert process.stdout
    process.stdin.write("\n")
    process.stdin.flush()
    assert process.stdout.readline() == "begun\n"
    time.sleep(after)
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    losing = threading.Timer(PROMPT, process.kill)
    losing.start()
    heard = process.stdout.readline()
    losing.cancel()
    assert heard, f"no KeyboardInterrupt came, or the process ended: {process.wait()}"
    assert process.stdout.readline() == "right\n"
    return float(heard) - sent


# In a sweep of its own

START = "import sys; from puzzlekit.entry_point import main; print('begun', flush=True); sys.exit(main())"


@pytest.mark.parametrize("rounds", [pytest.param(1), pytest.param(50, marks=pytest.mark.slow)])
def test_in_a_sweep(rounds: int, tmp_path: Path) -> None:
    """With one worker and with two; sent to the command alone, or to all of its processes, as a terminal does; while
    libraries are imported, or once there are rows."""
    rng, out = random.Random(0), tmp_path / "out.csv"
    for i in range(300):  # more than are done in six seconds
        (tmp_path / f"{i}.txt").write_text(str(sudoku.load("hard_1")) + "\n", encoding="utf-8")
    words = ["bench", "sudoku", "--formulations", "assignment,cp_sat", "--instances", str(tmp_path), "--csv", str(out)]
    ways = itertools.product((os.kill, os.killpg), ("2", "1"), (None, out))
    taken = []
    for send, workers, begun in itertools.islice(itertools.cycle(ways), rounds):
        out.unlink(missing_ok=True)
        taken.append(_sweep_stopped([*words, "--workers", workers], send, rng.uniform(0, 3), begun=begun))
    report("bench", taken)


def _sweep_stopped(words: list[str], send: Callable[[int, int], None], after: float, *, begun: Path | None) -> float:
    """The seconds between a signal and the end of the command, all of whose processes are then gone.

    It is sent so many seconds after the start, or after the file of results has rows.
    """
    command = [sys.executable, "-c", START, *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "begun\n"
        until(lambda: not begun or (begun.exists() and len(begun.read_text(encoding="utf-8").splitlines()) > 1))
        time.sleep(after)
        others = psutil.Process(process.pid).children(recursive=True)
        start = time.monotonic()
        send(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        seconds = time.monotonic() - start
    assert process.returncode == STOPPED, errors
    assert "puzzlekit: stopped" in errors
    assert "Traceback" not in errors or send is os.killpg  # a worker that has not begun yet says so itself
    _, left = psutil.wait_procs(others, timeout=PROMPT)
    assert left == []
    return seconds


# In a kernel

PREPARE = """
import sys, time
sys.path.insert(0, {folder!r})
from test_signals import LARGE, best, chain, lazily, stated
from puzzlekit import scip, sudoku
models = {{(length, family): chain(length, family=family) for length in (12, LARGE) for family in (stated, lazily)}}
heard = 0.0
def right():
    return all(scip.solve(model).primal == best(length) for (length, _), model in models.items())
"""
HEARD = """
print("begun", flush=True)
try:
    {}
except KeyboardInterrupt:
    heard = time.monotonic()
    raise
"""
CELLS = (
    "while True: scip.solve(models[12, stated])",
    "while True: scip.solve(models[12, lazily])",
    "while True: scip.solve(models[LARGE, stated])",
    "while True: scip.solve(models[LARGE, lazily])",
    "while True: sudoku.explanation(sudoku.load('hard_2'))",
    "while True: sudoku.solutions(sudoku.load('tiny_4x4'))",
)


@pytest.mark.parametrize("rounds", [pytest.param(4), pytest.param(80, marks=pytest.mark.slow)])
def test_in_a_kernel(rounds: int) -> None:
    """By a signal, and by a message, as JupyterLab's servers may send it."""
    rng = random.Random(0)
    manager, client = start_new_kernel(kernel_name="python3", startup_timeout=PATIENCE)
    try:
        ask(client, PREPARE.format(folder=str(Path(__file__).parent)))
        taken = []
        for i in range(rounds):
            send = manager.interrupt_kernel if i % 2 else (lambda: by_message(client))
            sent = cell_stopped(client, rng.choice(CELLS), send, rng.uniform(0.01, 0.8))
            taken.append(ask(client, "assert right()") - sent)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    report("a kernel", taken)


def ask(client: BlockingKernelClient, code: str) -> float:
    """Run a cell to its end; the time at which the last interrupt was heard: IPython shows tracebacks in no hurry."""
    answer = client.execute(code, reply=True, timeout=PATIENCE, user_expressions={"heard": "heard"})["content"]
    assert answer["status"] == "ok", answer
    return float(answer["user_expressions"]["heard"]["data"]["text/plain"])


def by_message(client: BlockingKernelClient) -> None:
    client.control_channel.send(client.session.msg("interrupt_request", {}))


def cell_stopped(client: BlockingKernelClient, code: str, send: Callable[[], None], after: float) -> float:
    """Interrupt a cell so many seconds after its beginning; gives the time of that."""
    identity = client.execute(HEARD.format(code), stop_on_error=False)
    await_output(client, identity)
    time.sleep(after)
    sent = time.monotonic()
    send()
    answer = await_reply(client, identity)
    assert answer["status"] == "error"
    assert answer["ename"] in ("Stopped", "KeyboardInterrupt"), answer
    return sent
