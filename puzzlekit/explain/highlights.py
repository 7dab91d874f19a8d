"""Proofs on the board: which elements a proof's rows run through, and which clues it uses."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from puzzlekit.errors import declared
from puzzlekit.explain.proofs.premises import ASSUMED, BOUND, RULE, Premises, elements_in, is_claim, weight
from puzzlekit.explain.proofs.proof import ContradictionProof, Proof
from puzzlekit.explain.words.proof_parts import proof_parts
from puzzlekit.grid import Label
from puzzlekit.scip.constraints import LinearConstraint


@declared
def marks(premises: Premises, *proofs: Proof) -> dict[Any, str]:
    """`{element: mark}` for a picture: "plus" and "minus" where rows are added or subtracted, "plus minus" where both
    are (there they may cancel), and "hinted" for the elements that the claims speak of.

    A rule's row lights up the elements that it runs through and the labels of its place (a count, a clue in words); a
    clue's row the element or label that the clue stands on. A label that is not on the board is shown nowhere. Bounds
    and facts that were known before are not shown. Where the opposite is supposed, "plus" is what asks for something.
    """
    claimed = (element for proof in proofs for element in elements_in(proof.claim.index))
    return _marks(premises, _signed(proofs), claimed)


def _signed(proofs: Iterable[Proof]) -> list[tuple[LinearConstraint, bool]]:
    """The rows of proofs, and whether each is added; where things follow one by one, whether it asks for something."""
    return [
        (term.row, (term.multiplier > 0) == (leaf.at_least or not isinstance(proof, ContradictionProof)))
        for proof in proofs
        for leaf in proof.leaves
        for term in leaf.terms
    ]


def _marks(
    premises: Premises, rows: Iterable[tuple[LinearConstraint, bool]], claimed: Iterable[Any] = ()
) -> dict[Any, str]:
    words: dict[Any, dict[str, None]] = {}
    for row, plus in rows:
        for element in _lit(premises, row):
            words.setdefault(element, {})["plus" if plus else "minus"] = None
    for element in claimed:
        words.setdefault(element, {})["hinted"] = None
    return {element: " ".join(sorted(own, key=("plus", "minus", "hinted").index)) for element, own in words.items()}


def step_frames(premises: Premises, sentences: Sequence[str], *proofs: Proof) -> list[tuple[str, dict[Any, str]]]:
    """A step in pictures, one for each of its sentences that is not empty: what is there already, then what asks and
    what admits no more, then what follows. Each shows the rows of the ones before it, too, and the last one all
    `marks`; what was known before the step is lit in the first one alone.

    Parameters
    ----------
    sentences
        Pattern, reason and conclusion, as `ExplainedStep.sentences`.
    """
    own = proof_parts(premises, proofs)
    full = {id(one.row) for one in own.satisfied}
    rows = _signed(proofs)
    there = _marks(premises, ((row, plus) for row, plus in rows if id(row) in full or weight(row) < RULE))
    known = {id(row) for row in own.known}
    for row, plus in rows:
        for element in elements_in(row.index[0]) if is_claim(row) and id(row) in known else ():
            there.setdefault(element, "plus" if _would_be(row, plus) else "minus")
    asks = {id(one.row) for one in own.at_least}
    there = there or _marks(premises, ((row, plus) for row, plus in rows if id(row) in asks))
    pictures = (there, _marks(premises, rows), marks(premises, *proofs))
    return [(words, picture) for words, picture in zip(sentences, pictures, strict=True) if words]


def _would_be(row: LinearConstraint, plus: bool) -> bool:
    """Whether a known row is added; of one that is supposed, whether its variables would be 1."""
    supposed = (row.lower is not None) == (sum(row.coefficients.values()) > 0)
    return supposed if row.family == ASSUMED else plus


def _lit(premises: Premises, row: LinearConstraint) -> Iterator[Any]:
    """The elements that a row of a proof lights up."""
    if row.family == BOUND:
        return
    if is_claim(row):
        yield from elements_in(row.index[0]) if row in premises.clue_claims else ()
        return
    is_rule = weight(row) >= RULE
    if is_rule:
        yield from touched(premises, row)
    for element in elements_in(row.index):
        if isinstance(element, Label) or not is_rule:
            yield element


@declared
def touched(premises: Premises, row: LinearConstraint) -> Iterator[Any]:
    """The elements of the board that a row runs through, each once.

    Where a variable is about several elements (a ship), those are meant all of whose variables stand in the row, if
    there are such: the cells of a row or column whose ship parts are counted, and not all cells of all those ships.
    """
    found: dict[Any, None] = {}
    shared: dict[Any, None] = {}
    for key in row.coefficients:
        own = [element for element in elements_in(key[1]) if element in premises.states]
        found |= dict.fromkeys(own)
        shared |= dict.fromkeys(() if own else premises.owners.get(key, ()))
    whole = [element for element in shared if premises.owned[element] <= row.coefficients.keys()]
    return iter(found | dict.fromkeys(whole or shared))
