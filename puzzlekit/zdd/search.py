"""The frontier search: a decision diagram built level by level from a small specification.

A specification defines the *state*, which is what must be remembered of the decisions so far, and how a decision
changes the state. Decisions that lead to equal states share one node, and only this keeps the diagram small.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol

from puzzlekit.core.errors import PuzzleError, called, expect, validate_args
from puzzlekit.zdd.family import Family

BATCH = 2048  # states between two checks of the clock
Layer = tuple[list[int], list[int]]  # low and high children: 0, 1, or from 2 on a state of the next layer


class _Done:
    """The final state: the set is in the family, and no further item belongs to the set."""

    def __repr__(self) -> str:
        return "DONE"


DONE = _Done()


class Specification(Protocol):
    """The specification of a search, see `search`."""

    items: Any
    start: Any

    def step(self, state: Any, index: int, taken: bool) -> Any:
        """Return the state after a decision."""


def family_of(specification: Specification, check: Callable[[], object] | None = None) -> Family:
    """Return the family of all sets that a specification admits."""
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
    """Return the family of all sets that a specification admits.

    Parameters
    ----------
    items
        The items, in the order in which they are decided.
    start
        The state before the first decision; None if there is no set.
    step
        `(state, index, taken) -> state`: returns the state after `items[index]` is left out or taken. It returns None
        if no such set is in the family, and `DONE` if the set is in the family and no further item belongs to the set.
        A set with a state after the last item is in the family. States are hashable. Fewer states make a smaller
        diagram, so a state leaves out whatever no longer matters.
    check
        Called regularly; an exception that it raises ends the search.

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
