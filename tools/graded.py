"""Make the graded puzzles that the site offers as new puzzles and as today's puzzle.

python tools/graded.py [--count N] [TYPE ...]    write data/graded/TYPE.csv: N of each size and level (default 50)
python tools/graded.py --check [TYPE ...]        make all puzzles of the files again, and compare texts and ratings

For each size, the seeds 1, 2, ... make puzzles, and `difficulty` rates them. Hard ones are in the upper third of the
ratings. Easy ones are in the lower third and need named rules only: `explanation` makes no supposition. Medium ones are
in the middle third. Of each level, the N with the lowest ratings are kept.

All files take a quarter of an hour, so they are committed. The site's build only reads them (`tools/site_graded.py`).
"""

import argparse
import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from joblib import Parallel, delayed

from puzzlekit.core.errors import PuzzleError
from puzzlekit.core.grid import DATA
from puzzlekit.course.results import replace
from puzzlekit.reasoning.steps import RULE

FOLDER = DATA / "graded"
LEVELS = ("easy", "medium", "hard")
COUNT, SPARE = 50, 1.2  # puzzles of each size and level, and how many times as many seeds are tried
CADICAL = {"engine": "cadical"}  # faster than SCIP here
SIZES: dict[str, dict[str, tuple[dict[str, Any], ...]]] = {  # type -> size -> what `generate` gets, in turn
    "sudoku": {
        "6 x 6": ({"p": 2, "q": 3}, {"p": 2, "q": 3, "clues": 12}),
        "9 x 9": ({}, {"clues": 28}, {"clues": 34}),
    },
    "battleship": {
        "6 x 6": ({"height": 6, "width": 6, **CADICAL}, {"height": 6, "width": 6, "clues": 5, **CADICAL}),
        "8 x 8": ({"height": 8, "width": 8, **CADICAL}, {"height": 8, "width": 8, "clues": 9, **CADICAL}),
    },
    "circuit": {
        "4 x 4": ({"rows": 4}, {"rows": 4, "points": 14}, {"rows": 4, "points": 12}),
        "5 x 5": ({"rows": 5}, {"rows": 5, "points": 20}, {"rows": 5, "points": 16}),
    },
    "hashi": {
        "7 x 7": ({"islands": 14, "side": 7, **CADICAL},),
        "9 x 9": ({"islands": 24, "side": 9, **CADICAL},),
    },
    "zebra": {
        "4 houses": ({"houses": 4, "attributes": 4}, {"houses": 4, "attributes": 4, "extra": 4}),
        "5 houses": ({"extra": 8}, {}, {"extra": 4}),
    },
    "slitherlink": {
        "5 x 5": ({"rows": 5}, {"rows": 5, "easy": True}),
        "7 x 7": ({"rows": 7, "easy": True}, {"rows": 7, "easy": True, "share": 0.6}, {"rows": 7}),
    },
    "numberlink": {"5 x 5": ({"rows": 5},), "7 x 7": ({"rows": 7},)},
}


class Graded(NamedTuple):
    """A graded puzzle: its seed, and its text in one line."""

    size: str
    level: str
    rating: float
    seed: int
    line: str

    @property
    def text(self) -> str:
        """Return the puzzle's text, as `parse` takes it."""
        return self.line.replace("/", "\n")


def made(puzzle_type: str, size: str, seed: int) -> Any:
    """Return the puzzle of a seed."""
    options = SIZES[puzzle_type][size]
    return import_module(f"puzzlekit.{puzzle_type}").generate(seed=seed, **options[seed % len(options)])


def rated(puzzle_type: str, size: str, seed: int) -> Graded:
    """Make and rate the puzzle of a seed; its level is open."""
    puzzle = made(puzzle_type, size, seed)
    rating = round(import_module(f"puzzlekit.{puzzle_type}").difficulty(puzzle), 2)
    return Graded(size, "", rating, seed, str(puzzle).replace("\n", "/"))


def needs_rules_only(puzzle_type: str, puzzle: Any) -> bool:
    """Return whether named rules solve the puzzle without any supposition."""
    return all(step.kind == RULE for step in import_module(f"puzzlekit.{puzzle_type}").explanation(puzzle).steps)


def graded(puzzle_type: str, size: str, count: int, jobs: int = -1) -> Iterator[Graded]:
    """Yield `count` puzzles of each level, made by so many processes. Raises PuzzleError if the seeds give fewer."""
    seeds = range(1, 3 * round(SPARE * count) + 1)
    found = Parallel(n_jobs=jobs)(delayed(rated)(puzzle_type, size, seed) for seed in seeds)
    own: Mapping[str, dict[str, Graded]] = {level: {} for level in LEVELS}
    parse = import_module(f"puzzlekit.{puzzle_type}").parse
    for rank, one in enumerate(sorted(found, key=lambda one: one.rating)):
        level = LEVELS[3 * rank // len(found)]
        if len(own[level]) < count and (level != "easy" or needs_rules_only(puzzle_type, parse(one.text))):
            own[level].setdefault(one.line, one._replace(level=level))
    for level, puzzles in own.items():
        if len(puzzles) < count:
            raise PuzzleError(f"{puzzle_type}, {size}: found {len(puzzles)} {level} puzzles, expected {count}")
        yield from puzzles.values()


def read(puzzle_type: str, folder: Path = FOLDER) -> list[Graded]:
    """Read a file of graded puzzles."""
    with open(folder / f"{puzzle_type}.csv", newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    return [Graded(one["size"], one["level"], float(one["rating"]), int(one["seed"]), one["line"]) for one in lines]


def write(puzzle_type: str, puzzles: Iterable[Graded], folder: Path = FOLDER) -> None:
    """Write a file of graded puzzles."""
    folder.mkdir(parents=True, exist_ok=True)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(Graded._fields)
    table.writerows(puzzles)
    replace(folder / f"{puzzle_type}.csv", text.getvalue().encode())


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("types", nargs="*", default=[*SIZES], metavar="TYPE")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    for name in given.types:
        if given.check:
            kept = read(name)
            again = Parallel(n_jobs=-1)(delayed(rated)(name, one.size, one.seed) for one in kept)
            pairs = zip(kept, again, strict=True)
            if differ := [one for one, two in pairs if one != two._replace(level=one.level)]:
                raise PuzzleError(f"{name}: found {len(differ)} other puzzles or ratings, first {differ[0]}")
        else:
            write(name, (one for size in SIZES[name] for one in graded(name, size, given.count)))
        print(f"{name}: {len(read(name))} puzzles", flush=True)


if __name__ == "__main__":
    main()
