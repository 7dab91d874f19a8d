"""Descriptions, in words, of the results and exceptions of a reader's code. They are sentences without memory addresses
and tracebacks."""

import inspect
import re
import traceback
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pyscipopt import Expr, Model, Variable
from pyscipopt.scip import ExprCons, GenExpr

from puzzlekit.core.errors import PuzzleError
from puzzlekit.scip.handler import LazyFamily

PACKAGE = Path(__file__).parents[1]
SHORT, LONG, MOST = 40, 90, 170  # the most characters of a value, of a message, of a sentence with its code line
KINDS: tuple[tuple[Any, str], ...] = (
    (LazyFamily, "a lazy family"),
    (Variable, "a variable without <=, >= or =="),
    (ExprCons, "one constraint"),
    ((Expr, GenExpr), "a sum of variables without <=, >= or =="),
    (Model, "a SCIP model"),
)
# Parts of messages of PySCIPOpt and Python about variables and constraints -> the sentence here; the first match counts
SCIP_SAYS = {
    "can only support with": "a constraint takes <=, >= or ==, not <, > or !=, and no min or max of variables; "
    "for a < b in whole numbers, write a <= b - 1",
    "evaluate constraints as booleans": "a constraint has no truth value for and, or, not, if, in or 0 <= x <= 1; "
    "write each constraint by itself",
    "Ranged ExprCons": "two comparisons are in one constraint; write them as two constraints",
    "nonlinear objective": "the objective must be linear: a sum of numbers times variables",
    "given constraint is not ExprCons but bool": "addCons was given True or False, a comparison without variables; "
    "it takes a constraint with <=, >= or ==",
    "given constraint is not ExprCons": "addCons takes one constraint with <=, >= or ==, and nothing else",
    "scip.ExprCons": "constraints cannot be added, multiplied or joined; write each by itself",
    "scip.Expr": "a sum of variables takes +, - and * with numbers and variables only",
    "scip.Variable": "a variable has no value before the solve; it takes +, - and * with numbers and variables only",
    "getIndex": "a variable cannot be indexed; index the dict of variables",
    "unsupported type": "a constraint compares sums of variables and numbers only",
}


class NoSuchKey(KeyError):
    """A wrong key of a dict of variables. The message is a sentence for the reader."""

    def __str__(self) -> str:
        return str(self.args[0])


class NoSuchName(AttributeError):
    """A wrong name in a namespace of variables. The message is a sentence for the reader."""


class Keyed(dict):
    """A dict of variables or values. A wrong key raises NoSuchKey, whose message names the right keys.

    `title` is the name of the dict in the message, such as "v.x".
    """

    def __init__(self, title: str, members: Mapping):
        super().__init__(members)
        self.title = title

    def __missing__(self, key: Any) -> Any:
        first, last = (f"{self.title}[{code(end)}]" for end in (next(iter(self)), next(reversed(self))))
        raise NoSuchKey(f"{self.title} has no key [{shortened(code(key))}]; the keys run from {first} to {last}")


class Named(SimpleNamespace):
    """A namespace of Keyed dicts, such as `Named("v", variables)`. A wrong name raises NoSuchName, whose message lists
    the right names."""

    def __init__(self, title: str, members: SimpleNamespace):
        super().__init__(**{group: Keyed(f"{title}.{group}", own) for group, own in vars(members).items()})

    def __getattr__(self, group: str) -> Any:
        raise NoSuchName(f"there is no variable {group}; the variables are {', '.join(vars(self))}")


def shortened(text: str, size: int = SHORT) -> str:
    """Return a text on one line, cut after about `size` characters, without memory addresses."""
    text = re.sub(r"( object)? at 0x[0-9a-fA-F]+", "", " ".join(text.split()))
    return text if len(text) <= size else f"{text[:size]}..."


def code(key: Any) -> str:
    """Return a key as Python code: `Cell(0, 0), 5` for the pair of a cell and 5."""
    if isinstance(key, tuple):
        return ", ".join(f"({code(part)})" if isinstance(part, tuple) else code(part) for part in key)
    if is_dataclass(key) and not isinstance(key, type):
        return f"{type(key).__name__}({', '.join(code(getattr(key, own.name)) for own in fields(key) if own.init)})"
    return repr(key) if _is_plain(key) else shown(key)


def shown(found: Any) -> str:
    """Return a description of a value in a few words, for a remark."""
    if found is None:
        return "nothing (None)"
    if _is_plain(found):
        return shortened(repr(found))
    if isinstance(found, type):
        return f"the class {found.__name__}"
    if told := next((words for kind, words in KINDS if isinstance(found, kind)), None):
        return told
    if inspect.iscoroutine(found) or inspect.isasyncgen(found):
        return "a coroutine of an async def"
    if inspect.isroutine(found):
        return "a lambda function" if found.__name__ == "<lambda>" else f"the function {found.__name__}"
    if isinstance(found, Collection) and type(found).__module__ == "builtins":
        return f"a {type(found).__name__} of {len(found)}"
    kind = type(found).__name__
    return f"{'an' if kind[0] in 'AEIOUaeiou' else 'a'} {kind}"


def _is_plain(found: Any) -> bool:
    """Return whether a value consists only of numbers and texts, so that its `repr` is readable."""
    if isinstance(found, dict):
        found = [*found, *found.values()]
    if isinstance(found, list | tuple | set | frozenset):
        return all(_is_plain(part) for part in found)
    return found is None or found is ... or isinstance(found, int | float | complex | str | bytes | Fraction)


def stopped(error: Exception) -> str:
    """Return a sentence about an exception in the reader's code. It quotes the line of code if this line is known."""
    told, (number, line) = _told(error), _line(error)
    if number is None and isinstance(error, PuzzleError):  # a text was parsed, and no code of the reader ran
        return str(error)
    if number is None or not line:
        return told
    return f"{told}; line {number}" + (f": {line}" if len(told) + len(line) < MOST else "")


def _told(error: Exception) -> str:
    message = shortened(str(error), LONG)
    if isinstance(error, NoSuchKey | NoSuchName):
        return f"your code failed: {error}"
    if told := next((words for part, words in SCIP_SAYS.items() if part in str(error)), None):
        return f"your code stopped: {told}"
    if isinstance(error, KeyError) and all(isinstance(part, int) for part in _parts(error)) and _knows_cells(error):
        message += " (where keys are cells, write Cell(0, 0))"
    return f"your code stopped with {type(error).__name__}" + (f": {message}" if message else "")


def _parts(error: KeyError) -> tuple:
    key = error.args[0] if error.args else None
    return key if isinstance(key, tuple) and len(key) == 2 else (None,)


def _knows_cells(error: Exception) -> bool:
    """Return whether the code that failed has the name Cell."""
    return any("Cell" in frame.f_globals for frame, _ in [*traceback.walk_tb(error.__traceback__)][-1:])


def _line(error: Exception) -> tuple[int | None, str | None]:
    """Return (number, text) of the line in the reader's code at which an exception occurred, or (None, None) if it is
    unknown.

    The reader's file is the first file in the traceback that is not in this package.
    """
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if PACKAGE not in Path(frame.filename).parents]
    last = next((frame for frame in reversed(theirs) if frame.filename == theirs[0].filename), None)
    return (last.lineno, last.line) if last else (None, None)
