"""The clues of a model: the rows that each of them owns, and which of them cannot stand together."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from puzzlekit.clock import Stopwatch
from puzzlekit.errors import TimeLimitReached, UnsupportedPuzzle, expect, joined
from puzzlekit.explain.proofs.case_splits import by_cases
from puzzlekit.explain.proofs.certificate import CONTRADICTION, Certificate
from puzzlekit.explain.proofs.oracle import Oracle, SolutionPoint
from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.premises_of import premises
from puzzlekit.explain.proofs.proof import Cases, Shortest
from puzzlekit.explain.proofs.proof_lp import ProofLP
from puzzlekit.explain.proofs.row_kinds import elements_in
from puzzlekit.explain.words.verbalize import sentence
from puzzlekit.scip.constraints import LinearConstraint
from puzzlekit.scip.model import BuiltModel

Clue = tuple[str, Any]  # family, element
LEAVES = 3  # the most cases by which clues are shown to contradict each other


class Clues:
    """The clues of a built model, and what SCIP says of some of them alone.

    Parameters
    ----------
    time_limit
        In seconds, for all questions together. Each raises TimeLimitReached where it has no proved answer by then.

    Attributes
    ----------
    words
        (family, element) -> the clue in words.

    Raises
    ------
    UnsupportedPuzzle
        If the model does not say which of its rows are clues, or a family sets bounds, in which clues may hide; or if
        it cannot be asked, see `premises`.
    """

    def __init__(self, built: BuiltModel, *, time_limit: float | None = None):
        self._watch, self._limit = Stopwatch(), time_limit
        self._model, self._oracle, named = premises(built), Oracle(built, time_limit=time_limit), _named(built)
        self._rows: dict[Clue, list[LinearConstraint]] = {}
        for row in self._model.rows:
            if (clue := self._model.owner(row)) in named:
                self._rows.setdefault(clue, []).append(row)
        self.words = {clue: named[clue] for clue in self._rows}

    def in_order(self, first: Sequence[Any], *, reverse: bool = False) -> list[Clue]:
        """All clues, those that stand on `first` elements first, in this order; in `reverse` they come last."""
        wanted = list(first)  # a list asks for no hash

        def rank(clue: Clue) -> int:
            own = (wanted.index(element) for element in elements_in(clue[1]) if element in wanted)
            return min(own, default=len(wanted))

        return sorted(self.words, key=rank, reverse=reverse)

    def rows(self, clues: Iterable[Clue]) -> Iterator[LinearConstraint]:
        """The rows of these clues."""
        return (row for clue in clues for row in self._rows[clue])

    def board(self, kept: Collection[Clue]) -> SolutionPoint | None:
        """Some solution that keeps these clues, whatever the others say; None if there is none."""
        return self._oracle.without(self.rows(clue for clue in self.words if clue not in kept))

    def refuted(self, kept: Collection[Clue]) -> tuple[ProofLP, Certificate | None]:
        """The linear programs of the rules with these clues alone, and a sum of rows that is a contradiction, if there
        is one."""
        rules = (row for row in self._model.rows if self._model.owner(row) not in self._rows)
        clues = self.rows(clue for clue in self.words if clue in kept)
        left = replace(self._model, rows=(*rules, *self._oracle.cuts, *clues))
        program = ProofLP(left, left=partial(self._watch.remaining, self._limit))
        found = program.refute()
        return program, found.certificate if found else None

    def clashing(self, among: Collection[Clue]) -> list[Clue] | None:
        """Some of these clues that contradict each other, none of which can be spared; None if all can stand together.
        Of those that can be spared, the first ones go first.

        The multipliers of a contradictory sum of rows say which clues to look at first (Farkas); what is left is
        tested clue by clue by SCIP.
        """
        kept = list(among)
        if self.board(kept):
            return None
        if proof := self.refuted(kept)[1]:
            used = {self._model.owner(term.row) for term in proof.terms}
            kept = [clue for clue in kept if clue in used]
        for clue in tuple(kept):
            fewer = [other for other in kept if other != clue]
            if not self.board(fewer):
                kept = fewer
        return kept


def places(clues: Iterable[Clue]) -> tuple[Any, ...]:
    """The elements that some clues stand on."""
    return tuple(dict.fromkeys(element for _, place in clues for element in elements_in(place)))


def told(words: Iterable[str], none: str, one: str, several: str) -> str:
    """A sentence about nothing, about one thing, or about several, which it names."""
    own = list(words)
    return f"{one if len(own) == 1 else several}: {joined(own)}" if own else none


def _named(built: BuiltModel) -> Mapping[Clue, str]:
    if built.clues is None:
        raise UnsupportedPuzzle(
            "this model does not say which of its rows are clues; expected BuiltModel(..., clues=...)"
        )
    if built.bounding:
        raise UnsupportedPuzzle(f"{min(built.bounding)} sets bounds, in which clues may hide; expected rows")
    return built.clues


@dataclass(frozen=True)
class ClueConflict:
    """Clues that contradict each other under the rules, none of which can be spared.

    With these clues alone, whatever the others say, there is no solution; and if any one of them is left untold, the
    others no longer contradict each other.

    Attributes
    ----------
    premises
        The rules with these clues alone.
    clues
        (family, element) -> the clue in words; empty if there is no solution even with no clue at all.
    proof
        A sum of rows that is a contradiction, or one in each of a few cases; None where it takes SCIP's search.
    """

    premises: Premises
    clues: Mapping[Clue, str]
    proof: Shortest | None

    @property
    def where(self) -> tuple[Any, ...]:
        """The elements that the clues stand on."""
        return places(self.clues)

    @property
    def message(self) -> str:
        """The clash in a sentence."""
        how = {Certificate: "a sum of rules shows it", Cases: "cases show it"}.get(
            type(self.proof), "a search shows it"
        )
        kinds = (
            "the board is infeasible even without clues",
            "this clue contradicts the rules by itself",
            "minimal set of conflicting clues",
        )
        return f"{told(self.clues.values(), *kinds)} ({how})"

    @property
    def reason(self) -> str:
        """The proof in words, or that there is none."""
        return sentence(self.premises, self.proof) if self.proof else "There is no solution. A search shows it."


def minimal_conflict(
    built: BuiltModel, *, first: Sequence[Any] = (), time_limit: float | None = None
) -> ClueConflict | None:
    """Clues that cannot stand together, as few as can be made by leaving out one after another; None if all can.

    An objective does not count here.

    Parameters
    ----------
    first
        Elements: clues that stand on these are kept where there is a choice, and told first, in this order.
    time_limit
        In seconds.

    Raises
    ------
    UnsupportedPuzzle
        If the model cannot be asked, see `Clues`.
    TimeLimitReached
        If it was not proved in time that each of the clues takes part.
    """
    expect(first, Sequence, "a sequence of elements")
    clues = Clues(built, time_limit=time_limit)
    found = clues.clashing(clues.in_order(first, reverse=True))
    if found is None:
        return None
    program, by_sum = clues.refuted(found)
    proof: Shortest | None = by_sum
    if not proof:
        with suppress(TimeLimitReached):
            proof = by_cases(program, [CONTRADICTION], LEAVES)
    return ClueConflict(
        program.premises, {clue: clues.words[clue] for clue in clues.in_order(first) if clue in found}, proof
    )
