"""One way through a frontier search, decision by decision, for pictures."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from puzzlekit.errors import declared
from puzzlekit.zdd.frontier import INNER
from puzzlekit.zdd.paths import PathMatchings
from puzzlekit.zdd.search import DONE


@dataclass(frozen=True)
class Moment:
    """What a search knows after some decisions.

    Attributes
    ----------
    decisions
        Whether each edge was taken, as far as edges are decided.
    mates
        vertex at work -> the vertex where its path ends, itself without an edge; None where it needs no further edge,
        and "gone" where that end is at work no more. Empty once the way has ended.
    told
        What became of the last decision, in a sentence.
    """

    decisions: tuple[bool, ...]
    mates: dict[Hashable, object]
    told: str


@declared
def walk(specification: PathMatchings, decisions: Sequence[bool]) -> list[Moment]:
    """The moments of a search after none, one, two, ... of these decisions; the last is where the way ends.

    Examples
    --------
    >>> from puzzlekit.zdd import Cycles
    >>> triangle = Cycles([(1, 2), (1, 3), (2, 3)])
    >>> walk(triangle, [True, True, True])[-1].told
    'edge 3 is taken: DONE, the set is in the family'
    """
    frontier = specification.frontier
    state: Any = specification.start
    found = [Moment((), {}, "no edge is decided")]
    for index, taken in enumerate(decisions):
        state = specification.step(state, index, taken)
        told = f"edge {index + 1} is {'taken' if taken else 'left out'}"
        if state is None or state is DONE:
            end = "DONE, the set is in the family" if state is DONE else "no set of the family begins so"
            return [*found, Moment(tuple(decisions[: index + 1]), {}, f"{told}: {end}")]
        vertex_in = {slot: vertex for vertex, slot in frontier.after[index].items()}
        names = {**vertex_in, INNER: None}
        mates = {vertex: names.get(state[slot], "gone") for slot, vertex in vertex_in.items()}
        found.append(Moment(tuple(decisions[: index + 1]), mates, told))
    return found
