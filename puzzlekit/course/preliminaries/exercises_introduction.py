"""The checks of chapter 1's exercises about queens and bishops. Each takes the reader's attempt and prints a verdict.

An attempt that is still the notebook's placeholder (it returns `...`) is not judged.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations, permutations, product
from numbers import Real
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, Variable

from puzzlekit import scip
from puzzlekit.core.grid import Cell
from puzzlekit.course.exercise import Remark, Remarks, attempted, check, function, unlike
from puzzlekit.course.modelling import model
from puzzlekit.course.sentences import shown
from puzzlekit.scip.constraints import is_broken, linear_constraints
from puzzlekit.scip.handler import TOLERANCE

Square = tuple[int, int]
LARGEST = 6  # rows of the largest board on which queens are placed
MOST = {2: 2, 3: 4, 4: 6, 5: 8, 6: 10}  # rows of a board -> the most bishops that do not attack each other
WHOLE = (2, 3)  # rows of the boards on which all placements are tested


def sizes(found: Any) -> set[int]:
    """Convert an iterable of board sizes to a set. A kind."""
    if not isinstance(attempted(found), Iterable) or isinstance(found, str | bytes | Mapping):
        raise unlike(found, "a set of sizes, such as {1, 4}")
    own = list(found)
    for size in own:
        if isinstance(size, bool) or not isinstance(size, Real) or size not in range(1, LARGEST + 1):
            raise Remark(f"found {shown(size)} among the sizes, expected whole numbers from 1 to {LARGEST}")
    return {size for size in range(1, LARGEST + 1) if size in own}


@check(sizes)
def check_sizes(found: set[int]) -> Remarks:
    """Exercise 2: the sizes n of boards on which n queens cannot be placed."""
    for size in range(1, LARGEST + 1):
        pairs = [*combinations(range(size), 2)]
        ways = permutations(range(size))
        possible = any(all(abs(p[i] - p[k]) != k - i for i, k in pairs) for p in ways)
        if (size in found) == possible:
            yield f"size {size} is not as you say"


@check(function("n", model))
def check_bishops(build: Callable[[int], tuple[Model, SimpleNamespace]]) -> Remarks:
    """Exercise 3: `build(n)` is (model, x) for as many bishops as possible, x with a variable for each square."""
    for size, most in MOST.items():
        own, v = build(size)
        x = _squares(v.x, size)
        yield _without_aim(own)
        values = scip.solve(own, x).values
        if values is None:
            raise Remark(f"on a board of {size}, your model has no solution")
        placed = [square for square, value in values.items() if value]
        if not _at_peace(placed):
            yield f"on a board of {size}, two of your bishops attack each other"
        elif len(placed) != most:
            yield f"on a board of {size} you place {len(placed)}, {most} are possible"
        if size in WHOLE and own.getNVars() == len(x):
            yield _another_rule(own, x, size)


def _without_aim(own: Model) -> str | None:
    """Return the remark on a model whose objective does not maximize, or None. Other objectives are judged by their
    solution."""
    costs = own.getObjective().terms.values()
    if not any(costs):
        return 'your model has no objective; expected model.setObjective(..., "maximize")'
    if own.getObjectiveSense() == "minimize" and min(costs) >= 0:
        return 'your objective is minimized, which places none; expected "maximize"'
    return None


def _squares(x: Any, size: int) -> dict[Any, Variable]:
    own = {(key.row, key.column) if isinstance(key, Cell) else key: variable for key, variable in x.items()}
    expected = set(product(range(size), repeat=2))
    if own.keys() != expected:
        raise Remark(f"found {len(own)} variables for {size} rows, expected one for each of {len(expected)} squares")
    for square, one in own.items():
        if one.vtype() == "CONTINUOUS":
            raise Remark(f"the variable of {square} may be a fraction; let it be whole, with vtype='B'")
        if one.getLbOriginal() or one.getUbOriginal() < 1:
            raise Remark(f"the variable of {square} is fixed; let it be 0 or 1, with vtype='B'")
    return own


def _at_peace(placed: Iterable[Square]) -> bool:
    return all(abs(i - k) != abs(j - m) for (i, j), (k, m) in combinations(placed, 2))


def _another_rule(own: Model, x: dict[Any, Variable], size: int) -> str | None:
    """Return the remark on a placement that the constraints wrongly forbid or admit, or None, for any objective."""
    rows = linear_constraints(own, scip.variables(x=x))
    for bits in product((0, 1), repeat=len(x)):
        values = SimpleNamespace(x=dict(zip(x, bits, strict=True)))
        right = _at_peace(square for square, bit in values.x.items() if bit)
        if right == any(is_broken(row, values, TOLERANCE) for row in rows):
            lines = (" ".join("B" if values.x[i, j] else "." for j in range(size)) for i in range(size))
            return f"your constraints {'forbid' if right else 'admit'} these bishops:\n" + "\n".join(lines)
    return None
