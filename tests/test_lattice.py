"""Places in rows and columns, and the edges between them."""

import pytest

from puzzlekit.core import lattice
from puzzlekit.core.errors import ParseError
from puzzlekit.core.grid import Cell, Edge, Point


@pytest.mark.parametrize("kind", [Cell, Point])
def test_edges_join_neighbours_of_a_lattice_with_a_hole(kind: type) -> None:
    places = [kind(i, j) for i in range(3) for j in range(3) if (i, j) != (1, 1)]
    whole = lattice.geometry(places)
    assert whole.places == tuple(places)
    assert len(whole.edges) == len(set(whole.edges)) == 8  # a ring
    assert all(len(own) == 2 for own in whole.at.values())
    assert all(place in (edge.a, edge.b) for place, own in whole.at.items() for edge in own)
    assert sorted(whole.edges) == sorted({edge for own in whole.at.values() for edge in own})


def test_a_square_goes_round() -> None:
    above, right, below, left = lattice.square(Point(1, 1))
    assert (above, left) == (Edge(Point(1, 1), Point(1, 2)), Edge(Point(1, 1), Point(2, 1)))
    assert (right, below) == (Edge(Point(1, 2), Point(2, 2)), Edge(Point(2, 1), Point(2, 2)))


def test_a_picture_of_edges() -> None:
    edges = [Edge(Cell(0, 0), Cell(0, 1)), Edge(Cell(0, 1), Cell(1, 1))]
    assert lattice.picture(3, 3, {(0, 0): "A"} | lattice.signs(edges)) == "A-.\n..|\n..."


NUMBERS = {"1": 1, "2": 2, "3": 3}


def test_numbers_are_read_with_their_places() -> None:
    assert lattice.parse_numbers({4: "3.", 5: ".1"}, NUMBERS, "1 to 3") == (2, 2, {(0, 0): 3, (1, 1): 1})
    with pytest.raises(ParseError, match=r"line 5, column 2: found '4', expected 1 to 3"):
        lattice.parse_numbers({4: "3.", 5: ".4"}, NUMBERS, "1 to 3")
    with pytest.raises(ParseError, match=r"line 5: found 1 symbol, expected 2"):
        lattice.parse_numbers({4: "3.", 5: "1"}, NUMBERS, "1 to 3")
