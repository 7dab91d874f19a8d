"""Techniques of Slitherlink about loops that would close too early, and closed loops."""

from collections.abc import Iterator, Mapping, Sequence

from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import Edge
from puzzlekit.core.union_find import cycle_components
from puzzlekit.reasoning.system import Found, Left, Rule
from puzzlekit.slitherlink.graph import SHORTEST, missed
from puzzlekit.slitherlink.puzzle import Puzzle
from puzzlekit.slitherlink.rules import clue
from puzzlekit.slitherlink.technique_board import IN, OPEN, OUT, Board
from puzzlekit.slitherlink.technique_words import edge as told

LEVEL = 3


def loop_rule(puzzle: Puzzle, board: Board) -> Rule:
    """Return the rule about loops."""
    own = Loops(puzzle, board)
    return Rule("a small loop", LEVEL, [(None, range(len(board.edges)))], own.look, own.say)


class Loops:
    """Deductions from the paths and loops of drawn edges."""

    def __init__(self, puzzle: Puzzle, board: Board):
        self.puzzle, self.board = puzzle, board

    def look(self, left: Left, place: None) -> Iterator[Found]:
        """Yield edges that would close a loop too early, and the consequences of a closed loop."""
        board = self.board
        drawn = [edge for edge in range(len(board.edges)) if left[edge] == IN]
        if len(drawn) < SHORTEST:
            yield from self._shortest(left)
        on: dict[int, list[int]] = {}
        for edge in drawn:
            for end in board.ends[edge]:
                on.setdefault(end, []).append(edge)
        if any(len(own) > 2 for own in on.values()):
            return  # the loop branches; another rule reports the branch
        for start in sorted(on, key=lambda point: len(on[point])):  # ends of paths first
            if start not in on:
                continue
            path, end = self._walked(on, start)
            if end == start:
                yield from self._closed(path, drawn)
            else:
                between = (edge for edge in board.at[start] if left[edge] == OPEN and end in board.ends[edge])
                yield from (found for edge in between for found in self._closing(edge, path, drawn))

    def _shortest(self, left: Left) -> Iterator[Found]:
        """Yield that the loop has at least four edges."""
        possible = [edge for edge in range(len(self.board.edges)) if left[edge] & IN]
        out = [(edge, OUT) for edge in range(len(self.board.edges)) if not left[edge] & IN]
        rows = (("some_loop", "board"),)
        if len(possible) < SHORTEST:
            (edge, _), *rest = out
            yield Found({edge: IN}, rest[: len(self.board.edges) - SHORTEST], rows, ("short", ()))
        elif len(possible) == SHORTEST:
            yield Found(dict.fromkeys(possible, IN), out, rows, ("some", ()))

    def _walked(self, on: dict[int, list[int]], start: int) -> tuple[list[int], int]:
        """Return the edges of the path or loop from a point, and its end. Remove its points from `on`."""
        path, here = list[int](), start
        while own := [edge for edge in on.pop(here, ()) if edge not in path[-1:]]:
            path.append(own[0])
            a, b = self.board.ends[own[0]]
            here = b if here == a else a
        return path, here

    def _closing(self, edge: int, path: Sequence[int], drawn: Sequence[int]) -> Iterator[Found]:
        """Yield an edge that would close a path to a loop while other edges are drawn or a clue is missed."""
        loop = tuple(self.board.edges[own] for own in (*path, edge))
        facts = tuple((own, IN) for own in path)
        other = next((own for own in drawn if own != edge and own not in path), None)
        if other is not None:
            rows = (("one_loop", (loop, (self.board.edges[other],))),)
            yield Found({edge: OUT}, (*facts, (other, IN)), rows, ("closes", loop))
        elif missed(self.puzzle, loop):
            yield Found({edge: OUT}, facts, (("no_clue_missed", loop),), ("misses", loop))

    def _closed(self, path: Sequence[int], drawn: Sequence[int]) -> Iterator[Found]:
        """Yield the consequence of a closed loop: no other edge is drawn, or the loop is a contradiction."""
        *rest, last = path
        if wrong := list(self._closing(last, rest, drawn)):
            yield from wrong
            return
        loop = tuple(self.board.edges[own] for own in path)
        others = [edge for edge in range(len(self.board.edges)) if edge not in path]
        rows = (("one_loop", (loop, tuple(self.board.edges[edge] for edge in others))),)
        yield Found(dict.fromkeys(others, OUT), tuple((own, IN) for own in path), rows, ("all", loop))

    def say(self, found: Found) -> str:
        """Say the reason for a conclusion."""
        how, loop = found.about
        if how in ("some", "short"):
            return "the loop has only four edges left" if how == "some" else "the loop would have less than four edges"
        if how == "all":
            return f"the loop through {told(loop[-1])} is closed"
        size = f"the loop of {len(loop)} edges through {told(loop[-1])}"
        if how == "closes":
            return f"{size} would leave out the edge {told(found.rows[0][1][1][0])}"
        cell = missed(self.puzzle, loop)
        assert cell, "the loop misses a clue"
        return f"{size} would miss {clue(self.puzzle, cell)}"


def one_loop(place: tuple[Sequence[Edge], Sequence[Edge]]) -> tuple[Mapping, int, int]:
    """(lazy, 1) If the edges of a loop are drawn, none of the other edges is drawn."""
    loop, others = place
    if not _is_loop(loop) or {*loop} & {*others}:
        raise PuzzleError("found no loop with other edges, expected the edges of a loop, and edges that are not on it")
    weight = len(others)
    terms = {edge: {0: 0, 1: weight} for edge in loop} | {edge: {0: 0, 1: 1} for edge in others}
    return terms, 0, weight * len(loop)


def no_clue_missed(puzzle: Puzzle, place: Sequence[Edge]) -> tuple[Mapping, int, int]:
    """(lazy, 2) A loop that misses a clue is not closed."""
    if not _is_loop(place) or missed(puzzle, place) is None:
        raise PuzzleError("found no loop that misses a clue, expected the edges of such a loop")
    return {edge: {0: 0, 1: 1} for edge in place}, 0, len(place) - 1


def _is_loop(edges: Sequence[Edge]) -> bool:
    return [*map(set, cycle_components(edges))] == [set(edges)]
