"""Proofs on the board: which elements a proof's rows run through, and which clues it uses."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from puzzlekit.explain.certificate import Proof
from puzzlekit.explain.premises import BOUND, RULE, Premises, elements_in, is_claim, weight
from puzzlekit.explain.story import story
from puzzlekit.grid import Label
from puzzlekit.scip.rows import Row


def marks(premises: Premises, *proofs: Proof) -> dict[Any, str]:
    """`{element: mark}` for a picture: "plus" and "minus" where rows are added or subtracted, "plus minus" where both
    are (there they may cancel), and "hinted" for the elements that the claims speak of.

    A rule's row lights up the elements that it runs through and the labels of its place (a count, a clue in words); a
    clue's row the element or label that the clue stands on. A label that is not on the board is shown nowhere. Bounds
    and facts that were known before are not shown.
    """
    words: dict[Any, dict[str, None]] = {}
    for proof in proofs:
        for term in proof.terms:
            for element in _lit(premises, term.row):
                words.setdefault(element, {})["plus" if term.multiplier > 0 else "minus"] = None
    for element in (element for proof in proofs for element in elements_in(proof.claim.place)):
        words.setdefault(element, {})["hinted"] = None
    return {element: " ".join(sorted(own, key=("plus", "minus", "hinted").index)) for element, own in words.items()}


def walk(premises: Premises, sentences: Sequence[str], *proofs: Proof) -> list[tuple[str, dict[Any, str]]]:
    """A step in pictures, one for each of its sentences that is not empty: what is there already, then what asks and
    what admits no more, then what follows. Each shows what the ones before it show, and the last one all `marks`.

    Parameters
    ----------
    sentences
        Pattern, reason and conclusion, as `Explained.sentences`.
    """
    whole, own = marks(premises, *proofs), story(premises, proofs)
    there = {element for row in own.known for element in elements_in(row.place)}
    there |= {element for one in own.has for element in _lit(premises, one.row)}
    reason = there | {element for one in (*own.asks, *own.room) for element in _lit(premises, one.row)}
    shown = [{e: word for e, word in _unhinted(whole) if e in part} for part in (there, reason)]
    return [(words, picture) for words, picture in zip(sentences, (*shown, whole), strict=True) if words]


def _unhinted(whole: Mapping[Any, str]) -> Iterator[tuple[Any, str]]:
    """Marks without the outline of what follows."""
    for element, word in whole.items():
        if left := word.removesuffix("hinted").strip():
            yield element, left


def _lit(premises: Premises, row: Row) -> Iterator[Any]:
    """The elements that a row of a proof lights up."""
    if row.family == BOUND:
        return
    if is_claim(row):
        yield from elements_in(row.place[0]) if row in premises.clue_claims else ()
        return
    is_rule = weight(row) >= RULE
    if is_rule:
        yield from touched(premises, row)
    for element in elements_in(row.place):
        if isinstance(element, Label) or not is_rule:
            yield element


def touched(premises: Premises, row: Row) -> Iterator[Any]:
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
