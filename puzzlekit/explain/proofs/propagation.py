"""Rows that settle one thing after the other, as a person follows them: an end of a variable, what it can be at least
or at most, given the ends that were settled before."""

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.scip.constraints import LinearConstraint

NEAR = 1e-9

End = int  # of a variable: twice its number for what it can be at least, one more for what it can be at most


_Terms = Sequence[tuple[float, End]]  # coefficients, each with the end at which its term is least
_Slacks = tuple[Sequence[float], Sequence[float]]  # of each side: what is left of its limit, and what settles nothing


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """An end that a row settles, given what was settled before; None where the row cannot be kept.

    Attributes
    ----------
    number
        The place in the order of events.
    terms
        Those of the row's side.
    past
        Each end with the events that settled it, up to now and later.
    """

    row: LinearConstraint
    end: End | None
    value: float
    rounded: bool
    number: int
    terms: _Terms
    past: Mapping[End, Sequence["Event"]]

    @property
    def before(self) -> list["Event"]:
        """The events that this one rests on."""
        own = self.end if self.end is None else self.end // 2
        ends = (least for _, least in self.terms if least // 2 != own)
        earlier = ([event for event in self.past.get(end, ()) if event.number < self.number] for end in ends)
        return [events[-1] for events in earlier if events]


def rows_of(events: Iterable[Event]) -> list[LinearConstraint]:
    """The rows of some events, each once."""
    return list({id(event.row): event.row for event in events}.values())


class Rows:
    """Rows that settle ends one by one."""

    def __init__(self, premises: Premises, rows: Iterable[LinearConstraint]):
        self._sides = [side for row in rows for side in _sides(premises, row)]
        self._least: dict[End, list[tuple[int, float]]] = {}  # an end -> the sides at whose least it counts, how often
        for i, (_, terms, _) in enumerate(self._sides):
            for value, least in terms:
                self._least.setdefault(least, []).append((i, value))

    def slacks(self, ends: Sequence[float]) -> _Slacks:
        """With these ends."""
        left = [_slack(terms, limit, ends) for _, terms, limit in self._sides]
        ranges = (
            [abs(value * (ends[least ^ 1] - ends[least])) for value, least in terms] for _, terms, _ in self._sides
        )
        return left, [max(own, default=0.0) for own in ranges]

    def events(
        self,
        ends: Sequence[float],
        first: Event | None = None,
        slacks: _Slacks | None = None,
    ) -> Iterator[Event]:
        """The ends that the rows settle, those of the first rows first, until one cannot be kept; or only what follows
        from a first event. What `slacks` says of the ends is worked out unless it is given."""
        now, past, number = list(ends), dict[End, list[Event]](), count(first.number + 1 if first else 0)
        slack, enough = map(list, self.slacks(ends) if slacks is None else slacks)
        if first and first.end is not None:
            past[first.end] = [first]
            waiting = deque(self._move(now, slack, first.end, first.value))
        else:
            waiting = deque(range(len(self._sides)))
        queued = set(waiting)
        while waiting:
            queued.remove(i := waiting.popleft())
            if slack[i] >= enough[i]:
                continue
            row, terms, _ = self._sides[i]
            for end, value, rounded in _settles(terms, slack[i], now):
                event = Event(row, end, value, rounded, next(number), terms, past)
                yield event
                if end is None:
                    return
                past.setdefault(end, []).append(event)
                more = [j for j in self._move(now, slack, end, value) if j not in queued and slack[j] < enough[j]]
                waiting.extend(more)
                queued.update(more)

    def _move(self, now: list[float], slack: list[float], end: End, value: float) -> list[int]:
        """Set an end, and with it what is left of limits; the sides that have less left."""
        by, now[end] = value - now[end], value
        sides = self._least.get(end, ())
        for i, times in sides:
            slack[i] = slack[i] - times * by if math.isfinite(by) else _slack(*self._sides[i][1:], now)
        return [i for i, _ in sides]


def _slack(terms: _Terms, limit: float, now: Sequence[float]) -> float:
    return limit - sum([value * now[least] for value, least in terms])


def _settles(terms: _Terms, slack: float, now: Sequence[float]) -> Iterator[tuple[End | None, float, bool]]:
    """The ends that are nearer because so much is left of a sum's limit, and whether they had to be rounded; None if
    it cannot be kept."""
    if slack < -NEAR:
        yield None, 0.0, False
    elif slack < math.inf:
        for value, least in terms:
            room = now[end := least ^ 1] - now[least]
            if room and abs(room) > (most := slack / abs(value)) + NEAR:
                step = math.floor(most + NEAR)
                yield end, now[least] + (step if value > 0 else -step), most - step > NEAR


def _sides(premises: Premises, row: LinearConstraint) -> Iterator[tuple[LinearConstraint, _Terms, float]]:
    """A row as "coefficients times x <= limit", for each of its sides."""
    for side, sign in ((row.upper, 1), (row.lower, -1)):
        if side is not None:
            own = ((sign * value, 2 * premises.numbers[key]) for key, value in row.coefficients.items() if value)
            yield row, [(value, low if value > 0 else low + 1) for value, low in own], sign * float(side)
