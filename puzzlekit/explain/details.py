"""The sum behind the words, as a table: how often a row is taken, the row, and what all of them add up to."""

from collections.abc import Iterator
from fractions import Fraction

from puzzlekit.explain.certificate import Cases, Certificate, Proof, Term
from puzzlekit.explain.story import whole
from puzzlekit.scip.rows import Row


def table(proof: Proof) -> str:
    """A proof as lines of text; of cases one table after the other."""
    if isinstance(proof, Certificate):
        return "\n".join(_lines(proof))
    parts = []
    for case, part in ((_case(proof, True), proof.yes), (_case(proof, False), proof.no)):
        indented = "\n".join(f"  {line}" for line in table(part).splitlines())
        parts.append(f"{case}:\n{indented}")
    return "\n".join(parts)


def _case(proof: Cases, holds: bool) -> str:
    element, state = proof.split
    return f"if {element} is {'' if holds else 'not '}{state}"


def _lines(proof: Certificate) -> Iterator[str]:
    terms = whole(proof)
    rows = [(str(abs(term.multiplier)), _where(term.row), _side(proof, term)) for term in terms]
    columns = list(zip(*rows, strict=True)) if rows else []
    widths = [max(map(len, column)) for column in columns[:2]]
    for times, where, row in rows:
        yield f"{times:>{widths[0]}} x  {where:<{widths[1]}}  {row}".rstrip()
    total, bound = proof.added()
    scale = next((own.multiplier / term.multiplier for own, term in zip(terms, proof.terms, strict=True)), Fraction(1))
    added = Row(None, None, {key: float(value * scale) for key, value in total.items()}, None, None)
    sign, end = (">=", "up") if proof.at_least else ("<=", "down")
    yield f"sum: {_left(added)} {sign} {bound * scale}"
    if proof.rounded:
        yield f"divided by {scale} and rounded {end}, for it is a whole number"


def _where(row: Row) -> str:
    parts = row.place if isinstance(row.place, tuple) else (row.place,)
    return " ".join([str(row.family).replace("_", " "), *(str(part) for part in parts if part is not None)])


def _side(proof: Certificate, term: Term) -> str:
    """The side of a row that is used, turned round where it is subtracted."""
    row, asks = term.row, (term.multiplier > 0) == proof.at_least
    side = row.lower if asks else row.upper
    return f"{_left(row)} {'>=' if asks else '<='} {Fraction(side or 0)}"


def _left(row: Row) -> str:
    """The left-hand side of a row."""
    written = str(Row(None, None, row.coefficients, 0.0, None)).removesuffix(" >= 0")
    return written or "0"
