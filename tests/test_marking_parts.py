"""The parts of marking, each by itself and without a process: what is handed out and in, limits, remarks, reports."""

import csv
import io
import json
import math
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import FrozenInstanceError
from fractions import Fraction
from functools import cache
from pathlib import Path
from queue import Queue
from types import SimpleNamespace
from typing import Any, ClassVar

import nbformat
import pytest
from nbformat import NotebookNode
from patience import PATIENCE, limit

from puzzlekit.course import exercise, marking
from puzzlekit.course.marking import EMPTY, NOT_YET, OPEN, RIGHT, Mark, judge, run
from puzzlekit.course.marking.handout import Handout
from puzzlekit.course.marking.report import LEGEND, page, table, write_csv
from puzzlekit.course.marking.run import Judged, Limits, run_checks
from puzzlekit.course.marking.submission import Step, Submission, is_copy
from puzzlekit.errors import PuzzleError

BASE, SIZE, ROWS = "base = 2", "def size(n):\n    return ...", "rows = [base]\nrows.append(3)"
USE = "# Exercise 3 comes later\nused = 2"
CHECK_SIZE, CHECK_ROWS = "exercises.check_size(size, used)", "three = 3\nexercises.check_rows(rows, three)"
LONG_ANSWER = "def size(n):\n    m = n\n    m += 1\n    return m"


def book(*cells: tuple[str, str]) -> NotebookNode:
    """A notebook of (id, source): texts have no id, and checks are called so."""
    made = [
        nbformat.v4.new_code_cell(source, id=name, metadata={"tags": ["check"]} if name.startswith("check") else {})
        if name
        else nbformat.v4.new_markdown_cell(source)
        for name, source in cells
    ]
    return nbformat.v4.new_notebook(cells=made)


CHAPTER = (
    ("setup", "import math\nfrom puzzlekit.sudoku import exercises\nwide = 9"),
    ("base", BASE),
    ("check_alone", "exercises.check_nothing(base)"),
    ("", "## Exercise 1: how many"),
    ("size", SIZE),
    ("", "A hint: this is no code."),
    ("use", USE),
    ("check_1", CHECK_SIZE),
    ("between", "between = 1"),
    ("", "**Exercise 12** has something to be mended"),
    ("unused", "unused = 1"),
    ("rows", ROWS),
    ("check_12", CHECK_ROWS),
    ("check_again", "exercises.check_rows(base)"),
    ("", "No Exercise 3"),
)


@cache
def handout() -> Handout:
    return Handout(book(*CHAPTER))


def handed_in(**changed: str) -> Submission:
    """The chapter with other sources in these cells."""
    return Submission(handout(), book(*((name, changed.get(name, source)) for name, source in CHAPTER)))


def plain(steps: Sequence[Step]) -> list[tuple]:
    return [(step.source, step.exercise or step.needed_by) for step in steps]


class TestWhatIsHandedOut:
    def test_an_exercise_is_found_by_its_text_and_ends_with_its_check(self) -> None:
        found = {one.number: (one.check.id, [cell.id for cell in one.answers]) for one in handout().exercises}
        assert found == {1: ("check_1", ["size"]), 12: ("check_12", ["rows"])}
        assert handout().answers == {"size", "rows"}

    def test_what_is_neither_text_nor_code_begins_no_exercise(self) -> None:
        made = book(*CHAPTER)
        for cell in made.cells:
            cell.cell_type = "raw" if cell.cell_type == "markdown" else cell.cell_type
        assert Handout(made).exercises == ()

    def test_checks_are_made_of_its_imports_alone(self) -> None:
        assert handout().imports == "import math\nfrom puzzlekit.sudoku import exercises"

    def test_what_is_asked_is_run_and_nothing_else(self) -> None:
        setup = CHAPTER[0][1]
        assert plain(handed_in().steps) == [
            (setup, (1, 12)),
            (BASE, (12,)),
            (SIZE, (1,)),
            (USE, (1,)),
            (CHECK_SIZE, 1),
            (ROWS, (12,)),
            (CHECK_ROWS, 12),
        ]


class TestWhatIsHandedIn:
    def test_only_answers_are_taken_from_it(self) -> None:
        changed = handed_in(base="base = 5", size="size = len", rows="rows = [wide]", setup="wide = 1", use="size = 0")
        sources = [source for source, _ in plain(changed.steps)]
        assert sources == [CHAPTER[0][1], "size = len", USE, CHECK_SIZE, "rows = [wide]", CHECK_ROWS]

    def test_what_stands_in_a_checks_cell_is_run_before_the_check(self) -> None:
        answered = handed_in(check_1="size = 4")
        assert plain(answered.steps)[1:5] == [(BASE, (12,)), (USE, (1,)), ("size = 4", (1,)), (CHECK_SIZE, 1)]
        assert answered.attempt(handout().exercises[0]) == "size = 4"

    @pytest.mark.parametrize("with_ids", [True, False])
    def test_what_is_added_is_run_where_an_answer_needs_it(self, with_ids: bool) -> None:
        cells = [*CHAPTER]
        cells.insert(7, ("size2", "def size(n):\n    return more"))
        cells.insert(7, ("more", "more = 1"))
        cells.insert(0, ("first", "other = more = 7"))
        made = book(*cells)
        for cell in [] if with_ids else made.cells:
            del cell["id"]
        given = Submission(handout(), made)
        first, second = handout().exercises
        assert given.attempt(first) == "more = 1\n\n\ndef size(n):\n    return more"
        assert given.attempt(second) == ROWS
        assert given.notes(first, "Right.", {}) == []
        asked = [source for source, number in plain(given.steps) if number == (1,)]
        assert asked == [USE, *given.attempt(first).split("\n\n\n")]

    def test_what_is_added_before_all_comes_first(self) -> None:
        given = Submission(handout(), book(("first", "size = 1"), *(one for one in CHAPTER if one[0] != "size")))
        assert [source for source, number in plain(given.steps) if number == (1,)] == [SIZE, USE]
        given = Submission(handout(), book(("first", "help = 1"), *CHAPTER[:4], ("size", "size = help"), *CHAPTER[5:]))
        assert given.attempt(handout().exercises[0]) == "help = 1\n\n\nsize = help"

    def test_another_notebook_is_refused(self) -> None:
        with pytest.raises(PuzzleError, match="found no cell of the notebook that was handed out"):
            Submission(handout(), book(("other", "x = 1")))

    def test_what_a_lecturer_should_look_at(self) -> None:
        (first, _), says = handout().exercises, "the stored output says otherwise"
        without = Submission(handout(), book(*(one for one in CHAPTER if one[0] != "check_1")))
        assert without.notes(first, "Right.", {}) == ["the check's cell is missing"]
        assert handed_in(check_1=f"{CHECK_SIZE}\n").notes(first, "Right.", {}) == []
        assert handed_in(check_1="pass").notes(first, "Right.", {}) == ["the check's cell was changed"]
        assert handed_in(size=LONG_ANSWER).notes(first, "Not yet", {1: LONG_ANSWER}) == [
            "the published answer, word for word"
        ]
        assert handed_in(size=LONG_ANSWER).notes(first, "Not yet", {12: LONG_ANSWER}) == []
        for text, said, expected in (
            ("Right.", "Not yet", [says]),
            ("Right.", "Right.", []),
            ("Not yet", "Not yet: 1", []),
        ):
            made = book(*CHAPTER)
            made.cells[7].outputs = [nbformat.v4.new_output("stream", text=f"{text}\n")]
            assert Submission(handout(), made).notes(first, said, {}) == expected

    @pytest.mark.parametrize(
        ("attempt", "copied"),
        [
            (LONG_ANSWER, True),
            (f"# mine\nx = 1\n{LONG_ANSWER.replace(' = ', '=')}", True),
            (LONG_ANSWER.replace("m", "k"), False),
            ("def size(", False),
        ],
    )
    def test_a_copy_has_all_that_the_answer_defines(self, attempt: str, copied: bool) -> None:
        assert is_copy(attempt, LONG_ANSWER) == copied
        assert is_copy(attempt, f"{LONG_ANSWER}\ncheck(size)") == copied

    def test_three_statements_may_be_alike(self) -> None:
        short = "a = 1\nb = 2\nc = 3"
        assert not is_copy(short, short)
        assert is_copy(f"{short}\nd = 4", f"{short}\nd = 4")


STARTS_ANOTHER = """
import json, os, subprocess, sys
other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
print(json.dumps([json.load(sys.stdin), os.listdir(), os.path.samefile(os.environ["HOME"], ".")]), flush=True)
other.wait()
"""
ENDS, HANGS = "ends", "hangs"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What each process is asked: one that says of a step its own source, ends at "ends" and is silent at "hangs"."""
    asked = list[list[str]]()

    @contextmanager
    def process(imports: str, steps: Sequence[Step], megabytes: int) -> Iterator[Queue]:
        asked.append([step.source for step in steps])
        lines: Queue = Queue()
        lines.put(json.dumps({"offline": imports == ""}) if imports != ENDS else None)
        for step in steps:
            if step.source == HANGS:
                break
            said, _, changed = step.source.partition(" by ")
            words = {"said": said, "changed": changed.split()}
            lines.put(None if step.source == ENDS else json.dumps(words))
        yield lines

    monkeypatch.setattr(run, "_process", process)
    return asked


class TestLimits:
    STEPS: ClassVar = [Step("", (1, 2)), Step("one", exercise=1), Step("two", exercise=2), Step("three", exercise=3)]

    def test_all_that_checks_say_is_taken_down(self, started: list) -> None:
        judged = run_checks("", self.STEPS, Limits())
        assert judged.said == {1: "one", 2: "two", 3: "three"}
        assert (judged.stopped, judged.offline, len(started)) == ({}, True, 1)
        assert not run_checks("import math", self.STEPS, Limits()).offline

    @pytest.mark.parametrize(("bad", "why"), [(ENDS, "its process ended"), (HANGS, "its time limit")])
    def test_a_step_that_stops_all_is_left_out(self, bad: str, why: str, started: list) -> None:
        """Those that need it are not judged, and the others run again without it."""
        steps = [*self.STEPS[:2], Step(bad, (2, 4)), *self.STEPS[2:], Step("four", exercise=4)]
        judged = run_checks("", steps, Limits(cell=0.05))
        assert judged.said == {1: "one", 2: f"Not judged: {why}", 3: "three", 4: f"Not judged: {why}"}
        assert started == [["", "one", bad, "two", "three", "four"], ["three"]]

    @pytest.mark.parametrize(("bad", "why"), [(ENDS, "its process ended"), (HANGS, "its time limit")])
    def test_a_check_that_stops_all_is_left_out(self, bad: str, why: str, started: list) -> None:
        steps = [Step("", (1, 2)), Step(bad, exercise=1), Step("two", exercise=2)]
        assert run_checks("", steps, Limits(cell=0.05)).said == {1: f"Not judged: {why}", 2: "two"}
        assert started[1:] == [["", "two"]]

    def test_a_notebook_has_a_limit_as_well(self, started: list) -> None:
        steps = [Step("one", exercise=1), Step(HANGS, exercise=2), Step("three", exercise=3), Step("", (3,))]
        judged = run_checks("", steps, Limits(cell=limit(60), notebook=limit(0.5)))
        assert judged.said == {
            1: "one",
            2: "Not judged: its time limit",
            3: "Not judged: the notebook's time limit came first",
        }
        assert judged.seconds >= limit(0.5)
        assert len(started) == 1
        assert not run_checks("", steps, Limits(notebook=0)).stopped
        assert len(started) == 1

    @pytest.mark.parametrize(("cell", "notebook", "waits"), [(5, 7, 4), (5, 20, 5), (5, 2, 0)])
    def test_a_step_has_its_own_time_as_long_as_the_notebook_has_any(
        self, cell: int, notebook: int, waits: int, started: list, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = list[float]()

        def answer(lines: Queue, seconds: float) -> dict[str, Any]:
            asked.append(seconds)
            return {"offline": True, "said": "", "changed": []}

        monkeypatch.setattr(run, "_next", answer)
        monkeypatch.setattr(run, "Stopwatch", lambda: SimpleNamespace(elapsed=3.0))
        run_checks("", [Step("", exercise=1)], Limits(cell, notebook))
        assert asked == [run.START, waits]

    def test_what_a_cell_stops_with_is_told_of_those_that_need_it(self, started: list) -> None:
        judged = run_checks("", [Step("it raises", (1, 3)), *self.STEPS[1:]], Limits())
        assert judged.stopped == {1: "it raises", 3: "it raises"}
        assert judged.said == {1: "one", 2: "two", 3: "three"}

    def test_no_verdict_counts_once_checks_were_changed(self, started: list) -> None:
        judged = run_checks("", [Step("Right. by a.b c.d", exercise=1), Step("Right.", exercise=2)], Limits())
        assert judged.said == {1: "Not judged: a.b, c.d was changed", 2: "Right."}

    def test_a_process_that_does_not_start(self, started: list) -> None:
        with pytest.raises(PuzzleError, match="the process of the checks did not start: its process ended"):
            run_checks(ENDS, self.STEPS, Limits())

    def test_it_gets_little_of_our_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SECRET", "1")
        monkeypatch.setenv("PATH", "there")
        ours = run._environment("folder")
        assert ours["PATH"] == "there"
        assert ours["HOME"] == ours["IPYTHONDIR"] == ours["MPLCONFIGDIR"] == "folder"
        assert "SECRET" not in ours

    def test_a_process_is_handed_its_job_in_an_empty_folder_and_what_it_started_ends_with_it(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        (tmp_path / "offline.py").write_text(STARTS_ANOTHER)
        monkeypatch.setattr(run, "__file__", str(tmp_path / "run.py"))
        with run._process("import math", [Step("x = 1", (1,)), Step("check(x)", exercise=1)], 100) as lines:
            job, files, home_is_here = json.loads(lines.get(timeout=PATIENCE))
        steps = [{"source": "x = 1", "is_check": False}, {"source": "check(x)", "is_check": True}]
        assert job == {"imports": "import math", "steps": steps, "megabytes": 100}
        assert (files, home_is_here) == ([], True)
        assert lines.get(timeout=PATIENCE) is None  # nobody is left who could write


class TestVerdicts:
    @pytest.mark.parametrize(
        ("said", "verdict"),
        [
            ("Right.", RIGHT),
            ("a right one", RIGHT),
            ("said well", RIGHT),
            ("Not yet: 3", NOT_YET),
            ("not attempted yet", EMPTY),
            ("Not judged: its time limit", OPEN),
            ("Cannot be judged here: no ortools", OPEN),
            ("", OPEN),
        ],
    )
    @pytest.mark.parametrize("offline", [True, False])
    def test_what_is_said_of_a_notebook(
        self, said: str, verdict: str, offline: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def run_checks(imports: str, steps: Sequence[Step], limits: Limits) -> Judged:
            assert imports == handout().imports
            assert plain(steps) == plain(handed_in(size=LONG_ANSWER).steps)
            assert limits == (own or Limits())
            return Judged({1: said, 12: "Right."}, {1: "1 / 0"}, offline)

        (tmp_path / "solutions").mkdir()
        own, one = None if offline else Limits(cell=1), "# Exercise 7 of mine\ny = 1"
        before = (("", "Preface"), ("nothing", "x = 1"), ("", "**Exercise 1**"))
        answers = book(*before, ("a", one), ("", "A remark"), ("", "## Exercise 9"), ("b", LONG_ANSWER))
        answers.cells[5].cell_type = "raw"
        nbformat.write(book(*CHAPTER), tmp_path / "04_small.ipynb")
        nbformat.write(answers, tmp_path / "solutions" / "04_small.ipynb")
        handed = book(*((name, LONG_ANSWER if name == "size" else source) for name, source in CHAPTER))
        nbformat.write(handed, tmp_path / "anna_04_small.ipynb")
        monkeypatch.setattr(marking, "run_checks", run_checks)
        first, second = marking.mark(tmp_path / "anna_04_small.ipynb", tmp_path, own)
        network = () if offline else ("it ran with a network, which this system does not take away",)
        remark = said if verdict == RIGHT else f"{said}; a cell of it: 1 / 0"
        assert first == Mark(1, verdict, remark, network, LONG_ANSWER)  # of the answer, `y` is missing
        assert second == Mark(12, RIGHT, "Right.", network, ROWS)
        assert marking._published(tmp_path / "solutions" / "04_small.ipynb") == {1: f"{one}\n\n\n{LONG_ANSWER}"}
        assert marking._published(tmp_path / "solutions" / "05_none.ipynb") == {}

    def test_what_cannot_be_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "04_small.ipynb"
        path.write_text("{}")
        monkeypatch.setattr(marking, "MAX_BYTES", 2)
        with pytest.raises(PuzzleError, match="found no notebook: "):
            marking.mark(path, tmp_path)
        monkeypatch.setattr(marking, "MAX_BYTES", 1)
        with pytest.raises(PuzzleError, match="found a notebook of more than 1 bytes"):
            marking.mark(path, tmp_path)


def test_what_was_asked_and_said_stays_as_it_is() -> None:
    for one in (handout().exercises[0], Step(""), Limits(), Mark(1, RIGHT, "Right.")):
        with pytest.raises(FrozenInstanceError):
            setattr(one, next(iter(vars(one))), None)


def forked_judge(job: dict[str, Any]) -> list[dict[str, Any]]:
    """The lines of a judge that is forked from this process, with something to read on its standard input; nothing is
    written as an error."""
    (reading, writing), (given, giving), (errors, failing) = os.pipe(), os.pipe(), os.pipe()
    os.write(giving, b"noise")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # a fork where there are threads
        child = os.fork()
    if not child:
        try:
            os.dup2(given, 0)
            os.dup2(writing, 1)
            os.dup2(failing, 2)
            sys.stdin, sys.stdout, sys.stderr = io.StringIO(json.dumps(job)), os.fdopen(1, "w"), os.fdopen(2, "w")
            judge.main(offline="so it is")  # type: ignore[arg-type]
        finally:
            os._exit(1)
    for end in (writing, given, giving, failing):
        os.close(end)
    with os.fdopen(reading) as lines, os.fdopen(errors) as noise:
        found = [json.loads(line) for line in lines]
        assert noise.read() == ""
    assert os.waitpid(child, 0)[1] == 0
    return found


class TestTheJudge:
    @pytest.mark.parametrize(
        ("check", "said"),
        [
            ("verdict([])", "Right."),
            ("verdict(['it is 4'])", "Not yet: it is 4"),
            ("verdict([])\nverdict(['it is 4'])", "Not yet: it is 4"),
            ("verdict([x])", "Not yet: x was not made"),
            ("verdict([1 / 0])", "Not yet: ZeroDivisionError"),
            ("raise SystemExit", "Not yet: SystemExit"),
            ("raise NameError", "Not yet: NameError"),
            ("pass", ""),
        ],
    )
    def test_a_check_is_heard_whatever_answers_are_called(self, check: str, said: str) -> None:
        assert judge._judge(check, {"verdict": print}, {"verdict": exercise.verdict}) == said
        assert exercise.say is print

    def test_what_checks_are_made_of_is_watched(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A function, its code, its defaults and what a decorator holds; a class's methods; not the judge itself."""
        before = dict(judge._parts())
        assert not [name for name in before if name.startswith((judge.__name__, "pytest", "json"))]

        def changed() -> set[str]:
            now = dict(judge._parts())
            return {name for name, part in before.items() if now.get(name, now) is not part}

        assert changed() == set()
        with monkeypatch.context() as patch:
            patch.setattr(math, "sin", math.cos)
            patch.setattr(Fraction, "limit_denominator", print)
            assert changed() == {"math.sin", "fractions.Fraction.limit_denominator"}
        with monkeypatch.context() as patch:
            patch.setattr(exercise.verdict, "__defaults__", ("Right!",))
            assert changed() == {f"{exercise.__name__}.verdict.__defaults__"}
        with monkeypatch.context() as patch:
            patch.setattr(exercise.check.__wrapped__, "__defaults__", ("Right!",))
            (inside,) = changed()
            assert inside.startswith(f"{exercise.__name__}.check[")
        assert exercise.say is print
        monkeypatch.setattr(exercise, "say", len)
        assert changed() == set()

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
    def test_cells_and_checks_are_run_one_after_the_other(self) -> None:
        cells = {
            "x = 1": "",
            "1 / 0": "ZeroDivisionError",
            "y = = 2": "SyntaxError",
            "raise SystemExit": "SystemExit",
            "import os\nfor i in (1, 2):\n    os.write(i, b'noise')\nread = os.read(0, 5)": "",
            "seen = []\nclass Shown:\n    def __repr__(self):\n        return seen.append(1) or ''\n\nShown()": "",
            "import math\nmath.sin = len": "",
        }
        checks = {
            "verdict([str(x)])": "Not yet: 1",
            "verdict([str(read)])": "Not yet: b''",
            "verdict([str(seen)])": "Not yet: []",  # nobody sees what a cell shows
            "verdict([str(get_ipython().history_manager.enabled)])": "Not yet: False",
            "verdict([str(get_ipython().execution_count)])": "Not yet: 1",
            "verdict([str(resource.getrlimit(resource.RLIMIT_AS))])": f"Not yet: {(3000 << 20, 3000 << 20)}",
            "verdict([str(resource.getrlimit(resource.RLIMIT_CORE))])": "Not yet: (0, 0)",
        }
        imports = "import math, resource\nfrom puzzlekit.course.exercise import verdict"
        steps = [{"source": one, "is_check": one in checks} for one in (*cells, *checks)]
        first, *lines = forked_judge({"imports": imports, "steps": steps, "megabytes": 3000})
        assert first == {"offline": "so it is"}
        words = [*cells.values(), *checks.values()]
        said = [line["said"] for line in lines]
        assert [
            word if word.isidentifier() and word in own else own for word, own in zip(words, said, strict=True)
        ] == words
        right = len(cells) - 1  # so many steps, until a cell changes what checks are made of
        assert [line["changed"] for line in lines] == [[]] * right + [["math.sin"]] * (len(lines) - right)

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
    def test_of_what_a_cell_changed_three_things_are_told(self) -> None:
        many = "import math\nmath.sin = math.cos = math.tan = math.exp = len"
        _, *lines = forked_judge(
            {"imports": "import math", "steps": [{"source": many, "is_check": False}], "megabytes": 3000}
        )
        (changed,) = (line["changed"] for line in lines)
        assert len(changed) == 3
        assert {*changed} < {"math.sin", "math.cos", "math.tan", "math.exp"}


class TestReports:
    MARKS: ClassVar[dict[str, Any]] = {
        "anna/03": [Mark(1, RIGHT, "Right."), Mark(2, NOT_YET, "Not yet: 4 & 5", ("a", "b"), "x = 1")],
        "ben": "found no notebook",
        "c": [Mark(1, EMPTY, "not attempted yet", ("a",)), Mark(3, OPEN, "-1")],
    }

    def test_a_table_for_the_screen(self) -> None:
        lines = ["anna/03  1 of 2  1+ 2-!", "ben      found no notebook", "c        0 of 2  1.! 3?", LEGEND]
        assert table(self.MARKS).splitlines() == lines
        assert table({}) == LEGEND

    def test_rows_for_a_spreadsheet(self, tmp_path: Path) -> None:
        write_csv(self.MARKS, tmp_path / "marks.csv")
        assert list(csv.reader((tmp_path / "marks.csv").open(newline="", encoding="utf-8"))) == [
            ["notebook", "exercise", "verdict", "remark", "notes"],
            ["anna/03", "1", RIGHT, "Right.", ""],
            ["anna/03", "2", NOT_YET, "Not yet: 4 & 5", "a; b"],
            ["ben", "", OPEN, "found no notebook", ""],
            ["c", "1", EMPTY, "not attempted yet", "a"],
            ["c", "3", OPEN, "'-1", ""],
        ]

    def test_a_page_for_each_notebook(self) -> None:
        made = page("anna", self.MARKS["anna/03"])
        assert "<p>1 of 2 exercises right</p>" in made
        assert "<h2>Exercise 2: not yet</h2><p>Not yet: 4 &amp; 5</p>" in made
        assert made.count("Look at it:") == 2
        assert "<p>2 of 3 exercises right</p>" in page("anna", [Mark(3, RIGHT, ""), *self.MARKS["anna/03"]])
        assert "<pre>x = 1</pre>" in made
        assert "<p>found no notebook</p>" in page("ben", self.MARKS["ben"])
