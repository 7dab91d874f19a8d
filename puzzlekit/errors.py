"""What can go wrong, said in words that a reader can act on."""

from collections.abc import Sequence
from typing import Any


def counted(number: int, noun: str) -> str:
    """A number with its noun: "1 row", "2 rows"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


class PuzzleError(ValueError):
    """Something about a puzzle, a model or a request is not as it must be.

    The message names the place, what was found and what was expected.
    `line` and `column` (one-based, or None) say where in a text.
    """

    def __init__(self, message: str, *, line: int | None = None, column: int | None = None):
        place = [f"{word} {number}" for word, number in (("line", line), ("column", column)) if number is not None]
        super().__init__(f"{', '.join(place)}: {message}" if place else message)
        self.line = line
        self.column = column


class ParseError(PuzzleError):
    """A text that has no meaning as a puzzle or as a solution."""


class Unsuited(PuzzleError):
    """This formulation does not take this kind of puzzle."""


class NoSolution(PuzzleError):
    """It is proved that the puzzle has no solution."""


class Unbounded(PuzzleError):
    """The objective can be improved for ever, so no solution is the best."""


class TimeLimitReached(PuzzleError):
    """A limit ended the search before the question was answered.

    `result` holds what was found until then: a tuple of solutions, each of them checked.
    """

    def __init__(self, message: str, result: Sequence[Any] = ()):
        super().__init__(message)
        self.result = tuple(result)


class WrongAnswer(PuzzleError):
    """A solver's answer breaks a rule of the puzzle: the model lacks a rule, or the solver has a bug."""


def expect(found: object, kind: type | tuple[type, ...], expected: str) -> None:
    """Raise PuzzleError, "found tuple, expected ...", if this is of no such kind."""
    if not isinstance(found, kind):
        raise PuzzleError(f"found {type(found).__name__}, expected {expected}")
