"""What deduction leaves open of a Hashi, stated once for every engine: whether a bridge holds one or more, and two."""

from collections.abc import Iterator, Sequence

from puzzlekit.engines import Constraint, Problem, Settled
from puzzlekit.errors import takes
from puzzlekit.hashi.families import Groups, Open
from puzzlekit.hashi.puzzle import Puzzle

DIFFERS = 4  # what one island gives up on one bridge it needs on another, and no cycle has fewer than four bridges


@takes(Puzzle)
def problem(puzzle: Puzzle, *, deduced: bool = True) -> Problem | Settled:
    """(bridges, 1)-(bridges, 3) for the bridges left open, and lazily the cut-sets in parity form, (lazy, 1).

    Many bridges are tried first: that leads to connected boards. With `deduced=False` every bridge is open.
    """
    known = Open(puzzle, deduced=deduced)
    if known.refuted or known.board:
        return Settled(known.board, known.refuted, known.sure)
    item = {key: number for number, key in enumerate(known.keys)}
    groups = Groups(known)

    def stated() -> Iterator[Constraint]:
        for _, keys, number in known.lacking:
            yield Constraint([item[key] for key in keys], number, number)
        for e in known.seconds:
            yield Constraint([item[e, 2], item[e, 1]], None, 0, [1, -1])
        for e, f in known.crossings:
            yield Constraint([item[e, 1], item[f, 1]], None, 1)

    def violated(ones: Sequence[int]) -> Iterator[Constraint]:
        for _, keys, least in groups.apart({known.keys[one][0] for one in ones}):
            yield Constraint([item[key] for key in keys], least, None)

    return Problem(
        known.keys,
        len(known.keys),
        [*stated()],
        decode=lambda ones: known.solution(dict.fromkeys((known.keys[one] for one in ones), 1)),
        known=known.sure,
        violated=violated,
        lacks=0,
        differs=DIFFERS,
        preferred=[number for (_, k), number in item.items() if k == 1],
    )
