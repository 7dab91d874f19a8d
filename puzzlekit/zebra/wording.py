"""How proofs speak of the Zebra puzzle: the rows of its model, the places, and the clues."""

from puzzlekit.grid import Element, Label
from puzzlekit.scip import Wording
from puzzlekit.zebra.puzzle import Puzzle
from puzzlekit.zebra.rules import FAMILY, place, told, words_of

_HOLDS = Wording("{0} | holds", "{0} | holds", broken=("{0} | would not hold", "{0} | would not hold"))
ASSIGNMENT = {
    "one_property_per_house": Wording(
        "{0} | must be one of the {k}",
        "{0} | is one thing only",
        "",
        "{0} | can only be {state}",
        broken=("{0} | would be none of the {k}", "{0} | would be two things"),
    ),
    "one_house_per_property": Wording(
        "{0} | must be somewhere",
        "{0} | has one house only",
        "{0} | has its house",
        "{0} | can only be in house {at}",
        broken=("{0} | would be nowhere", "{0} | would have two houses"),
    ),
    "connections": _HOLDS,
    "locations": _HOLDS,
    "neighbours": _HOLDS,
    "neighbours_as_products": _HOLDS,
}


def words(puzzle: Puzzle) -> dict[Element, str]:
    """How explanations speak of places, attributes, houses and clues."""
    found: dict[Element, str] = {cell: place(puzzle, cell) for cell in puzzle.cells}
    found |= {Label("row", i): name for i, (name, _) in enumerate(puzzle.attributes)}
    found |= {Label("column", j): f"house {j + 1}" for j in range(puzzle.houses)}
    return found | {label: words_of(puzzle, label) for label, _ in told(puzzle)}


def clues(puzzle: Puzzle) -> dict[tuple[str, Label], str]:
    """(family, label) -> the clue in words."""
    return {(FAMILY[clue.kind], label): words_of(puzzle, label) for label, clue in told(puzzle)}
