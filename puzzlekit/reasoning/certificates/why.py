"""Why must an element be in its state? One sum of constraints, rounded if need be."""

from dataclasses import dataclass, field, replace
from typing import Any

from pyscipopt import Expr

from puzzlekit import scip
from puzzlekit.clock import Deadline
from puzzlekit.errors import NoShortProof, NoSolution, PuzzleError, capital, counted
from puzzlekit.grid import LPValues, as_element
from puzzlekit.reasoning.certificates.certificate import Certificate, Term
from puzzlekit.reasoning.certificates.premises import BOUND, Premises
from puzzlekit.reasoning.certificates.premises_of import premises
from puzzlekit.reasoning.certificates.proof_lp import ProofLP
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.scip.locking import locked
from puzzlekit.scip.model import BuiltModel


@dataclass(frozen=True)
class ProvedState:
    """An element that must be in its state, with the proof.

    Attributes
    ----------
    told
        The claim in words: "cell (9,4) is 7".
    proof
        The certificate.
    premises
        What it adds up: the model, with the constraints that lazy families found.
    """

    told: str
    proof: Certificate
    premises: Premises = field(repr=False)

    @property
    def message(self) -> str:
        """The proof in a sentence."""
        terms = counted(len(self._terms), "constraint")
        return f"{capital(self.told)}: a sum of {terms}{', rounded' if self.proof.rounded else ''}."

    @property
    def table(self) -> str:
        """The constraints, a line each, with their multipliers; and how many bounds of variables fill up the sum."""
        width = max((len(str(term.multiplier)) for term in self._terms), default=0)
        lines = [f"{term.multiplier!s:>{width}} times {place_of(term.row)}" for term in self._terms]
        bounds = len(self.proof.terms) - len(self._terms)
        return "\n".join([*lines, *[f"and {counted(bounds, 'bound')} of variables"] * bool(bounds)])

    @property
    def _terms(self) -> list[Term]:
        return [term for term in self.proof.terms if term.row.family != BOUND]

    @property
    def marks(self) -> dict[Any, str]:
        """`{element: mark}` for a picture: "plus" and "minus" where constraints are added or subtracted, "plus minus"
        where both are, and "hinted" for the element of the claim."""
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
    """Return the family of a constraint and its place: "digit_once_per_row: 2, 7"."""
    parts = row.index if isinstance(row.index, tuple) else (row.index,)
    place = ", ".join(str(part) for part in parts if part is not None)
    return ": ".join(filter(None, (row.family or "row", place)))


def why(built: BuiltModel, element: Any, *, time_limit: float | None = None) -> ProvedState | None:
    """Return why an element must be in its state, or None if it need not be. An objective does not count.

    SCIP finds a solution and shows that none differs here. The proof is a shortest sum of constraints, else a shortest
    one that is rounded; constraints that lazy families add in these solves take part.

    Raises
    ------
    PuzzleError, UnsupportedPuzzle
        If the model has no such element, or if it is not linear, see `premises`.
    NoSolution
        If the model has no solution.
    NoShortProof
        If only a search shows it.
    TimeLimitReached
    """
    model, deadline = premises(built), Deadline(time_limit, "no answer proved")
    states = [state for own, state in model.indicators if own == element]
    if not states:
        raise PuzzleError(f"found {as_element(element)}, expected an element of this puzzle")
    solution, cuts = _solution(built, deadline)
    if solution is None:
        raise NoSolution("proved infeasible: the model has no solution")
    state = next(state for state in states if solution.get((element, state)))
    other, more = _solution(built, deadline, without=(element, state))
    if other is not None:
        return None
    names = built.display_names
    told = f"{names.get(element, element)} is {names.get(state, state)}"
    found = tuple({(cut.family, cut.index): cut for cut in (*cuts, *more)}.values())
    program = ProofLP(replace(model, rows=(*model.rows, *found)), time_limit=deadline.remaining())
    claim = model.holds(element, state)
    if (proof := program.prove(claim) or program.round(claim)) is None:
        raise NoShortProof(f"no short proof that {told}; proved by search only")
    return ProvedState(told, proof, program.premises)


def _solution(
    built: BuiltModel, deadline: Deadline, without: tuple[Any, Any] | None = None
) -> tuple[LPValues | None, tuple[LinearConstraint, ...]]:
    """Return the indicators at some solution where an element is not in a state, or None if there is none, and the
    constraints that lazy families added."""
    indicator = 0 if without is None else built.indicators[without]
    first, row = built.stop_at_first, None
    if not isinstance(indicator, Expr) and indicator == 1:
        return None, ()
    with locked(built.model):
        try:
            built.stop_at_first = True
            if isinstance(indicator, Expr):
                row = built.model.addCons(indicator <= 0, name="opposite")
            result = scip.solve(built, time_limit=deadline.remaining())
        finally:
            built.stop_at_first = first
            if row is not None:
                built.model.delCons(row)
    if result.status == "unknown":
        raise deadline.reached()
    return (built.fractions(result.values) if result.values else None), result.cuts
