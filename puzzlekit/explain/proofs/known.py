"""What is known on the way to a solution: by clues, by candidates, by proofs, and by SCIP's word."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from puzzlekit.clock import Stopwatch
from puzzlekit.errors import NoSolution, UnsupportedPuzzle, expect
from puzzlekit.explain.proofs.contradiction import Suppositions
from puzzlekit.explain.proofs.memory import Memory, remembered
from puzzlekit.explain.proofs.oracle import Oracle
from puzzlekit.explain.proofs.parity import parities
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.premises_of import premises
from puzzlekit.explain.proofs.proof_lp import ProofLP
from puzzlekit.grid import Candidates, checked_candidates
from puzzlekit.scip import handler
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.scip.model import BuiltModel


class Known:
    """What is known so far, within a limit in seconds for SCIP and all linear programs. Raises what `next_step` raises.

    Attributes
    ----------
    start
        The premises of the first step.
    program
        The linear programs of what is known now.
    left
        element -> the states that are not excluded yet.
    begun
        The same before the first step.
    added
        The rows that were not there at the beginning.
    truth
        element -> its state in one solution.
    several
        Elements that are in other states in other solutions.
    """

    def __init__(
        self,
        built: BuiltModel,
        candidates: Candidates | None = None,
        *,
        time_limit: float | None = None,
        memory: Memory | None = None,
    ):
        watch, self.memory = Stopwatch(), Memory() if memory is None else memory
        expect(self.memory, Memory, "a Memory")
        model = remembered(self.memory, premises(built))
        if built.model.getObjective().terms and not built.stop_at_first:
            raise UnsupportedPuzzle(
                "the objective of this model counts, and why a board is best is not a sum of its rows"
            )
        self.left = checked_candidates(candidates, model.states)
        facts = list(taken_for_granted(model, {element: self.left[element] for element in candidates or ()}))
        self.oracle = Oracle(built, time_limit=watch.remaining(time_limit))
        truth = self.oracle.solution(facts)
        if truth is None:
            what = "there is no solution with what is filled in" if facts else "there is no solution"
            raise NoSolution(f"proved infeasible: {what}")
        self.truth = truth.states
        for claim in model.clue_claims:
            self._narrow(claim)
        clues = (claim for claim in model.clue_claims if len(claim.coefficients) > 1)  # others weigh little as they are
        self.begun = dict(self.left)
        self.start = model.knowing(*clues, *facts)
        self.remaining = partial(watch.remaining, time_limit)
        self.program = ProofLP(self.start, truth.values, self.remaining)
        self.added = list[LinearConstraint]()
        names, states = model.display_names, model.states
        self._apart = {e: {one for one in own if frozenset(own) - {one} in names} for e, own in states.items()}
        self.several: set[Any] = set()
        self._fixed = set(model.given) | {fact.index[0] for fact in facts if fact.lower is not None}
        self._supposed: Suppositions | None = None
        self._sure: set[Any] = set()  # elements that are in their state at every solution, by SCIP's word

    @property
    def place(self) -> Any:
        """What is known now, to be compared with what was known of the same model."""
        return tuple(self.left.values()), tuple(self.open)

    @property
    def premises(self) -> Premises:
        """What a proof may use now."""
        return self.program.premises

    @property
    def supposed(self) -> Suppositions:
        """What would follow from it, were something otherwise than it is."""
        now = self.premises
        self._supposed = self._supposed.knowing(now) if self._supposed else Suppositions(now)
        return self._supposed

    @property
    def open(self) -> list[Any]:
        """The elements whose state is not known."""
        return [element for element in self.left if element not in self._fixed]

    @property
    def unproved(self) -> list[Any]:
        """The elements whose state is not known, though by SCIP's word they are in no other."""
        return [element for element in self.open if self.forced(self.is_true(element))]

    def is_true(self, element: Any) -> LinearConstraint:
        """The claim that an element is in its state."""
        return self.premises.holds(element, self.truth[element])

    @property
    def has_names(self) -> bool:
        """Whether several states have a name together."""
        return any(self._apart.values())

    def main_claims(self) -> Iterator[LinearConstraint]:
        """What is to be found of elements that are open: in which state each is, or that it is in one of some states
        that have a name together."""
        for element in self.open:
            yield self.is_true(element)
            for state in sorted(self._first_asked(element) - {self.truth[element]}, key=str):
                yield self.premises.excluded(element, state)

    def true_claims(self, *, main: bool = False) -> list[LinearConstraint]:
        """All that may be said of elements that are open; or of those that may yet be outside of the states that have a
        name together, only whether they are."""
        make = self.premises
        return [
            make.holds(element, state) if state == self.truth[element] else make.excluded(element, state)
            for element in self.open
            for state in sorted((main and self._first_asked(element)) or self.left[element], key=str)
        ]

    def _first_asked(self, element: Any) -> set[Any]:
        return self._apart[element] & self.left[element]

    def learn(self, claim: LinearConstraint) -> None:
        """Take a claim as known that was proved."""
        self.program.learn(claim)
        self._narrow(claim)
        if claim.lower is not None:
            self._fixed.add(claim.index[0])

    def _narrow(self, claim: LinearConstraint) -> None:
        """Leave an element the states that it may be in by this claim."""
        element, state = claim.index
        self.left[element] &= {state} if claim.lower is not None else self.left[element] - {state}

    def take_cuts(self) -> bool:
        """Let the rows that lazy families have found take part in proofs; whether there are new ones."""
        return self.take(cut for cut in self.oracle.cuts if cut not in self.start and self._holds(cut))

    def take_parities(self, most: int) -> bool:
        """The same of rows that say whether at most so many open variables are odd in number."""
        return self.take(row for row in parities(self.premises, most) if row not in self.start.rows)

    def take_refuting(self) -> bool:
        """The same of rows of lazy families that what would be breaks, were something otherwise than it is, or of those
        that follow from them and that all breaks that could be."""
        for claim in self.true_claims() if handler.is_lazy(self.oracle.built.model) else ():
            self.separate(self.supposed, claim)
            self.oracle.separate(self.supposed.point(claim, most=True), implied=True, most=True)
        return self.take_cuts()

    def separate(self, look: Suppositions, claim: LinearConstraint) -> None:
        """Ask lazy families, and first those that follow from them, for rows that what would be breaks, were a claim
        not so."""
        point = look.point(claim)
        self.oracle.separate(point, implied=True)
        self.oracle.separate(point)

    def _holds(self, cut: LinearConstraint) -> bool:
        """Whether the clue to which a row belongs, if it does to one, is not left out."""
        owner = self.start.owner(cut)
        own = (row for row in self.start.rows if self.start.owner(row) == owner)
        return owner not in self.start.clues or any(row.lower is not None or row.upper is not None for row in own)

    def take(self, rows: Iterable[LinearConstraint]) -> bool:
        """Let rows take part that follow from those of the model, and are new; whether there are any."""
        if new := list(rows):
            self.added += new
            self.start = replace(self.start, rows=(*self.start.rows, *new))
            self.program.extend(new)
        return bool(new)

    def forced(self, claim: LinearConstraint) -> bool:
        """Whether the claim about an element holds at every solution, by SCIP's word."""
        element, state = claim.index
        if element in self.several or element in self._sure:
            return element in self._sure
        other = self.oracle.solution([*self.start.known, self.premises.excluded(element, state)])
        self.several.update(e for e in self.truth if other is not None and other.states[e] != self.truth[e])
        if other is None:
            self._sure.add(element)
        return other is None


def taken_for_granted(model: Premises, candidates: Candidates) -> Iterator[LinearConstraint]:
    """What candidates say beyond the clues, as rows."""
    for element, states in candidates.items():
        if len(states) == 1:
            yield model.holds(element, *states)
        else:
            yield from (model.excluded(element, state) for state in model.states[element] if state not in states)
