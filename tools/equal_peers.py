"""Our fast builds beside engines that get the same: the table of data/results/README.md, from one run.

    uv run python tools/equal_peers.py sudoku INSTANCES/nine_hard INSTANCES/sixteen_minimal

On each board three or four take turns, with the proof of uniqueness or, with --first, up to the first solution:

    ours              the room's first formulation
    cp_sat            CP-SAT with our deduction, our rows and what stops our search, in settings that suit it
    cp_sat_default    the same with CP-SAT's own settings
    cadical           the SAT solver CaDiCaL with the same, where the room has it

Each has one worker. A line of the table is a folder: how many boards, and the medians of ours to each of the others.
"""

import argparse
import importlib
import os
from collections.abc import Callable
from functools import partial
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any

from puzzlekit import bench
from puzzlekit.engines import cp_sat
from puzzlekit.peers import PeerResult
from puzzlekit.peers.cp_sat import answer

DEFAULT = "cp_sat_default"


def by_default(state: Callable[..., Any]) -> Callable[..., PeerResult]:
    """The peer that states a puzzle so, with CP-SAT's own settings."""

    def peer(puzzle: Any, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> PeerResult:
        return answer(partial(state, puzzle), limit, time_limit=time_limit, workers=workers)

    return peer


def engines(name: str) -> list[str]:
    """The names of the room's engines that are compared, ours first; one of them is made here."""
    room = bench.find_room(name)
    room.PEERS[DEFAULT] = by_default(_state(name))
    return [next(iter(room.FORMULATIONS)), *(peer for peer in ("cp_sat", DEFAULT, "cadical") if peer in room.PEERS)]


def _state(name: str) -> Callable[..., Any]:
    """`(puzzle, model) -> the way back`, by the room's one statement or by its own hand."""
    try:
        problem = importlib.import_module(f"puzzlekit.{name}.statement").problem
    except ModuleNotFoundError:
        return importlib.import_module(f"puzzlekit.{name}.cp_sat").open_model
    return lambda puzzle, model: cp_sat.state(problem(puzzle), model)


def ratios(rows: list[list[bench.Measurement]], ours: str, peer: str) -> list[float]:
    """How long ours took to the peer, on the boards that both answered alike; a peer that was stopped counts with its
    limit, so that the ratio is an upper bound."""
    found = []
    for row in rows:
        seen = {one.formulation: one for one in row}
        stopped = seen[peer].status == "unknown"
        if seen[ours].status == "unknown" or not (stopped or seen[ours].unique == seen[peer].unique):
            print(f"left out: {seen[ours]} and {seen[peer]}")
        else:
            found.append(seen[ours].seconds / seen[peer].seconds)
    return found


def main() -> None:
    """Measure, write each folder's CSV, print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("room")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--first", action="store_true", help="stop at the first solution")
    parser.add_argument("--time-limit", type=float, default=60.0)
    parser.add_argument("--csv", type=Path, help="the folder of the results: equal_ROOM_FAMILY.csv")
    given = parser.parse_args()
    names = engines(given.room)
    print(f"{'family':20}{'boards':>8}{'ours s':>10}" + "".join(f"{'to ' + name:>20}" for name in names[1:]))
    for folder in given.folders:
        measured = bench.sweep(
            given.room, bench.find_instances([folder]), names,
            time_limit=given.time_limit, uniqueness=not given.first, workers=1,
        )  # fmt: skip
        out = given.csv / f"equal_{given.room}_{folder.name}.csv" if given.csv else Path(os.devnull)
        found = bench.write(measured, out)
        rows = [list(group) for _, group in groupby(found, key=lambda row: row.instance)]
        ours = median(one.seconds for row in rows for one in row if one.formulation == names[0])
        told = [ratios(rows, names[0], name) for name in names[1:]]
        medians = "".join(f"{median(one):>13.2f} ({len(one):>3}) " if one else f"{'':>20}" for one in told)
        print(f"{folder.name:20}{len(rows):>8}{ours:>10.4f}{medians}", flush=True)


if __name__ == "__main__":
    main()
