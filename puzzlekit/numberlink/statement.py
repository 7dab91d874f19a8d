"""The model of a Numberlink after deduction, stated once for every engine, over open lines and letters."""

from collections.abc import Iterator, Sequence
from typing import Any

from puzzlekit.core import union_find
from puzzlekit.core.grid import Edge
from puzzlekit.engines import Constraint, Problem, Settled
from puzzlekit.numberlink.presolved import Presolved, lacking, start
from puzzlekit.numberlink.puzzle import Puzzle, Solution
from puzzlekit.numberlink.rules import BLANK, violations

SIGNS = {(a, b): (1,) * a + (-1,) * b for a in range(3) for b in range(2)}


def problem(puzzle: Puzzle, *, deduced: bool = True) -> Problem | Settled:
    """Return (MIQCP, 1), (edge, 1), (edge, 2), (edge, 3), (edge, 4), (edge, 5), (edge, 6), (edge, 7) for the open part.

    Each 2 x 2 cells have a constraint, and loops have lazy constraints. With `deduced=False` every line and every cell
    without a clue is open.
    """
    known = start(puzzle, deduced=deduced)
    if known.infeasible_reason:
        return Settled(None, known.infeasible_reason)
    if len(known.lines) == len(puzzle.edges):
        board = Solution.of(puzzle, known.drawn)
        broken = violations(puzzle, board)
        return Settled(None, broken[0].message) if broken else Settled(board, known=_known(known))
    return _Open(puzzle, known).problem()


def _known(known: Presolved) -> dict[Any, int]:
    letters = ((cell, letter) for cell, own in known.letters.items() for letter in own if known.certain(cell))
    return {**known.lines, **dict.fromkeys(letters, 1)}


class _Open:
    """The open part of a puzzle. Its items are the open edges, and then the letters of open cells with "blank"."""

    def __init__(self, puzzle: Puzzle, known: Presolved):
        self.puzzle, self.known = puzzle, known
        self.edges = [edge for edge in puzzle.edges if edge not in known.lines]
        self.line = {edge: item for item, edge in enumerate(self.edges)}
        self.keys: list[Any] = [*self.edges]
        self.states: dict[Any, dict[str, int]] = {}  # cell -> {state: item}; empty for a settled cell
        for cell, own in known.letters.items():
            left = sorted(own) if len(own) != 1 else []
            self.states[cell] = {state: item for item, state in enumerate(left, start=len(self.keys))}
            self.keys += [(cell, state) for state in left]
        self.ordered = [*self.edges, *known.lines]  # all lines by index, the items first
        cell = {own: number for number, own in enumerate(puzzle.cells)}
        self.ends = [(cell[edge.a], cell[edge.b]) for edge in self.ordered]  # type: ignore[index]  # edges of cells
        self.sure = [number for number, edge in enumerate(self.ordered) if known.lines.get(edge)]

    def problem(self) -> Problem:
        families = (self._letters, self._lines, self._joined, self._parted, self._touching, self._blocks)
        return Problem(
            self.keys,
            len(self.edges),
            [constraint for family in families for constraint in family()],
            decode=lambda ones: Solution.of(self.puzzle, self._drawn(ones)),
            known=_known(self.known),
            violated=self._violated,
            lacks=lacking(self.puzzle),
        )

    def _drawn(self, ones: Sequence[int]) -> list[Edge]:
        return [*self.known.drawn, *(self.edges[item] for item in ones if item < len(self.edges))]

    def _letters(self) -> Iterator[Constraint]:
        """(MIQCP, 1) Each open cell has one letter or is blank."""
        for cell, states in self.states.items():
            if len(self.known.letters[cell]) != 1:
                yield Constraint([*states.values()], 1, 1)

    def _lines(self) -> Iterator[Constraint]:
        """(edge, 1) (edge, 2) (edge, 3) (edge, 4) (edge, 6) A cell has as many lines as its state needs: 0, 1 or 2."""
        for cell, at in self.puzzle.at.items():
            if items := [self.line[edge] for edge in at if edge in self.line]:
                own = self.known.letters[cell]
                wanted = 1 if cell in self.puzzle.letter else 0 if own == {BLANK} else 2
                wanted -= sum(self.known.lines.get(edge, 0) for edge in at)
                if blank := self.states[cell].get(BLANK):
                    yield Constraint([*items, blank], wanted, wanted, [1] * len(items) + [2])
                else:
                    yield Constraint(items, wanted, wanted)

    def _joined(self) -> Iterator[Constraint]:
        """(edge, 5) The two cells of a drawn line have the same letter."""
        for edge in self.known.drawn:
            one, other = self.states[edge.a], self.states[edge.b]
            for k, item in one.items():
                if k in other and k != BLANK:
                    yield Constraint((item, other[k]), 0, 0, (1, -1))

    def _parted(self) -> Iterator[Constraint]:
        """(edge, 5) An open line joins cells of the same letter.

        Letters that only one of the two cells may have share a constraint.
        """
        for edge, line in self.line.items():
            pair = (edge.a, edge.b)
            for one, other in (pair, pair[::-1]):
                mine, its, letters = self.states[one], self.states[other], self.known.letters[other]
                if mine and its:
                    alone = [line]
                    for k, item in mine.items():
                        if k == BLANK:
                            continue
                        if k in its:
                            yield Constraint((line, item, its[k]), None, 1, (1, 1, -1))
                        else:
                            alone.append(item)
                    if len(alone) > 1:
                        yield Constraint(alone, None, 1)
                elif not mine:  # `one` is settled; the swapped pair covers a settled `other`
                    (k,) = self.known.letters[one]
                    if k in its:
                        yield Constraint((line, its[k]), None, 0, (1, -1))
                    elif k not in letters and k != BLANK:
                        yield Constraint((line,), None, 0)

    def _touching(self) -> Iterator[Constraint]:
        """(edge, 7) Neighbours of one letter are joined by a line, unless paths may touch themselves."""
        for edge in self.puzzle.edges if not self.puzzle.touch else ():
            if self.known.lines.get(edge):
                continue
            line = [self.line[edge]] if edge in self.line else []
            one, other = self.states[edge.a], self.states[edge.b]
            for k in self.known.common(edge.a, edge.b):
                both = [own[k] for own in (one, other) if own]
                yield Constraint((*both, *line), None, len(both) - 1, SIGNS[len(both), len(line)])

    def _blocks(self) -> Iterator[Constraint]:
        """(lazy) (edge, 7) Lines around a point do not form a loop, or a path that touches itself."""
        most = 3 if self.puzzle.touch else 2
        for block in self.puzzle.blocks:
            room = most - sum(self.known.lines.get(edge, 0) for edge in block)
            items = [self.line[edge] for edge in block if edge in self.line]
            if items and len(items) > room:
                yield Constraint(items, None, room)

    def _violated(self, ones: Sequence[int]) -> Iterator[Constraint]:
        """(lazy) Lines do not form a closed loop."""
        open_ = len(self.edges)
        for loop in union_find.closed_walks([*(item for item in ones if item < open_), *self.sure], self.ends):
            items = [line for line in loop if line < open_]
            yield Constraint(items, None, len(items) - 1)
