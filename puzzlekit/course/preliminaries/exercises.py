"""The checks of the exercises of chapter 2. Each takes the reader's attempt and prints a verdict.

An attempt that is still the notebook's placeholder (it returns `...`) is not judged.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from types import SimpleNamespace
from typing import Any

import networkx as nx
from pyscipopt import Model, quicksum

from puzzlekit import scip
from puzzlekit.course.exercise import Remarks, check, decimal, function, numbers, unlike
from puzzlekit.course.modelling import model, one_row
from puzzlekit.course.preliminaries.plane import vertices
from puzzlekit.scip.constraints import LinearConstraint, comparison, is_broken

SLACK = 1e-6  # a smaller violation counts as satisfied
ROUNDED = 0.005 + SLACK  # the largest error of an answer with two decimals
FEWEST = 4  # vertices of the smallest graph of exercise 5: a triangle and an isolated vertex
CHILDREN = ("LP value", "LP value of the child x <= 1", "LP value of the child x >= 2", "best integer value")


def _holds(row: LinearConstraint, names: str, point: tuple[float, ...]) -> bool:
    return not is_broken(row, SimpleNamespace(x=dict(zip(names, point, strict=True))), SLACK)


@check(one_row("a b c"))
def check_both_imply(row: LinearConstraint) -> Remarks:
    """Check exercise 1: one constraint that states (A and B) => C for binary variables a, b and c."""
    for a, b, c in product((0, 1), repeat=3):
        right = not (a and b) or bool(c)
        if _holds(row, "abc", (a, b, c)) != right:
            said = "forbids" if right else "admits"
            yield f"your constraint {said} A = {a}, B = {b}, C = {c}, where the statement is {str(right).lower()}"


@check(numbers(*CHILDREN, each=decimal))
def check_branching(found: Sequence[float]) -> Remarks:
    """Check exercise 2 on the integer program: maximise 3 x + 4 y with 2 x + 3 y <= 12 and 2 x + y <= 6. The attempt
    has four numbers: the value of the LP, the values of its children x <= 1 and x >= 2, and the best integer value."""
    right = [_exercise_value(), _exercise_value(ub=1), _exercise_value(lb=2), _exercise_value(whole=True)]
    for name, number, real in zip(CHILDREN, found, right, strict=True):
        if abs(number - real) > ROUNDED:
            yield f"the {name} is not {number:g}"


def _exercise_value(*, lb: float = 0, ub: float = 10, whole: bool = False) -> float:
    own = scip.new_model("exercise 2")
    x, y = own.addVar("x", vtype="I", lb=lb, ub=ub), own.addVar("y", vtype="I", ub=10)
    own.addCons(2 * x + 3 * y <= 12)
    own.addCons(2 * x + y <= 6)
    own.setObjective(3 * x + 4 * y, "maximize")
    value = scip.solve(own).primal if whole else scip.relax(own).value
    own.free()
    return float(value or 0)


@check(numbers("multiplier of the first constraint", "multiplier of the second constraint"))
def check_multipliers(found: Sequence[Fraction]) -> Remarks:
    """Check exercise 3: multipliers of the constraints 2 x + 3 y <= 12 and 2 x + y <= 6. The sum of the multiplied
    constraints must prove 3 x + 4 y <= 16.5."""
    first, second = found
    for name, u in (("first", first), ("second", second)):
        if u < 0:
            yield f"the {name} constraint is multiplied by {u}; a negative multiplier reverses it"
    for name, reached, needed in (("x", 2 * first + 2 * second, 3), ("y", 3 * first + second, 4)):
        if reached < needed:
            yield f"the sum has {reached} {name}, but the objective has {needed} {name}; expected at least as much"
    bound = 12 * first + 6 * second
    if bound > Fraction(33, 2):
        yield f"this proves only 3 x + 4 y <= {bound}; better multipliers prove 33/2"


@check(one_row("x y"))
def check_cut(row: LinearConstraint) -> Remarks:
    """Check exercise 4 on the integer program: maximise 5 x + 4 y with 6 x + 4 y <= 24 and x + 2 y <= 6. The attempt is
    a constraint that cuts off the LP optimum (3, 1.5) but no feasible integer point, and that lowers the LP value to
    20."""
    a, b = (row.coefficients.get(("x", name), 0.0) for name in "xy")
    if math.isclose(a, b, rel_tol=1e-3):  # a multiple of x + y, with any right-hand side
        yield "found the slope of x + y <= 4, expected another slope"
    for point in product(range(5), range(4)):
        x, y = point
        if 6 * x + 4 * y <= 24 and x + 2 * y <= 6 and not _holds(row, "xy", point):
            yield f"your constraint forbids the integer point {point}, which is feasible"
    if _holds(row, "xy", (3, 1.5)):
        yield "your constraint still admits the LP point (3, 1.5)"
    best = _best_with(row)
    if best > 20 + 1e-4:  # corners are rounded
        yield f"your cut is valid and lowers the LP value from 21 to {best:.4g}; find a cut that lowers it to 20"


def _best_with(row: LinearConstraint) -> float:
    """Return the LP maximum of 5 x + 4 y with the constraints 6 x + 4 y <= 24, x + 2 y <= 6 and `row`."""
    own = scip.new_model("cut")
    v = {name: own.addVar(name, ub=10) for name in "xy"}
    terms: Any = row.coefficients.items()
    cut = comparison(row.lower, quicksum(value * v[name] for (_, name), value in terms), row.upper)
    for each in (6 * v["x"] + 4 * v["y"] <= 24, v["x"] + 2 * v["y"] <= 6, cut):
        own.addCons(each)
    best = max(5 * x + 4 * y for x, y in vertices(own, v))
    own.free()
    return best


def _graph(found: Any) -> nx.Graph:
    if not isinstance(found, nx.Graph) or found.is_directed() or found.is_multigraph():
        raise unlike(found, "an undirected nx.Graph")
    return found


@check(function("", _graph))
def check_no_tree(graph: Callable[[], nx.Graph]) -> Remarks:
    """Check exercise 5: `graph()` returns a graph that has one edge fewer than vertices but is not a tree."""
    own = graph()
    if own.number_of_edges() != len(own) - 1:
        yield f"found {own.number_of_edges()} edges and {len(own)} vertices, expected one edge fewer than vertices"
    elif nx.is_tree(own):
        yield "this graph is a tree: connected, without a cycle; find a graph that is no tree"
    elif any(a == b for a, b in own.edges):
        yield "found an edge from a vertex to itself; find a cycle of three or more vertices instead"
    elif len(own) > FEWEST:
        yield f"right, but {FEWEST} vertices are enough; yours has {len(own)}"


@check(function("", model))
def check_empty_inside(build: Callable[[], tuple[Model, SimpleNamespace]]) -> Remarks:
    """Check exercise 6: `build()` returns (model, variables) such that the LP relaxation is feasible but the integer
    program is infeasible."""
    own, v = build()
    if any(x.vtype() == "CONTINUOUS" for x in own.getVars()):
        yield "found a continuous variable, expected only integer variables"
    own.setObjective(0 * own.getVars()[0])  # an objective without a bound would hide the points
    if scip.relax(own, v).value is None:
        yield "the LP relaxation is infeasible, too; expected an LP with a feasible point"
    status = scip.solve(own, v, time_limit=10).status
    if status != "infeasible":
        yield f"the integer program is not proved to be infeasible: status {status}"
