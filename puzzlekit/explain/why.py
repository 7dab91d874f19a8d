"""Why must this be so, and why can it not be so? A short walk from what is known to what a reader asks about."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from puzzlekit.errors import PuzzleError, shown
from puzzlekit.explain.explained_step import ExplainedStep
from puzzlekit.explain.proof_sequence import ProofSequence
from puzzlekit.explain.proofs.memory import Memory
from puzzlekit.explain.proofs.proof import Proof
from puzzlekit.explain.walk import in_words, needed, said_anew, told_before
from puzzlekit.grid import Candidates, as_element
from puzzlekit.scip.model import BuiltModel


def why(
    built: BuiltModel,
    element: Any,
    candidates: Candidates | None = None,
    *,
    at_once: bool = False,
    time_limit: float | None = None,
    memory: Memory | None = None,
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
    memory
        What earlier questions about this model have found, so that this one is answered sooner, see `Memory`.

    Raises
    ------
    PuzzleError
        If the model says nothing of this element; else as `next_step`.
    """
    sequence = ProofSequence(built, candidates, time_limit=time_limit, memory=memory)
    if element not in list(sequence.known.left):  # a list asks for no hash
        raise PuzzleError(f"found {as_element(element)}, expected an element of this puzzle")
    return _told(sequence, sequence.proofs_of(element, at_once=at_once))


def why_not(
    built: BuiltModel,
    element: Any,
    state: Any,
    candidates: Candidates | None = None,
    *,
    at_once: bool = False,
    time_limit: float | None = None,
    memory: Memory | None = None,
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
    sequence = ProofSequence(built, candidates, time_limit=time_limit, memory=memory)
    known = sequence.known
    states = known.start.states.get(element, ()) if element in list(known.left) else ()  # a list asks for no hash
    if state not in list(states):
        expected = f"one of its states {', '.join(map(str, states))}" if states else "an element of this puzzle"
        raise PuzzleError(f"found {shown(state) if states else as_element(element)}, expected {expected}")
    return _told(sequence, sequence.proofs_against(element, state, at_once=at_once))


def _told(sequence: ProofSequence, way: Iterable[tuple[Proof, ...]]) -> ExplainedStep | None:
    """The last step of a way, with those before it that it needs; None if there is none."""
    *before, last = list(way) or [()]
    if not last:
        return None
    *steps, end = in_words(sequence.known, [*needed(before, last), last])
    parts = told_before(sequence.known.start, steps, last)
    end = said_anew(end, parts[-1].words if parts else "")
    message = "\n".join((*(part.words for part in parts), end.message))
    pictures = (*((part.words, part.marks) for part in parts), *end.pictures)
    known = (*(part.known for part in parts), *[len(steps)] * len(end.pictures))
    return replace(end, message=message, before=tuple(steps), pictures=pictures, known=known)
