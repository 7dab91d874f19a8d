"""The sum behind the words, as a table: how often a row is taken, the row, and what all of them add up to."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from puzzlekit.explain.proofs.certificate import Certificate, Term
from puzzlekit.explain.proofs.premises import DerivedConstraint
from puzzlekit.explain.proofs.proof import ContradictionProof, Proof
from puzzlekit.explain.proofs.row_kinds import BOUND
from puzzlekit.explain.words.proof_parts import whole
from puzzlekit.scip.constraints import LinearConstraint


@dataclass(frozen=True)
class Sum:
    """A certificate as a table: for each row how often it is taken, its name and what it says; and what they add up to.

    `case` says what is assumed, where a proof tells cases apart.
    """

    rows: tuple[tuple[str, str, str], ...]
    total: str
    case: str = ""

    def __str__(self) -> str:
        columns = list(zip(*self.rows, strict=True)) if self.rows else []
        widths = [max(map(len, column)) for column in columns[:2]]
        lines = [f"{times:>{widths[0]}} x  {where:<{widths[1]}}  {row}".rstrip() for times, where, row in self.rows]
        return "\n".join([*([f"{self.case}:"] if self.case else []), *lines, self.total])


def sums(proof: Proof, case: str = "") -> Iterator[Sum]:
    """The tables of a proof: one, or one for each end of its cases or each link of a supposition."""
    for row in {id(term.row): term.row for term in proof.terms if isinstance(term.row, DerivedConstraint)}.values():
        yield from (_sum(own, f"from rules: {_where(own.claim)}") for own in row.proofs if not case)
    if isinstance(proof, Certificate):
        yield _sum(proof, case)
        return
    if isinstance(proof, ContradictionProof):
        supposed = _case(proof.claim.index, proof.claim.lower is None)
        for number, link in enumerate(proof.links, 1):
            yield _sum(link, f"{supposed}, link {number}")
        return
    for part, holds in ((proof.yes, True), (proof.no, False)):
        yield from sums(part, ", ".join(filter(None, (case, _case(proof.split, holds)))))


def _case(statement: tuple[Any, Any], holds: bool) -> str:
    element, state = statement
    return f"if {element} is {'' if holds else 'not '}{state}"


def _sum(proof: Certificate, case: str) -> Sum:
    terms = whole(proof)
    rows = tuple((str(abs(term.multiplier)), _where(term.row), _side(proof, term)) for term in terms)
    total, bound = proof.added()
    scale = next((own.multiplier / term.multiplier for own, term in zip(terms, proof.terms, strict=True)), Fraction(1))
    added = LinearConstraint(None, None, {key: float(value * scale) for key, value in total.items()}, None, None)
    sign, end = (">=", "up") if proof.at_least else ("<=", "down")
    told = f"sum: {_left(added)} {sign} {bound * scale}"
    if proof.rounded:
        told += f"\ndivided by {scale} and rounded {end}, for it is a whole number"
    return Sum(rows, told, case)


def _where(row: LinearConstraint) -> str:
    """A row's family and place; of a bound, the row itself says whose it is."""
    parts = () if row.family == BOUND else row.index if isinstance(row.index, tuple) else (row.index,)
    told = ", ".join(str(part) for part in parts if part is not None)
    return ": ".join(filter(None, (str(row.family).replace("_", " "), told)))


def _side(proof: Certificate, term: Term) -> str:
    """The side of a row that is used, turned round where it is subtracted."""
    row, asks = term.row, (term.multiplier > 0) == proof.at_least
    side = row.lower if asks else row.upper
    return f"{_left(row)} {'>=' if asks else '<='} {Fraction(side or 0)}"


def _left(row: LinearConstraint) -> str:
    """The left-hand side of a row."""
    written = str(LinearConstraint(None, None, row.coefficients, 0.0, None)).removesuffix(" >= 0")
    return written or "0"
