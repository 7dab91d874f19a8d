"""Counts as clauses: how many of some literals are true, or the sum of the factors of true literals."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Any

from puzzlekit.engines.sat import SatSolver


class CardinalityEncoder:
    """An encoder of cardinality constraints. Each constraint takes new variables of the solver, numbered after
    `last`."""

    def __init__(self, solver: SatSolver, last: int):
        self.solver, self.last = solver, last

    def at_most(self, most: int, literals: Sequence[int]) -> None:
        """State that at most this many of the literals are true."""
        from pysat.card import CardEnc

        self._state(CardEnc.atmost, most, literals)

    def exactly(self, number: int, literals: Sequence[int]) -> None:
        """State that exactly this many of the literals are true."""
        from pysat.card import CardEnc

        if 0 <= number <= len(literals):
            self._state(CardEnc.equals, number, literals)
        else:
            self.solver.add_clause([])

    def _state(self, encode: Callable[..., Any], number: int, literals: Sequence[int]) -> None:
        encoded = self.solver.apart(partial(encode, [*literals], number, self.last))
        self.last = max(self.last, encoded.nv)
        self.solver.append_formula(encoded.clauses)

    def sums(
        self, lower: int | None, upper: int | None, literals: Sequence[int], factors: Sequence[int]
    ) -> Iterator[list[int]]:
        """Yield clauses that bound the sum of the true literals' factors, by a decision diagram of partial sums.

        Each partial sum of the first literals has a variable, unless its every completion is allowed, or none is.
        """
        least, most = (_rest(bound, factors) for bound in (min, max))
        at: dict[int, list[int]] = {0: []}  # partial sum -> the negated literal for reaching it
        for place, (literal, factor) in enumerate(zip(literals, factors, strict=True), start=1):
            after: dict[int, list[int]] = {}
            for total, unless in at.items():
                for sum_, own in ((total + factor, -literal), (total, literal)):
                    low, high = sum_ + least[place], sum_ + most[place]
                    if (lower is not None and high < lower) or (upper is not None and low > upper):
                        yield [*unless, own]
                    elif (lower is not None and low < lower) or (upper is not None and high > upper):
                        if sum_ not in after:
                            self.last += 1
                            after[sum_] = [-self.last]
                        yield [*unless, own, -after[sum_][0]]
            at = after

    def at_least(self, literals: Sequence[int], most: int) -> list[int]:
        """Return literals, of which the one at place k, up to `most`, is true if more than k of the given literals
        are."""
        from pysat.card import ITotalizer

        encoded = self.solver.apart(partial(ITotalizer, [*literals], most, self.last))
        self.last = encoded.top_id
        self.solver.append_formula(encoded.cnf.clauses)
        found = list(encoded.rhs)
        encoded.delete()
        return found


def _rest(bound: Callable[[int, int], int], factors: Sequence[int]) -> list[int]:
    """Return the least or the greatest sum of the factors from each place on."""
    return [*accumulate((bound(factor, 0) for factor in reversed(factors)), initial=0)][::-1]
