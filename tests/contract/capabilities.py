"""What a puzzle's package must have, and what it may have: the one table of its capabilities."""

import importlib
import inspect
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

ENGINE = "(puzzle, limit=2, *, time_limit=None, workers=1)"


class Capability(NamedTuple):
    """What it is good for; the package's files that show it, without `.py`; its functions: `name` or `module.name` ->
    how it is called, None where that differs from puzzle to puzzle; and the files of tests/ with its contract."""

    says: str
    modules: tuple[str, ...] = ()
    functions: Mapping[str, str | None] = {}
    tests: str = "contract/test_capability_{}.py"


CORE = Capability(
    "what every puzzle's package has",
    ("puzzle", "text", "rules", "model_*", "solve", "draw"),
    {
        "parse": "(text)",
        "parse_solution": "(puzzle, text)",
        "load": "(name)",
        "names": "()",
        "violations": "(puzzle, solution, *, partial=False)",
        "clue_conflicts": "(puzzle)",
        "marks": "(puzzle, solution, broken=None)",
        "solve": "(puzzle, formulation=None, *, time_limit=None)",
        "solutions": "(puzzle, limit=2, formulation=None, *, time_limit=None)",
        "is_unique": "(puzzle, formulation=None, *, time_limit=None)",
        "draw": "(puzzle, solution=None, *, fractions=None, marks=None, ax=None)",
    },
    "contract/test_core_*.py",
)
OTHERS: Mapping[str, Capability] = {
    "deduction": Capability("steps that need no search", ("deduce",), {"deduce": "(puzzle, candidates=None)"}),
    "statement": Capability(
        "what deduction leaves open, stated once for all engines, and the fast build from it",
        ("statement",),
        {"statement.problem": "(puzzle, *, deduced=True)"},
    ),
    "engines": Capability("`ENGINES`, one of which at least shares no rows with ours", ("cp_sat",)),
    "board": Capability(
        "the interactive board",
        ("play",),
        {"board": "(puzzle, *, solve=None)"},
        "contract/test_capability_board*.py",
    ),
    "explanations": Capability(
        "steps with reasons, from `techniques`; clashes and repairs of each formulation's `clues`",
        (),
        {
            "next_step": "(puzzle, candidates=None)",
            "explanation": "(puzzle, *, time_limit=None)",
            "difficulty": "(puzzle, *, time_limit=None)",
        },
        "contract/test_capability_explanations*.py",
    ),
    "generator": Capability("puzzles by their seeds", ("generate",), {"generate": None}),
    "links": Capability(
        "addresses and files of other sites, read by `parse` and `parse_solution`",
        ("link",),
        {"link": "(puzzle, site='puzz.link', *, solution=None)"},
    ),
    "exercises": Capability("checks of the chapter's exercises", ("exercises",)),
    "network": Capability("the puzzle as a graph of `networkx`, with positions", (), {"network": "(puzzle)"}),
    "diagrams": Capability(
        "all solutions at once, as a decision diagram", ("zdd",), {"zdd.zdd": ENGINE, "every_solution": "(puzzle)"}
    ),
    "clue sets": Capability(
        "all puzzles that have a given solution", ("clue_sets",), {"valid_clue_sets": None}, "test_clue_sets.py"
    ),
}
CAPABILITIES = {name: one._replace(tests=one.tests.format(name)) for name, one in OTHERS.items()}


def modules(package: ModuleType) -> set[str]:
    """The names of a package's files."""
    return {path.stem for path in Path(str(package.__file__)).parent.glob("*.py")}


def capabilities(package: ModuleType) -> set[str]:
    """The capabilities of which a package has a file or a function: the contract then asks for all of each."""
    own = modules(package) | {*dir(package)}
    return {name for name, one in CAPABILITIES.items() if own & {*one.modules, *one.functions}}


def has(package: ModuleType, *names: str) -> bool:
    """Whether a package has all of these capabilities."""
    return capabilities(package).issuperset(names)


def function_of(package: ModuleType, name: str) -> Callable:
    """A function by its name in the package's face, or in one of its modules."""
    module, _, own = name.rpartition(".")
    return getattr(importlib.import_module(f"{package.__name__}.{module}") if module else package, own)


def signature(function: Callable) -> str:
    """Parameters and defaults, without the types."""
    own = inspect.signature(function).parameters.values()
    return str(inspect.Signature([parameter.replace(annotation=inspect.Parameter.empty) for parameter in own]))


def table(packages: Iterable[ModuleType]) -> str:
    """The table of docs/adding-a-puzzle.md."""
    every = list(packages)
    lines = ["| capability | shown by | contract in `tests/` | who has it |", "| --- | --- | --- | --- |"]
    for name, one in {"core": CORE, **CAPABILITIES}.items():
        shown = [f"`{module}.py`" for module in one.modules]
        shown += [f"`{function}`" for function in one.functions if "." not in function]
        owners = [package.__name__.rpartition(".")[2] for package in every if name == "core" or has(package, name)]
        who = "all" if len(owners) == len(every) else ", ".join(owners)
        lines.append(f"| {name}: {one.says} | {', '.join(shown)} | `{one.tests}` | {who} |")
    return "\n".join(lines)
