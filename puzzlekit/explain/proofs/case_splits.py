"""Proofs by cases, where no sum of rows suffices: the smallest that are found up to a limit."""

from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from typing import Any

from puzzlekit.explain.proofs.certificate import Certificate, opposite
from puzzlekit.explain.proofs.proof import Cases, Shortest, assume
from puzzlekit.explain.proofs.proof_candidate import EXACT
from puzzlekit.explain.proofs.proof_lp import ProofLP
from puzzlekit.scip.constraints import LinearConstraint

LEAVES = 8  # the most certificates in a proof by cases
SPLITS, ALL = 6, 300  # the statements tried for a split, and for all of them together


def by_cases(program: ProofLP, claims: Iterable[LinearConstraint], leaves: int = LEAVES) -> Shortest | None:
    """A proof of one of these claims by as few cases as are found, at most `leaves`; the first claims are preferred."""
    budget = iter(range(ALL))
    cases = [_Case(program, claim, budget) for claim in claims]
    tries = (case.proof(most) for most in range(2, leaves + 1) for case in cases)
    return next((proof for proof in tries if proof), None)


class _Case:
    """A claim where some statements are assumed, with what the LP says of it, which is asked once."""

    def __init__(self, program: ProofLP, claim: LinearConstraint, budget: Iterator[int], *assumed: LinearConstraint):
        self._program, self._claim, self._budget, self._assumed = program, claim, budget, assumed

    def proof(self, leaves: int) -> Shortest | None:
        """A proof by so many certificates at most: one where the LP closes the case, else the smallest split."""
        if self._point is None:
            return self._leaf
        proofs = [self._split(item, parts, leaves) for item, parts in (self._splits if leaves > 1 else ())]
        return min(filter(None, proofs), key=lambda proof: (len(proof.leaves), proof.norm), default=None)

    @cached_property
    def _point(self) -> Any:
        """A point of the LP against the claim; None where there is none."""
        against = (assume(opposite(self._claim)),) if self._claim.index else ()
        program = self._program.assuming(*self._assumed, *against)
        return program.maximum(program.row_of({}))[1]

    @cached_property
    def _leaf(self) -> Certificate | None:
        """A certificate of the claim, or that there is no point at all."""
        program = self._program.assuming(*self._assumed)
        found = program.prove(self._claim) or program.round(self._claim) or program.refute()
        return found.certificate if found else None

    @cached_property
    def _splits(self) -> list[tuple[tuple[Any, Any], list["_Case"]]]:
        """Statements that the point leaves open, each with the two cases that it makes."""
        make = self._program.premises
        root = partial(_Case, self._program, self._claim, self._budget, *self._assumed)
        items = (item for item in _fractional(self._program, self._point) if next(self._budget, None) is not None)
        return [(item, [root(assume(row(*item))) for row in (make.holds, make.excluded)]) for item in items]

    def _split(self, item: tuple[Any, Any], parts: list["_Case"], leaves: int) -> Cases | None:
        """The claim by the two cases of one statement: at least one of them must be closed by the LP alone."""
        ends = [part.proof(1) for part in parts]
        if leaves > 2 and ends.count(None) == 1:
            ends = [end or part.proof(leaves - 1) for end, part in zip(ends, parts, strict=True)]
        yes, no = ends
        return Cases(self._claim, item, yes, no) if yes and no else None


def _fractional(program: ProofLP, point: Any) -> Iterator[tuple[Any, Any]]:
    """The statements that an LP point leaves open, those of elements with the fewest open states first."""
    open_states: dict[Any, list[tuple[float, Any]]] = {}
    for (element, state), value in program.values(point).items():
        if EXACT < value < 1 - EXACT and program.premises.integral(program.premises.indicators[element, state][0]):
            open_states.setdefault(element, []).append((abs(value - 0.5), state))
    ranked = sorted(open_states.items(), key=lambda item: (len(item[1]), min(item[1])[0]))
    return ((element, min(states)[1]) for element, states in ranked[:SPLITS])
