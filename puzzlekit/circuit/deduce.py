"""Deduction on a circuit board without search: from degrees, cycles and bridges.

The degree of a point is its number of drawn edges. A bridge is an edge without which the board would be disconnected.
The state of an edge is 1 if it is drawn, otherwise 0. An edge is open while both states are possible.
"""

from collections.abc import Iterator

from puzzlekit.circuit import graph
from puzzlekit.circuit.puzzle import DEGREES, Puzzle
from puzzlekit.circuit.rules import clue_conflicts
from puzzlekit.core import grid
from puzzlekit.core.errors import validate_args
from puzzlekit.core.grid import Candidates, Edge, Element, Step
from puzzlekit.core.union_find import UnionFind

OPEN, OUT, IN = frozenset((0, 1)), frozenset((0,)), frozenset((1,))


@validate_args
def deduce(puzzle: Puzzle, candidates: Candidates | None = None) -> list[Step]:
    """Decide edges until nothing more follows or there is a contradiction. Return the steps.

    Parameters
    ----------
    candidates
        `{edge: frozenset of possible states 0, 1}` to start from; the given edges are then not used. A missing edge is
        open. If `candidates` is None, every edge is open, and the first steps draw the given edges.

    Returns
    -------
    list of Step
        The `rule` of a step is a name as in `violations`: "keep_given_edges", "degree_one_or_three", "no_cycle" or
        "connect_all_points". A contradiction ends the list: its step leaves some edge without a possible state. The
        rule is "no_state_left" if `candidates` already has such an edge.

    Raises
    ------
    PuzzleError
        If `candidates` has an edge or a state that the puzzle does not have.
    """
    return list(_Reasoning(puzzle, candidates).steps())


def initial_candidates(puzzle: Puzzle) -> dict[Edge, frozenset[int]]:
    """Return {edge: both states}, the candidates before any deduction."""
    return dict.fromkeys(puzzle.edges, OPEN)


class _Reasoning:
    def __init__(self, puzzle: Puzzle, candidates: Candidates | None):
        self.puzzle = puzzle
        self.left = grid.checked_candidates(candidates, initial_candidates(puzzle), beside=puzzle.points)
        self.given = sorted(puzzle.given) if candidates is None else []

    def steps(self) -> Iterator[Step]:
        if not self.left:
            return iter(())  # there is no edge
        return grid.propagate(self._lost_or_given(), (self._degrees, self._leaves, self._cycles, self._bridges))

    def _lost_or_given(self) -> Iterator[Step]:
        for edge, states in self.left.items():
            if not states:
                yield Step({edge: states}, "no_state_left", (edge,))
        for clash in clue_conflicts(self.puzzle):
            yield self._contradiction(clash.rule, clash.where)
        for edge in self.given:
            yield self._decide([edge], IN, "keep_given_edges", (edge,))

    def _degrees(self) -> Iterator[Step]:
        for point, around in self.puzzle.at.items():
            sure = [edge for edge in around if self.left[edge] == IN]
            loose = [edge for edge in around if self.left[edge] == OPEN]
            low, high = len(sure), len(sure) + len(loose)
            right = [degree for degree in DEGREES if low <= degree <= high]
            if not right:
                yield self._contradiction("degree_one_or_three", (point,))
                return
            if loose and right == [low]:
                yield self._decide(loose, OUT, "degree_one_or_three", (point,))
            elif loose and right == [high]:
                yield self._decide(loose, IN, "degree_one_or_three", (point,))

    def _leaves(self) -> Iterator[Step]:
        """Yield the exclusion of each edge between two points that both have fewer than three possible edges. In every
        solution, such a point has only one edge, so the edge would make the two points a separate tree."""
        if len(self.puzzle.points) == 2:
            return
        possible = {edge for edge, states in self.left.items() if 1 in states}
        ends = {point for point, around in self.puzzle.at.items() if len(possible.intersection(around)) < max(DEGREES)}
        for edge in self.puzzle.edges:
            if self.left[edge] == OPEN and edge.a in ends and edge.b in ends:
                yield self._decide([edge], OUT, "connect_all_points", (edge.a, edge.b))

    def _cycles(self) -> Iterator[Step]:
        forest = UnionFind(self.puzzle.points)
        for edge in self.puzzle.edges:
            if self.left[edge] == IN and not forest.join(edge):
                yield self._contradiction("no_cycle", (edge,))
                return
        for edge in self.puzzle.edges:
            if self.left[edge] == OPEN and forest.root(edge.a) is forest.root(edge.b):
                yield self._decide([edge], OUT, "no_cycle", (edge,))

    def _bridges(self) -> Iterator[Step]:
        possible = [edge for edge, states in self.left.items() if 1 in states]
        parts = graph.parts(self.puzzle, possible)
        if len(parts) > 1:
            part = min(parts, key=len)
            yield self._contradiction("connect_all_points", tuple(part))
            return
        for edge in graph.bridges(self.puzzle, possible):
            if self.left[edge] == OPEN:
                yield self._decide([edge], IN, "connect_all_points", (edge,))

    def _decide(self, edges: list[Edge], state: frozenset[int], rule: str, where: tuple[Element, ...]) -> Step:
        changed = {edge: self.left[edge] & state for edge in edges}
        self.left.update(changed)
        return Step(changed, rule, where)

    def _contradiction(self, rule: str, where: tuple[Element, ...]) -> Step:
        return Step({next(iter(self.left)): frozenset()}, rule, where)
