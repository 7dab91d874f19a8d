"""Corners of Slitherlink: how many edges meet at the corners of cells, from clue to clue across the points between.

At a point two edges are drawn or none, so what a corner has, the corner across the point has too, or both of its edges
where the first has none. A clue shares its number between two opposite corners.
"""

from collections.abc import Iterator
from functools import lru_cache

from puzzlekit.core.errors import joined
from puzzlekit.reasoning.system import NOTE, Fact, Found, Left, Mask, Rule
from puzzlekit.slitherlink.puzzle import Puzzle
from puzzlekit.slitherlink.rules import clue
from puzzlekit.slitherlink.technique_board import ANY, IN, OPEN, Board, values
from puzzlekit.slitherlink.technique_words import counted, edge

LEVEL = 4


def corner_rules(puzzle: Puzzle, board: Board) -> Iterator[Rule]:
    """Yield the rules about corners."""
    own, inner, outer = Corners(puzzle, board), board.inner, board.outer
    shared = [(c, other) for c, other in board.opposite.items() if board.element(c).cell in puzzle.number]  # type: ignore[union-attr]
    yield Rule("", LEVEL, list(inner.items()), own.count, own.say_count, NOTE)
    yield Rule("", LEVEL, [(c, outer[c]) for c in inner], own.meet, own.say_meet, NOTE)
    yield Rule("", LEVEL, [(c, (other,)) for c, other in shared], own.share, own.say_share, NOTE)
    yield Rule("", LEVEL + 1, [(c, (c, *edges)) for c, edges in inner.items()], own.edges, own.say_edges)
    border = [(c, (c,)) for c, edges in outer.items() if len(edges) == 1]
    yield Rule("", LEVEL + 1, border, own.leave, own.say_pass)
    yield Rule("", LEVEL + 2, [(c, (other,)) for c, other in board.across.items()], own.pass_on, own.say_pass, NOTE)


class Corners:
    """What edges, points and clues say of corners, and corners of edges."""

    def __init__(self, puzzle: Puzzle, board: Board):
        self.puzzle, self.board = puzzle, board

    def count(self, left: Left, corner: int) -> Iterator[Found]:
        """Count the edges of a corner."""
        one, other = self.board.inner[corner]
        mask = _sums(left[one], left[other])
        if left[corner] & ~mask:
            yield Found({corner: mask}, _narrowed(left, (one, other)), ())

    def say_count(self, found: Found) -> str:
        """Return which edges are known."""
        return self._known(found.because)  # type: ignore[arg-type]  # one tuple for all

    def _known(self, facts: tuple[Fact, ...]) -> str:
        return joined([f"{edge(self.board.edges[e])} is {'drawn' if m == IN else 'left out'}" for e, m in facts])

    def meet(self, left: Left, corner: int) -> Iterator[Found]:
        """Look at the other edges at the point of a corner: with these, two edges are drawn or none."""
        outer = self.board.outer[corner]
        total = 1
        for own in outer:
            total = _added(total, left[own])
        mask = _two_or_none(total)
        if left[corner] & ~mask:
            point = self.board.element(corner).point  # type: ignore[union-attr]
            rows = (("no_branch", point), ("no_dead_end", point))
            yield Found({corner: mask}, _narrowed(left, outer), rows, point)

    def say_meet(self, found: Found) -> str:
        """Return what leads to the point."""
        if any(mask == IN for _, mask in found.because):  # type: ignore[misc]
            return f"the loop comes to {found.about}"
        return f"no other edge leads to {found.about}"

    def pass_on(self, left: Left, corner: int) -> Iterator[Found]:
        """Look at the corner across the point."""
        other = self.board.across[corner]
        mask = _two_or_none(left[other])
        if left[corner] & ~mask:
            point = self.board.element(corner).point  # type: ignore[union-attr]
            rows = (("no_branch", point), ("no_dead_end", point))
            yield Found({corner: mask}, ((other, left[other]),), rows, point)

    def say_pass(self, found: Found) -> str:
        """Return the rule of points."""
        return f"{found.about} has two edges or none"

    def share(self, left: Left, corner: int) -> Iterator[Found]:
        """Look at the opposite corner of a clue."""
        other, cell = self.board.opposite[corner], self.board.element(corner).cell  # type: ignore[union-attr]
        number = self.puzzle.number[cell]
        mask = _rest(number, left[other])
        if left[corner] & ~mask:
            facts = ((other, left[other]),) if _rest(number, ANY) & ~mask else ()
            yield Found({corner: mask}, facts, (("demand", cell),), cell)

    def say_share(self, found: Found) -> str:
        """Return what the clue asks for."""
        return f"{clue(self.puzzle, found.about)} has {counted(self.puzzle.number[found.about])}"

    def edges(self, left: Left, corner: int) -> Iterator[Found]:
        """Return what a corner says of its edges."""
        one, other = self.board.inner[corner]
        claim: dict[int, Mask] = {}
        because: dict[int, tuple[Fact, ...]] = {}
        for own, beside in ((one, other), (other, one)):
            mask = _share_of(left[corner], left[beside])
            if left[own] & ~mask:
                needed = (beside,) if _share_of(left[corner], OPEN) & ~mask else ()
                claim[own], because[own] = mask, ((corner, left[corner]), *_narrowed(left, needed))
        if claim:
            yield Found(claim, because, ())

    def say_edges(self, found: Found) -> str:
        """Return what is known of the other edge of the corner."""
        facts = [fact for own in found.because.values() for fact in own]  # type: ignore[union-attr]  # a dict here
        return self._known(tuple(fact for fact in facts if fact[0] < len(self.board.edges)))

    def leave(self, left: Left, corner: int) -> Iterator[Found]:
        """Look at the only other edge of a point on the border."""
        (own,) = self.board.outer[corner]
        mask = _two_or_none(left[corner]) & OPEN
        if left[own] & ~mask:
            point = self.board.element(corner).point  # type: ignore[union-attr]
            rows = (("no_branch", point), ("no_dead_end", point))
            yield Found({own: mask}, ((corner, left[corner]),), rows, point)


def _narrowed(left: Left, edges: tuple[int, ...]) -> tuple[Fact, ...]:
    return tuple((edge, left[edge]) for edge in edges if left[edge] != OPEN)


@lru_cache(maxsize=64)
def _added(total: Mask, edge: Mask) -> Mask:
    """Return the sums of a number and an edge."""
    return sum(1 << number for number in {a + b for a in values(total) for b in values(edge)})


@lru_cache(maxsize=16)
def _sums(one: Mask, other: Mask) -> Mask:
    return _added(_added(1, one), other)


@lru_cache(maxsize=64)
def _share_of(corner: Mask, other: Mask) -> Mask:
    """Return what an edge of a corner may be, where the other edge is this."""
    return sum(1 << a for a in (0, 1) if any(corner >> (a + b) & 1 for b in values(other)))


@lru_cache(maxsize=64)
def _two_or_none(total: Mask) -> Mask:
    """Return the numbers that make two or none with one of these."""
    return sum(1 << number for number in range(3) if any(number + other in (0, 2) for other in values(total)))


@lru_cache(maxsize=64)
def _rest(number: int, corner: Mask) -> Mask:
    """Return what is left of a clue for the opposite corner."""
    return sum(1 << own for own in range(3) if number - own in values(corner))
