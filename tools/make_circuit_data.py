"""Make the puzzles of data/circuit/, and larger sets on which models of the circuit board are measured.

python tools/make_circuit_data.py                 everything in data/circuit/
python tools/make_circuit_data.py bench FOLDER    the benchmark's instances, a folder for each family
python tools/make_circuit_data.py check           every file of data/circuit/ once more

Every puzzle comes from a seed or stands below as it was typed; its solutions are counted before it is written.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from puzzlekit import circuit
from puzzlekit.errors import PuzzleError

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data" / "circuit"
Named = Iterator[tuple[str, circuit.Puzzle]]

TYPED = {
    "tiny_3x3": "o.o.o\n.....\no.#.o\n.....\no.o.o",
    "tiny_colours": "o.o.o.o\n.......\no.o.o.o",
    "tiny_path": "s.o.o.o\n.......\no.o.o.o\n.......\no.o.#.o\n.......\n#.o.t.o",
}
MADE = {  # rows, columns, seed, other arguments
    "tiny_4x4": (4, 4, 1, {}),
    "tiny_rectangle": (3, 5, 2, {}),
}
SEVERAL: dict[str, int] = {}  # every other puzzle has one solution
SIZES = {6: 8, 8: 8, 10: 8, 12: 8, 15: 8}  # side -> number of boards
"""Of 20 x 20, boards with a third of the edges given: their first solution is asked for."""


def made() -> Named:
    """The puzzles of data/circuit/."""
    yield from ((name, circuit.parse(picture)) for name, picture in TYPED.items())
    for name, (rows, columns, seed, more) in MADE.items():
        yield name, circuit.generate(rows, columns, seed=seed, **more)


def sides(vertices: int) -> int:
    """The side of the smallest square that holds so many points as a tree with degrees 1 and 3."""
    most = {2: 4, 3: 8, 4: 14, 5: 24, 6: 34, 7: 48, 8: 62, 9: 80, 10: 98}
    return min(side for side, points in most.items() if points >= vertices)


def benchmark() -> Iterator[tuple[str, Named]]:
    """The families of instances, each with its puzzles."""
    table = pd.read_csv(ROOT / "data" / "report" / "report_table_a1_circuit_cm1.csv")
    report = ((f"report_{i:02d}", v, max(3, sides(v))) for i, v in enumerate(table["vertices"], start=1))
    yield "report", ((name, circuit.generate(side, seed=v, points=v)) for name, v, side in report)
    for side, number in SIZES.items():
        boards = ((f"size_{side}_{seed}", circuit.generate(side, seed=seed)) for seed in range(1, number + 1))
        yield f"size_{side}", boards


def save(folder: Path, puzzles: Named) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, puzzle in puzzles:
        (folder / f"{name}.txt").write_text(f"{puzzle}\n", encoding="utf-8")
        print(f"{name}: {len(puzzle.points)} points, {len(puzzle.given)} given edges", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("part", nargs="?")
    parser.add_argument("folder", nargs="?", type=Path)
    given = parser.parse_args()
    if given.part == "bench":
        for family, puzzles in benchmark():
            save(given.folder / family, puzzles)
    else:
        save(DATA, made())


if __name__ == "__main__":
    main()
