"""What a text refers to exists: a chapter, a section, an equation, an exercise, a heading of another notebook."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

import equations
import nbformat
import pytest

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
CHAPTERS = sorted(NOTEBOOKS.glob("*.ipynb"))
GLOSSARY = NOTEBOOKS / "glossary.md"
EQUATIONS = NOTEBOOKS / "equations.md"
BOOKS = [NOTEBOOKS / "README.md", GLOSSARY, EQUATIONS, *map(NOTEBOOKS.parent.joinpath, ("TEACHING.md", "MARKING.md"))]
TEXTS = [*CHAPTERS, *sorted((NOTEBOOKS / "solutions").glob("*.ipynb")), *BOOKS]

DISPLAY = re.compile(r"\$\$.+?\$\$", re.DOTALL)
LABEL = re.compile(r"\((\d+\.\d+)((?:[a-z]\b|\\text\{\W*[a-z]\W*\}|\\text\{-\}|[, -])*)")
REFERENCE = re.compile(r"\((\d+\.\d+)((?:[a-z]\b|[, -])*)\)")
ELSEWHERE = r"(?! (?:of|in) (?:the|its|that|their) (?:report|paper|text|book|thesis|post))"  # a text of others
SECTION, NUMBER = r"\d+\.\d+\b(?![a-z)])", r"\d{1,2}\b(?!\.\d)"


def named(kind: str, number: str) -> re.Pattern[str]:
    """How a text speaks of one or of several: "sections 3.1, 3.2 and 3.4 to 3.6"."""
    more = rf"(?:(?:, and |, | and | or | to )(?:{kind}s? )?{number})*"
    return re.compile(rf"\b[{kind[0].upper()}{kind[0]}]{kind[1:]}s? ({number}{more})(?!\.?\d){ELSEWHERE}")


NAMED = {
    "section": named("section", SECTION),
    "chapter": named("chapter", NUMBER),
    "exercise": named("exercise", NUMBER),
}
LINK = re.compile(r"\]\(([\w/.]*\.(?:ipynb|md))(?:#([^)]*))?\)")


@dataclass
class Known:
    """What can be referred to."""

    chapters: set[str] = field(default_factory=set)
    sections: set[str] = field(default_factory=set)
    equations: set[str] = field(default_factory=set)
    headings: dict[str, set[str]] = field(default_factory=dict)


def text_of(path: Path) -> str:
    """The Markdown of a notebook, or of a page."""
    if path.suffix == ".md":
        return path.read_text(encoding="utf-8")
    return "\n\n".join(cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "markdown")


def letters(told: str) -> list[str]:
    """Those of "c, e", "m-p" and "c\\text{-}e", as LaTeX has them; without any, the empty one."""
    plain = re.sub(r"\\text|[{}: ]", "", told)
    found: list[str] = []
    for first, last in re.findall(r"([a-z])(?:-([a-z]))?", plain):
        found += [chr(code) for code in range(ord(first), ord(last or first) + 1)]
    return found or [""]


def labelled(text: str) -> Iterator[str]:
    """The equations that a text states: in a display, in a table, or right behind a formula."""
    tables = "\n".join(line for line in text.splitlines() if line.startswith("|"))
    behind = "\n".join(re.findall(r"\$ (\(\d+\.\d+[a-z]?\))", text))
    for number, told in LABEL.findall("\n".join([*DISPLAY.findall(text), tables, behind])):
        yield from (number + letter for letter in letters(told))


def known(chapters: Mapping[str, str]) -> Known:
    """What these texts offer, by the names of their files."""
    found = Known()
    for name, text in chapters.items():
        found.chapters.add(str(int(name[:2])))
        found.sections |= set(re.findall(r"^## (\d+\.\d+) ", text, re.MULTILINE))
        found.equations |= {*labelled(text)}
        found.headings[name] = {head.strip().replace(" ", "-") for head in re.findall(r"^#+ (.*)", text, re.MULTILINE)}
    return found


def dangling(text: str, own: str | None, exists: Known) -> list[str]:
    """What this text refers to, and nobody has; `own` is the chapter with its exercises, if it is about one."""
    prose = DISPLAY.sub("", text)
    offered = {"section": exists.sections, "chapter": exists.chapters}
    missing = list[str]()
    if own is not None:
        offered["exercise"] = set(re.findall(r"(?:\*\*|#+ )Exercise (\d+)", own))
        missing += [f"({one})" for one in _equations(prose) if one not in exists.equations]
    for kind in offered:
        for told in NAMED[kind].findall(prose):
            missing += [f"{kind} {one}" for one in re.findall(r"\d+(?:\.\d+)?", told) if one not in offered[kind]]
    for name, heading in LINK.findall(prose):
        if heading and unquote(heading) not in exists.headings.get(name, ()):
            missing.append(f"{name}#{heading}")
    return missing


def _equations(prose: str) -> Iterator[str]:
    for number, told in REFERENCE.findall(prose):
        yield from (number + letter for letter in letters(told))


@pytest.fixture(scope="module")
def exists() -> Known:
    found = known({path.name: text_of(path) for path in CHAPTERS})
    models = {re.sub("[a-z]$", "", one) for one in found.equations}
    found.equations |= models  # (3.1) is the whole of (3.1a) to (3.1g)
    return found


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(NOTEBOOKS.parent)))
def test_what_a_text_refers_to_exists(path: Path, exists: Known) -> None:
    own = text_of(NOTEBOOKS / path.name) if path.suffix == ".ipynb" else None
    assert dangling(text_of(path), own, exists) == []


ONE = {"01_one.ipynb": "## 1.1 Sums\n\n$$x = 1 \\qquad (1.1b\\text{-}d: \\texttt{one})$$\n\n**Exercise 2 (read).**"}


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("Section 1.1, chapter 1 and (1.1c); see exercise 2 and [sums](01_one.ipynb#1.1-Sums).", []),
        ("Sections 1.1 and 1.2, chapters 1 to 3.", ["section 1.2", "chapter 3"]),
        ("By (1.1a), and (1.1e).", ["(1.1a)", "(1.1e)"]),
        ("Section 4.2 of the report, chapter 9 of its text.", []),
        ("Exercises 1 and 2; [there](01_one.ipynb#1.2-More).", ["exercise 1", "01_one.ipynb#1.2-More"]),
    ],
)
def test_what_does_not_exist_is_seen(text: str, missing: list[str]) -> None:
    assert dangling(text, ONE["01_one.ipynb"], known(ONE)) == missing


# One voice


@pytest.mark.parametrize("path", CHAPTERS[1:], ids=lambda path: path.stem)
def test_a_chapter_begins_with_a_link_to_the_notation(path: Path) -> None:
    assert "[Notation](01_introduction.ipynb#1.6-Notation)" in text_of(path).partition("\n## ")[0]


def test_the_glossary_names_the_section_that_explains_a_word() -> None:
    parts = re.split(r"^## (?=\d+\.\d+ )", "\n".join(map(text_of, CHAPTERS)), flags=re.MULTILINE)
    sections = {part.split()[0]: part.lower() for part in parts}
    _, _, *lines = (line for line in text_of(GLOSSARY).splitlines() if "|" in line)
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    assert [row[0] for row in rows] == sorted((row[0] for row in rows), key=str.lower)
    told = [(word, where) for words, _, where in rows for word in words.split(", ")]
    assert [(word, where) for word, where in told if word.lower() not in sections[where]] == []
    assert len(rows) > 20


# The table of equations

COUNTED = re.compile(r"(\(|Table |Figure |Algorithm )((?:\w+\.)?)(\d+)([a-z]?)\)?")


def gaps(text: str) -> list[str]:
    """The numbers that are twice in a table, and those that lack one before: (2.1a), Figure 4.3, Algorithm 2."""
    told = [found for found in re.findall(r"^\| ([^|]+) \|", text, re.MULTILINE) if COUNTED.fullmatch(found)]
    parts = [COUNTED.fullmatch(found).groups() for found in told]  # type: ignore[union-attr]
    have = {(kind + chapter, int(number), letter) for kind, chapter, number, letter in parts}
    have |= {(kind, number, "") for kind, number, _ in have}  # (3.1) is there where (3.1a) is
    before = {(kind, number - 1, "") for kind, number, _ in have if number > 1}
    before |= {(kind, number, chr(ord(letter) - 1)) for kind, number, letter in have if letter > "a"}
    twice = {found for found in told if told.count(found) > 1}
    return sorted(twice) + sorted(f"{kind}{number}{letter}" for kind, number, letter in before - have)


def test_the_table_of_equations_is_as_the_chapters_are() -> None:
    """After a change of the chapters `tools/equations.py` renews it; where a named cell is gone, name another one."""
    page = text_of(EQUATIONS)
    assert equations.renewed(page) == page


def test_the_table_of_equations_leaves_no_number_out(exists: Known) -> None:
    page = text_of(EQUATIONS)
    assert [gap for part in page.split("\n## ") for gap in gaps(part)] == []
    report = page.partition("\n## The report")[2].partition("\n## ")[0]
    stated = {one for one in exists.equations if one[-1].isalpha() or re.fullmatch(r"6\.([2-9]|1\d)", one)}
    assert {one for one in stated if f"\n| ({one}) |" not in report} == set()
    rows = [line for line in page.splitlines() if line.startswith("| ") and "---" not in line]
    assert [row for row in rows if not re.search(r"\| (?:none: |`[\w-]+` \(`|cell \|)", row)] == []


@pytest.mark.parametrize(
    ("numbers", "missing"),
    [
        (("(3.1a)", "(3.1b)", "(3.2)", "Figure 3.1", "Table A.1", "Table A.2", "Algorithm 1"), []),
        (("(3.1a)", "(3.1c)"), ["(3.1b"]),
        (("(6.1b)", "(6.2)", "(6.4)"), ["(6.1a", "(6.3"]),
        (("Table 4.2", "(9)", "Figure 1", "Figure 1"), ["Figure 1", "(8", "Table 4.1"]),
    ],
)
def test_a_number_that_is_left_out_is_seen(numbers: Sequence[str], missing: list[str]) -> None:
    assert gaps("\n".join(f"| {one} | it says | | none: |" for one in numbers)) == missing
