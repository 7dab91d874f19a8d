"""Techniques of Slitherlink about corners: the number of drawn edges at the corners of cells.

Two edges or none are drawn at a point. So a corner with one edge faces a corner with one edge across the point, a
corner with two faces none, and a corner with none faces none or two. Two opposite corners of a cell share its clue.
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
    """Deductions from edges, points and clues to corners, and from corners to edges."""

    def __init__(self, puzzle: Puzzle, board: Board):
        self.puzzle, self.board = puzzle, board

    def count(self, left: Left, corner: int) -> Iterator[Found]:
        """Yield the numbers of edges at a corner that the states of its two edges allow."""
        one, other = self.board.inner[corner]
        mask = _sums(left[one], left[other])
        if left[corner] & ~mask:
            yield Found({corner: mask}, _narrowed(left, (one, other)), ())

    def say_count(self, found: Found) -> str:
        """Say which edges are known."""
        return self._known(found.because)  # type: ignore[arg-type]  # one tuple for all elements

    def _known(self, facts: tuple[Fact, ...]) -> str:
        return joined([f"{edge(self.board.edges[e])} is {'drawn' if m == IN else 'left out'}" for e, m in facts])

    def meet(self, left: Left, corner: int) -> Iterator[Found]:
        """Yield the numbers of edges at a corner that the other edges at its point allow: two or none in all."""
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
        """Say whether the loop comes to the point."""
        if any(mask == IN for _, mask in found.because):  # type: ignore[misc]
            return f"the loop comes to {found.about}"
        return f"no other edge leads to {found.about}"

    def pass_on(self, left: Left, corner: int) -> Iterator[Found]:
        """Yield the numbers of edges at a corner that the corner across the point allows."""
        other = self.board.across[corner]
        mask = _two_or_none(left[other])
        if left[corner] & ~mask:
            point = self.board.element(corner).point  # type: ignore[union-attr]
            rows = (("no_branch", point), ("no_dead_end", point))
            yield Found({corner: mask}, ((other, left[other]),), rows, point)

    def say_pass(self, found: Found) -> str:
        """Say that the point has two edges or none."""
        return f"{found.about} has two edges or none"

    def share(self, left: Left, corner: int) -> Iterator[Found]:
        """Yield the numbers of edges at a corner that the opposite corner of a clue allows."""
        other, cell = self.board.opposite[corner], self.board.element(corner).cell  # type: ignore[union-attr]
        number = self.puzzle.number[cell]
        mask = _rest(number, left[other])
        if left[corner] & ~mask:
            facts = ((other, left[other]),) if _rest(number, ANY) & ~mask else ()
            yield Found({corner: mask}, facts, (("demand", cell),), cell)

    def say_share(self, found: Found) -> str:
        """Say how many edges the clue has."""
        return f"{clue(self.puzzle, found.about)} has {counted(self.puzzle.number[found.about])}"

    def edges(self, left: Left, corner: int) -> Iterator[Found]:
        """Yield the states of edges that their corner implies."""
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
        """Say whether the other edge of the corner is drawn."""
        facts = [fact for own in found.because.values() for fact in own]  # type: ignore[union-attr]  # a dict here
        return self._known(tuple(fact for fact in facts if fact[0] < len(self.board.edges)))

    def leave(self, left: Left, corner: int) -> Iterator[Found]:
        """Yield the state of the only other edge at a corner's point on the border."""
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
    """Return the mask of all sums of a value in `total` and a value in `edge` (0 left out, 1 drawn)."""
    return sum(1 << number for number in {a + b for a in values(total) for b in values(edge)})


@lru_cache(maxsize=16)
def _sums(one: Mask, other: Mask) -> Mask:
    return _added(_added(1, one), other)


@lru_cache(maxsize=64)
def _share_of(corner: Mask, other: Mask) -> Mask:
    """Return the mask of an edge that a corner and the mask of its other edge allow."""
    return sum(1 << a for a in (0, 1) if any(corner >> (a + b) & 1 for b in values(other)))


@lru_cache(maxsize=64)
def _two_or_none(total: Mask) -> Mask:
    """Return the mask of the numbers that add up to two or none with a number in `total`."""
    return sum(1 << number for number in range(3) if any(number + other in (0, 2) for other in values(total)))


@lru_cache(maxsize=64)
def _rest(number: int, corner: Mask) -> Mask:
    """Return the mask of a corner that a clue and its opposite corner allow."""
    return sum(1 << own for own in range(3) if number - own in values(corner))
