"""Rows that settle one thing after the other, as a person follows them: an end of a variable, what it can be at least
or at most, given the ends that were settled before."""

import math
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from puzzlekit.explain.proofs.premises import Premises
from puzzlekit.scip.constraints import LinearConstraint

NEAR = 1e-9

End = int  # of a variable: twice its number for what it can be at least, one more for what it can be at most
Move = tuple[int, End | None, float, bool]  # the number of a side, and the end, the value and `rounded` of an event

_Terms = Sequence[tuple[float, End, End]]  # coefficients, each with the ends at which its term is least and most
Side = tuple[LinearConstraint, _Terms, float]  # a row, and its terms and their limit
Slacks = tuple[Sequence[float], Sequence[float]]  # of each side: what is left of its limit, and what settles nothing


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """An end that a row settles, given what was settled before; None where the row cannot be kept.

    Attributes
    ----------
    number
        The place in the order of events.
    terms
        Those of the row's side.
    before
        The events that it rests on.
    """

    row: LinearConstraint
    end: End | None
    value: float
    rounded: bool
    number: int
    terms: _Terms
    before: Sequence["Event"]

    @property
    def rows(self) -> Sequence[LinearConstraint]:
        """The rows that settle the end together."""
        return (self.row,)


def rows_of(events: Iterable[Event]) -> list[LinearConstraint]:
    """The rows of some events, each once."""
    return list({id(row): row for event in events for row in event.rows}.values())


class Sides:
    """The sides of rows, each as "coefficients times x <= limit": they are asked for again and again."""

    def __init__(self, premises: Premises):
        self._numbers = premises.numbers
        # a row's own number -> the row, so that the number stays its own, and its sides
        self._found: dict[int, tuple[LinearConstraint, list[Side]]] = {}

    def of(self, row: LinearConstraint) -> list[Side]:
        """Those of a row: none, one or two."""
        if id(row) not in self._found:
            self._found[id(row)] = row, [*self._new(row)]
        return self._found[id(row)][1]

    def _new(self, row: LinearConstraint) -> Iterator[Side]:
        for side, sign in ((row.upper, 1), (row.lower, -1)):
            if side is not None:
                own = ((sign * value, 2 * self._numbers[key]) for key, value in row.coefficients.items() if value)
                terms = [(value, low, low + 1) if value > 0 else (value, low + 1, low) for value, low in own]
                yield row, terms, sign * float(side)


class Rows:
    """Rows that settle ends one by one."""

    def __init__(self, sides: Sides, rows: Iterable[LinearConstraint]):
        self._sides = [side for row in rows for side in sides.of(row)]
        self._least: dict[End, list[tuple[int, float]]] = {}  # an end -> the sides at whose least it counts, how often
        for i, (_, terms, _) in enumerate(self._sides):
            for value, least, _ in terms:
                self._least.setdefault(least, []).append((i, value))

    def slacks(self, ends: Sequence[float]) -> Slacks:
        """With these ends."""
        left = [_slack(terms, limit, ends) for _, terms, limit in self._sides]
        ranges = (
            [abs(value * (ends[most] - ends[least])) for value, least, most in terms] for _, terms, _ in self._sides
        )
        return left, [max(own, default=0.0) for own in ranges]

    def at_once(self, ends: Sequence[float]) -> list[Move]:
        """What each of the rows settles by itself. The ends stay as they are."""
        sides = enumerate(self._sides)
        return [
            (i, *own) for i, (_, terms, limit) in sides for own in _settled(terms, _slack(terms, limit, ends), ends)
        ]

    def near(self, events: Iterable[Event]) -> set[int]:
        """The numbers of the variables in rows that these events have touched."""
        sides = {i for event in events if event.end is not None for i, _ in self._least.get(event.end, ())}
        return {least // 2 for i in sides for _, least, _ in self._sides[i][1]}

    def moves(
        self, ends: list[float], first: Event | None = None, slacks: Slacks | None = None, *, most: float = math.inf
    ) -> list[Move]:
        """What the rows settle, the first rows first, until one cannot be kept or it is so much; or only what follows
        from a first event. The ends are moved. What `slacks` says of them is worked out unless it is given."""
        left, enough = self.slacks(ends) if slacks is None else slacks
        slack = list(left)
        sides, least, moves = self._sides, self._least, list[Move]()
        waiting = deque(() if first else range(len(sides)))
        queued = set(waiting)

        def move(end: End, value: float) -> None:
            by, ends[end] = value - ends[end], value
            endless = by in (math.inf, -math.inf)
            for j, times in least.get(end, ()):
                slack[j] = left = _slack(*sides[j][1:], ends) if endless else slack[j] - times * by
                if left < enough[j] and j not in queued:
                    waiting.append(j)
                    queued.add(j)

        if first and first.end is not None:
            move(first.end, first.value)
        while waiting:
            queued.remove(i := waiting.popleft())
            for end, value, rounded in _settled(sides[i][1], slack[i], ends) if slack[i] < enough[i] else ():
                moves.append((i, end, value, rounded))
                if end is None or len(moves) >= most:
                    return moves
                move(end, value)
        return moves

    def events(
        self, moves: Sequence[Move], earlier: Sequence[Event] = (), numbers: Iterable[int] | None = None
    ) -> list[Event]:
        """Moves of these rows as events, after earlier ones: all of them, or those with these numbers."""
        found, last, first = list[Event](), dict[End | None, Event](), len(earlier)
        for number in range(first + len(moves)) if numbers is None else numbers:
            if number < first:
                event = earlier[number]
            else:
                i, end, value, rounded = moves[number - first]
                row, terms, _ = self._sides[i]
                before = [last[least] for least in _others(terms, end) if least in last]
                event = Event(row, end, value, rounded, number, terms, before)
            found.append(event)
            last[event.end] = event
        return found

    def needed(self, moves: Sequence[Move], earlier: Sequence[Event] = ()) -> list[Event]:
        """The same of those alone on which the last move rests: most are not needed, and an event is dear."""
        settled, first = dict[End | None, list[int]](), len(earlier)  # an end -> the numbers of what settled it
        for number, end in enumerate([*(event.end for event in earlier), *(move[1] for move in moves)]):
            settled.setdefault(end, []).append(number)
        found = {last := first + len(moves) - 1}
        for number in (number for number in range(last, -1, -1) if number in found):
            if number < first:
                found.update(event.number for event in earlier[number].before)
                continue
            i, end, *_ = moves[number - first]
            ends = (settled.get(least, ()) for least in _others(self._sides[i][1], end))
            found.update(numbers[count - 1] for numbers in ends if (count := bisect_left(numbers, number)))
        return self.events(moves, earlier, sorted(found))


def clash(moves: Sequence[Move]) -> bool:
    """Whether the last of these moves is that a row cannot be kept."""
    return bool(moves) and moves[-1][1] is None


def _others(terms: _Terms, end: End | None) -> list[End]:
    """The ends that count in a side, but for those of the variable that it settles."""
    own = None if end is None else end // 2
    return [least for _, least, _ in terms if least // 2 != own]


def _slack(terms: _Terms, limit: float, ends: Sequence[float]) -> float:
    return limit - sum([value * ends[least] for value, least, _ in terms])


def _settled(terms: _Terms, slack: float, ends: Sequence[float]) -> list[tuple[End | None, float, bool]]:
    """The ends that are nearer because so much is left of a sum's limit, and whether they had to be rounded; None if
    it cannot be kept."""
    if slack < -NEAR:
        return [(None, 0.0, False)]
    found, enough = list[tuple[End | None, float, bool]](), slack + NEAR
    for value, least, most in terms if slack < math.inf else ():
        if (high := ends[most]) != (low := ends[least]) and value * (high - low) > enough:  # few differ
            step = math.floor((by := slack / abs(value)) + NEAR)
            found.append((most, low + (step if value > 0 else -step), by - step > NEAR))
    return found
