"""The techniques of Slitherlink about corners: how many edges of a cell are drawn at each of its corners.

See `technique_board` for corners. Two edges or none are drawn at a point. So across the point, a corner with one edge
faces a corner with one edge, a corner with two edges faces a corner with none, and a corner with none faces a corner
with none or two. The numbers of two opposite corners of a cell add up to its clue.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce

from puzzlekit.core.errors import joined
from puzzlekit.reasoning.system import NOTE, Fact, Found, Left, Mask, Rule
from puzzlekit.slitherlink.puzzle import Puzzle
from puzzlekit.slitherlink.rules import clue
from puzzlekit.slitherlink.technique_board import ANY, IN, OPEN, Board, values
from puzzlekit.slitherlink.technique_words import Words, counted

LEVEL = 4


def corner_rules(puzzle: Puzzle, board: Board) -> Iterator[Rule]:
    """Yield the rules about corners."""
    own, inner, outer = Corners(puzzle, board), board.inner, board.outer
    shared = [(c, other) for c, other in board.opposite.items() if board.element(c).cell in puzzle.number]  # type: ignore[union-attr]
    yield Rule("", LEVEL, list(inner.items()), own.count, own.say_count, NOTE, clashes=False)
    yield Rule("", LEVEL, [(c, outer[c]) for c in inner], own.meet, own.say_meet, NOTE, clashes=False)
    yield Rule("", LEVEL, [(c, (other,)) for c, other in shared], own.share, own.say_share, NOTE, clashes=False)
    yield Rule("", LEVEL + 1, [(c, (c, *edges)) for c, edges in inner.items()], own.edges, own.say_edges, clashes=False)
    border = [(c, (c,)) for c, edges in outer.items() if len(edges) == 1]
    yield Rule("", LEVEL + 1, border, own.leave, own.say_pass, clashes=False)
    across = [(c, (other,)) for c, other in board.across.items()]
    yield Rule("", LEVEL + 2, across, own.pass_on, own.say_pass, NOTE, clashes=False)


class Corners:
    """The rules that conclude states of corners, and states of edges from corners.

    A method `say_...` returns the reason of a conclusion as a clause.
    """

    def __init__(self, puzzle: Puzzle, board: Board):
        self.puzzle, self.board = puzzle, board
        self._inner, self._outer = board.inner, board.outer  # looked up very often
        self._words = Words(puzzle)

    def count(self, left: Left, corner: int) -> Iterator[Found]:
        """Yield the possible states of a corner, given the states of its two edges."""
        one, other = self._inner[corner]
        mask = _sums(left[one], left[other])
        if left[corner] & ~mask:
            yield Found({corner: mask}, _narrowed(left, (one, other)), ())

    def say_count(self, found: Found) -> str:
        """Return a clause that says which of the edges are drawn or not drawn."""
        return self._known(found.because)  # type: ignore[arg-type]  # one tuple for all elements

    def _known(self, facts: tuple[Fact, ...]) -> str:
        return self._words.concluded({self.board.edges[e]: frozenset({int(mask == IN)}) for e, mask in facts})

    def meet(self, left: Left, corner: int) -> Iterator[Found]:
        """Yield the possible states of a corner, given the other edges at its point. In total, two edges or none are
        drawn there."""
        outer = self._outer[corner]
        mask = _beside(*[left[edge] for edge in outer])
        if left[corner] & ~mask:
            yield self._at_point(corner, {corner: mask}, _narrowed(left, outer))

    def say_meet(self, found: Found) -> str:
        """Return a clause that says whether other edges lead to the point."""
        if any(mask == IN for _, mask in found.because):  # type: ignore[misc]
            return f"the loop comes to {found.about}"
        return f"no other edge leads to {found.about}"

    def pass_on(self, left: Left, corner: int) -> Iterator[Found]:
        """Yield the possible states of a corner, given the state of the opposite corner at the same point."""
        other = self.board.across[corner]
        mask = _two_or_none(left[other])
        if left[corner] & ~mask:
            yield self._at_point(corner, {corner: mask}, ((other, left[other]),))

    def say_pass(self, found: Found) -> str:
        """Return a clause that says that the point has two edges or none."""
        return f"{found.about} has two edges or none"

    def share(self, left: Left, corner: int) -> Iterator[Found]:
        """Yield the possible states of a corner in a cell with a clue, given the state of the cell's
        opposite corner."""
        other, cell = self.board.opposite[corner], self.board.element(corner).cell  # type: ignore[union-attr]
        number = self.puzzle.number[cell]
        mask = _rest(number, left[other])
        if left[corner] & ~mask:
            facts = ((other, left[other]),) if _rest(number, ANY) & ~mask else ()
            yield Found({corner: mask}, facts, (("demand", cell),), cell)

    def say_share(self, found: Found) -> str:
        """Return a clause with the number of edges that the clue needs."""
        return f"{clue(self.puzzle, found.about)} needs {counted(self.puzzle.number[found.about])}"

    def edges(self, left: Left, corner: int) -> Iterator[Found]:
        """Yield the possible states of each edge of a corner, given the states of the corner and of the other edge."""
        one, other = self._inner[corner]
        if _is_known(left[corner], left[one], left[other]):
            return
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
        """Return a clause with the number of edges at the corner, and with the state of the corner's other edge if it
        matters."""
        facts = dict(fact for own in found.because.values() for fact in own)  # type: ignore[union-attr]  # a dict here
        corners = {self.board.element(e): frozenset(values(mask)) for e, mask in facts.items() if e in self._inner}
        known = self._known(tuple(fact for fact in facts.items() if fact[0] not in self._inner))
        return joined([self._words.concluded(corners), *[known] * bool(known)])

    def leave(self, left: Left, corner: int) -> Iterator[Found]:
        """Yield the state of the only edge at a corner's point that does not belong to the corner."""
        (own,) = self.board.outer[corner]
        mask = _two_or_none(left[corner]) & OPEN
        if left[own] & ~mask:
            yield self._at_point(corner, {own: mask}, ((corner, left[corner]),))

    def _at_point(self, corner: int, claim: dict[int, Mask], because: tuple[Fact, ...]) -> Found:
        """Return the conclusion `claim` from the rule that a corner's point has two edges or none."""
        point = self.board.element(corner).point  # type: ignore[union-attr]
        return Found(claim, because, (("no_branch", point), ("no_dead_end", point)), point)


def _narrowed(left: Left, edges: tuple[int, ...]) -> tuple[Fact, ...]:
    return tuple((edge, left[edge]) for edge in edges if left[edge] != OPEN)


@lru_cache(maxsize=64)
def _added(total: Mask, edge: Mask) -> Mask:
    """Return the mask of all sums of a number in the mask `total` and a state (0 or 1) in the mask `edge`."""
    return sum(1 << number for number in {a + b for a in values(total) for b in values(edge)})


@lru_cache(maxsize=16)
def _sums(one: Mask, other: Mask) -> Mask:
    return _added(_added(1, one), other)


@lru_cache(maxsize=16)
def _beside(*outer: Mask) -> Mask:
    """Return the mask of possible states of a corner, given the masks of the other edges at its point."""
    return _two_or_none(reduce(_added, outer, 1))


@lru_cache(maxsize=64)
def _is_known(corner: Mask, one: Mask, other: Mask) -> bool:
    """Return whether the masks of a corner and its edges exclude no further state of these edges."""
    return not (one & ~_share_of(corner, other) or other & ~_share_of(corner, one))


@lru_cache(maxsize=64)
def _share_of(corner: Mask, other: Mask) -> Mask:
    """Return the mask of possible states of an edge, given the mask of its corner and the mask of the corner's other
    edge."""
    return sum(1 << a for a in (0, 1) if any(corner >> (a + b) & 1 for b in values(other)))


@lru_cache(maxsize=64)
def _two_or_none(total: Mask) -> Mask:
    """Return the mask of the numbers 0, 1, 2 whose sum with at least one number in the mask `total` is 0 or 2."""
    return sum(1 << number for number in range(3) if any(number + other in (0, 2) for other in values(total)))


@lru_cache(maxsize=64)
def _rest(number: int, corner: Mask) -> Mask:
    """Return the mask of possible states of a corner, given the clue of its cell and the mask of the
    opposite corner."""
    return sum(1 << own for own in range(3) if number - own in values(corner))
