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
from puzzlekit.scip.constraints import LinearConstraint, comparison

SLACK = 1e-6
ROUNDED = 0.005 + SLACK  # two decimals are enough
FEWEST = 4  # vertices of the smallest such graph that is no tree: a triangle and an isolated vertex
CHILDREN = ("LP value", "LP value of the child x <= 1", "LP value of the child x >= 2", "best integer value")


def _holds(row: LinearConstraint, names: str, point: tuple[float, ...]) -> bool:
    total = sum(row.coefficients.get(("x", name), 0.0) * value for name, value in zip(names, point, strict=True))
    return (row.lower is None or total >= row.lower - SLACK) and (row.upper is None or total <= row.upper + SLACK)


@check(one_row("a b c"))
def check_both_imply(row: LinearConstraint) -> Remarks:
    """Exercise 1: one constraint that states (A and B) => C for binaries a, b and c."""
    for a, b, c in product((0, 1), repeat=3):
        right = not (a and b) or bool(c)
        if _holds(row, "abc", (a, b, c)) != right:
            said = "forbids" if right else "admits"
            yield f"your constraint {said} A = {a}, B = {b}, C = {c}, where the statement is {str(right).lower()}"


@check(numbers(*CHILDREN, each=decimal))
def check_branching(found: Sequence[float]) -> Remarks:
    """Exercise 2: maximise 3 x + 4 y with 2 x + 3 y <= 12, 2 x + y <= 6: (LP value, down child, up child, answer)."""
    right = [_exercise_value(), _exercise_value(ub=1), _exercise_value(lb=2), _exercise_value(whole=True)]
    for name, number, real in zip(CHILDREN, found, right, strict=True):
        if abs(number - real) > ROUNDED:
            yield f"the {name} is another number than {number:g}"


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
    """Exercise 3: multipliers of the constraints 2 x + 3 y <= 12 and 2 x + y <= 6 that prove 3 x + 4 y <= 16.5."""
    first, second = found
    for name, u in (("first", first), ("second", second)):
        if u < 0:
            yield f"the {name} constraint is taken {u} times; a negative multiplier reverses it"
    for name, reached, needed in (("x", 2 * first + 2 * second, 3), ("y", 3 * first + second, 4)):
        if reached < needed:
            yield f"the sum has {reached} {name}, which does not reach the {needed} {name} of the objective"
    bound = 12 * first + 6 * second
    if bound > Fraction(33, 2):
        yield f"a proof, but only of 3 x + 4 y <= {bound}; better multipliers prove 33/2"


@check(one_row("x y"))
def check_cut(row: LinearConstraint) -> Remarks:
    """Exercise 4: one constraint that cuts off the LP point of 6 x + 4 y <= 24, x + 2 y <= 6 but no integer point."""
    a, b = (row.coefficients.get(("x", name), 0.0) for name in "xy")
    if math.isclose(a, b, rel_tol=1e-3):  # whatever its right-hand side, its factor or its sign
        yield "this constraint says x + y <= some number, as that of section 2.6 does; find one of another slope"
    for point in product(range(5), range(4)):
        x, y = point
        if 6 * x + 4 * y <= 24 and x + 2 * y <= 6 and not _holds(row, "xy", point):
            yield f"your constraint forbids the integer point {point}, which is feasible"
    if _holds(row, "xy", (3, 1.5)):
        yield "your constraint still admits the LP point (3, 1.5)"
    best = _best_with(row)
    if best > 20 + 1e-4:  # corners are rounded
        yield f"valid, and the LP value comes down from 21 to {best:.4g}; a better cut brings it to 20"


def _best_with(row: LinearConstraint) -> float:
    """Return the LP value of 5 x + 4 y over 6 x + 4 y <= 24, x + 2 y <= 6 and this constraint."""
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
    """Exercise 5: `graph()` has one edge fewer than it has vertices, and yet is no tree."""
    own = graph()
    if own.number_of_edges() != len(own) - 1:
        yield f"found {own.number_of_edges()} edges on {len(own)} vertices, expected one edge fewer than vertices"
    elif nx.is_tree(own):
        yield "this is a tree: it is connected and has no cycle"
    elif any(a == b for a, b in own.edges):
        yield "an edge from a vertex to itself is not allowed here; find a cycle of three vertices or more"
    elif len(own) > FEWEST:
        yield f"right, but not with as few vertices as possible: found {len(own)}, and {FEWEST} are enough"


@check(function("", model))
def check_empty_inside(build: Callable[[], tuple[Model, SimpleNamespace]]) -> Remarks:
    """Exercise 6: `build()` returns (model, variables): the LP relaxation has points, the integer program has none."""
    own, v = build()
    if any(x.vtype() == "CONTINUOUS" for x in own.getVars()):
        yield "found a continuous variable, expected integer ones only"
    own.setObjective(0 * own.getVars()[0])  # an objective without a bound would hide the points
    if scip.relax(own, v).value is None:
        yield "the LP relaxation has no point either"
    status = scip.solve(own, v, time_limit=10).status
    if status != "infeasible":
        yield f"the integer program is not proved to be infeasible: status {status}"
