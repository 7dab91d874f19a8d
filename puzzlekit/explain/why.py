"""Why must this be so, and why can it not be so? A short walk from what is known to what a reader asks about."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from puzzlekit.errors import PuzzleError, capital, counted, shown
from puzzlekit.explain.proof_sequence import ProofSequence
from puzzlekit.explain.proofs.premises import KNOWN, Premises, about
from puzzlekit.explain.proofs.proof import Proof, used
from puzzlekit.explain.steps import ExplainedStep, explained
from puzzlekit.explain.words.grammar import FEW, LONGEST, lines
from puzzlekit.explain.words.naming import concluded
from puzzlekit.grid import Candidates, as_element
from puzzlekit.scip.model import BuiltModel

TOLD = 7  # lines of a walk: of more steps the last two and the two hardest are told whole, the others in groups
LAST, HARDEST = 2, 2


def why(
    built: BuiltModel,
    element: Any,
    candidates: Candidates | None = None,
    *,
    at_once: bool = False,
    time_limit: float | None = None,
) -> ExplainedStep | None:
    """Why this element must be in its state. None if it need not be.

    Parameters
    ----------
    candidates
        What is known beside the clues, see `next_step`.
    at_once
        Whether it is to be proved from the clues and the candidates in one proof, however long. If not, what is not
        plain is told as a walk: the easiest steps from what is known that it needs, the last of which is returned with
        those `before` it.

    Raises
    ------
    PuzzleError
        If the model says nothing of this element; else as `next_step`.
    """
    sequence = ProofSequence(built, candidates, time_limit=time_limit)
    if element not in list(sequence.known.left):  # a list asks for no hash
        raise PuzzleError(f"found {as_element(element)}, expected an element of this puzzle")
    return _told(
        sequence, [explained(sequence, proofs, alone=True) for proofs in sequence.proofs_of(element, at_once=at_once)]
    )


def why_not(
    built: BuiltModel,
    element: Any,
    state: Any,
    candidates: Candidates | None = None,
    *,
    at_once: bool = False,
    time_limit: float | None = None,
) -> ExplainedStep | None:
    """Why this element cannot be in this state, told as `why` does. None if it can be.

    Raises
    ------
    PuzzleError
        If the model says nothing of this element or this state of it.
    NoSolution
        If there is no solution with these candidates, whatever the element is; `mistake` says which are to blame.
    NoShortProof
        If it cannot be, but only a search shows it.
    TimeLimitReached, UnsupportedPuzzle
        As `next_step`.
    """
    sequence = ProofSequence(built, candidates, time_limit=time_limit)
    known = sequence.known
    states = known.start.states.get(element, ()) if element in list(known.left) else ()  # a list asks for no hash
    if state not in list(states):
        expected = f"one of its states {', '.join(map(str, states))}" if states else "an element of this puzzle"
        raise PuzzleError(f"found {shown(state) if states else as_element(element)}, expected {expected}")
    return _told(
        sequence,
        [
            explained(sequence, proofs, alone=True)
            for proofs in sequence.proofs_against(element, state, at_once=at_once)
        ],
    )


def _told(sequence: ProofSequence, steps: Sequence[ExplainedStep]) -> ExplainedStep | None:
    """The last step, with what is told before it; None if there is none."""
    if not steps:
        return None
    *before, last = steps
    needed = needed_steps(before, last.proofs)
    parts = told_before(sequence.known.premises, needed)
    message = "\n".join((*(words for words, _ in parts), last.message))
    return replace(last, message=message, before=needed, pictures=(*parts, *last.pictures))


def needed_steps(before: Sequence[ExplainedStep], proofs: Iterable[Proof]) -> tuple[ExplainedStep, ...]:
    """The steps on which some proofs rest."""
    kept, facts = list[ExplainedStep](), _facts(proofs)
    for step in reversed(before):
        if any(about(proof.claim) in facts for proof in step.proofs):
            kept.append(step)
            facts |= _facts(step.proofs)
    return tuple(kept[::-1])


def _facts(proofs: Iterable[Proof]) -> set[tuple[Any, bool]]:
    every = (one for proof in proofs for one in (proof, getattr(proof, "shortest", None)) if one)
    rows = (row for proof in every for row in used(proof) if row.family == KNOWN)
    return {about(row) for row in rows}


def told_before(premises: Premises, steps: Sequence[ExplainedStep]) -> list[tuple[str, dict[Any, str]]]:
    """What is told before the end of a walk, each with its marks: steps, or several of them together."""
    count, parts = len(steps) + 1, list[tuple[str, dict[Any, str]]]()
    whole = set(range(count))
    if count > TOLD:
        hardest = sorted(range(count - LAST), key=lambda i: steps[i].proof.norm)[-HARDEST:]
        whole = {*hardest, *range(count - LAST, count)}
    for alone, group in groupby(range(count - 1), key=lambda i: i if i in whole else None):
        own = [steps[i] for i in group]
        if alone is not None or len(own) == 1:
            parts.append(("\n".join(filter(None, own[0].sentences)), dict(own[0].marks)))
        else:
            marks = {element: "hinted" for step in own for element in step.candidates}
            parts.append((_together(premises, own), marks))
    return parts


def _together(premises: Premises, steps: Sequence[ExplainedStep]) -> str:
    """Several steps by what follows from them, if that fits in a few lines."""
    left = {element: states for step in steps for element, states in step.candidates.items()}
    claims = {  # of an element whose state is known in the end, that alone
        (proof.claim.index[0] if len(left[proof.claim.index[0]]) == 1 else proof.claim.index): proof
        for step in steps
        for proof in step.proofs
    }
    settled = [proof for proof in claims.values() if len(left[proof.claim.index[0]]) == 1]
    rest = counted(len(left) - len(settled), "more place") if len(settled) < len(left) else ""
    for told, more in ((list(claims.values()), []), (settled, [f"less is left to {rest}"] if rest else [])):
        follows = [*lines(lambda own: concluded(premises, own, left), told), *more] if told else []
        if 0 < len(follows) <= FEW + len(more):
            head = f"In {len(steps)} steps:"
            own = "\n".join(f"{capital(line)}." for line in follows)
            one_line = f"{head} {follows[0]}"
            return own.replace(f"{capital(follows[0])}", one_line, 1) if len(one_line) < LONGEST else f"{head}\n{own}"
    return f"In {len(steps)} steps less is left to {counted(len(left), 'place')}."
