"""Why clues that a repair removes cannot stand beside the others: a short walk from these to a contradiction."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from math import inf

from puzzlekit.clock import Stopwatch
from puzzlekit.errors import NoShortProof, PuzzleError, TimeLimitReached, declared, expect, joined
from puzzlekit.explain.explained_step import ExplainedStep
from puzzlekit.explain.proof_sequence import ProofSequence
from puzzlekit.explain.proofs.case_splits import by_cases
from puzzlekit.explain.proofs.certificate import CONTRADICTION, Certificate
from puzzlekit.explain.proofs.oracle import left_out
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof import Proof
from puzzlekit.explain.proofs.proof_lp import ProofLP
from puzzlekit.explain.walk import Proofs, in_words, needed, told_before
from puzzlekit.explain.words.verbalize import sentence
from puzzlekit.reasoning.conflicts.conflict import Clues
from puzzlekit.reasoning.conflicts.repairs import Repair
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.scip.model import BuiltModel

LEAVES = 3  # the most cases by which clues are shown to contradict each other


@dataclass(frozen=True)
class WhyRemoved:
    """What follows from the clues that stay, and how the removed ones contradict it.

    Attributes
    ----------
    premises
        The rules with the clues that stay.
    removed
        The rows of the clues that go.
    steps
        What follows from the premises, as far as the proof needs it, in order.
    proof
        That the removed rows contradict it: a sum of rows, or one in each of a few cases.
    """

    premises: Premises
    removed: tuple[LinearConstraint, ...]
    steps: tuple[ExplainedStep, ...]
    proof: Proof

    @property
    def message(self) -> str:
        """The walk in words."""
        before = "\n".join(part.words for part in told_before(self.premises, self.steps, [self.proof]))
        end = sentence(_with(self.premises, self.removed), self.proof)
        return f"From the other clues:\n{before}\n{end}" if before else end

    @declared
    def check(self) -> None:
        """Re-add all rows in exact fractions. Raises InvalidSolution if the steps or the end are no proof."""
        known = self.premises
        for step in self.steps:
            known = step.check(known)
        self.proof.check(_with(known, self.removed))


def why_removed(built: BuiltModel, repair: Repair, *, time_limit: float | None = None) -> WhyRemoved:
    """Why the clues of a repair cannot stand beside all others.

    Parameters
    ----------
    time_limit
        In seconds.

    Raises
    ------
    PuzzleError
        If these are no clues of this model, or if there are none.
    NoShortProof
        If only a search shows it.
    TimeLimitReached
        If nothing was found in time.
    UnsupportedPuzzle
        If the model cannot be asked, see `Clues`.
    """
    expect(repair, Repair, "a Repair of this model")
    watch = Stopwatch()
    clues = Clues(built)
    if not repair.clues or not repair.clues.keys() <= clues.words.keys():
        found = joined([*repair.clues.values()]) or "none"
        raise PuzzleError(f"found a repair that removes {found}, expected one that removes clues of this puzzle")
    rows = tuple(clues.rows(repair.clues))
    with left_out(built, rows):
        sequence = ProofSequence(built, time_limit=watch.remaining(time_limit))
        end = _End(sequence, rows, partial(watch.remaining, time_limit))
        way = list(_way(sequence, end))
        proof = end.found or by_cases(end.program, [CONTRADICTION], LEAVES)
    if not proof:
        raise NoShortProof("no short proof that these clues have to go; proved by search only")
    steps = in_words(sequence.known, needed(way, [proof]))
    return WhyRemoved(sequence.known.start, rows, tuple(steps), proof)


class _End:
    """How some rows contradict what is known by now: the last answer is `found`."""

    def __init__(
        self, sequence: ProofSequence, rows: tuple[LinearConstraint, ...], left: Callable[[], float | None]
    ) -> None:
        self._sequence, self._rows, self._left = sequence, rows, left
        self.found: Certificate | None = None

    @property
    def program(self) -> ProofLP:
        """The linear programs of what is known, with these rows."""
        return ProofLP(_with(self._sequence.known.premises, self._rows), left=self._left)

    def ask(self, most: float = inf) -> Certificate | None:
        """The shortest sum that is a contradiction, if there is one that weighs so much at most."""
        candidate = self.program.refute()
        self.found = (candidate and candidate.certificate) or self.found
        return self.found if self.found and self.found.norm <= most else None


def _way(sequence: ProofSequence, end: _End) -> Iterator[Proofs]:
    """The easiest steps until the end is no harder, or as far as there is time."""
    with suppress(TimeLimitReached):
        for proofs in sequence.proofs(aim=end.ask):
            if proofs[0].claim == CONTRADICTION:
                return
            yield proofs
        end.ask()


def _with(premises: Premises, rows: tuple[LinearConstraint, ...]) -> Premises:
    return replace(premises, rows=(*premises.rows, *rows))
