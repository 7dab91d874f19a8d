"""What `tools/mutants.py` changes: every function that was made of a source, wherever it is kept."""

import functools
import importlib.util
from pathlib import Path
from types import ModuleType

from live_code import caches, put_in_place

SOURCE = '''
import functools


def kind(add):
    """A closure, as the checks of exercises are made of."""
    return lambda number: number + add + 1


def keeping(own):
    return functools.wraps(own)(lambda *given: own(*given))


KINDS = (kind(10), kind(20))


@keeping
def wrapped():
    return 1


@functools.cache
def cached():
    return 1


class Counting:
    @property
    def one(self):
        return 1

    @staticmethod
    def all():
        return sum(1 for _ in range(5))


def least():
    return min((1, -2), key=lambda number: -number) + sum(1 for _ in range(2))
'''


def values(module: ModuleType) -> list[int]:
    closures, counting = [kind(100) for kind in module.KINDS], module.Counting()
    return [*closures, module.wrapped(), module.cached(), counting.one, counting.all(), module.least()]


def imported(path: Path) -> ModuleType:
    path.write_text(SOURCE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("made", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_function_gets_other_code_wherever_it_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "made.py"
    module = imported(path)
    before = values(module)
    assert before == [111, 121, 1, 1, 1, 5, 3]
    put_in_place(SOURCE, SOURCE, str(path))
    assert values(module) == before
    changed = SOURCE.replace("+ 1", "+ 2").replace("return 1", "return 2").replace("sum(1", "sum(2")
    put_in_place(SOURCE, changed, str(path))
    assert caches(str(tmp_path)) == [module.cached]
    assert isinstance(module.cached, functools._lru_cache_wrapper)
    module.cached.cache_clear()
    assert values(module) == [112, 122, 2, 2, 2, 10, 5]


def test_what_is_no_longer_there_keeps_nothing_else_from_its_code(tmp_path: Path) -> None:
    """A key that is not handed in, while the sum behind it is another one."""
    path = tmp_path / "made.py"
    module = imported(path)
    put_in_place(SOURCE, SOURCE.replace("lambda number: -number", "None").replace("sum(1 for", "sum(3 for"), str(path))
    assert module.least() == -2 + 6
