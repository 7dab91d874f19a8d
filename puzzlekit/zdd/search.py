"""The frontier search: a decision diagram built level by level from a small specification.

The search decides item by item whether a set contains the item. A specification defines the *state*, which holds all
that the remaining decisions depend on, and how a decision changes the state. Sequences of decisions that lead to equal
states share one node. Only this sharing keeps the diagram small.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol

from puzzlekit.core.errors import PuzzleError, expect, validate_args
from puzzlekit.zdd.family import Family

BATCH = 2048  # states between two calls of `check`
Layer = tuple[list[int], list[int]]  # low and high children of each state: 0 and 1 are final, 2, 3, ... are states


class _Done:
    """The final state of a search: the set is in the family, and no further item may be added to it."""

    def __repr__(self) -> str:
        return "DONE"


DONE = _Done()


class Specification(Protocol):
    """The interface of a search specification: items, start state and step function. See `search`."""

    items: Any
    start: Any

    def step(self, state: Any, index: int, taken: bool) -> Any:
        """Return the state after item `index` is taken or rejected."""


def family_of(specification: Specification, check: Callable[[], object] | None = None) -> Family:
    """Return the family of all sets that a specification admits. See `search` for the specification and for `check`."""
    return search(specification.items, specification.start, specification.step, check=check)


@validate_args
def search(
    items: Sequence[Hashable],
    start: Hashable,
    step: Callable[[Any, int, bool], Any],
    *,
    check: Callable[[], object] | None = None,
) -> Family:
    """Return the family of all sets that a frontier search finds. The start state and the function `step` specify the
    family.

    Parameters
    ----------
    items
        The items, in the order in which they are decided.
    start
        The state before the first decision; None if the family is empty.
    step
        Function `(state, index, taken) -> state`: the state after `items[index]` is taken or rejected. It returns None
        if no set with these decisions is in the family, and `DONE` if exactly one is: the set of the items taken so
        far. If a state remains after the last item, the set is in the family. States must be hashable. Fewer states
        make a smaller diagram, so a state should omit whatever no longer matters.
    check
        A function that is called regularly. An exception that it raises ends the search.

    Raises
    ------
    PuzzleError
        If `step` returns False, which is not a state.

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
            raise PuzzleError("found the state False; return None to reject a set, and use 0 for a state that is false")
    return Family.from_layers(items, layers, len(states))
