"""Proofs on the board: which elements a proof's rows run through, and which clues it uses."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from puzzlekit.errors import declared
from puzzlekit.explain.proofs.certificate import Certificate
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof import Cases, ContradictionProof, Proof, used
from puzzlekit.explain.proofs.row_kinds import ASSUMED, BOUND, KNOWN, elements_in, is_claim, is_rule
from puzzlekit.explain.words.link_kinds import links_of
from puzzlekit.explain.words.proof_parts import proof_parts
from puzzlekit.explain.words.verbalize_cases import IF, SUPPOSE, in_parts
from puzzlekit.scip.constraints import LinearConstraint

SignedRow = tuple[LinearConstraint, bool]  # whether it is added, or asks for something


@declared
def marks(premises: Premises, *proofs: Proof) -> dict[Any, str]:
    """`{element: mark}` for a picture: "plus" and "minus" where rows are added or subtracted, "plus minus" where both
    are (there they may cancel), and "hinted" for the elements that the claims speak of.

    A rule's row lights up the elements that it runs through and its place, by which it is named (an island, a count, a
    clue in words); a clue's row the element or label that the clue stands on. A label that is not on the board is shown
    nowhere. Bounds and facts that were known before are not shown. Where the opposite is supposed, "plus" is what asks
    for something.
    """
    claimed = (element for proof in proofs for element in elements_in(proof.claim.index))
    return _marks(premises, _signed(proofs), claimed)


def _signed(proofs: Iterable[Proof]) -> list[SignedRow]:
    """The rows of proofs, and whether each is added; where things follow one by one, whether it asks for something."""
    return [
        (term.row, (term.multiplier > 0) == (leaf.at_least or not isinstance(proof, ContradictionProof)))
        for proof in proofs
        for leaf in proof.leaves
        for term in leaf.terms
    ]


def _marks(premises: Premises, rows: Iterable[SignedRow], claimed: Iterable[Any] = ()) -> dict[Any, str]:
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
    `marks`; what was known before the step is lit in the first one alone. What is lit keeps its colour.

    Where the opposite of something is supposed, the first picture shows no more than its sentence says: what is
    supposed, what would follow if that is told at once, or what is so anyhow. A long reason has several pictures, each
    of a few of its lines, which show beside what is supposed their own rows alone.

    Parameters
    ----------
    sentences
        Pattern, reason and conclusion, as `ExplainedStep.sentences`.
    """
    rows, first = _signed(proofs), proofs[0]
    by_contradiction = isinstance(first, ContradictionProof)
    told = _supposed_rows(premises, sentences[0], first) if isinstance(first, ContradictionProof) else None
    if isinstance(first, Cases):
        there, facts = _marks(premises, _signed([first.yes]) if sentences[1] else rows), {first.split[0]: "plus"}
        there |= facts
    else:
        there, facts = _known(premises, rows, proofs) if told is None else (_with_facts(premises, *told), {})
    pictures = [there]
    for own in (_marks(premises, rows), marks(premises, *proofs)):
        kept = there if by_contradiction else {element: word for element, word in facts.items() if element in own}
        hinted = {element: f"{word} hinted" for element, word in kept.items() if "hinted" in own.get(element, "")}
        pictures.append({**own, **kept, **hinted})
    frames = [(words, picture) for words, picture in zip(sentences, pictures, strict=True) if words]
    if isinstance(first, ContradictionProof) and (parts := in_parts(premises, first, sentences[1])):
        frames[-2:-1] = [(words, {**_linked(premises, first, links), **there}) for words, links in parts]
    return frames


def _linked(premises: Premises, proof: ContradictionProof, links: Iterable[Certificate]) -> dict[Any, str]:
    """The marks of some links of a proof."""
    return _marks(premises, _signed([replace(proof, links=tuple(links))]))


def _known(premises: Premises, rows: list[SignedRow], proofs: Sequence[Proof]) -> tuple[dict[Any, str], dict[Any, str]]:
    """The marks of what is there before a step: of rows that known elements fill, of clues, of facts, else of the rows
    that ask; and those of facts alone. What is supposed on the way is not there."""
    own = proof_parts(premises, proofs)
    full, known, asks = ({id(row) for row in told} for told in (
        [one.row for one in own.satisfied], own.known, [one.row for one in own.at_least]))  # fmt: skip
    facts = [(row, plus) for row, plus in rows if is_claim(row) and row.family != ASSUMED and id(row) in known]
    there = [(row, plus) for row, plus in rows if id(row) in full or not is_rule(row)]
    before, marked = _marks(premises, there), _with_facts(premises, there, facts)
    only = {element: word for element, word in marked.items() if element not in before}
    return marked or _marks(premises, ((row, plus) for row, plus in rows if id(row) in asks)), only


def _supposed_rows(
    premises: Premises, pattern: str, proof: ContradictionProof
) -> tuple[list[SignedRow], list[SignedRow]] | None:
    """The rules and the facts of which the first sentence of a supposition speaks; None where nothing is supposed."""
    *_, begins = pattern.lower().splitlines() or [""]
    links, rows = links_of(premises, proof), list[SignedRow]()
    if begins.startswith(IF):
        then = links.then[:-1]
        sure = {row.index[0] for link in then for row in (link.claim, *used(link)) if _says_what(row)}
        facts = [link.claim for link in then if _says_what(link.claim) or link.claim.index[0] not in sure]
    elif begins.startswith(SUPPOSE):
        rows = _signed(replace(proof, links=(link,)) for link in links.sure)
        facts = [*(row for row, _ in rows if row.family == KNOWN), *(link.claim for link in links.sure)]
    else:
        return None
    return rows, [(row, _would_be(row)) for row in (*facts, proof.supposed)]


def _with_facts(premises: Premises, rows: Iterable[SignedRow], facts: Iterable[SignedRow]) -> dict[Any, str]:
    """The marks of rows, and of elements that facts speak of where no row runs through them."""
    marked = _marks(premises, rows)
    for row, plus in facts:
        for element in elements_in(row.index[0]):
            marked.setdefault(element, "plus" if plus else "minus")
    return marked


def _says_what(row: LinearConstraint) -> bool:
    """Whether a claim says what an element is, not what it is not."""
    return is_claim(row) and row.lower is not None


def _would_be(row: LinearConstraint) -> bool:
    """Whether an element would be what a claim speaks of."""
    return (row.lower is not None) == (sum(row.coefficients.values()) > 0)


def _lit(premises: Premises, row: LinearConstraint) -> Iterator[Any]:
    """The elements that a row of a proof lights up."""
    if row.family == BOUND:
        return
    if is_claim(row):
        yield from elements_in(row.index[0]) if row in premises.clue_claims else ()
        return
    if is_rule(row):
        yield from touched(premises, row)
    yield from elements_in(row.index)


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
