"""What deduction leaves open of a puzzle, as plain data that every engine can be given.

An *item* is a variable that is 0 or 1, and goes by its number.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Constraint(NamedTuple):
    """`lower <= sum of coefficient x item <= upper`.

    Attributes
    ----------
    items
        Numbers of items, none of them twice.
    lower, upper
        Whole numbers; None where there is no such side.
    coefficients
        Whole numbers, one for each item; None where all are 1.
    """

    items: Sequence[int]
    lower: int | None
    upper: int | None
    coefficients: Sequence[int] | None = None


@dataclass(frozen=True)
class Settled:
    """What is given instead of a `Problem` where deduction settles everything.

    Attributes
    ----------
    solution
        The only one, or None.
    reason
        Why there is none.
    known
        As of a `Problem`.
    """

    solution: Any
    reason: str | None = None
    known: Mapping[Any, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Problem:
    """What is left to decide.

    Attributes
    ----------
    keys
        What each item is in the model of the text, in the order of their numbers from 0 on: an edge, a (cell, digit).
    deciding
        How many of the first items decide: two solutions differ in these, and the others follow from them.
        `decode` and `violated` look at these alone: an engine may leave out another item that one row only has.
    constraints
        What holds for every solution.
    decode
        The items that are 1 -> the solution.
    known
        key -> 0 or 1, where deduction settles it; what is 0 may be left out.
    violated
        The items that are 1 in a candidate that satisfies all constraints -> further constraints that it violates, none
        if it is a solution; of them there are too many to be stated. None where all constraints are stated.
    lacks
        Another solution lacks so many of the deciding items that are 1 in a solution, at least; 0 if that is not known.
    differs
        It differs in so many of the deciding items, at least.
    preferred
        Items that are better tried as 1 first.
    redundant
        What follows from `constraints` and from what is `violated`, for engines that add up; clauses do without.
    minimised
        Items: solutions are those alone in which as few of these are 1 as in any.
    """

    keys: Sequence[Any]
    deciding: int
    constraints: Sequence[Constraint]
    decode: Callable[[Sequence[int]], Any]
    known: Mapping[Any, int] = field(default_factory=dict)
    violated: Callable[[Sequence[int]], Iterable[Constraint]] | None = None
    lacks: int = 1
    differs: int = 1
    preferred: Sequence[int] = ()
    redundant: Sequence[Constraint] = ()
    minimised: Sequence[int] = ()

    @property
    def size(self) -> int:
        """The number of items."""
        return len(self.keys)

    def another(self, ones: Iterable[int]) -> Constraint:
        """What every other solution satisfies, and not the one with these items."""
        chosen = [item for item in ones if item < self.deciding]
        if self.differs <= self.lacks:
            return Constraint(chosen, None, len(chosen) - self.lacks)
        own = set(chosen)
        signs = [-1 if item in own else 1 for item in range(self.deciding)]
        return Constraint(range(self.deciding), self.differs - len(chosen), None, signs)

    def clause(self, ones: Iterable[int]) -> tuple[list[int], list[int]]:
        """The same as a clause: items of which one is 1, or items of which one is 0."""
        chosen = [item for item in ones if item < self.deciding]
        if self.lacks:
            return [], chosen
        own = set(chosen)
        return [item for item in range(self.deciding) if item not in own], chosen


Statement = Callable[[Any], Problem | Settled]
