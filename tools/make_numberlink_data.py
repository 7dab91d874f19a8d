"""Make the puzzles of data/numberlink/.

python tools/make_numberlink_data.py                 everything in data/numberlink/
python tools/make_numberlink_data.py tiny            only one part: tiny or sizes
python tools/make_numberlink_data.py check           count the solutions of every file again, and compare the answers

Every puzzle comes from a seed or from a picture below. CaDiCaL counts its solutions before the file is written.
"""

from collections.abc import Iterator

from puzzle_files import counted_by, run

from puzzlekit import numberlink
from puzzlekit.core.errors import counted

Named = Iterator[tuple[str, numberlink.Puzzle]]

BESIDE = "B...\n.AB.\n...A"
FREE = "..A\nA..\n.BB"
TYPED = {
    "tiny_line": "A..Aaa",
    "tiny_digits": "2213\n31..\n....",
    "tiny_loop": ".....\n..AB.\n.....\n..BA.\nC...C",
    "tiny_empty": "cover: no\n..ABA\n...B.\nCC...",
    "tiny_touch": "touch: yes\nC.B\nCBA\n...\n..A",
    "tiny_empty_touch": "cover: no\ntouch: yes\nCCAB\nBA..\n....",
    "tiny_beside": BESIDE,
    "tiny_beside_touch": f"touch: yes\n{BESIDE}",
    "tiny_several": "A....\n.B.C.\n.C.A.\n....B",
    "tiny_several_empty": f"cover: no\n{FREE}",
    "tiny_several_touch": f"cover: no\ntouch: yes\n{FREE}",
    "tiny_clash": "A.B\n...\nB.A",
    "tiny_no_solution": "A....B\nA....B",
}
SEVERAL = {"tiny_beside_touch": 2, "tiny_several": 2, "tiny_several_empty": 3, "tiny_several_touch": 5}
SEVERAL |= {"tiny_clash": 0, "tiny_no_solution": 0}
SIZES = {"five": 5, "six": 6, "eight": 8, "ten": 10, "twelve": 12, "fourteen": 14, "twenty": 20}
KINDS = {"empty": {"cover": False}, "touch": {"touch": True}, "empty_touch": {"cover": False, "touch": True}}


def tiny() -> Named:
    """Yield puzzles that a brute-force count and every formulation that takes them can solve."""
    yield from ((name, numberlink.parse(picture)) for name, picture in TYPED.items())


def sizes() -> Named:
    """Yield puzzles from beginner to newspaper size, and boards of the other kinds."""
    for name, side in SIZES.items():
        yield name, numberlink.generate(side, seed=2)
    for kind, rules in KINDS.items():
        yield f"eight_{kind}", numberlink.generate(8, seed=1, **rules)


PARTS = {"tiny": tiny, "sizes": sizes}


def told(puzzle: numberlink.Puzzle) -> str:
    """Describe a puzzle in a few words."""
    return f"{puzzle.rows} x {puzzle.columns} cells, {counted(len(puzzle.pairs), 'pair')}"


if __name__ == "__main__":
    run(__doc__, numberlink, PARTS, counted_by(numberlink.ENGINES["cadical"], SEVERAL), told)
