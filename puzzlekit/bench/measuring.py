"""The measurement of one formulation or one engine on one puzzle. A formulation is a model that SCIP solves; an engine
is another solver."""

import importlib
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache
from types import ModuleType
from typing import Any

from puzzlekit import PUZZLES
from puzzlekit.core.clock import Stopwatch
from puzzlekit.core.errors import MissingEngine, Unbounded, UnsupportedPuzzle, validate_choice
from puzzlekit.core.interrupts import DeferInterrupts
from puzzlekit.engines import EngineResult
from puzzlekit.scip import enumeration


@dataclass(frozen=True)
class Measurement:
    """One row of a results file. Times are in seconds of wall-clock time. None means "not measured" or "not proved".

    `status` is "solved", "infeasible", "unbounded", "unknown" (a limit was reached), "unsuited" (the formulation does
    not support the puzzle) or "missing" (the solver is not installed). `valid` is whether the solutions satisfy the
    puzzle's rules, and `unique` whether it is proved that there is only one solution (True) or that there are several
    (False). `nodes` is the number of nodes in SCIP's search, and `cuts` the number of lazy constraints that were added.
    """

    instance: str
    formulation: str
    status: str
    valid: bool | None = None
    unique: bool | None = None
    build_seconds: float | None = None
    solve_seconds: float | None = None
    unique_seconds: float | None = None
    nodes: int | None = None
    cuts: int | None = None

    @property
    def seconds(self) -> float:
        """Return the total seconds for building, solving and the proof of uniqueness."""
        return sum(part or 0.0 for part in (self.build_seconds, self.solve_seconds, self.unique_seconds))


HEADER = tuple(field.name for field in fields(Measurement))


def find_package(name: str) -> ModuleType:
    """Import and return the package of a puzzle type. Raise PuzzleError if there is no type of this name."""
    validate_choice(name, PUZZLES, "puzzle type")
    with DeferInterrupts():  # some libraries turn an interrupt during their import into an ImportError
        return importlib.import_module(f"puzzlekit.{name}")


def warm_up(puzzle_type: str, formulations: Iterable[str]) -> None:
    """Run each formulation on a tiny puzzle, once in each process. Later measurements then exclude the time for imports
    and first calls."""
    for name in formulations:
        _warm_up(puzzle_type, name)


@cache
def _warm_up(puzzle_type: str, formulation: str) -> None:
    module = find_package(puzzle_type)
    tiny = next(name for name in module.names() if name.startswith("tiny_"))
    measure(puzzle_type, tiny, str(module.load(tiny)), formulation, time_limit=10, uniqueness=True)


def measure(
    puzzle_type: str,
    instance: str,
    text: str,
    formulation: str,
    *,
    time_limit: float | None = None,
    uniqueness: bool = False,
) -> Measurement:
    """Measure one formulation or engine on one puzzle. `text` is the puzzle's text, and `instance` its name in the
    result. If `uniqueness` is true, the measurement includes the proof that there is no second solution.

    Raise PuzzleError if the puzzle type, the formulation or the text is not valid.
    """
    module = find_package(puzzle_type)
    validate_choice(formulation, [*module.FORMULATIONS, *module.ENGINES], "formulation")
    puzzle, limit = module.parse(text), 2 if uniqueness else 1
    try:
        if formulation in module.ENGINES:
            answer, nodes, cuts = module.ENGINES[formulation](puzzle, limit, time_limit=time_limit), None, None
        else:
            answer, nodes, cuts = _ask_scip(module, puzzle, formulation, limit, time_limit)
    except UnsupportedPuzzle:
        return Measurement(instance, formulation, "unsuited")
    except MissingEngine:
        return Measurement(instance, formulation, "missing")
    found = answer.solutions
    proved = uniqueness and found and answer.status == "solved"
    return Measurement(
        instance,
        formulation,
        answer.status,
        all(not module.violations(puzzle, solution) for solution in found) if found else None,
        len(found) == 1 if proved else None,
        answer.build_seconds,
        answer.solve_seconds,
        answer.unique_seconds if uniqueness and found else None,
        nodes,
        cuts,
    )


def _ask_scip(module: ModuleType, puzzle: Any, formulation: str, limit: int, time_limit: float | None) -> tuple:
    """Solve a formulation by SCIP. Return an `EngineResult`, the number of nodes, and the number of cuts."""
    watch = Stopwatch()
    built = module.FORMULATIONS[formulation](puzzle)
    build_seconds = watch.elapsed
    try:
        found = enumeration.several(puzzle, built, module.violations, limit, time_limit=watch.remaining(time_limit))
    except Unbounded:
        found = enumeration.EnumerationResult("unbounded", (), watch.elapsed - build_seconds)
    later = watch.elapsed - build_seconds - found.first_seconds
    built.free()
    status = "solved" if found.solutions and found.status == "infeasible" else found.status
    return EngineResult(status, found.solutions, build_seconds, found.first_seconds, later), found.nodes, found.cuts
