"""Ctrl-C at every line and two threads at one model: the reader hears of it in one way, and the model is as it was."""

import _thread
import contextlib
import ctypes
import functools
import importlib
import importlib.util
import itertools
import os
import random
import signal
import subprocess
import sys
import threading
import time
import traceback
import weakref
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any

import matplotlib.pyplot as plt
import pytest
from chains import best, chain, lazily, market_split, pigeons, worth
from patience import PATIENCE, PROMPT, within
from pysat._utils import MainThread
from pyscipopt import Eventhdlr, Model

import puzzlekit
from puzzlekit import PUZZLES, battleship, circuit, drawing, scip, slitherlink, sudoku
from puzzlekit.board.worker import Worker
from puzzlekit.core import thread_abort
from puzzlekit.core.errors import PuzzleError, UnsupportedPuzzle
from puzzlekit.core.grid import Cell
from puzzlekit.core.interrupts import DeferInterrupts
from puzzlekit.course import model_comparison
from puzzlekit.engines.solver_thread import in_thread
from puzzlekit.reasoning import certificates, conflicts
from puzzlekit.scip import BuiltModel, Progress, Stopped, enumeration, lazy, locking, tree
from puzzlekit.sudoku import model_assignment
from puzzlekit.sudoku.minimum_clues import ProgressBar

PACKAGE = str(Path(puzzlekit.__file__).parent)
Act = Callable[[], Any]
pytestmark = pytest.mark.usefixtures("collecting_quietly")


# Models with known answers


def relaxed(length: int, v: SimpleNamespace) -> list:
    return []


def rising() -> Model:
    """A number that may rise for ever; SCIP is asked twice."""
    model = scip.new_model("rising")
    x, y = model.addVar("x", vtype="I"), model.addVar("y", vtype="I")
    model.addCons(x - y <= 1)
    model.setObjective(x + 7, "maximize")
    return model


# Interrupts at every line


@dataclass
class Sender:
    """A trace function that sends SIGINT at one of the steps that this thread takes in some files."""

    at: int
    files: str = PACKAGE
    opcodes: bool = False
    steps: int = field(default=0, init=False)

    def __call__(self, frame: FrameType, event: str, argument: Any) -> "Sender | None":
        if not frame.f_code.co_filename.startswith(self.files):
            return None
        frame.f_trace_opcodes = self.opcodes
        self.steps += 1
        if self.steps == self.at:
            signal.raise_signal(signal.SIGINT)
        return self


def interrupted(act: Act, sender: Sender) -> BaseException | None:
    """What a function raises where the sender works in this thread."""
    tracing = sys.gettrace()
    sys.settrace(sender)
    try:
        act()
    except BaseException as error:
        return error
    finally:
        sys.settrace(tracing)
    return None


def state(model: Model) -> tuple:
    """What must be as it was."""
    costs = [variable.getObj() for variable in model.getVars()]
    rows = [(row.name, model.getLhs(row), model.getRhs(row)) for row in model.getConss(False) if row.isLinear()]
    objective = costs, model.getObjoffset(), model.getObjectiveSense()
    return model.getParams(), objective, rows, model.getStage(), dict(locking._holders), signal.getsignal(signal.SIGINT)


def wrong(act: Act, again: Act, model: Model, samples: int, **options: Any) -> list[str]:
    """How interrupts at so many steps of a function, evenly spread, are not answered as they should: `again` gives the
    same as ever."""
    found = []
    before, expected = state(model), again()
    counting = Sender(0, **options)
    assert interrupted(act, counting) is None
    assert counting.steps > 100
    for at in range(1, counting.steps + 1, -(-counting.steps // samples)):
        error = interrupted(act, sender := Sender(at, **options))
        if not isinstance(error, KeyboardInterrupt) and sender.steps >= at:
            found.append(f"{at}: {''.join(traceback.format_exception(error))}")
        if state(model) != before or again() != expected:
            found.append(f"{at}: the model is another one")
    return found


def told(result: scip.Result) -> tuple:
    return result.status, result.primal


def built(model: Model) -> BuiltModel:
    return BuiltModel(model, scip.variables(x={x.name: x for x in model.getVars()}), decode=vars, stop_at_first=True)


SOLVES: dict[str, tuple[Callable[[], BuiltModel], dict]] = {
    "plain": (lambda: chain(6), {}),
    "lazy": (lambda: chain(6, family=lazily), {}),
    "infeasible": (lambda: built(pigeons(2)[0]), {}),
    "unbounded": (lambda: built(rising()), {}),
    "a limit": (lambda: chain(6, family=lazily), {"time_limit": 0}),
    "another's settings": (lambda: chain(6), {"prepare": lambda model: model.setParam("limits/nodes", 7)}),
}


def wrong_solves(case: str, **options: Any) -> list[str]:
    build, given = SOLVES[case]
    model = build()
    return wrong(lambda: scip.solve(model, **given), lambda: told(scip.solve(model)), model.model, **options)


@pytest.mark.parametrize("case", SOLVES)
@pytest.mark.once
def test_an_interrupt_in_a_solve(case: str) -> None:
    assert wrong_solves(case, samples=40) == []


@pytest.mark.slow
@pytest.mark.parametrize("case", SOLVES)
def test_an_interrupt_at_every_line_of_a_solve(case: str) -> None:
    assert wrong_solves(case, samples=1000) == []


@pytest.mark.slow
@pytest.mark.parametrize("case", SOLVES)
def test_an_interrupt_between_any_two_instructions_of_a_solve(case: str) -> None:
    """In the libraries' files, too."""
    assert wrong_solves(case, samples=2500, files="", opcodes=True) == []


def first_board(model: BuiltModel) -> scip.Result:
    """A generator that is simply dropped is closed by Python itself, which prints what is raised there, and goes on."""
    with contextlib.closing(enumeration.enumerate_solutions(model)) as found:
        return next(found)[1]


ASKED: dict[str, Callable[[BuiltModel], Any]] = {
    "relax": lambda model: scip.relax(model).value,
    "record": lambda model: told(tree.record(model).result),
    "boards": lambda model: first_board(model).primal,
}


@pytest.mark.parametrize("question", ASKED)
@pytest.mark.once
def test_an_interrupt_in_what_asks_scip(question: str) -> None:
    model = chain(6)
    ask = functools.partial(ASKED[question], model)
    assert wrong(ask, ask, model.model, samples=40) == []


EXPLAINED: dict[str, Callable[[BuiltModel], Any]] = {
    "why": lambda model: certificates.why(model, Cell(0, 1)),
    "clash": lambda model: conflicts.minimal_conflict(model),
}


@pytest.mark.parametrize("question", EXPLAINED)
@pytest.mark.once
def test_an_interrupt_in_an_explanation(question: str) -> None:
    model = model_assignment.build(sudoku.load("tiny_4x4"))
    ask = EXPLAINED[question]
    assert wrong(lambda: ask(model), lambda: told(scip.solve(model)), model.model, samples=40) == []


def test_an_interrupt_where_families_are_attached() -> None:
    """All of them are there, or none: a second run of the cell then gives no wrong answer."""
    for at in (0, *range(1, 400, 5)):
        model, sender = chain(4, family=relaxed), Sender(at)
        error = interrupted(lambda model=model: lazy.attach(model.model, model.v, 4, lazily, lazily), sender)  # type: ignore[misc]
        assert isinstance(error, KeyboardInterrupt) == (1 <= at <= sender.steps)
        lazy.attach(model.model, model.v, 4, lazily)
        assert scip.solve(model).primal == best(4)
        model.free()
    assert sender.steps < at  # the last one came too late: all steps were tried


def test_an_interrupt_where_a_board_begins_to_work() -> None:
    """The worker is at work, or can be given work."""
    steps = 1
    for at in range(40):
        worker, done = Worker(threading.RLock(), lambda: None), threading.Event()
        begin = functools.partial(worker.start, lambda: 7, lambda outcome, done=done: done.set())  # type: ignore[misc]
        error = interrupted(begin, sender := Sender(at))
        steps = sender.steps if at == 0 else steps
        assert isinstance(error, KeyboardInterrupt) == (1 <= at <= steps)
        assert worker.running or done.is_set() or (begin() or True)
        assert done.wait(PROMPT)


@pytest.mark.parametrize("limit", [1, 2])
def test_an_interrupt_in_a_rooms_answer(limit: int) -> None:
    """Nothing that was made for the answer is kept, and the next one is right."""
    puzzle = sudoku.load("tiny_4x4")
    counting = Sender(0)
    assert interrupted(lambda: sudoku.solutions(puzzle, limit), counting) is None
    for at in range(1, counting.steps, counting.steps // 60):
        error = interrupted(lambda: sudoku.solutions(puzzle, limit), sender := Sender(at))
        assert isinstance(error, KeyboardInterrupt) or sender.steps < at
        assert locking._holders == {}
    assert len(sudoku.solutions(puzzle, limit)) == 1


@pytest.mark.full
def test_an_interrupt_where_an_answer_has_what_it_wants() -> None:
    """Python ignores what is raised in a generator that nobody closes."""
    puzzle = sudoku.load("tiny_4x4")
    for counting in (Sender(0), Sender(0)):  # the second time nothing is worked out for the first time
        assert interrupted(lambda: sudoku.solutions(puzzle, 1), counting) is None
    for at in range(counting.steps // 2, counting.steps, 2):
        error = interrupted(lambda: sudoku.solutions(puzzle, 1), sender := Sender(at))
        assert isinstance(error, KeyboardInterrupt) or sender.steps < at, at


# Who hears the interrupt


@contextlib.contextmanager
def handler(own: Any) -> Iterator[None]:
    before = signal.signal(signal.SIGINT, own)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def sent(times: int = 1) -> None:
    for _ in range(times):
        signal.raise_signal(signal.SIGINT)


@contextlib.contextmanager
def caught() -> Iterator[list[BaseException]]:
    """What a block raises."""
    raised: list[BaseException] = []
    try:
        yield raised
    except BaseException as error:
        raised.append(error)


class Mistake(Exception):
    """The reader's own."""


class TestDeferred:
    @pytest.mark.parametrize("times", [1, 2])
    def test_it_is_heeded_at_the_end(self, times: int) -> None:
        reached = []
        with caught() as raised, DeferInterrupts() as interrupt:
            reached.append(interrupt.noted)
            sent(times)
            reached.append(interrupt.noted)
        assert reached == [False, True]
        assert isinstance(raised[0], KeyboardInterrupt)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

    def test_another_handler_is_called_at_the_end_and_may_raise_nothing(self) -> None:
        heard: list[int] = []
        with handler(lambda number, frame: heard.append(number)):
            with DeferInterrupts():
                sent(2)
                assert heard == []
            assert heard == [signal.SIGINT]
            with caught() as raised, DeferInterrupts():
                sent()
                raise KeyboardInterrupt("mine")
            assert str(raised[0]) == "mine"
            assert heard == [signal.SIGINT] * 2

    def test_what_another_handler_raises_comes_out(self) -> None:
        def fail(number: int, frame: Any) -> None:
            raise Mistake

        with handler(fail), caught() as raised, DeferInterrupts():
            sent()
        assert isinstance(raised[0], Mistake)

    def test_a_block_in_a_block_is_a_part_of_it(self) -> None:
        reached = []
        with caught() as raised, DeferInterrupts() as outer:
            with DeferInterrupts() as inner:
                sent()
            reached.append(inner.noted and outer.noted)
        assert reached == [True]
        assert isinstance(raised[0], KeyboardInterrupt)

    @pytest.mark.parametrize("own", [signal.SIG_IGN, signal.SIG_DFL])
    def test_where_nobody_hears_it_nothing_is_changed(self, own: Any) -> None:
        with handler(own), DeferInterrupts():
            assert signal.getsignal(signal.SIGINT) is own

    def test_another_thread_hears_nothing(self) -> None:
        noted = []

        def work() -> None:
            with DeferInterrupts() as interrupt:
                noted.append((interrupt.noted, signal.getsignal(signal.SIGINT)))

        with caught() as raised, DeferInterrupts() as mine:
            sent()
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
        assert noted == [(False, mine)]
        assert isinstance(raised[0], KeyboardInterrupt)

    def test_an_interrupt_takes_the_place_of_an_error(self) -> None:
        with caught() as raised, DeferInterrupts():
            sent()
            raise Mistake
        assert isinstance(raised[0], KeyboardInterrupt)
        assert isinstance(raised[0].__context__, Mistake)

    def test_an_interrupt_at_every_line_of_it(self) -> None:
        """The block is run as a whole or not at all, and the handler before it is back."""
        for at in range(1, 100):
            begun, ended = [], []

            def act(begun: list = begun, ended: list = ended) -> None:
                with DeferInterrupts():
                    begun.append(1)
                    ended.append(1)

            sender = Sender(at, opcodes=True)
            error = interrupted(act, sender)
            assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
            assert begun == ended
            if sender.steps < at:
                assert error is None
                return
            assert isinstance(error, KeyboardInterrupt)
        raise AssertionError("no run without an interrupt was seen")


def test_a_solve_calls_the_handler_that_was_there() -> None:
    heard = []
    model = chain(6)
    with handler(lambda number, frame: heard.append(number)):
        with pytest.raises(Stopped) as stopped:
            scip.solve(model, prepare=lambda model: sent())
        assert heard == [signal.SIGINT]
    primal = stopped.value.result.primal  # of the best point so far, if there is one
    assert primal is None or 0 <= primal <= best(6)
    assert scip.solve(model).primal == best(6)


def solved(built: BuiltModel) -> BuiltModel:
    scip.solve(built)
    return built


def recorded() -> BuiltModel:
    built = chain(6)
    tree.record(built)
    return built


MADE = {"stated": lambda: solved(chain(6)), "lazy": lambda: solved(chain(6, family=lazily)), "recorded": recorded}


@pytest.mark.parametrize("made", MADE)
def test_an_interrupt_is_heard_while_a_model_is_freed(made: str) -> None:
    """Python notes a signal in C code, and raises in the first Python code that it meets: in what is called for a model
    that goes, it would be printed and lost. From the sending of this one to the end of the freeing, all is C."""
    built = MADE[made]()
    steps = (
        map(ctypes.PyDLL(None)["raise"], [signal.SIGINT]),
        map(Model.free, models := [built.model]),
        map(list.clear, [kept := [built], models]),
    )
    del built
    gone = weakref.ref(models[0])
    with pytest.raises(KeyboardInterrupt):
        deque(itertools.chain(*steps), maxlen=0)
    assert gone() is None
    assert not kept


def signalling(*_: Any) -> None:
    signal.raise_signal(signal.SIGINT)


def raised_in_a_callback() -> None:
    """Python drops what a weak reference's callback raises."""
    target = sudoku.load("tiny_4x4")
    reference = weakref.ref(target, signalling)
    del target
    assert reference() is None


def drawn(name: str) -> Any:
    """The first puzzle of a package, or a search."""
    if name == "draw_tree":
        return drawing.draw_tree(tree.record(model_assignment.build(sudoku.load("tiny_4x4"))))
    package = importlib.import_module(f"puzzlekit.{name}")
    return package.draw(package.load(package.names()[0]))


@pytest.mark.parametrize("name", [*puzzlekit.PUZZLES, "draw_tree"])
def test_an_interrupt_is_heard_where_a_picture_is_drawn(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matplotlib keeps the stars of solved nodes in a weak dictionary, whose callback Python calls as one is freed."""
    subplots = plt.subplots

    def freeing(*size: int, **options: Any) -> Any:
        raised_in_a_callback()
        return subplots(*size, **options)

    monkeypatch.setattr(plt, "subplots", freeing)
    with pytest.raises(KeyboardInterrupt):
        drawn(name)


def test_a_readers_drawing_is_interrupted_at_once_and_the_style_is_as_it_was() -> None:
    before, drawn = dict(plt.rcParams), []
    with pytest.raises(KeyboardInterrupt):
        drawing.strip(lambda number, ax: (signalling(), drawn.append(number)), range(3))
    assert not drawn
    assert dict(plt.rcParams) == before


def test_an_ignored_interrupt_stops_no_solve() -> None:
    with handler(signal.SIG_IGN):
        assert scip.solve(chain(6), prepare=lambda model: sent()).primal == best(6)


@pytest.mark.parametrize("who", ["SCIP", "a second engine"])
def test_an_interrupt_that_is_no_signal_stops_who_solves(who: str) -> None:
    """On Windows, Stop reaches a kernel in this way alone: C code that runs in the main thread would not hear of it."""
    works, ended = threading.Event(), threading.Event()
    threading.Thread(target=lambda: works.wait(PATIENCE) and _thread.interrupt_main()).start()

    def engine() -> bool:
        works.set()
        return ended.wait(PATIENCE)

    def stop() -> bool:
        ended.set()
        return True

    def ask() -> Any:
        if who == "SCIP":
            return scip.solve(market_split()[0], progress=lambda so_far: works.set())
        return in_thread(engine, stop)

    with pytest.raises(KeyboardInterrupt):
        ask()
    assert ended.is_set() or who == "SCIP"


def test_the_solve_of_a_lazy_family_is_stopped_with_the_other() -> None:
    """A follower, say, that is solved by SCIP as well."""
    hard = market_split(6, 50)[0]

    @lazy.family
    def follows(length: int, v: SimpleNamespace, values: SimpleNamespace) -> Iterator:
        stopping.start()
        scip.solve(hard, time_limit=60)
        yield from ()

    stop = threading.Event()
    stopping = threading.Timer(0.3, stop.set)
    model = chain(6, family=follows)
    with within(PROMPT), pytest.raises(Stopped) as stopped:
        scip.solve(model, stop=stop)
    assert vars(stopped.value.result.values or SimpleNamespace(x={})).keys() == {"x"}  # the outer solve's
    assert locking._holders == {}


class Waiting:
    """What a thread runs: a call of SCIP's that waits, the same function elsewhere, and code that knows no SCIP."""

    def __init__(self) -> None:
        self.began, self.end = threading.Event(), threading.Event()

    def optimize(self) -> None:
        self.began.set()
        while not self.end.wait(0.001):
            pass

    def solves(self) -> None:
        self.optimize()

    def solves_later(self) -> None:
        self.began.set()
        while not self.end.wait(0.001):
            pass
        self.optimize()

    def computes(self) -> None:
        self.began.set()
        while not self.end.wait(0.001):
            pass


@pytest.mark.parametrize("reads", [True, False])
@pytest.mark.parametrize(("name", "cuttable"), [("solves", ()), ("solves_later", (True,)), ("computes", (True, False))])
def test_a_thread_that_waits_for_scip_is_never_cut(
    name: str, cuttable: tuple[bool, ...], reads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where this Python's bytecode cannot be read, whoever may call SCIP is taken for one who does."""
    if reads and not thread_abort.reads_bytecode():
        pytest.skip("this Python's bytecode cannot be read")
    monkeypatch.setattr(thread_abort, "reads_bytecode", lambda: reads)
    waiting = Waiting()
    work = thread_abort.Abortable(getattr(waiting, name))
    thread = threading.Thread(target=ended, args=(work,))
    thread.start()
    assert waiting.began.wait(PATIENCE)
    assert work.cut() == (reads in cuttable)
    waiting.end.set()
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_the_bytecode_of_the_versions_that_were_tried_is_read() -> None:
    """A later one may have another: then what is above holds without it."""
    assert thread_abort.reads_bytecode() or sys.version_info >= (3, 14)


def ended(work: Callable[[], Any]) -> None:
    """Run what may be cut."""
    with contextlib.suppress(KeyboardInterrupt):
        work()


def test_what_must_not_be_cut_names_modules_that_are_there() -> None:
    """A name that no module has any more would protect nothing."""
    assert [name for name in thread_abort.UNCUT if importlib.util.find_spec(name) is None] == []


# Two at one model

REFUSED = "this model is being solved already, perhaps by a board; stop that solve or wait until it ends"


def questions() -> dict[str, Act]:
    """What may be asked of one model, by two threads at once, and changes none of its answers."""
    model = chain(12, family=lazily)
    plain = chain(12)
    return {
        **{question: functools.partial(ask, model) for question, ask in ASKED.items()},
        "solve": lambda: told(scip.solve(model)),
        "attach": lambda: lazy.attach(model.model, model.v, 12),
        "solve a plain one": lambda: told(scip.solve(plain)),
        "relax a plain one": lambda: scip.relax(plain).value,
        "compare": lambda: bool(model_comparison.same_model(plain, plain)),
        "add_cuts": lambda: plain.add_cuts(()),
    }


def hammered(acts: dict[str, Act], threads: int, rounds: int, seed: int) -> tuple[Counter, list[str]]:
    """Threads ask at random: how often each question was answered or refused, and every other answer."""
    expected = {name: act() for name, act in acts.items()}
    counts: Counter = Counter()
    strange = []

    def work(rng: random.Random) -> None:
        for _ in range(rounds):
            name = rng.choice(list(acts))
            try:
                answer = acts[name]()
                counts[name, "answered"] += 1
                if answer != expected[name]:
                    strange.append(f"{name}: {answer}, expected {expected[name]}")
            except PuzzleError as error:
                counts[name, "refused"] += 1
                if str(error) != REFUSED:
                    strange.append(f"{name}: {error}")
            except BaseException as error:
                strange.append(f"{name}: {type(error).__name__}: {error}")

    workers = [threading.Thread(target=work, args=(random.Random(seed + i),)) for i in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return counts, strange


@pytest.fixture
def eager_switches() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("eager_switches")
def test_threads_at_one_model_get_right_answers_or_are_refused() -> None:
    counts, strange = hammered(questions(), threads=4, rounds=60, seed=0)
    assert strange == []
    assert {answer for _, answer in counts} == {"answered", "refused"}  # how often is chance
    assert locking._holders == {}


@pytest.mark.slow
@pytest.mark.usefixtures("eager_switches")
@pytest.mark.parametrize("seed", range(5))
def test_many_threads_at_one_model(seed: int) -> None:
    counts, strange = hammered(questions(), threads=6, rounds=800, seed=100 * seed)
    print(counts)
    assert strange == []


REENTERING: dict[str, Callable[[BuiltModel], Any]] = {
    **ASKED,
    "solve": scip.solve,
    "attach": lambda model: lazy.attach(model.model, model.v, 6, lazily),
}


@pytest.mark.parametrize("question", REENTERING)
def test_a_lazy_family_cannot_ask_its_own_model(question: str) -> None:
    asking = [REENTERING[question]]

    @lazy.family
    def asks(length: int, v: SimpleNamespace, values: SimpleNamespace) -> Iterator:
        asking[0](model)
        yield from ()

    model = chain(6, family=asks)
    for _ in range(2):
        with pytest.raises(PuzzleError, match=REFUSED):
            scip.solve(model)
    asking[0] = lambda model: None
    assert scip.solve(model).primal == sum(map(worth, range(6)))


def test_what_changes_a_model_is_refused_while_it_is_solved() -> None:
    model = chain(6)
    hard = BuiltModel(market_split(6, 50)[0], scip.variables(), decode=vars)
    stop = threading.Event()
    refused = []

    def progress(report: Progress) -> None:
        for change in (
            lambda: hard.free(),
            lambda: hard.add_cuts(()),
            lambda: hard.forbid(SimpleNamespace()),
            lambda: hard.add([lambda puzzle, v: ()], None),
            lambda: certificates.premises(hard),
        ):
            with contextlib.suppress(PuzzleError):
                change()
                refused.append(False)
                continue
            refused.append(True)
        assert scip.solve(model).primal == best(6)  # another one may be solved
        stop.set()

    with pytest.raises(Stopped):
        scip.solve(hard, progress=progress, stop=stop)
    assert refused
    assert all(refused)
    hard.free()


class Slow(Eventhdlr):
    """Takes its time while SCIP sets its search up, when SCIP hears no call to stop."""

    def eventinitsol(self) -> None:
        time.sleep(0.3)


def test_a_stop_while_scip_sets_its_search_up(capfd: pytest.CaptureFixture) -> None:
    stop = threading.Event()
    stop.set()
    model = market_split(6, 50)[0]
    with within(PROMPT), pytest.raises(Stopped):
        scip.solve(model, stop=stop, prepare=lambda model: model.includeEventhdlr(Slow(), "slow", "sleeps"))
    assert capfd.readouterr().err == ""
    assert scip.solve(model, time_limit=0.1).status == "unknown"


# Tests that are started in the background

DEAF = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh"]
ALONE = ["-q", "-o", "addopts=", "-p", "no:nbval", "-p", "no:cacheprovider"]
HEARING = (
    "test_interrupts.py::TestDeferred",
    "test_interrupts.py::test_an_interrupt_in_a_solve[plain]",
    "test_cli.py::TestInAShell::test_ctrl_c_while_a_rooms_libraries_are_imported",
)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")
@pytest.mark.full
def test_these_tests_pass_where_the_shell_ignores_ctrl_c() -> None:
    """As one does that starts them in the background; what runs tests, and their children, hear it all the same."""
    tests = [str(Path(__file__).with_name(test)) for test in HEARING]
    command = [*DEAF, sys.executable, "-m", "pytest", *ALONE, "-n", "1", *tests]
    others = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    run = subprocess.run(command, env=others, capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_progress_bar_is_freed_without_python_code() -> None:
    """An interrupt that comes there would be lost."""
    calls = []
    with ProgressBar(total=2, disable=True) as bar:
        bar.update()
    sys.setprofile(lambda frame, event, argument: calls.append(frame.f_code.co_name) if event == "call" else None)
    try:
        del bar
    finally:
        sys.setprofile(None)
    assert calls == []


# PySAT


def answer_all_by_cadical(name: str) -> None:
    room = importlib.import_module(f"puzzlekit.{name}")
    for one in room.names():
        with contextlib.suppress(UnsupportedPuzzle):
            if one.startswith("tiny_"):
                room.ENGINES["cadical"](room.load(one), 2)


BY_PYSAT: dict[str, Act] = {name: functools.partial(answer_all_by_cadical, name) for name in PUZZLES} | {
    "fewest clues": lambda: sudoku.fewest_clues(sudoku.solve(sudoku.load("tiny_4x4")), engine="cadical"),
    "clue sets": lambda: slitherlink.valid_clue_sets(slitherlink.solve(slitherlink.load("tiny_two_loops"))).minimum(),
    "Circuit's generator": lambda: circuit.generate(5, seed=1),
    "Slitherlink's generator": lambda: slitherlink.generate(5, seed=1),
    "Battleship's generator": lambda: battleship.generate(6, 6, seed=1, engine="cadical"),
}


@pytest.mark.parametrize("act", BY_PYSAT.values(), ids=BY_PYSAT)
def test_pysat_is_never_asked_in_the_main_thread(act: Act, monkeypatch: pytest.MonkeyPatch) -> None:
    """At Ctrl-C it would jump out of the solver, or of what encodes a sum: the process may end. It looks itself whether
    it is there, before anything that may take long."""
    in_main_thread: list[bool] = []

    def check() -> bool:
        in_main_thread.append(threading.current_thread() is threading.main_thread())
        return in_main_thread[-1]

    monkeypatch.setattr(MainThread, "check", check)
    act()
    assert {*in_main_thread} == {False}
