"""Chapters read otherwise than once from top to bottom: cells run again, sections left out, times added up."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import minutes
import pytest
import reading

from puzzlekit.core import errors

ROOT = Path(__file__).resolve().parents[1]

CHAPTERS = sorted((ROOT / "notebooks").glob("*.ipynb"))
ELSEWHERE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "cp1252"}
SPAWNED = "import multiprocessing\nmultiprocessing.set_start_method('spawn', force=True)\n"
in_forks = pytest.mark.skipif(not hasattr(reading.os, "fork"), reason="each cell is run in a fork of the whole chapter")
USUAL = ("01_introduction", "02_preliminaries")  # quick ones; the slow run reads all


def each(*usual: str) -> Any:
    """All chapters, of which the usual run takes some."""
    marks = {path: () if path.stem in usual else pytest.mark.slow for path in CHAPTERS}
    return pytest.mark.parametrize("path", [pytest.param(path, id=path.stem, marks=marks[path]) for path in CHAPTERS])


@each(*USUAL)
@pytest.mark.full
def test_every_cell_runs_once_more(path: Path) -> None:
    assert reading.twice(path) == []


@in_forks
@each("01_introduction")
@pytest.mark.full
def test_any_cell_alone_runs_once_more(path: Path) -> None:
    """A cell that shows what an unfinished model admits finds it finished by now: then it says what to do."""
    found = reading.twice(path, singly=True)
    assert [str(one) for one in found if not says_what_to_do(one.what.removeprefix("when run once more: "))] == []


@each("01_introduction")
@pytest.mark.full
def test_a_chapter_runs_where_little_is_as_here(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files and consoles are not in UTF-8, the folder's name has spaces and umlauts, and processes are spawned."""
    (tmp_path / "sitecustomize.py").write_text(SPAWNED, encoding="utf-8")
    for name, value in (ELSEWHERE | {"PYTHONPATH": str(tmp_path)}).items():
        monkeypatch.setenv(name, value)
    folder = tmp_path / "Kurs für Jürgen ß"
    folder.mkdir()
    assert reading.once(Path(shutil.copy(path, folder))) == []


@each(*USUAL)
@pytest.mark.full
def test_the_core_sections_run_alone(path: Path) -> None:
    assert reading.alone(path) == []


@each(*USUAL)
@pytest.mark.once
def test_each_lecture_runs_in_a_fresh_kernel(path: Path) -> None:
    assert reading.each_lecture(path) == []


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_minutes_of_a_chapter_add_up(path: Path) -> None:
    assert list(reading.wrong_times(path)) == []


@pytest.mark.parametrize("path", CHAPTERS[1:], ids=lambda path: path.stem)  # the introduction has no sections' minutes
def test_the_stated_minutes_are_those_of_the_formula(path: Path) -> None:
    """Within a step of rounding; `tools/minutes.py write` puts them right."""
    found = minutes.parts(json.loads(path.read_text(encoding="utf-8"))["cells"])
    far = [part for part in found if abs(part.stated[1] - part.rounded) > minutes.STEP]
    assert [f"{part.number} takes {part.rounded} minutes, not {part.stated[1]}" for part in far] == []


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_no_lecture_is_longer_than_an_hour(path: Path) -> None:
    assert [one for one in reading.lectures(path) if one.minutes > minutes.HOUR] == []


def test_the_lecturers_book_has_the_minutes_of_every_section() -> None:
    """A core section is written `3.1 5`, an optional one `(3.3 5)`."""
    book = (ROOT / "notebooks" / "README.md").read_text(encoding="utf-8")
    for path in CHAPTERS[1:]:  # the introduction has no minutes by section
        told = [
            f"{section.number} {section.minutes}" if section.core else f"({section.number} {section.minutes})"
            for section in reading.sections(path)
            if section.minutes
        ]
        assert f"| {int(path.stem[:2])} | {' · '.join(told)} |" in book, path.stem


def test_the_lectures_for_a_class_are_those_of_the_chapters() -> None:
    """Each line of sections that TEACHING.md proposes stands in a chapter's opening, which other tests run."""
    text = (ROOT / "TEACHING.md").read_text(encoding="utf-8").partition("## One lecture")[2].partition("For slides")[0]
    told = [tuple(map(reading._numbers, found)) for found in re.findall(reading.PLAN, text)]
    known = [(one.sections, one.after) for path in CHAPTERS for one in reading.lectures(path)]
    assert len(told) > 12
    assert [one for one in told if one not in known] == []


def leans_on(path: Path) -> list[str]:
    """The core sections that speak of an optional section before them, as if a reader knew it."""
    optional, found, own = set[str](), [], None
    known = {section.number: section for section in reading.sections(path)}
    for one in reading.cells(path):
        if one.tags is None and (heading := reading.HEADING.search(one.source)):
            optional |= {own.number} if own and not own.core else set()
            own = known[heading[1]]
        if one.tags is None and own and own.core and own.minutes:
            named = re.findall(r"\b[Ss]ections? (\d+\.\d+)", one.source)
            found += [f"{own.number} on {number}, in {one.id}" for number in named if number in optional]
    return found


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_no_core_section_leans_on_an_optional_one(path: Path) -> None:
    assert leans_on(path) == []


# Invitations: where a text says "change this", other values give a board or a sentence

INVITED = [  # a chapter, a cell, and what is written in it instead
    ("01", "first-03", "n, model = 6", "n, model = 5"),
    ("03", "why-17", "Cell(0, 1)", "Cell(0, 3)"),
    ("03", "why-23", '"..9..573."', '"..1..573."'),
    ("04", "c006", "report_figure_4_1", "easy_6"),
    ("05", "c5-006", "board_5x5", "tiny_4x4"),
    ("06", "c005", "islands_25", "table_a4_05"),
    ("07", "s07-004b", "puzzle = life", 'puzzle = zebra.load("tiny_four")'),
    ("09", "s9-005b", "2.1..1", "2.1..2"),
    ("10", "s10-004b", '"six"', '"five"'),
    ("11", "c004b", "3..3", "44.."),
    ("12", "c12-068", '"##. .#. ...", ', '"##. ### .##", '),
]
SHORTEST = 4  # words of a sentence
RAW = re.compile(r"set\(\)|\w+\(.*=|NoneType|has no attribute|object is not")


def is_sentence(what: str) -> bool:
    """Whether an error says in words what is amiss."""
    kind, _, told = what.partition(": ")
    meant = kind == "AssertionError" or issubclass(getattr(errors, kind, int), errors.PuzzleError)
    return meant and len(told.split()) >= SHORTEST and not RAW.search(told)


def says_what_to_do(what: str) -> bool:
    """Whether an error is a sentence with a remedy, as each PuzzleError is."""
    return is_sentence(what) and ("run the notebook again from" in what or not what.startswith("AssertionError"))


@pytest.mark.parametrize(
    ("chapter", "cell", "old", "new"),
    [pytest.param(*one, id="-".join(one[:2]), marks=() if one[0] == "01" else pytest.mark.slow) for one in INVITED],
)
@pytest.mark.full
def test_other_values_give_no_raw_error(chapter: str, cell: str, old: str, new: str) -> None:
    path = reading.chapter(chapter)
    sources = {one.id: one.source for one in reading.cells(path) if one.tags is not None}
    assert old in sources[cell]
    found = reading.read(path, list(sources), changed={cell: sources[cell].replace(old, new)})
    assert [str(one) for one in found[:1] if not is_sentence(one.what)] == []  # a reader stops at the first


@pytest.mark.parametrize(
    ("what", "meant"),
    [
        ("AssertionError: this cell needs no rounding: try another", True),
        ("PuzzleError: found 3 rows, expected 4 of them", True),
        ("AssertionError: set()", False),
        ("AssertionError: ", False),
        ("AttributeError: 'NoneType' object has no attribute 'told'", False),
        ("KeyError: 'no such key in the dict of them'", False),
    ],
)
def test_a_raw_error_is_no_sentence(what: str, meant: bool) -> None:
    assert is_sentence(what) == meant


def test_a_sentence_without_a_remedy_is_seen() -> None:
    assert not says_what_to_do("AssertionError: the path is more than two stumps already")
    assert not says_what_to_do("says ['Not yet: x'] when run once more, and ['Right.'] at first")
    assert says_what_to_do("AssertionError: a family is missing: run the notebook again from the variables on")


def test_a_changed_cell_is_run(tmp_path: Path) -> None:
    path = written(tmp_path, "a = [1]", "a[0]")
    assert reading.read(path, ["c-0", "c-1"], changed={"c-0": "a = []"})[0].what.startswith("IndexError")


# Sabotage


def written(folder: Path, *cells: str) -> Path:
    """A notebook of texts, which begin with # or *, and of code."""
    made = [
        {"id": f"c-{i}", "source": cell, "metadata": {}, "cell_type": "markdown" if cell[0] in "#*" else "code"}
        for i, cell in enumerate(cells)
    ]
    path = folder / "chapter.ipynb"
    path.write_text(json.dumps({"cells": made}), encoding="utf-8")
    return path


def opening(time: str, lectures: str) -> str:
    return f"**Builds on** nothing. **Time:** {time}. *Core* sections carry the argument: {lectures}."


SECTIONS = (
    "## 1.1 One\n\n*Core, 20 minutes.* And so on.", "a = 1",
    "## 1.2 Two\n\n*Optional, 25 minutes.*", "b = a",
    "## 1.3 Three\n\n*Core, 30 minutes.*", "c = a",
)  # fmt: skip


@in_forks
@pytest.mark.full
def test_a_cell_that_fails_the_second_time_is_found(tmp_path: Path) -> None:
    path = written(tmp_path, "left = [1]", "taken = left", "taken.pop()")
    assert reading.twice(path) == []
    ((cell, what),) = reading.twice(path, singly=True)
    assert (cell, what) == ("c-2", "when run once more: IndexError: pop from empty list")


@in_forks
@pytest.mark.full
def test_another_verdict_is_found(tmp_path: Path) -> None:
    path = written(tmp_path, "x = 1", "print('Right.' if x == 1 else 'Not yet: x')", "x = 2")
    ((cell, what),) = reading.twice(path, singly=True)
    assert (cell, what) == ("c-1", "says ['Not yet: x'] when run once more, and ['Right.'] at first")
    assert reading.twice(path) == []


def test_a_cell_that_fails_the_first_time_is_found(tmp_path: Path) -> None:
    assert [cell for cell, _ in reading.twice(written(tmp_path, "a = 1", "a / 0", "b"))] == ["c-1", "c-2"]


@pytest.mark.full
def test_what_a_lecture_does_not_define_is_found(tmp_path: Path) -> None:
    path = written(tmp_path, "n = 1", *SECTIONS)
    assert reading.alone(path) == reading.alone(path, ["1.1", "1.3"]) == []
    ((cell, what),) = reading.alone(path, ["1.2"])
    assert (cell, what) == ("c-4", "NameError: name 'a' is not defined")


@pytest.mark.full
def test_a_lecture_runs_with_its_own_sections_and_those_it_comes_after(tmp_path: Path) -> None:
    first, after = "sections 1.1 and 1.2 make a lecture of 45 minutes", "1.3 (after 1.1) another one of 30"
    path = written(tmp_path, opening("an hour and a quarter", f"{first}, {after}"), *SECTIONS)
    assert reading.each_lecture(path) == []
    path = written(tmp_path, opening("an hour and a quarter", f"{first}, 1.3 another one of 30"), *SECTIONS)
    assert [failure.cell for failure in reading.each_lecture(path)] == ["c-6"]


def test_a_core_section_that_leans_on_an_optional_one_is_seen(tmp_path: Path) -> None:
    more = "*As* section 1.2 says, and section 1.1.", "## 1.4 Four\n\n*Optional, 5 minutes.*", "*See* section 1.2."
    assert leans_on(written(tmp_path, *SECTIONS, *more)) == ["1.3 on 1.2, in c-6"]


def test_neither_the_core_nor_a_lecture_has_the_optional_part_of_a_core_section(tmp_path: Path) -> None:
    part = "### More\n\n*Optional, 10 minutes.*", "b = c", "### And so on", "d = a"
    path = written(tmp_path, opening("an hour", "sections 1.1 and 1.3 make a lecture of 50 minutes"), *SECTIONS, *part)
    assert [one.number for one in reading.sections(path) if one.kept != one.cells] == ["1.3"]
    assert [(one.minutes, one.needed) for one in reading.sections(path)][-2:] == [(25, 25), (40, 30)]
    assert [*reading.wrong_times(path)] == ["all sections together take 85 minutes, not 60"]


# Minutes


def cell(kind: str, source: str, *tags: str, shows: bool = False) -> dict[str, Any]:
    return {"cell_type": kind, "source": source, "metadata": {"tags": tags}, "outputs": ["a board"] * shows}


def test_minutes_count_words_lines_and_outputs() -> None:
    two_minutes = "## 1.1 One\n\n*Core, 5 minutes.* " + "word " * (2 * minutes.WORDS - 6)
    typed, shown = "x = 1\n\n" * minutes.TYPED, "x = 1\n" * minutes.SHOWN
    code = cell("code", typed, "blank"), cell("code", shown, shows=True), cell("code", shown, "skip-in-slides")
    more = cell("markdown", "### Two\n\n*Optional, 15 minutes.*"), cell("code", "x", "setup")
    one, two = minutes.parts([cell("markdown", "An opening"), cell("markdown", two_minutes), *code, *more])
    assert (one.minutes, one.rounded, one.stated) == (2 + 1 + 1 + 1, 5, ("Core", 5))
    assert (two.number, two.rounded, two.stated) == ("1.1", minutes.STEP, ("Optional", 15))


def test_the_minutes_are_written_wherever_they_are_stated(tmp_path: Path) -> None:
    """On a copy; written once more, nothing changes."""
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks", ignore=shutil.ignore_patterns("solutions", ".*"))
    shutil.copy(ROOT / "TEACHING.md", tmp_path)
    minutes.write(tmp_path)
    files = sorted(file for file in tmp_path.rglob("*.*") if file.is_file())
    once = [file.read_bytes() for file in files]
    minutes.write(tmp_path)
    assert [file.read_bytes() for file in files] == once
    chapters = [file for file in files if file.suffix == ".ipynb"][1:]
    assert [wrong for path in chapters for wrong in reading.wrong_times(path)] == []
    for path in chapters:
        found = minutes.parts(json.loads(path.read_text(encoding="utf-8"))["cells"])
        assert {part.stated[1] - part.rounded for part in found} == {0}, path.stem
        total = sum(part.rounded for part in found)
        assert f" | {total // 60}:{total % 60:02} |" in (tmp_path / "TEACHING.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("time", "lectures", "wrong"),
    [
        ("an hour and a quarter", "sections 1.1 and 1.3 make a lecture of 50 minutes", []),
        ("70 minutes", "1.1 and 1.2 make a lecture of 45 minutes, 1.3 another one of 30", []),
        ("two hours", "sections 1.1 and 1.3 make a lecture of 50 minutes", ["all sections together take 75 minutes"]),
        ("an hour and a quarter", "sections 1.1 to 1.3 make a lecture of 50 minutes", ["1.1, 1.2, 1.3 take 75"]),
        ("an hour and a quarter", "1.1 and 1.4 make a lecture of 50 minutes", ["there is no section 1.4"]),
        ("an hour and a quarter", "1.1 and half of 1.3 make a lecture of 50 minutes", ["half of a section"]),
    ],
)
def test_minutes_that_do_not_add_up_are_found(time: str, lectures: str, wrong: list[str], tmp_path: Path) -> None:
    found = [*reading.wrong_times(written(tmp_path, opening(time, lectures), *SECTIONS))]
    assert len(found) == len(wrong)
    assert all(one.startswith(told) for one, told in zip(found, wrong, strict=True))
