"""The frontier search: a decision diagram built level by level from a small specification.

A specification says what has to be remembered of the decisions so far, its *state*, and how a decision changes it. Two
ways that lead to equal states go on alike, so they become one node: that is all that keeps the diagram small.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol

from puzzlekit.core.errors import PuzzleError, called, expect, validate_args
from puzzlekit.zdd.family import Family

BATCH = 2048  # states between two looks at the clock
Layer = tuple[list[int], list[int]]  # without and with the item: 0, 1, or 2 and more for a state of the next layer


class _Done:
    """No further item belongs to the set, and it is one of the family."""

    def __repr__(self) -> str:
        return "DONE"


DONE = _Done()


class Specification(Protocol):
    """What a search has to know, see `search`."""

    items: Any
    start: Any

    def step(self, state: Any, index: int, taken: bool) -> Any:
        """The state after a decision."""


def family_of(specification: Specification, check: Callable[[], object] | None = None) -> Family:
    """The family of all sets that a specification admits."""
    if not all(hasattr(specification, name) for name in ("items", "start", "step")):
        raise PuzzleError(f"found {called(specification)}, expected a specification with items, start and step")
    return search(specification.items, specification.start, specification.step, check=check)


@validate_args
def search(
    items: Sequence[Hashable],
    start: Hashable,
    step: Callable[[Any, int, bool], Any],
    *,
    check: Callable[[], object] | None = None,
) -> Family:
    """The family of all sets that a specification admits.

    Parameters
    ----------
    items
        What is decided, in this order.
    start
        The state before the first decision; None: there is no set.
    step
        `(state, index, taken) -> state`: how leaving out or taking `items[index]` changes a state. None: no such set is
        in the family. `DONE`: the set is in the family, and no further item belongs to it. A state that is left after
        the last item is in the family. States are hashable; the fewer different ones there are, the smaller the
        diagram, so what has no influence any more is to be forgotten.
    check
        Called again and again; what it raises ends the search.

    Returns
    -------
    Family

    Reference: D. E. Knuth, The Art of Computer Programming, volume 4A, section 7.1.4, exercise 225 ("Simpath").

    Examples
    --------
    >>> at_most_one = search("abc", 0, lambda number, _, taken: None if number + taken > 1 else number + taken)
    >>> at_most_one.count()
    4
    """
    expect(items, Sequence, "items in their order")
    if start is None:
        return Family(tuple(items), (), 0)
    layers: list[Layer] = []
    states: list[Any] = [start]
    for index in range(len(items)):
        number: dict[Any, int] = {None: 0, DONE: 1}
        lows: list[int] = []
        highs: list[int] = []
        for begin in range(0, len(states), BATCH):
            if check:
                check()
            batch = states[begin : begin + BATCH]
            lows += [number.setdefault(step(state, index, False), len(number)) for state in batch]
            highs += [number.setdefault(step(state, index, True), len(number)) for state in batch]
        layers.append((lows, highs))
        states = list(number)[2:]
        if False in number and any(state is False for state in states):
            raise PuzzleError("found the state False, expected None where no such set is in the family")
    return Family.from_layers(items, layers, len(states))
