"""The problem that remains of a puzzle after deduction, as plain data for every engine.

An *item* is a binary variable, identified by its number. Deduction *settles* a variable if only one value is possible.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Constraint(NamedTuple):
    """The linear constraint `lower <= sum of coefficient x item <= upper`.

    Attributes
    ----------
    items
        The numbers of the items, all different.
    lower, upper
        Whole numbers; None if the sum has no such bound.
    coefficients
        Whole numbers, one for each item; None if all are 1.
    """

    items: Sequence[int]
    lower: int | None
    upper: int | None
    coefficients: Sequence[int] | None = None


@dataclass(frozen=True)
class Settled:
    """The result of a deduction that settles every variable, instead of a `Problem`.

    Attributes
    ----------
    solution
        The only solution, or None if there is no solution.
    known
        {key: 0 or 1} for the keys of the variables; a key with the value 0 may be missing.
    """

    solution: Any
    known: Mapping[Any, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Problem:
    """The variables (here called items) that deduction has not settled, and their constraints.

    Attributes
    ----------
    keys
        The key of each item in the model of the puzzle type's notebook, such as an edge or a (cell, digit), in the
        order of the items' numbers from 0 on.
    deciding
        The number of deciding items, which come first. Any two solutions differ in a deciding item. `decode` and
        `violated` read only deciding items, so an engine may eliminate an
        item that is not deciding and is in only one constraint.
    constraints
        The constraints that every solution satisfies.
    decode
        Function that returns the solution for the list of items that are 1.
    known
        {key: 0 or 1} for the keys that deduction settled; a key with the value 0 may be missing.
    violated
        Function that returns the lazy constraints that a candidate violates, given the items that are 1. It returns no
        constraint if the candidate is a solution. A candidate satisfies `constraints`. None if there are no lazy
        constraints.
    lacks
        A lower bound on the number of deciding items that are 1 in one solution and 0 in another; 0 if no bound is
        known.
    differs
        A lower bound on the number of deciding items in which two solutions differ.
    preferred
        Items for which an engine should first try the value 1.
    redundant
        Constraints that follow from `constraints` and the lazy constraints. They help engines that propagate sums;
        engines that use clauses ignore them.
    minimised
        The objective: as few of these items as possible are 1 in a solution. Empty if there is no objective.
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
        """Return the number of items."""
        return len(self.keys)

    def another(self, ones: Iterable[int]) -> Constraint:
        """Return a no-good cut: a constraint that only one solution violates. `ones` are the items that are 1 in this
        solution."""
        chosen = [item for item in ones if item < self.deciding]
        if self.differs <= self.lacks:
            return Constraint(chosen, None, len(chosen) - self.lacks)
        own = set(chosen)
        signs = [-1 if item in own else 1 for item in range(self.deciding)]
        return Constraint(range(self.deciding), self.differs - len(chosen), None, signs)

    def clause(self, ones: Iterable[int]) -> tuple[list[int], list[int]]:
        """Return the no-good cut that forbids the solution in which the items `ones` are 1. The cut is a clause, as a
        pair of lists: an item of the first list must be 1, or an item of the second list must be 0."""
        chosen = [item for item in ones if item < self.deciding]
        if self.lacks:
            return [], chosen
        own = set(chosen)
        return [item for item in range(self.deciding) if item not in own], chosen


Statement = Callable[[Any], Problem | Settled]  # a puzzle -> the problem that remains after deduction
