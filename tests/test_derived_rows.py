"""The constraints that follow from a model show that they do, and mean what they say."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from derived_rows import FAMILIES, derived_rows

from puzzlekit import battleship, circuit, hashi, numberlink, slitherlink, zebra
from puzzlekit.battleship.puzzle import Ship
from puzzlekit.core.grid import Cell, Label, Point
from puzzlekit.slitherlink.technique_board import Corner
from puzzlekit.zebra.technique_board import Pair

FLEET = battleship.parse("fleet: 1x3\n... ?\n... 3\n... ?\n? ? ?")
TREE = circuit.load("board_5x5")
SQUARE = hashi.parse("2.2\n...\n2.2")
CROSSED = numberlink.parse("A.B\n...\nB.A")
JOINED = numberlink.parse("AA.\n...\nB.B")
LOOP = slitherlink.load("five_hard")
PETS = zebra.parse("houses: 3\nattributes:\npet: cat, dog, owl.\ndrink: ale, gin, rum.\nclues:\n")
SHIP, MIDDLE, SHORT = Ship(0, 0, 3, across=True), Ship(1, 0, 3, across=True), Ship(0, 0, 2, across=True)
BLOCK, AROUND = CROSSED.blocks[0], LOOP.around[Cell(0, 0)]
(LINE,) = (edge for edge in JOINED.edges if {edge.a, edge.b} == {*JOINED.pairs["A"]})
ASIDE = next(edge for edge in JOINED.edges if Cell(1, 1) in (edge.a, edge.b))

WRONG = [
    (FLEET, "side_closes", (Cell(0, 0), Cell(1, 1))),
    (FLEET, "ship_apart", (SHIP, Cell(2, 0))),
    (FLEET, "ship_apart", (SHORT, Cell(0, 2))),
    (FLEET, "whole_ship", SHORT),
    (FLEET, "has_part", (SHORT, Cell(0, 0))),
    (FLEET, "has_room", (SHIP, ())),
    (FLEET, "has_room", (MIDDLE, (Cell(0, 0),))),
    (FLEET, "leaves_room", (SHIP, Label("row", 1), (Cell(1, 0),))),
    (TREE, "border", TREE.points),
    (TREE, "border", ()),
    (TREE, "no_cycle", TREE.edges[:1]),
    (TREE, "no_cycle", ()),
    (TREE, "forks", TREE.points),
    (TREE, "fork_beside", (TREE.points[-1], TREE.edges[:1])),
    (SQUARE, "connected", tuple(SQUARE.number)),
    (SQUARE, "connected", (Point(0, 1),)),
    (CROSSED, "not_touching", BLOCK[:2]),
    (CROSSED, "not_touching", (BLOCK[0], CROSSED.edges[-1])),
    (CROSSED, "not_touching", ()),
    (replace(CROSSED, touch=True), "not_touching", BLOCK[:3]),
    (CROSSED, "past", (("A",), (), ())),
    (numberlink.parse("A.A\n...\nB.B"), "past", (("A", "B"), (Cell(1, 1),), ())),
    (JOINED, "done", (Cell(0, 0), (LINE,))),
    (JOINED, "done", (Cell(1, 1), ())),
    (JOINED, "done", (Cell(2, 2), (LINE, ASIDE))),
    (JOINED, "done", (Cell(1, 1), (ASIDE,))),
    (LOOP, "one_loop", (AROUND[:3], LOOP.edges[-1:])),
    (LOOP, "one_loop", (AROUND, AROUND[:1])),
    (LOOP, "no_clue_missed", AROUND[:3]),
    (LOOP, "even_cut", LOOP.at[Point(0, 0)][:1]),
]


@pytest.mark.parametrize(("puzzle", "family", "place"), WRONG)
def test_what_does_not_follow_is_refused(puzzle: Any, family: str, place: Any) -> None:
    with pytest.raises((AssertionError, ValueError)):
        derived_rows(puzzle)[family](place)


def test_each_family_is_tried() -> None:
    tried = {family for _, family, _ in WRONG} | {"covered", "same house"}  # which hold everywhere
    assert tried == {family for own in FAMILIES.values() for family in own}


def test_borders_paths_and_cuts_mean_what_they_say() -> None:
    assert derived_rows(CROSSED)["not_touching"](BLOCK[:3])[2] == 2
    assert derived_rows(CROSSED)["past"]((("A", "B"), (), ()))[1] == 1
    terms, lower, upper, _ = derived_rows(JOINED)["done"]((Cell(1, 1), (LINE,)))
    assert (terms[Cell(1, 1)]["A"], terms[Cell(1, 1)]["B"], terms[LINE], lower, upper) == (1, 0, {0: 0, 1: 1}, 0, 1)
    corner = LOOP.at[Point(0, 0)]
    terms, lower, upper, even = derived_rows(LOOP)["even_cut"](corner)
    assert (set(terms), lower, even) == (set(corner), 0, True)
    assert upper >= len(corner)
    assert derived_rows(LOOP)["even_cut"]((Corner(Cell(0, 0), Point(0, 0)),))[3]


@pytest.mark.parametrize(("house", "same"), [(0, False), (2, True)])
def test_a_pair_means_what_it_says(house: int, same: bool) -> None:
    pair = Pair("cat", "ale")
    terms, _, most, _ = derived_rows(PETS)["same house"]((pair, house, same))
    for cat, ale, state in product((True, False), (True, False), (0, 1)):
        now = {Cell(0, house): "cat" if cat else "dog", Cell(1, house): "ale" if ale else "gin", pair: state}
        total = sum(terms[element][own] for element, own in now.items())
        assert (total <= most) == (not cat or (ale == bool(state)) or (same and not state) or (not same and not ale))
