"""Clauses that count true literals, or bound the sum of the factors (coefficients) of true literals."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Any

from puzzlekit.engines.sat import SatSolver


class CardinalityEncoder:
    """An encoder that adds cardinality constraints to `solver` as clauses. `last` is the number of the last variable in
    use. New variables get the next numbers, and the encoder updates `last`."""

    def __init__(self, solver: SatSolver, last: int):
        self.solver, self.last = solver, last

    def at_most(self, most: int, literals: Sequence[int]) -> None:
        """Add clauses that say that at most `most` of the literals are true."""
        from pysat.card import CardEnc

        self._state(CardEnc.atmost, most, literals)

    def exactly(self, number: int, literals: Sequence[int]) -> None:
        """Add clauses that say that exactly `number` of the literals are true."""
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
        """Yield clauses that say that the sum of `factors` over the true literals is between `lower` and `upper`. The
        encoding is a decision diagram of partial sums.

        Each partial sum of the first literals gets a variable, unless all or none of its completions are allowed.
        """
        least, most = (_rest(bound, factors) for bound in (min, max))
        at: dict[int, list[int]] = {0: []}  # partial sum -> [the negated literal of its variable]; [] without variable
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
        """Return new literals for k = 0, ..., `most`, and add the clauses that define them: literal k is true if more
        than k of the given literals are true."""
        from pysat.card import ITotalizer

        encoded = self.solver.apart(partial(ITotalizer, [*literals], most, self.last))
        self.last = encoded.top_id
        self.solver.append_formula(encoded.cnf.clauses)
        found = list(encoded.rhs)
        encoded.delete()
        return found


def _rest(bound: Callable[[int, int], int], factors: Sequence[int]) -> list[int]:
    """Return a list with a number for each position: the smallest sum (`bound` is min) or the largest sum (`bound` is
    max) of any of the factors from this position on."""
    return [*accumulate((bound(factor, 0) for factor in reversed(factors)), initial=0)][::-1]
