"""How a family's rows are spoken of, so that a proof reads as a person would tell it."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from puzzlekit.scip.constraints import LinearConstraint


@dataclass(frozen=True)
class StepConstraints:
    """The rows of a step of reasoning, by which it may have a name.

    Attributes
    ----------
    claim
        What it proves.
    at_least, at_most
        The rules that ask for more, and those that admit no more; none that needs no words, or that is full.
    known
        What is known and used.
    satisfied
        The rules that known elements fill.
    settled
        The elements whose state is known, whether the step uses that or not.
    """

    claim: LinearConstraint
    at_least: Sequence[LinearConstraint]
    at_most: Sequence[LinearConstraint]
    known: Sequence[LinearConstraint]
    satisfied: Sequence[LinearConstraint] = ()
    settled: Collection[Any] = ()

    @property
    def before(self) -> tuple[LinearConstraint, ...]:
        """The rows that ask, without one that ends the step as it has only the claim left."""
        keys = self.claim.coefficients.keys()
        ends = [row for row in self.at_least if self.claim.lower is not None and keys <= row.coefficients.keys()]
        return tuple(row for row in self.at_least if row not in ends[:1])


class AtAGlance(str):
    """The name of a step that is seen without what the proof takes: `by` says by what."""

    by: str

    def __new__(cls, name: str, by: str) -> "AtAGlance":
        """Both as texts."""
        own = super().__new__(cls, name)
        own.by = by
        return own


Technique = Callable[[StepConstraints], str]  # what people who do such puzzles call a step, or an empty text


@dataclass(frozen=True)
class Wording:
    """Three sides of a family's rows in words, and what one of them says alone.

    Each is a template `"subject | predicate"` or `"subject | predicate | object"`, or a clause without a subject of its
    own. Rows of which the same is said are told together, and so are the objects of one subject:
    `"{0} | has its | {1}"` gives "rows 7 and 8 have their 7" and "row 7 has its 1, 5 and 7". In the places stand

    - `{0}`, `{1}`, ...: the parts of the row's place in words; `{last}` is the last of them, and `{p0}`, `{p1}`, ...
      are their last words, of "cell (1,2)" the numbers;
    - `{side}`: the number that the row is compared with; `{rest}`: what known elements leave of it; both with a noun
      if one is given (`{side:edge}` is "1 edge" or "2 edges");
    - `{n}`: how many elements the row runs through, apart from those of its place, with a noun as well; `{k}`: how many
      variables, and `{spare}`: how many more than `{side}`; `{corners}`: the places of the first and the last of them,
      "(1,2) and (2,3)";
    - `{all}`: all parts of the row's place in a list, or how many, where it would get too long; `{now}`: what the
      element is known to be on which the row stands.

    An empty text is for what needs no words.

    Attributes
    ----------
    at_least
        The row needs something: its lower side.
    at_most
        The row admits no more than something: its upper side.
    satisfied
        It has that already, for known elements fill it; without it, `at_most` is said.
    only
        It asks for one of its elements, and few are left: `{at}` and `{state}` are their places and states.
    name
        What it is called where one is left, and every other row has what it asks for: "hidden single".
    none
        It admits nothing at all: the number is 0.
    settled
        What is said instead where the very element that the row is about is known to be in a state.
    clue
        The family whose clues its rows belong to, if that is another one.
    at_once
        Of rows that need no words: how many of them are seen at once. Of more each counts as a rule.
    via
        Of rows that need no words: by what one of them leads from one thing to another, "by {0}"; it is told where
        nothing else names the first part of the row's place.
    broken
        What is said of a row that cannot be kept, were something otherwise: by its lower side, and by its upper one;
        else what the side says.
    """

    at_least: str
    at_most: str
    satisfied: str | None = None
    only: str = ""
    name: str = ""
    none: str = ""
    settled: Mapping[Any, str] = field(default_factory=dict)
    clue: str = ""
    at_once: float = math.inf
    via: str = ""
    broken: tuple[str, str] = ("", "")

    @property
    def telling(self) -> bool:
        """Whether `has` says enough: where it names no place, the known elements are told beside it."""
        return "{" in (self.satisfied or "")

    @property
    def silent(self) -> bool:
        """Whether rows of this family need no words."""
        return not (self.at_least or self.at_most or self.satisfied)
