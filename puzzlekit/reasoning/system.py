"""Rules of reasoning as data: the places of a rule, its conclusions, and the facts behind each conclusion.

Elements and states are numbers here. A *mask* holds some states of an element, one bit for each. A *fact* says that an
element is in one of the states of a mask. A conclusion is a *step*, which is told by itself; or a *note*, an
intermediate result that is told in the step that uses it; or *visible*, so easy to see that it is usually not told.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Protocol

Mask = int
Fact = tuple[int, Mask]  # an element, and the mask of its possible states
Row = tuple[str, Any]  # a constraint of the model: its family and its place
Left = Sequence[Mask]  # for each element the states that are still possible

STEP, NOTE, VISIBLE = "step", "note", "visible"  # told by itself; told in the step that uses it; never told


@dataclass(slots=True, eq=False)
class Found:
    """A conclusion of a rule.

    Attributes
    ----------
    claim
        {element: mask of the states that remain}. Parts of the claim may be known already. If none of an element's
        states in the claim is still possible, the conclusion is a contradiction.
    because
        The facts that the rule used: one sequence for the whole claim, or {element of the claim: its facts}.
    rows
        The constraints of the model that the rule used.
    about
        Data from which `Rule.say` writes the reason; for a conclusion from suppositions, its `Link`.
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
        The name among people who solve this puzzle type, or an empty text.
    level
        Rules of a lower level are easier and come first.
    places
        Pairs (place, elements): a place where the rule looks for conclusions, and the elements whose change makes the
        rule look there again.
    look
        `(left, place)` -> the conclusions at this place. They may repeat known facts.
    say
        `found` -> the reason as a clause, such as "the 2 at (1,3) has its two edges". For a contradiction, the clause
        says what would be violated, see `clashes`.
    telling
        STEP, NOTE or VISIBLE, see the module's docstring.
    conclude
        `(found, claim)` -> the claim as a clause that follows the reason; `claim` is the needed part of `found.claim`,
        as {element: states}. If None, `Words` writes the clause.
    clashes
        Whether the reason of a contradiction says what would be violated. If not, the text adds the conclusion.
    """

    name: str
    level: int
    places: Sequence[tuple[Any, Sequence[int]]]
    look: Callable[[Left, Any], Iterator[Found]]
    say: Callable[[Any], str]
    telling: str = STEP
    conclude: Callable[[Any, Mapping[Any, frozenset]], str] | None = None
    clashes: bool = True


class Words(Protocol):
    """The wording of a puzzle type for conclusions about its elements."""

    def concluded(self, claim: Mapping[Any, frozenset]) -> str:
        """Return a claim {element: states} as a clause: "the edge (1,1)-(1,2) is drawn"."""


@dataclass(frozen=True, eq=False)
class System:
    """A puzzle in the form that the reasoner uses.

    Attributes
    ----------
    elements
        The elements of the board, followed by auxiliary elements (notes), which no board shows.
    states
        For each element, its states.
    board
        The number of elements on the board.
    start
        For each element the mask of states that are possible before any rule is used.
    rules
        The rules. Within one level, the easiest come first.
    words
        The wording for elements.
    pending
        An additional bit of masks, or 0 if the puzzle type needs none. A mask with several states has this bit. A mask
        with one state keeps it until a conclusion states that the element is in this state.
    ranges
        Masks of several states, such as "at least one", that suppositions use in addition to single states.
    coarse
        Disjoint masks, such as "any part of a ship". While an element may be outside such a mask, suppositions use the
        whole mask, not its single states.
    unused
        What the rules do not use, such as "endpoints", or "" if they use everything. If something is unused, it is
        unknown whether an element that the rules leave open differs between solutions.
    supposed
        Suppositions are made only about this number of elements: the first ones, which must decide all others. None
        means all elements.
    levels
        The levels of the rules, in ascending order.
    watchers
        The rules that have to run after a change of an element, see `watchers_of`.
    """

    elements: tuple[Any, ...]
    states: tuple[tuple[Any, ...], ...]
    board: int
    start: tuple[Mask, ...]
    rules: tuple[Rule, ...]
    words: Words
    pending: Mask = 0
    ranges: tuple[Mask, ...] = ()
    coarse: tuple[Mask, ...] = ()
    unused: str = ""
    supposed: int | None = None
    levels: tuple[int, ...] = field(init=False)
    watchers: "Watchers" = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "levels", tuple(sorted({rule.level for rule in self.rules})))
        object.__setattr__(self, "watchers", watchers_of(self.rules, len(self.elements)))

    @cached_property
    def index(self) -> Mapping[Any, int]:
        """Return {element: its number}."""
        return {element: number for number, element in enumerate(self.elements)}

    @cached_property
    def full(self) -> tuple[Mask, ...]:
        """Return, for each element, the mask of all its states."""
        return tuple((1 << len(states)) - 1 | self.pending for states in self.states)

    def states_in(self, element: int, mask: Mask) -> frozenset:
        """Return the states of this element that a mask contains."""
        return frozenset(state for bit, state in enumerate(self.states[element]) if mask >> bit & 1)

    def mask_of(self, element: int, states: Iterable[Any]) -> Mask:
        """Return the mask of these states, with the pending bit unless there is exactly one state. States that the
        element does not have are ignored."""
        own = set(states)
        mask = sum(1 << bit for bit, state in enumerate(self.states[element]) if state in own)
        return mask if mask.bit_count() == 1 else mask | self.pending


def positions(mask: int) -> Iterator[int]:
    """Yield the positions of the bits that are set in a mask, counted from 0, in increasing order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


Watchers = Sequence[Sequence[tuple[int, Mapping[tuple[int, int], None]]]]


@lru_cache(maxsize=16)
def watchers_of(rules: tuple[Rule, ...], elements: int) -> Watchers:
    """Return, for each element, pairs (level, rules that have to run after a change of this element). The rules are a
    dict whose keys are pairs (rule, place). Rules, places and levels are numbers; levels are in ascending order."""
    levels = sorted({rule.level for rule in rules})
    watchers: list[dict[int, dict[tuple[int, int], None]]] = [{} for _ in range(elements)]
    for number, rule in enumerate(rules):
        for place, (_, scope) in enumerate(rule.places):
            for element in scope:
                watchers[element].setdefault(levels.index(rule.level), {})[number, place] = None
    return [tuple(own.items()) for own in watchers]
