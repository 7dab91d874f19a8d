"""The way to a solution in steps, each with the shortest proof that is found, the easiest step first.

What a step proved is known in the later ones. A certificate is kept from step to step, with the witness that shows
that none is shorter, and looked for again only when a new fact may shorten it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from tqdm import tqdm

from puzzlekit.errors import PuzzleError, Unproved, declared, expect_function
from puzzlekit.explain.details import Sum, sums
from puzzlekit.explain.naming import concluded
from puzzlekit.explain.picture import walk
from puzzlekit.explain.premises import Premises, elements_in, weight
from puzzlekit.explain.proof import Cases, Proof, Supposition
from puzzlekit.explain.way import Way
from puzzlekit.explain.words import tell
from puzzlekit.grid import Candidates, Step, as_element
from puzzlekit.scip.model import BuiltModel
from puzzlekit.scip.rows import Row
from puzzlekit.unique import Build, choose

T = TypeVar("T")

SUM, ROUNDING, CASES = "sum_of_rows", "rounding", "cases"  # how a step is proved, from easy to hard


@dataclass(frozen=True)
class Explained(Step):
    """A step with its proofs, one for each thing that it proves; a later one may use what the earlier ones prove.

    `rule` says what kind of proofs they are: "sum_of_rows", "rounding" or "cases", whichever is hardest. `sentences`
    are the message in parts: the pattern, the reason, the conclusion, each of which may be empty. `told` says what is
    proved: "cell (1,1) is 5". `pictures` are the sentences that are not empty, each with marks for a board that show
    what was said until then: which elements the proofs' rows run through, see `explain.marks`.
    """

    proofs: tuple[Proof, ...]
    told: str
    sentences: tuple[str, str, str]
    pictures: tuple[tuple[str, Mapping[Any, str]], ...]

    @property
    def marks(self) -> Mapping[Any, str]:
        """The marks of all that was said."""
        return self.pictures[-1][1]

    @property
    def proof(self) -> Proof:
        """The first of the proofs."""
        return self.proofs[0]

    @property
    def claim(self) -> Row:
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
        """Re-add all rows in exact fractions; what is known afterwards. Raises WrongAnswer if one of them is no
        proof."""
        for proof in self.proofs:
            proof.check(known)
            known = known.knowing(proof.claim)
        return known


@dataclass(frozen=True, order=True)
class Rating:
    """How hard a puzzle is: its hardest step. Ratings are ordered.

    Attributes
    ----------
    level
        0 where sums of rows suffice, 1 where one has to round, 2 where one has to tell cases apart, 3 where no proof
        was found within the limit.
    norm
        The largest weighted 1-norm of the steps of that level. It does not depend on the order of the steps, nor on
        which of several shortest proofs is found.
    """

    level: int
    norm: Fraction

    def __str__(self) -> str:
        kinds = ("sums of rules", "rounding", "cases", "beyond the limit")
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
    steps: tuple[Explained, ...]
    several: tuple[Any, ...] = ()
    unexplained: tuple[Any, ...] = ()

    def check(self) -> None:
        """Re-add all rows of all steps in exact fractions. Raises WrongAnswer if one of them is no proof."""
        known = self.premises
        for step in self.steps:
            known = step.check(known)

    @property
    def rating(self) -> Rating:
        """How hard the hardest step is."""
        if self.unexplained:
            return Rating(3, Fraction(len(self.unexplained)))
        levels = {SUM: 0, ROUNDING: 1, CASES: 2}
        proofs = (proof for step in self.steps for proof in step.proofs)
        return max((Rating(levels[_kind(proof)], proof.norm) for proof in proofs), default=Rating(0, Fraction(0)))

    def __str__(self) -> str:
        return "\n".join(step.message for step in self.steps)


def next_step(
    built: BuiltModel,
    candidates: Candidates | None = None,
    *,
    wanted: Callable[[Explained], bool] = lambda step: True,
    time_limit: float | None = None,
) -> Explained | None:
    """The easiest step from here: the one with the shortest proof, or None if nothing is left to explain.

    Parameters
    ----------
    candidates
        `{element: frozenset of the states still possible}`, taken for granted; elements may be left out.
    wanted
        Steps that are not wanted are taken silently: the first that is wanted comes after them.
    time_limit
        In seconds. When it is reached, the easiest proof found until then will do.

    Raises
    ------
    NoSolution
        If there is no solution with these candidates.
    Unproved
        If something is left, but only a search shows it.
    TimeLimitReached
        If nothing was found in time.
    Unsuited
        If the model cannot be asked (see `premises`), or its objective counts: that a board is the *best* one does not
        follow from its rows alone.
    """
    expect_function(wanted, "step")
    way = Way(built, candidates, time_limit=time_limit)
    found = next(filter(wanted, _taken(way)), None)
    if found is None and way.known.unproved:
        raise Unproved("no short proof was found of anything that is left: only a search shows it")
    return found


def steps(
    built: BuiltModel, candidates: Candidates | None = None, *, time_limit: float | None = None
) -> Iterator[Explained]:
    """One easiest step after another, each from where the last one left. Raises what `next_step` raises, but ends where
    no short proof is found."""
    return _taken(Way(built, candidates, time_limit=time_limit))


def _taken(way: Way) -> Iterator[Explained]:
    return (explained(way, proofs) for proofs in way.proofs())


def explanation(built: BuiltModel, candidates: Candidates | None = None, *, easiest: bool = True) -> Explanation:
    """The whole solution as steps, with a progress bar where it takes long. Raises what `next_step` raises.

    Parameters
    ----------
    easiest
        Whether each step is the easiest of all that are possible. If not, a step that is no harder than an earlier one
        will do, which takes a quarter of the time and gives the same rating.
    """
    return _told(Way(built, candidates, easiest=easiest))


def _told(way: Way) -> Explanation:
    told = []
    with tqdm(total=len(way.known.open), unit="element", delay=1.0, leave=False, disable=None) as bar:
        for step in _taken(way):
            told.append(step)
            bar.update(bar.total - len(way.known.open) - bar.n)
    unproved = way.known.unproved
    several = tuple(element for element in way.known.open if element not in unproved)
    return Explanation(way.known.start, tuple(told), several, tuple(unproved))


def difficulty(built: BuiltModel) -> Rating:
    """How hard the puzzle is, from the weighted 1-norms of its explanation. Raises what `next_step` raises."""
    return explanation(built, easiest=False).rating


def why(
    built: BuiltModel, element: Any, candidates: Candidates | None = None, *, time_limit: float | None = None
) -> Explained | None:
    """Why this element must be in its state, from the clues and the candidates at once. None if it need not be.

    Raises
    ------
    PuzzleError
        If the model says nothing of this element; else as `next_step`.
    """
    way = Way(built, candidates, time_limit=time_limit)
    if element not in list(way.known.left):  # a list asks for no hash
        raise PuzzleError(f"found {as_element(element)}, expected an element of this puzzle")
    proof = way.proof_of(element)
    return explained(way, (proof,)) if proof else None


@declared
def asked(puzzle: Any, formulations: Mapping[str, Build], question: Callable[..., T], *more: Any) -> T:
    """What one of these functions answers about a puzzle, in the first formulation that takes it and is not fast.

    Raises
    ------
    Unsuited
        If there is none, or its model cannot be asked.
    """
    expect_function(question, "built", *map(str, range(len(more))))
    plain = {name: build for name, build in formulations.items() if not name.endswith("_fast")}
    built = choose(puzzle, plain)
    try:
        return question(built, *more)
    finally:
        built.free()


def _kind(proof: Proof) -> str:
    """How a proof proves; of one that supposes the opposite, how the shortest one does."""
    if isinstance(proof, Supposition):
        return _kind(proof.shortest)
    return CASES if isinstance(proof, Cases) else ROUNDING if proof.rounded else SUM


def explained(way: Way, proofs: tuple[Proof, ...]) -> Explained:
    """Proofs that were found from what is known on the way, as one step."""
    premises, left = way.known.premises, dict[Any, frozenset]()
    for proof in proofs:
        element, state = proof.claim.place
        before = left.get(element, way.known.left[element])
        left[element] = frozenset((state,)) if proof.claim.lower is not None else before - {state}
    places = (e for proof in proofs for term in proof.terms if weight(term.row) for e in elements_in(term.row.place))
    where = tuple(dict.fromkeys((*left, *(place for place in places if place in way.known.left))))
    told = tell(premises, proofs, left)
    rule = max(map(_kind, proofs), key=(SUM, ROUNDING, CASES).index)
    sentences = (told.pattern, told.reason, told.conclusion)
    said = concluded(premises, proofs, left)
    pictures = tuple(walk(premises, sentences, *proofs))
    return Explained(left, rule, where, str(told), proofs, said, sentences, pictures)
