"""Vertices on the simple paths between two vertices of a graph, by blocks and cut vertices."""

from collections.abc import Callable, Iterable, Iterator


def on_the_way(start: int, goal: int, beside: Callable[[int], Iterable[int]]) -> tuple[set[int], set[int]] | None:
    """Return the vertices on at least one simple path from start to goal, and the vertices on every such path. Return
    None if there is no path.

    `beside` is a function that returns the neighbours of a vertex. The algorithm finds blocks and cut vertices
    (Hopcroft and Tarjan, 1973); the blocks between start and goal form a chain.
    """
    order, low, above = {start: 0}, {start: 0}, {start: start}
    waiting: list[tuple[int, Iterator[int]]] = [(start, iter(beside(start)))]
    open_, parts = [start], dict[int, list[int]]()  # vertices in no block yet; {first vertex of a block: the block}
    while waiting:
        place, others = waiting[-1]
        for other in others:
            if other not in order:
                order[other] = low[other] = len(order)
                above[other] = place
                open_.append(other)
                waiting.append((other, iter(beside(other))))
                break
            if other != above[place] and order[other] < low[place]:
                low[place] = order[other]
        else:
            waiting.pop()
            parent = above[place]
            if low[place] < order[parent]:
                low[parent] = min(low[parent], low[place])
            elif place != start:  # a block ends here, below the parent
                cut = open_.index(place)
                parts[place] = open_[cut:]
                del open_[cut:]
    return _chain(start, goal, above, parts) if goal in order else None


def _chain(start: int, goal: int, above: dict[int, int], parts: dict[int, list[int]]) -> tuple[set[int], set[int]]:
    """Return two sets: the vertices of the blocks between start and goal; and start, goal and the cut vertices between
    these blocks.

    `above` is {vertex: its parent in the search}. `parts` is {vertex: the vertices of the block that the search enters
    at this vertex, without the vertex's parent}.
    """
    some, every = {start}, {start, goal}
    while goal != start:
        top = goal
        while top not in parts or goal not in parts[top]:
            top = above[top]
        some.update(parts[top])
        goal = above[top]
        every.add(goal)
        some.add(goal)
    return some, every
