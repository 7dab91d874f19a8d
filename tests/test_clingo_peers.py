"""The encodings for clingo say what the rules say: a peer that solves another puzzle would say nothing of ours."""

import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from all_boards import ROOMS, is_small

from puzzlekit import numberlink, slitherlink

sys.path.append(str(Path(__file__).resolve().parents[1] / "tools"))
from clingo_peers import PEERS

MADE = {
    "slitherlink": [slitherlink.generate(3, seed=seed, unique=False, share=0.3) for seed in range(12)],
    "numberlink": [
        numberlink.generate(4, seed=seed, cover=cover, touch=touch, unique=False)
        for seed, cover, touch in product(range(4), (True, False), (True, False))
    ],
}
PACKAGES = {"slitherlink": slitherlink, "numberlink": numberlink}
FILED = {room: [room_.load(name) for name in room_.names() if "tiny" in name] for room, room_ in PACKAGES.items()}
CASES = [(room, puzzle) for room in PACKAGES for puzzle in FILED[room] + MADE[room] if is_small(room, puzzle)]


@pytest.mark.parametrize("peer", ["clingo", "clingo_deduced"])
@pytest.mark.parametrize(("room", "puzzle"), CASES)
def test_all_solutions_are_those_of_brute_force(room: str, puzzle: Any, peer: str) -> None:
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
