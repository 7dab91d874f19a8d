"""The checks of the exercises of chapter 2. Each takes the reader's attempt and prints a verdict.

An attempt that is still the notebook's placeholder (it gives `...`) is not judged.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import networkx as nx
from pyscipopt.scip import ExprCons

from puzzlekit import scip
from puzzlekit.course.exercise import attempted, verdict
from puzzlekit.course.preliminaries.plane import vertices
from puzzlekit.errors import PuzzleError
from puzzlekit.scip.rows import Row, rows

SLACK = 1e-6


def _row_of(state: Callable[..., Any], names: str) -> Row:
    """The one linear row that `state` gives for variables of these names. Raises NotAttempted, or what it raises."""
    model = scip.new_model("attempt")
    v: dict[Any, Any] = {name: model.addVar(name, vtype="I", lb=0, ub=10) for name in names}
    found = attempted(state(*v.values()))
    if not isinstance(found, ExprCons):
        raise PuzzleError(f"found {found}, expected one row with <=, >= or ==")
    model.addCons(found)
    (row,) = rows(model, scip.variables(v=v))
    return row


def _holds(row: Row, names: str, point: tuple[float, ...]) -> bool:
    total = sum(row.coefficients.get(("v", name), 0.0) * value for name, value in zip(names, point, strict=True))
    return (row.lower is None or total >= row.lower - SLACK) and (row.upper is None or total <= row.upper + SLACK)


def check_both_imply(state: Callable[[Any, Any, Any], Any]) -> None:
    """Exercise 1: one row that says (A and B) => C for binaries a, b and c."""
    verdict(_wrong_implication(state))


def _wrong_implication(state: Callable[[Any, Any, Any], Any]) -> Iterator[str]:
    row = _row_of(state, "abc")
    for a, b, c in product((0, 1), repeat=3):
        right = not (a and b) or bool(c)
        if _holds(row, "abc", (a, b, c)) != right:
            said = "forbids" if right else "admits"
            yield f"your row {said} A = {a}, B = {b}, C = {c}, where the statement is {str(right).lower()}"


def check_branching(found: Any) -> None:
    """Exercise 2: maximise 3 x + 4 y with 2 x + 3 y <= 12, 2 x + y <= 6: (LP value, down child, up child, answer)."""
    verdict(_wrong_branching(found))


def _wrong_branching(found: Any) -> Iterator[str]:
    own = attempted(found)
    asked = ("LP value", "LP value of the child x <= 1", "LP value of the child x >= 2", "best integer value")
    if not isinstance(own, tuple | list) or len(own) != len(asked):
        yield f"found {own!r}, expected four numbers: {', '.join(asked)}"
        return
    right = [_exercise_value(), _exercise_value(ub=1), _exercise_value(lb=2), _exercise_value(whole=True)]
    for name, number, real in zip(asked, own, right, strict=True):
        if number is ...:
            yield f"the {name} is still missing"
        elif abs(number - real) > 1e-3:
            yield f"the {name} is another number than {number}"


def _exercise_value(*, lb: float = 0, ub: float = 10, whole: bool = False) -> float:
    model = scip.new_model("exercise 2")
    x, y = model.addVar("x", vtype="I", lb=lb, ub=ub), model.addVar("y", vtype="I", ub=10)
    model.addCons(2 * x + 3 * y <= 12)
    model.addCons(2 * x + y <= 6)
    model.setObjective(3 * x + 4 * y, "maximize")
    value = scip.solve(model).primal if whole else scip.relax(model).value
    model.free()
    return float(value or 0)


def check_multipliers(found: Any) -> None:
    """Exercise 3: multipliers of the rows 2 x + 3 y <= 12 and 2 x + y <= 6 that prove 3 x + 4 y <= 16.5."""
    verdict(_wrong_multipliers(found))


def _wrong_multipliers(found: Any) -> Iterator[str]:
    own = attempted(found)
    if not isinstance(own, tuple | list) or len(own) != 2 or not all(isinstance(u, int | Fraction) for u in own):
        yield f"found {own!r}, expected two fractions, such as (Fraction(1, 2), Fraction(2, 3))"
        return
    first, second = own
    for name, u in (("first", first), ("second", second)):
        if u < 0:
            yield f"the {name} row is taken {u} times; a negative multiple turns its sign round"
    for name, reached, needed in (("x", 2 * first + 2 * second, 3), ("y", 3 * first + second, 4)):
        if reached < needed:
            yield f"the sum has {reached} {name}, which does not reach the {needed} {name} of the objective"
    bound = 12 * first + 6 * second
    if bound > Fraction(33, 2):
        yield f"a proof, but only of 3 x + 4 y <= {bound}; better multipliers prove 33/2"


def check_cut(state: Callable[[Any, Any], Any]) -> None:
    """Exercise 4: one row that cuts off the LP point of 6 x + 4 y <= 24, x + 2 y <= 6 and no integer point."""
    verdict(_wrong_cut(state))


def _wrong_cut(state: Callable[[Any, Any], Any]) -> Iterator[str]:
    row = _row_of(state, "xy")
    a, b = (row.coefficients.get(("v", name), 0.0) for name in "xy")
    if a == b and row.upper == 4 * a:
        yield "this is x + y <= 4, the row of section 2.6; find another one"
    for point in product(range(5), range(4)):
        x, y = point
        if 6 * x + 4 * y <= 24 and x + 2 * y <= 6 and not _holds(row, "xy", point):
            yield f"your row forbids the integer point {point}, which is feasible"
    if _holds(row, "xy", (3, 1.5)):
        yield "your row still admits the LP point (3, 1.5)"
    model = scip.new_model("cut")
    v = {name: model.addVar(name, ub=10) for name in "xy"}
    for own in (6 * v["x"] + 4 * v["y"] <= 24, v["x"] + 2 * v["y"] <= 6, state(v["x"], v["y"])):
        model.addCons(own)
    best = max(5 * x + 4 * y for x, y in vertices(model, v))
    model.free()
    if best > 20 + 1e-4:  # corners are rounded
        yield f"valid, and the LP value comes down from 21 to {best:.4g}; a better cut brings it to 20"


def check_no_tree(graph: Callable[[], Any]) -> None:
    """Exercise 5: `graph()` has one edge fewer than it has vertices, and yet is no tree."""
    verdict(_wrong_graph(graph))


def _wrong_graph(graph: Callable[[], Any]) -> Iterator[str]:
    own = attempted(graph())
    if not isinstance(own, nx.Graph) or own.is_directed() or own.is_multigraph():
        yield f"found {type(own).__name__}, expected an undirected nx.Graph"
    elif own.number_of_edges() != len(own) - 1:
        yield f"found {own.number_of_edges()} edges on {len(own)} vertices, expected one edge fewer than vertices"
    elif nx.is_tree(own):
        yield "this is a tree: it is connected and has no cycle"
    elif any(a == b for a, b in own.edges):
        yield "an edge from a vertex to itself is not allowed here; find a cycle of three vertices or more"


def check_empty_inside(build: Callable[[], Any]) -> None:
    """Exercise 6: `build()` gives (model, variables): the LP relaxation has points, the integer program has none."""
    verdict(_wrong_program(build))


def _wrong_program(build: Callable[[], Any]) -> Iterator[str]:
    model, v = attempted(build())
    if any(x.vtype() == "CONTINUOUS" for x in model.getVars()):
        yield "found a continuous variable, expected integer ones only"
    model.setObjective(0 * model.getVars()[0])  # an objective without a bound would hide the points
    if scip.relax(model, v).value is None:
        yield "the LP relaxation has no point either"
    status = scip.solve(model, v, time_limit=10).status
    if status != "infeasible":
        yield f"the integer program is not proved to be infeasible: status {status}"
