"""Something that two or three rules settle together, where none of them says anything by itself, as one event of a
chain: its opposite is refuted by them, with what was settled before."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.explain.proofs.propagation import End, Event, Rows, Slacks, clash, rows_of
from puzzlekit.explain.proofs.row_kinds import is_rule
from puzzlekit.scip.constraints import LinearConstraint

FEW, NEAR = 3, 16  # rules that a reader adds up; and moves until they clash


@dataclass(frozen=True, slots=True, eq=False)
class JointEvent(Event):
    """An end that several rows settle, given what was settled before.

    Attributes
    ----------
    refuting
        What follows from the opposite, until a row cannot be kept.
    """

    refuting: Sequence[Event]

    @property
    def rows(self) -> Sequence[LinearConstraint]:
        """The rows that settle the end together."""
        return rows_of(self.refuting)


def with_joint(
    premises: Premises, rows: Rows, ends: Sequence[float], slacks: Slacks, first: Event
) -> list[Event] | None:
    """What leads from an event to a row that cannot be kept, with one joint event on the way: that of the fewest
    rules; None if there is none. `slacks` are those with these ends."""
    now = list(ends)
    moves = rows.moves(now, first, slacks)
    if clash(moves):
        return None
    events, left = rows.events(moves, [first]), rows.slacks(now)
    chains = (_chain(rows, now, left, [*events, joint]) for joint in _joint_events(premises, rows, now, left, events))
    return min(filter(None, chains), key=lambda chain: sum(map(is_rule, rows_of(chain))), default=None)


def _joint_events(
    premises: Premises, rows: Rows, ends: Sequence[float], slacks: Slacks, events: Sequence[Event]
) -> Iterator[JointEvent]:
    """What few rules settle together after these events, near them."""
    number = len(events)
    for end, value in _open(ends, rows.near(events)):
        supposed = Event(events[0].row, end, value, False, number, (), ())
        moves = rows.moves([*ends], supposed, slacks, most=NEAR)
        if clash(moves):
            refuting = [one for one in rows.needed(moves, [*events, supposed]) if one.number > number]
            own = rows_of(refuting)
            if len(own) > 1 and sum(is_rule(row) and not premises.silent(row) for row in own) <= FEW:
                before = {e.number: e for event in refuting for e in event.before if e.number < number}
                yield JointEvent(refuting[-1].row, end ^ 1, ends[end], False, number, (), [*before.values()], refuting)


def _open(ends: Sequence[float], numbers: Iterable[int]) -> Iterator[tuple[End, float]]:
    """What could be nearer by one of these variables: each end with the value of its other one."""
    for low in (2 * number for number in sorted(numbers)):
        if ends[low + 1] - ends[low] == 1:
            yield from ((low, ends[low + 1]), (low + 1, ends[low]))


def _chain(rows: Rows, ends: Sequence[float], slacks: Slacks, events: Sequence[Event]) -> list[Event] | None:
    """What leads to a row that cannot be kept once the last of these events has happened; None if all can."""
    moves = rows.moves([*ends], events[-1], slacks)
    return rows.needed(moves, events) if clash(moves) else None
