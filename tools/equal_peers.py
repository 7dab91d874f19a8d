"""Our fast formulations beside engines with the same deduction, by percentiles: data/results/percentiles.csv.

    uv run --with clingo python tools/equal_peers.py FOLDER                 every family of tools/yardstick_boards.py
    uv run --with clingo python tools/equal_peers.py FOLDER loopy_10        only these families
    uv run --with clingo python tools/equal_peers.py --files                 each file in data/ once: data_files.csv
    uv run --with clingo python tools/equal_peers.py --unique FOLDER         what `is_unique` asks: uniqueness.csv
    uv run python tools/equal_peers.py --table                              the measurements as Markdown
    uv run python tools/equal_peers.py --unique --table                     our ratios to the other engines
    uv run python tools/equal_peers.py --slow                               the files that are slow for their type

On each board the engines take turns, with the proof of uniqueness. On the boards of Hashi's `benchmark`, they stop at
the first solution.

    ours              the puzzle type's first formulation
    spanning_tree_fast    the circuit board's second one, without the search that the first formulation begins with
    cp_sat            CP-SAT with our deduction, our constraints and our cuts on candidates, in settings that suit it
    cp_sat_default    like cp_sat, with CP-SAT's own settings
    cadical           the SAT solver CaDiCaL on the same statement; it is what `is_unique` asks
    cadical_plain     CaDiCaL on the statement without deduction (only with --unique)
    clingo            for loops and paths: an encoding of the clues alone
    clingo_deduced    like clingo, with the lines that our deduction settles

Seconds are processor time. Each engine has one worker. A stopped engine counts with the time limit, so its percentiles
are lower bounds; `stopped` counts these boards.
"""

import argparse
import importlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from puzzlekit import PUZZLES, bench
from puzzlekit.core.clock import Stopwatch
from puzzlekit.course.results import Results
from puzzlekit.engines import EngineResult, cadical, cp_sat
from puzzlekit.engines.cp_sat import answer

TABLE = Path(__file__).resolve().parents[1] / "data" / "results" / "percentiles.csv"
UNIQUENESS = TABLE.with_name("uniqueness.csv")
PERCENTILES = {"median": 50, "p90": 90, "p95": 95, "worst": 100}
FILES = ("file", "ours", "cp_sat", "cadical", "clingo")
HEADER = ("engine", "boards", "stopped", *PERCENTILES)
OVER = {"over_twice": 2, "over_four_times": 4}  # column of uniqueness.csv: times of the best of the other engines
PEERS = ("spanning_tree_fast", "cp_sat", "cp_sat_default", "cadical", "clingo", "clingo_deduced")
PLAIN, JUDGE = "cadical_plain", "cadical"
ROOMS = {"loopy": "slitherlink", "solo": "sudoku", "bridges": "hashi", "benchmark": "hashi"}
SEVERAL = ("benchmark",)  # most boards have several solutions, so the engines stop at the first one


def by_default(state: Callable[..., Any]) -> Callable[..., EngineResult]:
    """Return the CP-SAT peer of a statement, with CP-SAT's own settings."""

    def peer(puzzle: Any, limit: int = 2, *, time_limit: float | None = None, workers: int = 1) -> EngineResult:
        return answer(partial(state, puzzle), limit, time_limit=time_limit, workers=workers)

    return peer


def engines(name: str, *, unique: bool = False) -> list[str]:
    """Return the names of a puzzle type's engines to compare, our formulation first. Some engines are made here.
    `unique` adds CaDiCaL without our deduction."""
    room = bench.find_package(name)
    room.ENGINES["cp_sat_default"] = by_default(_state(name))
    if name in ("slitherlink", "numberlink"):
        room.ENGINES |= importlib.import_module("clingo_peers").PEERS[name]
    room.ENGINES[PLAIN] = cadical.engine(partial(_problem(name), deduced=False), room.Puzzle)
    peers = [peer for peer in PEERS if peer in {*room.ENGINES, *room.FORMULATIONS}]
    return [next(iter(room.FORMULATIONS)), *peers, *[PLAIN] * unique]


def _problem(name: str) -> Callable[..., Any]:
    return importlib.import_module(f"puzzlekit.{name}.statement").problem


def _state(name: str) -> Callable[..., Any]:
    """Return `(puzzle, model) -> Stated`, the function that states a puzzle of the type to CP-SAT."""
    return lambda puzzle, model: cp_sat.state(_problem(name)(puzzle), model)


def measured(folder: Path, time_limit: float, *, unique: bool = False) -> Iterator[tuple]:
    """Yield a family's rows, one for each engine. Raises ValueError if two engines disagree."""
    game = folder.name.partition("_")[0]
    room = ROOMS.get(game, game)
    seconds, stopped = _swept(room, folder, time_limit, engines(room, unique=unique), uniqueness=game not in SEVERAL)
    for name, own in seconds.items():
        values = np.percentile(own, [*PERCENTILES.values()])
        best = seconds.drop(columns=name).min(axis=1)
        over = [(own > times * best).sum() for times in OVER.values()] if unique else []
        yield name, len(own), stopped[name].sum(), *(f"{value:.6f}" for value in values), *over


def files_of(name: str, time_limit: float) -> Iterator[tuple]:
    """Yield a row for each file of a puzzle type, ours first; a cell is empty if an engine does not take the file. A
    time is the better of two, since the first engine on a grid of a new size computes its geometry."""
    seconds = np.fmin(*(_swept(name, TABLE.parents[1] / name, time_limit, engines(name))[0] for _ in range(2)))
    for file, own in seconds.rename(columns={next(iter(seconds)): "ours"}).reindex(columns=FILES[1:]).iterrows():
        yield file, *("" if np.isnan(value) else f"{value:.6f}" for value in own)


def _swept(
    room: str, folder: Path, time_limit: float, names: list[str], *, uniqueness: bool = True
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the seconds, and whether the engine was stopped: a row for each board, a column for each of the named
    engines. Raises ValueError if two engines disagree."""
    files = bench.find_instances([folder])
    list(bench.sweep(room, files[:1], names, time_limit=time_limit, uniqueness=uniqueness, workers=1))  # libraries load
    rows = [*bench.sweep(room, files, names, time_limit=time_limit, uniqueness=uniqueness, workers=1)]
    for row in rows:
        told = [one for one in row if one.status not in ("unknown", "unsuited")]
        if len({(one.status, one.unique) for one in told}) > 1 or any(one.valid is False for one in told):
            raise ValueError(f"engines differ: {row}")
    table = pd.DataFrame([vars(one) | {"seconds": one.seconds} for row in rows for one in row])
    asked = table[table["status"] != "unsuited"].assign(stopped=table["status"] == "unknown")
    asked.loc[asked["stopped"], "seconds"] = time_limit
    wide = asked.pivot(index="instance", columns="formulation", values=["seconds", "stopped"])
    return wide["seconds"][names].astype(float), wide["stopped"][names].fillna(False).astype(bool)


def slow_files(table: pd.DataFrame, files: pd.DataFrame) -> pd.DataFrame:
    """Return the files that take us longer than the 95th percentile of each family of their type."""
    ours = table[~table["engine"].isin(PEERS)]
    types = ours["run"].str.partition("_")[0].replace(ROOMS)
    return files[files["ours"] > files["run"].map(ours.groupby(types)["p95"].max())]


def markdown(table: pd.DataFrame) -> str:
    """Return a Markdown table of each engine's milliseconds: 95th percentile of a family / its worst board."""
    engines = [*dict.fromkeys(table["engine"].where(table["engine"].isin(PEERS), "ours"))]
    lines = [f"| family | boards | {' | '.join(engines)} |", "| --- " * (len(engines) + 2) + "|"]
    for family, rows in table.groupby("run", sort=False):
        told = {row.engine if row.engine in PEERS else "ours": _told(row) for row in rows.itertuples()}
        cells = " | ".join(told.get(engine, "") for engine in engines)
        lines.append(f"| {family} | {rows['boards'].iloc[0]} | {cells} |")
    return "\n".join(lines)


def ratios(table: pd.DataFrame) -> str:
    """Return a Markdown table of what `is_unique` takes, as a share of each other engine's time, both at the 95th
    percentile; and on how many boards it takes over twice and over four times as long as the best of them."""
    rows = []
    for family, own in table.groupby("run", sort=False):
        ours = own[own["engine"] == JUDGE].iloc[0]
        others = own[own["engine"] != JUDGE].replace({"engine": {own["engine"].iloc[0]: "scip"}}).set_index("engine")
        told = {"family": family, "ms": f"{1000 * ours.p95:.3g}"}
        told |= {name: f"{ours.p95 / other.p95:.2f}" for name, other in others.iterrows()}
        rows.append(told | {name: f"{ours[name]:.0f}" for name in OVER})
    wide = pd.DataFrame(rows).fillna("")
    return "\n".join(f"| {' | '.join(row)} |" for row in (wide.columns, ["---"] * len(wide.columns), *wide.to_numpy()))


def _told(row: Any) -> str:
    p95, worst = (f"{1000 * value:.{max(0, 2 - len(f'{1000 * value:.0f}'))}f}" for value in (row.p95, row.worst))
    return f"{p95} / {worst}" + f" ({row.stopped} stopped)" * bool(row.stopped)


def main() -> None:
    """Measure the families, or print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="default: all that are in the folder")
    parser.add_argument("--time-limit", type=float, default=60.0)
    parser.add_argument("--unique", action="store_true", help="who proves uniqueness: another table, another engine")
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--files", nargs="*", choices=PUZZLES, help="measure each file of these types, default: all")
    parser.add_argument("--table", action="store_true", help="print the table")
    parser.add_argument("--slow", action="store_true", help="print the slow files")
    given = parser.parse_args()
    csv = given.csv or (UNIQUENESS if given.unique else TABLE)
    if given.table:
        print((ratios if given.unique else markdown)(pd.read_csv(csv, comment="#")))
        return
    data_files = csv.with_name("data_files.csv")
    if given.slow:
        print(slow_files(pd.read_csv(csv, comment="#"), pd.read_csv(data_files, comment="#")).to_string())
        return
    Stopwatch.of_processor = True
    about = f"{bench.about()} Seconds of the processor."
    if given.files is not None:
        for name in given.files or PUZZLES:
            Results(data_files, FILES, about, name).add([*files_of(name, given.time_limit)])
            print(name, flush=True)
        return
    for name in given.families or sorted(path.name for path in given.folder.iterdir()):
        found = list(measured(given.folder / name, given.time_limit, unique=given.unique))
        Results(csv, (*HEADER, *OVER) if given.unique else HEADER, about, name).add(found)
        print(name, found[0], flush=True)


if __name__ == "__main__":
    main()
