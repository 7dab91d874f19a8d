"""Mutation testing of a module: print the small changes that no test detects. docs/testing.md has the recipe.

Tests are collected once, and run once without a mutant, to measure the time and the covered lines of each. Then each
mutant is tested in a fork of this process, which gives the module's functions the mutant's code. The tests that reach
the changed statement run, first those that killed most mutants, then the fastest. A statement that runs at import, or
while tests are collected, has effects everywhere: such a mutant is imported in a process of its own, and all tests run.
All tests also run if none was seen to reach the statement, since a test may fork. No file is changed, so a test that
starts a process of its own does not see the mutant. Linux and macOS only: Windows has no forks.
"""

import argparse
import importlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from importlib.machinery import SourceFileLoader
from itertools import accumulate
from pathlib import Path
from typing import Any

import coverage
import pytest
from _pytest.runner import runtestprotocol
from forks import forked
from hypothesis import Phase, settings
from live_code import caches, put_in_place
from mutations import Mutant, mutants

try:
    import resource
except ModuleNotFoundError:
    raise SystemExit("tools/mutants.py limits memory and forks, which Windows cannot: use Linux or macOS") from None

ROOT = Path(__file__).resolve().parents[1]
PYTEST = "-q -s --disable-warnings -o addopts= -p no:nbval -p no:xdist -p no:cacheprovider --hypothesis-profile=mutants"
GIGABYTES = 4  # limit of the address space: a mutant may ask for endless memory
LATE = "late"
PATIENCE = 10  # the time limit of a test, in multiples of its time without a mutant; a mutant may never end
BEFORE = 60  # further seconds, for imports, collection, and the preparations of the first test in a process


class Hunt:
    """A pytest plugin that runs the collected tests against one mutant after another, each in a process of its own."""

    def __init__(self, options: argparse.Namespace):
        self.options, self.path = options, options.module.resolve()
        self.source = self.path.read_text(encoding="utf-8")
        chosen = [one for one in mutants(self.source) if not options.lines or one.line in options.lines]
        self.chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
        self.seen: Counter[int] = Counter()  # the number of mutants that a test killed
        self.importing = coverage.Coverage(data_file=None, include=[str(self.path)])
        self.importing.start()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Test all mutants in place of the collected tests, and print the surviving ones. A hook of pytest."""
        self.items, start = session.items, time.perf_counter()
        name = ".".join(self.path.relative_to(ROOT).with_suffix("").parts)
        importlib.import_module(name)
        self.importing.stop()
        self.at_import = {*self.importing.get_data().lines(str(self.path))}
        wrong, self.seconds, self.reached = in_fork(self.unchanged)
        if wrong:
            raise SystemExit(f"this test fails without a mutant: {self.items[wrong[0]].nodeid}")
        quickest = self.sorted(range(len(self.items)))[:1]
        if (found := self.imported(Mutant("nothing", self.source, self.source), quickest)) is not None:
            raise SystemExit(f"this test fails in a process of its own, without a mutant: {found}")
        killed, late = 0, 0
        for mutant in self.chosen:
            found, number = self.judged(mutant)
            killed, late = killed + (found is not None), late + (found == LATE)
            if isinstance(found, int):
                self.seen[found] += 1
            elif found in (None, LATE):
                print(f"\n{found or 'survived'}, {number} tests: {mutant}", flush=True)
        total = len(self.chosen)
        print(f"\n{name}: {total} mutants, {killed} killed ({late} by time), {total - killed} survived", end=" ")
        print(f"in {time.perf_counter() - start:.0f} s")
        return True

    def unchanged(self) -> tuple[list[int], list[float], dict[int, set[int]]]:
        """Run the tests without a mutant. Return the first test that fails, the seconds of each test, and the tests
        that reach each line. The unchanged source is put in place, which shows that doing so breaks nothing."""
        put_in_place(self.source, self.source, str(self.path))
        reached, seconds, failing = coverage.Coverage(data_file=None, include=[str(self.path)]), [], []
        kept = caches(str(ROOT / "puzzlekit"))
        reached.start()
        for i, item in enumerate(self.items):
            reached.switch_context(str(i))
            for one in kept:
                one.cache_clear()  # otherwise only the first test would reach the cached function
            start = time.perf_counter()
            if _fails(item):
                failing.append(i)
                break
            seconds.append(time.perf_counter() - start)
        reached.stop()
        lines = reached.get_data().contexts_by_lineno(str(self.path))
        return failing, seconds, {line: {int(i) for i in tests if i} for line, tests in lines.items()}

    def judged(self, mutant: Mutant) -> tuple[Any, int]:
        """Return the first test that fails, None, or the other way the mutant was killed; and the number of tests."""
        apart = not self.at_import.isdisjoint(mutant.statement) or not mutant.statement
        near = self.reaching(mutant.around if apart else mutant.statement)
        if apart or not near:
            near += [i for i in self.sorted(range(len(self.items))) if i not in near]
        spent = accumulate(self.seconds[i] for i in near)
        order = [i for i, seconds in zip(near, spent, strict=True) if seconds <= self.options.budget]
        if not order:
            return None, 0
        if apart:
            return self.imported(mutant, order), len(order)
        return in_fork(lambda: self.replaced(mutant, order)), len(order)

    def reaching(self, lines: Iterable[int]) -> list[int]:
        """Return the tests that reach one of these lines."""
        return self.sorted(set().union(*(self.reached.get(line, ()) for line in lines)))

    def sorted(self, tests: Iterable[int]) -> list[int]:
        """Sort tests: first those that killed most mutants, then the fastest."""
        return sorted(tests, key=lambda i: (-self.seen[i], self.seconds[i]))

    def replaced(self, mutant: Mutant, order: list[int]) -> int | None:
        """Run these tests against the mutant in this process. Return the first that fails, or None."""
        put_in_place(self.source, mutant.after, str(self.path))
        for one in caches(str(ROOT / "puzzlekit")):
            one.cache_clear()
        failing = first_failing((self.items[i], self.seconds[i]) for i in order)
        return None if failing is None else order[failing]

    def imported(self, mutant: Mutant, order: list[int]) -> Any:
        """Run these tests in a process that imports the mutant. Return the first that fails, None, or how it ended."""
        with tempfile.TemporaryDirectory() as name:
            asked, answer = [(self.items[i].nodeid, self.seconds[i]) for i in order], Path(name, "answer.json")
            Path(name, "asked.json").write_text(json.dumps(asked), encoding="utf-8")
            Path(name, "source.py").write_text(mutant.after, encoding="utf-8")
            command = [sys.executable, __file__, "--apart", name, str(self.path), "--", *self.options.tests]
            ended = subprocess.run(command, capture_output=True, check=False).returncode
            if not answer.exists():
                return LATE if ended == -signal.SIGALRM else "import"
            failing = json.loads(answer.read_text(encoding="utf-8"))
        return None if failing is None else order[failing]


class Apart:
    """A pytest plugin that runs some tests in a given order, in a process that imports a module from another source."""

    def __init__(self, folder: Path, path: Path):
        self.folder = folder
        source, usual = (folder / "source.py").read_text(encoding="utf-8"), SourceFileLoader.get_code

        def get_code(loader: SourceFileLoader, name: str) -> Any:
            return compile(source, path, "exec") if loader.path == str(path) else usual(loader, name)

        SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
        resource.setrlimit(resource.RLIMIT_AS, (GIGABYTES << 30,) * 2)
        signal.alarm(BEFORE)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Write the number of the first failing test to a file. A hook of pytest."""
        items = {item.nodeid: item for item in session.items}
        asked = json.loads((self.folder / "asked.json").read_text(encoding="utf-8"))
        seen = session.testsfailed  # counts files of tests that cannot be collected
        failing = 0 if seen else first_failing((items.get(name), seconds) for name, seconds in asked)
        (self.folder / "answer.json").write_text(json.dumps(failing), encoding="utf-8")
        return True


def first_failing(asked: Iterable[tuple[pytest.Item | None, float]]) -> int | None:
    """Return the index of the first test that fails, or None; each test comes with its usual seconds. A test that does
    not end in time ends the process."""
    for i, (item, seconds) in enumerate(asked):
        signal.alarm(BEFORE + round(PATIENCE * seconds))
        if item and _fails(item):
            return i
    return None


def _fails(item: pytest.Item) -> bool:
    try:
        return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))
    except BaseException:
        return True


def in_fork(work: Callable[[], Any]) -> Any:
    """Return the result of `work` in a fork of this process, or how that process ended: LATE or "crash"."""

    def limited() -> Any:
        resource.setrlimit(resource.RLIMIT_AS, (GIGABYTES << 30,) * 2)
        return work()

    found, status = forked(limited)
    if not status:
        return found
    return LATE if os.WTERMSIG(status) == signal.SIGALRM else "crash"


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def main() -> None:
    """Test the mutants of one module, and print the surviving ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module", type=Path)
    parser.add_argument("tests", nargs="+", help="what pytest is to run, and its options after --")
    parser.add_argument("--lines", type=_numbers, default=[], help="only mutants of these lines, such as 86,122")
    parser.add_argument("--sample", type=int, default=sys.maxsize, help="so many mutants, chosen at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=60.0, help="seconds of tests for one mutant, the fastest first")
    parser.add_argument("--apart", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    settings.register_profile("mutants", deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate])
    plugin = Apart(options.apart, options.module) if options.apart else Hunt(options)
    raise SystemExit(pytest.main([*PYTEST.split(), *options.tests], plugins=[plugin]))


if __name__ == "__main__":
    main()
