"""Links in and out: what is written is read again, what other programs write is read, and the rest is refused."""

import json
import random
import shutil
import subprocess
import tracemalloc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import random_links
from random_links import ANY

from puzzlekit import battleship, hashi, numberlink, slitherlink, sudoku
from puzzlekit.core.errors import ParseError, PuzzleError
from puzzlekit.core.grid import DATA, Cell, Point
from puzzlekit.formats import addresses, compression
from puzzlekit.formats.compression import DEEPEST, MOST, MOST_PACKED, inflate, lz_unpack

HERE = Path(__file__).parent
MODULES = HERE.parent / "node_modules"
FEW, MANY = 200, 10_000
MADE = json.loads((HERE / "data" / "links.json").read_text(encoding="utf-8"))
TYPES = {module.__name__.rpartition(".")[2]: module for module in ANY}
PZPR = {sudoku: "sudoku", slitherlink: "slither", numberlink: "numlin", hashi: "hashikake"}


def each_of(rooms: Iterable[Any]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("room", [pytest.param(room, id=room.__name__.rpartition(".")[2]) for room in rooms])


each_type, each_of_pzpr = each_of(ANY), each_of(PZPR)
often = pytest.mark.parametrize("times", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])


def made(room: Any, times: int, seed: int = 1) -> Iterator[tuple[Any, Any, random.Random]]:
    rng = random.Random(seed)
    for _ in range(times):
        yield *ANY[room](rng), rng


class TestWhatIsWritten:
    @each_type
    @often
    @pytest.mark.once
    def test_an_address_is_read_again(self, room: Any, times: int) -> None:
        for puzzle, _, _ in made(room, times):
            address = room.link(puzzle)
            assert room.parse(address) == puzzle, address

    @each_type
    @often
    @pytest.mark.once
    def test_a_file_is_read_again_with_its_entries(self, room: Any, times: int) -> None:
        for puzzle, entries, rng in made(room, times):
            text = room.link(puzzle, "pzprv3", solution=entries)
            text = rng.choice((text, text.replace("\n", "/"), f"https://puzz.link/p?{text.replace(chr(10), '/')}"))
            assert room.parse(text) == puzzle, text
            held = room.parse_solution(puzzle, text)
            if room is battleship:  # it says whether there is a part, and what is given
                assert all(held.filled[cell] in (kind, "*") for cell, kind in entries.filled.items())
                assert held.filled.keys() == entries.filled.keys()
            else:
                assert held == entries, text

    @each_of([sudoku, slitherlink, hashi])
    @often
    def test_an_id_is_read_again(self, room: Any, times: int) -> None:
        for puzzle, _, _ in made(room, times):
            text = room.link(puzzle, "tatham")
            assert room.parse(text) == puzzle
            assert room.parse_solution(puzzle, text) == room.parse_solution(puzzle, room.link(puzzle))

    @pytest.mark.parametrize("site", ["puzz.link", "pzprv3", "tatham"])
    def test_what_other_programs_wrote_is_written_the_same(self, site: str) -> None:
        """But for the host: names, colours and crosses that no reader of ours looks at stand there as well."""
        for name, _, text in MADE[site]:
            puzzle = TYPES[name].parse(text)
            entries = TYPES[name].parse_solution(puzzle, text) if site == "pzprv3" else None
            assert TYPES[name].link(puzzle, site, solution=entries).rpartition("?")[2] == text.rpartition("?")[2]

    def test_an_id_has_boxes_of_any_size(self) -> None:
        puzzle = sudoku.Puzzle(((0,) * 10,) * 9 + ((10,) * 10,), 5, 2)
        assert sudoku.parse(sudoku.link(puzzle, "tatham")) == puzzle

    def test_a_numberlink_that_covers_all_has_another_name(self) -> None:
        puzzle = numberlink.Puzzle.of(2, 2, {Cell(0, 0): "A", Cell(0, 1): "A"}, cover=True, touch=True)
        assert numberlink.link(puzzle) == "https://puzz.link/p?arukone/2/2/11h"
        assert {numberlink.parse(numberlink.link(puzzle, site)) for site in ("puzz.link", "pzprv3")} == {puzzle}
        assert numberlink.parse("https://puzz.link/p?arukone/e/2/2/11h").cover is False
        for told, cover in (("passallcell", True), ("dontpassallcell", False)):
            assert numberlink.parse(f"pzprv3/arukone/1/2/{told}/A A /0 /").cover is cover

    @pytest.mark.parametrize(("letter", "longest"), [("c", 3), ("d", 4), ("e", 5)])
    def test_usual_fleets_have_a_letter(self, letter: str, longest: int) -> None:
        """Of each length as many ships as it lacks of the longest, and one more."""
        fleet = tuple((length, longest + 1 - length) for length in range(longest, 0, -1))
        puzzle = battleship.Puzzle(("." * 9,) * 9, (None,) * 9, (None,) * 9, fleet)
        assert battleship.link(puzzle).endswith(f"//{letter}")
        *_, crossed_out, _ = lines = battleship.link(puzzle, "pzprv3").split("\n")
        assert (lines[4], crossed_out.split()) == (letter, ["0"] * sum(number for _, number in fleet))

    @pytest.mark.parametrize(
        ("room", "puzzle", "site", "words"),
        [
            (sudoku, sudoku.Puzzle(((0,) * 6,) * 6, 3, 2), "puzz.link", "boxes of 3x2"),
            (sudoku, sudoku.Puzzle(((0,) * 8,) * 8, 2, 4), "pzprv3", "boxes of 2x4"),
            (numberlink, numberlink.Puzzle.of(1, 2, {}), "puzz.link", "'touch: no'"),
            (numberlink, numberlink.parse("touch: yes\n11"), "pzprv3", "the letter '1', expected A to Z"),
            (numberlink, numberlink.Puzzle.of(1, 2, {}, touch=True), "tatham", "no site is named 'tatham'"),
            (battleship, battleship.parse(f"fleet: 1x36 1x2\n{'.' * 39} ?\n{'? ' * 39}"), "puzz.link", "36 cells"),
        ],
    )
    def test_what_another_site_does_not_have_is_refused(self, room: Any, puzzle: Any, site: str, words: str) -> None:
        with pytest.raises(PuzzleError, match=words):
            room.link(puzzle, site)

    @each_type
    def test_entries_go_into_a_file_alone_and_must_be_of_the_puzzle(self, room: Any) -> None:
        (puzzle, entries, _), (other, others, _) = (next(made(room, 1, seed)) for seed in (1, 2))
        assert puzzle != other
        with pytest.raises(PuzzleError, match="expected the site 'pzprv3'"):
            room.link(puzzle, solution=entries)
        with pytest.raises(PuzzleError):
            room.link(puzzle, "pzprv3", solution=others)
        with pytest.raises(PuzzleError, match="found the file of another puzzle"):
            room.parse_solution(puzzle, room.link(other))


class TestWhatOthersWrite:
    @pytest.mark.parametrize("site", MADE)
    def test_ten_of_each_form_that_the_sites_own_programs_made(self, site: str) -> None:
        assert len(MADE[site]) >= 10
        for name, picture, text in MADE[site]:
            assert str(TYPES[name].parse(text)) == picture, text

    @pytest.mark.full
    def test_f_puzzles_and_sudokupad(self) -> None:
        for puzzle, entries, rng in made(sudoku, FEW):
            address = random_links.f_puzzles(puzzle, entries.filled, rng)
            assert sudoku.parse(address) == puzzle
            assert sudoku.parse_solution(puzzle, address) == entries

    @each_of([sudoku, slitherlink, numberlink])
    def test_penpa(self, room: Any) -> None:
        for puzzle, _, rng in made(room, FEW):
            assert room.parse(random_links.penpa_of(puzzle, rng)) == puzzle

    def test_boxes_of_penpa_may_be_tall(self) -> None:
        puzzle = sudoku.Puzzle(((0,) * 6,) * 5 + ((1,) + (0,) * 5,), 3, 2)
        assert sudoku.parse(random_links.penpa_of(puzzle, random.Random(1))) == puzzle

    def test_a_region_that_is_told_of_one_cell_is_its_box(self) -> None:
        for region in range(4):
            grid: list[list[dict]] = [[{} for _ in range(4)] for _ in range(4)]
            grid[region // 2 * 2][region % 2 * 2] = {"region": region}
            address = f"https://f-puzzles.com/?load={random_links.lz_pack(json.dumps({'size': 4, 'grid': grid}))}"
            assert sudoku.parse(address) == sudoku.Puzzle(((0,) * 4,) * 4, 2, 2)

    @pytest.mark.parametrize("size", [4, 9])
    @pytest.mark.parametrize("empty", ["0", "."])
    def test_one_line(self, size: int, empty: str) -> None:
        digits = "".join(str(1 + k % size) if k % 3 else empty for k in range(size * size))
        assert "".join(str(sudoku.parse(digits)).split()) == digits.replace("0", ".")

    def test_one_line_of_letters(self) -> None:
        line = "123456789ABCDEFG" + "0" * 240
        assert str(sudoku.parse(line)).split()[0] == line[:16]

    def test_penpa_before_it_had_tags(self) -> None:
        *lines, tags = penpa_text(2, 3).split("\n")
        assert "slitherlink" in tags
        text = "\n".join(lines)
        assert slitherlink.parse(f"{PENPA}{random_links.deflated(text)}") == slitherlink.Puzzle.of(2, 3, {})

    def test_large_numbers_get_letters_that_are_free(self) -> None:
        puzzle = numberlink.parse("pzprv3/numlin/1/6/99 1 99 100 1 100 /")
        assert str(puzzle).split("\n")[-1] == "212313"

    def test_old_names_and_forms_of_addresses(self) -> None:
        texts = (
            "https://puzz.link/p?hashi/3/1/1g1",
            "http://pzv.jp/p.html?hashikake/3/1/1g1",
            "https://puzz.link/p?bridges/3/1/1g1/",
            "https://puzz.link/p?hashi_edit/3/1/1g1",
            "https://puzz.link/p?type=editor&hashi/3/1/1g1",
            "  puzz.link/p?hashi/3/1/1g1  ",
            "https://puzz.link/p?pzprv3/hashikake/1/3/1 . 1 /0 0 /",
            "https://puzz.link/p?pzprv3%2Fhashikake%2F1%2F3%2F1%20.%201%20/",
        )
        puzzle = hashi.Puzzle.of(1, 3, {Point(0, 0): 1, Point(0, 2): 1})
        assert [hashi.parse(text) for text in texts] == [puzzle] * len(texts)
        assert slitherlink.parse("puzz.link/p?slitherlink/2/1/.d") == slitherlink.Puzzle.of(1, 2, {Cell(0, 1): 3})

    @pytest.mark.parametrize(("stretches", "count"), [("2 2 2", 2), ("2 1 2", 1), ("1 1 0", 0)])
    def test_a_bridge_is_what_all_of_its_stretches_have(self, stretches: str, count: int) -> None:
        puzzle = hashi.Puzzle.of(1, 4, {Point(0, 0): 1, Point(0, 3): 1})
        found = hashi.parse_solution(puzzle, f"pzprv3/hashikake/1/4/1 . . 1 /{stretches} /")
        assert dict(found.bridges) == ({puzzle.bridges[0]: count} if count else {})

    def test_what_a_file_has_behind_the_board_is_left_out(self) -> None:
        clues = "pzprv3/sudoku/4/1 . . . /. . . . /. . . . /. . . . /"
        text = f"{clues}. 2[1,,,] + . /. . c . /. . . . /. . . 4 /".replace("/", "\n")
        more = 'info:{"metadata":{"author":"a/b"}}\nhistory:{}\n'
        puzzle = sudoku.parse(clues)
        assert sudoku.parse(text) == sudoku.parse(text + more) == puzzle
        assert sudoku.parse_solution(puzzle, text).filled == {Cell(0, 0): 1, Cell(0, 1): 2, Cell(3, 3): 4}


PENPA = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="


def penpa_text(rows: int, columns: int) -> str:
    """What Penpa-edit writes of an empty slitherlink."""
    address = random_links.penpa("square", rows, columns, {}, ["slitherlink"])
    return inflate(address.removeprefix(PENPA))


REFUSED = [  # which type, the text, and words of the refusal
    (sudoku, "https://puzz.link/p?sudoku/9/9/g1", "found a code for 2 places, expected 81 places; was it cut short"),
    (sudoku, "https://puzz.link/p?sudoku/4/4/z", "found a code for 20 places, expected 16 places"),
    (sudoku, "https://puzz.link/p?sudoku/4/4/vv", "found 'v' after 16 places"),
    (sudoku, "https://puzz.link/p?sudoku/4/4/!v", "found '!v' in the code"),
    (sudoku, "https://puzz.link/p?sudoku/4/4/.u", "cell \\(1,1\\): found '\\?', expected a number"),
    (sudoku, "https://puzz.link/p?sudoku/4/4/0u", "cell \\(1,1\\): found 0, expected a number, 1 or more"),
    (sudoku, "https://puzz.link/p?sudoku/4/4/5u", "found 5, expected 1 to 4"),
    (sudoku, "https://puzz.link/p?sudoku/5/5/zk", "found 5 x 5 cells, expected 4 x 4"),
    (sudoku, "https://puzz.link/p?sudoku/9/8/zzzr", "found 8 x 9 cells"),
    (sudoku, "https://puzz.link/p?sudoku/8/9/zzzr", "found 9 x 8 cells"),
    (sudoku, "https://puzz.link/p?sudoku/4/v", "expected columns/rows/code"),
    (sudoku, "https://puzz.link/p?v:diagonal/sudoku/4/4/v", "found the variant 'v:diagonal'"),
    (sudoku, "https://puzz.link/p?sudoku/9999/9999/", "expected 1 to 100"),
    (sudoku, "https://puzz.link/p?kakuro/4/4/v", "found 'kakuro' in the format of puzz.link, expected sudoku"),
    (sudoku, f"https://puzz.link/p?{'1' * 5000}/4/4/v", r"found '1{12}\.\.\.1{13}' in the format of puzz.link"),
    (hashi, "https://f-puzzles.com/?load=AAAA", "^line 1: found 'a puzzle' in the format of f-puzzles, expected hashi"),
    (sudoku, "https://sudokupad.app/abc123", "sudokupad.app that contains no puzzle"),
    (sudoku, "https://sudokupad.app/fpuzzlesyhkyz63b", "that contains no puzzle"),
    (sudoku, "https://www.f-puzzles.com/?id=yhkyz63b", "that contains no puzzle"),
    (sudoku, "https://sudokupad.app/sclN4IgzglgXgpiBcBOANCA5gJwgEwQ", "in the private format 'scl'"),
    (sudoku, "https://tinyurl.com/29ky3dfn", "tinyurl.com that contains no puzzle"),
    (sudoku, "https://f-puzzles.com/?load=AAAA", "LZ-string"),
    (sudoku, "https://penpa-edit/x", "contains no puzzle"),
    (sudoku, "https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA", "deflate"),
    (slitherlink, "https://puzz.link/p?slither/f/2/2/j", "variant 'f', a loop through every point"),
    (slitherlink, "pzprv3.1/slither/1/1/f/. /0 /", "variant 'f', a loop through every point"),
    (slitherlink, "https://puzz.link/p?tslither/2/2/j", "found 'tslither'"),
    (slitherlink, "https://puzz.link/p?slither/2/2/k", "found a code for 5 places"),
    (slitherlink, "pzprv3/slither/1/2/7 . /", "expected 0 to 4"),
    (slitherlink, "pzprv3/slither/1/2/3 /", "found a line of 1 word, expected 1 lines of 2"),
    (slitherlink, "pzprv3/slither/1/2/x . /", "found 'x' in row 1, column 1"),
    (slitherlink, "pzprv3/slither/1/1/3 /7 0 /0 /0 /", "found 7 lines"),
    (slitherlink, "pzprv3/slither/one/1/", "found 'one', expected the number of rows or columns"),
    (numberlink, "https://puzz.link/p?numlin/3/1/111", "expected each letter in two cells"),
    (numberlink, "https://puzz.link/p?numlin/2/1/..", "found a number '\\?'"),
    (numberlink, "https://puzz.link/p?numlin/e/2/1/11", "variant 'e', where cells may stay empty"),
    (numberlink, "pzprv3/arukone/1/2/A A /0 /", "found 'A A', expected passallcell or dontpassallcell"),
    (numberlink, "pzprv3/arukone/1/2/passallcell/A - /0 /", "found a number '\\?'"),
    (numberlink, "pzprv3/arukone/1/2/passallcell/A 1 /0 /", "found '1', expected one of A B"),
    (hashi, "https://puzz.link/p?hashi/3/1/.g.", "\\(1,1\\): found an island '\\?'"),
    (hashi, "https://puzz.link/p?hashi/2/1/91", "expected 1 to 8"),
    (hashi, "https://puzz.link/p?hashi/2/1/h", "expected"),
    (battleship, "https://puzz.link/p?battleship/2/1/i7g/1/11g", "found the ship part 7"),
    (battleship, "https://puzz.link/p?battleship/2/1/ih/1/22u", "found the ship '22u'"),
    (battleship, "https://puzz.link/p?battleship/2/1/ih/2/11g", "found the fleet '2' and 1 ship, expected c, d, e"),
    (battleship, "https://puzz.link/p?battleship/2/1/ih", "found the fleet '' and 0 ships"),
    (battleship, "https://puzz.link/p?battleship/2/1/ihh//c", "after 1 x 2 cells"),
]


class TestWhatIsRefused:
    @pytest.mark.parametrize(("room", "text", "words"), REFUSED)
    def test_with_its_reason(self, room: Any, text: str, words: str) -> None:
        with pytest.raises(ParseError, match=words):
            room.parse(text)

    @pytest.mark.parametrize(
        ("rule", "words"),
        [
            ({"antiknight": True}, "'antiknight'"),
            ({"killercage": [{"cells": ["R1C1"], "value": "3"}]}, "'killercage'"),
            ({"size": 5}, "found 16 cells but the size 5"),
            ({"size": True}, "expected size x size cells"),
            ({"size": "4"}, "expected size x size cells"),
            ({"size": 0, "grid": []}, "expected size x size cells"),
            ({"grid": [[{"value": 5, "given": True}] * 4] * 4}, "found the digit 5, expected 1 to 4"),
            ({"grid": [[{"c": "#FF0000"}] * 4] * 4}, "the constraint 'c'"),
            ({"grid": [[{"region": 0}] * 4] * 4}, "a jigsaw"),
            ({"grid": 7}, "expected the JSON of f-puzzles"),
        ],
    )
    def test_what_f_puzzles_asks_for_besides(self, rule: Mapping[str, Any], words: str) -> None:
        puzzle = {"size": 4, "grid": [[{} for _ in range(4)] for _ in range(4)]} | rule
        with pytest.raises(ParseError, match=words):
            sudoku.parse(f"https://f-puzzles.com/?load={random_links.lz_pack(json.dumps(puzzle))}")

    @pytest.mark.parametrize("lines", [[((1, 1), (1, 2))], [((0, 0), (1, 1))], [((0, 1), (1, 1)), ((2, 0), (2, 1))]])
    def test_boxes_of_penpa_that_are_no_boxes(self, lines: list[Any]) -> None:
        with pytest.raises(ParseError, match="line"):
            sudoku.parse(random_links.penpa("sudoku", 4, 4, {}, [], lines))

    def test_a_sudoku_of_penpa_is_square(self) -> None:
        with pytest.raises(ParseError, match="found 4 x 6 cells, expected as many rows as columns"):
            sudoku.parse(random_links.penpa("sudoku", 4, 6, {}, []))

    @pytest.mark.parametrize(
        ("kind", "signs", "tags", "words"),
        [
            ("tri", {}, [], "the grid type 'tri'"),
            ("square", {}, ["classic", "killer"], "found 'classic'"),
            ("square", {Cell(0, 0): "3_1"}, [], "found the sign '3_1'"),
            ("square", {Cell(-1, 0): "3"}, [], "found the sign '3'"),
            ("square", {Cell(0, 0): "X"}, [], "cell \\(1,1\\): found 'X', expected a number, 0 or more"),
        ],
    )
    def test_what_penpa_draws_besides(self, kind: str, signs: Any, tags: list[str], words: str) -> None:
        with pytest.raises(ParseError, match=words):
            slitherlink.parse(random_links.penpa(kind, 2, 2, signs, tags))

    @pytest.mark.parametrize(
        ("text", "words"),
        [("abc", "found 'abc' in the address, expected a Penpa-edit puzzle"), (penpa_text(0, 0), "expected 1 to")],
    )
    def test_what_is_no_board_of_penpa(self, text: str, words: str) -> None:
        with pytest.raises(ParseError, match=words):
            slitherlink.parse(f"{PENPA}{random_links.deflated(text)}")

    def test_an_address_of_tathams_pages_holds_an_id(self) -> None:
        page = "www.chiark.greenend.org.uk/~sgtatham/puzzles/js/bridges.html#"
        assert hashi.parse(f"https://{page}7x7m2:3d3h3b2b2g3d3h2e3") == hashi.parse("7x7m2:3d3h3b2b2g3d3h2e3")
        assert hashi.parse(f"mirror.example/{page.partition('/')[2]}2m2:2a2a") == hashi.parse("2m2:2a2a")
        with pytest.raises(ParseError, match="found 'Bridges' in the format of tatham, expected sudoku"):
            sudoku.parse(f"{page}3x3:a7c2")
        with pytest.raises(ParseError, match="found a random seed"):
            hashi.parse(f"{page}7x7m2#42")

    def test_a_saved_game_of_another_puzzle(self) -> None:
        saved = next(text for name, _, text in MADE["tatham saves"] if name == "hashi")
        with pytest.raises(ParseError, match="found 'Bridges' in the format of tatham, expected sudoku"):
            sudoku.parse(saved)
        with pytest.raises(ParseError, match="without CPARAMS or DESC"):
            hashi.parse("\n".join(line for line in saved.split("\n") if not line.startswith("DESC")))

    def test_what_would_be_large_is_not_unpacked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        bomb = random_links.deflated("x" * 50_000_000)
        tracemalloc.start()
        with pytest.raises(ParseError, match=f"more than {MOST} characters"):
            inflate(bomb)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 10_000_000
        with pytest.raises(ParseError, match=f"expected at most {MOST_PACKED}"):
            lz_unpack("A" * (MOST_PACKED + 1))
        bomb = random_links.lz_pack("a" * 50_000)
        assert len(lz_unpack(bomb)) == 50_000 > 50 * len(bomb)
        packed = random_links.deflated("a" * 50_000)
        monkeypatch.setattr(compression, "MOST", 50_000)
        assert lz_unpack(bomb) == inflate(packed) == "a" * 50_000
        monkeypatch.setattr(compression, "MOST", 49_999)
        for unpack, text in ((lz_unpack, bomb), (inflate, packed)):
            with pytest.raises(ParseError, match="more than 49999 characters"):
                unpack(text)

    def test_what_is_no_letter_of_base64(self) -> None:
        packed = random_links.deflated("square,9,9")
        with pytest.raises(ParseError, match="expected a deflate stream in base64"):
            inflate(f"{packed[:4]}!{packed[4:]}")

    def test_an_address_is_one_line(self) -> None:
        with pytest.raises(ParseError, match="found a second line") as caught:
            sudoku.parse("\n\nhttps://puzz.link/p?sudoku/4/4/v\nx")
        assert caught.value.line == 4

    def test_what_names_no_site_is_no_address(self) -> None:
        """It may be a picture."""
        assert addresses.find("12/34") is None
        assert addresses.find("unknown.org/p?slither/2/1/.d") is None
        for above in ("boxes: 2x3", "fleet:1x4", "cover: no", "houses: 5", "fl3et: 1x4", "o#o.o", "3#3"):
            assert addresses.find(f"{above}\n....") is None
        for text in ("2x3:f4", "7x7m2:3b4", "9j:a7c2", "7x7t0#12"):
            assert addresses.find(f"\n{text}") == addresses.Link("tatham", "", text, line=2)
        for begins in ("PUZZ.LINK", "www.puzz.link", "https://unknown.org"):
            assert addresses.find(f"{begins}/p?slither/2/1/.d") == addresses.Link("puzz.link", "slither", "2/1/.d")

    @pytest.mark.parametrize("text", ["[" * 100_000, '{"size":4,"grid":' + "[" * 100_000, "1" * 5000])
    def test_json_that_never_ends(self, text: str) -> None:
        with pytest.raises(ParseError, match="JSON"):
            sudoku.parse(f"https://f-puzzles.com/?load={random_links.lz_pack(text)}")

    @pytest.mark.parametrize("deep", [DEEPEST, DEEPEST + 1])
    def test_json_that_is_deep(self, deep: int) -> None:
        """Reading it would end Python in a page. Brackets in a string nest nothing."""
        inner = "[" * (deep - 2) + r'"[[{\"[["' + "]" * (deep - 2)
        rules = json.dumps({"size": 4, "grid": [[{}] * 4] * 4, "ruleset": {"inner": []}}).replace("[]", inner)
        penpa = inflate(random_links.penpa("square", 4, 4, {}, []).partition("p=")[2]).replace("z_:[]", f"z_:{inner}")
        for address in (
            f"https://f-puzzles.com/?load={random_links.lz_pack(rules)}",
            f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={random_links.deflated(penpa)}",
        ):
            if deep > DEEPEST:
                with pytest.raises(ParseError):
                    sudoku.parse(address)
            else:
                assert sudoku.parse(address) == sudoku.parse("." * 16)


@pytest.mark.parametrize("times", [400, pytest.param(20_000, marks=pytest.mark.slow)])
def test_mutated_addresses_are_puzzles_or_refused(times: int) -> None:
    rng = random.Random(5)
    originals = [text for texts in MADE.values() for _, _, text in texts]
    for _ in range(times):
        text = list(rng.choice(originals))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(text))
            end = at + rng.choice((0, 1, 1, 1, 5, 100))
            text[at:end] = rng.choice(([], [chr(rng.randint(32, 126))], text[at:end] * 2, list("9/.-+zg=%\n")))
            text = text or ["x"]
        for room in ANY:
            with suppress(PuzzleError):
                assert isinstance(room.parse("".join(text)), room.Puzzle)


@pytest.mark.parametrize("times", [100, pytest.param(5_000, marks=pytest.mark.slow)])
def test_what_is_mutated_inside_of_what_is_packed(times: int) -> None:
    rng = random.Random(6)
    originals = [text for name, _, text in MADE["penpa-edit"] if name == "sudoku"]
    inner = [inflate(text.partition("p=")[2]) for text in originals]
    rules = [lz_unpack(text.partition("load=")[2]) for _, _, text in MADE["f-puzzles"] if "load=" in text]
    for _ in range(times):
        text = list(rng.choice(inner + rules))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(text))
            text[at : at + rng.choice((0, 1, 3))] = rng.choice('0123456789-,"[]{}:ze') * rng.choice((1, 1, 9))
        whole = "".join(text)
        packed = random_links.lz_pack(whole) if whole.startswith("{") else random_links.deflated(whole)
        begins = "https://f-puzzles.com/?load=" if whole.startswith("{") else "https://x.io/penpa-edit/#m=edit&p="
        for room in (sudoku, slitherlink, numberlink):
            with suppress(PuzzleError):
                assert isinstance(room.parse(begins + packed), room.Puzzle)


# What npm's pzpr and lz-string say


@cache
def node() -> str:
    command = shutil.which("node")
    if not command or not (MODULES / "pzpr").is_dir() or not (MODULES / "lz-string").is_dir():
        pytest.skip("npm's pzpr and lz-string are not here: npm install --no-package-lock")
    return command


def ask(questions: Sequence[Mapping[str, Any]]) -> list[Any]:
    """What they answer; they are looked for in node_modules."""
    told = subprocess.run(
        [node(), str(HERE / "links_npm.js")], input=json.dumps(questions), capture_output=True, text=True, check=True,
        env={"NODE_PATH": str(MODULES)},
    )  # fmt: skip
    return json.loads(told.stdout)


def clues_of(room: Any, puzzle: Any) -> list[list[int]]:
    """[row, column, number], by row and column."""
    if room is hashi:
        return [[point.row, point.column, number] for point, number in puzzle.islands]
    if room is numberlink:
        order = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0"
        return [[cell.row, cell.column, 1 + order.index(letter)] for cell, letter in puzzle.clues]
    clues = puzzle.given.items() if room is sudoku else puzzle.clues
    return [[cell.row, cell.column, number] for cell, number in clues]


@each_of_pzpr
@pytest.mark.parametrize("times", [20, pytest.param(FEW, marks=pytest.mark.slow)])
def test_pzpr_reads_what_we_write_and_writes_what_we_read(room: Any, times: int) -> None:
    puzzles = [puzzle for puzzle, _, _ in made(room, times, 7)]
    size = [(len(p.rows), len(p.rows)) if room is sudoku else (p.rows, p.columns) for p in puzzles]
    boards = [
        {"name": PZPR[room], "rows": rows, "columns": columns, "clues": clues_of(room, puzzle)}
        for (rows, columns), puzzle in zip(size, puzzles, strict=True)
    ]
    for site in ("puzz.link", "pzprv3"):
        texts = [room.link(puzzle, site) for puzzle in puzzles]
        assert ask([{"do": "read", "text": text} for text in texts]) == boards
    for puzzle, written in zip(puzzles, ask([{"do": "write", **board} for board in boards]), strict=True):
        assert room.parse(written["address"]) == puzzle == room.parse(written["file"])
        assert written["address"].partition("?")[2] == room.link(puzzle).partition("?")[2]
        assert written["file"] == room.link(puzzle, "pzprv3")


@cache
def packable() -> list[str]:
    """Texts of all kinds of characters that LZ-string tells apart: of 8 and of 16 bits."""
    rng = random.Random(8)
    texts = ["".join(rng.choices('{}[]",:01ab\u00e9\u0100\u20ac\uffff', k=rng.randint(0, 3000))) for _ in range(FEW)]
    return ["", "a", "{}", *texts]


def test_what_is_packed_by_the_description_of_lz_string_is_unpacked() -> None:
    assert [lz_unpack(random_links.lz_pack(text)) for text in packable()[1:50]] == packable()[1:50]


def test_lz_string_packs_what_we_unpack() -> None:
    packed = ask([{"do": "pack", "text": text} for text in packable()])
    assert [lz_unpack(text) for text in packed] == packable()


SAME = {  # codes of pzpr for rules of ours: each of one group means each of the other
    sudoku: {
        "bkDupNum": "digit_once_per_box",
        "nmDupRow": "digit_once_per_row digit_once_per_column",
        "ceNoNum": "one_digit_per_cell",
    },
    slitherlink: {
        "brNoLine": "some_loop",
        "lnBranch lnCross": "no_branch",
        "nmLineNe": "demand",
        "lnDeadEnd": "no_dead_end",
    },
    numberlink: {
        "lnDeadEnd": "no_dead_end",
        "nmConnDiff": "clues",
        "nmNoLine lcOnNum lnBranch lnCross": "ends no_branch",
    },
    hashi: {"nmLineGt nmLineLt": "number_of_bridges", "lcDivided": "connected"},
}


def filled_boards(room: Any, times: int) -> Iterator[tuple[Any, Any]]:
    """Solutions of data files, and in every second one a mistake or two."""
    rng, known = random.Random(9), []
    for path in sorted((DATA / room.__name__.rpartition(".")[2]).glob("*.answer.txt")):
        puzzle = room.load(path.name.removesuffix(".answer.txt"))
        solution = room.parse_solution(puzzle, path.read_text(encoding="utf-8"))
        if room is numberlink:
            puzzle = numberlink.Puzzle(puzzle.rows, puzzle.columns, puzzle.clues, False, True)
            solution = numberlink.Solution(puzzle, solution.drawn)
        with suppress(PuzzleError):
            known += [(puzzle, solution)] if len(room.link(puzzle)) < 250 else []
    for number in range(times):
        puzzle, solution = rng.choice(known)
        for _ in range(rng.randint(1, 2) if number % 2 else 0):
            solution = with_mistake(room, puzzle, solution, rng)
        yield puzzle, solution


def with_mistake(room: Any, puzzle: Any, solution: Any, rng: random.Random) -> Any:
    if room is sudoku:
        cell = rng.choice(puzzle.cells)
        digit = puzzle.given.get(cell, rng.randint(0, puzzle.size))
        return sudoku.Solution.of(puzzle, dict(solution.filled) | {cell: digit})
    if room is hashi:
        return hashi.Solution.of(puzzle, dict(solution.drawn) | {rng.choice(puzzle.bridges): rng.randint(0, 2)})
    return room.Solution(puzzle, solution.drawn ^ {rng.choice(puzzle.edges)})


@each_of_pzpr
@pytest.mark.parametrize("times", [40, pytest.param(500, marks=pytest.mark.slow)])
def test_boards_are_judged_alike(room: Any, times: int) -> None:
    boards = list(filled_boards(room, times))
    told = ask([{"do": "judge", "text": room.link(puzzle, "pzprv3", solution=solution)} for puzzle, solution in boards])
    verdicts = set()
    for (puzzle, solution), codes in zip(boards, map(set, told), strict=True):
        broken = {violation.rule for violation in room.violations(puzzle, solution)}
        assert bool(codes) == bool(broken), (str(solution), codes, broken)
        if room is hashi and sum(len(part) > 1 for part in hashi.rules.components(puzzle, solution.drawn)) < 2:
            broken.discard("connected")  # an island without bridges lacks them there, and nothing more
        for theirs, ours in SAME[room].items():
            same = bool(codes.intersection(theirs.split())) == bool(broken.intersection(ours.split()))
            assert same, (str(solution), codes, broken)
        verdicts.add(bool(codes))
    assert verdicts == {False, True}
