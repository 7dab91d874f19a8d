"""Problems that deduction leaves open, as plain data for every engine.

An *item* is a binary variable, called by its number.
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
    """The result of deduction that settles everything, instead of a `Problem`.

    Attributes
    ----------
    solution
        The only solution, or None.
    reason
        The reason why there is no solution.
    known
        As in a `Problem`.
    """

    solution: Any
    reason: str | None = None
    known: Mapping[Any, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Problem:
    """The problem that is left after deduction.

    Attributes
    ----------
    keys
        The key of each item in the chapter's model, in the order of the items' numbers from 0 on: an edge, a (cell,
        digit).
    deciding
        The number of deciding items, which come first: two solutions differ in these, and the other items follow from
        them. `decode` and `violated` read only these: an engine may leave out another item that only one constraint
        has.
    constraints
        The constraints that every solution satisfies.
    decode
        Function: the items that are 1 -> the solution.
    known
        key -> 0 or 1, where deduction settles it; a key with 0 may be left out.
    violated
        Function: the items that are 1 in a candidate -> the lazy constraints that the candidate violates, none if it is
        a solution. The candidate satisfies `constraints`. None where there are no lazy constraints.
    lacks
        Another solution lacks at least this many of the deciding items that are 1 in a solution; 0 if unknown.
    differs
        Another solution differs in at least this many of the deciding items.
    preferred
        Items for which 1 is the better first value.
    redundant
        Constraints that follow from `constraints` and the lazy ones, for engines that propagate sums; clauses leave
        them out.
    minimised
        Items to minimise: in a solution, as few of these are 1 as in any feasible point.
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
        """Return a no-good cut: every other solution satisfies the constraint, and the solution with these items does
        not."""
        chosen = [item for item in ones if item < self.deciding]
        if self.differs <= self.lacks:
            return Constraint(chosen, None, len(chosen) - self.lacks)
        own = set(chosen)
        signs = [-1 if item in own else 1 for item in range(self.deciding)]
        return Constraint(range(self.deciding), self.differs - len(chosen), None, signs)

    def clause(self, ones: Iterable[int]) -> tuple[list[int], list[int]]:
        """Return the no-good cut as a clause: items of which one is 1, or items of which one is 0."""
        chosen = [item for item in ones if item < self.deciding]
        if self.lacks:
            return [], chosen
        own = set(chosen)
        return [item for item in range(self.deciding) if item not in own], chosen


Statement = Callable[[Any], Problem | Settled]
