"""A recorded tree tells the truth: every node's LP is solved a second time, and brute force knows the answer."""

import math
import operator
import pickle
import random
import re
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import pairwise, product
from typing import Any

import pytest
from chains import market_split, rising
from pyscipopt import SCIP_EVENTTYPE, Eventhdlr, Model, quicksum

from puzzlekit import circuit, drawing, scip, sudoku
from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Cell
from puzzlekit.scip import BuiltModel, tree
from puzzlekit.scip.tree import recorder
from puzzlekit.scip.tree.run import Node, Record
from puzzlekit.sudoku import model_assignment

CLOSE = 1e-6
COMPARE: Mapping[str, Any] = {"<=": operator.le, ">=": operator.ge, "==": operator.eq}
USUAL = range(25)
SEEDS = [*USUAL, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(25, 100))]


class Sample:
    """A random small integer program with its data, so that brute force needs no solver."""

    def __init__(self, seed: int):
        rng = random.Random(seed)
        self.tops = [rng.choice([1, 1, 1, 2, 3]) for _ in range(rng.randint(6, 8))]
        self.maximise = rng.random() < 0.5
        unit = rng.choice([1, 0.5, 0.25, 0.37])  # SCIP scales objectives, and rounds bounds where all are whole
        self.costs = [rng.choice([unit, unit, 1]) * rng.randint(-3, 20) for _ in self.tops]
        self.offset = rng.choice([0.0, 0.0, -7.5, 3.0])
        self.rows = []
        for _ in range(rng.randint(1, 4)):
            weights = [rng.randint(-3, 20) for _ in self.tops]
            sense = rng.choice(["<=", ">=", "<=" if self.maximise else ">="])  # mostly what keeps the objective busy
            self.rows.append((weights, sense, round(rng.uniform(0.3, 0.7) * sum(weights))))
        if rng.random() < 0.1:
            self.rows.append(([2 * rng.randint(1, 6) for _ in self.tops], "==", 2 * rng.randint(4, 9) + 1))  # parity

    def build(self, path: tuple[Node, ...] = ()) -> tuple[Model, dict[int, Any]]:
        """The model, with the bounds of a path of nodes."""
        model = scip.new_model("sample")
        types = ["B" if top == 1 else "I" for top in self.tops]
        ends = list(zip(types, self.tops, strict=True))
        x = {i: model.addVar(f"x_{i}", vtype=kind, ub=top) for i, (kind, top) in enumerate(ends)}
        for weights, sense, side in self.rows:
            model.addCons(COMPARE[sense](quicksum(weight * x[i] for i, weight in enumerate(weights)), side))
        objective = quicksum(cost * x[i] for i, cost in enumerate(self.costs)) + self.offset
        model.setObjective(objective, "maximize" if self.maximise else "minimize")
        for node in path[1:]:
            (_, i), sense, bound = node.branching.key, node.branching.sense, node.branching.bound
            if sense in ("<=", "=="):
                model.chgVarUb(x[i], bound)  # type: ignore[index]
            if sense in (">=", "=="):
                model.chgVarLb(x[i], bound)  # type: ignore[index]
        return model, x

    def box(self) -> Iterator[tuple[int, ...]]:
        """Every point, feasible or not."""
        return product(*(range(top + 1) for top in self.tops))

    def value(self, point: tuple[int, ...]) -> float:
        return self.offset + sum(map(operator.mul, self.costs, point))

    def points(self) -> Iterator[tuple[tuple[int, ...], float]]:
        """Every feasible point with its value."""
        for point in self.box():
            totals = (sum(map(operator.mul, weights, point)) for weights, _, _ in self.rows)
            if all(COMPARE[sense](total, side) for total, (_, sense, side) in zip(totals, self.rows, strict=True)):
                yield point, self.value(point)

    def best(self) -> float | None:
        return (max if self.maximise else min)((value for _, value in self.points()), default=None)

    def next_value(self, bound: float) -> float:
        """The best value that whole numbers can have under this bound: SCIP sees that an objective is whole."""
        values = [value for value in map(self.value, self.box()) if self.worse(value, bound) >= -CLOSE]
        return min(values, key=lambda value: self.worse(value, bound))

    def worse(self, one: float, other: float) -> float:
        """How much worse one value is than another."""
        return other - one if self.maximise else one - other


@cache
def recorded(seed: int) -> tuple[Sample, Record]:
    sample = Sample(seed)
    return sample, tree.record(*sample.build())


def admits(node: Node, point: tuple[int, ...]) -> bool:
    value = point[node.branching.key[1]]  # type: ignore[call-overload]
    return COMPARE[node.branching.sense](value, node.branching.bound)


def leaf_of(record: Record, point: tuple[int, ...]) -> Node:
    """The leaf in which an integer point lies; there is exactly one."""
    node = record.root
    while record.children[node.number]:
        (node,) = [child for n in record.children[node.number] if admits(child := record.nodes[n], point)]
    return node


def test_the_samples_are_worth_it() -> None:
    """The properties below would say little if the trees were roots alone, or all of one kind."""
    records = [recorded(seed)[1] for seed in USUAL]
    statuses = {node.status for record in records for node in record.nodes.values()}
    assert statuses == {"branched", "solved", "pruned", "infeasible"}
    assert sum(len(record.nodes) > 5 for record in records) > len(USUAL) / 2
    assert {record.result.status for record in records} == {"solved", "infeasible"}
    assert {record.sense for record in records} == {"minimize", "maximize"}
    assert any(len(record.incumbents) > 1 for record in records)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.once
def test_every_node_is_what_it_says(seed: int) -> None:
    """Faithful to the digit: with its branchings as bounds, each node's LP has the value that was recorded."""
    sample, record = recorded(seed)
    for node in record.nodes.values():
        relaxed = scip.relax(*sample.build(record.path(node.number)))
        if node.status == "infeasible":
            assert relaxed.value is None
        elif node.bound is not None:
            assert relaxed.value == pytest.approx(node.bound, abs=CLOSE)
        else:  # dropped without an LP, for it could be no better than the incumbent
            assert node.status == "pruned"
            if relaxed.value is not None:
                assert sample.worse(sample.next_value(relaxed.value), record.result.primal) >= -CLOSE


@pytest.mark.parametrize("seed", SEEDS)
def test_bounds_of_the_tree(seed: int) -> None:
    sample, record = recorded(seed)
    root = record.root
    relaxed = scip.relax(*sample.build()).value
    assert root.bound == (None if relaxed is None else pytest.approx(relaxed, abs=CLOSE))
    for node in record.nodes.values():
        parent = record.nodes.get(node.parent or 0)
        if parent and node.bound is not None:
            assert sample.worse(node.bound, parent.bound) >= -CLOSE
            assert node.depth == parent.depth + 1
    values = [incumbent.value for incumbent in record.incumbents]
    assert all(sample.worse(one, other) > 0 for one, other in pairwise(values))
    first = {value: next(moment for moment in record.moments if moment.primal == value) for value in values}
    assert all(first[incumbent.value].seconds == incumbent.seconds for incumbent in record.incumbents)
    duals = [moment.dual for moment in record.moments if moment.dual is not None]
    assert all(sample.worse(later, early) >= -CLOSE for early, later in pairwise(duals))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_leaf_is_the_answer(seed: int) -> None:
    sample, record = recorded(seed)
    best = sample.best()
    solved = [node.bound for node in record.nodes.values() if node.status == "solved"]
    assert record.result.status == ("infeasible" if best is None else "solved")
    assert record.result.primal == (None if best is None else pytest.approx(best, abs=CLOSE))
    if best is None:
        assert solved == []
        assert record.incumbents == ()
        return
    found = (max if sample.maximise else min)(value for value in solved if value is not None)
    assert found == pytest.approx(best, abs=CLOSE) == pytest.approx(record.incumbents[-1].value, abs=CLOSE)
    for incumbent in record.incumbents:  # without heuristics each is the LP point of its node
        node = record.nodes[incumbent.node or 0]
        assert node.status == "solved"
        assert node.bound == pytest.approx(incumbent.value, abs=CLOSE)
        assert node.fractions == pytest.approx(incumbent.fractions, abs=CLOSE)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_point_is_lost(seed: int) -> None:
    """Every feasible point lies in one leaf, and none is dropped that beats the answer."""
    sample, record = recorded(seed)
    best = sample.best()
    for point, value in sample.points():
        leaf = leaf_of(record, point)
        assert leaf.status in ("solved", "pruned")
        if leaf.status == "solved" and leaf.bound is not None:
            assert sample.worse(value, leaf.bound) >= -CLOSE
        else:
            assert sample.worse(value, best) >= -CLOSE


@pytest.mark.parametrize("seed", SEEDS)
def test_children_split_the_fraction(seed: int) -> None:
    _, record = recorded(seed)
    for node in record.nodes.values():
        children = [record.nodes[number] for number in record.children[node.number]]
        assert (node.status == "branched") == bool(children)
        if children:
            down, up = sorted((child.branching for child in children if child.branching), key=lambda b: b.bound)
            assert down.key == up.key
            group, i = down.key
            assert down.bound < node.fractions.get((i, group), 0.0) < up.bound == down.bound + 1


@pytest.mark.parametrize("seed", SEEDS)
def test_steps_tell_everything_once(seed: int) -> None:
    _, record = recorded(seed)
    taken = [node for node in record.nodes.values() if node.order is not None]
    told = [step.node for step in record.steps if step.kind == "node"]
    assert told == [node.number for node in sorted(taken, key=lambda node: node.order or 0)]
    assert [s.index for s in record.steps if s.kind == "incumbent"] == list(range(len(record.incumbents)))


@pytest.mark.parametrize("seed", SEEDS)
def test_places_in_the_picture(seed: int) -> None:
    _, record = recorded(seed)
    columns = record.columns
    assert set(columns) == set(record.nodes)
    leaves = [columns[number] for number in record.nodes if not record.children[number]]
    assert sorted(leaves) == list(range(len(leaves)))
    for number, own in record.children.items():
        if own:
            assert min(columns[n] for n in own) <= columns[number] <= max(columns[n] for n in own)
    for depth in {node.depth for node in record.nodes.values()}:
        level = [columns[node.number] for node in record.nodes.values() if node.depth == depth]
        assert len(set(level)) == len(level)


@pytest.mark.parametrize("seed", SEEDS)
def test_as_scip_likes(seed: int) -> None:
    sample = Sample(seed)
    record = tree.record(*sample.build(), faithful=False)
    best = sample.best()
    assert record.switched_off == ()
    assert record.result.primal == (None if best is None else pytest.approx(best, abs=CLOSE))
    values = [incumbent.value for incumbent in record.incumbents]
    assert all(sample.worse(one, other) > 0 for one, other in pairwise(values))
    if values:
        assert values[-1] == pytest.approx(best, abs=CLOSE)


# The model stays as it was, whatever happens


def test_the_model_stays_as_it_was() -> None:
    sample = Sample(37)
    model, x = sample.build()
    before = model.getParams()
    first = tree.record(model, x)
    assert model.getParams() == before
    assert scip.solve(model, x).primal == pytest.approx(sample.best())
    model.addCons(quicksum(x.values()) >= 100)
    assert tree.record(model, x).result.status == "infeasible"
    assert first.result.status == "solved"


def test_the_same_run_twice() -> None:
    one, other = (tree.record(*Sample(7).build()) for _ in range(2))
    assert [(n.branching, n.bound, n.status) for n in one.nodes.values()] == [
        (n.branching, n.bound, n.status) for n in other.nodes.values()
    ]


def test_a_record_is_plain_data() -> None:
    built = model_assignment.build(sudoku.load("hard_1"))
    record = tree.record(built)
    built.free()
    copy = pickle.loads(pickle.dumps(record))
    assert copy.nodes == record.nodes
    assert copy.about == record.about
    assert all(type(value) is float for node in record.nodes.values() for value in node.fractions.values())


def test_the_record_says_what_is_switched_off() -> None:
    record = tree.record(*Sample(2).build())
    for word in ("presolving", "separation", "propagation", "heuristics", "restarts"):
        assert word in record.switched_off
        assert word in str(record)
    assert "with default settings" in tree.record(*Sample(2).build(), faithful=False).about


@pytest.mark.parametrize("faithful", [True, False])
@pytest.mark.parametrize("cap", [1, 7, 200])
def test_the_cap_is_kept_and_said(cap: int, faithful: bool) -> None:
    record = tree.record(*market_split(), max_nodes=cap, faithful=faithful)
    assert record.capped
    assert sum(node.order is not None for node in record.nodes.values()) <= cap
    assert len(record.nodes) <= 2 * cap + 1
    assert record.result.status == "unknown"
    assert "tree incomplete" in record.about
    assert any(node.status == "open" for node in record.nodes.values())


def test_a_complete_run_is_not_capped() -> None:
    record = tree.record(*Sample(37).build())
    size = sum(node.order is not None for node in record.nodes.values())
    assert not record.capped
    assert "tree incomplete" not in record.about
    assert not tree.record(*Sample(37).build(), max_nodes=size).capped
    assert tree.record(*Sample(37).build(), max_nodes=size - 1).capped


def test_a_time_limit() -> None:
    record = tree.record(*market_split(), time_limit=0.3, max_nodes=10**6)
    assert record.result.status == "unknown"
    assert not record.capped
    assert record.root.status == "branched"


def test_stopping_keeps_what_was_recorded() -> None:
    model, x = market_split()
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    with pytest.raises(scip.Stopped) as stopped:
        tree.record(model, x, stop=stop, max_nodes=10**6)
    assert isinstance(stopped.value, tree.RecordingStopped)
    assert stopped.value.record.root is not None
    assert tree.record(model, x, max_nodes=3).capped  # the model can be used again


def test_an_error_while_recording_comes_out_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError("planted")

    model, x = Sample(37).build()
    with monkeypatch.context() as patch:
        patch.setattr(recorder.Recorder, "_moment", fail)
        with pytest.raises(ZeroDivisionError, match="planted"):
            tree.record(model, x)
    assert tree.record(model, x).result.status == "solved"


# Models of rooms


@pytest.mark.parametrize("name", ["hard_1", "hard_2", "tiny_no_solution", "report_figure_3_1"])
def test_a_sudoku(name: str) -> None:
    puzzle = sudoku.load(name)
    record = tree.record(model_assignment.build(puzzle))
    for node in record.nodes.values():
        held: dict[Cell, float] = dict.fromkeys(puzzle.cells, 0.0)
        for (cell, _), value in node.fractions.items():
            held[cell] += value
        if node.fractions:  # every cell of an LP point holds one digit in all
            assert all(math.isclose(total, 1, abs_tol=CLOSE) for total in held.values())
        for above in record.path(node.number)[1:]:
            (_, item), bound = above.branching.key, above.branching.bound
            assert not node.fractions or node.fractions.get(item, 0.0) == pytest.approx(bound, abs=CLOSE)
    if record.result.status == "solved":
        (incumbent,) = record.incumbents
        filled = {cell: digit for (cell, digit), value in incumbent.fractions.items() if value == 1}
        assert sudoku.violations(puzzle, sudoku.Solution.of(puzzle, filled)) == []
    else:
        assert {node.status for node in record.nodes.values()} <= {"branched", "infeasible"}


@pytest.mark.parametrize("name", ["tiny_4x4", "tiny_no_solution"])
def test_no_search_no_tree(name: str) -> None:
    puzzle = sudoku.load(name)
    built = model_assignment.build_fast(puzzle)
    assert built.solved_by_deduction or built.infeasible
    record = tree.record(built)
    assert record.nodes == {}
    assert record.root is None
    assert record.columns == {}
    assert "0 nodes" in str(record)
    drawing.draw_tree(record)
    drawing.gap_plot(record)
    assert drawing.filmstrip(record, partial(sudoku.draw, puzzle)) == ()


def test_first_solution_leaves_nodes_open() -> None:
    model, x = Sample(37).build()
    record = tree.record(BuiltModel(model, scip.variables(x=x), decode=lambda values: values, stop_at_first=True))
    assert record.result.status == "solved"
    assert len(record.incumbents) == 1
    assert any(node.status == "open" for node in record.nodes.values())


# Pictures


def markers(ax: Any) -> dict[str, int]:
    """How many nodes were drawn with each marker."""
    drawn = [line for line in ax.get_lines() if line.get_marker() not in ("None", None, "")]
    return {line.get_marker(): len(line.get_xdata()) for line in drawn}


@pytest.mark.parametrize("over", ["bound", "time"])
def test_a_picture_shows_every_node_by_its_shape(over: str) -> None:
    record = recorded(34)[1]
    ax = drawing.draw_tree(record, over=over)
    looks = {status: marker for status, (marker, _, _) in drawing.NODES.items()}
    assert set(looks) == {"branched", "solved", "pruned", "infeasible", "open"}
    told = Counter(looks[node.status] for node in record.nodes.values())
    assert len(told) == 4
    assert markers(ax) == dict(told)
    told = re.search(r": (\d+) nodes?, (\d+) open;", record.about)
    assert int(told[1]) + int(told[2]) == sum(markers(ax).values())  # the caption has the nodes of the legend
    assert any(record.about.split(";")[0] in text.get_text().replace("\n", " ") for text in ax.texts)


def test_times_are_points_each_name_once_in_the_legend() -> None:
    ax = drawing.times(
        {"ours": ([1, 9], [0.1, 7.0])}, printed={"ours": ([1], [2.0]), "theirs": ([9], [3.0])}, xlabel="n"
    )
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["ours", "ours, printed", "theirs"]
    points = [list(zip(*line.get_data(), strict=True)) for line in ax.get_lines()]
    assert points == [[(1, 0.1), (9, 7.0)], [(1, 2.0)], [(9, 3.0)]]  # and no line through boards of several kinds


def test_the_better_bound_is_higher() -> None:
    for seed in (34, 37):
        record = recorded(seed)[1]
        assert drawing.draw_tree(record).yaxis_inverted() == (record.sense == "minimize")
        assert drawing.draw_tree(record, over="time").yaxis_inverted()


def test_a_picture_says_that_the_tree_is_not_complete() -> None:
    ax = drawing.draw_tree(tree.record(*market_split(), max_nodes=9))
    assert any("tree incomplete" in text.get_text().replace("\n", " ") for text in ax.texts)


def test_a_wrong_height_is_refused() -> None:
    with pytest.raises(PuzzleError, match="expected 'bound' or 'time'"):
        drawing.draw_tree(recorded(2)[1], over="depth")


@pytest.mark.parametrize("faithful", [True, False])
def test_an_unbounded_search_is_told_and_drawn(faithful: bool) -> None:
    record = tree.record(rising(lambda x, y: x == y), faithful=faithful)
    assert (record.result.status, record.result.values) == ("unbounded", None)
    assert "status unbounded" in record.about
    assert all(abs(incumbent.value) < 1e19 for incumbent in record.incumbents)
    assert all(node.status == "open" for node in record.nodes.values())
    assert bool(record.nodes) == faithful
    drawing.draw_tree(record)
    drawing.gap_plot(record)
    drawing.filmstrip(record, lambda fractions, ax: None)


def test_a_ray_without_an_integer_point_is_no_solution() -> None:
    record = tree.record(rising(lambda x, y: 2 * x - 2 * y == 1))
    assert (record.result.status, record.result.values, record.incumbents) == ("infeasible", None, ())
    assert record.root.status == "open"  # its LP is unbounded, and that is all that it says


def test_nodes_that_scip_drops_for_an_unbounded_lp_prove_nothing() -> None:
    """SCIP without propagation branches here, drops both nodes and calls the model infeasible."""
    model = scip.new_model("two nodes")
    ends = [("C", -3, 4), ("C", 0, None), ("I", -3, None), ("I", 0, None)]
    x = {i: model.addVar(f"x_{i}", vtype=kind, lb=lower, ub=upper) for i, (kind, lower, upper) in enumerate(ends)}
    model.addCons(2 * x[0] - 4 * x[1] + 3 * x[2] + 2 * x[3] <= -4)
    model.addCons(-3 * x[0] - 2 * x[1] + 6 * x[2] + 4 * x[3] == -3)
    model.addCons(2 * x[1] + x[2] >= 0)
    model.addCons(x[0] - 4 * x[2] == -2)
    model.setObjective(-2 * x[0] + x[2] + x[3], "maximize")
    record = tree.record(model, x)
    assert (record.result.status, scip.solve(model, x).status) == ("unbounded", "unbounded")
    assert "infeasible" not in {node.status for node in record.nodes.values()}


def test_the_gap_closes() -> None:
    found, proved = (line for line in drawing.gap_plot(recorded(37)[1]).get_lines() if line.get_linestyle() != "None")
    assert found.get_ydata()[-1] == pytest.approx(proved.get_ydata()[-1])
    assert list(found.get_ydata()) == sorted(found.get_ydata(), reverse=True)
    assert list(proved.get_ydata()) == sorted(proved.get_ydata())


@pytest.mark.parametrize("count", [1, 2, 4, 6])
def test_a_filmstrip_shows_root_and_solution(count: int) -> None:
    record = tree.record(model_assignment.build(sudoku.load("hard_2")))
    shown: list[Any] = []

    def draw(*, fractions: Any, ax: Any) -> None:
        shown.append(fractions)

    axes = drawing.filmstrip(record, draw, count=count)
    assert len(axes) == len(shown) <= count
    assert shown[0] == record.root.fractions  # type: ignore[union-attr]
    if count > 1:
        assert record.incumbents[-1].fractions in shown
    assert all(one != other for i, one in enumerate(shown) for other in shown[:i] if one)


# Lazy families


@pytest.mark.parametrize("name", ["tiny_4x4", "board_5x5", "board_6x6"])
def test_cuts_are_recorded_with_what_they_cut_off(name: str) -> None:
    puzzle = circuit.load(name)
    built = circuit.model_spanning_tree.build(puzzle)
    record = tree.record(built.model, built.v)
    assert tuple(cut.row for cut in record.cuts) == record.result.cuts != ()
    steps = [step for step in record.steps if step.kind == "cut"]
    assert [step.index for step in steps] == list(range(len(record.cuts)))
    for step, cut in zip(steps, record.cuts, strict=True):
        total = sum(c * cut.fractions.get((key, group), 0.0) for (group, key), c in cut.row.coefficients.items())
        assert total > cut.row.upper + CLOSE
        assert record.fractions(step) == cut.fractions
        assert record.said(step).startswith(f"cut {step.index + 1}: ")
    assert circuit.violations(puzzle, built.decode(record.result.values)) == []


class Runs(Eventhdlr):
    """Notes the run in which each node is taken up, as SCIP numbers it."""

    def eventinit(self) -> None:
        self.seen: list[int] = []
        self.model.catchEvent(SCIP_EVENTTYPE.NODEFOCUSED, self)

    def eventexec(self, event: Any) -> None:
        self.seen.append(self.model.getNRuns())


@pytest.mark.skipif(not hasattr(Model, "getNRuns"), reason="PySCIPOpt does not tell the number of runs")
def test_restarts_are_counted_as_scip_counts_them() -> None:
    found = []
    for seed in range(4):
        rng, model, runs = random.Random(seed), scip.new_model("restarts"), Runs()
        x = [model.addVar(vtype="B", obj=-rng.randint(5, 60)) for _ in range(30)]
        for _ in range(10):
            row = quicksum(rng.randint(1, 30) * one for one in x if rng.random() < 0.4)
            model.addCons(row <= rng.randint(60, 120))
        often = {"restartminred": 0.0, "immrestartfac": 0.01, "subrestartfac": 0.01, "restartfac": 0.001}
        model.setParams({f"presolving/{name}": value for name, value in often.items()})
        model.includeEventhdlr(runs, "runs", "notes the runs")
        record = tree.record(model, dict(enumerate(x)), faithful=False, max_nodes=200)
        assert record.restarts == runs.seen[-1] - runs.seen[0]
        found.append(record.restarts)
    assert any(found)
