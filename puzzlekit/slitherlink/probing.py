"""Probing in Slitherlink: try both states of each edge in turn, then search briefly."""

from operator import or_

from puzzlekit.engines.backtracking import search
from puzzlekit.slitherlink.graph import IN, OPEN, OUT
from puzzlekit.slitherlink.masks import Masks
from puzzlekit.slitherlink.puzzle import Puzzle

MOST = 3_000_000  # a limit on the masks that probing and the search copy: each of the two takes at most half a second
# Probing ends after this many edges in a row without a result: an eighth of all edges, but not fewer than the first
# bound and not more than the second. On small boards the search is quicker than more probing. On boards with several
# solutions more probing finds little.
IDLE = (40, 100)


def settled(puzzle: Puzzle) -> Masks | None:
    """Return the masks of the only solution, or None if there is no solution. The method is propagation, probing and a
    short search.

    If the search reaches its limit or finds several solutions, return the masks after probing.
    """
    masks = Masks(puzzle)
    return searched(masks) if masks.settle() else None


def searched(masks: Masks) -> Masks | None:
    """Return the result of `settled`, given the masks after propagation."""
    boards = MOST // len(masks.left)
    probed = probe(masks, boards // 4)
    if probed is None or not probed.open:
        return probed
    found = search(probed, boards)
    if found is None or len(found) > 1:
        return probed
    return found[0] if found else None


def probe(masks: Masks, most: int) -> Masks | None:
    """Return the masks after probing at most `most` edges in turn, or None if there is no solution.

    If a state of an edge leads to a contradiction, the state is excluded. If neither state does, each node keeps the
    patterns that are possible with at least one of the two states.
    """
    edges = [edge for edge, state in enumerate(masks.state) if state == OPEN]
    idle, turn = 0, 0
    enough = min(max(IDLE[0], len(masks.state) // 8), IDLE[1], len(edges))
    while masks.open and idle < enough and turn < most:
        edge = edges[turn % len(edges)]
        idle, turn = idle + 1, turn + 1
        if masks.state[edge] != OPEN:
            continue
        drawn, left_out = masks.with_edge(edge, IN), masks.with_edge(edge, OUT)
        if drawn and left_out:
            left = list(map(or_, drawn.left, left_out.left))
            masks.changed = {node for node, mask in enumerate(left) if mask != masks.left[node]}
            masks.left = left
            idle = 0 if masks.changed else idle
            masks.settle()
        elif one := drawn or left_out:
            masks, idle = one, 0
        else:
            return None
    return masks
