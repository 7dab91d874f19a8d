"""A backtracking search that satisfies goals in a given order and counts its tries, like a plain Prolog program.

A goal is a clue, or a property that must be in some house. A try assigns houses to the properties of a goal. Section
7.3.1 of the report studies the effect of the order of a Prolog program's clauses. Here goals replace these clauses.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlekit.core.errors import PuzzleError, shown, validate_args, validate_int
from puzzlekit.scip.tree.run import Node, Search
from puzzlekit.zebra.puzzle import Puzzle, Solution

Goal = int | str  # a clue's number, counted from 1; or a property that must be in some house
HEURISTICS = (1, 2, 3)


@dataclass(frozen=True)
class Try:
    """One try of the search: a node of the search tree.

    `number` counts from 1; the root of the tree is 0. `parent` is the number of the parent node, and `depth` counts the
    goals so far, with this goal. `houses` has a house for each property of the goal. `fits` says whether the properties
    could be put into these houses.
    """

    number: int
    parent: int
    depth: int
    goal: Goal
    houses: tuple[int, ...]
    fits: bool


@dataclass(frozen=True)
class Trace:
    """The record of a search: its tries in order, and the tables that it found.

    `complete` is True if the search tried everything, and False if it ended at a limit on tables or tries.
    """

    tries: tuple[Try, ...]
    solutions: tuple[Solution, ...]
    complete: bool

    @property
    def inferences(self) -> int:
        """Return the number of tries."""
        return len(self.tries)

    def tree(self, title: str, *, failed: bool = True) -> Search:
        """Return the search tree, a `Search` with this title. If `failed` is false, omit the tries that did not fit."""
        last = max((one.depth for one in self.tries), default=0)
        parents = {one.parent for one in self.tries}
        nodes = {0: Node(0, None, 0, None, status="branched", order=1)}
        for one in self.tries:
            if one.fits or failed:
                ends = "solved" if one.depth == last and self.solutions else "infeasible"
                status = "infeasible" if not one.fits else "branched" if one.number in parents else ends
                words = f"{one.goal}: {', '.join(map(str, one.houses))}"
                nodes[one.number] = Node(one.number, one.parent, one.depth, words, status=status, order=len(nodes) + 1)
        return Search(title, nodes)


@validate_args
def ordered(puzzle: Puzzle, order: Sequence[Goal] | None = None, *, limit: int = 1, most: int = 1_000_000) -> Trace:
    r"""Search for solutions goal by goal, and return a Trace. The search tries each house, or pair of houses, that a
    goal allows, and backtracks if none fits.

    A plain Prolog program searches in this way. There is no propagation; only the order of the goals guides the search.

    Parameters
    ----------
    order
        The goals: numbers of clues, counted from 1, and properties. Missing goals follow in the order of `goals`. If
        None, all goals are in the order of `goals`.
    limit
        The search ends after this many solutions.
    most
        The search ends after this many tries.

    Raises
    ------
    PuzzleError
        If a goal is neither a clue nor a property of the puzzle, or occurs twice, or if `limit` or `most` is below 1.

    Examples
    --------
    >>> from puzzlekit import zebra
    >>> trace = ordered(zebra.parse("houses: 2\nattributes:\npet: cat, dog.\nclues:\ncat at 2."))
    >>> trace.inferences, str(trace.solutions[0])
    (2, 'pet: dog, cat')
    """
    return _Ordered(
        puzzle, goals(puzzle, order or ()), validate_int(limit, "limit", 1), validate_int(most, "most", 1)
    ).run()


def goals(puzzle: Puzzle, order: Sequence[Goal] = ()) -> list[Goal]:
    """Return the goals in `order`, followed by all missing goals: clues by number, then properties that no clue names.
    Raise PuzzleError if a goal is unknown or occurs twice."""
    clues = range(1, len(puzzle.clues) + 1)
    named = {name for clue in puzzle.clues for name in clue.properties}
    known: list[Goal] = [*clues, *(name for name in puzzle.cells_of if name not in named)]
    for place, goal in enumerate(order):
        if isinstance(goal, bool) or goal not in (*clues, *puzzle.cells_of) or goal in order[:place]:
            raise PuzzleError(f"found the goal {shown(goal)}, expected clue numbers and properties, each once")
    return [*order, *(goal for goal in known if goal not in order)]


@validate_args
def heuristic_order(puzzle: Puzzle, heuristics: Sequence[int] = HEURISTICS) -> list[Goal]:
    """Return all goals in the order of the report's heuristics (section 7.3.1). `heuristics` are the numbers of the
    heuristics to use, from 1 to 3. Raise PuzzleError for other numbers.

    Heuristic 1: direct locations first. Heuristic 2: indirect locations last. Heuristic 3: mutually exclusive elements
    first; the report does not say in which order. Here heuristic 3 chooses the clue with the most properties that
    earlier clues name. Among equal clues, it chooses the clue whose attributes have the most such properties. Heuristic
    1 comes before heuristic 3, and heuristic 2 breaks ties.
    """
    for heuristic in heuristics:
        validate_int(heuristic, "heuristic", 1, 3)
    left, order, placed = list(range(1, len(puzzle.clues) + 1)), list[Goal](), set[str]()

    def rank(number: int) -> tuple:
        clue = puzzle.clues[number - 1]
        stands = len(placed.intersection(clue.properties))
        rows = [puzzle.properties(puzzle.cells_of[name][0]) for name in clue.properties]
        alike = sum(len(placed.intersection(row)) for row in rows)
        return (
            1 in heuristics and clue.kind != "DLC",
            *((-stands, -alike) if 3 in heuristics else ()),
            2 in heuristics and clue.kind == "ILC",
            number,
        )

    while left:
        number = min(left, key=rank)
        left.remove(number)
        order.append(number)
        placed.update(puzzle.clues[number - 1].properties)
    return goals(puzzle, order)


class _Ordered:
    def __init__(self, puzzle: Puzzle, order: Sequence[Goal], limit: int, most: int):
        self.puzzle, self.order, self.limit, self.most = puzzle, order, limit, most
        self.at: dict[str, int] = {}  # property -> its house
        self.held: dict[tuple[int, int], str] = {}  # (attribute, house) -> property
        self.tries, self.found = list[Try](), list[Solution]()

    def run(self) -> Trace:
        complete = self._go(0, 0)
        return Trace(tuple(self.tries), tuple(self.found), complete)

    def _go(self, depth: int, parent: int) -> bool:
        """Search from the goal at the index `depth` of the order; `parent` is the number of the last try. Return True
        if everything was tried, and False if a limit was reached."""
        if depth == len(self.order):
            self.found.append(Solution.of(self.puzzle, {self.puzzle.cells_of[n][h - 1]: n for n, h in self.at.items()}))
            return len(self.found) < self.limit
        names, ways = self._ways(self.order[depth])
        for houses in ways:
            if len(self.tries) == self.most:
                return False
            new, fits = self._placed(names, houses)
            own = Try(len(self.tries) + 1, parent, depth + 1, self.order[depth], houses, fits)
            self.tries.append(own)
            goes_on = not fits or self._go(depth + 1, own.number)
            for name in new:
                del self.held[self.puzzle.cells_of[name][0].row, self.at.pop(name)]
            if not goes_on:
                return False
        return True

    def _ways(self, goal: Goal) -> tuple[tuple[str, ...], list[tuple[int, ...]]]:
        """Return the properties of a goal, and a list of the assignments of houses that the goal allows. Each
        assignment is a tuple with a house for each property."""
        houses = range(1, self.puzzle.houses + 1)
        if isinstance(goal, str):
            return (goal,), [(house,) for house in houses]
        clue = self.puzzle.clues[goal - 1]
        if isinstance(clue.second, int):
            return clue.properties, [(house,) for house in houses if clue.allows(house, clue.second)]
        return clue.properties, [(one, other) for one in houses for other in houses if clue.allows(one, other)]

    def _placed(self, names: Sequence[str], houses: Sequence[int]) -> tuple[list[str], bool]:
        """Put properties into houses, up to the first that does not fit. Return the properties that were not placed
        before, and whether all fit."""
        new: list[str] = []
        for name, house in zip(names, houses, strict=True):
            place = (self.puzzle.cells_of[name][0].row, house)
            if self.at.get(name, house) != house or self.held.get(place, name) != name:
                return new, False
            if name not in self.at:
                self.at[name], self.held[place] = house, name
                new.append(name)
        return new, True
