"""The one constraint handler: its answers against brute force, what it refuses, and sabotaged copies of it."""

import random
import re
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import psutil
import pytest
from chains import best, chain, lazily
from patience import PATIENCE
from pyscipopt import SCIP_PARAMSETTING, SCIP_RESULT, Model, quicksum

from puzzlekit import circuit, hashi, numberlink, scip, slitherlink
from puzzlekit.core.errors import PuzzleError
from puzzlekit.course import model_comparison
from puzzlekit.scip import BuiltModel, enumeration, handler, lazy
from puzzlekit.scip.constraints import HANDLER
from puzzlekit.scip.constraints import linear_constraints as rows_of

Point = tuple[int, ...]


@dataclass(frozen=True)
class Hidden:
    """A small random model: some rows are in it, others come lazily."""

    tops: Point  # the variables are integers from 0 to these
    costs: Point
    shown: tuple[tuple[Point, int], ...]  # rows a x <= b
    hidden: tuple[tuple[Point, int], ...]

    @property
    def points(self) -> list[Point]:
        """By brute force: the points that keep all rows."""
        return [point for point in product(*(range(top + 1) for top in self.tops)) if not list(self.broken(point))]

    def broken(self, point: Point) -> Iterator[tuple[int, tuple[Point, int]]]:
        return ((i, row) for i, row in enumerate((*self.hidden, *self.shown)) if dot(row[0], point) > row[1])

    @property
    def best(self) -> int | None:
        return min((dot(self.costs, point) for point in self.points), default=None)


def dot(a: Point, b: Point) -> int:
    return sum(i * j for i, j in zip(a, b, strict=True))


def random_hidden(rng: random.Random) -> Hidden:
    """Half of them look symmetric as long as the hidden rows are not seen."""
    size = rng.randint(3, 7)
    plain = rng.random() < 0.5
    tops = (1,) * size if plain or rng.random() < 0.5 else tuple(rng.randint(1, 2) for _ in range(size))
    costs = (rng.choice((-1, 0, 1)),) * size if plain else tuple(rng.randint(-4, 4) for _ in range(size))
    ones = ((1,) * size, rng.randint(1, size))
    shown = (ones, (tuple(-i for i in ones[0]), -rng.randint(0, ones[1]))) if plain else (random_row(rng, size),)
    return Hidden(tops, costs, shown, tuple(random_row(rng, size) for _ in range(rng.randint(1, 4))))


def random_row(rng: random.Random, size: int) -> tuple[Point, int]:
    row = tuple(rng.choice((-2, -1, 0, 0, 1, 1, 2)) for _ in range(size))
    return row, rng.randint(-2, 3)


def rows(hidden: Hidden, v: SimpleNamespace, values: SimpleNamespace, tolerance: float) -> Iterator[tuple[int, Any]]:
    for i, (row, side) in enumerate(hidden.hidden):
        if dot(row, tuple(values.x.values())) > side + tolerance:
            yield i, quicksum(a * x for a, x in zip(row, v.x.values(), strict=True)) <= side


def at_fractions(hidden: Hidden, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[int, Any]]:
    return rows(hidden, v, values, 1e-5)


@lazy.family
def hidden_rows(hidden: Hidden, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[int, Any]]:
    return rows(hidden, v, values, 0)


@lazy.family(fractional=at_fractions, every=2)
def hidden_rows_and_cuts(hidden: Hidden, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[int, Any]]:
    return rows(hidden, v, values, 0)


def bare(model: Model) -> None:
    """Nothing but branching."""
    model.setPresolve(SCIP_PARAMSETTING.OFF)
    model.setHeuristics(SCIP_PARAMSETTING.OFF)
    model.setSeparating(SCIP_PARAMSETTING.OFF)


def without_lps(model: Model) -> None:
    """Points that no LP made are enforced as well."""
    bare(model)
    model.setParam("lp/solvefreq", -1)


SETTINGS = {
    "default": lambda model: None,
    "bare": bare,
    "without LPs": without_lps,
    "aggressive": lambda model: model.setPresolve(SCIP_PARAMSETTING.AGGRESSIVE),
    "eager": lambda model: model.setHeuristics(SCIP_PARAMSETTING.AGGRESSIVE),
}


def build(hidden: Hidden, family: Any = hidden_rows, setting: str = "default") -> BuiltModel:
    model = scip.new_model("hidden")
    x = {i: model.addVar(f"x_{i}", vtype="B" if top == 1 else "I", ub=top) for i, top in enumerate(hidden.tops)}
    for row, side in hidden.shown:
        model.addCons(quicksum(a * x[i] for i, a in enumerate(row)) <= side)
    model.setObjective(quicksum(cost * x[i] for i, cost in enumerate(hidden.costs)))
    SETTINGS[setting](model)
    v = scip.variables(x=x)
    built = BuiltModel(model, v, decode=lambda values: tuple(values.x.values()), decisions=x.values())
    return built.add((family,), hidden)


def wrong(seed: int) -> str | None:
    """How the answer to one random model differs from brute force, or None."""
    rng = random.Random(seed)
    hidden, setting = random_hidden(rng), rng.choice(list(SETTINGS))
    built = build(hidden, rng.choice((hidden_rows, hidden_rows_and_cuts)), setting)
    try:
        result = scip.solve(built)
        found = dot(hidden.costs, tuple(result.values.x.values())) if result.values else None
        if found != hidden.best:
            return f"{seed}: {found}, expected {hidden.best} ({setting})"
        if result.values and list(hidden.broken(tuple(result.values.x.values()))):
            return f"{seed}: a row is broken ({setting})"
        if set(hidden.tops) == {1} and (answers := boards(built)) != optimal(hidden):
            return f"{seed}: {answers}, expected {optimal(hidden)} ({setting})"
    finally:
        built.free()
    return None


def boards(built: BuiltModel) -> list[Point]:
    return sorted(board for board, _ in enumeration.enumerate_solutions(built))


def optimal(hidden: Hidden) -> list[Point]:
    return [point for point in hidden.points if dot(hidden.costs, point) == hidden.best]


def campaign(seeds: range) -> list[str]:
    return [told for told in map(wrong, seeds) if told]


@pytest.mark.parametrize("count", [100, pytest.param(2000, marks=pytest.mark.slow)])
def test_optima_and_solution_sets_are_those_of_brute_force(count: int) -> None:
    assert campaign(range(count)) == []


def test_the_random_models_need_their_lazy_rows() -> None:
    """Otherwise the campaign would test nothing."""
    drawn = [random_hidden(random.Random(seed)) for seed in range(200)]
    bare = [Hidden(hidden.tops, hidden.costs, hidden.shown, ()) for hidden in drawn]
    assert sum(a.best != b.best for a, b in zip(drawn, bare, strict=True)) > 50
    assert {min(len(hidden.points), 2) for hidden in drawn} == {0, 1, 2}


# Handlers as they are written by hand: wrong answers that the campaign sees, or that cannot be written here


class Lockless(handler.Handler):
    """SCIP believes that no variable matters to the handler."""

    def conslock(self, constraint: Any, locktype: Any, nlockspos: int, nlocksneg: int) -> None:
        pass


class AcceptsEveryCandidate(handler.Handler):
    """The candidates of heuristics are not looked at."""

    def conscheck(self, *arguments: Any) -> dict:
        return {"result": SCIP_RESULT.FEASIBLE}


class MisspeltResult(handler.Handler):
    """SCIP takes a dictionary without a result for "feasible"."""

    def consenfolp(self, *arguments: Any) -> dict:
        return {"resutl": SCIP_RESULT.INFEASIBLE}

    conscheck = consenfolp


class EnforcesNoPseudoSolutions(handler.Handler):
    """What SCIP branches to without an LP is accepted."""

    def consenfops(self, *arguments: Any) -> dict:
        return {"result": SCIP_RESULT.FEASIBLE}

    conscheck = consenfops


@pytest.mark.parametrize("kind", [Lockless, AcceptsEveryCandidate, MisspeltResult, EnforcesNoPseudoSolutions])
@pytest.mark.once
def test_the_campaign_sees_a_sabotaged_handler(kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handler, "Handler", kind)
    assert campaign(range(40))


def test_a_handler_without_a_callback_that_scip_needs_cannot_be_written() -> None:
    with pytest.raises(PuzzleError, match="found conseplp in Misspelt, expected SCIP's callbacks, including conscheck"):

        class Misspelt(handler.Handler):
            conseplp = handler.Handler.conssepalp

    with pytest.raises(PuzzleError, match="found no consenfops in Without"):

        class Without(handler.Handler):
            consenfops = None


def test_what_the_traps_ask_for_is_set() -> None:
    built = build(EASY)
    assert built.model.getParam("misc/usesymmetry") == 0
    assert [constraint.name for constraint in built.model.getConss()].count(HANDLER) == 1
    built.free()


def test_a_program_that_frees_nothing_ends_quietly() -> None:
    """Though its models outlive all modules: without help Python dies, as SCIP calls a handler that is no more."""
    lines = [
        "import os",
        "from puzzlekit import scip\n",
        "from puzzlekit.scip import tree",
        "from puzzlekit.scip import lazy",
        "family = lazy.family(lambda puzzle, v, values: [])",
        "model = scip.new_model('m')",
        "lazy.attach(model, scip.variables(x={0: model.addVar(vtype='B')}), None, family)",
        "solved, freed = scip.solve(model), scip.new_model('freed')",
        "lazy.attach(freed, scip.variables(), None, family)",
        "freed.free()",
        "unsolved = scip.new_model('unsolved')",
        "lazy.attach(unsolved, scip.variables(), None, family)",
        "recorded, watched = scip.new_model('recorded'), scip.new_model('watched')",  # which have event handlers
        "recorded.addVar(vtype='B'), watched.addVar(vtype='B')",
        "tree.record(recorded), scip.solve(watched, progress=bool)",
        "os.kept = model, freed, unsolved, recorded, watched",
        "print(solved.status)",
    ]
    ended = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, timeout=PATIENCE)
    assert (ended.stdout, ended.stderr, ended.returncode) == ("solved\n", "", 0)


# A family in a model

EASY = Hidden((1, 1, 1), (-3, -2, -1), (((1, 1, 1), 2),), (((1, 1, 0), 1),))  # the best is 1 0 1


def test_cuts_are_plain_rows_in_order_and_enough_for_a_model_without_the_family() -> None:
    built = build(EASY)
    (cut,) = scip.solve(built).cuts
    assert (cut.family, cut.index, cut.lower, cut.upper) == ("hidden_rows", 0, None, 1)
    assert cut.coefficients == {("x", 0): 1, ("x", 1): 1}
    assert scip.solve(built).cuts == (cut,)  # the model is as it was, and the row is found again
    bare = build(EASY, relaxed)
    bare.add_cuts([cut])
    assert scip.solve(bare).values.x == {0: 1, 1: 0, 2: 1}
    assert [row for row in rows_of(bare.model, bare.v, bare.rows) if row.family] == [cut]
    built.add_cuts([cut])
    assert scip.solve(built).cuts == ()
    built.free(), bare.free()


def relaxed(hidden: Hidden, v: SimpleNamespace) -> list:
    """A family without rows."""
    return []


def test_a_readers_own_model() -> None:
    model = scip.new_model("own")
    x = {i: model.addVar(f"x_{i}", vtype="B") for i in range(3)}
    model.setObjective(quicksum(x.values()), "maximize")
    lazy.attach(model, scip.variables(x=x), EASY, hidden_rows)
    result = scip.solve(model, x)
    assert (result.primal, sum(result.values.values()), len(result.cuts)) == (2, 2, 1)
    model.addCons(x[2] == 0)  # it can be extended, and a second family added
    lazy.attach(model, scip.variables(x=x), Hidden((), (), (), (((1, 0, 0), 0),)), hidden_rows)
    assert scip.solve(model, x).values == {0: 0, 1: 1, 2: 0}


def test_variables_of_every_type_reach_the_family() -> None:
    seen = []

    @lazy.family
    def looks(puzzle: Any, v: SimpleNamespace, values: SimpleNamespace) -> Iterator:
        seen.append(values)
        yield from ()

    model = scip.new_model("types")
    v = scip.variables(x={"a": model.addVar(vtype="I", ub=3)}, flow={(0, 1): model.addVar(ub=2.5)})
    model.setObjective(v.x["a"] + v.flow[0, 1], "maximize")
    lazy.attach(model, v, None, looks)
    assert vars(scip.solve(model, v).values) == {"x": {"a": 3}, "flow": {(0, 1): 2.5}}
    assert all(isinstance(values.x["a"], int) and isinstance(values.flow[0, 1], float) for values in seen)
    assert looks(None, v, seen[0]) is not None  # a reader may call it


def test_of_the_rows_found_at_a_fraction_those_that_it_breaks_are_added() -> None:
    """Though a family that looks at no fractions stands beside it."""
    seen = []

    def at_a_half(puzzle: Any, v: SimpleNamespace, values: SimpleNamespace) -> Iterator:
        seen.append(values.x)
        yield "kept", quicksum(v.x.values()) <= 2
        yield "broken", quicksum(v.x.values()) <= 1

    model = scip.new_model("three halves")
    bare(model)
    v = scip.variables(x={i: model.addVar(vtype="B", obj=-1) for i in range(3)})
    model.addCons(2 * quicksum(v.x.values()) <= 3)
    lazy.attach(model, v, None, lazy.family(nothing), lazy.family(nothing, fractional=at_a_half))
    result = scip.solve(model, v)
    assert ([cut.index for cut in result.cuts], result.primal) == (["broken"], -1)
    assert [sum(point.values()) for point in seen] == [pytest.approx(1.5)]


def test_a_family_sees_the_lp_with_its_rows_at_the_same_node() -> None:
    """First all numbers are taken, and then, with a row for each two neighbours, every second one."""
    built, seen = chain(12, family=lazily), []

    def looks(puzzle: Any, v: SimpleNamespace, values: SimpleNamespace) -> list:
        seen.append((built.model.getDepth(), sum(values.x.values())))
        return []

    built.model.setPresolve(SCIP_PARAMSETTING.OFF)
    built.model.setHeuristics(SCIP_PARAMSETTING.OFF)
    for parameter in built.model.getParams():
        if re.fullmatch("separating/.*/freq", parameter):  # SCIP's own, but not all rounds
            built.model.setParam(parameter, -1)
    lazy.attach(built.model, built.v, None, lazy.family(nothing, fractional=looks))
    assert scip.solve(built).primal == best(12)
    assert seen == [(0, 12), (0, pytest.approx(6))]
    built.free()


def nothing(puzzle: Any, v: SimpleNamespace, values: SimpleNamespace) -> list:
    return []


def test_a_last_family_is_asked_where_those_before_it_find_nothing_and_any_other_always() -> None:
    last, other = set[Point](), set[Point]()

    def noting(asked: set[Point]) -> Callable:
        return lambda puzzle, v, values: asked.add(tuple(values.x.values())) or ()

    built = build(EASY, hidden_rows, "bare")
    families = lazy.LazyFamily(noting(last), last=True), lazy.family(noting(other))
    lazy.attach(built.model, built.v, EASY, *families)
    assert scip.solve(built).values.x == {0: 1, 1: 0, 2: 1}
    assert last == {point for point in other if not list(EASY.broken(point))} != other
    built.free()


def test_families_are_told_apart_as_functions_are() -> None:
    assert len({lazy.family(nothing), lazy.family(nothing)}) == 2


def test_what_needs_all_rows_refuses_or_leaves_them_out() -> None:
    built = build(EASY)
    with pytest.raises(PuzzleError, match="found lazy families, whose constraints are not fixed; compare boards"):
        model_comparison.same_model(built, built)
    assert scip.relax(built).value == -5
    built.free()


# What a family may do wrong


def misbehaving(function: Any) -> BuiltModel:
    function.__name__ = "strange"
    return build(EASY, lazy.family(function))


PAIRS = "expected pairs (place, row), where row has ==, <= or >="


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda p, v, values: [(7, v.x[0] >= 0)],
         "strange yields x[0] >= 0 at 7, but the candidate satisfies it; yield only constraints that the candidate"),
        (lambda p, v, values: [(7, v.x[0] == values.x[0])], "but the candidate satisfies it; yield only constraints"),
        (lambda p, v, values: None,
         "lazy family strange returns NoneType, expected pairs (place, row): yield them or return a"),
        (lambda p, v, values: [v.x[0]], f"strange yields Variable, {PAIRS}"),
        (lambda p, v, values: [(7, v.x[0] + v.x[1] <= 1, 8)], f"strange yields tuple, {PAIRS}"),
        (lambda p, v, values: [(7,)], f"strange yields tuple, {PAIRS}"),
        (lambda p, v, values: [(7, True)], f"strange yields bool, {PAIRS}"),
        (lambda p, v, values: [(7, v.x[0] * v.x[1] <= 0)], "expected a sum of the given variables"),
        (lambda p, v, values: [(7, abs(v.x[0]) <= 1)],
         "yields a constraint that is not linear, expected a sum of the given variables"),
        (lambda p, v, values: [(7, FOREIGN[1] <= 0)], "expected a sum of the given variables"),
    ],
)  # fmt: skip
def test_what_a_family_yields_is_checked(function: Any, message: str) -> None:
    built = misbehaving(function)
    with pytest.raises(PuzzleError, match=re.escape(message)):
        scip.solve(built)
    built.free()


FOREIGN = (Model(),)
FOREIGN += (FOREIGN[0].addVar("foreign"),)


@pytest.mark.parametrize("error", [ZeroDivisionError("in the family"), SystemExit(3), KeyboardInterrupt()])
def test_an_exception_in_a_family_reaches_the_caller_and_the_model_lives(error: BaseException) -> None:
    raised = [error]

    def fails_once(puzzle: Any, v: SimpleNamespace, values: SimpleNamespace) -> list:
        if raised:
            raise raised.pop()
        return []

    built = misbehaving(fails_once)
    with pytest.raises(type(error)) as caught:
        scip.solve(built)
    assert caught.value is error
    assert scip.solve(built).values.x == {0: 1, 1: 1, 2: 0}
    built.free()


def failing_at_fractions(puzzle: Any, v: SimpleNamespace, values: SimpleNamespace) -> list:
    raise ZeroDivisionError("in the family")


CALLBACKS = {  # the callback that asks a failing family, and how SCIP comes to call it first
    "conscheck": (lazy.family(failing_at_fractions), lambda model: None),
    "consenfolp": (lazy.family(failing_at_fractions), bare),
    "consenfops": (lazy.family(failing_at_fractions), without_lps),
    "conssepalp": (lazy.family(lambda puzzle, v, values: [], fractional=failing_at_fractions), bare),
}


@pytest.mark.parametrize("callback", CALLBACKS)
def test_an_exception_reaches_the_caller_from_every_callback_with_its_traceback(callback: str) -> None:
    family, setting = CALLBACKS[callback]
    model = scip.new_model("fails")
    x = {i: model.addVar(f"x_{i}", vtype="B", obj=-1 - i) for i in range(7)}
    model.addCons(quicksum((3 + i) * x[i] for i in x) <= 13.5)
    setting(model)
    lazy.attach(model, scip.variables(x=x), None, family)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError, match="in the family") as caught:
            scip.solve(model)
        names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
        assert callback in names
        assert names[-1] == "failing_at_fractions"
    model.free()


def test_an_exception_reaches_the_caller_where_the_model_was_solved_before() -> None:
    """SCIP then shows the family what it found before, even before the solve has begun."""
    built = build(EASY)
    assert scip.solve(built).values is not None

    @lazy.family
    def fails(puzzle: Any, v: SimpleNamespace, values: SimpleNamespace) -> Iterator:
        raise ZeroDivisionError("in the family")

    lazy.attach(built.model, built.v, built, fails)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError, match="in the family"):
            scip.solve(built)
    built.free()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: lazy.family(lambda puzzle, v: []), "with other parameters, expected (puzzle, v, values)"),
        (lambda: lazy.family(fractional=lambda v: []), "with other parameters, expected (puzzle, v, values)"),
        (lambda: lazy.family(max), "lazy family max with other parameters, expected (puzzle, v, values)"),
        (lambda: lazy.family(partial(rows)), "lazy family partial with other parameters, expected (puzzle, v,"),
        (lambda: lazy.family(3), "found int, expected a function (puzzle, v, values)"),  # type: ignore[arg-type]
        (lambda: lazy.family(every=0), "found every = 0, expected a whole number, 1 or more"),
        (lambda: attached(relaxed), "found relaxed, expected a function decorated with @lazy.family"),
        (lambda: attached(hidden_rows, 3), "found int, expected a function decorated with @lazy.family"),
        (lambda: attached(hidden_rows, v={}), "found dict, expected scip.variables(x=x)"),
        (lambda: attached(hidden_rows, v=scip.variables(x={0: FOREIGN[1]})), "x[0] is not a variable of this model"),
        (lambda: attached(hidden_rows, model=3), "found int, expected a SCIP model"),
    ],
)
def test_a_wrong_family_is_refused_at_once(call: Any, message: str) -> None:
    with pytest.raises(PuzzleError, match=re.escape(message)):
        call()


def attached(*families: Any, model: Any = None, v: Any = None) -> None:
    """Refused, and the model has none of them."""
    own = scip.new_model("own")
    try:
        lazy.attach(model or own, scip.variables() if v is None else v, None, *families)
    finally:
        assert not handler.is_lazy(own)


def test_a_solve_in_lazy_rows_can_be_stopped() -> None:
    stop = threading.Event()

    @lazy.family
    def stops(puzzle: Any, v: SimpleNamespace, values: SimpleNamespace) -> Iterator:
        stop.set()
        assert scip.ambient_stop.get().wait(PATIENCE)  # type: ignore[union-attr]  # the solve's own, once it has heard
        yield from hidden_rows(puzzle, v, values)

    built = build(EASY, stops)
    with pytest.raises(scip.Stopped):
        scip.solve(built, stop=stop)
    stop.clear()
    built.free()


@pytest.mark.full
def test_many_models_leave_little_behind() -> None:
    campaign(range(20))
    before = psutil.Process().memory_info().rss
    for _ in range(200):
        built = build(EASY)
        scip.solve(built)
        built.free()
    assert psutil.Process().memory_info().rss - before < 8e6


@pytest.mark.parametrize(
    ("make", "every"),
    [
        (lambda whole, fractions: lazy.family(whole, fractional=fractions), 1),
        (lambda whole, fractions: lazy.family(fractional=fractions)(whole), 1),
        (lazy.LazyFamily, 1),
        (lambda whole, fractions: lazy.family(whole, fractional=fractions, every=2), 2),
        (lambda whole, fractions: lazy.family(fractional=fractions, every=np.int64(3))(whole), 3),
    ],
)
def test_fractions_are_looked_at_on_every_level_unless_it_says_otherwise(make: Any, every: int) -> None:
    asked: set[int] = set()
    model = scip.new_model("no half of an odd number")
    bare(model)
    model.setParam("propagating/maxroundsroot", 0)
    model.setParam("propagating/maxrounds", 0)
    v = scip.variables(x={i: model.addVar(vtype="B") for i in range(9)})
    model.addCons(quicksum(2 * x for x in v.x.values()) == 9)

    def fractions(puzzle: Any, v: Any, values: Any) -> list:
        asked.add(model.getDepth())
        return []

    lazy.attach(model, v, None, make(nothing, fractions))
    assert scip.solve(model, v).status == "infeasible"
    assert asked == set(range(0, max(asked) + 1, every))
    assert max(asked) >= 3


# In pictures


@pytest.mark.parametrize(
    ("room", "name", "formulation", "told"),
    [
        (circuit, "board_6x6", "spanning_tree", "at most"),
        (hashi, "loose_100", "cut_set", "at least"),
        (slitherlink, "tiny_subtours", "single_loop", ""),
        (slitherlink, "tiny_subtours", "directed", ""),
        (numberlink, "tiny_no_solution", "edge", ""),
        (numberlink, "tiny_no_solution", "neighbour_count", ""),
    ],
)
def test_a_replay_shows_each_added_row(room: Any, name: str, formulation: str, told: str) -> None:
    puzzle = room.load(name)
    built = room.FORMULATIONS[formulation](puzzle)
    built.model.setObjective(quicksum(built.decisions), "maximize")  # else some candidates have no stray loop
    cuts = scip.solve(built).cuts[:3]
    assert len(cuts) > 1
    replay = room.replay(puzzle, cuts)
    assert replay.slider.options[-1] == len(cuts) == len(repr(replay).split("\n"))
    before = replay.picture.value
    replay.slider.value = len(cuts)
    assert replay.caption.value.startswith(f"{len(cuts)} of {len(cuts)}: {told}")
    assert replay.picture.value != before
    assert {"text/plain", "image/png"} <= set(replay._repr_mimebundle_()[0])
