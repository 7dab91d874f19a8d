"""The clues of a model: the constraints of each clue, and minimal sets of clues that contradict each other."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from puzzlekit import scip
from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import NoShortProof, UnsupportedPuzzle, capital, counted, expect, joined
from puzzlekit.reasoning.certificates.certificate import Certificate
from puzzlekit.reasoning.certificates.premises import Premises, elements_in, is_rule, premises
from puzzlekit.reasoning.certificates.proof_lp import ProofLP
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.scip.enumeration import Build, build_model
from puzzlekit.scip.locking import locked
from puzzlekit.scip.model import BuiltModel

Clue = tuple[str, Any]  # family, element


class Clues:
    """The clues of a BuiltModel. The methods use SCIP to find out which sets of clues have a solution.

    Parameters
    ----------
    time_limit
        In seconds, for all calls of methods together. At the limit, methods raise TimeLimitReached.

    Attributes
    ----------
    words
        {(family, element): the clue in words}.

    Raises
    ------
    UnsupportedPuzzle
        If the model does not name its clues, or a family sets bounds, which may hide clues; or if `premises` does not
        support the model.
    """

    def __init__(self, built: BuiltModel, *, time_limit: float | None = None):
        self._built, self._deadline = built, Deadline(time_limit, "no answer proved")
        self._model, named = premises(built), _named(built)
        self._cuts: dict[Clue, LinearConstraint] = {}
        self._rows: dict[Clue, list[LinearConstraint]] = {}
        for row in self._model.rows:
            if (clue := self._owner(row)) in named:
                self._rows.setdefault(clue, []).append(row)
        self.words = {clue: named[clue] for clue in self._rows}

    def _owner(self, row: LinearConstraint) -> Clue:
        """Return (family, first part of the place) of a constraint. If the constraint belongs to a clue, this pair is
        the key of the clue."""
        return str(row.family), row.index[0] if isinstance(row.index, tuple) and row.index else row.index

    def in_order(self, first: Sequence[Any], *, reverse: bool = False) -> list[Clue]:
        """Return all clues in order: first the clues on the elements `first`, then the others. With `reverse`, the
        order is reversed."""
        wanted = list(first)  # a list needs no hashable elements

        def rank(clue: Clue) -> int:
            own = (wanted.index(element) for element in elements_in(clue[1]) if element in wanted)
            return min(own, default=len(wanted))

        return sorted(self.words, key=rank, reverse=reverse)

    def rows(self, clues: Iterable[Clue]) -> Iterator[LinearConstraint]:
        """Yield the constraints of these clues."""
        return (row for clue in clues for row in self._rows[clue])

    def solution(self, kept: Collection[Clue]) -> Any:
        """Return the values of a solution that satisfies the rules and the clues `kept`, or None if there is no such
        solution."""
        left_out = self.rows(clue for clue in self.words if clue not in kept)
        with _without(self._built, left_out):
            result = scip.solve(self._built, time_limit=self._deadline.remaining())
        self._cuts |= {(str(cut.family), cut.index): cut for cut in result.cuts}
        if result.status == "unknown":
            raise self._deadline.reached()
        return result.values

    def premises(self, kept: Collection[Clue]) -> Premises:
        """Return as premises the rules, the clues `kept` (no other clues), and the constraints that lazy families have
        found so far."""
        rules = (row for row in self._model.rows if self._owner(row) not in self._rows)
        return replace(self._model, rows=(*rules, *self._cuts.values(), *self.rows(kept)))

    def refuted(self, premises: Premises) -> Certificate | None:
        """Return a proof that these premises contradict each other, as a sum of constraints. Return None if no such
        proof is found."""
        with suppress(NoShortProof):
            return ProofLP(premises, time_limit=self._deadline.remaining()).refute()
        return None

    def clashing(self, among: Collection[Clue]) -> list[Clue] | None:
        """Return a minimal set of clues in `among` that contradict each other, or None if all of them together have a
        solution. If there is a choice, clues late in `among` are preferred.

        The first candidates are the clues with multipliers in a contradictory sum of constraints (Farkas). SCIP then
        tests each of these clues by leaving it out (deletion filter).
        """
        kept = list(among)
        if self.solution(kept):
            return None
        if proof := self.refuted(self.premises(kept)):
            used = {self._owner(term.row) for term in proof.terms}
            kept = [clue for clue in kept if clue in used]
        for clue in tuple(kept):
            fewer = [other for other in kept if other != clue]
            if not self.solution(fewer):
                kept = fewer
        return kept


@contextmanager
def _without(built: BuiltModel, rows: Iterable[LinearConstraint]) -> Iterator[None]:
    """Remove these constraints and the objective from a model for a `with` block."""
    names = {scip.name(row.family or "", row.index) for row in rows}
    model, first = built.model, built.stop_at_first
    with locked(model):
        out = [(row, model.getLhs(row), model.getRhs(row)) for row in model.getConss(False) if row.name in names]
        for row, _, _ in out:
            model.chgLhs(row, -model.infinity())
            model.chgRhs(row, model.infinity())
        built.stop_at_first = True
        try:
            yield
        finally:
            built.stop_at_first = first
            for row, lower, upper in out:
                model.chgLhs(row, lower)
                model.chgRhs(row, upper)


def places(clues: Iterable[Clue]) -> tuple[Any, ...]:
    """Return the elements on which these clues stand, each once."""
    return tuple(dict.fromkeys(element for _, place in clues for element in elements_in(place)))


def told(words: Iterable[str], none: str, one: str, several: str) -> str:
    """Return the text `none` if there are no words; otherwise the text `one` or `several`, according to their number,
    followed by the words."""
    own = list(words)
    return f"{one if len(own) == 1 else several}: {joined(own)}" if own else none


def _named(built: BuiltModel) -> Mapping[Clue, str]:
    if built.clues is None:
        raise UnsupportedPuzzle("found a model without clues, expected BuiltModel(..., clues=...)")
    if built.bounding:
        raise UnsupportedPuzzle(
            f"found bounds from {min(built.bounding)}, which may be clues; expected only constraints"
        )
    return built.clues


@dataclass(frozen=True)
class ClueConflict:
    """A minimal set of clues that contradict each other under the rules.

    No solution satisfies the rules and these clues. If any one of these clues is left out, there is a solution.

    Attributes
    ----------
    premises
        The rules and these clues, without the other clues.
    clues
        {(family, element): the clue in words}; empty if there is no solution even without clues.
    proof
        A contradictory sum of constraints, or None if only SCIP's search shows the contradiction.
    """

    premises: Premises
    clues: Mapping[Clue, str]
    proof: Certificate | None

    @property
    def where(self) -> tuple[Any, ...]:
        """Return the elements that the clues refer to."""
        return places(self.clues)

    @property
    def message(self) -> str:
        """Return a sentence that names the conflicting clues."""
        how = "a sum of rules shows it" if self.proof else "a search shows it"
        kinds = (
            "the board is infeasible even without clues",
            "this clue contradicts the rules by itself",
            "minimal set of conflicting clues",
        )
        return f"{told(self.clues.values(), *kinds)} ({how})"

    @property
    def reason(self) -> str:
        """Return a sentence that says how the contradiction was shown."""
        if self.proof is None:
            return "A search shows it."
        rules = sum(is_rule(term.row) for term in self.proof.terms)
        parts = [counted(rules, "rule")] * bool(rules) + ["these clues"] * bool(self.clues)
        if parts in ([], ["1 rule"]):
            return "One rule is a contradiction by itself."
        return f"{capital(joined(parts))} add up to a contradiction."


def minimal_conflict(
    built: BuiltModel, *, first: Sequence[Any] = (), time_limit: float | None = None
) -> ClueConflict | None:
    """Return a ClueConflict: a minimal set of clues that contradict each other. Return None if there is a solution with
    all clues.

    The objective is ignored.

    Parameters
    ----------
    first
        Elements whose clues are preferred: if there is a choice, their clues are in the set. The result lists these
        clues first, in the order of `first`.
    time_limit
        In seconds.

    Raises
    ------
    UnsupportedPuzzle
        If `Clues` does not support the model.
    TimeLimitReached
        If the set was not proved minimal in time.
    """
    expect(first, Sequence, "a sequence of elements")
    clues = Clues(built, time_limit=time_limit)
    found = clues.clashing(clues.in_order(first, reverse=True))
    if found is None:
        return None
    named = {clue: clues.words[clue] for clue in clues.in_order(first) if clue in found}
    left = clues.premises(found)
    return ClueConflict(left, named, clues.refuted(left))


T = TypeVar("T")


def asked(puzzle: Any, formulations: Mapping[str, Build], question: Callable[..., T], *more: Any) -> T:
    """Build a model of a puzzle, and return `question(model, *more)`. The model is freed afterwards.

    Parameters
    ----------
    formulations
        {name: function that builds a model}. The first formulation that supports the puzzle is used, except those with
        names ending in `_fast`.

    Raises
    ------
    UnsupportedPuzzle
        If there is no such formulation, or `question` does not support the model.
    """
    plain = {name: build for name, build in formulations.items() if not name.endswith("_fast")}
    built = build_model(puzzle, plain)
    try:
        return question(built, *more)
    finally:
        built.free()
