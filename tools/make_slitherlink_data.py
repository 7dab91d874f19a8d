"""Make the puzzles of data/slitherlink/.

python tools/make_slitherlink_data.py                 everything in data/slitherlink/
python tools/make_slitherlink_data.py tiny            only one part: tiny or sizes
python tools/make_slitherlink_data.py check           count the solutions of every file again, and compare the answers

Every puzzle comes from a seed or from a picture below. CaDiCaL counts its solutions before the file is written.
"""

from collections.abc import Iterator

from puzzle_files import counted_by, run

from puzzlekit import slitherlink
from puzzlekit.core.errors import counted

Named = Iterator[tuple[str, slitherlink.Puzzle]]

TYPED = {
    "tiny_four": "4..\n...",
    "tiny_zero": "0..",
    "tiny_two_loops": "..0..",
    "tiny_pair": "33",
    "tiny_threes": "33.\n...",
    "tiny_subtours": "...3.\n01...\n1...3",
    "tiny_square": "3..\n323\n...",
    "tiny_several": ".2.\n...",
    "tiny_clash": "30\n0.",
    "tiny_no_solution": ".0.\n.2.",
}
SEVERAL = {"tiny_two_loops": 2, "tiny_threes": 2, "tiny_several": 16, "tiny_clash": 0, "tiny_no_solution": 0}
SIZES = {"five": 5, "seven": 7, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30}
SHARES = {"fifteen": 0.48, "twenty": 0.46}  # without redundant clues these boards would take very long
TOO_HARD = {"thirty"}  # a hard board takes too long even with half of all clues


def tiny() -> Named:
    """Yield puzzles that every formulation and a brute-force count can solve."""
    yield from ((name, slitherlink.parse(picture)) for name, picture in TYPED.items())


def sizes() -> Named:
    """Yield puzzles from beginner to newspaper size."""
    for name, side in SIZES.items():
        yield f"{name}_easy", slitherlink.generate(side, seed=1, easy=True)
        if name not in TOO_HARD:
            yield f"{name}_hard", slitherlink.generate(side, seed=1, share=SHARES.get(name, 0.0))


PARTS = {"tiny": tiny, "sizes": sizes}


def told(puzzle: slitherlink.Puzzle) -> str:
    """Describe a puzzle in a few words."""
    return f"{puzzle.rows} x {puzzle.columns} cells, {counted(len(puzzle.clues), 'clue')}"


if __name__ == "__main__":
    run(__doc__, slitherlink, PARTS, counted_by(slitherlink.ENGINES["cadical"], SEVERAL), told)
