"""The experiment of chapter 4, section "Which row comes first?": does the order of the constraints matter?

python tools/battleship_order.py INSTANCES --csv data/results/battleship_order.csv [--repeats 10]

Each puzzle's placement model is solved to its first solution, with SCIP's default settings, in four ways in turn: the
constraints in random order; the usual order with another random seed of SCIP; the clues' constraints first; the clues'
constraints last. The last two ways use the same seeds of SCIP, so that they can be compared in pairs.
"""

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

from puzzlekit import battleship, bench, scip
from puzzlekit.battleship import model_placement
from puzzlekit.course.results import Results

HEADER = ("instance", "experiment", "repeat", "seconds", "nodes")
CLUES, *OTHERS = model_placement.FAMILIES
EXPERIMENTS = ("rows permuted", "seed", "clues first", "clues last")


def measure(puzzle: battleship.Puzzle, experiment: str, repeat: int) -> tuple[float, int]:
    """Return the seconds and nodes of one solve."""
    families = [*OTHERS, CLUES] if experiment == "clues last" else [CLUES, *OTHERS]
    built = model_placement.build(puzzle, ())
    rows = [row for family in families for _, row in family(puzzle, built.v)]
    if experiment == "rows permuted":
        random.Random(repeat).shuffle(rows)
    else:
        built.model.setParam("randomization/randomseedshift", repeat)
    for row in rows:
        built.model.addCons(row)
    start = time.perf_counter()
    result = scip.solve(built)
    seconds = time.perf_counter() - start
    assert result.status == "solved"
    assert not battleship.violations(puzzle, built.decode(result.values))
    built.free()
    return seconds, result.nodes


def runs(files: list[Path], repeats: int) -> Iterator[tuple]:
    """Yield the rows of the results."""
    for path in files:
        puzzle = battleship.parse(path.read_text(encoding="utf-8"))
        measure(puzzle, "seed", 0)  # a warm-up, since imports and first calls must not count
        for repeat in range(1, repeats + 1):
            for experiment in EXPERIMENTS:
                seconds, nodes = measure(puzzle, experiment, repeat)
                yield path.stem, experiment, repeat, f"{seconds:.6f}", nodes


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("instances", nargs="+", type=Path)
    parser.add_argument("--csv", type=Path, required=True)
    parser.add_argument("--repeats", type=int, default=10)
    given = parser.parse_args()
    results = Results(given.csv, HEADER, bench.about())
    for row in runs(bench.find_instances(given.instances), given.repeats):
        results.add([row])


if __name__ == "__main__":
    main()
