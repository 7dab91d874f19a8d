"""The encodings for clingo say what the rules say: a peer that solves another puzzle would say nothing of ours."""

from itertools import product
from typing import Any

import pytest
from all_boards import ROOMS, is_small
from clingo_peers import PEERS

from puzzlekit import numberlink, slitherlink

PACKAGES = {"slitherlink": slitherlink, "numberlink": numberlink}
FILED = [
    (room, name)
    for room, package in PACKAGES.items()
    for name in package.names()
    if "tiny" in name and is_small(room, package.load(name))
]
WAYS = [*product((True, False), repeat=2)]
MADE = [("slitherlink", seed) for seed in range(12)] + [("numberlink", seed) for seed in range(16)]


def made(room: str, name: str | int) -> Any:
    """The puzzle of a file, or of a seed."""
    if isinstance(name, str):
        return PACKAGES[room].load(name)
    if room == "slitherlink":
        return slitherlink.generate(3, seed=name, unique=False, share=0.3)
    cover, touch = WAYS[name % 4]
    return numberlink.generate(4, seed=name // 4, cover=cover, touch=touch, unique=False)


@pytest.mark.parametrize("peer", ["clingo", "clingo_deduced"])
@pytest.mark.parametrize(("room", "name"), FILED + MADE)
def test_all_solutions_are_those_of_brute_force(room: str, name: str | int, peer: str) -> None:
    puzzle = made(room, name)
    assert is_small(room, puzzle)
    right = {board for board in ROOMS[room](puzzle) if not PACKAGES[room].violations(puzzle, board)}
    answer = PEERS[room][peer](puzzle, 10**4)
    assert answer.status == ("solved" if right else "infeasible")
    assert len(answer.solutions) == len(right)
    assert set(answer.solutions) == right


def test_a_limit_is_unknown() -> None:
    answer = PEERS["slitherlink"]["clingo"](
        slitherlink.generate(20, seed=1, share=0.4, unique=False), 10**6, time_limit=0
    )
    assert answer.status == "unknown"
