"""Random puzzles of the types that have links, with random entries; and second encoders of what we only read."""

import base64
import json
import random
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from puzzlekit import battleship, hashi, numberlink, slitherlink, sudoku
from puzzlekit.battleship.link import FLEETS
from puzzlekit.core.grid import Cell, Point
from puzzlekit.sudoku.link import BOXES

LETTERS = numberlink.puzzle.LETTERS


def sides(rng: random.Random) -> tuple[int, int]:
    return rng.choice([(rng.randint(1, 12), rng.randint(1, 12)), (1, rng.randint(1, 100)), (rng.randint(1, 60), 3)])


def places(rng: random.Random, rows: int, columns: int) -> list[tuple[int, int]]:
    density = rng.choice((0, 0.05, 0.3, 0.7, 1))
    return [(i, j) for i in range(rows) for j in range(columns) if rng.random() < density]


def any_sudoku(rng: random.Random) -> tuple[Any, Any]:
    n = rng.choice((4, 4, 6, 6, 9, 9, 9, 16, 25))
    empty = sudoku.Puzzle(((0,) * n,) * n, *BOXES[n])
    clues = {Cell(*place): rng.randint(1, n) for place in places(rng, n, n)}
    puzzle = sudoku.Puzzle(sudoku.Solution.of(empty, clues).digits, *BOXES[n])
    filled = {Cell(*place): rng.randint(1, n) for place in places(rng, n, n)}
    return puzzle, sudoku.Solution.of(puzzle, filled | clues)


def any_slitherlink(rng: random.Random) -> tuple[Any, Any]:
    rows, columns = sides(rng)
    puzzle = slitherlink.Puzzle.of(
        rows, columns, {Cell(*place): rng.randint(0, 4) for place in places(rng, rows, columns)}
    )
    return puzzle, slitherlink.Solution.of(puzzle, [edge for edge in puzzle.edges if rng.random() < 0.4])


def any_numberlink(rng: random.Random) -> tuple[Any, Any]:
    rows, columns = sides(rng)
    cells = [Cell(i, j) for i in range(rows) for j in range(columns)]
    pairs = rng.randint(0, min(len(cells) // 2, len(LETTERS)))
    letter = dict(zip(rng.sample(cells, 2 * pairs), rng.sample(LETTERS, pairs) * 2, strict=True))
    puzzle = numberlink.Puzzle.of(rows, columns, letter, cover=False, touch=True)
    return puzzle, numberlink.Solution.of(puzzle, [edge for edge in puzzle.edges if rng.random() < 0.4])


def any_hashi(rng: random.Random) -> tuple[Any, Any]:
    rows, columns = sides(rng)
    islands = places(rng, rows, columns) or [(0, 0)]
    puzzle = hashi.Puzzle.of(rows, columns, {Point(*place): rng.randint(1, 8) for place in islands})
    free = {place: 0 for bridge in puzzle.bridges for place in hashi.puzzle.covered(bridge)}
    drawn = {}
    for bridge in puzzle.bridges:  # a file has lines, so no bridge may lie over another
        if rng.random() < 0.5 and not any(free[place] for place in hashi.puzzle.covered(bridge)):
            drawn[bridge] = rng.randint(1, 2)
            free.update(dict.fromkeys(hashi.puzzle.covered(bridge), 1))
    return puzzle, hashi.Solution.of(puzzle, drawn)


def any_battleship(rng: random.Random) -> tuple[Any, Any]:
    height, width = rng.choice([(rng.randint(1, 12), rng.randint(1, 12)), (1, rng.randint(1, 100))])
    usual = [fleet for fleet in FLEETS.values() if max(fleet) <= max(height, width)]
    lengths = rng.sample(range(1, max(height, width) + 1), rng.randint(1, min(3, max(height, width))))
    own = {min(length, 35): rng.randint(1, 9) for length in lengths}
    fleet = rng.choice([*usual, own, own])
    clues = {Cell(*place): rng.choice(battleship.puzzle.SYMBOLS[1:]) for place in places(rng, height, width)}
    counts = [tuple(rng.choice((None, rng.randint(0, 20))) for _ in range(side)) for side in (height, width)]
    bare = battleship.Puzzle(("." * width,) * height, *counts, tuple(sorted(fleet.items(), reverse=True)))
    puzzle = battleship.Puzzle(battleship.Solution.of(bare, clues).rows, *counts, bare.fleet)
    filled = {Cell(*place): rng.choice("~*") for place in places(rng, height, width)}
    return puzzle, battleship.Solution.of(puzzle, filled | clues)


ANY: Mapping[Any, Callable[[random.Random], tuple[Any, Any]]] = {
    sudoku: any_sudoku,
    slitherlink: any_slitherlink,
    numberlink: any_numberlink,
    hashi: any_hashi,
    battleship: any_battleship,
}


def f_puzzles(puzzle: Any, entries: Mapping[Cell, int], rng: random.Random) -> str:
    """An address of f-puzzles, or of SudokuPad, as both write it."""
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(puzzle.size)] for _ in range(puzzle.size)]
    for cell, digit in entries.items():
        grid[cell.row][cell.column] = {"value": digit, "centerPencilMarks": [1, 2]}
    for cell, digit in puzzle.given.items():
        grid[cell.row][cell.column] = {"value": digit, "given": True}
    if rng.random() < 0.5:
        for number, box in enumerate(puzzle.boxes):
            for cell in box:
                grid[cell.row][cell.column]["region"] = number
    rules = {"size": puzzle.size, "title": "d\u00e9j\u00e0 vu", "grid": grid, "antiknight": False, "negative": []}
    packed = lz_pack(json.dumps(rules, separators=(",", ":"), ensure_ascii=False))
    begins = ["https://www.f-puzzles.com/?load=", "https://sudokupad.app/fpuzzles", "f-puzzles.com/?load="]
    begins += ["https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles"]
    return rng.choice(begins) + rng.choice((packed, packed.replace("+", "%2B").replace("=", "%3D")))


def lz_pack(text: str) -> str:
    """LZ-string's form in base64, by its published description: a code for each longest phrase that is known."""
    bits: list[int] = []
    known: dict[str, int] = {}
    told: set[str] = set()
    free, phrase, width_of = 3, "", 3

    def put(number: int, width: int) -> None:
        bits.extend(number >> power & 1 for power in range(width))

    def say(phrase: str) -> None:
        nonlocal width_of
        width = max((width_of - 1).bit_length(), 2)
        if phrase in told:
            put(known[phrase], width)
        else:  # a new character: one more phrase for who reads it
            long = ord(phrase) > 255
            put(int(long), width)
            put(ord(phrase), 16 if long else 8)
            told.add(phrase)
            width_of += 1
        width_of += 1

    for sign in text:
        if sign not in known:
            known[sign] = free
            free += 1
        if phrase + sign in known:
            phrase += sign
            continue
        say(phrase)
        known[phrase + sign] = free
        told.add(phrase + sign)
        free, phrase = free + 1, sign
    if phrase:
        say(phrase)
    put(2, max((width_of - 1).bit_length(), 2))
    return _base64(bits)


def _base64(bits: list[int]) -> str:
    bits = bits + [0] * (-len(bits) % 6)
    values = [int("".join(map(str, bits[k : k + 6])), 2) for k in range(0, len(bits), 6)]
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    text = "".join(alphabet[value] for value in values)
    return text + "=" * (-len(text) % 4)


SHORT = {'"number"': "zN", '"lineE"': "zE", '"surface"': "zS", '"command_redo"': "zR", '"__a"': "z_", "null": "zO"}
DRAWN = ("surface", "numberS", "symbol", "line", "wall", "cage", "deletelineE")


def penpa(kind: str, rows: int, columns: int, signs: Mapping[Any, str], tags: list[str], lines: list[Any] = ()) -> str:  # type: ignore[assignment]
    """An address of Penpa-edit: `signs` by their cells, `lines` along the sides of cells as pairs of (row, column)."""
    wide, tall = columns + 4, rows + 4

    def corner(point: tuple[int, int]) -> int:
        return wide * tall + (point[0] + 1) * wide + point[1] + 1

    numbers = {str((cell.row + 2) * wide + cell.column + 2): [sign, 1, "1"] for cell, sign in signs.items()}
    question: dict[str, Any] = {name: {} for name in DRAWN} | {
        "number": numbers,
        "thermo": [],
        "command_redo": {"__a": []},
    }
    question["lineE"] = {f"{corner(a)},{corner(b)}": 2 for a, b in lines}
    centres = [(i + 2) * wide + j + 2 for i in range(rows) for j in range(columns)]
    steps = [centre - before for before, centre in zip([0, *centres], centres, strict=False)]
    text = [f"{kind},{columns},{rows},38,0,1,1,418,418,97,97,0,0,0,0,Title: z,Author: ,,,ON,false", "[0,0,0,0]"]
    text += ["{}", _json(question), "{}", _json(steps), "[]", "x", *["x"] * 9, _json(tags)]
    whole = "\n".join(text).replace("z", "zZ")
    for long, short in SHORT.items():
        whole = whole.replace(long, short)
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={deflated(whole)}"


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def penpa_of(puzzle: Any, rng: random.Random) -> str:
    """The address of a Sudoku, a Slitherlink or a Numberlink."""
    if isinstance(puzzle, sudoku.Puzzle):
        n, p, q = puzzle.size, puzzle.p, puzzle.q
        lines = [((i, j), (i, j + 1)) for i in range(0, n + 1, p) for j in range(n)]
        lines += [((i, j), (i + 1, j)) for i in range(n) for j in range(0, n + 1, q)]
        signs = {cell: str(digit) for cell, digit in puzzle.given.items()}
        return penpa(rng.choice(("sudoku", "square")), n, n, signs, rng.choice(([], ["classic"])), lines)
    if isinstance(puzzle, slitherlink.Puzzle):
        signs = {cell: str(number) for cell, number in puzzle.clues}
        return penpa("square", puzzle.rows, puzzle.columns, signs, rng.choice(([], ["slitherlink"])))
    numbers = "123456789" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "abcdefghijklmnopqrstuvwxyz" + "0"
    letters = [letter for letter in LETTERS if not letter.isdigit()]
    only_letters = all(letter in letters for letter in puzzle.pairs)
    signs = {c: letter if only_letters else str(numbers.index(letter) + 1) for c, letter in puzzle.clues}
    return penpa("square", puzzle.rows, puzzle.columns, signs, rng.choice(([], ["numberlink"])))


def deflated(text: str) -> str:
    """A text as Penpa-edit packs it."""
    stream = zlib.compressobj(wbits=-15)
    return base64.b64encode(stream.compress(text.encode()) + stream.flush()).decode()


def in_all_forms(room: Any, puzzle: Any, entries: Any, rng: random.Random) -> Iterator[tuple[str, str, bool]]:
    """A puzzle's links: the form, the text, and whether that holds the entries."""
    yield "puzz.link", room.link(puzzle), False
    yield "pzprv3", room.link(puzzle, "pzprv3", solution=entries), True
    if room not in (numberlink, battleship):
        yield "tatham", room.link(puzzle, "tatham"), False
    if room is sudoku:
        text = f_puzzles(puzzle, entries.filled, rng)
        yield "f-puzzles" if "f-puzzles.com" in text else "SudokuPad", text, True
    if room in (sudoku, slitherlink, numberlink):
        yield "penpa-edit", penpa_of(puzzle, rng), False
