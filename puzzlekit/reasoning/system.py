"""Rules of reasoning as data: the places of a rule, its conclusions, and the facts behind each conclusion.

Elements and states are numbers here. The states left to an element are a mask with one bit for each state.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Protocol

Mask = int
Fact = tuple[int, Mask]  # an element, and the states to which it is known to be narrowed
Row = tuple[str, Any]  # a constraint of the model: its family and its place
Left = Sequence[Mask]  # for each element the states that are still possible

STEP, NOTE, VISIBLE = "step", "note", "visible"  # told by itself; told in the step that uses it; never told


@dataclass(slots=True, eq=False)
class Found:
    """A conclusion of a rule.

    Attributes
    ----------
    claim
        {element: states that remain}, whether this is known or new. An element that has none of these states left is a
        contradiction.
    because
        The facts that the rule used: one sequence for the whole claim, or {element: facts}.
    rows
        The constraints of the model that the rule used.
    about
        Data for the rule's sentence.
    rule
        The rule, set by the caller of `Rule.look`.
    """

    claim: Mapping[int, Mask]
    because: Sequence[Fact] | Mapping[int, Sequence[Fact]]
    rows: Sequence[Row]
    about: Any = None
    rule: "Rule" = None  # type: ignore[assignment]

    def facts(self, elements: Iterable[int]) -> dict[int, Mask]:
        """Return the facts behind the claim about these elements: {element: mask}."""
        merged: dict[int, Mask] = {}
        if isinstance(self.because, Mapping):
            own = [fact for element in elements for fact in self.because[element]]
        else:
            own = list(self.because)
        for element, mask in own:
            merged[element] = merged.get(element, -1) & mask
        return merged


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule of reasoning.

    Attributes
    ----------
    name
        The name that solvers of such puzzles use, or an empty text.
    level
        Rules of a lower level are easier and come first.
    places
        Where the rule looks: (place, elements whose change wakes the rule there).
    look
        `(left, place)` -> the conclusions at this place. Known conclusions may be among them.
    say
        `found` -> the reason as a clause, such as "the 2 at (1,3) has its two edges". For a contradiction, the clause
        says what would be violated.
    telling
        STEP, NOTE or VISIBLE.
    conclude
        `found, claim` -> the claim, or its needed part, as a clause that follows the reason. If None, `Words` writes
        the clause.
    """

    name: str
    level: int
    places: Sequence[tuple[Any, Sequence[int]]]
    look: Callable[[Left, Any], Iterator[Found]]
    say: Callable[[Any], str]
    telling: str = STEP
    conclude: Callable[[Any, Mapping[Any, frozenset]], str] | None = None


class Words(Protocol):
    """The wording of a puzzle type for its elements."""

    def concluded(self, claim: Mapping[Any, frozenset]) -> str:
        """Return the claim as a clause: "the edge (1,1)-(1,2) is drawn"."""


@dataclass(frozen=True, eq=False)
class System:
    """A puzzle in the form that the reasoner uses.

    Attributes
    ----------
    elements
        The elements of the board, then the notes: auxiliary elements that no board shows.
    states
        For each element its states.
    board
        The number of elements on the board.
    start
        For each element the states that the puzzle leaves to it before any rule.
    rules
        The rules. Within one level, the easiest come first.
    words
        The wording for elements.
    pending
        A bit that a mask keeps until a conclusion tells the element's state, or 0. With this bit, an element with one
        state left still waits for that conclusion.
    sums
        The meaning of notes that count: {note: elements whose states the note adds up}.
    derived
        {family: place -> (terms, lower, upper, even)}: constraints that follow from the model's constraints.
        The function raises PuzzleError if the constraint does not follow at this place. See `check.Row`.
    ranges
        Masks for suppositions, in addition to single states, such as "at least one".
    coarse
        Disjoint masks, such as "any part of a ship". While an element may be outside such a mask, suppositions use the
        whole mask, not its single states.
    supposed
        How many of the first elements suppositions are about, if these elements decide the others; None for all.
    """

    elements: tuple[Any, ...]
    states: tuple[tuple[Any, ...], ...]
    board: int
    start: tuple[Mask, ...]
    rules: tuple[Rule, ...]
    words: Words
    pending: Mask = 0
    sums: Mapping[Any, Sequence[Any]] = field(default_factory=dict)
    derived: Mapping[str, Callable[[Any], tuple]] = field(default_factory=dict)
    ranges: tuple[Mask, ...] = ()
    coarse: tuple[Mask, ...] = ()
    supposed: int | None = None
    levels: tuple[int, ...] = field(init=False)
    watchers: "Watchers" = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "levels", tuple(sorted({rule.level for rule in self.rules})))
        object.__setattr__(self, "watchers", watchers_of(self.rules, len(self.elements)))

    @cached_property
    def index(self) -> Mapping[Any, int]:
        """Element -> its number."""
        return {element: number for number, element in enumerate(self.elements)}

    @cached_property
    def full(self) -> tuple[Mask, ...]:
        """For each element the mask of all its states."""
        return tuple((1 << len(states)) - 1 | self.pending for states in self.states)

    def states_in(self, element: int, mask: Mask) -> frozenset:
        """Return the states of a mask."""
        return frozenset(state for bit, state in enumerate(self.states[element]) if mask >> bit & 1)

    def mask_of(self, element: int, states: Iterable[Any]) -> Mask:
        """Return the mask of these states. States that the element does not have are ignored."""
        own = set(states)
        mask = sum(1 << bit for bit, state in enumerate(self.states[element]) if state in own)
        return mask if mask.bit_count() == 1 else mask | self.pending


Watchers = Sequence[Sequence[Mapping[tuple[int, int], None]]]


@lru_cache(maxsize=16)
def watchers_of(rules: tuple[Rule, ...], elements: int) -> Watchers:
    """Return the rules and places that a change wakes: for each level and element the pairs (rule, place)."""
    levels = sorted({rule.level for rule in rules})
    watchers: list[list[dict[tuple[int, int], None]]] = [[{} for _ in range(elements)] for _ in levels]
    for number, rule in enumerate(rules):
        own = watchers[levels.index(rule.level)]
        for place, (_, scope) in enumerate(rule.places):
            for element in scope:
                own[element][number, place] = None
    return watchers
