"""How proofs speak of Hashi: the rows of the models, what a step is called, islands and bridges, and the clues."""

from typing import Any

from puzzlekit.grid import Point
from puzzlekit.hashi.puzzle import Puzzle
from puzzlekit.hashi.rules import island
from puzzlekit.scip import StepConstraints, Wording

_NUMBER = Wording(
    "{0} | has only {n:neighbour}",
    "{0} | takes {side:bridge} at most",
    "{0} | has its {side:bridge}",
    broken=("{0} | would have fewer than {side:bridge}", "{0} | would have more than {side:bridge}"),
)
_BRIDGES = {
    "number_of_bridges": _NUMBER,
    "second_needs_first": Wording("", ""),
    "no_crossing": Wording("", "{0} and {1} cross"),
}
BFS = _BRIDGES | {
    "one_source": Wording("the search begins somewhere", "the search begins at one bridge"),
    "once_reached": Wording("", "what is reached stays reached"),
    "one_step_at_a_time": Wording("", "{0} is reached only from beside it"),
    "bridges_are_reached": Wording("a bridge at {0} is reached", "only a bridge at {0} is reached"),
}
CUT_SET = _BRIDGES | {
    "connected": Wording("a bridge must lead out of {all}", "", broken=("no bridge would lead out of {all}", ""))
}
NETWORK_FLOW = {
    "number_of_bridges": _NUMBER,
    "at_most_two": Wording("", ""),
    "no_crossing": Wording("{0} and {1} cross", ""),
    "flow_arrives": Wording("{0} | needs its share of the flow", "{0} | takes its share of the flow"),
    "flow_needs_bridge": Wording("", "nothing flows over {0} without a bridge"),
    "bridge_needs_flow": Wording("something flows over {0} with a bridge", ""),
    "human_deductions": Wording("{0} | is seen at first glance", "{0} | is seen at first glance"),
}
NEIGHBOURS = {1: "one neighbour", 2: "two neighbours", 3: "three neighbours", 4: "four neighbours"}


def technique(pattern: StepConstraints) -> str:
    """What a step is called: "a 4 with two neighbours", where an island needs all that its links can hold, or one
    bridge less."""
    if pattern.at_most or pattern.known or [row.family for row in pattern.at_least] != ["number_of_bridges"]:
        return ""
    number, links = int(pattern.at_least[0].lower or 0), len(pattern.at_least[0].coefficients) // 2
    name = f"{'an' if number == 8 else 'a'} {number} with {NEIGHBOURS[links]}"
    return name if number in (2 * links - 1, 2 * links) else ""


def words(puzzle: Puzzle) -> dict[Any, str]:
    """How explanations speak of islands, of the places of bridges, and of what is there."""
    links = {bridge: f"the link {str(bridge).removeprefix('points ')}" for bridge in puzzle.bridges}
    states = {0: "empty", 1: "a single bridge", 2: "a double bridge"}
    return {**{point: island(puzzle, point) for point, _ in puzzle.islands}, **links, **states}


def clues(puzzle: Puzzle) -> dict[tuple[str, Point], str]:
    """(family, island) -> its number in words. That there is an island belongs to the board: without its number, it may
    have any."""
    return {("number_of_bridges", point): island(puzzle, point) for point, _ in puzzle.islands}
