"""Constraints that the techniques name and no model states: each follows from the model, for the reason it asserts.

A constraint is (terms {element: {state: coefficient}}, lower bound, upper bound, whether the sum must be even).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from puzzlekit import battleship, circuit, hashi, numberlink, slitherlink, zebra
from puzzlekit.battleship.puzzle import KINDS, OPEN, SIDES, WATER, Ship
from puzzlekit.battleship.rules import DIAGONALS, next_to
from puzzlekit.circuit.graph import cut_edges
from puzzlekit.circuit.technique_board import KINDS as ENDS_AND_FORKS
from puzzlekit.circuit.technique_forks import SEVERAL, colours
from puzzlekit.core.grid import Cell, Edge, Label, Point
from puzzlekit.core.union_find import cycle_components
from puzzlekit.hashi.rules import cut_edges as bridges_between
from puzzlekit.numberlink.rules import BLANK
from puzzlekit.numberlink.technique_board import spot
from puzzlekit.numberlink.technique_walls import blocked
from puzzlekit.slitherlink.graph import missed
from puzzlekit.slitherlink.technique_board import Corner
from puzzlekit.zebra.technique_board import Pair

Terms = dict[Any, Mapping[Any, int]]
Derived = tuple[Terms, float, float, bool]
DRAWN = {0: 0, 1: 1}  # a state of an edge -> its coefficient in a number of edges
ANY_NUMBER = float("inf")


def derived_rows(puzzle: Any) -> dict[str, Callable[[Any], Derived]]:
    """{family: the constraint at a place}."""
    return {family: partial(row, puzzle) for family, row in FAMILIES.get(type(puzzle), {}).items()}


def counted(element: Any) -> Sequence[Any]:
    """What an element counts, whose state is the sum of these elements' states: a corner counts two edges."""
    return element.edges if isinstance(element, Corner) else ()


def _is_cycle(edges: Sequence[Edge]) -> bool:
    return [*map(set, cycle_components(edges))] == [{*edges}]


# Battleship: a part is a cell with a kind other than water, and ("s", ship) is 1 where the ship lies in its place


def _side_closes(puzzle: battleship.Puzzle, pair: tuple[Cell, Cell]) -> Derived:
    """Beside a part that is closed on this side is water."""
    cell, there = pair
    step = there.row - cell.row, there.column - cell.column
    assert step in SIDES
    closed = {kind: int(kind != WATER and step not in OPEN[kind]) for kind in KINDS}
    return {cell: closed, there: _part(1)}, 0, 1, False


def _covered(puzzle: battleship.Puzzle, cell: Cell) -> Derived:
    """A cell contains a part if and only if a ship covers it."""
    return {**_lie(*(s for s in puzzle.ships if cell in s.parts)), cell: _part(-1)}, 0, 0, False


def _has_part(puzzle: battleship.Puzzle, pair: tuple[Ship, Cell]) -> Derived:
    """If the ship lies there, the cell has the ship's part."""
    ship, cell = pair
    assert ship in puzzle.ships
    return {**_lie(ship), cell: {kind: -(kind == ship.parts[cell]) for kind in KINDS}}, -1, 0, False


def _whole_ship(puzzle: battleship.Puzzle, ship: Ship) -> Derived:
    """If all its cells have its parts, the ship lies there."""
    assert ship in puzzle.ships
    parts = {cell: {own: -(own == kind) for own in KINDS} for cell, kind in ship.parts.items()}
    return {**_lie(ship), **parts}, 1 - ship.length, 1, False


def _ship_apart(puzzle: battleship.Puzzle, pair: tuple[Ship, Cell]) -> Derived:
    """If the ship lies there, a cell around it is water."""
    ship, cell = pair
    assert ship in puzzle.ships
    assert cell in _around(ship)
    return {**_lie(ship), cell: _part(1)}, 0, 1, False


def _has_room(puzzle: battleship.Puzzle, place: tuple[Ship, Sequence[Cell]]) -> Derived:
    """If the ship lies there, its length and the parts in these other cells of its line are within the line's count."""
    ship, others = place
    assert ship in puzzle.ships
    cells, count = _line(puzzle, Label("row", ship.row) if ship.across else Label("column", ship.column))
    assert {*cells} - ship.parts.keys() >= {*others}
    return {("s", ship): {0: 0, 1: ship.length}, **dict.fromkeys(others, _part(1))}, 0, count, False


def _leaves_room(puzzle: battleship.Puzzle, place: tuple[Ship, Label, Sequence[Cell]]) -> Derived:
    """If the ship lies there, the water around it and in these cells of the line leaves enough for the count."""
    ship, label, others = place
    assert ship in puzzle.ships
    cells, count = _line(puzzle, label)
    around = _around(ship) & {*cells}
    assert {*cells} - around >= {*others}
    water = {kind: int(kind == WATER) for kind in KINDS}
    return {("s", ship): {0: 0, 1: len(around)}, **dict.fromkeys(others, water)}, 0, len(cells) - count, False


def _line(puzzle: battleship.Puzzle, label: Label) -> tuple[Sequence[Cell], int]:
    ((cells, count),) = ((cells, count) for own, cells, count in puzzle.lines if own == label)
    assert count is not None
    return cells, count


def _around(ship: Ship) -> set[Cell]:
    steps = (*SIDES, *DIAGONALS, *((-down, -right) for down, right in DIAGONALS))
    return {next_to(cell, step) for cell in ship.parts for step in steps} - ship.parts.keys()


def _lie(*ships: Ship) -> Terms:
    return {("s", ship): DRAWN for ship in ships}


def _part(value: int) -> dict[Any, int]:
    return {kind: value * (kind != WATER) for kind in KINDS}


# Circuit


def _border(puzzle: circuit.Puzzle, group: Sequence[Point]) -> Derived:
    """A positive number of edges leaves a group, with the parity of its number of points: all degrees are odd, and an
    edge within the group counts at two points."""
    assert 0 < len({*group}) < len(puzzle.points)
    assert puzzle.at.keys() >= {*group}
    odd, leaving = len({*group}) % 2, cut_edges(puzzle, group)
    terms: Terms = dict.fromkeys(leaving, DRAWN)
    terms[leaving[0] if leaving else puzzle.edges[0]] = {0: odd, 1: odd + len(leaving[:1])}
    return terms, 2, ANY_NUMBER, True


def _no_cycle(puzzle: circuit.Puzzle, cycle: Sequence[Edge]) -> Derived:
    """Not all edges of a cycle are drawn."""
    assert _is_cycle(cycle)
    return dict.fromkeys(cycle, DRAWN), 0, len(cycle) - 1, False


def _forks(puzzle: circuit.Puzzle, points: Sequence[Point]) -> Derived:
    """Nothing, where the points of one colour would need half a fork."""
    assert float(dict(colours(puzzle)).get(tuple(points), 0)) % 1
    return {puzzle.edges[0]: {0: 0, 1: 0}}, 1, 1, False


def _fork_beside(puzzle: circuit.Puzzle, place: tuple[Point, Sequence[Edge]]) -> Derived:
    """One of these edges of a point is drawn, or a neighbour along the others is a fork: where a tree has two forks,
    each point is joined to one."""
    point, some = place
    assert len(puzzle.points) >= SEVERAL
    assert {*puzzle.at[point]} >= {*some}
    end, fork = ENDS_AND_FORKS
    others = {edge.other(point): {end: 0, fork: 1} for edge in puzzle.at[point] if edge not in some}
    return {**dict.fromkeys(some, DRAWN), **others}, 1, ANY_NUMBER, False


# Hashi


def _connected(puzzle: hashi.Puzzle, group: Sequence[Point]) -> Derived:
    """A bridge leaves this group of islands."""
    assert 0 < len({*group}) < len(puzzle.islands)
    assert puzzle.number.keys() >= {*group}
    return {bridge: {0: 0, 1: 1, 2: 1} for bridge in bridges_between(puzzle, [*group])}, 1, ANY_NUMBER, False


# Numberlink


def _past(puzzle: numberlink.Puzzle, place: tuple[Sequence[str], Sequence[Cell], Sequence[Edge]]) -> Derived:
    """One of the letters is in one of the cells, or one of the lines is not drawn: else the letters are `blocked`."""
    letters, cells, lines = place
    (a, c), (b, d) = (puzzle.pairs[letter] for letter in (letters[0], letters[-1]))
    ends = {b: 1, d: 3, a: 0, c: 2}
    stack = list(ends)
    for cell in stack:
        for edge in lines:
            if cell in (edge.a, edge.b) and edge.other(cell) not in ends:
                ends[edge.other(cell)] = ends[cell]
                stack.append(edge.other(cell))
    inside = {cell for cell in puzzle.cells if cell not in cells and puzzle.letter.get(cell, letters[0]) in letters}
    width = puzzle.columns + 2
    at = {spot(cell, width): end for cell, end in ends.items()}
    assert blocked(width, {spot(cell, width) for cell in inside}, at)
    states = {state: int(state in letters) for state in (*puzzle.pairs, BLANK)}
    return {**dict.fromkeys(cells, states), **{line: {0: 1, 1: 0} for line in lines}}, 1, ANY_NUMBER, False


def _not_touching(puzzle: numberlink.Puzzle, path: Sequence[Edge]) -> Derived:
    """(edge, 7) Not all lines of a loop, or of a path that touches itself, are drawn."""
    places = [end for edge in path for end in (edge.a, edge.b)]
    ends = [place for place in places if places.count(place) == 1]
    closed = {*path, Edge(*ends)} if len(ends) == 2 and not puzzle.touch else {*path}
    assert closed <= {*puzzle.edges}
    assert _is_cycle([*closed])
    return dict.fromkeys(path, DRAWN), 0, len(path) - 1, False


def _done(puzzle: numberlink.Puzzle, place: tuple[Cell, Sequence[Edge]]) -> Derived:
    """A cell does not have the letter of a path that is drawn past it from end to end."""
    cell, lines = place
    places = Counter(end for line in lines for end in (line.a, line.b))
    ends = sorted(end for end, times in places.items() if times == 1)
    (letter,) = (letter for letter, pair in puzzle.pairs.items() if sorted(pair) == ends)
    assert cell not in places
    assert not cycle_components(lines)
    assert len(lines) == len(places) - 1
    states = {state: int(state == letter) for state in (*puzzle.pairs, BLANK)}
    return {cell: states, **dict.fromkeys(lines, DRAWN)}, 0, len(lines), False


# Slitherlink


def _even_cut(puzzle: slitherlink.Puzzle, place: Sequence[Edge | Corner]) -> Derived:
    """The loop uses an even number of edges of a cut, the edges between two sets of points. A corner means its two
    edges."""
    crossed = Counter(edge for own in place for edge in (counted(own) or (own,)))
    odd = {edge for edge, times in crossed.items() if times % 2}
    side, queue = {puzzle.points[0]: 0}, [puzzle.points[0]]
    for here in queue:
        for edge in puzzle.at[here]:
            there, parity = edge.other(here), side[here] ^ (edge in odd)
            if there not in side:
                queue.append(there)
            assert side.setdefault(there, parity) == parity
    return {own: {0: 0, 1: 1, 2: 2} if counted(own) else DRAWN for own in place}, 0, 4 * len(place), True


def _one_loop(puzzle: slitherlink.Puzzle, place: tuple[Sequence[Edge], Sequence[Edge]]) -> Derived:
    """(lazy, 1) If all edges of a loop are drawn, none of the others is."""
    loop, others = place
    assert _is_cycle(loop)
    assert {*loop}.isdisjoint(others)
    weight = len(others)
    terms: Terms = {edge: {0: 0, 1: weight} for edge in loop}
    return terms | dict.fromkeys(others, DRAWN), 0, weight * len(loop), False


def _no_clue_missed(puzzle: slitherlink.Puzzle, loop: Sequence[Edge]) -> Derived:
    """(lazy, 2) Not all edges of a loop that violates a clue are drawn."""
    assert _is_cycle(loop)
    assert missed(puzzle, loop)
    return dict.fromkeys(loop, DRAWN), 0, len(loop) - 1, False


# Zebra


def _same_house(puzzle: zebra.Puzzle, place: tuple[Pair, int, bool]) -> Derived:
    """If both properties are in the house, the pair's state is 1; or, with `same`, if its state is 1 and the first
    property is in the house, the second one is."""
    pair, house, same = place
    terms: Terms = {}
    for name, one in zip(pair, (1, -1 if same else 1), strict=True):
        cell = puzzle.cells_of[name][house]
        terms[cell] = {state: one * (state == name) for state in puzzle.properties(cell)}
    return {**terms, pair: {0: 0, 1: 1 if same else -1}}, -ANY_NUMBER, 1, False


def _named(*functions: Callable[..., Derived]) -> Mapping[str, Callable[..., Derived]]:
    return {function.__name__[1:]: function for function in functions}


FAMILIES: Mapping[type, Mapping[str, Callable[..., Derived]]] = {
    battleship.Puzzle: _named(_side_closes, _covered, _has_part, _whole_ship, _ship_apart, _has_room, _leaves_room),
    circuit.Puzzle: _named(_border, _no_cycle, _forks, _fork_beside),
    hashi.Puzzle: _named(_connected),
    numberlink.Puzzle: _named(_past, _not_touching, _done),
    slitherlink.Puzzle: _named(_even_cut, _one_loop, _no_clue_missed),
    zebra.Puzzle: {"same house": _same_house},
}
