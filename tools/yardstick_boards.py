"""Make the boards on which engines are compared: fifty a family, by seed, from our and Simon Tatham's generators.

    python tools/yardstick_boards.py FOLDER                   every family, a folder each (hours: some are hard to make)
    python tools/yardstick_boards.py FOLDER loopy_10 sudoku_9     only these families; existing boards stay

Tatham's boards come from his programs (Debian: sgt-puzzles), which must be on the path or in /usr/games.
"""

import argparse
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from puzzlekit import battleship, circuit, hashi, numberlink, slitherlink, sudoku, zebra

BOARDS = 50
SIDES, LEVELS = (10, 15, 20, 25), ("easy", "normal", "tricky")  # of Loopy; its fourth level is hard
Make = Callable[[int], object]


def tatham(game: str, how: str) -> Make:
    """Return a function from seeds to boards of one of Tatham's programs, as ids."""
    places = os.pathsep.join((os.environ.get("PATH", ""), "/usr/games"))
    program = shutil.which(f"sgt-{game}", path=places) or f"sgt-{game}"

    def make(seed: int) -> str:
        command = [program, "--generate", "1", f"{how}#{seed}"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    return make


def by_seed(generate: Callable[..., object], *size: int, **how: object) -> Make:
    """Return a function from seeds to boards of one of our generators."""
    return lambda seed: generate(*size, seed=seed, **how)


FAMILIES: dict[str, Make] = {  # without redundant clues, unless their number is given
    "sudoku_9": by_seed(sudoku.generate, 3, 3, engine="cadical"),
    "sudoku_16": by_seed(sudoku.generate, 4, 4, engine="cadical"),
    "sudoku_25": by_seed(sudoku.generate, 5, 5, clues=300, engine="cadical"),
    "battleship_10": by_seed(battleship.generate, 10, 10, engine="cadical"),
    "battleship_15": by_seed(battleship.generate, 15, 15, engine="cadical"),
    "battleship_20": by_seed(battleship.generate, 20, 20, engine="cadical"),
    "circuit_8": by_seed(circuit.generate, 8),
    "circuit_10": by_seed(circuit.generate, 10),
    "circuit_12": by_seed(circuit.generate, 12),
    "zebra_5": by_seed(zebra.generate, 5, 5),
    "zebra_8": by_seed(zebra.generate, 8, 8),
    "slitherlink_10": by_seed(slitherlink.generate, 10),
    "slitherlink_15": by_seed(slitherlink.generate, 15),
    "slitherlink_20": by_seed(slitherlink.generate, 20),
    "numberlink_10": by_seed(numberlink.generate, 10),
    "numberlink_14": by_seed(numberlink.generate, 14),
    "numberlink_20": by_seed(numberlink.generate, 20),
    "numberlink_15_touch": by_seed(numberlink.generate, 15, touch=True),
    "numberlink_15_blank": by_seed(numberlink.generate, 15, cover=False),
    "numberlink_15_blank_touch": by_seed(numberlink.generate, 15, cover=False, touch=True),
    "hashi_100": by_seed(hashi.generate, 100, 18, engine="cadical"),
    "hashi_200": by_seed(hashi.generate, 200, 25, engine="cadical"),
    "solo_9": tatham("solo", "3x3du"),
    "solo_16": tatham("solo", "4x4du"),
    "bridges_15": tatham("bridges", "15x15d2"),
    "bridges_25": tatham("bridges", "25x25d2"),
    **{f"loopy_{side}": tatham("loopy", f"{side}x{side}t0dh") for side in SIDES},
    **{f"loopy_{side}_{level}": tatham("loopy", f"{side}x{side}t0d{level[0]}") for side in SIDES for level in LEVELS},
}


def make(folder: Path, family: str) -> None:
    """Write the boards of a family that do not exist yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(1, BOARDS + 1):
        path = folder / f"seed_{seed:02}.txt"
        if not path.exists():
            path.write_text(f"{FAMILIES[family](seed)}\n", encoding="utf-8")
    print(family, flush=True)


def main() -> None:
    """Make the named families, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("families", nargs="*", choices=[[], *FAMILIES], metavar="FAMILY", help="default: all")
    given = parser.parse_args()
    for family in given.families or FAMILIES:
        make(given.folder / family, family)


if __name__ == "__main__":
    main()
