"""How proofs speak of Battleship: the rows of its models, the kinds of cells, and the clues."""

from puzzlekit.battleship.puzzle import KINDS, PART, PARTS, Puzzle, line_of
from puzzlekit.battleship.rules import said
from puzzlekit.errors import counted
from puzzlekit.grid import Element
from puzzlekit.scip import Wording

_GIVEN = Wording("{0} | is given", "{0} | is given")
_COUNT = Wording(
    "{0} | needs {side:part}",
    "{0} | needs only {side:part}",
    "{0} | has its {side:part}",
    none="{0} | needs no parts",
    broken=("{0} | would have fewer than {side:part}", "{0} | would have more than {side:part}"),
)
_FLEET = Wording(
    "the fleet has {side:ship} of {0}",
    "the fleet has {side:ship} of {0}",
    broken=("the fleet would have fewer than {side:ship} of {0}", "the fleet would have more than {side:ship} of {0}"),
)
CELL = {
    "one_kind_per_cell": Wording("{0} | is of some kind", "{0} | is of one kind", "{0} | is known"),
    "keep_clues": _GIVEN,
    "count_per_row": _COUNT,
    "count_per_column": _COUNT,
    "singles_are_ships": Wording("a ship of one cell in {0} is a single", "a single in {0} is a ship of one cell"),
    "ships_have_parts": Wording("{0} | needs all its parts", "{0} | needs all its parts"),
    "ends_begin_ships": Wording("a ship begins in {0} where its first end is", "a first end in {0} begins a ship"),
    "fleet": _FLEET,
    "ships_apart": Wording("", "{0} and {1} touch at a corner", "no two ships touch"),
    "ends_go_on": Wording("a {1} end in {0} goes on", "a {1} end in {0} goes on"),
    "ends_close": Wording("behind a {1} end in {0} is water", "behind a {1} end in {0} is water"),
    "middles_go_on": Wording("a middle part in {0} goes on both ways", "a middle part in {0} goes on both ways"),
    "singles_apart": Wording("{0} and {1} touch", "{0} and {1} touch"),
}
PLACEMENT = {
    "keep_clues": Wording("{0} | holds a ship part", "{0} | holds one ship at most"),
    "count_per_row": _COUNT,
    "count_per_column": _COUNT,
    "ships_apart": Wording(
        "the 2x2 square at {p0} | holds a ship",
        "the 2x2 square at {p0} | holds one ship at most",
        "no two ships touch",
    ),
    "fleet": _FLEET,
}
_APART = "no two ships touch"
PART_MODEL = {
    "one_kind_per_part": Wording("", ""),
    "keep_clues": _GIVEN,
    "count_per_row": _COUNT,
    "count_per_column": _COUNT,
    "ships_apart": Wording("", "{0} | touches | {p1}", _APART),
    "sides_close": Wording("", "{0} | touches | {p1}", _APART),
    "ends_need_a_part": Wording("a {1} end in {0} | goes on", "a {1} end in {0} | goes on"),
    "middles_need_a_part": Wording(
        "a middle part in {0} | goes on both ways", "a middle part in {0} | goes on both ways"
    ),
    "ships_fit": Wording("", ""),
    "no_longer_ship": Wording("", "no ship is longer than {side:cell}"),
    "ships_have_parts": Wording("", ""),
    "fleet": _FLEET,
}
WORDS = {kind: said(kind) for kind in KINDS} | {frozenset(PARTS): said(PART)}


def clues(puzzle: Puzzle) -> dict[tuple[str, Element], str]:
    """(family, element) -> what is told of this puzzle, in words. The lengths of the fleet belong to the board."""
    found: dict[tuple[str, Element], str] = {}
    for cell, clue in puzzle.given.items():
        found["keep_clues", cell] = f"{cell} is {said(clue)}"
    for label, _, count in puzzle.lines:
        if count is not None:
            found[f"count_per_{label.side}", label] = f"{label} needs {count}"
    for length, number in puzzle.fleet:
        found["fleet", line_of(length)] = f"the fleet has {counted(number, 'ship')} of length {length}"
    return found
