"""The way to a solution in steps, each with the shortest proof that is found, the easiest step first.

What a step proved is known in the later ones. A certificate is kept from step to step, with the witness that shows
that none is shorter, and looked for again only when a new fact may shorten it.
"""

from collections.abc import Callable, Iterator
from typing import Any

from puzzlekit.errors import NoShortProof, expect_function
from puzzlekit.explain.explained_step import ExplainedStep, Explanation, step_by
from puzzlekit.explain.proof_sequence import ProofSequence
from puzzlekit.explain.proofs.memory import Memory
from puzzlekit.explain.proofs.proof import Proof
from puzzlekit.grid import Candidates
from puzzlekit.progress import ProgressBar
from puzzlekit.scip.model import BuiltModel


def next_step(
    built: BuiltModel,
    candidates: Candidates | None = None,
    *,
    wanted: Callable[[ExplainedStep], bool] = lambda step: True,
    time_limit: float | None = None,
    memory: Memory | None = None,
) -> ExplainedStep | None:
    """The easiest step from here: the one with the shortest proof, or None if nothing is left to explain.

    Parameters
    ----------
    candidates
        `{element: frozenset of the states still possible}`, taken for granted; elements may be left out.
    wanted
        Steps that are not wanted are taken silently: the first that is wanted comes after them.
    time_limit
        In seconds. When it is reached, the easiest proof found until then will do.
    memory
        What earlier questions about this model have found, so that this one is answered sooner, see `Memory`.

    Raises
    ------
    NoSolution
        If there is no solution with these candidates.
    NoShortProof
        If something is left, but only a search shows it.
    TimeLimitReached
        If nothing was found in time.
    UnsupportedPuzzle
        If the model cannot be asked (see `premises`), or its objective counts: that a board is the *best* one does not
        follow from its rows alone.
    """
    expect_function(wanted, "step")
    sequence = ProofSequence(built, candidates, time_limit=time_limit, memory=memory)
    found = next(filter(wanted, _taken(sequence)), None)
    if found is None and sequence.known.unproved:
        raise NoShortProof("no short proof of anything that is left; proved by search only")
    return found


def steps(
    built: BuiltModel, candidates: Candidates | None = None, *, time_limit: float | None = None
) -> Iterator[ExplainedStep]:
    """One easiest step after another, each from where the last one left. Raises what `next_step` raises, but ends where
    no short proof is found."""
    return _taken(ProofSequence(built, candidates, time_limit=time_limit))


def _taken(sequence: ProofSequence) -> Iterator[ExplainedStep]:
    return (explained(sequence, proofs) for proofs in sequence.proofs())


def explanation(
    built: BuiltModel,
    candidates: Candidates | None = None,
    *,
    easiest: bool = True,
    each: Callable[[ExplainedStep], Any] = lambda step: None,
) -> Explanation:
    """The whole solution as steps, with a progress bar where it takes long. Raises what `next_step` raises.

    Parameters
    ----------
    easiest
        Whether each step is the easiest of all that are possible. If not, a step that is no harder than an earlier one
        will do, which takes less time and gives the same rating, but for puzzles all of whose steps are easy.
    each
        Is called with each step when it is found.
    """
    expect_function(each, "step")
    return _told(ProofSequence(built, candidates, easiest=easiest), each)


def _told(sequence: ProofSequence, each: Callable[[ExplainedStep], Any]) -> Explanation:
    told = []
    with ProgressBar(total=len(sequence.known.open), unit="element", delay=1.0, leave=False, disable=None) as bar:
        for step in _taken(sequence):
            told.append(step)
            each(step)
            bar.update(bar.total - len(sequence.known.open) - bar.n)
    unproved = sequence.known.unproved
    several = tuple(element for element in sequence.known.open if element not in unproved)
    return Explanation(sequence.known.start, tuple(told), several, tuple(unproved))


def explained(sequence: ProofSequence, proofs: tuple[Proof, ...]) -> ExplainedStep:
    """Proofs that were found from what is known on the way, as one step."""
    return step_by(sequence.known.premises, sequence.known.left, proofs)
