"""Deduction on a circuit board without search: from degrees, from cycles, and from edges that join parts."""

from collections.abc import Iterable, Iterator

from puzzlekit.circuit import graph
from puzzlekit.circuit.puzzle import DEGREES, Puzzle
from puzzlekit.circuit.rules import clue_conflicts
from puzzlekit.core import grid
from puzzlekit.core.errors import counted, validate_args
from puzzlekit.core.grid import Candidates, Edge, Element, Step
from puzzlekit.core.union_find import UnionFind

OPEN, OUT, IN = frozenset((0, 1)), frozenset((0,)), frozenset((1,))


@validate_args
def deduce(puzzle: Puzzle, candidates: Candidates | None = None) -> list[Step]:
    """Return the steps that decide edges, each with its reason, until nothing follows or there is a contradiction.

    Parameters
    ----------
    candidates
        `{edge: frozenset of states}`: 1 is drawn, 0 is not. Without it, every edge is open, and the given edges are the
        first steps.

    Returns
    -------
    list of Step
        The rules have the checker's names: "keep_given_edges", "degree_one_or_three", "no_cycle", "connect_all_points".
        A contradiction is the last step and leaves an edge without any state. Its rule is "no_state_left" if the
        candidates already had such an edge.
    """
    return list(_Reasoning(puzzle, candidates).steps())


def initial_candidates(puzzle: Puzzle) -> dict[Edge, frozenset[int]]:
    """Return edge -> both states, drawn and not drawn."""
    return dict.fromkeys(puzzle.edges, OPEN)


class _Reasoning:
    def __init__(self, puzzle: Puzzle, candidates: Candidates | None):
        self.puzzle = puzzle
        self.left = grid.checked_candidates(candidates, initial_candidates(puzzle), beside=puzzle.points)
        self.given = sorted(puzzle.given) if candidates is None else []

    def steps(self) -> Iterator[Step]:
        if not self.left:
            return iter(())  # no edge, nothing to decide
        return grid.propagate(self._lost_or_given(), (self._degrees, self._leaves, self._cycles, self._bridges))

    def _lost_or_given(self) -> Iterator[Step]:
        for edge, states in self.left.items():
            if not states:
                yield Step({edge: states}, "no_state_left", (edge,), f"the edge between {edge}: nothing is left")
        for clash in clue_conflicts(self.puzzle):
            yield self._contradiction(clash.rule, clash.where, clash.message)
        for edge in self.given:
            yield self._decide([edge], IN, "keep_given_edges", (edge,), f"the edge between {edge} is given")

    def _degrees(self) -> Iterator[Step]:
        for point, around in self.puzzle.at.items():
            sure = [edge for edge in around if self.left[edge] == IN]
            loose = [edge for edge in around if self.left[edge] == OPEN]
            low, high = len(sure), len(sure) + len(loose)
            right = [degree for degree in DEGREES if low <= degree <= high]
            told = f"{point} has {counted(low, 'edge')} and room for {len(loose)} more"
            if not right:
                yield self._contradiction("degree_one_or_three", (point,), f"{told}: neither 1 nor 3 is in reach")
                return
            if loose and right == [low]:
                yield self._decide(loose, OUT, "degree_one_or_three", (point,), f"{told}, but 1 or 3 are allowed: none")
            elif loose and right == [high]:
                yield self._decide(loose, IN, "degree_one_or_three", (point,), f"{told}, and 1 or 3 are wanted: all")

    def _leaves(self) -> Iterator[Step]:
        """Yield that no edge joins two neighbours that can have one edge only: they would be a tree of their own."""
        if len(self.puzzle.points) == 2:
            return
        ends = {point for point, around in self.puzzle.at.items() if self._possible(around) < max(DEGREES)}
        for edge in self.puzzle.edges:
            if self.left[edge] == OPEN and edge.a in ends and edge.b in ends:
                message = f"{edge.a} and {edge.b} can have one edge only: joined, they would be cut off"
                yield self._decide([edge], OUT, "connect_all_points", (edge.a, edge.b), message)

    def _possible(self, around: Iterable[Edge]) -> int:
        return sum(1 in self.left[edge] for edge in around)

    def _cycles(self) -> Iterator[Step]:
        forest = UnionFind(self.puzzle.points)
        for edge in self.puzzle.edges:
            if self.left[edge] == IN and not forest.join(edge):
                yield self._contradiction("no_cycle", (edge,), f"the edge between {edge} closes a cycle")
                return
        for edge in self.puzzle.edges:
            if self.left[edge] == OPEN and forest.root(edge.a) is forest.root(edge.b):
                message = f"an edge between {edge} would close a cycle"
                yield self._decide([edge], OUT, "no_cycle", (edge,), message)

    def _bridges(self) -> Iterator[Step]:
        possible = [edge for edge, states in self.left.items() if 1 in states]
        parts = graph.parts(self.puzzle, possible)
        if len(parts) > 1:
            part = min(parts, key=len)
            yield self._contradiction("connect_all_points", tuple(part), f"{part[0]} is cut off from the rest")
            return
        for edge in graph.bridges(self.puzzle, possible):
            if self.left[edge] == OPEN:
                message = f"without the edge between {edge} the points would fall apart"
                yield self._decide([edge], IN, "connect_all_points", (edge,), message)

    def _decide(
        self, edges: list[Edge], state: frozenset[int], rule: str, where: tuple[Element, ...], message: str
    ) -> Step:
        changed = {edge: self.left[edge] & state for edge in edges}
        self.left.update(changed)
        return Step(changed, rule, where, message)

    def _contradiction(self, rule: str, where: tuple[Element, ...], message: str) -> Step:
        return Step({next(iter(self.left)): frozenset()}, rule, where, message)
