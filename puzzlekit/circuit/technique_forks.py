"""Techniques about forks: each point is joined to a fork, for the forks are connected, and their number is known."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzlekit.circuit.technique_board import END, FORK, IN, KINDS, OUT, Board, View
from puzzlekit.circuit.technique_sums import SEVERAL, colours
from puzzlekit.reasoning.system import Fact, Found, Left, Row


class Beside(NamedTuple):
    """Data for a sentence: a point, and the only point beside it that can be a fork."""

    point: int
    fork: int | None


class Count(NamedTuple):
    """Data for a sentence about the points of one colour: their number, how many are of a kind, how many of these are
    needed beside other points, and whether there are too many."""

    points: int
    colour: str
    number: int
    kind: str
    needs: int
    over: bool


class Forks:
    """Rules: each point is joined to a fork, and the number of forks is known."""

    def __init__(self, board: Board):
        self.board = board
        number = {point: v for v, point in enumerate(board.points)}
        own = [([number[point] for point in points], int(forks)) for points, forks in colours(board.puzzle)]
        self.colours = [("light", *own[0], own[1][0]), ("dark", *own[1], own[0][0])]

    def beside(self, left: Left, view: View) -> Iterator[Found]:
        """Yield that the only neighbour of a point that can be a fork is a fork, and is joined to the point."""
        board, kinds = self.board, view.kinds
        for v, around in enumerate(board.at) if len(board.points) >= SEVERAL else ():
            near = board.near[v]
            open_ = [(e, w) for e, w in near if left[e] != OUT and kinds[w] != END]
            if len(open_) > 1 or (open_ and left[open_[0][0]] == IN and kinds[open_[0][1]] == FORK):
                continue
            out = [e for e in around if left[e] == OUT]
            ends = [w for e, w in near if left[e] != OUT and kinds[w] == END]
            facts = [(e, OUT) for e in out] + [fact for w in ends for fact in board.shows(left, w, END)]
            for way, fork in open_:
                for claim, counted in (({way: IN}, [*out, way]), ({board.note(fork): FORK}, out)):
                    yield Found(claim, facts, self._rows(v, counted, ends), Beside(v, fork))
            if not open_:
                (first, mask), *rest = dict(facts).items()
                yield Found({first: 3 - mask}, rest, self._rows(v, out, ends), Beside(v, None))

    def _rows(self, v: int, counted: Sequence[int], ends: Sequence[int]) -> list[Row]:
        board = self.board
        own: Row = ("fork_beside", (board.points[v], tuple(board.edges[e] for e in counted)))
        return [own, *map(board.degree, ends)]

    def counted(self, left: Left, view: View) -> Iterator[Found]:
        """Yield what the other points of one colour are once all forks of this colour are known, or all ends."""
        board, kinds = self.board, view.kinds
        for colour, own, forks, others in self.colours:
            for kind, most in ((FORK, forks), (END, len(own) - forks)):
                known = [v for v in own if kinds[v] == kind][: most + 1]
                needs = self._needs(left, view, others)[: max(most - len(known), 0)] if kind == FORK else []
                done = {*known, *(w for _, near in needs for w in near)}
                claim = {board.note(v): 3 - kind for v in own if v not in done}
                spare = most - len(known) - len(needs)
                if spare < 0 or (claim and spare == 0):
                    facts, places, ends = self._for(left, needs)
                    facts += [fact for v in known for fact in board.shows(left, v, kind)]
                    place = tuple(board.points[v] for v in own), places
                    rows = (("forks", place), *map(board.degree, (*known, *ends)))
                    if spare < 0:
                        claim, facts = {facts[0][0]: 3 - facts[0][1]}, facts[1:]
                    yield Found(
                        claim, facts, rows, Count(len(own), colour, most, KINDS[kind - 1], len(needs), spare < 0)
                    )

    def _needs(self, left: Left, view: View, others: list[int]) -> list[tuple[int, list[int]]]:
        """Return points of the other colour, each with neighbours of which one must be a fork, no neighbour twice."""
        board, kinds, used, found = self.board, view.kinds, set[int](), []
        near = []
        for v in others if len(board.points) >= SEVERAL else ():
            own = [w for e, w in board.near[v] if left[e] != OUT and kinds[w] != END]
            if own and not any(kinds[w] == FORK for w in own):
                near.append((v, own))
        for v, own in sorted(near, key=lambda pair: len(pair[1])):
            if not used.intersection(own):
                found.append((v, own))
                used.update(own)
        return found

    def _for(self, left: Left, needs: Sequence[tuple[int, list[int]]]) -> tuple[list[Fact], tuple, list[int]]:
        """Return the facts for the points of `needs`, their places for constraints, and ends beside several of them."""
        board, facts, places, times = self.board, list[Fact](), [], Counter[int]()
        for v, some in needs:
            out = [e for e in board.at[v] if left[e] == OUT]
            facts += [(e, OUT) for e in out]
            places.append((board.points[v], tuple(board.edges[e] for e in out)))
            times.update(w for e in board.at[v] if e not in out and (w := board.other(e, v)) not in some)
        ends = [w for w, number in times.items() if number > 1]
        return facts + [fact for w in ends for fact in board.shows(left, w, END)], tuple(places), ends
