"""The technique of Slitherlink about loops that would close too early, and about closed loops.

A loop closes too early if edges outside the loop are drawn or some clue is not met.
"""

from collections.abc import Iterator, Sequence

from puzzlekit.reasoning.system import Found, Left, Rule
from puzzlekit.slitherlink.graph import SHORTEST, missed
from puzzlekit.slitherlink.puzzle import Puzzle
from puzzlekit.slitherlink.rules import clue
from puzzlekit.slitherlink.technique_board import IN, OPEN, OUT, Board
from puzzlekit.slitherlink.technique_words import edge as told

LEVEL = 3


def loop_rule(puzzle: Puzzle, board: Board) -> Rule:
    """Return the rule about paths and loops of drawn edges."""
    own = Loops(puzzle, board)
    return Rule("a small loop", LEVEL, [(None, range(len(board.edges)))], own.look, own.say)


class Loops:
    """The rule about paths and loops of drawn edges."""

    def __init__(self, puzzle: Puzzle, board: Board):
        self.puzzle, self.board = puzzle, board
        self._between = {pair: edge for edge, (a, b) in enumerate(board.ends) for pair in ((a, b), (b, a))}

    def look(self, left: Left, place: None) -> Iterator[Found]:
        """Yield the exclusion of edges that would close a loop too early, and the conclusions from closed loops."""
        board = self.board
        drawn = [edge for edge in range(len(board.edges)) if left[edge] == IN]
        if len(drawn) < SHORTEST:
            yield from self._shortest(left)
        if not self._is_closing(left, drawn):
            return
        on: dict[int, list[int]] = {}
        for edge in drawn:
            for end in board.ends[edge]:
                on.setdefault(end, []).append(edge)
        for start in sorted(on, key=lambda point: len(on[point])):  # ends of paths first
            if start not in on:
                continue
            path, end = self._walked(on, start)
            if end == start:
                yield from self._closed(path, drawn)
            else:
                between = (edge for edge in board.at[start] if left[edge] == OPEN and end in board.ends[edge])
                yield from (found for edge in between for found in self._closing(edge, path, drawn))

    def _is_closing(self, left: Left, drawn: Sequence[int]) -> bool:
        """Return whether a loop of drawn edges is closed, or can be closed by one open edge. Return False if the loop
        branches; another rule reports the branch."""
        other_end: dict[int, int] = {}  # end of a path -> its other end
        inner, closed = set[int](), False
        for edge in drawn:
            a, b = self.board.ends[edge]
            if a in inner or b in inner:
                return False
            one, other = other_end.pop(a, a), other_end.pop(b, b)
            inner.update(here for here, end in ((a, one), (b, other)) if here != end)
            if one == b:
                closed = True
            else:
                other_end[one], other_end[other] = other, one
        between = (self._between.get(ends) for ends in other_end.items())
        return closed or any(edge is not None and left[edge] == OPEN for edge in between)

    def _shortest(self, left: Left) -> Iterator[Found]:
        """If only four edges are possible, yield the conclusion that they are drawn. If fewer than four are possible,
        yield a contradiction."""
        possible = [edge for edge in range(len(self.board.edges)) if left[edge] & IN]
        out = [(edge, OUT) for edge in range(len(self.board.edges)) if not left[edge] & IN]
        rows = (("some_loop", "board"),)
        if len(possible) < SHORTEST:
            (edge, _), *rest = out
            yield Found({edge: IN}, rest[: len(self.board.edges) - SHORTEST], rows, ("short", ()))
        elif len(possible) == SHORTEST:
            yield Found(dict.fromkeys(possible, IN), out, rows, ("some", ()))

    def _walked(self, on: dict[int, list[int]], start: int) -> tuple[list[int], int]:
        """Return the edges of the path or loop that starts at a point, and the point where it ends.

        `on` is {point: its drawn edges}; the points of the path are removed from it.
        """
        path, here = list[int](), start
        while own := [edge for edge in on.pop(here, ()) if edge not in path[-1:]]:
            path.append(own[0])
            a, b = self.board.ends[own[0]]
            here = b if here == a else a
        return path, here

    def _closing(self, edge: int, path: Sequence[int], drawn: Sequence[int]) -> Iterator[Found]:
        """Yield the exclusion of an edge that would close a path to a loop too early. `drawn` contains all
        drawn edges."""
        loop = tuple(self.board.edges[own] for own in (*path, edge))
        facts = tuple((own, IN) for own in path)
        other = next((own for own in drawn if own != edge and own not in path), None)
        if other is not None:
            rows = (("one_loop", (loop, (self.board.edges[other],))),)
            yield Found({edge: OUT}, (*facts, (other, IN)), rows, ("closes", loop))
        elif missed(self.puzzle, loop):
            yield Found({edge: OUT}, facts, (("no_clue_missed", loop),), ("misses", loop))

    def _closed(self, path: Sequence[int], drawn: Sequence[int]) -> Iterator[Found]:
        """Yield the conclusion from a closed loop `path` that no other edge is drawn. If the loop closed too early,
        yield a contradiction."""
        *rest, last = path
        if wrong := list(self._closing(last, rest, drawn)):
            yield from wrong
            return
        loop = tuple(self.board.edges[own] for own in path)
        others = [edge for edge in range(len(self.board.edges)) if edge not in path]
        rows = (("one_loop", (loop, tuple(self.board.edges[edge] for edge in others))),)
        yield Found(dict.fromkeys(others, OUT), tuple((own, IN) for own in path), rows, ("all", loop))

    def say(self, found: Found) -> str:
        """Return the reason of a conclusion as a clause."""
        how, loop = found.about
        if how in ("some", "short"):
            return "only four edges can form the loop" if how == "some" else "the loop would have fewer than four edges"
        if how == "all":
            return f"the loop through {told(loop[-1])} is closed"
        size = f"with {told(loop[-1])}, a loop of {len(loop)} edges"
        if how == "closes":
            return f"{size} would close without the edge {told(found.rows[0][1][1][0])}"
        cell = missed(self.puzzle, loop)
        assert cell, "the loop misses a clue"
        return f"{size} would close and miss {clue(self.puzzle, cell)}"
