"""Proofs that an element must be in a state, or cannot be in it: one sum of constraints, rounded if necessary."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pyscipopt import Expr

from puzzlekit import scip
from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import NoShortProof, NoSolution, PuzzleError, capital, counted, shown
from puzzlekit.core.grid import LPValues, as_element
from puzzlekit.reasoning.certificates.certificate import Certificate, Term
from puzzlekit.reasoning.certificates.premises import BOUND, Premises, premises
from puzzlekit.reasoning.certificates.proof_lp import ProofLP
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.scip.locking import locked
from puzzlekit.scip.model import BuiltModel


@dataclass(frozen=True)
class ProvedState:
    """A claim that an element must be in a state, or cannot be in it, with the proof.

    Attributes
    ----------
    told
        The claim in words: "cell (9,4) is 7".
    proof
        The certificate.
    premises
        The premises of the proof: the model, with the constraints that lazy families found.
    """

    told: str
    proof: Certificate
    premises: Premises = field(repr=False)

    @property
    def message(self) -> str:
        """Return a sentence with the claim and the size of the proof."""
        terms = counted(len(self._terms), "constraint")
        return f"{capital(self.told)}: a sum of {terms}{', rounded' if self.proof.rounded else ''}."

    @property
    def table(self) -> str:
        """Return a text with the constraints and their multipliers, one per line, and the number of bounds that
        complete the sum."""
        width = max((len(str(term.multiplier)) for term in self._terms), default=0)
        lines = [f"{term.multiplier!s:>{width}} times {place_of(term.row)}" for term in self._terms]
        bounds = len(self.proof.terms) - len(self._terms)
        return "\n".join([*lines, *[f"and {counted(bounds, 'bound')} of variables"] * bool(bounds)])

    @property
    def _terms(self) -> list[Term]:
        return [term for term in self.proof.terms if term.row.family != BOUND]

    @property
    def marks(self) -> dict[Any, str]:
        """Return {element: mark} for a picture. The mark is "plus" or "minus" if a constraint on the element is added
        or subtracted, and "plus minus" for both. The mark of the claim's element also contains "hinted"."""
        added, subtracted = (
            {e for term in self._terms if (term.multiplier > 0) == plus for e in self.premises.touched(term.row)}
            for plus in (True, False)
        )
        words = {"plus": added, "minus": subtracted, "hinted": {self.proof.claim.index[0]}}
        every = [element for term in self._terms for element in self.premises.touched(term.row)]
        every.append(self.proof.claim.index[0])
        return {element: " ".join(word for word, own in words.items() if element in own) for element in every}

    def __str__(self) -> str:
        return f"{self.message}\n{self.table}"


def place_of(row: LinearConstraint) -> str:
    """Return a constraint's family and place as a text: "digit_once_per_row: 2, 7"."""
    parts = row.index if isinstance(row.index, tuple) else (row.index,)
    place = ", ".join(str(part) for part in parts if part is not None)
    return ": ".join(filter(None, (row.family or "row", place)))


def why(built: BuiltModel, element: Any, *, time_limit: float | None = None) -> ProvedState | None:
    """Return a proof that an element must be in its state, or None if another state is possible. The objective is
    ignored.

    SCIP finds a solution and proves that every solution agrees on this element. The proof is a shortest sum of
    constraints, or else a shortest rounded sum. It may use the constraints that lazy families add in these solves.

    Raises
    ------
    PuzzleError, UnsupportedPuzzle
        If the model has no such element, or is not linear, see `premises`.
    NoSolution
        If the model has no solution.
    NoShortProof
        If only a search proves the claim.
    TimeLimitReached If the limit is reached first.
    """
    model, deadline = premises(built), Deadline(time_limit, "no answer proved")
    states = _states(model, element)
    solution, cuts = _solution(built, deadline)
    if solution is None:
        raise NoSolution("proved infeasible: the model has no solution")
    state = next(state for state in states if solution.get((element, state)))
    other, more = _solution(built, deadline, (element, state), value=0)
    if other is not None:
        return None
    return _proved(built, model.holds(element, state), "is", (*cuts, *more), deadline)


def why_not(built: BuiltModel, element: Any, state: Any, *, time_limit: float | None = None) -> ProvedState | None:
    """Return a proof that an element cannot be in this state, or None if the state is possible. Raise the same errors
    as `why`, and PuzzleError if the element does not have this state."""
    model, deadline = premises(built), Deadline(time_limit, "no answer proved")
    if state not in (states := _states(model, element)):
        raise PuzzleError(f"found {shown(state)}, expected one of the states {', '.join(map(str, states))}")
    other, cuts = _solution(built, deadline, (element, state), value=1)
    return None if other is not None else _proved(built, model.excluded(element, state), "is not", cuts, deadline)


def _states(model: Premises, element: Any) -> list[Any]:
    if states := [state for own, state in model.indicators if own == element]:
        return states
    raise PuzzleError(f"found {as_element(element)}, expected an element of this puzzle")


def _proved(
    built: BuiltModel, claim: LinearConstraint, verb: str, cuts: Sequence[LinearConstraint], deadline: Deadline
) -> ProvedState:
    """Return the proof of a claim (a bound on an indicator). `verb` is the verb of the claim in words. `cuts` are
    constraints of lazy families that may be used as premises."""
    model, (element, state), names = premises(built), claim.index, built.display_names
    told = f"{names.get(element, element)} {verb} {names.get(state, state)}"
    found = {(cut.family, cut.index): cut for cut in cuts}
    program = ProofLP(replace(model, rows=(*model.rows, *found.values())), time_limit=deadline.remaining())
    if (proof := program.prove(claim) or program.round(claim)) is None:
        raise NoShortProof(f"no short proof that {told}; proved by search only")
    return ProvedState(told, proof, program.premises)


def _solution(
    built: BuiltModel, deadline: Deadline, item: tuple[Any, Any] | None = None, value: int = 0
) -> tuple[LPValues | None, tuple[LinearConstraint, ...]]:
    """Return {(element, state): number} for a solution, or None if there is no solution. Also return the constraints
    that lazy families added.

    If `item` = (element, state) is given, the indicator of `item` must be `value` at the solution.
    """
    indicator = value if item is None else built.indicators[item]
    first, row = built.stop_at_first, None
    if not isinstance(indicator, Expr) and indicator != value:
        return None, ()
    with locked(built.model):
        try:
            built.stop_at_first = True
            if isinstance(indicator, Expr):
                row = built.model.addCons(indicator == value, name="asked")
            result = scip.solve(built, time_limit=deadline.remaining())
        finally:
            built.stop_at_first = first
            if row is not None:
                built.model.delCons(row)
    if result.status == "unknown":
        raise deadline.reached()
    return (built.fractions(result.values) if result.values else None), result.cuts
