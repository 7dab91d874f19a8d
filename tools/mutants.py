"""Which small changes of a module no test sees. CONTRIBUTING has the recipe.

Tests are collected once, and once run as they are, to learn how long each takes and which lines it reaches. Then each
mutant is tested in a fork of this process, which gives the module's functions the mutant's code: by the tests that
reach the changed statement, those first that saw most mutants, then the fastest. No file is touched, so a test that
starts a process of its own sees no mutant.
"""

import argparse
import importlib
import inspect
import os
import pickle
import random
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import coverage
import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, settings
from mutations import Mutant, mutants

ROOT = Path(__file__).resolve().parents[1]
PYTEST = "-q -s --disable-warnings -o addopts= -p no:nbval -p no:xdist -p no:cacheprovider --hypothesis-profile=mutants"
GIGABYTES = 4  # of address space: a mutant may ask for endless memory
LATE = "late"
PLAIN = (bool, int, float, str, type(None))
PATIENCE = 10  # times as long as the tests take without a mutant; a mutant may never end


def change(module: ModuleType, mutant: Mutant) -> None:
    """Make a module that was imported long ago the mutant: its functions, wherever they are kept, get the code of the
    mutant's, and a changed constant its value."""
    made = {**vars(module)}
    exec(compile(mutant.after, module.__file__ or "", "exec"), made)
    for name, new in made.items():
        old = vars(module).get(name)
        if inspect.isclass(new) and inspect.isclass(old) and new.__module__ == module.__name__:
            for title in vars(old).keys() - vars(new).keys():
                delattr(old, title)
            for title, member in vars(new).items():
                if title not in vars(old) or not _take_over(vars(old)[title], member):
                    with suppress(AttributeError, TypeError):
                        setattr(old, title, member)
        elif not _take_over(old, new) and name in mutant.constants:
            for other in list(sys.modules.values()):
                if getattr(other, "__dict__", {}).get(name) is old:
                    setattr(other, name, new)


def _take_over(old: Any, new: Any) -> bool:
    """Give a function the code of another one; False if it is none, or of another shape."""
    olds, news = ([*_functions(one)] for one in (old, new))
    if not olds or len(olds) != len(news) or type(old) is not type(new):
        return False
    with suppress(ValueError):
        for one, other in zip(olds, news, strict=True):
            one.__code__ = other.__code__
        _take_defaults(olds[-1], news[-1])
        for one in (old, *olds):
            getattr(one, "cache_clear", bool)()
        return True
    return False


def _take_defaults(old: FunctionType, new: FunctionType) -> None:
    """Plain values alone: a tuple of functions that were made anew would not hold the ones that the module knows."""
    if len(old.__defaults__ or ()) == len(new.__defaults__ or ()):
        pairs = zip(old.__defaults__ or (), new.__defaults__ or (), strict=True)
        old.__defaults__ = tuple(b if isinstance(b, PLAIN) else a for a, b in pairs) or None
    named = {key: value for key, value in (new.__kwdefaults__ or {}).items() if isinstance(value, PLAIN)}
    old.__kwdefaults__ = {**(old.__kwdefaults__ or {}), **named} or None


def _functions(one: Any) -> Iterator[FunctionType]:
    """A function and what it wraps, from outside."""
    while one is not None:
        if isinstance(one, FunctionType):
            yield one
        inner = (vars(one) if hasattr(one, "__dict__") else {}).get("__wrapped__")
        one = inner or next((getattr(one, key) for key in ("fget", "func", "__func__") if hasattr(one, key)), None)


class Hunt:
    """Runs the tests that pytest collected against one mutant after the other, each in a fork."""

    def __init__(self, path: Path, lines: list[int], sample: int, seed: int, budget: float):
        self.path, self.source, self.budget = path, path.read_text(encoding="utf-8"), budget
        chosen = [mutant for mutant in mutants(self.source) if mutant.line in lines or not lines]
        self.chosen = random.Random(seed).sample(chosen, min(sample, len(chosen)))
        self.seen: Counter[int] = Counter()  # how many mutants a test saw

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """What pytest does once the tests are collected."""
        self.items, start = session.items, time.perf_counter()
        name = ".".join(self.path.relative_to(ROOT).with_suffix("").parts)
        self.module, killed, late = importlib.import_module(name), 0, 0
        wrong, self.seconds, self.reached = forked(self.unchanged, 900)
        if wrong:
            raise SystemExit(f"this test fails without a mutant: {self.items[wrong[0]].nodeid}")
        for mutant in self.chosen:
            order = sorted(self.asked(mutant), key=lambda i: (-self.seen[i], self.seconds[i]))
            spent = accumulate(self.seconds[i] for i in order)
            order = [i for i, seconds in zip(order, spent, strict=True) if seconds <= self.budget]
            limit = 20 + round(PATIENCE * sum(self.seconds[i] for i in order))
            found = forked(lambda: self.mutated(mutant, order), limit) if order else None  # noqa: B023
            killed, late = killed + (found is not None), late + (found == LATE)
            if isinstance(found, int):
                self.seen[found] += 1
            elif found in (None, LATE):
                print(f"\n{found or 'survived'}, {len(order)} tests: {mutant}", flush=True)
        total = len(self.chosen)
        print(f"\n{name}: {total} mutants, {killed} killed ({late} by time), {total - killed} survived", end=" ")
        print(f"in {time.perf_counter() - start:.0f} s")
        return True

    def unchanged(self) -> tuple[list[int], list[float], dict[int, set[int]]]:
        """The first test that fails, how long each takes, and which of them reach each line. That the source is put
        in its own place shows that doing so breaks nothing."""
        change(self.module, Mutant("nothing", self.source, self.source))
        reached, seconds, failing = coverage.Coverage(data_file=None, include=[str(self.path)]), [], []
        reached.start()
        for i, item in enumerate(self.items):
            reached.switch_context(str(i))
            for one in vars(self.module).values():
                getattr(one, "cache_clear", bool)()  # else only the first test would reach what is kept
            start = time.perf_counter()
            if _fails(item):
                failing.append(i)
                break
            seconds.append(time.perf_counter() - start)
        reached.stop()
        lines = reached.get_data().contexts_by_lineno(str(self.path))
        return failing, seconds, {line: {int(i) for i in tests if i} for line, tests in lines.items()}

    def asked(self, mutant: Mutant) -> set[int]:
        """The tests that reach the changed statement; all of a function's, where its head was changed. All tests, where
        it is in no function: what a class says of its attributes, Python turns into code that has no line."""
        if not (lines := mutant.lines):
            return {*range(len(self.items))}
        return set().union(*(tests for line, tests in self.reached.items() if line in lines))

    def mutated(self, mutant: Mutant, order: list[int]) -> Any:
        """The first test that fails, or None."""
        try:
            change(self.module, mutant)
        except Exception:
            return "import"
        return next((i for i in order if _fails(self.items[i])), None)


def _fails(item: pytest.Item) -> bool:
    try:
        return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))
    except BaseException:
        return True


def forked(work: Callable[[], Any], limit: int) -> Any:
    """What this gives in a process of its own, or how that process ended."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        resource.setrlimit(resource.RLIMIT_AS, (GIGABYTES << 30,) * 2)
        signal.alarm(limit)
        found = pickle.dumps(work())
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(found)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        found = pipe.read()
    _, status = os.waitpid(child, 0)
    return pickle.loads(found) if found else LATE if os.WTERMSIG(status) == signal.SIGALRM else "crash"


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def main() -> None:
    """Test the mutants of one module; print those that no test has seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module", type=Path)
    parser.add_argument("tests", nargs="+", help="what pytest is to run, and its options after --")
    parser.add_argument("--lines", type=_numbers, default=[], help="only mutants of these lines, such as 86,122")
    parser.add_argument("--sample", type=int, default=sys.maxsize, help="so many mutants, chosen at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=60.0, help="seconds of tests for one mutant, the fastest first")
    options = parser.parse_args()
    settings.register_profile("mutants", deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate])
    hunt = Hunt(options.module.resolve(), options.lines, options.sample, options.seed, options.budget)
    raise SystemExit(pytest.main([*PYTEST.split(), *options.tests], plugins=[hunt]))


if __name__ == "__main__":
    main()
