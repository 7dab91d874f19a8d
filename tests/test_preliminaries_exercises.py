"""The checks of chapter 2's exercises: right answers in several styles, and attempts that must not pass."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import networkx as nx
import pytest

from puzzlekit import scip
from puzzlekit.course.preliminaries import exercises


def graph(*edges: tuple[int, int], alone: int | None = None) -> Callable[[], nx.Graph]:
    def build() -> nx.Graph:
        own = nx.Graph(edges)
        if alone is not None:
            own.add_node(alone)
        return own

    return build


def program(factor: int, side: int, *, vtype: str = "I", told: bool = True) -> Callable[[], tuple[Any, dict]]:
    """factor (x + y) == side."""

    def build() -> tuple[Any, dict]:
        model = scip.new_model("attempt")
        x, y = (model.addVar(name, vtype=vtype, ub=3) for name in "xy")
        model.addCons(factor * x + factor * y == side)
        return model, {"x": x, "y": y} if told else {}

    return build


def half() -> tuple[Any, dict]:
    model = scip.new_model("a half")
    x = model.addVar("x", vtype="B")
    model.addCons(3 * x >= 1)
    model.addCons(3 * x <= 2)
    return model, {"x": x}


def without_bounds() -> tuple[Any, dict]:
    model = scip.new_model("no bounds")
    x, y = (model.addVar(name, vtype="I", ub=None) for name in "xy")
    model.addCons(2 * x - 2 * y == 3)
    model.setObjective(x, "maximize")
    return model, {"x": x, "y": y}


def odd_circle() -> list:
    model = scip.new_model("an odd circle")
    x = [model.addVar(vtype="B") for _ in range(3)]
    for one, other in ((0, 1), (1, 2), (2, 0)):
        model.addCons(x[one] + x[other] == 1)
    return [model, dict(enumerate(x))]


def between_integers() -> tuple[Any, dict]:
    model = scip.new_model("between two integers")
    return model, {"x": model.addVar("x", vtype="I", lb=0.2, ub=0.8)}


def nothing_at_all() -> tuple[Any, dict]:
    return scip.new_model("empty"), {}


SLOPE = "Not yet: found the slope of x . y <= 4"
ATTEMPTS: list[tuple[Any, Any, str]] = [
    (exercises.check_both_imply, lambda a, b, c: a + b - c <= 1, "Right."),
    (exercises.check_both_imply, lambda a, b, c: c >= a + b - 1, "Right."),
    (exercises.check_both_imply, lambda a, b, c: (1 - a) + (1 - b) + c >= 1, "Right."),
    (exercises.check_both_imply, lambda a, b, c: 2 * a + 2 * b <= 2 * c + 3, "Right."),
    (exercises.check_both_imply, lambda a, b, c: a + b + c <= 2, "Not yet: your constraint admits A = 1, B = 1, C = 0"),
    (exercises.check_both_imply, lambda a, b, c: a + b <= 2 * c, "Not yet: .* forbids A = 0, B = 1, C = 0"),
    (exercises.check_both_imply, lambda a, b, c: a + b + c >= 0, "Not yet: your constraint admits A = 1, B = 1, C = 0"),
    (exercises.check_branching, (16.5, 49 / 3, 14, 16), "Right."),
    (exercises.check_branching, (16.5, 16.33, 14, 16), "Right."),
    (exercises.check_branching, [Fraction(33, 2), Fraction(49, 3), 14, 16.0], "Right."),
    (exercises.check_branching, (16.5, 16.3, 14, 16), "Not yet: the LP value of the child x <= 1 is not"),
    (exercises.check_branching, (16.5, 49 / 3, 14, 15), "Not yet: the best integer value is not"),
    (exercises.check_branching, (16.5, ..., 14, 16), "Not yet: found '...' for LP value of the child x <= 1, expected"),
    (exercises.check_branching, (16, 16, 14, 16), "Not yet: the LP value is not"),
    (exercises.check_multipliers, (Fraction(5, 4), Fraction(1, 4)), "Right."),
    (exercises.check_multipliers, (1.25, 0.25), "Right."),
    (exercises.check_multipliers, (2, 0), "Not yet: this proves only 3 x . 4 y <= 24"),
    (exercises.check_multipliers, (2, -1), "Not yet: the second constraint is multiplied by -1"),
    (exercises.check_multipliers, (1, 0), "Not yet: the sum has 2 x"),
    (exercises.check_multipliers, (0, 2), "Not yet: the sum has 2 y"),
    (exercises.check_cut, lambda x, y: 5 * x + 4 * y <= 20, "Right."),
    (exercises.check_cut, lambda x, y: 2.4 * x + 2 * y <= 9.6, "Right."),
    (exercises.check_cut, lambda x, y: -0.6 * x - 0.5 * y >= -2.4, "Right."),
    (exercises.check_cut, lambda x, y: x + y <= 4, SLOPE),
    (exercises.check_cut, lambda x, y: -x - y >= -4, SLOPE),
    (exercises.check_cut, lambda x, y: x + y <= 4.00001, SLOPE),
    (exercises.check_cut, lambda x, y: 0.1 * x + 0.1 * y <= 0.4, SLOPE),
    (
        exercises.check_cut,
        lambda x, y: 3 * x + 4 * y <= 14,
        "Not yet: your cut is valid and lowers the LP value from 21",
    ),
    (exercises.check_cut, lambda x, y: 2 * x + 3 * y <= 11, "Not yet: your constraint still admits the LP point"),
    (exercises.check_cut, lambda x, y: x <= 2, "Not yet: your constraint forbids the integer point .3, 0."),
    (exercises.check_no_tree, graph((0, 1), (1, 2), (2, 0), alone=3), "Right."),
    (exercises.check_no_tree, lambda: nx.disjoint_union(nx.cycle_graph(3), nx.empty_graph(1)), "Right."),
    (exercises.check_no_tree, lambda: nx.Graph({"a": "bc", "b": "c", "alone": ""}), "Right."),
    (exercises.check_no_tree, graph((0, 1), (1, 2), (2, 3), (3, 0), alone=4), "Not yet: right, but"),
    (exercises.check_no_tree, graph((0, 1), (1, 2)), "Not yet: this graph is a tree"),
    (exercises.check_no_tree, graph((0, 1), (1, 1), alone=2), "Not yet: found an edge from a vertex to itself"),
    (exercises.check_no_tree, graph((0, 1), (1, 2), (2, 0)), "Not yet: found 3 edges and 3 vertices"),
    (exercises.check_no_tree, lambda: nx.DiGraph([(0, 1)]), "Not yet: found .*, expected an undirected"),
    (exercises.check_empty_inside, program(2, 5), "Right."),
    (exercises.check_empty_inside, without_bounds, "Right."),
    (exercises.check_empty_inside, half, "Right."),
    (exercises.check_empty_inside, odd_circle, "Right."),
    (exercises.check_empty_inside, between_integers, "Right."),
    (exercises.check_empty_inside, program(2, 4), "Not yet: the integer program is not proved to be infeasible"),
    (exercises.check_empty_inside, program(2, 50), "Not yet: the LP relaxation is infeasible, too"),
    (exercises.check_empty_inside, program(2, 5, vtype="C"), "Not yet: found a continuous variable"),
    (exercises.check_empty_inside, program(2, 5, told=False), "Not yet: found no variables after the model"),
    (exercises.check_empty_inside, nothing_at_all, "Not yet: found no variables after the model"),
]


@pytest.mark.parametrize(("check", "attempt", "answer"), ATTEMPTS)
def test_verdicts(check: Any, attempt: Any, answer: str, capsys: pytest.CaptureFixture) -> None:
    check(attempt)
    assert re.match(answer, capsys.readouterr().out)
