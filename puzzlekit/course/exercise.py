"""Checks of exercises: each attempt gets a kind answer at once, and a check never fails outside an assignment.

A check declares the kind of each attempt, and judges only attempts that were converted to that kind:

    @check(function("n", numbers("variables", "constraints")))
    def check_size(size: Callable) -> Remarks:
        \"\"\"Exercise 1: `size(n)` is (variables, constraints) of the n x n model.\"\"\"
        for n in (9, 4, 16):
            yield wrong_size(size(n), build(empty(n)), f"n = {n}")

A *kind* is a function that takes an attempt and returns it checked and converted. A kind raises Remark with a sentence
for the reader, or NotAttempted for the placeholder `...`. Kinds of functions, numbers and texts are here, of
constraints and models in `puzzlekit.course.modelling`, and a chapter may define its own kinds. Only kinds run the
reader's code, inside `theirs`, which turns its exceptions into Remarks. Any other exception is a bug of the check and
is raised.

In an assignment, a check is called with `graded=True`, and then fails unless the attempt is right: nbgrader gives a
point for a cell that does not fail.
"""

import contextlib
import functools
import inspect
import math
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from puzzlekit.core.errors import MissingEngine, PuzzleError
from puzzlekit.course.sentences import shortened, shown, stopped
from puzzlekit.scip.handler import LazyFamily

Converter = Callable[[Any], Any]
Remarks = Iterable[str | None]


class NotAttempted(Exception):
    """An attempt that is still the notebook's placeholder."""


class Remark(Exception):
    """The error in an attempt, as a sentence for the reader."""


class NotRight(AssertionError):
    """The failure of a graded attempt that is not right; IPython shows only its sentence."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def attempted(found: Any) -> Any:
    """Return the reader's result. Raises NotAttempted if it is the placeholder `...`."""
    if found is ...:
        raise NotAttempted
    return found


def verdict(remarks: Remarks, right: str = "Right.", *, graded: bool = False) -> None:
    """Print the first remark on an attempt, or that it is right, or that there is no attempt, or no engine to judge it.
    A remark that begins with "Right" accepts the attempt.

    `remarks` may be a generator that raises NotAttempted or Remark; any other exception passes.

    Raises
    ------
    NotRight
        If the attempt is graded and not right.
    MissingEngine
        If the attempt is graded and cannot be judged; the attempt is not at fault.
    """
    try:
        with contextlib.redirect_stderr(sys.stdout):  # nbgrader takes a warning for a failure
            said = _said(remarks, right)
    except MissingEngine as missing:
        if graded:
            raise
        said = f"Cannot be judged here: {missing}"
    if graded and not said.startswith("Right"):
        raise NotRight(said)
    print(said)


def _said(remarks: Remarks, right: str) -> str:
    try:
        remark = next((remark for remark in remarks if remark is not None), right)
    except NotAttempted:
        return "not attempted yet"
    except Remark as told:
        return f"Not yet: {told}"
    return remark if remark.startswith("Right") else f"Not yet: {remark}"


def check(*asked: Converter, right: str = "Right.") -> Callable[[Callable[..., Remarks]], Callable[..., None]]:
    """Make a check from a function that yields remarks; the function gets each attempt as converted by its kind.

    `right` is the message for an attempt without remarks; a check that can refute but not prove should promise less.
    """

    def decorate(judge: Callable[..., Remarks]) -> Callable[..., None]:
        def judged(attempts: tuple) -> Iterator[str | None]:
            if len(attempts) != len(asked):
                raise Remark(f"{judge.__name__}{inspect.signature(judge)} was handed {len(attempts)} of {len(asked)}")
            yield from judge(*(kind(attempt) for kind, attempt in zip(asked, attempts, strict=True)))

        @functools.wraps(judge)
        def checked(*attempts: Any, graded: bool = False) -> None:
            verdict(judged(attempts), right, graded=graded)

        return checked

    return decorate


@contextlib.contextmanager
def theirs() -> Iterator[None]:
    """Turn exceptions of the reader's code in this context into Remarks."""
    try:
        yield
    except (Remark, NotAttempted, MissingEngine):
        raise
    except Exception as error:
        raise Remark(stopped(error)) from error


def unlike(found: Any, expected: str) -> Remark:
    """Return the remark on a value that is not of the expected kind."""
    told = f"found {shown(found)}, expected {expected}"
    if inspect.isfunction(found):
        told += "; call it, and hand in what it gives"
    return Remark(told)


# Functions


def function(takes: str, gives: Converter) -> Converter:
    """Return the kind of functions with these parameters, `function("puzzle v", ...)`, whose results are of a kind."""
    names = takes.split()

    def kind(attempt: Any) -> Callable:
        own = _callable(attempt, names)
        seen: list[Any] = []

        def ask(*arguments: Any) -> Any:
            with theirs():
                found = own(*arguments)
            if inspect.iscoroutine(found):
                found.close()
                raise Remark("found a coroutine; use plain def")
            if isinstance(found, Iterator):
                _unused(found, seen)
            if found is None:
                raise Remark("your function gives nothing (None); is a return or a yield missing, or not reached?")
            return gives(attempted(found))

        return ask

    return kind


def _callable(attempt: Any, names: list[str]) -> Callable:
    expected = f"a function of {', '.join(names) or 'nothing'}"
    if not callable(attempted(attempt)) or isinstance(attempt, type):
        raise Remark(f"found {shown(attempt)}, expected {expected}; pass the function itself, without ()")
    if isinstance(attempt, LazyFamily):
        raise Remark(f"found a lazy family, expected {expected}; leave @lazy.family out")
    if inspect.iscoroutinefunction(attempt) or inspect.isasyncgenfunction(attempt):
        raise Remark(f"found an async def, expected {expected}; write def")
    with contextlib.suppress(ValueError):  # some built-in functions have no signature
        own = inspect.signature(attempt)
        try:
            own.bind(*names)
        except TypeError:
            raise Remark(f"found a function of {shortened(str(own))}, expected {expected}") from None
    return attempt


def _unused(found: Iterator, seen: list[Any]) -> None:
    started = inspect.isgenerator(found) and inspect.getgeneratorstate(found) != inspect.GEN_CREATED
    if started or any(found is one for one in seen):
        raise Remark("your function gives one generator twice, and it is used up; make it inside of the function")
    seen.append(found)


# Numbers


def exact(found: Any) -> int | Fraction:
    """Convert a number to an exact fraction. A float such as 0.25 or 1 / 3 becomes the fraction 1/4 or 1/3.
    It is a kind, see above."""
    plain = _number(found, "a number")
    near = Fraction(plain).limit_denominator(100)
    if isinstance(plain, float) and float(near) != plain:
        close = abs(near - plain) < 1e-3
        hint = f"; it is near {near} but not equal: give {_written(near)}" if close else ""
        raise Remark(f"found {plain!r}, expected a whole number or a fraction{hint}")
    exactly = near if isinstance(plain, float) else Fraction(plain)
    return exactly.numerator if exactly.denominator == 1 else exactly


def decimal(found: Any) -> float:
    """Convert a number to a float. It is a kind, see above."""
    return float(_number(found, "a number"))


def truth(found: Any) -> bool:
    """Convert True, False, 0 or 1 to a bool. It is a kind, see above."""
    plain = _plain(found)
    if not isinstance(plain, int) or plain not in (0, 1):
        raise unlike(found, "True or False")
    return bool(plain)


def numbers(*names: str, each: Converter = exact) -> Converter:
    """Return the kind of tuples, lists or arrays with one number for each of these names."""

    def kind(found: Any) -> tuple:
        own = _plain(attempted(found))
        if not isinstance(own, tuple | list) or len(own) != len(names):
            raise unlike(found, f"a tuple of {len(names)} numbers ({', '.join(names)})")
        return tuple(_filled(dict(zip(names, own, strict=True)), each).values())

    return kind


def table(each: Converter = exact) -> Converter:
    """Return the kind of dicts from names to numbers."""

    def kind(found: Any) -> dict:
        if not isinstance(attempted(found), Mapping) or not all(isinstance(key, str) for key in found):
            raise unlike(found, "a dict from names to numbers, such as {'name': 1}")
        return _filled(found, each)

    return kind


def _filled(own: Mapping[str, Any], each: Converter) -> dict[str, Any]:
    empty = [name for name, part in own.items() if part is ...]
    if empty and len(empty) == len(own):
        raise NotAttempted
    if empty:
        raise Remark(f"found ... for {shortened(empty[0])}, expected a number")
    return {name: each(part) for name, part in own.items()}


def _plain(found: Any) -> Any:
    """Convert a NumPy number or array to Python numbers or lists."""
    return found.tolist() if type(found).__module__ == "numpy" and hasattr(found, "tolist") else found


def _number(found: Any, expected: str) -> int | float | Fraction:
    plain = _plain(attempted(found))
    if isinstance(plain, bool) or not isinstance(plain, int | float | Fraction) or not math.isfinite(plain):
        raise unlike(found, expected)
    return plain


def _written(number: Fraction) -> str:
    return str(number) if number.denominator == 1 else f"Fraction({number.numerator}, {number.denominator})"


# Texts


def picture(parse: Callable[[str], Any]) -> Converter:
    """Return the kind of puzzle texts, read by `parse`. Texts may be indented; a puzzle or its board is accepted too.

    With the `parse_solution` of a puzzle, the kind is that of the texts of solutions.
    """
    wanted = inspect.signature(parse).return_annotation
    what = wanted.__name__.lower()

    def kind(found: Any) -> Any:
        with contextlib.suppress(PuzzleError):  # a board whose picture is no puzzle
            found = getattr(found, what, found)
        if isinstance(found, wanted):
            return found
        if not isinstance(attempted(found), str):
            raise unlike(found, f"the picture of a {what} as a text")
        if "\n" in found.strip():
            return _parsed(parse, found)
        with contextlib.suppress(PuzzleError):  # `parse` reads ids in one line
            return parse(found)
        raise unlike(found, "a picture, line by line; of a data file it is str(load(name))")

    return kind


def _parsed(parse: Callable[[str], Any], text: str) -> Any:
    with contextlib.suppress(PuzzleError):
        return parse(text)
    first, mark, rest = text.partition("\n")
    try:
        return parse(f"{first.strip()}{mark}{textwrap.dedent(rest)}")
    except PuzzleError as error:
        raise Remark(str(error)) from error
