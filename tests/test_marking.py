"""A class's notebooks are marked without a false verdict, whatever they do."""

import builtins
import csv
import json
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import nbformat
import pytest
from handed_in import NOTEBOOKS, assignment, calls_of, chapter, right, untouched
from nbformat import NotebookNode
from patience import limit

from puzzlekit import cli
from puzzlekit.course import marking
from puzzlekit.course.marking import EMPTY, NOT_YET, OPEN, RIGHT, Mark
from puzzlekit.course.marking.handout import Handout, names, needed
from puzzlekit.course.marking.report import page, table, write_csv
from puzzlekit.course.marking.run import Judged, Limits
from puzzlekit.errors import PuzzleError

PATIENT = Limits(cell=limit(60), notebook=limit(240))
QUICK = Limits(cell=limit(5), notebook=limit(240))  # where something is endless
OFFLINE = Path(marking.__file__).with_name("offline.py")
GIVES_UP = (  # PR_CAPBSET_DROP, CAP_SYS_ADMIN
    "import ctypes, os, sys; ctypes.CDLL(None).prctl(24, 21, 0, 0, 0); "
    "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
)
UNSHARE = "import ctypes, sys; sys.exit(ctypes.CDLL(None).unshare(0x50000000))"
NAMES = {2: "02_preliminaries", 3: "03_sudoku"}
Marked = Callable[..., dict[int, Mark]]


@pytest.fixture
def marked(tmp_path: Path) -> Marked:
    def mark(chapter: int, book: NotebookNode, limits: Limits = PATIENT) -> dict[int, Mark]:
        path = tmp_path / f"{NAMES.get(chapter, f'{chapter:02}')}_of_anna.ipynb"
        nbformat.write(book, path)
        return {one.exercise: one for one in marking.mark(path, NOTEBOOKS, limits)}

    return mark


def answered(chapter: int, exercise: int, source: str) -> NotebookNode:
    """A chapter with this answer to one exercise, and right ones to the others."""
    return right(chapter, lambda published: source, only=exercise)


def alone(chapter: int, exercise: int, source: str) -> NotebookNode:
    """A chapter in which this exercise alone was attempted."""
    book = untouched(chapter)
    (check,) = (one.check.id for one in Handout(book).exercises if one.number == exercise)
    place = next(i for i, cell in enumerate(book.cells) if cell.id == check)
    book.cells.insert(place, nbformat.v4.new_code_cell(source))
    return book


def as_an_ordinary_user(*arguments: str, job: str = "") -> subprocess.CompletedProcess:
    """Run Python as whoever runs the tests, but without root's right to leave a network."""
    command = [sys.executable, "-c", GIVES_UP, *arguments]
    return subprocess.run(command, input=job, capture_output=True, text=True, check=False)


def notes(mark: Mark) -> list[str]:
    """But for one that is about the system on which the tests run."""
    return [note for note in mark.notes if "with a network" not in note]


def verdicts(marks: dict[int, Mark]) -> list[str]:
    return [one.verdict for one in marks.values()]


class TestHonest:
    def test_right_answers_are_right(self, marked: Marked) -> None:
        marks = marked(3, right(3))
        assert verdicts(marks) == [RIGHT] * 5
        assert "def size(n):" in marks[1].attempt
        assert not notes(marks[1])  # two people may well write that
        assert notes(marks[3]) == ["the published answer, word for word"]

    @pytest.mark.slow
    @pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
    def test_right_answers_to_every_chapter(self, path: Path, tmp_path: Path) -> None:
        book = tmp_path / path.name
        nbformat.write(right(int(path.name[:2])), book)
        assert {one.verdict for one in marking.mark(book, NOTEBOOKS, PATIENT)} == {RIGHT}

    @pytest.mark.full
    def test_empty_and_wrong_ones(self, marked: Marked) -> None:
        book = answered(2, 3, "my_multipliers = (1, 2, 3)")
        marks = marked(2, book)
        assert marks.pop(3).verdict == NOT_YET
        assert verdicts(marks) == [RIGHT] * 5
        assert verdicts(marked(2, untouched(2))) == [EMPTY] * 6

    @pytest.mark.full
    def test_other_cells_are_those_that_were_handed_out(self, marked: Marked) -> None:
        """Whoever changed a puzzle, stopped half-way, or lost the ids of cells is judged by what was asked."""
        book = untouched(3)
        for cell in book.cells:
            if cell.cell_type == "code" and "load(" in cell.source:
                cell.source = "raise SystemExit"
        book = right(3, book=book)
        book.cells.insert(0, nbformat.v4.new_code_cell("%matplotlib inline\n1 / 0"))
        for cell in book.cells:
            del cell["id"]
        book.nbformat_minor = 4
        assert verdicts(marked(3, book)) == [RIGHT] * 5

    @pytest.mark.full
    def test_an_answer_in_the_checks_cell(self, marked: Marked) -> None:
        book = untouched(3)
        for cell in book.cells:
            if "exercises.check_size" in cell.source:
                cell.source = f"def size(n):\n    return n**3, 4 * n**2\n\n\n{cell.source}"
        marks = marked(3, book)
        assert marks[1].verdict == RIGHT
        assert notes(marks[1]) == ["the check's cell was changed"]


class TestUnruly:
    @pytest.mark.parametrize(
        "answer",
        [
            "import time\nwhile True:\n    time.sleep(60)\nsize = 1",
            "import time\ndef size(n):\n    while True:\n        time.sleep(60)",
            "import os\nos._exit(0)\nsize = 1",
            "def size(n):\n    import os, signal\n    os.kill(os.getpid(), signal.SIGKILL)",
        ],
        ids=["endless", "endless_when_called", "ends", "killed"],
    )
    @pytest.mark.full
    def test_one_that_ends_its_process_or_never_ends(self, answer: str, marked: Marked) -> None:
        marks = marked(3, answered(3, 1, answer), QUICK)
        assert marks.pop(1).verdict == OPEN
        assert verdicts(marks) == [RIGHT] * 4

    @pytest.mark.full
    def test_one_that_raises_or_takes_all_memory(self, marked: Marked) -> None:
        assert marked(3, alone(3, 1, "def size(n):\n    raise SystemExit"))[1].verdict == NOT_YET
        assert "MemoryError" in marked(3, alone(3, 1, "def size(n):\n    return bytes(10**13)"))[1].remark

    @pytest.mark.full
    def test_the_notebooks_limit(self, marked: Marked) -> None:
        marks = marked(3, answered(3, 1, "while True:\n    pass\nsize = 1"), Limits(cell=1, notebook=1))
        assert {one.verdict for one in marks.values()} == {OPEN}

    @pytest.mark.full
    def test_there_is_no_network(self, marked: Marked) -> None:
        """For ordinary users either: a process that has given up root's right to it leaves it all the same."""
        if sys.platform != "linux" or as_an_ordinary_user("-c", UNSHARE).returncode:
            pytest.skip("this system takes no network away")
        job = json.dumps({"imports": "", "steps": [], "megabytes": 1000})
        assert json.loads(as_an_ordinary_user(str(OFFLINE), job=job).stdout)["offline"]
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.setblocking(False)
            port = server.getsockname()[1]
            call = f"import socket\nsocket.create_connection(('127.0.0.1', {port}))\ndef size(n):\n    return 1, 1"
            verdict = marked(3, alone(3, 1, call))[1]
            with pytest.raises(BlockingIOError):  # nobody has called
                server.accept()
        assert "size was not made" in verdict.remark

    @pytest.mark.parametrize("word", ["offline", "online"])
    @pytest.mark.once
    def test_the_judge_says_of_the_network_what_it_is_told(self, word: str) -> None:
        """By whatever has started it, which alone knows whether the network was left."""
        job = json.dumps({"imports": "", "steps": [], "megabytes": 4000})
        command = [sys.executable, "-m", "puzzlekit.course.marking.judge", word]
        ended = subprocess.run(command, input=job, capture_output=True, text=True, check=True)
        assert [json.loads(line) for line in ended.stdout.splitlines()] == [{"offline": word == "offline"}]

    def test_where_there_is_one_it_is_said(self, marked: Marked, monkeypatch: pytest.MonkeyPatch) -> None:
        judged = Judged(dict.fromkeys(range(1, 7), "not attempted yet"), offline=False)
        monkeypatch.setattr(marking, "run_checks", lambda *_: judged)
        assert all("with a network" in " ".join(mark.notes) for mark in marked(2, untouched(2)).values())


class TestCheats:
    @pytest.mark.parametrize(
        "cheat",
        [
            "exercises.check_size = lambda attempt: print('Right.')\nsize = 1",
            "class exercises:\n    check_size = print\nsize = 'Right.'",
            "from puzzlekit.course import exercise\nexercise.verdict = lambda *_: exercise.say('Right.')\nsize = 1",
            "exercises.check_size.__wrapped__.__code__ = (lambda size: iter(())).__code__\nsize = len",
            "from puzzlekit.course import exercise\nexercise._said.__code__ = (lambda a, b: b).__code__\nsize = 1",
            "import builtins\nbuiltins.next = lambda *_: None\ndef size(n):\n    return 1, 1",
            "def size(n):\n    print('Right.')\n    from puzzlekit.course import exercise\n    exercise.say('Right.')\n"
            "    return 1, 1",
            "def size(n):\n    print('Right.')\n    import os\n    os._exit(0)",
            "from puzzlekit.course.marking import judge\njudge._judge = lambda *_: 'Right.'\nsize = 1",
        ],
        ids=["module", "name", "verdict", "code", "said", "builtins", "said_by_itself", "printed", "judge"],
    )
    @pytest.mark.full
    def test_no_cheat_is_right(self, cheat: str, marked: Marked) -> None:
        assert marked(3, alone(3, 1, cheat))[1].verdict in (NOT_YET, OPEN)

    @pytest.mark.full
    def test_what_was_pasted_is_seen(self, marked: Marked) -> None:
        book = untouched(3)
        for cell in book.cells:
            if "exercises.check_size" in cell.source:
                cell.source = "print('Right.')"
                cell.outputs = [nbformat.v4.new_output("stream", text="Right.\n")]
        mark = marked(3, book)[1]
        assert mark.verdict == EMPTY
        assert notes(mark) == ["the check's cell was changed", "the stored output says otherwise"]


class TestAClass:
    """Forty-eight assignments by the limits that hold unless others are given: of each chapter one that is right, one
    with a mistake, one that never ends or ends its process, and one that cheats."""

    @staticmethod
    def spoilt(number: int, kind: str, exercise: int) -> Callable[[str], str]:
        (check,) = (one.check for one in Handout(untouched(number)).exercises if one.number == exercise)
        first = next(iter(*calls_of(check.source).values()))
        said = "from puzzlekit.course import exercise\nexercise.verdict = lambda *_: exercise.say('Right.')\n"
        others = {
            "endless": "while True:\n    pass",
            "ends": "import os\nos._exit(0)",
            "raises": "1 / 0",
            "cheats": f"{said}{first} = 'Right.'",
        }
        return lambda source: others.get(kind, f"{source}\n{first} = ()")

    @pytest.mark.slow
    def test_no_verdict_is_false(self, tmp_path: Path) -> None:
        spoilt = dict[str, int]()
        for number in range(1, 13):
            checked = [one.number for one in Handout(untouched(number)).exercises]
            for i, kind in enumerate(["right", "mistake", ["endless", "ends", "raises"][number % 3], "cheats"]):
                student, exercise = f"{number:02}_{kind}", checked[(number + i) % len(checked)]
                change = {"change": self.spoilt(number, kind, exercise), "only": exercise} if i else {}
                book = right(number, book=assignment(untouched(number)), **change)
                (tmp_path / "in" / student).mkdir(parents=True)
                nbformat.write(book, tmp_path / "in" / student / chapter(number).name)
                spoilt[student] = exercise if i else 0
        marks = tmp_path / "marks.csv"
        assert cli.main(["grade", str(tmp_path / "in"), "--csv", str(marks), "--workers", "2"]) == 0
        rows = list(csv.DictReader(marks.open(newline="", encoding="utf-8")))
        assert len({row["notebook"] for row in rows}) == 48
        false = []
        for row in rows:
            student = row["notebook"].split("/")[0]
            if int(row["exercise"]) == spoilt[student]:
                false += [row] if row["verdict"] == RIGHT else []
            elif row["verdict"] != RIGHT and not (student.endswith("cheats") and row["verdict"] == OPEN):
                false.append(row)  # what stands below a changed check is not judged
        assert false == []


class TestReports:
    MARKS: ClassVar = {
        "anna/03": [Mark(1, RIGHT, "Right."), Mark(2, NOT_YET, "=1+1 <b>", ("a\nb",), "<script>")],
        "ben": "=none",
    }

    def test_no_text_becomes_a_formula_or_a_script(self, tmp_path: Path) -> None:
        write_csv(self.MARKS, tmp_path / "marks.csv")
        rows = list(csv.reader((tmp_path / "marks.csv").open(newline="", encoding="utf-8")))
        assert [row[3] for row in rows[1:]] == ["Right.", "'=1+1 <b>", "'=none"]
        made = page("<i>anna", self.MARKS["anna/03"])
        assert not any(word in made for word in ("<i>", "<b>", "<script"))
        assert "&lt;script&gt;" in made

    def test_a_line_for_each_notebook(self) -> None:
        first, second, _ = table(self.MARKS).splitlines()
        assert "1 of 2  1+ 2-!" in first
        assert second.endswith("=none")

    @pytest.mark.full
    def test_the_command(self, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
        (tmp_path / "in" / "anna").mkdir(parents=True)
        nbformat.write(right(2), tmp_path / "in" / "anna" / "02_preliminaries.ipynb")
        (tmp_path / "in" / "03_sudoku.ipynb").write_text("no notebook")
        arguments = ("--csv", str(tmp_path / "marks.csv"), "--pages", str(tmp_path / "pages"), "--workers", "2")
        assert (
            cli.main(["grade", str(tmp_path / "in"), *arguments, "--cell-limit", "60", "--notebook-limit", "200"]) == 0
        )
        told = capsys.readouterr()
        assert "6 of 6" in told.out
        assert "found no notebook" in told.out
        assert "strangers' code" in told.err
        assert len(list((tmp_path / "pages").iterdir())) == 2

    def test_what_is_no_chapter(self, tmp_path: Path) -> None:
        nbformat.write(untouched(2), tmp_path / "homework.ipynb")
        with pytest.raises(PuzzleError, match="expected the name of a chapter"):
            marking.mark(tmp_path / "homework.ipynb", NOTEBOOKS)
        assert cli.main(["grade", str(tmp_path / "nothing")]) == 2


def test_what_a_name_needs() -> None:
    cells = [
        nbformat.v4.new_code_cell(source) for source in ("a = 1", "b = 2", "%magic", "c = a", "a = 3", "d = c + a")
    ]
    assert [cell.source for cell in needed(cells, {"c"})] == ["a = 1", "c = a"]
    assert [cell.source for cell in needed(cells, {"d"})] == ["a = 1", "c = a", "a = 3", "d = c + a"]


def test_every_exercise_with_a_check_is_found() -> None:
    for path in NOTEBOOKS.glob("*.ipynb"):
        book = nbformat.read(path, as_version=4)
        found = Handout(book).exercises
        assert len(found) >= 3, path.name
        assert all(one.answers for one in found), path.name


class TestAssignments:
    """A chapter's exercises as a notebook of their own."""

    @pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
    def test_they_hold_what_they_need_and_no_answer(self, path: Path) -> None:
        book = assignment(nbformat.read(path, as_version=4))
        nbformat.validate(book)
        code = [cell for cell in book.cells if cell.cell_type == "code"]
        made = set[str]().union(*(names(cell.source)[0] for cell in code), vars(builtins), {"get_ipython"})
        assert all(names(cell.source)[1] <= made for cell in code)
        handout = Handout(nbformat.read(path, as_version=4))
        marked = {cell.id: cell.metadata["nbgrader"] for cell in book.cells if "nbgrader" in cell.metadata}
        graded = [name for name, own in marked.items() if own["grade"]]
        assert graded == [exercise.check.id for exercise in handout.exercises]
        assert {cell.id for cell in book.cells} - marked.keys() == set(handout.answers)
        assert all(own["locked"] and not own["solution"] for own in marked.values())  # nbgrader empties a solution
        assert not any(cell.outputs or cell.execution_count for cell in code)

    @pytest.mark.parametrize(
        "number", [3, *(pytest.param(number, marks=pytest.mark.slow) for number in range(1, 13) if number != 3)]
    )
    @pytest.mark.full
    def test_they_are_marked_like_the_chapter(self, number: int, tmp_path: Path) -> None:
        path = tmp_path / chapter(number).name
        nbformat.write(right(number, book=assignment(untouched(number))), path)
        assert {one.verdict for one in marking.mark(path, NOTEBOOKS, PATIENT)} == {RIGHT}
