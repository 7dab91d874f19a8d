"""Rate Sudoku of Simon Tatham's generator, and compare the ratings with the generator's levels.

python tools/rate_sudoku.py ids [N]      the ids of N boards a level (default 40), by `sgt-solo` of Debian's sgt-puzzles
python tools/rate_sudoku.py rate [N]     rate the next N boards that have no rating yet (default all)
python tools/rate_sudoku.py explainer    rate each board by the package pencilmark, on the scale of Sudoku Explainer
python tools/rate_sudoku.py compare      medians by level and the rank correlations

The table is data/results/sudoku_difficulty.csv: level, id, difficulty and pencilmark's rating. A board without a
difficulty is not rated yet.
"""

import csv
import io
import multiprocessing
import sys
from pathlib import Path
from statistics import median

from scipy.stats import spearmanr
from tqdm import tqdm
from yardstick_boards import tatham

from puzzlekit import sudoku
from puzzlekit.course.results import replace

TABLE = Path(__file__).resolve().parents[1] / "data" / "results" / "sudoku_difficulty.csv"
LEVELS = {"basic": "db", "intermediate": "di", "advanced": "da", "extreme": "de", "unreasonable": "du"}
COLUMNS = ["level", "id", "difficulty", "explainer"]
EASIEST, PATIENCE = 5, 60  # seconds for pencilmark's search for the easiest steps, and for a whole board


def read() -> list[dict[str, str]]:
    """Read the lines of the table."""
    with open(TABLE, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(lines: list[dict[str, str]]) -> None:
    """Save the table as a whole, since it holds hours of ratings."""
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
    table.writeheader()
    table.writerows(lines)
    replace(TABLE, text.getvalue().encode())


def ids(count: int = 40) -> None:
    """Generate boards by seed and level, and write a table of their ids."""
    lines = [
        dict.fromkeys(COLUMNS, "") | {"level": level, "id": tatham("solo", f"3x3{letters}")(seed)}
        for seed in range(1, count + 1)
        for level, letters in LEVELS.items()
    ]
    write(lines)


def rate(count: int | None = None) -> None:
    """Rate boards, and save each rating at once."""
    lines = read()
    for line in tqdm([line for line in lines if not line["difficulty"]][:count], unit="board"):
        line["difficulty"] = f"{sudoku.difficulty(sudoku.parse(line['id'])):.3f}"
        write(lines)


def explainer() -> None:
    """Rate boards by pencilmark, and save each rating at once. A board that takes too long stays without a rating."""
    lines = read()
    pool = multiprocessing.Pool(1, set_up)
    for line in tqdm([line for line in lines if not line.get("explainer")], unit="board"):
        try:
            line["explainer"] = pool.apply_async(rated_by_pencilmark, [line["id"]]).get(PATIENCE)
        except TimeoutError:
            pool.terminate()
            pool = multiprocessing.Pool(1, set_up)
        write(lines)


def set_up() -> None:
    """Load pencilmark, which is no dependency of ours."""
    import pencilmark  # noqa: F401


def rated_by_pencilmark(board: str) -> str:
    """Return pencilmark's rating of a board."""
    import pencilmark

    digits = "".join(str(digit or ".") for row in sudoku.parse(board).clues for digit in row)
    return str(pencilmark.rate(digits, fields=["se"], max_seconds=EASIEST)["se"]["er"])


def compare() -> None:
    """Print the medians and correlations that the chapter shows."""
    lines = [line for line in read() if line["difficulty"]]
    order = list(LEVELS)
    for level in order:
        own = [float(line["difficulty"]) for line in lines if line["level"] == level]
        print(f"{level:13} {len(own):3} boards, median {median(own):.2f}")
    ours = [float(line["difficulty"]) for line in lines]
    levels = [order.index(line["level"]) for line in lines]
    outside = [float(line["explainer"] or "nan") for line in lines]
    for told, one, other in (
        ("ours and the levels", ours, levels),
        ("ours and the explainer's", ours, outside),
        ("the explainer's and the levels", outside, levels),
    ):
        found = spearmanr(one, other, nan_policy="omit")
        print(f"Spearman's rank correlation of {told} {found.statistic:.3f}")
    print(f"{len(lines)} boards, {len({*ours})} ratings, {len({*outside})} of the explainer's")


if __name__ == "__main__":
    command, *numbers = sys.argv[1:] or [""]
    known = {"ids": ids, "rate": rate, "explainer": explainer, "compare": compare}
    if command not in known:
        sys.exit(__doc__)
    known[command](*map(int, numbers))
