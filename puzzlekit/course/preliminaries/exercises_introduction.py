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
    """Convert an iterable of board sizes to a set. Raise Remark for anything else."""
    if not isinstance(attempted(found), Iterable) or isinstance(found, str | bytes | Mapping):
        raise unlike(found, "a set of sizes, such as {1, 4}")
    own = list(found)
    for size in own:
        if isinstance(size, bool) or not isinstance(size, Real) or size not in range(1, LARGEST + 1):
            raise Remark(f"found {shown(size)} among the sizes, expected whole numbers from 1 to {LARGEST}")
    return {size for size in range(1, LARGEST + 1) if size in own}


@check(sizes)
def check_sizes(found: set[int]) -> Remarks:
    """Check exercise 2: the set of all sizes n such that n queens cannot be placed on an n x n board."""
    for size in range(1, LARGEST + 1):
        pairs = [*combinations(range(size), 2)]
        ways = permutations(range(size))
        possible = any(all(abs(p[i] - p[k]) != k - i for i, k in pairs) for p in ways)
        if (size in found) == possible:
            yield f"your answer for size {size} is wrong"


@check(function("n", model))
def check_bishops(build: Callable[[int], tuple[Model, SimpleNamespace]]) -> Remarks:
    """Check exercise 3: `build(n)` returns (model, x). The model places as many bishops as possible on n x n squares,
    and x has a variable for each square (row, column)."""
    for size, most in MOST.items():
        own, v = build(size)
        x = _squares(v.x, size)
        yield _without_aim(own)
        values = scip.solve(own, x).values
        if values is None:
            raise Remark(f"your model has no solution on the board of size {size}")
        placed = [square for square, value in values.items() if value]
        if not _at_peace(placed):
            yield f"two of your bishops attack each other on the board of size {size}"
        elif len(placed) != most:
            yield f"found {len(placed)} bishops on the board of size {size}, but {most} fit"
        if size in WHOLE and own.getNVars() == len(x):
            yield _another_rule(own, x, size)


def _without_aim(own: Model) -> str | None:
    """Return a remark if the model has no objective, or minimizes with costs that are not negative; else None. Other
    wrong objectives are found later, from the model's solution."""
    costs = own.getObjective().terms.values()
    if not any(costs):
        return 'your model has no objective; expected model.setObjective(..., "maximize")'
    if own.getObjectiveSense() == "minimize" and min(costs) >= 0:
        return 'your objective is minimized, which places no bishop; expected "maximize"'
    return None


def _squares(x: Any, size: int) -> dict[Any, Variable]:
    own = {(key.row, key.column) if isinstance(key, Cell) else key: variable for key, variable in x.items()}
    expected = set(product(range(size), repeat=2))
    if own.keys() != expected:
        raise Remark(f"found {len(own)} variables for {size} rows, expected {len(expected)}, one for each square")
    for square, one in own.items():
        if one.vtype() == "CONTINUOUS":
            raise Remark(f"the variable of {square} is continuous; add it with vtype='B'")
        if one.getLbOriginal() or one.getUbOriginal() < 1:
            raise Remark(f"the variable of {square} is fixed; add it with vtype='B' and no other bounds")
    return own


def _at_peace(placed: Iterable[Square]) -> bool:
    return all(abs(i - k) != abs(j - m) for (i, j), (k, m) in combinations(placed, 2))


def _another_rule(own: Model, x: dict[Any, Variable], size: int) -> str | None:
    """Return a remark on a placement of bishops that the constraints wrongly forbid or admit, or None if there is none.
    The objective is ignored."""
    rows = linear_constraints(own, scip.variables(x=x))
    for bits in product((0, 1), repeat=len(x)):
        values = SimpleNamespace(x=dict(zip(x, bits, strict=True)))
        right = _at_peace(square for square, bit in values.x.items() if bit)
        if right == any(is_broken(row, values, TOLERANCE) for row in rows):
            lines = (" ".join("B" if values.x[i, j] else "." for j in range(size)) for i in range(size))
            return f"your constraints wrongly {'forbid' if right else 'admit'} these bishops:\n" + "\n".join(lines)
    return None
