"""Second engine: circuit boards by Google OR-Tools' CP-SAT, re-solved with clauses until the answer is a tree.

`cp_sat` begins where our own fast builds do: with the edges that deduction settles, and with their rows. `cp_sat_plain`
knows nothing of deduction.
"""

from functools import partial
from typing import Any

from puzzlekit.circuit.families import known_edges
from puzzlekit.circuit.graph import cut_off, cycles, squares
from puzzlekit.circuit.puzzle import Puzzle, Solution
from puzzlekit.circuit.rules import clashes
from puzzlekit.clock import checked_limit
from puzzlekit.errors import takes
from puzzlekit.grid import Edge
from puzzlekit.peers import PeerResult
from puzzlekit.peers.cp_sat import TUNED, answer
from puzzlekit.peers.rounds import Settled, Stated


@takes(Puzzle)
def cp_sat(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """Degrees, the count of edges, known edges, closed squares and lonely pairs; then a clause for each cycle that an
    answer has, and a row for each part.

    With endpoints, the path of (5.3) is minimised first; its least length is then kept. See `PeerResult`.
    """
    checked_limit(time_limit)
    return answer(partial(open_model, puzzle), limit, time_limit=time_limit, workers=workers, settings=TUNED)


@takes(Puzzle)
def cp_sat_plain(puzzle: Puzzle, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
    """Degrees, the count of edges and the given edges, then a clause for each cycle that an answer has."""
    checked_limit(time_limit)
    return answer(partial(_plain_model, puzzle), limit, time_limit=time_limit, workers=workers)


def open_model(puzzle: Puzzle, model: Any) -> Stated:
    """All that our fast builds are told."""
    reason, known = known_edges(puzzle)
    if reason:
        return Settled(None)
    return _Board(puzzle, model, known, parts=True).stated


def _plain_model(puzzle: Puzzle, model: Any) -> Stated:
    if clashes(puzzle):
        return Settled(None)
    return _Board(puzzle, model, dict.fromkeys(puzzle.given, 1), parts=False).stated


class _Board:
    """A model of a board on which some edges are known; `parts` that are cut off are told to it as cycles are."""

    def __init__(self, puzzle: Puzzle, model: Any, known: dict[Edge, int], *, parts: bool):
        self.puzzle, self.model, self.known, self.parts = puzzle, model, known, parts
        self.x = {
            edge: model.new_constant(known[edge]) if edge in known else model.new_bool_var("") for edge in puzzle.edges
        }
        self.y: dict[Any, Any] = {point: model.new_bool_var("") for point in puzzle.points}
        self._state_tree()
        self.path = self._state_path() if puzzle.endpoints else []
        if self.path:
            model.minimize(sum(self.path))

    @property
    def stated(self) -> Stated:
        """For `answer`."""
        return self._read, self._forbid

    def _drawn(self, solver: Any) -> list[Edge]:
        return [edge for edge in self.x if solver.boolean_value(self.x[edge])]

    def _read(self, solver: Any) -> Solution | None:
        drawn = self._drawn(solver)
        closed = cycles(self.puzzle, drawn)
        for cycle in closed:
            self.model.add_bool_or(~self.x[edge] for edge in cycle)
        for _, around, least in cut_off(self.puzzle, drawn) if self.parts else ():
            self.model.add(sum(self.x[edge] for edge in around) >= least)
        return None if closed else Solution.of(self.puzzle, drawn)

    def _forbid(self, solver: Any) -> None:
        if self.model.has_objective():  # the first solution: later ones must be as good
            self.model.clear_objective()
            self.model.add(sum(self.path) == round(solver.objective_value))
        self.model.add_bool_or(~self.x[edge] for edge in self._drawn(solver) if edge not in self.known)

    def _state_tree(self) -> None:
        """(5.1b)-(5.1d), and two kinds of clauses that spare many rounds: no square is closed, no ends are joined."""
        puzzle, model, x = self.puzzle, self.model, self.x
        for point, around in puzzle.at.items():
            model.add(sum(x[edge] for edge in around) == 1 + 2 * self.y[point])
        model.add(sum(x.values()) == len(puzzle.points) - 1)
        for square in squares(puzzle):
            model.add_bool_or(~x[edge] for edge in square)
        if len(puzzle.points) > 2:
            for edge in puzzle.edges:
                model.add_bool_or(~x[edge], self.y[edge.a], self.y[edge.b])

    def _state_path(self) -> list[Any]:
        """(5.3f)-(5.3h): the edges of the path between the endpoints. Where it passes, a point has three edges; and it
        is as long as the distance in rows and columns, or an even number of edges more."""
        puzzle, model = self.puzzle, self.model
        p = {edge: model.new_bool_var("") for edge in puzzle.edges}
        for edge in puzzle.edges:
            model.add_implication(p[edge], self.x[edge])
        ends: tuple[Any, ...] = puzzle.endpoints or ()
        for point, around in puzzle.at.items():
            passed = None if point in ends else model.new_bool_var("")
            model.add(sum(p[edge] for edge in around) == (1 if passed is None else 2 * passed))
            if passed is not None and self.parts:
                model.add_implication(passed, self.y[point])
        if self.parts:
            distance = sum(abs(one - other) for one, other in zip(*(end.numbers() for end in ends), strict=True))
            model.add(sum(p.values()) == distance + 2 * model.new_int_var(0, len(puzzle.points), ""))
        return list(p.values())
