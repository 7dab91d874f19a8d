"""The entries of a reader that leave no solution, as few as there are."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puzzlekit.clock import Stopwatch, checked_limit
from puzzlekit.errors import NoShortProof, TimeLimitReached, expect
from puzzlekit.explain.explained_step import ExplainedStep
from puzzlekit.explain.proofs.known import taken_for_granted
from puzzlekit.explain.proofs.oracle import Oracle
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.premises_of import premises
from puzzlekit.explain.why import why_not
from puzzlekit.grid import Candidates, checked_candidates
from puzzlekit.reasoning.conflicts.conflict import told
from puzzlekit.reasoning.conflicts.hitting_sets import smallest
from puzzlekit.scip.model import BuiltModel


@dataclass(frozen=True)
class Mistake:
    """Entries of a reader with which there is no solution, as few as there are; without any one of them there is one.

    Attributes
    ----------
    entries
        element -> the states that the entry leaves it, in the order of the candidates; empty if there is no solution
        even without entries.
    words
        The entries in words.
    step
        Why the last of them cannot be, given the others; None where only a search shows it.
    """

    entries: Candidates
    words: tuple[str, ...]
    step: ExplainedStep | None

    @property
    def where(self) -> tuple[Any, ...]:
        """The elements of the entries."""
        return tuple(self.entries)

    @property
    def message(self) -> str:
        """The mistake in a sentence."""
        none = "no entry is to blame: there is no solution even without entries"
        return told(self.words, none, "this entry leaves no solution", "minimal set of conflicting entries")

    @property
    def reason(self) -> str:
        """Why, in words, or that only a search shows it."""
        return self.step.message if self.step else "A search shows it."


def mistake(
    built: BuiltModel, candidates: Candidates, *, time_limit: float | None = None, proof_limit: float | None = None
) -> Mistake | None:
    """The fewest of these candidates that leave no solution, the first of them where there are several; None if all can
    stand together.

    They are a minimum hitting set: of the entries that a solution contradicts, one is missing among those that do not
    leave it. `proof_limit` is how long of its time it may look for a reason in words, in seconds.

    Raises
    ------
    TimeLimitReached
        If it was not proved in time that they leave no solution, and that no fewer do.
    PuzzleError, UnsupportedPuzzle
        As `next_step`.
    """
    model, watch = premises(built), Stopwatch()
    expect(candidates, Mapping, "a dict {element: set of the states that its entry leaves}")
    for limit in (time_limit, proof_limit):
        checked_limit(limit)
    known = checked_candidates(candidates, model.states)
    entries = {element: known[element] for element in candidates}
    oracle = Oracle(built, time_limit=time_limit)

    def contradicted(chosen: frozenset[Any]) -> list[Any] | None:
        point = oracle.solution(taken_for_granted(model, {e: entries[e] for e in entries if e in chosen}))
        return None if point is None else [e for e, states in entries.items() if point.states.get(e) not in states]

    left = watch.remaining(time_limit)
    for chosen in smallest(list(entries), contradicted, earliest=True, time_limit=left):
        own = {element: entries[element] for element in chosen}
        words = tuple(_words(model, element, states) for element, states in own.items())
        limits = [limit for limit in (proof_limit, watch.remaining(time_limit)) if limit is not None]
        return Mistake(own, words, _step(built, own, min(limits, default=None)) if own else None)
    return None


def _words(model: Premises, element: Any, states: frozenset[Any]) -> str:
    told = [str(model.display_names.get(state, state)) for state in model.states[element] if state in states]
    return f"{model.display_names.get(element, element)} {'is ' + ' or '.join(told) if told else 'has no state left'}"


def _step(built: BuiltModel, entries: Mapping[Any, frozenset[Any]], time_limit: float | None) -> ExplainedStep | None:
    """Why the last of some entries cannot be, given the others; None where no short proof is found."""
    *others, (last, states) = entries.items()
    if len(states) != 1:
        return None
    (state,) = states
    try:
        return why_not(built, last, state, dict(others), time_limit=time_limit)
    except (NoShortProof, TimeLimitReached):
        return None
