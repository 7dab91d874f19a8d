"""Data types shared by all puzzles: elements of a board, violated rules, steps of reasoning.

Elements count from zero in Python and from one in everything that a person reads.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any, Protocol, TypeVar

from puzzlekit.core.errors import PuzzleError, expect, shown, validate_args
from puzzlekit.core.installation import folder
from puzzlekit.core.type_checks import is_a

DATA = folder("data")


@dataclass(frozen=True, order=True, slots=True)
class _Place:
    """The common part of cells and points. A cell never equals a point."""

    row: int
    column: int

    def __post_init__(self) -> None:
        if type(self.row) is type(self.column) is int:  # models look places up all the time
            return
        for name, number in (("row", self.row), ("column", self.column)):
            if not is_a(number, int):
                kind = type(self).__name__.lower()
                raise PuzzleError(f"found {name} = {shown(number)} of a {kind}, expected a whole number")

    def numbers(self) -> tuple[int, ...]:
        """Return one-based numbers, as used in names and messages."""
        return self.row + 1, self.column + 1


@dataclass(frozen=True, order=True, slots=True)
class Cell(_Place):
    """A square of the grid."""

    def __str__(self) -> str:
        return f"cell ({self.row + 1},{self.column + 1})"


@dataclass(frozen=True, order=True, slots=True)
class Point(_Place):
    """A point of a lattice."""

    def __str__(self) -> str:
        return f"point ({self.row + 1},{self.column + 1})"


@dataclass(frozen=True, order=True, slots=True)
class Edge:
    """An edge between two cells or two points. Its ends are sorted, so that each edge has one name."""

    a: Cell | Point
    b: Cell | Point
    _hash: int = field(init=False, repr=False, compare=False)  # stored: models look up edges all the time

    def __post_init__(self) -> None:
        if type(self.a) is not type(self.b) or type(self.a) not in (Cell, Point):
            raise PuzzleError(
                f"an edge joins two cells or two points, not {as_element(self.a)} and {as_element(self.b)}"
            )
        if self.b < self.a:  # type: ignore[operator]  # of one type, as checked above
            a, b = self.a, self.b
            object.__setattr__(self, "a", b)
            object.__setattr__(self, "b", a)
        object.__setattr__(self, "_hash", hash((self.a, self.b)))

    def __hash__(self) -> int:
        return self._hash

    def other(self, end: Cell | Point) -> Any:
        """Return the opposite end of the edge. Raises PuzzleError if `end` is not an end of the edge."""
        if end == self.a:
            return self.b
        if end == self.b:
            return self.a
        raise PuzzleError(f"found {as_element(end)}, expected one of the two ends of {self}")

    def numbers(self) -> tuple[int, ...]:
        """Return one-based numbers, as used in names and messages."""
        return self.a.numbers() + self.b.numbers()

    def __str__(self) -> str:
        kind = "cells" if isinstance(self.a, Cell) else "points"
        (i, j), (k, m) = self.a.numbers(), self.b.numbers()
        return f"{kind} ({i},{j})-({k},{m})"


@dataclass(frozen=True, order=True, slots=True)
class Label:
    """A label beside the board: `Label("row", 2)` is the number or the count of the third row."""

    side: str
    index: int

    def numbers(self) -> tuple[int, ...]:
        """Return one-based numbers, as used in names and messages."""
        return (self.index + 1,)

    def __str__(self) -> str:
        return f"{self.side} {self.index + 1}"


Element = Cell | Point | Edge | Label


def as_element(found: Any) -> str:
    """Return an object as a message shows it where an element was expected."""
    return str(found) if isinstance(found, Element) else shown(found)


Candidates = Mapping[Any, frozenset]  # element -> the states still possible
LPValues = Mapping[tuple[Any, Any], float]  # (element, state) -> value


@dataclass(frozen=True)
class Violation:
    """A violated rule: its name (also the name of its constraint family), the elements, and a sentence."""

    rule: str
    where: tuple[Element, ...]
    message: str

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True)
class Step:
    """One step of reasoning without search.

    `candidates` maps each element that the step settles or narrows to its remaining states: an empty set is a
    contradiction. `where` holds the elements that the reason mentions.
    """

    candidates: Candidates
    rule: str
    where: tuple[Element, ...]
    message: str

    def __str__(self) -> str:
        return self.message


class Narrowing(Protocol):
    """A deduction: a `Step`, or candidates without a reason in words."""

    @property
    def candidates(self) -> Mapping[Any, Any]:
        """Return each narrowed element with its remaining states. An element without any state is a contradiction."""


Narrowed = TypeVar("Narrowed", bound=Narrowing)


def propagate(first: Iterable[Narrowed], rules: Sequence[Callable[[], Iterable[Narrowed]]]) -> Iterator[Narrowed]:
    """Yield the first steps, then the steps of the rules in turn, until no rule yields another step.

    A step that leaves an element without any state is the last one.
    """

    def taken() -> Iterator[Narrowed]:
        yield from first
        silent = 0
        for rule in cycle(rules):
            silent += 1
            for step in rule():
                silent = 0
                yield step
            if silent == len(rules):
                return

    for step in taken():
        yield step
        if not all(step.candidates.values()):
            return


@validate_args
def apply_steps(steps: Iterable[Step], candidates: Candidates) -> dict[Any, frozenset]:
    """Return the candidates that remain after these steps."""
    left = dict(candidates)
    for step in steps:
        left.update(step.candidates)
    return left


def propagate_once(steps: Iterable[Step], candidates: Candidates) -> dict[Any, frozenset]:
    """Return the candidates after those steps that a person sees at once: their reasons mention no element that an
    earlier step has narrowed. A narrowing that would leave an element without any state is skipped."""
    now, left = dict(candidates), dict(candidates)
    narrowed: set[Any] = set()
    for step in steps:
        gone = {element: now[element] - states for element, states in step.candidates.items() if element in now}
        lost = {element: states for element, states in gone.items() if states}
        if not any(element in narrowed for element in step.where if element not in lost):
            left |= {element: left[element] - states for element, states in lost.items() if left[element] - states}
        now |= {element: now[element] - states for element, states in lost.items()}
        narrowed |= lost.keys()
    return left


def contradiction(steps: Sequence[Step]) -> str | None:
    """Return the sentence of the last step if that step leaves an element without any state, or None."""
    last = next(reversed(steps), None)
    return last.message if last and not all(last.candidates.values()) else None


def edges_of(found: Any) -> Iterator[Edge]:
    """Yield each edge. Raises PuzzleError at the first object that is not an edge."""
    expect(found, Iterable, "edges")
    for edge in found:
        if type(edge) is not Edge:
            raise PuzzleError(f"found {shown(edge)}, expected an edge")
        yield edge


def checked_candidates(
    candidates: Any, possible: Mapping[Any, Iterable[Any]], beside: Collection[Any] = ()
) -> dict[Any, frozenset]:
    """Return the candidates of each element: the given ones, or all `possible` states of an element that was left out.

    Elements in `beside` are ignored. Raises PuzzleError if an element or a state does not exist, or if the candidates
    are not a dict of sets.
    """
    candidates = {} if candidates is None else candidates
    expect(candidates, Mapping, "a dict {element: set of the states still possible}")
    for element, states in candidates.items():
        if element in beside:
            continue
        if element not in possible:
            raise PuzzleError(f"found candidates of {as_element(element)}, expected an element of this puzzle")
        expect(states, Set, f"a set of states of {element}")
        known = list(possible[element])
        if strangers := [state for state in states if state not in known]:
            expected = f"of {', '.join(map(str, known))}"
            raise PuzzleError(f"{element}: found the state {shown(strangers[0])}, expected some {expected}")
    return {element: frozenset(candidates.get(element, states)) for element, states in possible.items()}
