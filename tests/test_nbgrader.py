"""nbgrader, in an environment of its own, marks a class that was made up: every score is as it should be."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import pytest
from handed_in import NOTEBOOKS, ROOT, answered, exercises
from nbformat import NotebookNode
from patience import limit

UV = os.environ.get("UV") or shutil.which("uv") or ""
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not UV, reason="needs uv")]

SECONDS = int(limit(20))  # for a cell, while the course folder has 60
SCORES = """
import json
from nbgrader.api import Gradebook
with Gradebook("sqlite:///gradebook.db") as book:
    submissions = [own for assignment in book.assignments for own in assignment.submissions]
    grades = {own.student.id: [one for book in own.notebooks for one in book.grades] for own in submissions}
    print(json.dumps({name: {one.name: one.auto_score for one in own} for name, own in grades.items()}))
"""
LOUD = """
import sys, warnings

def both_imply(a, b, c):
    print("tried", file=sys.stderr)
    warnings.warn("careful")
    return a + b - c <= 1

both_imply
"""
CALLED = """
class Own:
    def __call__(self, a, b, c):
        return c >= a + b - 1

both_imply = Own()
"""
STUBBORN = "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass"
CHAPTERS = {int(path.name[:2]): path.stem for path in sorted(NOTEBOOKS.glob("*.ipynb"))}
ALL = frozenset(range(1, 7))  # the exercises of chapter 2
Points = dict[str, dict[str, float | None]]
Edit = Callable[[NotebookNode], object]


@dataclass(frozen=True)
class HandedIn:
    """What a student wrote instead of the published answers, did to the notebook, and must get a point for."""

    own: Mapping[int, str] = field(default_factory=dict)
    right: frozenset[int] | None = ALL  # None: there is no score
    edit: Edit = lambda book: None
    chapter: int = 2


def inside(body: str) -> str:
    """An answer to exercise 1 that does this when it is called."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return f"def both_imply(a, b, c):\n{lines}"


def cell_of(book: NotebookNode, name: str) -> NotebookNode:
    return next(cell for cell in book.cells if name in cell.source and cell.cell_type == "code")


def in_one_cell(book: NotebookNode) -> None:
    """All answers in one cell; those that were handed out to be filled in are gone."""
    first, *others = [cell for cell in book.cells if cell.cell_type == "code" and "nbgrader" not in cell.metadata]
    first.source = "\n\n".join(cell.source for cell in (first, *others))
    book.cells = [cell for cell in book.cells if cell not in others]


def unlocked(book: NotebookNode) -> None:
    """A check that judges nothing, other points, another text."""
    check = cell_of(book, "check_both_imply")
    check.source = "pass"
    check.metadata.nbgrader.points = 100
    check.metadata.nbgrader.locked = False


def without_a_check(book: NotebookNode) -> None:
    book.cells.remove(cell_of(book, "check_both_imply"))


def with_a_second_check(book: NotebookNode) -> None:
    book.cells.append(nbformat.from_dict({**cell_of(book, "check_both_imply"), "id": "again"}))


def some(count: int) -> HandedIn:
    """The first exercises alone were attempted."""
    return HandedIn(dict.fromkeys(range(count + 1, 7), ""), frozenset(range(1, count + 1)))


def wrong(number: int) -> HandedIn:
    answer = next(iter(exercises(2)[number - 1].answers)).source
    name = re.search(r"(\w+) =|def (\w+)", answer)
    assert name
    return HandedIn({number: f"{name[1] or name[2]} = ()"}, ALL - {number})


MISSING = (
    inside("from puzzlekit.core.errors import MissingEngine\nraise MissingEngine('ortools')"),
    "raise ModuleNotFoundError(\"No module named 'puzzlekit'\")",
)
MARKED = {
    **{f"right{number}": HandedIn(right=frozenset(range(20)), chapter=number) for number in CHAPTERS},
    "lambda": HandedIn({1: "both_imply = lambda a, b, c: a + b <= 1 + c"}),
    "object": HandedIn({1: CALLED}),
    "numpy": HandedIn({3: "import numpy as np\nmy_multipliers = np.array([5, 1]) / 4"}),
    "floats": HandedIn({2: "by_pencil = [16.5, 49 / 3, 14.0, 16.0]", 3: "my_multipliers = [1.25, 0.25]"}),
    "cut": HandedIn({4: "def my_cut(x, y):\n    return 24 >= 6 * x + 5 * y"}),
    "loud": HandedIn({1: LOUD}),
    "one_cell": HandedIn(edit=in_one_cell),
    **{f"first{count}": some(count) for count in range(6)},
    **{f"wrong{number}": wrong(number) for number in ALL},
    "error": HandedIn({1: inside("1 / 0")}, ALL - {1}),
    "error_above": HandedIn({1: "1 / 0"}, ALL - {1}),
    "syntax": HandedIn({1: "def both_imply(a, b, c)"}, ALL - {1}),
    "exit": HandedIn({1: inside("raise SystemExit")}, ALL - {1}),
    "interrupt": HandedIn({1: inside("raise KeyboardInterrupt")}, ALL - {1}),
    "endless": HandedIn({1: inside("while True:\n    pass")}, ALL - {1}),
    "endless_above": HandedIn({1: "while True:\n    pass"}, ALL - {1}),
    "unlocked": HandedIn({1: ""}, ALL - {1}, unlocked),
    "without_check": HandedIn(right=ALL - {1}, edit=without_a_check),
    "second_check": HandedIn({1: ""}, ALL - {1}, with_a_second_check),
    "stubborn": HandedIn({3: STUBBORN}, None),
    "ends": HandedIn({6: "import os\nos._exit(0)"}, None),
    "no_notebook": HandedIn(right=None),
}


@dataclass(frozen=True)
class Course:
    """A course folder, and the environment that marks it."""

    folder: Path
    bin: Path

    def call(self, *words: object) -> subprocess.CompletedProcess:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("VIRTUAL_ENV", "JUPYTER"))}
        command, env = [self.bin / words[0], *map(str, words[1:])], kept | {"PATH": f"{self.bin}:{kept['PATH']}"}
        return subprocess.run(command, cwd=self.folder, env=env, capture_output=True, text=True, check=False)

    def nbgrader(self, *words: object) -> str:
        """What a command writes, of which it succeeds."""
        done = self.call("nbgrader", *words)
        assert done.returncode == 0, done.stderr
        return done.stderr

    def hand_in(self, student: str, handed_in: HandedIn) -> None:
        name = CHAPTERS[handed_in.chapter]
        book = nbformat.read(self.folder / "release" / name / f"{name}.ipynb", as_version=4)
        book = answered(book, handed_in.chapter, handed_in.own)
        handed_in.edit(book)
        archive = self.folder / "downloaded" / name / "archive"
        archive.mkdir(parents=True, exist_ok=True)
        written = "{" if student == "no_notebook" else nbformat.writes(book)
        (archive / f"{student}_{name}.ipynb").write_text(written, encoding="utf-8")

    def autograde(self, number: int) -> subprocess.CompletedProcess:
        self.nbgrader("zip_collect", CHAPTERS[number], "--force")
        return self.call("nbgrader", "autograde", CHAPTERS[number], f"--Execute.timeout={SECONDS}")

    def points(self) -> Points:
        """Student -> check -> points."""
        done = self.call("python", "-c", SCORES)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The course folder as it is exported, with all assignments released."""
    made = tmp_path_factory.mktemp("course")
    tool = [sys.executable, ROOT / "tools" / "notebooks.py", "export", "assignment", made / "course"]
    subprocess.run(tool, cwd=ROOT, check=True)
    subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, made / "venv"], check=True)
    python = made / "venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    subprocess.run([UV, "pip", "install", "--quiet", "--python", python, f"{ROOT}[engines]", "nbgrader"], check=True)
    own = Course(made / "course", python.parent)
    own.nbgrader("generate_assignment", "--assignment=*")
    return own


@pytest.fixture(scope="module")
def marked(course: Course) -> tuple[Points, set[str]]:
    """All points, and the students whom nbgrader says it could not mark."""
    for student, handed_in in MARKED.items():
        course.hand_in(student, handed_in)
    said = [course.autograde(number) for number in CHAPTERS]
    failed = {one for done in said for one in re.findall(r"assignment '\w+' for student '(\w+)'", done.stderr)}
    assert [bool(done.returncode) for done in said] == [number == 2 for number in CHAPTERS], said
    return course.points(), failed


@pytest.mark.parametrize("student", MARKED)
def test_every_score_is_as_it_should_be(student: str, marked: tuple[Points, set[str]]) -> None:
    (points, failed), wanted = marked, MARKED[student]
    own = {one.number: points[student][one.check.id] for one in exercises(wanted.chapter)}
    if wanted.right is None:
        assert own == dict.fromkeys(own)
    else:
        assert {number: point or 0.0 for number, point in own.items()} == {
            one: float(one in wanted.right) for one in own
        }
    assert (student in failed) == (wanted.right is None)


@pytest.mark.parametrize("lacking", MISSING, ids=["an engine", "the course"])
def test_what_is_missing_stops_the_run_and_gives_no_score(
    lacking: str, course: Course, marked: tuple[Points, set[str]]
) -> None:
    course.hand_in("yara", HandedIn({1: lacking}))
    course.hand_in("zoe", HandedIn())
    assert course.autograde(2).returncode
    points = course.points()
    assert {*points["yara"].values()} == {None}
    assert "zoe" not in points
    assert {student: points[student] for student in marked[0]} == marked[0]
