"""Data types shared by all puzzles: elements of a board, violated rules, steps of reasoning.

An element is a cell, point, edge or label; a state is a value that the element can take; its candidates are the states
that are still possible. Rows, columns and indices are counted from zero in Python and from one in everything that a
person reads.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain, cycle
from operator import call
from typing import Any, Protocol, TypeVar

from puzzlekit.core.errors import PuzzleError, expect, shown, validate_args
from puzzlekit.core.grammar import listed
from puzzlekit.core.installation import folder
from puzzlekit.core.type_checks import is_a

DATA = folder("data")
FEW = 4  # the most elements that a step names


@dataclass(frozen=True, order=True, slots=True)
class _Place:
    """The base class of cells and points: a row and a column. A cell never equals a point."""

    row: int
    column: int

    def __post_init__(self) -> None:
        if type(self.row) is type(self.column) is int:  # a quick check first: models create many places
            return
        for name, number in (("row", self.row), ("column", self.column)):
            if not is_a(number, int):
                kind = type(self).__name__.lower()
                raise PuzzleError(f"found a {kind} with {name} = {shown(number)}, expected a whole number")

    def numbers(self) -> tuple[int, ...]:
        """Return the row and the column, counted from one as in names and messages."""
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
    """An edge between two cells or two points. Its ends are sorted: `Edge(p, q)` equals `Edge(q, p)`."""

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
        """Return the row and column of both ends as four numbers, counted from one as in names and messages."""
        return self.a.numbers() + self.b.numbers()

    def __str__(self) -> str:
        kind = "cells" if isinstance(self.a, Cell) else "points"
        (i, j), (k, m) = self.a.numbers(), self.b.numbers()
        return f"{kind} ({i},{j})-({k},{m})"


@dataclass(frozen=True, order=True, slots=True)
class Label:
    """A label beside the board, such as a row's number or a row's count. `Label("row", 2)` is the label of the third
    row."""

    side: str
    index: int

    def numbers(self) -> tuple[int, ...]:
        """Return the label's index as a tuple of one number, counted from one as in names and messages."""
        return (self.index + 1,)

    def __str__(self) -> str:
        return f"{self.side} {self.index + 1}"


Element = Cell | Point | Edge | Label


def as_element(found: Any) -> str:
    """Return a text that shows an object in an error message. The object should be an element, but need not be."""
    return str(found) if isinstance(found, Element) else shown(found)


Candidates = Mapping[Any, frozenset]  # element -> the states still possible
LPValues = Mapping[tuple[Any, Any], float]  # (element, state) -> value


@dataclass(frozen=True)
class Violation:
    """A violated rule: the rule's name (also the name of its constraint family), the elements that violate it, and a
    sentence that describes the violation."""

    rule: str
    where: tuple[Element, ...]
    message: str

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True)
class Step:
    """One step of reasoning without search.

    `candidates` maps each element of the step's conclusion to the states that remain possible. A single state decides
    the element; an empty set is a contradiction. `where` holds the elements that the rule looks at.
    """

    candidates: Candidates
    rule: str
    where: tuple[Element, ...]

    def __str__(self) -> str:
        """Return the rule and the conclusion: "hidden_single: cell (6,5) is 3". If the step decides elements, the text
        does not mention elements that remain undecided."""
        if not all(self.candidates.values()):
            return f"{self.rule}: no state is left for {listed([*map(str, self.where)], FEW)}"
        decided = {element: states for element, states in self.candidates.items() if len(states) == 1}
        alike: dict[frozenset, list[str]] = {}
        for element, states in (decided or self.candidates).items():
            alike.setdefault(states, []).append(str(element))
        told = (f"{listed(names, FEW)} {_said(names, states)}" for states, names in alike.items())
        return f"{self.rule}: {'; '.join(told)}"


def _said(names: Sequence[str], states: frozenset) -> str:
    verb = "in" if len(states) > 1 else "is" if len(names) == 1 else "are"
    return f"{verb} {', '.join(sorted(map(str, states)))}"


class Narrowing(Protocol):
    """A conclusion that excludes states of elements: a `Step`, or a puzzle type's own class with bit masks as
    states."""

    @property
    def candidates(self) -> Mapping[Any, Any]:
        """Return {element: remaining states} for each element that lost states. An element without remaining states is
        a contradiction."""


Narrowed = TypeVar("Narrowed", bound=Narrowing)


def propagate(first: Iterable[Narrowed], rules: Sequence[Callable[[], Iterable[Narrowed]]]) -> Iterator[Narrowed]:
    """Yield the steps in `first`, then the steps of each rule in turn, until no rule returns another step.

    Each rule is a function without arguments that returns its new steps. A step that leaves an element without states
    is the last step.
    """

    silent = -1  # the number of rules in a row without a step: `first` is no rule
    for steps in chain([first], map(call, cycle(rules))):  # no generator, whose end could lose an interrupt
        silent += 1
        for step in steps:
            silent = 0
            yield step
            if not all(step.candidates.values()):
                return
        if silent == len(rules):
            return


@validate_args
def apply_steps(steps: Iterable[Step], candidates: Candidates) -> dict[Any, frozenset]:
    """Return the candidates that remain after these steps."""
    left = dict(candidates)
    for step in steps:
        left.update(step.candidates)
    return left


def propagate_once(steps: Iterable[Step], candidates: Candidates) -> dict[Any, frozenset]:
    """Return the candidates after only those steps that a person sees at once: steps whose rules look at no element
    that lost states in an earlier step. A conclusion is skipped if it would leave an element without any state."""
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


def contradiction(steps: Sequence[Step]) -> Step | None:
    """Return the last step if it leaves an element without any state. Otherwise return None."""
    last = next(reversed(steps), None)
    return last if last and not all(last.candidates.values()) else None


def edges_of(found: Any) -> Iterator[Edge]:
    """Yield the edges in an iterable. Raises PuzzleError at the first item that is not an edge."""
    expect(found, Iterable, "edges")
    for edge in found:
        if type(edge) is not Edge:
            raise PuzzleError(f"found {shown(edge)}, expected an edge")
        yield edge


def checked_candidates(
    candidates: Any, possible: Mapping[Any, Iterable[Any]], beside: Collection[Any] = ()
) -> dict[Any, frozenset]:
    """Return {element: candidates} for all elements. An element has the states that `candidates` gives; an element that
    is not in `candidates` has all its states in `possible`, {element: states}. If `candidates` is None, each element
    has all its states.

    Elements in `beside` are ignored. Raises PuzzleError if an element or a state is not in `possible`, or if
    `candidates` is not a dict of sets.
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
            expected = f"states among {', '.join(map(str, known))}"
            raise PuzzleError(f"{element}: found the state {shown(strangers[0])}, expected {expected}")
    return {element: frozenset(candidates.get(element, states)) for element, states in possible.items()}
