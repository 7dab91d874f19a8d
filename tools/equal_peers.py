"""Our fast builds beside engines that get the same, by percentiles: data/results/percentiles.csv.

    uv run --with clingo python tools/equal_peers.py FOLDER                 every family of tools/yardstick_boards.py
    uv run --with clingo python tools/equal_peers.py FOLDER loopy_10        these alone
    uv run python tools/equal_peers.py --table                              what was measured, as Markdown

On each board the engines take turns, with the proof of uniqueness; on the boards of Hashi's `benchmark`, up to the
first solution.

    ours              the room's first formulation
    cp_sat            CP-SAT with our deduction, our rows and what stops our search, in settings that suit it
    cp_sat_default    the same with CP-SAT's own settings
    cadical           the SAT solver CaDiCaL with the same, where the room has it
    clingo            for loops and paths: an encoding of the clues alone
    clingo_deduced    the same with the lines that our deduction settles

Each has one worker. Who is stopped counts with the limit, so that its percentiles are lower bounds; `stopped` says how
often.
"""

import argparse
import importlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from puzzlekit import bench
from puzzlekit.engines import EngineResult, cp_sat
from puzzlekit.engines.cp_sat import answer
from puzzlekit.results import Results

TABLE = Path(__file__).resolve().parents[1] / "data" / "results" / "percentiles.csv"
PERCENTILES = {"median": 50, "p90": 90, "p95": 95, "worst": 100}
HEADER = ("engine", "boards", "stopped", *PERCENTILES)
PEERS = ("cp_sat", "cp_sat_default", "cadical", "clingo", "clingo_deduced")
ROOMS = {"loopy": "slitherlink", "solo": "sudoku", "bridges": "hashi", "benchmark": "hashi"}
SEVERAL = ("benchmark",)  # most of its boards have several solutions, so only the first one is asked for


def by_default(state: Callable[..., Any]) -> Callable[..., EngineResult]:
    """The peer that states a puzzle so, with CP-SAT's own settings."""

    def peer(puzzle: Any, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> EngineResult:
        return answer(partial(state, puzzle), limit, time_limit=time_limit, workers=workers)

    return peer


def engines(name: str) -> list[str]:
    """The names of the room's engines that are compared, ours first; some of them are made here."""
    room = bench.find_package(name)
    room.ENGINES["cp_sat_default"] = by_default(_state(name))
    if name in ("slitherlink", "numberlink"):
        room.ENGINES |= importlib.import_module("clingo_peers").PEERS[name]
    return [next(iter(room.FORMULATIONS)), *(peer for peer in PEERS if peer in room.ENGINES)]


def _state(name: str) -> Callable[..., Any]:
    """`(puzzle, model) -> the way back`, by the room's one statement."""
    problem = importlib.import_module(f"puzzlekit.{name}.statement").problem
    return lambda puzzle, model: cp_sat.state(problem(puzzle), model)


def measured(folder: Path, time_limit: float) -> Iterator[tuple]:
    """A family's rows, one for each engine. Raises ValueError where two of them answer otherwise."""
    game = folder.name.partition("_")[0]
    room = ROOMS.get(game, game)
    names = engines(room)
    files = bench.find_instances([folder])
    rows = [*bench.sweep(room, files, names, time_limit=time_limit, uniqueness=game not in SEVERAL, workers=1)]
    for row in rows:
        answers = {one.unique for one in row if one.status != "unknown"}
        if len(answers) > 1 or not all(one.valid or one.status == "unknown" for one in row):
            raise ValueError(f"engines differ: {row}")
    for name in names:
        own = [one for row in rows for one in row if one.formulation == name]
        stopped = sum(one.status == "unknown" for one in own)
        seconds = [time_limit if one.status == "unknown" else one.seconds for one in own]
        values = np.percentile(seconds, [*PERCENTILES.values()])
        yield name, len(own), stopped, *(f"{value:.6f}" for value in values)


def markdown(table: pd.DataFrame) -> str:
    """Milliseconds of each engine at the 95th percentile of each family, and on its worst board."""
    engines = [*dict.fromkeys(table["engine"].where(table["engine"].isin(PEERS), "ours"))]
    lines = [f"| family | boards | {' | '.join(engines)} |", "| --- " * (len(engines) + 2) + "|"]
    for family, rows in table.groupby("run", sort=False):
        told = {row.engine if row.engine in PEERS else "ours": _told(row) for row in rows.itertuples()}
        cells = " | ".join(told.get(engine, "") for engine in engines)
        lines.append(f"| {family} | {rows['boards'].iloc[0]} | {cells} |")
    return "\n".join(lines)


def _told(row: Any) -> str:
    p95, worst = (f"{1000 * value:.{max(0, 2 - len(f'{1000 * value:.0f}'))}f}" for value in (row.p95, row.worst))
    return f"{p95} / {worst}" + f" ({row.stopped} stopped)" * bool(row.stopped)


def main() -> None:
    """Measure the families, or print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="default: all that are in the folder")
    parser.add_argument("--time-limit", type=float, default=60.0)
    parser.add_argument("--csv", type=Path, default=TABLE)
    parser.add_argument("--table", action="store_true", help="print the table")
    given = parser.parse_args()
    if given.table:
        print(markdown(pd.read_csv(given.csv, comment="#")))
        return
    for name in given.families or sorted(path.name for path in given.folder.iterdir()):
        found = list(measured(given.folder / name, given.time_limit))
        Results(given.csv, HEADER, bench.about(), name).add(found)
        print(name, found[0], flush=True)


if __name__ == "__main__":
    main()
