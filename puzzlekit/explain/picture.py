"""Proofs on the board: which elements a proof's rows run through."""

from collections.abc import Iterator
from typing import Any

from puzzlekit.explain.certificate import Proof
from puzzlekit.explain.premises import Premises, elements_in
from puzzlekit.scip.rows import Row


def marks(premises: Premises, proof: Proof) -> dict[Any, str]:
    """`{element: mark}` for a picture: "plus" and "minus" where rows are added or subtracted, "plus minus" where both
    are (there they may cancel), and "hinted" for the element that the claim speaks of.

    Bounds are not shown, and clues and known facts are not: they stand on the board.
    """
    words: dict[Any, dict[str, None]] = {}
    for term in proof.rules:
        for element in touched(premises, term.row):
            words.setdefault(element, {})["plus" if term.multiplier > 0 else "minus"] = None
    for element in elements_in(proof.claim.place):
        words.setdefault(element, {})["hinted"] = None
    return {element: " ".join(sorted(own, key=("plus", "minus", "hinted").index)) for element, own in words.items()}


def touched(premises: Premises, row: Row) -> Iterator[Any]:
    """The elements of the board that a row runs through, each once."""
    found: dict[Any, None] = {}
    for key in row.coefficients:
        own = [element for element in elements_in(key[1]) if element in premises.states]
        found |= dict.fromkeys(own or premises.owners.get(key, ()))
    return iter(found)
