"""SCIP as an engine. SCIP reads all constraints from one text, which is faster than adding them one by one.

On Windows, SCIP may fail to open a path with letters other than ASCII, so the text's file avoids such paths.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pyscipopt import Model, quicksum

from puzzlekit import scip
from puzzlekit.core.collector import at_rest
from puzzlekit.engines.problem import Constraint, Problem, Settled
from puzzlekit.scip import BuiltModel, lazy
from puzzlekit.scip.constraints import comparison

LINE = 40  # the most terms in a line of text: SCIP's reader limits the length of a line


Indicators = Callable[[Mapping[Any, Any]], Mapping[tuple, Any]]


def model_of(
    statement: Problem | Settled,
    empty: Callable[[], Model],
    indicators: Indicators,
    letter: str = "x",
) -> BuiltModel:
    """Return a `BuiltModel` of the problem that remains after deduction. In the BuiltModel's `v`, `v.x[key]` is the
    variable of the item with this key.

    Parameters
    ----------
    empty
        Function that returns an empty model with settings for this puzzle type.
    indicators
        Function that returns the `indicators` of a `BuiltModel`, given {key: variable, or 0 or 1 if deduction settled
        the key}.
    letter
        The variables' name in the puzzle type's notebook. It replaces x in `v.x`.
    """
    if isinstance(statement, Settled):
        return BuiltModel(
            None,
            scip.variables(**{letter: {}}),
            decode=lambda _: statement.solution,
            infeasible=statement.solution is None,
            indicators=None if statement.solution is None else lambda: indicators(statement.known),
        )
    model, problem = empty(), statement
    with at_rest():
        x = _stated(problem, model)
    named = dict(zip(problem.keys, x, strict=True))
    built = BuiltModel(
        model,
        scip.variables(**{letter: named}),
        decode=lambda values: problem.decode(_ones(values)),
        decisions=x[: problem.deciding],
        indicators=lambda: indicators({**problem.known, **named}),
        stop_at_first=not problem.minimised and bool(problem.preferred),
        no_good=lambda values: _row(problem.another(_ones(values)), x),
        named=False,
    )
    return built.add((_lazy(problem, x),), None) if problem.violated else built


def _ones(values: SimpleNamespace) -> list[int]:
    (own,) = vars(values).values()
    return [item for item, value in enumerate(own.values()) if value]


def _lazy(problem: Problem, x: list[Any]) -> lazy.LazyFamily:
    @lazy.family
    def violated(puzzle: Any, v: SimpleNamespace, values: SimpleNamespace) -> Iterator[tuple[Any, Any]]:
        """Yield (number, constraint) for the lazy constraints that a candidate violates."""
        for number, constraint in enumerate(problem.violated(_ones(values))):  # type: ignore[misc]
            yield number, _row(constraint, x)

    return violated


def _row(constraint: Constraint, x: list[Any]) -> Any:
    items, lower, upper, coefficients = constraint
    terms = [x[item] for item in items]
    total = quicksum(terms if coefficients is None else (c * one for c, one in zip(coefficients, terms, strict=True)))
    return comparison(lower, total, upper)


def _stated(problem: Problem, model: Model) -> list[Any]:
    """Add the constraints of the problem to the model. Return the model's variables in the order of the items."""
    rows = (*problem.constraints, *problem.redundant)
    is_cover = not problem.minimised and all(c.coefficients is None and c.lower == c.upper == 1 for c in rows)
    text, ending = (_as_cip(problem), ".cip") if is_cover else (_as_lp(problem), ".lp")
    with scratch(ending, text) as path:
        model.readProblem(str(path))
    return model.getVars()


def _as_cip(problem: Problem) -> str:
    """Return a problem that has only exactly-one constraints as text in SCIP's own format, in which the type of a
    constraint can be given."""
    variables = "\n".join(f"  [binary] <x{item}>: obj=0, original bounds=[0,1]" for item in range(problem.size))
    rows = (
        f"  [setppc] <c{number}>: {' '.join(f'+<x{item}>[B]' for item in own.items)} == 1;"
        for number, own in enumerate(problem.constraints)
    )
    start = "STATISTICS\n  Problem name     : problem\nOBJECTIVE\n  Sense            : minimize\nVARIABLES\n"
    return start + variables + "\nCONSTRAINTS\n" + "\n".join(rows) + "\nEND\n"


def _as_lp(problem: Problem) -> str:
    """Return a problem as text in the LP format. The objective lists all variables, so that SCIP keeps their order."""
    wanted = {*problem.minimised} or {*problem.preferred}
    objective = _sum(range(problem.size), (int(item in wanted) for item in range(problem.size)))
    lines = ["Minimize" if problem.minimised else "Maximize", f" obj: {objective}", "Subject To"]
    for items, lower, upper, coefficients in (*problem.constraints, *problem.redundant):
        total = _sum(items, coefficients)
        if lower is not None and lower == upper:
            lines.append(f" {total} = {upper}")
            continue
        if lower is not None:
            lines.append(f" {total} >= {lower}")
        if upper is not None:
            lines.append(f" {total} <= {upper}")
    return "\n".join([*lines, "Binary", *(f" x{item}" for item in range(problem.size)), "End\n"])


def _sum(items: Iterable[int], coefficients: Iterable[int] | None) -> str:
    terms = (
        [f"+x{i}" for i in items]
        if coefficients is None
        else [f"{c:+} x{i}" for c, i in zip(coefficients, items, strict=True)]
    )
    if len(terms) <= LINE:
        return " ".join(terms)
    return "\n ".join(" ".join(terms[start : start + LINE]) for start in range(0, len(terms), LINE))


WINDOWS = sys.platform == "win32"


@contextmanager
def scratch(ending: str, text: str) -> Iterator[Path]:
    """Create a temporary file with this text that SCIP can read, and yield its path. The file is deleted after the
    `with` block."""
    with tempfile.NamedTemporaryFile("w", suffix=ending, encoding="ascii", delete=False, dir=_folder()) as file:
        file.write(text)
    try:
        yield Path(file.name)
    finally:
        os.unlink(file.name)


def _folder() -> str | None:
    """Return the folder for temporary files, or None for the system's default. On Windows, the default path contains
    the user's name, which may have letters that SCIP cannot read."""
    return os.environ.get("PUBLIC") if WINDOWS and not tempfile.gettempdir().isascii() else None
