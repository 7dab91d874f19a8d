"""The generator of Zebra puzzles: a random table, and true clues, none of which is redundant."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from puzzlekit.core.clock import Deadline
from puzzlekit.core.errors import validate_int
from puzzlekit.engines.uniqueness import ClueChoice, UniquenessChecker
from puzzlekit.zebra.puzzle import MOST_ATTRIBUTES, MOST_CLUES, MOST_HOUSES, Attributes, Clue, Puzzle, Solution
from puzzlekit.zebra.solve import ENGINES, solutions

WORDS = {
    "colour": "amber blue crimson green ivory lilac pink red silver teal white yellow",
    "drink": "ale cider cocoa coffee juice lemonade milk mocha tea tonic water wine",
    "pet": "cat cow dog fox hamster horse parrot rabbit snail toad turtle zebra",
    "job": "actor baker cook dentist farmer gardener lawyer nurse painter pilot singer tailor",
    "sport": "boxing chess cricket darts football golf hockey judo rowing rugby sailing tennis",
    "country": "Austria Brazil Canada Denmark England France Ghana India Japan Kenya Norway Peru",
    "fruit": "apple banana cherry fig grape kiwi lemon mango melon peach pear plum",
    "tool": "axe chisel drill file hammer knife ladder pliers ruler saw shovel wrench",
    "flower": "aster daisy iris lily lotus orchid pansy peony poppy rose tulip violet",
    "music": "ballad blues disco folk funk jazz opera polka rap rock soul swing",
    "tree": "alder ash beech birch cedar elm fir larch maple oak pine willow",
    "book": "atlas cookbook diary drama essay fable guide novel poem saga thriller western",
}
Houses = dict[str, int]
SMALL = 30  # up to this number of places, the engine "search" is the fastest for tests of uniqueness
DENIED = 4  # the early clues contain this many other clues for each clue that names a house or is negated


def generate(
    houses: int = 5,
    attributes: int = 5,
    *,
    seed: int,
    extra: int = 0,
    unique: bool = True,
    engine: str | None = None,
    time_limit: float | None = None,
) -> Puzzle:
    """Return a random puzzle.

    Parameters
    ----------
    houses, attributes
        The numbers of houses and of attributes, from 1 to 12.
    seed
        The random seed. The same seed gives the same puzzle.
    extra
        The number of unnecessary clues to add. Without them, every clue is needed.
    unique
        Whether the puzzle must have only one solution. If False, the number of clues is random, and the puzzle can have
        many solutions.
    engine
        The name in `ENGINES` of the engine that tests uniqueness. Default: "search" for small tables, otherwise SCIP.
    time_limit
        In seconds; None for no limit. A large puzzle takes minutes.

    Raises
    ------
    PuzzleError
        If a number is out of range, or the engine is unknown.
    TimeLimitReached
        If the time limit ends the generation.

    Examples
    --------
    >>> generate(3, 2, seed=1).houses
    3
    """
    houses = validate_int(houses, "houses", 1, MOST_HOUSES)
    attributes = validate_int(attributes, "attributes", 1, MOST_ATTRIBUTES)
    extra = validate_int(extra, "extra", 0, MOST_CLUES // 2)
    deadline, rng = Deadline(time_limit, "no puzzle generated"), random.Random(validate_int(seed, "seed", 0))
    engine = "search" if engine is None and houses * attributes <= SMALL else engine
    by_scip = partial(solutions, formulation="assignment")  # a seed's puzzle depends on the solutions that SCIP finds
    judge = UniquenessChecker(by_scip, ENGINES, engine, deadline)
    bare, target = _street(houses, attributes, rng)
    deadline.remaining()
    order = _tellable(bare, target, rng)

    def others(told: Sequence[Clue]) -> list[Houses]:
        found = judge.two(Puzzle(houses, bare.attributes, tuple(told)))
        return [_houses(table) for table in found if table != target]

    if unique:
        choice = ClueChoice(lambda house, clue: clue.holds(house), others)
        clues = choice.fewest(choice.enough(order), rng)
        clues += [clue for clue in order if clue not in clues][:extra]
    else:
        clues = order[: rng.randint(0, houses * attributes)]
    return Puzzle(houses, bare.attributes, tuple(rng.sample(clues, len(clues))))


def _street(houses: int, attributes: int, rng: random.Random) -> tuple[Puzzle, Solution]:
    """Return a random puzzle without clues, and a random solution for it."""
    chosen = rng.sample(sorted(WORDS), attributes)
    own: Attributes = tuple((name, tuple(sorted(rng.sample(WORDS[name].split(), houses)))) for name in chosen)
    target = Solution(tuple((name, tuple(rng.sample(names, houses))) for name, names in own))
    return Puzzle(houses, own, ()), target


def _tellable(bare: Puzzle, target: Solution, rng: random.Random) -> list[Clue]:
    """Return true clues about the solution `target`, in the order in which the generator tries the clues.

    Few of the early clues name a house or are negated. `bare` is the puzzle without clues.
    """
    house = _houses(target)
    pairs = [*combinations(bare.cells_of, 2)]
    near = [clue for pair in pairs for clue in _true(rng.sample(pair, 2), house, rng)]
    far = [Clue(name, "at", number) for name, number in house.items()]
    far += _denials(pairs, house, rng)
    rng.shuffle(far)
    early = far[: len(near) // DENIED]
    near += early
    rng.shuffle(near)
    return [*near, *far[len(early) :]]


def _true(pair: Sequence[str], house: Houses, rng: random.Random) -> Iterator[Clue]:
    """Yield a true clue about the two properties in `pair` if they are in the same house or in neighbouring houses.
    Otherwise yield nothing. `house` is {property: its house}."""
    one, other = pair
    apart = house[one] - house[other]
    if apart == 0:
        yield Clue(one, "=", other)
    elif abs(apart) == 1:
        side = "right of" if apart == 1 else "left of"
        yield Clue(one, rng.choice(("next to", side)), other)


def _denials(pairs: Sequence[tuple[str, str]], house: Houses, rng: random.Random) -> Iterator[Clue]:
    """Yield true negated clues: for each property, at most one clue that names a house; for each pair of properties, at
    most one clue."""
    for name, number in house.items():
        if (wrong := rng.randint(1, max(house.values()))) != number:
            yield Clue(name, "at", wrong, negated=True)
    for one, other in pairs:
        clue = Clue(one, rng.choice(("=", "next to", "right of", "left of")), other, negated=True)
        if clue.holds(house):
            yield clue


def _houses(table: Solution) -> Houses:
    """Return {property: its house, counted from 1} for a full table."""
    return {name: cell.column + 1 for cell, name in table.filled.items()}
