"""Rate boards of Simon Tatham's generators, and compare the ratings with the generators' levels.

python tools/difficulty.py rate loopy 60 --first 6001  60 boards of each level, from that seed on
python tools/difficulty.py compare                     Spearman's rank correlations, and medians by level

The table is data/results/difficulty.csv; ratings in it stay. The measure was chosen on seeds up to 2,000; only seeds
above 6,000 are compared.
"""

import argparse
from pathlib import Path

import pandas as pd
from tqdm import tqdm
from yardstick_boards import tatham

from puzzlekit import hashi, slitherlink, sudoku
from puzzlekit.course.results import replace

TABLE = Path(__file__).resolve().parents[1] / "data" / "results" / "difficulty.csv"
CHOSEN = 6000  # seeds up to this one were used while the measure was chosen
GAMES = {  # the puzzle type, size and the letters of the levels, from easy to hard
    "loopy": (slitherlink, "7x7t0", "enth"),
    "bridges": (hashi, "7x7", "012"),
    "solo": (sudoku, "3x3", "biaeu"),
}


def rate(game: str, count: int, first: int) -> None:
    """Rate boards, and save each rating at once."""
    package, size, levels = GAMES[game]
    for seed in tqdm(range(first, first + count), unit="seed"):
        for level, letter in enumerate(levels):
            board = tatham(game, f"{size}d{letter}")(seed)
            line = [game, level, seed, board, round(package.difficulty(package.parse(board)), 3)]
            table = pd.concat([read(), pd.DataFrame([line], columns=[*read()])])
            table = table.drop_duplicates(["game", "level", "seed"], keep="last")
            replace(TABLE, table.to_csv(index=False, lineterminator="\n").encode())


def read() -> pd.DataFrame:
    """Read the table; without a file, return an empty one."""
    if not TABLE.exists():
        return pd.DataFrame(columns=["game", "level", "seed", "board", "difficulty"])
    return pd.read_csv(TABLE)


def compare() -> None:
    """Print the rank correlations of the measure on boards that were not used to choose it."""
    table = read()
    for game, own in table[table["seed"] > CHOSEN].groupby("game"):
        found = own["level"].corr(own["difficulty"], method="spearman")
        medians = own.groupby("level")["difficulty"].median().tolist()
        distinct = own["difficulty"].nunique()
        print(f"{game:8} {len(own):3} boards, {distinct} ratings, Spearman {found:.3f}, medians by level {medians}")


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    rated = commands.add_parser("rate")
    rated.add_argument("game", choices=GAMES)
    rated.add_argument("count", type=int)
    rated.add_argument("--first", type=int, default=CHOSEN + 1)
    commands.add_parser("compare")
    given = parser.parse_args()
    if given.command == "compare":
        compare()
    else:
        rate(given.game, given.count, given.first)


if __name__ == "__main__":
    main()
