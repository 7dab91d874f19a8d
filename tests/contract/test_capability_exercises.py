"""The contract of exercises: any of a table of wrong attempts is answered in one friendly sentence."""

import builtins
import contextlib
import importlib
import inspect
import io
import json
import re
import sys
import textwrap
import traceback
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import cycle, islice, product
from pathlib import Path
from types import GeneratorType, ModuleType, SimpleNamespace
from typing import Any

import networkx as nx
import numpy as np
import pytest
from capabilities import has
from packages import PACKAGES
from pyscipopt import Variable, quicksum

from puzzlekit import scip
from puzzlekit.circuit import load
from puzzlekit.circuit.text import parse
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Cell, Edge
from puzzlekit.course.exercise import (
    Converter,
    NotRight,
    Remark,
    check,
    exact,
    function,
    numbers,
    picture,
    table,
    truth,
    verdict,
)
from puzzlekit.course.modelling import family, lazy_family, model, one_row, pairs
from puzzlekit.scip import Bounds, lazy
from puzzlekit.scip.lazy import LazyFamily

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
MODULES = [f"{room.__name__}.exercises" for room in PACKAGES.values() if has(room, "exercises")]
MODULES += [f"puzzlekit.course.preliminaries.{name}" for name in ("exercises", "exercises_introduction")]
CHECKS = [
    (importlib.import_module(module), name)
    for module in MODULES
    for name in vars(importlib.import_module(module))
    if name.startswith("check_")
]
RAW = re.compile(
    r"0x[0-9a-f]{4}|NoneType|ExprCons|GenExpr|Term\(|unpack|has no attribute|object is not|subscriptable|Traceback|"
    r"positional argument|unhashable|namespace\(|not supported between|pyscipopt|unsupported|builtin|dtype"
)
LENGTH = 200
PARTS = 10  # one part of the wrong attempts for each exercise, another one for the next; the slow run hands in all

IDS = [f"{module.__name__.split('.')[-2]}-{name}" for module, name in CHECKS]
each_check = pytest.mark.parametrize(("module", "name"), CHECKS, ids=IDS)
each_part = pytest.mark.parametrize(
    ("module", "name", "part"),
    [
        pytest.param(
            *check, part, id=f"{IDS[number]}-{part}", marks=pytest.mark.slow if (number - part) % PARTS else ()
        )
        for (number, check), part in product(enumerate(CHECKS), range(PARTS))
    ],
)


def heard(judge: Callable, *attempts: Any) -> str:
    """What a check prints."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        judge(*attempts)
    return out.getvalue()


def is_right(said: str) -> bool:
    """Whether a check says so, perhaps with what it has tried."""
    return bool(re.fullmatch(r"Right(: .+)?\.\n", said))


# Right answers, as the solutions' notebooks give them


@cache
def right_answers() -> dict[tuple[str, str], list[tuple]]:
    """(module, check) -> what the solutions hand in and hear "Right." of, by their cells and outputs: that the verdicts
    still stand, the notebooks' own comparison says."""
    found: dict[tuple[str, str], list[tuple]] = {(module.__name__, name): [] for module, name in CHECKS}
    handed: list[tuple[tuple[str, str], tuple]] = []
    with pytest.MonkeyPatch.context() as patch:
        for module, name in CHECKS:
            patch.setattr(module, name, lambda *attempts, key=(module.__name__, name): handed.append((key, attempts)))
        for path in sorted((NOTEBOOKS / "solutions").glob("*.ipynb")):
            cells = [c for c in json.loads(path.read_text(encoding="utf-8"))["cells"] if c["cell_type"] == "code"]
            while cells and not re.search(r"\b(exercises|loops)\.check_\w+\(", "".join(cells[-1]["source"])):
                cells.pop()
            space: dict[str, Any] = {}
            for cell in cells:
                handed.clear()
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile("".join(cell["source"]), str(path), "exec"), space)
                said = re.findall("^(?:Right|Not yet|not attempted).*\n", _printed(cell), re.MULTILINE)
                for (key, attempts), verdict in zip(handed, said if handed else (), strict=True):
                    found[key] += [attempts] if is_right(verdict) else []
    return found


def _printed(cell: dict) -> str:
    return "".join("".join(output["text"]) for output in cell["outputs"] if output["output_type"] == "stream")


def test_there_are_exercises() -> None:
    assert len({module for module, _ in CHECKS}) == len(MODULES)


@each_check
def test_the_solutions_answer_is_right(module: ModuleType, name: str) -> None:
    assert right_answers()[module.__name__, name]


@each_check
def test_a_placeholder_is_not_attempted(module: ModuleType, name: str) -> None:
    judge = getattr(module, name)
    (answer, *_) = right_answers()[module.__name__, name]
    assert heard(judge, *(placeholder(right) for right in answer)) == "not attempted yet\n"
    assert heard(judge, *(... for _ in answer)) == "not attempted yet\n"


def placeholder(right: Any) -> Any:
    """As it stands in the notebook."""
    if isinstance(right, LazyFamily):
        return lazy.family(lambda puzzle, v, values: ...)
    if isinstance(right, dict):
        return dict.fromkeys(right, ...)
    return (lambda *_: ...) if callable(right) else ...


# Wrong attempts


class Size:
    """A class where a function was asked for."""


async def waiting(*_: Any) -> Any:
    return 1


async def waiting_rows(*_: Any) -> Any:
    yield 1


MODEL, OTHER = scip.new_model("mine"), scip.new_model("another")
X, Y = (MODEL.addVar(name, vtype="B") for name in "xy")
VALUES: dict[str, Any] = {
    "None": None, "True": True, "nan": float("nan"), "infinity": float("inf"), "a word": "many", "bytes": b"12",
    "an empty set": set(), "a set": {1, 2}, "a dict": {"a": None}, "a dict of rows": {"place": X <= 1},
    "object": object(), "near a third": 0.3333, "near a half": 0.500000001, "complex": 1j, "negative": -1,
    "one number": 7, "a half": Fraction(1, 2), "pair": (0, 0), "triple": (1, 2, 3), "words": ("a", "b"),
    "nans": (float("nan"),) * 2, "Nones": [None] * 4, "bools": (True, False), "a gap": (16.5, ..., 14, 16),
    "cell": Cell(0, 0), "edge": Edge(Cell(0, 0), Cell(0, 1)), "array": np.array([0.3333, 1.0]),
    "empty array": np.array([]), "np.nan": np.float64("nan"), "np.bool": np.bool_(True), "np number": np.int64(-3),
    "grid": np.zeros((2, 2)), "path": Path("data/sudoku/tiny_4x4.txt"), "file": "tiny_4x4",
    "path as a text": "data/circuit/tiny_3x3.txt", "two lines": "no\npicture", "blank": " \n ", "class": Size,
    "class itself": Size(), "function": len, "lambda": lambda: 1, "module": np, "async": waiting,
    "async rows": waiting_rows, "row": X <= 1, "row of another model": X + Y >= 1, "sum": X + Y, "variable": X,
    "product": X * Y <= 1, "abs": abs(X) <= 1, "model alone": MODEL, "model and None": (MODEL, None),
    "model and list": (MODEL, [X, Y]), "swapped": ({"x": X}, MODEL), "another's model": (OTHER, {"x": X}),
    "an empty model": (OTHER, {}), "model and numbers": (MODEL, {"x": 1}), "one pair": ("place", X <= 1),
    "pairs of True": [("place", True)], "rows alone": [X <= 1, Y <= 1], "places with three": [("a", "b", X <= 1)],
    "a text of pairs": ["ab"], "pairs of None": [("place", None)], "pairs of nan": [("place", float("nan") >= X)],
    "product in a pair": [("place", X * Y <= 1)], "pair of sets": [(1, {9})],
    "edges": [(Edge(Cell(0, 0), Cell(0, 1)), 2)], "directed": nx.DiGraph([(0, 1)]),
    "multigraph": nx.MultiGraph([(0, 1)]), "puzzle": load("tiny_3x3"),
    "lazy": lazy.family(lambda puzzle, v, values: []), "partial": partial(len), "nested": [[1], [2]],
}  # fmt: skip
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "min": lambda a, b: min(a, b) <= 1, "max": lambda a, b: max(a, 0) <= 1, "less": lambda a, b: a < b,
    "unlike": lambda a, b: a != b, "chain": lambda a, b: 0 <= a + b <= 1, "and": lambda a, b: (a <= 1) and (b <= 1),
    "or": lambda a, b: (a <= 1) or (b <= 1), "not": lambda a, b: not a, "if": lambda a, b: a if a == 1 else b,
    "plain": lambda a, b: 1 <= 2, "product": lambda a, b: a * b <= 1, "quotient": lambda a, b: a / (b + 1) <= 1,
    "absolute": lambda a, b: abs(a - b) <= 1, "rest": lambda a, b: a % 2 == 0, "rounded": lambda a, b: round(a) <= 1,
    "None": lambda a, b: a <= None, "text": lambda a, b: a <= "1", "nan": lambda a, b: a <= float("nan"),
    "infinity": lambda a, b: a >= float("inf"), "rows added": lambda a, b: (a <= 1) + (b <= 1),
    "rows compared": lambda a, b: (a <= 1) == (b <= 1), "sum of rows": lambda a, b: quicksum([a <= 1, b <= 1]),
    "no sign": lambda a, b: a + b, "both rows": lambda a, b: (a <= 1) & (b <= 1), "stranger": lambda a, b: a >= X,
    "in": lambda a, b: b in [a], "index": lambda a, b: a[0] <= 1,
    "sum with None": lambda a, b: quicksum([a, None]) <= 1, "array": lambda a, b: np.array([a, b]) <= 1,
    "called": lambda a, b: a(0) <= 1,
}  # fmt: skip
KEYS: dict[str, Callable[[SimpleNamespace], Any]] = {
    "a cell": lambda v: v.x[Cell(0, 0)], "three numbers": lambda v: v.x[1, 1, 5], "two numbers": lambda v: v.x[0, 0],
    "numbers and one": lambda v: v.x[(0, 0), 1], "off the grid": lambda v: v.x[Cell(90, 90), 1],
    "a word": lambda v: v.x["x"], "a letter": lambda v: v.unknown[0], "None": lambda v: v.x[None],
    "an edge": lambda v: v.x[Edge(Cell(0, 0), Cell(0, 1)), 9],
}  # fmt: skip


def variables_in(arguments: tuple) -> tuple[Any, Any]:
    """Two variables of those that were handed in, or of a model of one's own."""
    if arguments and isinstance(arguments[0], Variable):
        return arguments[0], arguments[1]
    spaces = [vars(space) for space in arguments if isinstance(space, SimpleNamespace)]
    return tuple(next(iter(spaces[0].values())).values())[:2] if spaces else (X, Y)


def compared(compare: Callable, *arguments: Any) -> Any:
    return compare(*variables_in(arguments))


def compared_pairs(compare: Callable, *arguments: Any) -> Any:
    yield "place", compare(*variables_in(arguments))


def compared_model(compare: Callable, *arguments: Any) -> Any:
    model = scip.new_model("attempt")
    x = {k: model.addVar(vtype="B") for k in range(2)}
    model.addCons(compare(x[0], x[1]))
    return model, x


def keyed(look: Callable, *arguments: Any) -> Any:
    for space in arguments:
        if isinstance(space, SimpleNamespace):
            return [("place", look(SimpleNamespace(x=next(iter(vars(space).values())), unknown={})))]
    return None


def yielded(value: Any, *_: Any) -> Iterator[Any]:
    yield value


def yielded_pair(value: Any, *_: Any) -> Iterator[Any]:
    yield "place", value


def called(value: Any, *_: Any) -> Any:
    return value


def taking(count: int, body: Callable) -> Callable:
    """A function of just so many parameters."""
    names = ", ".join(f"p{k}" for k in range(count))
    return eval(f"lambda {names}: body({names})", {"body": body})


def wrong_attempts(right: Any) -> Iterator[tuple[str, Any]]:
    """Attempts that are wrong for every exercise, by name; with as many parameters as the right answer takes."""
    own = getattr(right, "separate", right)
    count = len(inspect.signature(own).parameters) if callable(own) else 0
    made: list[tuple[str, Callable]] = []
    for name, value in VALUES.items():
        yield name, value
        for shape in (called, yielded, yielded_pair):
            made.append((f"{name}, {shape.__name__}", partial(shape, value)))
    for name, compare in COMPARISONS.items():
        for shape in (compared, compared_pairs, compared_model):
            made.append((f"comparison {name}, {shape.__name__}", partial(shape, compare)))
    made += [(f"key {name}", partial(keyed, look)) for name, look in KEYS.items()]
    yield "too many parameters", taking(count + 1, lambda *_: 1)
    yield "called already", taking(count, lambda *_: 1)(*range(count))
    yield "a generator", yielded(1)
    used = iter(())
    yield "a used generator", taking(count, lambda *_: used)
    yield "nothing to yield", taking(count, lambda *_: None)
    yield "a coroutine function of rows", waiting_rows
    for name, body in made:
        yield name, taking(count, body)
        yield f"lazy {name}", lazy.family(taking(3, body))


@each_part
@pytest.mark.once("module")
def test_a_wrong_attempt_hears_one_friendly_sentence(module: ModuleType, name: str, part: int) -> None:
    judge = getattr(module, name)
    (answer, *_) = right_answers()[module.__name__, name]
    complaints = []
    for position, right in enumerate(answer):
        for title, attempt in islice(wrong_attempts(right), part, None, PARTS):
            if complaint := unfriendly(judge, *answer[:position], attempt, *answer[position + 1 :]):
                complaints.append(f"{title}: {complaint}")
    assert complaints == []


def unfriendly(judge: Callable, *attempts: Any) -> str | None:
    """What is wrong with the answer to a wrong attempt."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            out = heard(judge, *attempts)
    except Exception:
        return traceback.format_exc(limit=-3)
    first = out.removeprefix("Not yet: ").split("\n")[0]
    fine = out.startswith("Not yet: ") and out.count("Not yet: ") == 1 and first and len(first) <= LENGTH
    return None if fine and not RAW.search(out) else out


# Right answers in other styles


def other_styles(right: Any, room: Any) -> Iterator[tuple[str, Any]]:
    """The right answer as somebody else would hand it in."""
    if isinstance(right, str):
        yield "indented", textwrap.indent(right.strip(), "    ")
        yield "indented behind its first line", textwrap.indent(right.strip(), "        ").strip() + "\n        "
        if "." in right:  # a picture without a gap is a solution's
            yield "the puzzle", room.parse(right)
            yield "its board", room.board(room.parse(right))
    elif isinstance(right, list | set):
        yield "a tuple", tuple(right)
    elif isinstance(right, tuple):
        yield "a list", list(right)
        yield "an array", np.array(right)
        yield "floats", tuple(map(float, right))
    elif isinstance(right, dict):
        yield "floats", {name: float(number) for name, number in right.items()}
        yield "NumPy's numbers", {name: np.int64(number) for name, number in right.items()}
    elif isinstance(right, LazyFamily):
        yield "decorated twice", lazy.family(right)
        yield "a list", lazy.family(lambda puzzle, v, values: list(right(puzzle, v, values)))
        yield "an iterator", lazy.family(lambda puzzle, v, values: iter(list(right(puzzle, v, values))))
    else:
        yield "a partial function", partial(right)
        yield "rows or numbers otherwise", lambda *arguments: in_another_form(right(*arguments))


def in_another_form(given: Any) -> Any:
    if isinstance(given, GeneratorType):
        return list(given)
    if isinstance(given, tuple):
        return list(given)
    return np.int64(given) if type(given) is int else given


@each_check
@pytest.mark.once("module")
def test_a_right_answer_in_another_style_is_right(module: ModuleType, name: str) -> None:
    judge, room = getattr(module, name), importlib.import_module(module.__package__ or "")
    for answer in right_answers()[module.__name__, name]:
        for position, right in enumerate(answer):
            for style, other in other_styles(right, room):
                assert is_right(heard(judge, *answer[:position], other, *answer[position + 1 :])), style


# What is raised, and by whom


class Bug(RuntimeError):
    """A bug of a check."""


@each_check
@pytest.mark.once("module")
def test_a_bug_of_a_check_is_raised(module: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that the check calls by name fails in turn, in one of three ways."""
    judge = getattr(module, name)
    (answer, *_) = right_answers()[module.__name__, name]
    raised = 0
    known = vars(module) | vars(builtins)
    used = [title for title in judge.__wrapped__.__code__.co_names if callable(known.get(title))]

    for title, kind in zip(used, cycle((Bug, PuzzleError, KeyError))):

        def fails(*_: Any, kind: type[Exception] = kind, **__: Any) -> Any:
            raise kind("planted")

        if isinstance(known[title], type) and issubclass(known[title], Exception):
            continue
        with monkeypatch.context() as patch:
            patch.setattr(module, title, fails, raising=False)
            try:
                said = heard(judge, *answer)
            except kind:
                raised += 1
            else:
                assert is_right(said), title  # it is called for remarks only
    assert raised or not used


@pytest.mark.parametrize("kind", [Bug, PuzzleError, TypeError])
def test_verdict_raises_what_is_no_remark(kind: type[Exception]) -> None:
    @check(exact)
    def judge(found: Any) -> Iterator[str]:
        raise kind("planted")
        yield ""

    with pytest.raises(kind, match="planted"):
        heard(judge, 1)
    with pytest.raises(kind, match="planted"):
        heard(verdict, judge.__wrapped__(1))  # type: ignore[attr-defined]


def test_a_graded_attempt_that_is_right_hears_so_whatever_it_writes(capsys: Any) -> None:
    @check(function("", exact), right="Right: on all boards.")
    def judge(own: Callable) -> Iterator[str | None]:
        yield None if own() == 1 else "found another number"

    def loud() -> int:
        print("careful", file=sys.stderr)
        return 1

    judge(loud, graded=True)
    said = capsys.readouterr()
    assert said.out == "careful\nRight: on all boards.\n"
    assert said.err == ""  # nbgrader takes that for a failure
    with pytest.raises(NotRight, match="found another number"):
        judge(lambda: 2, graded=True)


@each_check
def test_a_stop_is_never_swallowed(module: ModuleType, name: str) -> None:
    (answer, *_) = right_answers()[module.__name__, name]
    for kind in (KeyboardInterrupt, scip.Stopped) if callable(answer[0]) else ():

        def stops(*_: Any, kind: type[BaseException] = kind) -> Any:
            raise kind(None)

        with pytest.raises(kind):
            heard(getattr(module, name), handed(stops, answer[0]), *answer[1:])


def divides(*_: Any) -> Any:
    return 1 / 0


def divides_in_a_loop(*_: Any) -> Any:
    for part in (1, 0):
        yield 1 / part


def looks_up(*_: Any) -> Any:
    own = {"a": 1}
    return own["b"]


def calls_another(*_: Any) -> Any:
    return divides() + 1


def asserts(*_: Any) -> Any:
    assert _ == 7


def runs_out(*_: Any) -> Any:
    return next(iter(()))


def by_the_package(*_: Any) -> Any:
    return parse("nonsense")


OWN = {
    divides: "ZeroDivisionError: division by zero; line .*: return 1 / 0",
    divides_in_a_loop: "ZeroDivisionError: division by zero; line .*: yield 1 / part",
    looks_up: "KeyError: 'b'; line .*: return own",
    calls_another: "ZeroDivisionError: division by zero; line .*: return 1 / 0",
    asserts: "AssertionError.*; line .*: assert _ == 7",
    runs_out: "StopIteration; line .*: return next",
    by_the_package: "ParseError: .*; line .*: return parse",
}


@each_check
def test_an_exception_of_ones_own_is_told_with_its_line(module: ModuleType, name: str) -> None:
    (answer, *_) = right_answers()[module.__name__, name]
    own = getattr(answer[0], "separate", answer[0])
    for attempt in OWN if callable(own) else ():
        if attempt is divides_in_a_loop and not inspect.isgeneratorfunction(own):
            continue
        said = heard(getattr(module, name), handed(attempt, answer[0]), *answer[1:])
        assert re.match(f"Not yet: your code stopped with {OWN[attempt]}", said)
        assert len(said) <= LENGTH + len("Not yet: \n")


def handed(attempt: Callable, right: Any) -> Any:
    """As it must be handed in: a lazy family where the right answer is one."""
    return lazy.family(lambda puzzle, v, values: attempt()) if isinstance(right, LazyFamily) else attempt


# What is said


def once(found: Any) -> Callable:
    return lambda *_: found


SHARED = iter([("place", 1)])


@pytest.mark.parametrize(
    ("kind", "attempt", "said"),
    [
        (function("n", exact), once(None), "is a return or a yield missing"),
        (function("n", exact), 7, "found 7, expected a function of n; pass the function itself"),
        (function("n", exact), Size, "found the class Size, expected a function of n"),
        (function("puzzle v", exact), lambda puzzle: 1, r"found a function of \(puzzle\), expected .* puzzle, v"),
        (function("", exact), lambda n: 1, "expected a function of nothing"),
        (function("n", exact), waiting, "write `def`"),
        (function("n", exact), lazy.family(lambda puzzle, v, values: []), "remove @lazy.family"),
        (function("n", pairs("place", "number")), once(SHARED), "returns the same generator twice"),
        (exact, 0.3333, r"for 1/3, which is near, write Fraction\(1, 3\)"),
        (exact, 16.500000001, r"for 33/2, which is near, write Fraction\(33, 2\)"),
        (exact, 7.000000001, "for 7, which is near, write 7"),
        (exact, float("nan"), "found nan, expected a number"),
        (exact, True, "found True, expected a number"),
        (exact, divides, "found the function divides, expected a number; call the function"),
        (truth, [], "expected True or False"),
        (numbers("a", "b"), (1, ...), r"found '\.\.\.' for b, expected a number"),
        (numbers("a", "b"), {1, 2}, r"expected a tuple of 2 numbers \(a, b\)"),
        (table(), {1: 2}, "expected a dict from names to numbers"),
        (picture(parse), "tiny_3x3", "found 'tiny_3x3', expected a picture, line by line; str"),
        (picture(parse), Path("a.txt"), "expected the picture of a puzzle as a text"),
        (pairs("place", "row"), X <= 1, r"found one constraint, expected several pairs \(place, row\); write yield"),
        (pairs("place", "row"), [X <= 1], r"found one constraint, expected pairs \(place, row\)"),
        (pairs("place", "row"), (1, X <= 1), "found one pair, expected a list of"),
        (pairs("place", "row"), [(1, 2, 3)], "found 3 things, expected pairs"),
        (one_row("a b"), lambda a, b: min(a, b) <= 1, "a constraint takes <=, >= or ==, not <, > or !="),
        (one_row("a b"), lambda a, b: 0 <= a <= 1, "and, or, not, if, in or 0 <= x <= 1"),
        (one_row("a b"), lambda a, b: (a + b >= 0) and b <= 1, "write each constraint by itself"),
        (one_row("a b"), lambda a, b: True, "found True, a comparison without variables"),
        (one_row("a b"), lambda a, b: a * b <= 1, "not linear"),
        (one_row("a b"), lambda a, b: a >= X, "a variable of another model"),
        (lazy_family, lambda puzzle, v, values: [], "decorate it with @lazy.family"),
        (model, (MODEL, [X, Y]), "found a list of 2 after the model"),
    ],
)
def test_a_sentence_says_what_was_found_and_expected(kind: Converter, attempt: Any, said: str) -> None:
    with pytest.raises(Remark, match=said):
        ask_twice(kind(attempt))


def ask_twice(ask: Any) -> None:
    """What a function gives is seen when it is called."""
    ask(1)
    ask(1)


V = SimpleNamespace(x={(Cell(0, 0), 1): X, (Cell(0, 1), 2): Y})


@pytest.mark.parametrize("look", KEYS.values(), ids=KEYS)
def test_a_wrong_key_hears_the_right_ones(look: Callable) -> None:
    def mine(puzzle: Any, v: Any) -> Iterator[tuple[Any, Any]]:
        yield "place", look(v) <= 1

    said = (
        "the variables are x" if look is KEYS["a letter"] else r"v.x has no key \[.*from v.x\[Cell\(0, 0\), 1\] to v.x"
    )
    with pytest.raises(Remark, match=said):
        list(family(mine)(None, V))


def test_a_wrong_key_can_be_asked_for_and_caught() -> None:
    def mine(puzzle: Any, v: Any) -> Iterator[tuple[Any, Any]]:
        assert "other" not in v.x
        assert v.x.get("other") is None
        assert not hasattr(v, "y")
        with contextlib.suppress(KeyError):
            yield "none", v.x["other"] <= 1
        yield "one", v.x[Cell(0, 0), 1] <= 1

    assert [place for place, _ in family(mine)(None, V)] == ["one"]


def test_bounds_are_rows() -> None:
    ((_, row),) = family(lambda puzzle, v: [("place", Bounds(v.x[Cell(0, 0), 1], 1, 1))])(None, V)
    assert (row._lhs, row._rhs) == (1, 1)


@pytest.mark.parametrize(
    ("written", "meant"), [(1 / 3, Fraction(1, 3)), (0.1, Fraction(1, 10)), (81.0, 81), (2**70, 2**70)]
)
def test_a_float_is_the_fraction_that_it_was_written_for(written: float, meant: Fraction) -> None:
    assert exact(written) == meant


def test_a_row_that_the_candidate_keeps_is_told() -> None:
    mine = lazy_family(lazy.family(lambda puzzle, v, values: [("place", v.x[Cell(0, 0), 1] <= 1)]))
    values = SimpleNamespace(x=dict.fromkeys(V.x, 1))
    with pytest.raises(Remark, match="but the candidate satisfies it; yield only violated constraints"):
        list(mine(None, V, values))


def test_a_check_says_how_much_it_takes() -> None:
    @check(exact, exact)
    def judge(one: int, two: int) -> Iterator[str]:
        yield from ()

    assert heard(judge, 1, 2) == "Right.\n"
    assert "got 1 arguments, expected 2" in heard(judge, 1)
