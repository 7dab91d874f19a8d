"""The sentences of the Zebra puzzle's techniques: about places, pairs of properties, and clues.

A method with the parameter `found` returns the reason of this conclusion as a clause. A method with `found` and `claim`
returns the conclusion as a clause.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from puzzlekit.core.errors import capital, joined
from puzzlekit.core.grammar import LONGEST, alternatives
from puzzlekit.core.grid import Label
from puzzlekit.reasoning.system import Found, Mask
from puzzlekit.zebra.rules import clue_words, place, words_of
from puzzlekit.zebra.technique_board import Board, Pair

NAMED = 4  # a sentence names at most this many properties
Claim = Mapping[Any, frozenset]
Facts = Mapping[int, Mask]


class Words:
    """The wording of claims about places and pairs of properties of the Zebra puzzle."""

    def __init__(self, board: Board):
        self.board = board

    def concluded(self, claim: Claim, most: str = "can only be in") -> str:
        """Return a claim {place or pair: states that remain} as a clause: "milk is in house 3".

        `most` is the verb phrase for a property with few possible houses. If `most` is "", the clause only says in
        which houses a property is not.
        """
        has, not_in = list[str](), dict[str, list[int]]()
        for element, states in claim.items():
            if isinstance(element, Pair):
                continue
            if len(states) == 1 and most:
                has.append(f"{next(iter(states))} is in house {element.column + 1}")
            else:
                for name in self.board.puzzle.properties(element):
                    if name not in states:
                        not_in.setdefault(name, []).append(element.column + 1)
        together: dict[tuple[int, ...], list[str]] = {}
        for name, houses in not_in.items():
            together.setdefault(tuple(sorted(houses)), []).append(name)
        return joined(
            [*has, *(self._not_in(names, houses, most) for houses, names in together.items()), *self._pairs(claim)]
        )

    @staticmethod
    def _pairs(claim: Claim) -> list[str]:
        """Return a list of clauses: which pairs of properties are in the same house, and which are in different
        houses."""
        same = [pair for pair, states in claim.items() if isinstance(pair, Pair) and states == {1}]
        apart = [pair for pair, states in claim.items() if isinstance(pair, Pair) and states == {0}]
        common = set.intersection(*map(set, apart)) if apart[1:] else set()
        told = [f"{joined(pair)} are in the same house" for pair in same]
        if not common:
            return told + [f"{joined(pair)} are in different houses" for pair in apart]
        others = sorted(name for pair in apart for name in pair if name not in common)
        return [*told, f"{joined(others)} share no house with {common.pop()}"]

    def _not_in(self, names: Sequence[str], houses: Sequence[int], most: str) -> str:
        rest = [house for house in range(1, self.board.size + 1) if house not in houses]
        if most and len(houses) > len(rest) > 0:
            return f"{joined(names)} {most} house {alternatives([*map(str, rest)])}"
        return f"{joined(names)} {'are' if names[1:] else 'is'} not in house {alternatives([*map(str, houses)])}"


class Sentences:
    """The reasons and conclusions of the techniques as sentences, for one puzzle.

    `clue_of` is {two properties: the clue that says that they are in the same house}.
    """

    def __init__(self, board: Board, words: Words, clue_of: Mapping[frozenset[int], int]):
        self.board, self.words, self.clue_of = board, words, clue_of

    def known(self, facts: Facts, most: str = "can only be in") -> str:
        """Return the facts {place or pair: mask} as a clause. Facts about pairs are ignored; `most` is as in
        `Words.concluded`."""
        puzzle, states = self.board.puzzle, {}
        for cell, mask in facts.items():
            if cell < len(puzzle.cells):  # the others are pairs
                own = enumerate(puzzle.properties(puzzle.cells[cell]))
                states[puzzle.cells[cell]] = frozenset(name for bit, name in own if mask >> bit & 1)
        said, told = self.words.concluded(states, most), list(states.items())
        if len(said) < LONGEST:
            return said
        parts = [dict(told[start : start + NAMED]) for start in range(0, len(told), NAMED)]
        return "; ".join(self.words.concluded(part, most) for part in parts)

    def text(self, clue: int) -> str:
        """Return a clause that quotes the clue with this number: 'clue 8 says "milk at 3"'."""
        return f'{Label("clue", clue)} says "{clue_words(self.board.puzzle.clues[clue])}"'

    def clues(self, found: Found) -> str:
        """Return a clause with the clues and the facts behind a conclusion."""
        clues = found.about.clues
        if found.about.fails:
            texts = [words_of(self.board.puzzle, Label("clue", clue)) for clue in clues]
            return f"{joined(texts)} {'cannot both hold' if texts[1:] else 'would be violated'}"
        told, known = _line([self.text(clue) for clue in clues], " and "), self.known(found.facts(found.claim))
        if clues[1:]:
            one, two = (self.board.puzzle.clues[clue].properties for clue in clues)
            mates = f"{joined(sorted({*one} ^ {*two}))} are in different houses"
            return f"{told}.\n{capital(_line([mates, known], ', and '))}"
        return _line([told, known], ", and ")

    def taken(self, found: Found, claim: Claim) -> str:
        """Return the conclusion as a clause: a house has a property of a clue, and therefore does not have certain
        other properties."""
        names = self.board.puzzle.clues[found.about.clues[0]].properties
        out = [name for cell, own in claim.items() for name in self.board.puzzle.properties(cell) if name not in own]
        return f"{alternatives(names)} is in house {found.about.house + 1}, not {alternatives(out)}"

    def placed(self, found: Found) -> str:
        """Return a clause that says that a property would be in two houses."""
        return f"{self.board.names[found.about]} would be in two houses"

    def only_name(self, found: Found) -> str:
        """Return a clause that says why a place has only one possible property, or that it has no possible property."""
        names = [self.board.names[self.board.rows_of[c][m.bit_length() - 1]] for c, m in self._filled(found)]
        subject = joined(names) if len(names) <= NAMED else f"{len(names)} others"
        return self._only(found, f"{subject} {'have their houses' if names[1:] else 'has its house'}" if names else "")

    def only_house(self, found: Found) -> str:
        """Return a clause that says why a property has only one possible house, or that it has no possible house."""
        houses = [str(cell % self.board.size + 1) for cell, _ in self._filled(found)]
        several = f"houses {joined(houses)} are" if houses[1:] else f"house {''.join(houses)} is"
        return self._only(found, f"{several} filled" if houses else "")

    def _filled(self, found: Found) -> list[tuple[int, Mask]]:
        return [(cell, mask) for cell, mask in found.facts(found.claim).items() if not mask & self.board.open]

    def _only(self, found: Found, filled: str) -> str:
        open_ = {cell: mask for cell, mask in found.facts(found.claim).items() if mask & self.board.open}
        told = f"{self.known(open_, '')}, as shown" if open_ else ""
        return found.about or _line([filled, told], "; ")

    def pair(self, found: Found) -> str:
        """Return a clause that says why two properties are in the same house or in different houses."""
        chain = found.about
        if chain.fails:
            return f"{joined([self.board.names[name] for name in chain.pair])} would and would not be in the same house"
        if {*chain.pair} == {*chain.same[0]} and frozenset(chain.pair) not in self.clue_of:
            return f"a house has only one {self.board.puzzle.attributes[chain.pair[0] // self.board.size][0]}"
        return joined([self._same(*pair) for pair in chain.same])

    def _same(self, one: int, other: int) -> str:
        clue, names = self.clue_of.get(frozenset((one, other))), self.board.names
        return f"{names[one]} and {names[other]} are in the same house" if clue is None else self.text(clue)

    def house(self, found: Found) -> str:
        """Return a clause that names the possible properties of a place. For a contradiction, it says that no place is
        left for a property."""
        cell, mask, fails = found.about
        puzzle, house = self.board.puzzle, cell % self.board.size + 1
        own = [name for bit, name in enumerate(puzzle.properties(puzzle.cells[cell])) if mask >> bit & 1]
        if fails:
            return f"no {puzzle.attributes[puzzle.cells[cell].row][0]} of house {house} would be left for {fails}"
        if not mask & self.board.open:
            return f"{own[0]} is in house {house}"
        return f"{place(puzzle, puzzle.cells[cell])} can only be {alternatives(own)}"


def _line(parts: Sequence[str], between: str) -> str:
    """Return the clauses `parts` as one line, joined by `between`. If the line would be too long, each clause is on its
    own line. Empty clauses are omitted."""
    own = [part for part in parts if part]
    line = between.join(own)
    return line if len(line) < LONGEST else ".\n".join([own[0], *map(capital, own[1:])])
