"""The door to SCIP: an honest status, plain values, a model that can be used again, and a stop button that works."""

import math
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from types import SimpleNamespace
from typing import Any

import pytest
from ortools.linear_solver import pywraplp
from pyscipopt import SCIP_PARAMSETTING, Model, quicksum

from puzzlekit import scip
from puzzlekit.errors import PuzzleError
from puzzlekit.scip import BuiltModel, Progress, Result, Stopped
from puzzlekit.sudoku import assignment, parse

PROMPT = 5.0  # seconds, generous: a solve that runs for minutes has stopped within these
KEPT = ("limits/time", "limits/solutions", "misc/catchctrlc")
Items = dict[int, Any]


def knapsack(*weights: int, capacity: int) -> tuple[Model, Items]:
    """Choose weights up to a capacity."""
    model = scip.new_model("knapsack")
    x = {i: model.addVar(f"x_{i}", vtype="B") for i in range(len(weights))}
    model.addCons(quicksum(weight * x[i] for i, weight in enumerate(weights)) <= capacity)
    model.setObjective(quicksum(weight * x[i] for i, weight in enumerate(weights)), "maximize")
    return model, x


def market_split(rows: int = 4, columns: int = 30, seed: int = 1) -> tuple[Model, Items]:
    """Split every row's sum in halves: bounds stay at 0, so SCIP enumerates for minutes at least."""
    rng = random.Random(seed)
    model = scip.new_model("market split")
    x = {j: model.addVar(f"x_{j}", vtype="B") for j in range(columns)}
    over, under = ([model.addVar(f"{side}_{i}") for i in range(rows)] for side in ("over", "under"))
    for i in range(rows):
        weights = [rng.randrange(1, 100) for _ in range(columns)]
        total = quicksum(weight * x[j] for j, weight in enumerate(weights))
        model.addCons(total + under[i] - over[i] == sum(weights) // 2)
    model.setObjective(quicksum(over) + quicksum(under))
    return model, x


def pigeons(count: int) -> tuple[Model, dict]:
    """One pigeon too many for the holes."""
    model = scip.new_model("pigeons")
    x = {(i, j): model.addVar(f"x_{i}_{j}", vtype="B") for i in range(count + 1) for j in range(count)}
    for i in range(count + 1):
        model.addCons(quicksum(x[i, j] for j in range(count)) == 1)
    for j in range(count):
        model.addCons(quicksum(x[i, j] for i in range(count + 1)) <= 1)
    return model, x


def kept(model: Model) -> dict[str, Any]:
    return {key: model.getParam(key) for key in KEPT}


@contextmanager
def within(seconds: float) -> Iterator[None]:
    start = time.perf_counter()
    yield
    assert time.perf_counter() - start < seconds


class TestStatus:
    def test_solved_is_optimal(self) -> None:
        model, x = knapsack(3, 5, 7, capacity=10)
        result = scip.solve(model, x)
        assert result.status == "solved"
        assert result.primal == result.dual == 10
        assert result.values == {0: 1, 1: 0, 2: 1}

    def test_infeasible_is_proved(self) -> None:
        model, x = pigeons(3)
        result = scip.solve(model, x)
        assert (result.status, result.values, result.primal) == ("infeasible", None, None)

    def test_a_limit_is_unknown_with_bounds(self) -> None:
        model, x = market_split()
        result = scip.solve(model, x, time_limit=0.5)
        assert result.status == "unknown"
        assert result.dual is not None
        assert result.primal is not None
        assert result.dual <= result.primal
        assert set(result.values) == set(x)

    @pytest.mark.parametrize("time_limit", [0, 0.0, 0.05])
    def test_a_limit_never_proves_infeasible(self, time_limit: float) -> None:
        model, x = market_split()  # feasible, whatever is chosen
        assert scip.solve(model, x, time_limit=time_limit).status == "unknown"

    def test_no_time_is_no_answer(self) -> None:
        model, x = knapsack(3, 5, 7, capacity=10)
        result = scip.solve(model, x, time_limit=0)
        assert result.status == "unknown"
        assert scip.solve(model, x).status == "solved"

    def test_a_limit_does_not_accumulate(self) -> None:
        model, x = market_split()
        for _ in range(3):
            assert scip.solve(model, x, time_limit=0.4).nodes > 1

    @pytest.mark.parametrize("time_limit", [math.nan, -1, -math.inf, "5", "soon", [1]])
    def test_a_time_limit_that_is_no_number_of_seconds_is_refused(self, time_limit: Any) -> None:
        model, x = knapsack(3, capacity=10)
        before = kept(model)
        with pytest.raises(PuzzleError, match="time limit"):
            scip.solve(model, x, time_limit=time_limit)
        assert kept(model) == before

    @pytest.mark.parametrize("time_limit", [None, math.inf, 1e30, 5])
    def test_a_long_time_limit_is_taken(self, time_limit: float | None) -> None:
        model, x = knapsack(3, capacity=10)
        assert scip.solve(model, x, time_limit=time_limit).status == "solved"

    def test_unbounded_is_not_solved(self) -> None:
        model = scip.new_model("unbounded")
        model.setObjective(model.addVar("x"), "maximize")
        assert scip.solve(model).status == "unknown"

    def test_first_stops_at_the_first_solution(self) -> None:
        model, x = market_split()
        built = BuiltModel(model, scip.variables(x=x), read=lambda values: values, first=True)
        with within(PROMPT):
            result = scip.solve(built)
        assert result.status == "solved"
        assert result.values is not None


class TestValues:
    @staticmethod
    def mixed() -> tuple[Model, SimpleNamespace]:
        model = scip.new_model("mixed")
        x, y, z = model.addVar("x", vtype="B"), model.addVar("y", vtype="I", ub=9), model.addVar("z", ub=0.5)
        model.addCons(x + y + z <= 4.3)
        model.setObjective(x + 2 * y + z, "maximize")
        return model, scip.variables(x={"a": x}, y={"b": y}, flow={("c", 1): z})

    def test_they_are_rounded_by_type(self) -> None:
        model, v = self.mixed()
        values = scip.solve(model, v).values
        assert (type(values.x["a"]), type(values.y["b"]), type(values.flow["c", 1])) == (int, int, float)
        assert (values.x["a"], values.y["b"]) == (0, 4)
        assert values.flow["c", 1] == pytest.approx(0.3)

    def test_they_have_the_shape_that_was_asked_for(self) -> None:
        model, v = self.mixed()
        assert set(vars(scip.solve(model, v).values)) == {"x", "y", "flow"}
        assert set(scip.solve(model, v.flow).values) == {("c", 1)}
        assert set(scip.solve(model).values) == {"x", "y", "z"}
        assert scip.solve(model, {}).values == {}

    def test_a_built_model_gives_its_own(self) -> None:
        model, v = self.mixed()
        built = BuiltModel(model, v, read=lambda values: values)
        assert set(vars(scip.solve(built).values)) == {"x", "y", "flow"}
        assert scip.solve(built, v.y).values == {"b": 4}

    def test_large_integers_are_exact(self) -> None:
        model = scip.new_model("large")
        x = model.addVar("x", vtype="I", ub=10**9)
        model.setObjective(x, "maximize")
        assert scip.solve(model).values == {"x": 10**9}


class TestTheModelAfterwards:
    def test_it_can_be_extended_and_solved_again(self) -> None:
        model, x = knapsack(3, 5, 7, capacity=12)
        names = [row.name for row in model.getConss()]
        values = [scip.solve(model, x).primal]
        assert [row.name for row in model.getConss()] == names
        model.addCons(x[1] + x[2] <= 1)
        values.append(scip.solve(model, x).primal)
        assert model.getNConss() == len(names) + 1
        assert values == [12, 10]

    @pytest.mark.parametrize("options", [{}, {"time_limit": 0}, {"time_limit": 3.5}])
    def test_its_parameters_are_as_before(self, options: dict) -> None:
        model, x = knapsack(3, 5, capacity=6)
        model.setParams({"limits/time": 77.0, "limits/solutions": 88, "misc/catchctrlc": True})
        before = kept(model)
        scip.solve(model, x, **options)
        assert kept(model) == before
        built = BuiltModel(model, scip.variables(x=x), read=lambda values: values, first=True)
        scip.solve(built, **options)
        assert kept(model) == before

    def test_a_raw_model_is_made_safe(self) -> None:
        model = Model()
        model.hideOutput()
        model.addVar("x", vtype="B")
        assert model.getParam("constraints/linear/upgrade/xor")
        scip.solve(model)
        assert not model.getParam("constraints/linear/upgrade/xor")

    def test_somebody_called_optimize_before(self) -> None:
        model, x = knapsack(3, 5, 7, capacity=12)
        model.optimize()
        assert scip.solve(model, x).primal == 12
        model.addCons(x[1] + x[2] <= 1)
        model.optimize()
        assert scip.solve(model, x).primal == 10
        model.optimize()
        assert scip.relax(model, x).value == pytest.approx(10)

    def test_variables_of_another_model_are_refused(self) -> None:
        model, _ = knapsack(3, 5, capacity=6)
        _, other = knapsack(3, 5, capacity=6)
        for ask in (scip.solve, scip.relax):
            with pytest.raises(PuzzleError, match=r"x\[0\] is no variable of this model"):
                ask(model, scip.variables(x=other))

    def test_what_is_no_variable_is_refused(self) -> None:
        model, x = knapsack(3, 5, capacity=6)
        with pytest.raises(PuzzleError, match="is no variable of this model"):
            scip.solve(model, {"both": x[0] + x[1]})

    def test_what_is_no_model_is_refused(self) -> None:
        model, x = knapsack(3, 5, capacity=6)
        for ask in (scip.solve, scip.relax):
            with pytest.raises(PuzzleError, match="found dict, expected a SCIP model"):
                ask(x, model)

    def test_what_is_no_family_is_refused(self) -> None:
        model, x = knapsack(3, 5, capacity=6)
        built = scip.BuiltModel(model, scip.variables(x=x), read=vars)
        with pytest.raises(PuzzleError, match="found str, expected a family"):
            built.add(["one_digit_per_cell"], None)


class TestStop:
    @staticmethod
    def stopped_after(seconds: float, **options: Any) -> Stopped:
        model, x = market_split()
        stop = threading.Event()
        threading.Timer(seconds, stop.set).start()
        with within(seconds + PROMPT), pytest.raises(Stopped) as caught:
            scip.solve(model, x, stop=stop, **options)
        model.addCons(x[0] == 1)
        assert scip.solve(model, x, time_limit=0.1).values[0] == 1
        return caught.value

    @pytest.mark.parametrize("seconds", [0.0, 0.01, 0.5])
    def test_the_event_stops_the_solve(self, seconds: float) -> None:
        stopped = self.stopped_after(seconds)
        assert isinstance(stopped, KeyboardInterrupt)
        assert stopped.result.status == "unknown"

    def test_what_was_found_is_kept(self) -> None:
        result = self.stopped_after(0.5).result
        assert isinstance(result, Result)
        assert set(result.values) == set(range(30))
        assert result.primal >= result.dual

    def test_an_event_that_was_set_before(self) -> None:
        model, x = market_split()
        stop = threading.Event()
        stop.set()
        with within(PROMPT), pytest.raises(Stopped):
            scip.solve(model, x, stop=stop)

    def test_the_ambient_event(self) -> None:
        model, x = market_split()
        stop = threading.Event()
        token = scip.ambient_stop.set(stop)
        threading.Timer(0.3, stop.set).start()
        try:
            with within(PROMPT), pytest.raises(Stopped):
                scip.solve(model, x)
        finally:
            scip.ambient_stop.reset(token)
        assert scip.solve(model, x, time_limit=0.1).status == "unknown"

    @pytest.mark.parametrize("ambient", [False, True])
    def test_in_another_thread(self, ambient: bool) -> None:
        model, x = market_split()
        stop, caught = threading.Event(), []

        def work() -> None:
            scip.ambient_stop.set(stop if ambient else None)
            try:
                scip.solve(model, x, stop=None if ambient else stop)
            except Stopped as stopped:
                caught.append(stopped)

        thread = threading.Thread(target=copy_context().run, args=(work,))
        thread.start()
        time.sleep(0.3)
        stop.set()
        thread.join(PROMPT)
        assert not thread.is_alive()
        assert [stopped.result.status for stopped in caught] == ["unknown"]

    def test_a_long_lp_is_stopped(self) -> None:
        """SCIP by itself looks at the stop button between two LPs; the first one of this model takes a minute."""
        built = assignment.build(parse("\n".join(["." * 25] * 25)))
        built.model.setPresolve(SCIP_PARAMSETTING.OFF)
        stop = threading.Event()
        threading.Timer(2.0, stop.set).start()
        with within(2.0 + PROMPT), pytest.raises(Stopped):
            scip.solve(built, stop=stop, time_limit=20)  # so that a failure is seen soon

    @pytest.mark.skipif(sys.platform == "win32", reason="os.kill ends the process there")
    def test_ctrl_c_is_a_keyboard_interrupt(self) -> None:
        model, x = market_split()
        before = signal.getsignal(signal.SIGINT)
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        with within(PROMPT), pytest.raises(KeyboardInterrupt):
            scip.solve(model, x)
        assert signal.getsignal(signal.SIGINT) is before

    def test_a_solve_leaves_the_signal_handler(self) -> None:
        model, x = knapsack(3, 5, capacity=6)
        before = signal.getsignal(signal.SIGINT)
        scip.solve(model, x)
        assert signal.getsignal(signal.SIGINT) is before


class TestProgress:
    def test_reports_go_forward(self) -> None:
        model, x = market_split()
        reports: list[Progress] = []
        scip.solve(model, x, time_limit=1.5, progress=reports.append)
        seconds = [report.seconds for report in reports]
        assert 2 <= len(reports) <= 8  # at most five a second
        assert seconds == sorted(seconds)
        assert [report.nodes for report in reports] == sorted(report.nodes for report in reports)
        assert reports[-1].dual <= reports[-1].primal

    def test_it_runs_in_the_callers_thread(self) -> None:
        model, x = market_split()
        threads = set()
        scip.solve(model, x, time_limit=0.7, progress=lambda report: threads.add(threading.current_thread()))
        assert threads == {threading.current_thread()}

    def test_its_own_exception_comes_out(self) -> None:
        class Mistake(Exception):
            pass

        def fail(report: Progress) -> None:
            raise Mistake

        model, x = market_split()
        count = threading.active_count()
        with within(PROMPT), pytest.raises(Mistake):
            scip.solve(model, x, progress=fail)
        assert threading.active_count() == count
        again: list[Progress] = []
        assert scip.solve(model, x, time_limit=0.7, progress=again.append).status == "unknown"
        assert again

    def test_one_model_many_times(self) -> None:
        model, x = knapsack(3, 5, 7, capacity=10)
        for _ in range(50):
            assert scip.solve(model, x, progress=lambda report: None).status == "solved"


def random_lp(seed: int) -> tuple[Model, dict, tuple, float]:
    """A model with all kinds of rows, and the LP relaxation's value by another solver (None if infeasible)."""
    rng = random.Random(seed)
    model = scip.new_model("random")
    count, sense, offset = rng.randint(1, 6), rng.choice(("minimize", "maximize")), rng.randint(-5, 5)
    bounds = [(lower, lower + rng.randint(0, 4)) for lower in (rng.randint(-3, 1) for _ in range(count))]
    x = {
        i: model.addVar(f"x_{i}", vtype=rng.choice("IC") if bound != (0, 1) else "B", lb=bound[0], ub=bound[1])
        for i, bound in enumerate(bounds)
    }
    rows = [_random_row(rng, count) for _ in range(rng.randint(0, 5))]
    for weights, lower, upper in rows:
        total = quicksum(weight * x[i] for i, weight in enumerate(weights))
        _add_row(model, total, lower, upper)
    costs = [rng.randint(-4, 4) for _ in range(count)]
    model.setObjective(quicksum(cost * x[i] for i, cost in enumerate(costs)) + offset, sense)
    return model, x, (rows, bounds), _by_glop(costs, rows, bounds, sense, offset)


def _random_row(rng: random.Random, count: int) -> tuple[list[int], float, float]:
    weights = [rng.randint(-3, 3) for _ in range(count)]
    side = rng.randint(-4, 4)
    return weights, *rng.choice([(side, side), (-math.inf, side), (side, math.inf), (side, side + rng.randint(1, 3))])


def _add_row(model: Model, total: Any, lower: float, upper: float) -> None:
    if lower == upper:
        model.addCons(total == lower)
    elif math.isinf(lower) or math.isinf(upper):
        model.addCons(total <= upper if math.isinf(lower) else total >= lower)
    else:
        model.addCons((total <= upper) >= lower)


def _by_glop(costs: list[int], rows: list, bounds: list, sense: str, offset: float) -> float | None:
    lp = pywraplp.Solver.CreateSolver("GLOP")
    x = [lp.NumVar(lower, upper, "") for lower, upper in bounds]
    for weights, lower, upper in rows:
        row = lp.RowConstraint(lower, upper, "")
        for weight, variable in zip(weights, x, strict=True):
            row.SetCoefficient(variable, weight)
    for cost, variable in zip(costs, x, strict=True):
        lp.Objective().SetCoefficient(variable, cost)
    lp.Objective().SetOptimizationDirection(sense == "maximize")
    status = lp.Solve()
    assert status in (lp.OPTIMAL, lp.INFEASIBLE)
    return lp.Objective().Value() + offset if status == lp.OPTIMAL else None


class TestRelax:
    @pytest.mark.parametrize("seed", range(150))
    def test_it_is_the_lp(self, seed: int) -> None:
        model, x, (rows, bounds), expected = random_lp(seed)
        relaxation = scip.relax(model, x)
        if expected is None:
            assert relaxation == scip.Relaxation(None, None)
            return
        assert relaxation.value == pytest.approx(expected, abs=1e-6)
        point = [relaxation.values[i] for i in range(len(bounds))]
        assert all(lower - 1e-6 <= value <= upper + 1e-6 for value, (lower, upper) in zip(point, bounds, strict=True))
        for weights, lower, upper in rows:
            assert lower - 1e-6 <= sum(w * value for w, value in zip(weights, point, strict=True)) <= upper + 1e-6

    def test_the_model_is_untouched(self) -> None:
        model, x = knapsack(2, 2, 2, capacity=3)
        assert scip.relax(model, x).value == pytest.approx(3)
        assert [variable.vtype() for variable in model.getVars()] == ["BINARY"] * 3
        assert model.getStage() == 1
        assert scip.solve(model, x).primal == 2

    def test_a_row_without_sides(self) -> None:
        model, x = knapsack(2, 2, capacity=3)
        model.addCons(x[0] + x[1] <= model.infinity())
        assert scip.relax(model, x).value == pytest.approx(3)

    def test_unbounded_is_not_infeasible(self) -> None:
        model = scip.new_model("unbounded")
        model.setObjective(model.addVar("x"), "maximize")
        with pytest.raises(PuzzleError, match="unbounded"):
            scip.relax(model)

    def test_a_row_that_is_not_linear_is_refused(self) -> None:
        model, x = knapsack(2, 2, capacity=3)
        model.addCons(x[0] * x[1] == 0)
        with pytest.raises(PuzzleError, match="not linear"):
            scip.relax(model, x)


class TestWithoutSearch:
    @staticmethod
    def built(**options: Any) -> BuiltModel:
        return BuiltModel(None, scip.variables(x={}), read=lambda values: "board", **options)

    def test_refuted(self) -> None:
        result = scip.solve(self.built(refuted="two sevens in a row"))
        assert (result.status, result.values, result.nodes) == ("infeasible", None, 0)
        assert scip.relax(self.built(refuted="two sevens in a row")).values is None

    def test_nothing_left_to_decide(self) -> None:
        result = scip.solve(self.built())
        assert result.status == "solved"
        assert vars(result.values) == {"x": {}}

    def test_freed_is_not_solved(self) -> None:
        model, x = pigeons(2)
        built = BuiltModel(model, scip.variables(x=x), read=lambda values: values)
        built.free()
        with pytest.raises(PuzzleError):
            scip.solve(built)


class TestWriteMps:
    @pytest.mark.parametrize("build", [lambda: knapsack(3, 5, 7, capacity=11), lambda: market_split(2, 12)])
    def test_a_fresh_scip_reads_the_same(self, build: Callable, tmp_path: Any) -> None:
        model, x = build()
        scip.write_mps(model, str(tmp_path / "model.mps"))
        again = scip.new_model("again")
        again.readProblem(str(tmp_path / "model.mps"))
        assert scip.solve(again).primal == pytest.approx(scip.solve(model, x).primal)

    def test_nothing_to_write(self, tmp_path: Any) -> None:
        built = BuiltModel(None, scip.variables(), read=lambda values: values)
        with pytest.raises(PuzzleError):
            scip.write_mps(built, str(tmp_path / "model.mps"))


GROWTH = """
import psutil
from puzzlekit import scip, sudoku
from puzzlekit.sudoku import assignment
puzzle = sudoku.load("tiny_4x4")
def solve(count):
    for _ in range(count):
        built = assignment.build(puzzle)
        assert scip.solve(built, progress=lambda report: None).status == "solved"
        built.free()
    return psutil.Process().memory_info().rss
solve(100)
print(-solve(1) + solve(500))
"""


def test_memory_does_not_grow() -> None:
    run = subprocess.run([sys.executable, "-c", GROWTH], capture_output=True, text=True, timeout=120, check=True)
    assert int(run.stdout) <= 5_000_000


def test_two_threads_cannot_solve_one_model() -> None:
    model, x = market_split()
    stop = threading.Event()
    refusals: list[str] = []

    def second(progress: Progress) -> None:
        try:
            scip.solve(model, x)
        except PuzzleError as error:
            refusals.append(str(error))
        stop.set()

    with pytest.raises(Stopped):
        scip.solve(model, x, progress=second, stop=stop)
    assert refusals
    assert "being solved" in refusals[0]
    assert scip.solve(model, x, time_limit=0.1).status == "unknown"
