"""Proofs by cases, where no sum of rows suffices: the smallest that are found up to a limit."""

from collections.abc import Iterable, Iterator
from typing import Any

from puzzlekit.explain.proofs.certificate import Certificate, opposite
from puzzlekit.explain.proofs.proof import Cases, Shortest, assume
from puzzlekit.explain.proofs.proof_lp import EXACT, ProofLP
from puzzlekit.scip.constraints import LinearConstraint

LEAVES = 8  # the most certificates in a proof by cases
SPLITS = 6  # the statements tried for a split


def by_cases(program: ProofLP, claims: Iterable[LinearConstraint], leaves: int = LEAVES) -> Shortest | None:
    """A proof of one of these claims by as few cases as are found, at most `leaves`; the first claims are preferred."""
    claims = list(claims)
    for most in range(2, leaves + 1):
        for claim in claims:
            if proof := _proof(program, claim, most):
                return proof
    return None


def _proof(program: ProofLP, claim: LinearConstraint, leaves: int) -> Shortest | None:
    against = program.assuming(assume(opposite(claim))) if claim.index else program
    _, point = against.maximum(program.row_of({}))
    if point is None:
        return _leaf(program, claim)
    if leaves < 2:
        return None
    proofs = []
    for item in _fractional(program, point):
        if proof := _split(program, claim, item, leaves):
            proofs.append(proof)
    return min(proofs, key=lambda proof: (len(proof.leaves), proof.norm), default=None)


def _leaf(program: ProofLP, claim: LinearConstraint) -> Certificate | None:
    """A certificate where the LP has no point against the claim: of the claim, or that there is no point at all."""
    found = program.prove(claim) or program.round(claim) or program.refute()
    return found.certificate if found else None


def _split(program: ProofLP, claim: LinearConstraint, item: tuple[Any, Any], leaves: int) -> Cases | None:
    """The claim by the two cases of one statement: at least one of them must be closed by the LP alone."""
    premises = program.premises
    assumed = (assume(premises.holds(*item)), assume(premises.excluded(*item)))
    parts = [program.assuming(row) for row in assumed]
    ends = [_proof(part, claim, 1) for part in parts]
    open_parts = [i for i, proof in enumerate(ends) if proof is None]
    if len(open_parts) == 1 and leaves > 2:
        (i,) = open_parts
        ends[i] = _proof(parts[i], claim, leaves - 1)
    yes, no = ends
    return Cases(claim, item, yes, no) if yes and no else None


def _fractional(program: ProofLP, point: Any) -> Iterator[tuple[Any, Any]]:
    """The statements that an LP point leaves open, those of elements with the fewest open states first."""
    open_states: dict[Any, list[tuple[float, Any]]] = {}
    for (element, state), value in program.values(point).items():
        if EXACT < value < 1 - EXACT and program.premises.integral(program.premises.indicators[element, state][0]):
            open_states.setdefault(element, []).append((abs(value - 0.5), state))
    ranked = sorted(open_states.items(), key=lambda item: (len(item[1]), min(item[1])[0]))
    return ((element, min(states)[1]) for element, states in ranked[:SPLITS])
