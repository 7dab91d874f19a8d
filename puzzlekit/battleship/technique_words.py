"""The sentences of the techniques of Battleship: about cells, ship parts, rows and columns, and the fleet.

A method with only the parameter `found` returns the reason for the conclusion `found` as a clause. A method with
`found` and `claim` returns what this conclusion says about the cells in `claim`, as a clause.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from puzzlekit.battleship.deduce import BIT, HULL, SEA, kinds
from puzzlekit.battleship.puzzle import KINDS, OPEN, PARTS, SINGLE, WATER, WORDS
from puzzlekit.battleship.rules import TOWARDS, said
from puzzlekit.battleship.technique_board import Board, Line
from puzzlekit.battleship.technique_exclusion import FleetFound
from puzzlekit.battleship.technique_fleet import Told
from puzzlekit.core.errors import joined
from puzzlekit.core.grammar import LONGEST, alternatives
from puzzlekit.core.grid import Cell
from puzzlekit.reasoning.system import Found, Mask

NAMED = 4  # a reason names at most this many cells
LISTED = 8  # a conclusion names at most this many cells
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
HELD = {frozenset({kind}): (f"is {said(kind)}", f"are {WORDS[kind]}s") for kind in PARTS}
HELD |= {frozenset({WATER}): ("is water", "are water"), frozenset(PARTS): ("holds a ship part", "hold ship parts")}
Claim = Mapping[Any, frozenset]


class Around(NamedTuple):
    """Data for a sentence about the water around a group of parts: cells and their masks."""

    parts: tuple[int, ...]
    kinds: tuple[Mask, ...]
    clash: int | None = None  # a cell with a part where water must be, or with water where a part must be


class Count(NamedTuple):
    """Data for a sentence about the count of a line; `how` is a key in `Sentences.count`."""

    line: Line
    how: str


class Words:
    """The wording of claims about cells of Battleship."""

    def concluded(self, claim: Claim) -> str:
        """Return a claim {cell: kinds} as a clause: "cell (2,3) is a left end, and cells (1,1) and (1,2) are water"."""
        groups: dict[frozenset, list[Cell]] = {}
        for cell, states in sorted(claim.items(), key=lambda own: (WATER in own[1], own[0])):
            groups.setdefault(states, []).append(cell)
        most = LISTED
        told = []
        for states, cells in groups.items():
            told.append(f"{cells_named(cells, most)} {_held(states, len(cells))}")
            most = max(0, most - len(cells))
        return joined(told)


def cells_named(cells: Sequence[Cell], most: int) -> str:
    """Return the names of cells as text: "cells (1,1) and (1,2)". For more than `most` cells, return their number:
    "nine cells"."""
    if len(cells) > most:
        return f"{number(len(cells))} {'more ' if most < LISTED else ''}cell{'s'[: len(cells) > 1]}"
    return f"cell{'s'[: len(cells) > 1]} {joined([name(cell) for cell in cells])}"


def name(cell: Cell) -> str:
    """Return the name of a cell without the word "cell": "(2,3)"."""
    return str(cell).removeprefix("cell ")


def number(count: int) -> str:
    """Return a number as a word if it is at most ten, otherwise in digits."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _held(states: frozenset, cells: int) -> str:
    one, several = HELD.get(states, ("", ""))
    if one:
        return one if cells == 1 else several
    few = len(states) <= 3
    own = [said(kind) for kind in KINDS if (kind in states) == few]
    return f"{'can only' if few else 'cannot'} be {alternatives(own)}"


class Sentences:
    """The reasons and conclusions of the techniques as sentences, for one board."""

    def __init__(self, board: Board):
        self.board, self.words = board, Words()

    def place(self, cell: int) -> str:
        """Return the name of the cell with this number: "(2,3)"."""
        return name(self.board.cells[cell])

    def part(self, cell: int, mask: Mask) -> str:
        """Return a phrase for the ship part in a cell: "the left end at (2,3)", or "the ship part at (2,3)" if the mask
        has several kinds."""
        own = WORDS[kinds(mask)] if mask.bit_count() == 1 else "ship part"
        return f"the {own} at {self.place(cell)}"

    # cells

    def kind(self, found: Found) -> str:
        """Return a clause about the kinds of the cells beside a cell. For a contradiction, it says that the cell would
        have no possible kind."""
        cell, fails = found.about
        if fails:
            return f"no kind of ship part would fit in {self.place(cell)}"
        facts = found.facts(found.claim)
        beside = {self.board.cells[c]: frozenset(k for k in KINDS if BIT[k] & mask) for c, mask in facts.items()}
        return self.words.concluded(beside) or f"the board ends beside {self.place(cell)}"

    def around(self, found: Found) -> str:
        """Return a clause that says why there is water around parts. For a contradiction, it names the part that would
        touch them."""
        about: Around = found.about
        if about.clash is not None:
            what = self.part(about.parts[0], about.kinds[0])
            if found.claim[about.clash] == SEA:
                return f"{what} would touch the ship part at {self.place(about.clash)}"
            return f"{what} would not go on, as {self.place(about.clash)} is water"
        (first, *more), (mask, *_) = about.parts, about.kinds
        if more or mask.bit_count() > 1 or mask == HULL:
            several = f"the ship parts at {joined([*map(self.place, about.parts)])}"
            return f"no other ship touches {several if more else self.part(first, mask)}, not even at a corner"
        if kinds(mask) == SINGLE:
            return f"{self.part(first, mask)} touches no other ship"
        (side,) = OPEN[kinds(mask)]
        return f"the ship of {self.part(first, mask)} goes on {TOWARDS[side]}, and ships do not touch"

    def water_around(self, found: Found, claim: Claim) -> str:
        """Return a clause that names the cells that are water, and the cell in which the ship continues."""
        about: Around = found.about
        if len(claim) < len(found.claim) or len(claim) <= LISTED:
            return self.words.concluded(claim)
        on = [cell for cell, states in claim.items() if WATER not in states]
        told = f"{self.words.concluded({cell: claim[cell] for cell in on})}, and " if on else ""
        first, *more = map(self.place, about.parts)
        if more:
            return f"{told}the cells along the parts from {first} to {more[-1]} are water"
        around = (
            "around both" if on else "around it" if kinds(about.kinds[0]) == SINGLE else f"at the corners of {first}"
        )
        return f"{told}the cells {around} are water"

    def middle(self, found: Found) -> str:
        """Return a clause that names the direction in which a ship cannot continue from its middle part."""
        cell, step = found.about
        return f"the ship of {self.part(cell, HULL)} cannot go on {TOWARDS[step]}"

    # rows and columns

    def count(self, found: Found) -> str:
        """Return a clause with the number of parts in a row or column, or the number of cells left for its parts."""
        about: Count = found.about
        line, count = about.line.label, about.line.needs
        beside = f"a part beside the {line.side} could rule out two"
        parts = f"{number(count)} ship part{'s'[: count != 1]}"
        left = f"only %s cell%s of {line} can hold its {parts}"
        return {
            "full": f"{line} has its {parts}" if count else f"{line} has no ship parts",
            "needs": left % (number(count), "s"[: count != 1]),
            "over": f"{line} would have more than {parts}{self._listed(found) if about.how == 'over' else ''}",
            "under": f"{line} would have {'no ship part' if count == 1 else f'fewer than {parts}'}",
            "spare": f"{left % (number(count + 1), 's')}, and {beside}",
        }[about.how]

    def _listed(self, found: Found) -> str:
        """Return the names of the cells with parts, after a colon, or "" if there are too many."""
        cells = sorted([*found.claim, *found.facts(found.claim)])
        return f": {joined([*map(self.place, cells)])}" if len(cells) <= NAMED else ""

    def others(self, found: Found, claim: Claim) -> str:
        """Return a clause about the kinds of the other cells in a row or column."""
        about: Count = found.about
        whole = len(claim) == len(found.claim) and (len(claim) > LISTED or not about.line.needs)
        if about.how in ("full", "needs") and whole:
            who = "all its" if not about.line.needs or about.how == "needs" else "its other"
            what = "are water" if about.how == "full" else "hold ship parts"
            return f"{'these' if about.how == 'needs' else who} cells {what}"
        return self.words.concluded(claim)

    # the fleet

    def fleet(self, found: Found) -> str:
        """Return a clause with the number of places where a ship can still lie, and the reason why it lies nowhere
        else."""
        about: Told = found.about
        why = found.why if isinstance(found, FleetFound) else None
        lengths = [str(length) for length in sorted(why.lengths)] if why else []
        gone = f"all ships of length{'s'[: len(lengths) > 1]} {joined(lengths)} are found, and " if lengths else ""
        there = f"{gone}{self._places(about, 'other' if gone else 'ship')}"
        if not why or not why.crowded:
            return there
        exact = f"{there}, as {alternatives([*map(str, sorted(why.crowded))])} would get too few parts"
        room = LONGEST - len("Then .")
        return exact if len(exact) <= room and len(why.crowded) <= 2 else f"{there}, as the counts show"

    def _places(self, about: Told, other: str) -> str:
        places = len(about.places)
        left = f"only {number(places)} place{'s'[: places > 1]}"
        if about.cell is not None:
            where = self.place(about.cell)
            return f"the ship over {where} has {left}" if places else f"no {other} fits over {where}"
        if about.lacking < 0:
            most = dict(self.board.puzzle.fleet)[about.length]
            return f"the fleet would have more than {number(most)} {ships(about.length, most)}"
        if places < about.lacking:
            only = f"only {number(places)} more" if places else "no more"
            return f"there would be room for {only} {ships(about.length, places)}"
        own = f"{number(about.lacking)} " if about.lacking > 1 else ""
        return f"{left} {'are' if places > 1 else 'is'} left for the last {own}{ships(about.length, about.lacking)}"

    def placed(self, found: Found, claim: Claim) -> str:
        """Return a clause that says where a ship lies, or which kinds of cells are the same in all its open places."""
        about: Told = found.about
        places = [[self.place(cell) for cell in self.board.places[n].parts] for n in about.places]
        if len(places) != max(1, about.lacking) or len(claim) < len(found.claim):
            both = {1: "there", 2: "in both,"}.get(len(places), "in each,")
            return f"{both} {self.words.concluded(claim)}"
        where = [f"from {own[0]} to {own[-1]}" if own[1:] else f"at {own[0]}" for own in places]
        if len(where) == 1:
            return f"it lies {where[0]}, with water around it"
        return f"they lie {joined(where) if len(where) == 2 else 'there'}"


def ships(length: int, count: int) -> str:
    """Return the noun for `count` ships of this length: "singles", "ship of length 3"."""
    many = "s"[: count != 1]
    return f"ship{many} of length {length}" if length > 1 else f"single{many}"
