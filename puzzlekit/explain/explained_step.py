"""A step with its proofs in words and pictures, and what many of them are together: an explanation, and its rating."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from puzzlekit.errors import declared
from puzzlekit.explain.highlights import step_frames
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.proof import Cases, ContradictionProof, Proof
from puzzlekit.explain.proofs.row_kinds import BOUND, elements_in
from puzzlekit.explain.words.naming import concluded
from puzzlekit.explain.words.proof_tables import Sum, sums
from puzzlekit.explain.words.verbalize import verbalize
from puzzlekit.grid import Candidates, Step
from puzzlekit.scip.constraints import LinearConstraint

SUM, ROUNDING, CASES = "sum_of_rows", "rounding", "cases"  # how a step is proved, from easy to hard


@dataclass(frozen=True)
class ExplainedStep(Step):
    """A step with its proofs, one for each thing that it proves; a later one may use what the earlier ones prove.

    `rule` says what kind of proofs they are: "sum_of_rows", "rounding" or "cases", whichever is hardest. `sentences`
    are the message in parts: the pattern, the reason, the conclusion, each of which may be empty or have several lines;
    `kind` is how they tell it, see `StepText`. `told` says what is proved: "cell (1,1) is 5". `pictures` are the parts
    that are not empty, a long reason in several, each with marks for a board that show what was said until then: which
    elements the proofs' rows run through, see `explain.marks`.
    Where a question was asked, `before` are the steps from what was known that this one needs; the message and the
    pictures tell them, too: at each picture so many of them are known as `known` says.
    """

    proofs: tuple[Proof, ...]
    told: str
    kind: str
    sentences: tuple[str, str, str]
    pictures: tuple[tuple[str, Mapping[Any, str]], ...]
    before: tuple["ExplainedStep", ...] = ()
    known: tuple[int, ...] = ()

    def left_at(self, number: int) -> Candidates:
        """What is left of the elements of which this picture knows more than was known at first."""
        told = self.before[: self.known[number]] if self.known else ()
        return {element: states for step in told for element, states in step.candidates.items()}

    @property
    def marks(self) -> Mapping[Any, str]:
        """The marks of all that was said."""
        return self.pictures[-1][1]

    @property
    def proof(self) -> Proof:
        """The first of the proofs."""
        return self.proofs[0]

    @property
    def claim(self) -> LinearConstraint:
        """What the first of them proves, as a row."""
        return self.proof.claim

    @property
    def details(self) -> str:
        """The sums of rows behind the words, as tables: how often a row is added, the row, and what it comes to."""
        return "\n\n".join(str(one) for one in self.sums)

    @cached_property
    def sums(self) -> tuple[Sum, ...]:
        """The same as plain data; of cases, each has its own."""
        return tuple(one for proof in self.proofs for one in sums(proof))

    @declared
    def check(self, known: Premises) -> Premises:
        """Re-add all rows in exact fractions, those of the steps before as well; what is known afterwards. Raises
        InvalidSolution if one of them is no proof."""
        for step in self.before:
            known = step.check(known)
        for proof in self.proofs:
            proof.check(known)
            known = known.knowing(proof.claim)
        return known


@dataclass(frozen=True, order=True)
class Rating:
    """How hard the hardest step of a puzzle is; `difficulty` counts all that it takes. Ratings are ordered.

    Attributes
    ----------
    level
        0 where sums of rows suffice, rounded or not, 1 where one has to tell cases apart, 2 where no proof was found
        within the limit.
    norm
        The largest weighted 1-norm of the steps of that level, which says what a reader pays for the rows.
    """

    level: int
    norm: Fraction

    def __str__(self) -> str:
        kinds = ("sums of rules", "cases", "beyond the limit")
        return f"{kinds[self.level]}, {float(self.norm):.2f}"


@dataclass(frozen=True)
class Explanation:
    """A solution step by step.

    Attributes
    ----------
    premises
        What the proofs use: the model, and what was known at the beginning.
    steps
        In order; each may use what the steps before it proved.
    several
        Elements that may be in several states: nothing is to be explained there.
    unexplained
        Elements with one state for which no proof was found within the limit (SCIP's search proves them).
    """

    premises: Premises
    steps: tuple[ExplainedStep, ...]
    several: tuple[Any, ...] = ()
    unexplained: tuple[Any, ...] = ()

    def check(self) -> None:
        """Re-add all rows of all steps in exact fractions. Raises InvalidSolution if one of them is no proof."""
        known = self.premises
        for step in self.steps:
            known = step.check(known)

    @property
    def rating(self) -> Rating:
        """How hard the hardest step is."""
        if self.unexplained:
            return Rating(2, Fraction(len(self.unexplained)))
        proofs = (proof for step in self.steps for proof in step.proofs)
        return max((Rating(int(_kind(proof) == CASES), proof.norm) for proof in proofs), default=Rating(0, Fraction(0)))

    def __str__(self) -> str:
        return "\n".join(step.message for step in self.steps)


def _kind(proof: Proof) -> str:
    """How a proof proves; of one that supposes the opposite, how the shortest one does, if there is one."""
    if isinstance(proof, ContradictionProof):
        return _kind(proof.shortest) if proof.shortest else CASES
    return CASES if isinstance(proof, Cases) else ROUNDING if proof.rounded else SUM


def step_by(premises: Premises, before: Candidates, proofs: tuple[Proof, ...]) -> ExplainedStep:
    """Proofs as one step, told by what is known, where so many states were left to the elements before."""
    left = _narrowed(proofs, before)
    rows = (term.row for proof in proofs for term in proof.terms if term.row.family != BOUND)
    places = (element for row in rows for element in elements_in(row.index) if element in before)
    where = tuple(dict.fromkeys((*left, *places)))
    told = verbalize(premises, proofs, left)
    rule = max(map(_kind, proofs), key=(SUM, ROUNDING, CASES).index)
    sentences = (told.pattern, told.reason, told.conclusion)
    said = concluded(premises, proofs, left)
    pictures = tuple(step_frames(premises, sentences, *proofs))
    return ExplainedStep(left, rule, where, str(told), proofs, said, told.kind, sentences, pictures)


def _narrowed(proofs: Iterable[Proof], before: Candidates) -> dict[Any, frozenset]:
    """The states that proofs leave to the elements that they are about."""
    left = dict[Any, frozenset]()
    for element, state, holds in ((*proof.claim.index, proof.claim.lower is not None) for proof in proofs):
        left[element] = frozenset((state,)) if holds else left.get(element, before[element]) - {state}
    return left
