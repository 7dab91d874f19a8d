"""Which small changes of a module no test sees. CONTRIBUTING has the recipe.

cosmic-ray makes the changes, one at a time: another sign, another number, a condition turned round. This file runs them
quickly: what is not ours is imported once, each mutant is tested in a fork that takes the module's source from memory,
and the tests that have seen most mutants come first. No file is touched, so tests that start a process see no mutant.
"""

import argparse
import ast
import difflib
import importlib
import inspect
import os
import pickle
import random
import re
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import coverage
import pytest
from _pytest.runner import runtestprotocol
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from hypothesis import Phase, settings

ROOT = Path(__file__).resolve().parents[1]
PYTEST = "-q -s -o addopts= -p no:nbval -p no:xdist -p no:cacheprovider --hypothesis-profile=mutants"
GIGABYTES = 4  # of address space: a mutant may ask for endless memory
LATE = "late"
PATIENCE = 10  # times as long as the tests take without a mutant; a mutant may never end
# Of cosmic-ray's pairs of signs those that make another rule or another model. Most others end in a TypeError.
SIGNS = {
    "Binary": "Add_Sub Sub_Add Mul_Add Mul_FloorDiv FloorDiv_Mul Mod_Mul Pow_Mul BitAnd_BitOr BitXor_BitOr Sub_BitAnd",
    "Comparison": "Eq_NotEq Eq_LtE Eq_GtE NotEq_Eq Lt_LtE LtE_Lt LtE_Eq LtE_GtE Gt_GtE GtE_Gt GtE_Eq GtE_LtE "
    "Is_IsNot IsNot_Is",
    "Unary": "USub_UAdd Delete_Not",
}
OPERATORS = [f"Replace{kind}Operator_{pair}" for kind, pairs in SIGNS.items() for pair in pairs.split()]
OPERATORS += ["NumberReplacer", "AddNot", "ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceTrueWithFalse"]
OPERATORS += ["ReplaceFalseWithTrue", "ReplaceBreakWithContinue", "ZeroIterationForLoop", "RemoveDecorator"]
COUNTERPARTS = "min max, any all, row column, rows columns, height width, lower upper, ceil floor, p q, a b"
COUNTERPARTS += ", getLhs getRhs, _lhs _rhs, row_counts column_counts, lstrip rstrip, issubset issuperset"
OTHER = {one: other for pair in COUNTERPARTS.split(", ") for one, other in (pair.split(), reversed(pair.split()))}


@dataclass(frozen=True)
class Mutant:
    """A change of a module: what was done, and the source that it leaves."""

    how: str
    before: str
    after: str

    @cached_property
    def line(self) -> int:
        """The first changed line."""
        pairs = zip(self.before.split("\n"), self.after.split("\n"), strict=False)
        return next(number for number, (old, new) in enumerate(pairs, start=1) if old != new)

    @cached_property
    def lines(self) -> range:
        """The lines of the innermost statement that was changed; of all the module, where that is in no function."""
        within = [node for node in ast.walk(ast.parse(self.before)) if isinstance(node, ast.stmt)]
        within = [node for node in within if _first(node) <= self.line <= (node.end_lineno or 0)]
        if not any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in within):
            return range(1, self.before.count("\n") + 2)
        innermost = max(within, key=_first)
        return range(innermost.lineno, (innermost.end_lineno or 0) + 1)

    @cached_property
    def constants(self) -> set[str]:
        """The names to which the changed statement of the module gives a value."""
        top = [node for node in ast.parse(self.before).body if _first(node) <= self.line <= (node.end_lineno or 0)]
        return {one.id for node in top for one in ast.walk(node) if isinstance(one, ast.Name)} | {
            node.name for node in top if isinstance(node, ast.FunctionDef)
        }

    def __str__(self) -> str:
        lines = difflib.unified_diff(self.before.split("\n"), self.after.split("\n"), n=0, lineterm="")
        _, _, place, *changed = lines
        return f"{self.how}, line {place.split()[1].lstrip('-').split(',')[0]}\n" + "\n".join(changed)


def _first(node: Any) -> int:
    """The line where a statement begins, with its decorators."""
    return min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])


def mutants(source: str) -> list[Mutant]:
    """All mutants of a source that are Python, each once; `strict=True` only says again what holds anyway."""
    found: dict[str, Mutant] = {}
    for mutant in (*_by_cosmic_ray(source), *_by_hand(source)):
        with suppress(SyntaxError):
            found.setdefault(ast.dump(ast.parse(mutant.after)), mutant)
    found.pop(ast.dump(ast.parse(source)), None)
    return [
        mutant for mutant in found.values() if not re.search(r"^\+.*strict=(False|None)", str(mutant), re.MULTILINE)
    ]


def _by_cosmic_ray(source: str) -> Iterator[Mutant]:
    nodes = list(ast_nodes(get_ast(source)))
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        places = sum(len(list(operator.mutation_positions(node))) for node in nodes)
        for occurrence in range(places):
            yield Mutant(name, source, mutate_code(source, operator, occurrence))


def _by_hand(source: str) -> Iterator[Mutant]:
    """What cosmic-ray has not: a function or attribute by the name of its counterpart (`max` for `min`), None for an
    argument by name, and a condition inside of an expression turned round."""
    data = source.encode()
    lines = [0, *(place + 1 for place, sign in enumerate(data) if sign == ord("\n"))]

    def changed(how: str, node: Any, new: str, length: int = 0) -> Mutant:
        start, end = lines[node.lineno - 1] + node.col_offset, lines[node.end_lineno - 1] + node.end_col_offset
        start = end - length if length else start
        after = data[:start] + new.replace("?", data[start:end].decode()).encode() + data[end:]
        return Mutant(how, source, after.decode())

    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.keyword(arg=str()):
                yield changed("NoArgument", node.value, "None")
            case ast.Attribute(attr=name) if name in OTHER:
                yield changed("Counterpart", node, OTHER[name], len(name))
            case ast.Call(func=ast.Name(id=name)) if name in OTHER:
                yield changed("Counterpart", node.func, OTHER[name])
            case ast.IfExp(test=test):
                yield changed("NotInside", test, "(not (?))")
            case ast.comprehension(ifs=tests) | ast.BoolOp(values=tests):
                yield from (changed("NotInside", test, "(not (?))") for test in tests)
            case ast.Compare(ops=[ast.In() | ast.NotIn()]):
                yield changed("NotInside", node, "(not (?))")


def change(module: ModuleType, mutant: Mutant) -> None:
    """Make a module that was imported long ago the mutant: its functions, wherever they are kept, get the code of the
    mutant's, and a changed constant its value."""
    made = {**vars(module)}
    exec(compile(mutant.after, module.__file__ or "", "exec"), made)
    for name, new in made.items():
        old = vars(module).get(name)
        if inspect.isclass(new) and inspect.isclass(old) and new.__module__ == module.__name__:
            for title, member in vars(new).items():
                if title in vars(old) and not _take_over(vars(old)[title], member):
                    with suppress(AttributeError, TypeError):
                        setattr(old, title, member)
        elif not _take_over(old, new) and name in mutant.constants:
            for other in list(sys.modules.values()):
                if getattr(other, "__dict__", {}).get(name) is old:
                    setattr(other, name, new)


def _take_over(old: Any, new: Any) -> bool:
    """Give a function the code of another one; False if it is none, or of another shape."""
    olds, news = ([*_functions(one)] for one in (old, new))
    if not olds or len(olds) != len(news):
        return False
    with suppress(ValueError):
        olds[-1].__code__ = news[-1].__code__
        olds[-1].__defaults__, olds[-1].__kwdefaults__ = news[-1].__defaults__, news[-1].__kwdefaults__
        for one in (old, *olds):
            getattr(one, "cache_clear", bool)()
        return True
    return False


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
        self.path, self.budget = path, budget
        chosen = [mutant for mutant in mutants(path.read_text(encoding="utf-8")) if mutant.line in lines or not lines]
        self.chosen = random.Random(seed).sample(chosen, min(sample, len(chosen)))
        self.seen: Counter[int] = Counter()  # how many mutants a test saw

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """What pytest does once the tests are collected."""
        self.items, start = session.items, time.perf_counter()
        wrong, self.seconds, self.reached = forked(self.unchanged, 900)
        if wrong:
            raise SystemExit(f"this test fails without a mutant: {self.items[wrong[0]].nodeid}")
        name = ".".join(self.path.relative_to(ROOT).with_suffix("").parts)
        module, killed, late = importlib.import_module(name), 0, 0
        for mutant in self.chosen:
            order = sorted(self.asked(mutant), key=lambda i: (-self.seen[i], self.seconds[i]))
            spent = accumulate(self.seconds[i] for i in order)
            order = [i for i, seconds in zip(order, spent, strict=True) if seconds <= self.budget]
            limit = 20 + round(PATIENCE * sum(self.seconds[i] for i in order))
            found = forked(lambda: self.mutated(module, mutant, order), limit) if order else None  # noqa: B023
            killed, late = killed + (found is not None), late + (found == LATE)
            if isinstance(found, int):
                self.seen[found] += 1
            elif found is None:
                print(f"\nsurvived {len(order)} tests: {mutant}", flush=True)
        total = len(self.chosen)
        print(f"\n{name}: {total} mutants, {killed} killed ({late} by time), {total - killed} survived", end=" ")
        print(f"in {time.perf_counter() - start:.0f} s")
        return True

    def unchanged(self) -> tuple[list[int], list[float], dict[int, set[int]]]:
        """The tests that fail, how long each takes, and which of them reach each line."""
        reached, seconds, failing = coverage.Coverage(data_file=None, include=[str(self.path)]), [], []
        reached.start()
        for i, item in enumerate(self.items):
            reached.switch_context(str(i))
            start = time.perf_counter()
            if _fails(item):
                failing.append(i)
                break
            seconds.append(time.perf_counter() - start)
        reached.stop()
        lines = reached.get_data().contexts_by_lineno(str(self.path))
        return failing, seconds, {line: {int(i) for i in tests if i} for line, tests in lines.items()}

    def asked(self, mutant: Mutant) -> set[int]:
        """The tests that reach the changed statement; all of a function's, where its head was changed."""
        lines = mutant.lines
        return set().union(*(tests for line, tests in self.reached.items() if line in lines))

    def mutated(self, module: ModuleType, mutant: Mutant, order: list[int]) -> Any:
        """The first test that fails, or None."""
        try:
            change(module, mutant)
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


def main() -> None:
    """Test the mutants of one module; print those that no test has seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module", type=Path)
    parser.add_argument("tests", nargs="+", help="what pytest is to run, and its options after --")
    parser.add_argument("--lines", type=int, nargs="+", default=[], help="only mutants of these lines")
    parser.add_argument("--sample", type=int, default=sys.maxsize, help="so many mutants, chosen at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=60.0, help="seconds of tests for one mutant, the fastest first")
    options = parser.parse_args()
    settings.register_profile("mutants", deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate])
    hunt = Hunt(options.module.resolve(), options.lines, options.sample, options.seed, options.budget)
    raise SystemExit(pytest.main([*PYTEST.split(), *options.tests], plugins=[hunt]))


if __name__ == "__main__":
    main()
