"""Checks of exercises. A check prints a verdict on an attempt at once, and never fails outside an assignment.

An *attempt* is what a reader passes to a check: a function, a number, a text. A check declares the *kind* of each
attempt, and judges only attempts that were converted to that kind:

    @check(function("n", numbers("variables", "constraints")))
    def check_size(size: Callable) -> Remarks:
        \"\"\"Exercise 1: `size(n)` returns the numbers (variables, constraints) of the n x n model.\"\"\"
        for n in (9, 4, 16):
            yield wrong_size(size(n), build(empty(n)), f"n = {n}")

A kind, also called a converter, is a function that takes an attempt, checks the attempt and returns it converted. It
raises Remark with a sentence for the reader, or NotAttempted for the placeholder `...`. This module has converters for
functions, numbers and texts; `puzzlekit.course.modelling` has converters for constraints and models; chapters define
more of them. Only converters run the reader's code, inside a block `with theirs():`, which turns exceptions of this
code into Remarks. Any other exception is a bug of the check and is raised.

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
    """The attempt at an exercise is still the notebook's placeholder `...`."""


class Remark(Exception):
    """An error in the attempt at an exercise. Its message is a sentence for the reader."""


class NotRight(AssertionError):
    """A graded attempt is not right. IPython shows only the message, without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def attempted(found: Any) -> Any:
    """Return the reader's result unchanged. Raise NotAttempted if the result is the placeholder `...`."""
    if found is ...:
        raise NotAttempted
    return found


def verdict(remarks: Remarks, right: str = "Right.", *, graded: bool = False) -> None:
    """Print the verdict on an attempt: the first remark that is not None, or `right` if there is no such remark. Also
    print a message if nothing was attempted, or if the check needs an engine that is missing.

    A remark that begins with "Right" accepts the attempt. `remarks` may be a generator that raises NotAttempted or
    Remark; any other exception is passed on.

    Raises
    ------
    NotRight
        If the attempt is graded and not right.
    MissingEngine
        If the attempt is graded and cannot be judged, because an engine is missing.
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
    """Return a decorator that makes a check from a function that yields remarks on converted attempts.

    `asked` are the converters of the attempts, in order. `right` is the message for an attempt without remarks. If a
    check can overlook errors, its message should promise less than "Right.".
    """

    def decorate(judge: Callable[..., Remarks]) -> Callable[..., None]:
        def judged(attempts: tuple) -> Iterator[str | None]:
            if len(attempts) != len(asked):
                raise Remark(
                    f"{judge.__name__}{inspect.signature(judge)} got {len(attempts)} arguments, expected {len(asked)}"
                )
            yield from judge(*(kind(attempt) for kind, attempt in zip(asked, attempts, strict=True)))

        @functools.wraps(judge)
        def checked(*attempts: Any, graded: bool = False) -> None:
            verdict(judged(attempts), right, graded=graded)

        return checked

    return decorate


@contextlib.contextmanager
def theirs() -> Iterator[None]:
    """Run a `with` block of the reader's code. Turn its exceptions into Remarks."""
    try:
        yield
    except (Remark, NotAttempted, MissingEngine):
        raise
    except Exception as error:
        raise Remark(stopped(error)) from error


def unlike(found: Any, expected: str) -> Remark:
    """Return, without raising it, a Remark of the form "found ..., expected ...": `found` is the reader's value, and
    `expected` describes a right value."""
    told = f"found {shown(found)}, expected {expected}"
    if inspect.isfunction(found):
        told += "; call the function and pass its result"
    return Remark(told)


# Functions


def function(takes: str, gives: Converter) -> Converter:
    """Return a converter of functions. `takes` lists the parameters of the reader's function, such as "puzzle v", and
    the converter `gives` converts the function's results.

    The converted attempt is a function that calls the reader's function and converts the result.
    """
    names = takes.split()

    def kind(attempt: Any) -> Callable:
        own = _callable(attempt, names)
        seen: list[Any] = []

        def ask(*arguments: Any) -> Any:
            with theirs():
                found = own(*arguments)
            if inspect.iscoroutine(found):
                found.close()
                raise Remark("found a coroutine; write `def`, not `async def`")
            if isinstance(found, Iterator):
                _unused(found, seen)
            if found is None:
                raise Remark("your function returns None; is a return or a yield missing, or never reached?")
            return gives(attempted(found))

        return ask

    return kind


def _callable(attempt: Any, names: list[str]) -> Callable:
    expected = f"a function of {', '.join(names) or 'nothing'}"
    if not callable(attempted(attempt)) or isinstance(attempt, type):
        raise Remark(f"found {shown(attempt)}, expected {expected}; pass the function itself, without ()")
    if isinstance(attempt, LazyFamily):
        raise Remark(f"found a lazy family, expected {expected}; remove @lazy.family")
    if inspect.iscoroutinefunction(attempt) or inspect.isasyncgenfunction(attempt):
        raise Remark(f"found an async def, expected {expected}; write `def`")
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
        raise Remark("your function returns the same generator twice; make a new one inside the function")
    seen.append(found)


# Numbers


def exact(found: Any) -> int | Fraction:
    """Convert a number to an exact whole number or fraction: the float 0.25 becomes 1/4, and the float 1 / 3 becomes
    1/3. Raise Remark if the attempt is not a number, or is a float that equals no fraction with a denominator up to
    100."""
    plain = _number(found)
    near = Fraction(plain).limit_denominator(100)
    if isinstance(plain, float) and float(near) != plain:
        close = abs(near - plain) < 1e-3
        hint = f"; for {near}, which is near, write {_written(near)}" if close else ""
        raise Remark(f"found {plain!r}, expected a whole number or a fraction{hint}")
    exactly = near if isinstance(plain, float) else Fraction(plain)
    return exactly.numerator if exactly.denominator == 1 else exactly


def decimal(found: Any) -> float:
    """Convert a number to a float. Raise Remark for anything else."""
    return float(_number(found))


def truth(found: Any) -> bool:
    """Convert True, False, 0 or 1 to a bool. Raise Remark for anything else."""
    plain = _plain(found)
    if not isinstance(plain, int) or plain not in (0, 1):
        raise unlike(found, "True or False")
    return bool(plain)


def numbers(*names: str, each: Converter = exact) -> Converter:
    """Return a converter of tuples, lists or arrays that have one number for each of `names`. `each` converts one
    number."""

    def kind(found: Any) -> tuple:
        own = _plain(attempted(found))
        if not isinstance(own, tuple | list) or len(own) != len(names):
            raise unlike(found, f"a tuple of {len(names)} numbers ({', '.join(names)})")
        return tuple(_filled(dict(zip(names, own, strict=True)), each).values())

    return kind


def table(each: Converter = exact) -> Converter:
    """Return a converter of dicts {name: number}; `each` converts one number."""

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
        raise Remark(f"found '...' for {shortened(empty[0])}, expected a number")
    return {name: each(part) for name, part in own.items()}


def _plain(found: Any) -> Any:
    """Return a NumPy number or array as Python numbers or lists, and any other object unchanged."""
    return found.tolist() if type(found).__module__ == "numpy" and hasattr(found, "tolist") else found


def _number(found: Any) -> int | float | Fraction:
    plain = _plain(attempted(found))
    if isinstance(plain, bool) or not isinstance(plain, int | float | Fraction) or not math.isfinite(plain):
        raise unlike(found, "a number")
    return plain


def _written(number: Fraction) -> str:
    return str(number) if number.denominator == 1 else f"Fraction({number.numerator}, {number.denominator})"


# Texts


def picture(parse: Callable[[str], Any]) -> Converter:
    """Return a converter of texts to puzzles. `parse` reads a text, which may be indented. A puzzle, or a board that
    shows a puzzle, is accepted, too.

    If `parse` is a puzzle type's `parse_solution`, the converter converts texts to solutions instead.
    """
    wanted = inspect.signature(parse).return_annotation
    what = wanted.__name__.lower()

    def kind(found: Any) -> Any:
        with contextlib.suppress(PuzzleError):  # the board may show no valid puzzle
            found = getattr(found, what, found)
        if isinstance(found, wanted):
            return found
        if not isinstance(attempted(found), str):
            raise unlike(found, f"the picture of a {what} as a text")
        if "\n" in found.strip():
            return _parsed(parse, found)
        with contextlib.suppress(PuzzleError):  # `parse` reads ids in one line
            return parse(found)
        raise unlike(found, "a picture, line by line; str(load(name)) gives the picture of a data file")

    return kind


def _parsed(parse: Callable[[str], Any], text: str) -> Any:
    with contextlib.suppress(PuzzleError):
        return parse(text)
    first, mark, rest = text.partition("\n")
    try:
        return parse(f"{first.strip()}{mark}{textwrap.dedent(rest)}")
    except PuzzleError as error:
        raise Remark(str(error)) from error
